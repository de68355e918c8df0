"""Determinize sound: a guessed world looks exactly like the real one to whom it was guessed for."""

from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.rng import seed

from .tables import Table, Walk, broken, law, moments

LOOK_AT = "determinize(), which fills every hidden cell of a view, and observe()"


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
