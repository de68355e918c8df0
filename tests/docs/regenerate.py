"""Write the generated pages, pictures and documents anew: python -m tests.docs.regenerate."""

from pathlib import Path

import escapade
from escapade.adapters import tensors
from escapade.kernel.pages import game_page
from escapade.server import spec
from escapade.server.app import ADDRESSES

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


def documents() -> dict[Path, str]:
    """What is made from the server's messages and addresses, and the page of tensors."""
    return {
        ROOT / "docs" / "tensors.md": tensors.page(escapade.games().values()),
        ROOT / "docs" / "openapi.json": spec.page(spec.openapi(ADDRESSES)),
        ROOT / "docs" / "asyncapi.json": spec.page(spec.asyncapi()),
        ROOT / "web" / "src" / "lib" / "protocol.ts": spec.typescript(ADDRESSES),
    }


if __name__ == "__main__":
    for path, text in {**pages(), **pictures(), **documents()}.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
