"""Write the generated pages, pictures and types anew: python -m tests.docs.regenerate.

The server's OpenAPI and AsyncAPI documents are not kept: `python -m tests.docs.regenerate FOLDER` writes them there.
"""

import sys
from pathlib import Path

import escapade
from escapade.adapters import tensors
from escapade.kernel.contract import Game
from escapade.kernel.pages import game_page, table
from escapade.lab import dataset
from escapade.server import limits, openapi
from escapade.server.http.endpoints import ENDPOINTS

from . import picture
from .texts import ROOT

COMMAND = "python -m tests.docs.regenerate"
FOLDER = ROOT / "docs" / "games"
PICTURES = ROOT / "docs" / "pictures"
MEASURED = PICTURES / "benchmarks.svg"  # by `make bench`, and not the same twice
DATA = ROOT / "docs" / "data.md"
SECURITY = ROOT / "SECURITY.md"


def pages() -> dict[Path, str]:
    """Every generated page and what must stand in it."""
    games = {FOLDER / f"{name}.md": game_page(game) for name, game in escapade.games().items()}
    secure = security_page(SECURITY.read_text(encoding="utf-8"))
    return {**games, DATA: data_page(DATA.read_text(encoding="utf-8")), SECURITY: secure}


def security_page(text: str) -> str:
    """The page about security, with its table of limits made anew."""
    above, begin, rest = text.partition(f"<!-- made by {COMMAND} -->\n")
    _, end, below = rest.partition("<!-- end -->\n")
    return above + begin + limits.as_markdown() + end + below


def data_page(text: str) -> str:
    """The page about data, with its tables made anew."""
    above, key, _ = text.partition(f"<!-- made by {COMMAND}: change nothing below -->\n")
    any_game = escapade.games()["cartagena"]
    own = [column for column in dataset.columns(any_game, 2) if not column.name.startswith(dataset.VIEW)]
    rows = [(f"`{column.name}`", kind(column, any_game), column.about) for column in own]
    parts = [table(("column", "type", "meaning"), rows), "Between `seat` and `legal` stand the fields of the game."]
    for name, game in escapade.games().items():
        fields = zip(dataset.columns(game, 2)[3:], game.fields.rows(), strict=False)
        seen = [(f"`{column.name}`", kind(column, game), sees, about) for column, (_, _, sees, about) in fields]
        link = f"What numbers stand for: [{game.title}: reference](games/{name}.md#fields-of-a-state)."
        parts += [f"### {game.title}", table(("column", "type", "seen by", "meaning"), seen), link]
    return above + key + "\n" + "\n\n".join(parts) + "\n"


def kind(column: dataset.Column, game: Game) -> str:
    """A column's type, in words that stay the same for every game."""
    if column.name == "name":
        return "Enum of the game's action names"
    return "Array(Float64), one a seat" if column.name == "returns" else str(column.kind)


def pictures() -> dict[Path, str]:
    """Every generated picture."""
    return {PICTURES / "cartagena.svg": picture.cartagena(), PICTURES / "stratego.svg": picture.stratego()}


def documents() -> dict[Path, str]:
    """The page of tensors, and the server's messages and addresses as TypeScript."""
    return {
        ROOT / "docs" / "tensors.md": tensors.page(escapade.games().values()),
        ROOT / "web" / "src" / "lib" / "protocol.ts": openapi.typescript(ENDPOINTS),
    }


def api(folder: Path) -> dict[Path, str]:
    """The server's OpenAPI and AsyncAPI documents, as it serves them."""
    return {
        folder / "openapi.json": openapi.page(openapi.openapi(ENDPOINTS)),
        folder / "asyncapi.json": openapi.page(openapi.asyncapi()),
    }


def main(arguments: list[str]) -> None:
    """Write the generated files of the repository, or the API documents into a folder."""
    for path, text in (api(Path(arguments[0])) if arguments else {**pages(), **pictures(), **documents()}).items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
