"""Files that are there as a whole or not at all."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from escapade.kernel.names import BadInput, EscapadeError

UNFINISHED = ".*.part"  # what the files are called that a process left which was killed


@contextmanager
def whole(path: Path, private: bool = False) -> Iterator[Path]:
    """Another name to write a file under: it gets its own at the end, and whoever reads that finds the old or the new.

    What goes wrong leaves nothing behind but a BadInput. A private file can be read by nobody else, whatever is usual.
    """
    part = path.parent / f".{secrets.token_hex(8)}.part"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.touch(0o600 if private else 0o666, exist_ok=False)
        yield part
        part.replace(path)
    except EscapadeError:
        raise
    except (OSError, ValueError) as error:  # ValueError: no path, or no text
        raise BadInput(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
    finally:
        with suppress(OSError, ValueError):
            part.unlink(missing_ok=True)
