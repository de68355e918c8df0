"""A file is there as a whole or not at all, and what goes wrong is told in a line."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from escapade.kernel.files import whole
from escapade.kernel.names import BadInput


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    for text in ("one", "two"):
        with whole(path) as part:
            part.write_text(text)
            assert path.exists() == (text == "two")
    assert [(left.name, left.read_text()) for left in path.parent.iterdir()] == [("file.txt", "two")]


def test_who_is_interrupted_leaves_what_was_there_before(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_text("before")
    with suppress(KeyboardInterrupt), whole(path) as part:
        part.write_text("half of")
        raise KeyboardInterrupt
    assert [(left.name, left.read_text()) for left in tmp_path.iterdir()] == [("file.txt", "before")]


def test_a_private_file_is_for_nobody_else(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        for private, mode in ((True, 0o600), (False, 0o644)):
            with whole(tmp_path / "file.txt", private) as part:
                part.write_text("x")
            assert (tmp_path / "file.txt").stat().st_mode & 0o777 == mode
    finally:
        os.umask(before)


@pytest.mark.parametrize("name", ["file/inside", "no\0name", "", "x" * 300])
def test_what_is_no_place_for_a_file_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="cannot be written"), whole(tmp_path / name) as part:
        part.write_text("x")
    assert [left.name for left in tmp_path.iterdir()] == ["file"]
