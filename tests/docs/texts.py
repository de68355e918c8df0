"""The project's own texts, and the blocks of code in them."""

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(\S+)[ ]*(?:file=(\S+))?[ ]*\n(.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of code: its language, the file it belongs to if it names one, where it stands, and the code."""

    language: str
    file: str
    line: int
    code: str


def texts() -> list[Path]:
    """Every Markdown page at the top and under docs."""
    return [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found[1], found[2] or "", text.count("\n", 0, found.start(3)) + 1, found[3])
        for found in FENCE.finditer(text)
    ]


def files(page: Path) -> dict[str, str]:
    """Put together the files that a page shows in parts: path and text."""
    shown: dict[str, str] = {}
    for block in blocks(page):
        if block.file:
            shown[block.file] = shown[block.file] + "\n\n" + block.code if block.file in shown else block.code
    return shown
