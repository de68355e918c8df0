"""How each game is drawn and asked for in a terminal; a game that is not in the list is drawn from its fields."""

from escapade.cli.boards import any as any_game
from escapade.cli.boards import cartagena, jailbreakers, stalag17, stratego
from escapade.cli.boards.context import Board, Offers, RenderContext
from escapade.kernel.contract import Game

BOARDS: dict[str, Board] = {
    "cartagena": cartagena.BOARD,
    "jailbreakers": jailbreakers.BOARD,
    "stalag17": stalag17.BOARD,
    "stratego": stratego.BOARD,
}


def board_of(game: Game) -> Board:
    """The drawing of a game."""
    return BOARDS.get(game.name, any_game.BOARD)


__all__ = ["BOARDS", "Board", "Offers", "RenderContext", "board_of"]
