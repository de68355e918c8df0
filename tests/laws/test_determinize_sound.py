"""Determinize sound: a guessed world looks exactly like the real one to whom it was guessed for."""

from escapade.games import GAMES
from escapade.games.stratego import rules as strat
from escapade.kernel.names import CHANCE, NONE, OVER
from escapade.kernel.rng import seed

from .tables import Table, Walk, broken, law, moments


@law
def test_a_guess_fits_the_view_and_obeys_the_rules(table: Table, walk: Walk) -> None:
    """observe(determinize(view)) == view, byte for byte, and the guess is a position the game could be in."""
    game, words = table.game, [0, 0]
    seed(words, walk.seed)
    for state in moments(table, walk):
        for observer in table.observers:
            view = game.view(state, observer)
            guess = game.guess(view, words)
            assert game.fields.bytes(game.view(guess, observer)) == game.fields.bytes(view)
            assert broken(table.game, guess) == []


@law
def test_a_guessed_world_can_be_played_on(table: Table, walk: Walk) -> None:
    """Who acts in the guess has something to do."""
    game, words = table.game, [0, 0]
    seed(words, walk.seed)
    for state in moments(table, walk):
        for observer in table.observers:
            guess = game.guess(game.view(state, observer), words)
            assert guess.turn == OVER or (game.odds(guess) if guess.turn == CHANCE else game.legal(guess))


@law
def test_nothing_is_guessed_when_nothing_is_hidden(table: Table, walk: Walk) -> None:
    """A whole state comes back as it is."""
    game, words = table.game, [0, 0]
    seed(words, walk.seed)
    for state in moments(table, walk):
        assert game.guess(state, words) == state


def test_a_side_that_is_to_move_in_stratego_is_not_guessed_to_be_walled_in() -> None:
    """STR-31: seat 0 is to move, so it has a move, or the game would be over.

    It has left flag, bomb and scout on a1, b1 and a2, and none has moved. Were the scout on a1, it could not move.
    """
    table = Table("stratego", 2, {"red": 0})
    game, state, words = table.game, table.start(), [0, 0]
    army = [rank for rank, n in enumerate(state.army) for _ in range(n)]
    army[1], army[-1] = army[-1], army[1]  # a bomb on b1
    army[8], army[5] = army[5], army[8]  # a scout on a2
    for rank in army + army:
        strat.place(state, rank)
    for piece in range(2 * strat.MEN):
        if piece not in (0, 1, 8, 47):
            state.board[state.at[piece]], state.shown[piece] = NONE, 1
            strat.remove(state, piece)
    assert broken(GAMES["stratego"], state) == []
    seed(words, 1)
    for _ in range(100):
        assert game.legal(game.guess(game.view(state, 1), words))
