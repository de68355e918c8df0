"""Pictures of the terminal, drawn by the same code that draws it for a player."""

import io
import random
import re

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

import escapade
from escapade.cli.boards import board_of
from escapade.kit.drawing import RenderContext

WIDTH = 80
NORMAL = "282c34 c83c40 52a85c cda53c 3c6ec8 a55ab9 32a0a5 ebebeb"  # black red green yellow blue magenta cyan white
BRIGHT = "787e88 f06969 7dcd7d ebcd69 6ea0f0 cd8ce1 5fcdd2 ffffff"


def colours(said: str) -> list[tuple[int, int, int]]:
    return [(int(c[:2], 16), int(c[2:4], 16), int(c[4:], 16)) for c in said.split()]


NIGHT = TerminalTheme((22, 27, 34), (215, 218, 224), colours(NORMAL), colours(BRIGHT))


def cartagena() -> str:
    """A match for three, some turns old, as seat 0 sees it."""
    match, moves = escapade.new("cartagena", seats=3, seed=7, first=0), random.Random(4)
    while len(match.log) < 75 or match.turn != 0:
        match.play(moves.choice(match.legal()))
    return drawn(match, ("you", "Ada", "Ben"))


def stratego() -> str:
    """Two ready-made set-ups, some moves later, as seat 0 sees them."""
    match, moves = escapade.new("stratego", red=0), random.Random(12)
    for preset in (match.pieces.presets[0], match.pieces.presets[4]):
        match.play_all(f"place {rank}" for rank in preset.ranks())
    while len(match.log) < 78:
        match.play(moves.choice(match.legal()))
    return drawn(match, ("you", "Ada"))


def drawn(match: escapade.Match, names: tuple[str, ...]) -> str:
    """Draw the table and the moves for the seat at the turn, as SVG that fetches nothing from elsewhere."""
    board, seat = board_of(match.game), match.turn
    context = RenderContext(match.game, match.view(seat), match.seats, seat, names, width=WIDTH)
    paper = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    paper.print(board.draw(context))
    paper.print(Text(""), board.offers(context, match.legal()).shown)
    svg = paper.export_svg(title=f"escapade play {match.game.name}", theme=NIGHT, unique_id=match.game.name)
    for elsewhere in (r"\s*@font-face \{.*?\}", r"\s*<!--.*?-->"):
        svg = re.sub(elsewhere, "", svg, flags=re.DOTALL)
    return re.sub(r"[ \t]+$", "", svg.replace("Fira Code", "ui-monospace"), flags=re.MULTILINE)
