"""Texts that are kept: what the games say today is compared with what they said when it was last approved."""

from __future__ import annotations

import os
from pathlib import Path

AGAIN = "ESCAPADE_GOLDEN"  # set to 1, the texts are written anew instead; read the difference before you keep it


def compare_with_kept(path: Path, text: str, meaning: str) -> None:
    """Compare a text with the kept one; `meaning` says what a difference means."""
    if os.environ.get(AGAIN) == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    kept = path.read_text(encoding="utf-8") if path.exists() else ""
    assert text == kept, (
        f"{path.name} has changed. {meaning} If that is meant, run the test with {AGAIN}=1 and keep it."
    )
