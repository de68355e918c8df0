"""What a log says of errors."""

from __future__ import annotations

import traceback
from pathlib import Path


def fault(error: BaseException) -> dict[str, str]:
    """What a log says of an error that nobody has thought of: its kind and place, never what it was about."""
    last = traceback.extract_tb(error.__traceback__)[-1:]
    where = " ".join(f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in last)
    return {"error": type(error).__name__, "where": where}
