"""Atomic writes and private files: a file is there as a whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from escapade.kernel.names import BadInput, EscapadeError

UNFINISHED = ".*.part"  # what the files are called that a process left which was killed


@contextmanager
def whole(path: Path, private: bool = False) -> Iterator[Path]:
    """Another name to write a file under: it gets its own at the end, and whoever reads that finds the old or the new.

    What goes wrong leaves nothing behind but a BadInput. A private file can be read by nobody else, whatever is usual,
    and so can the folders that are made for it.
    """
    part = path.parent / f".{secrets.token_hex(8)}.part"
    try:
        make_folder(path.parent, private)
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


def make_folder(path: Path, private: bool = False) -> None:
    """Make a folder and those above it, unless they are there; private ones can be entered by nobody else."""
    if not path.is_dir():
        make_folder(path.parent, private)
        path.mkdir(0o700 if private else 0o777, exist_ok=True)


def readable_by_others(path: Path) -> bool:
    """May others than the owner read a file, or look into a folder?"""
    try:
        return os.name == "posix" and bool(path.stat().st_mode & 0o077)
    except OSError:
        return False


def changeable_by_others(path: Path) -> str:
    """Say why others could change what lies at a path, itself or by way of a folder above it; empty if nobody can."""
    if os.name != "posix":
        return ""
    for place in (path, *path.parents):
        info = place.lstat()
        if info.st_uid not in ({os.geteuid()} if place == path else {os.geteuid(), 0}):
            return f"{place} belongs to another user"
        shared = info.st_mode & stat.S_ISVTX and place != path  # as /tmp: what is in it is its owner's alone
        if not stat.S_ISLNK(info.st_mode) and not shared and _others_may_write(info):
            return f"others may write to {place}"
    return ""


def _others_may_write(info: os.stat_result) -> bool:
    """May anyone else? A group that is one user's own, as some systems give everyone, is nobody else."""
    if info.st_mode & stat.S_IWOTH:
        return True
    return bool(info.st_mode & stat.S_IWGRP) and not _own_group(info.st_gid)


def _own_group(gid: int) -> bool:
    import grp
    import pwd

    try:
        user, group = pwd.getpwuid(os.geteuid()), grp.getgrgid(gid)
    except KeyError:
        return False
    return gid == user.pw_gid and group.gr_name == user.pw_name and {*group.gr_mem} <= {user.pw_name}
