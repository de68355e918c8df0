"""Write the generated pages and pictures anew: python -m tests.docs.regenerate."""

from pathlib import Path

import escapade
from escapade.kernel.pages import game_page

from . import picture
from .texts import ROOT

COMMAND = "python -m tests.docs.regenerate"
FOLDER = ROOT / "docs" / "games"
PICTURES = ROOT / "docs" / "pictures"


def pages() -> dict[Path, str]:
    """Every generated page and what must stand in it."""
    return {FOLDER / f"{name}.md": game_page(game) for name, game in escapade.games().items()}


def pictures() -> dict[Path, str]:
    """Every generated picture."""
    return {PICTURES / "cartagena.svg": picture.cartagena(), PICTURES / "stratego.svg": picture.stratego()}


if __name__ == "__main__":
    for path, text in {**pages(), **pictures()}.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
