"""Progress: in every position someone can do something, and every game comes to its end."""

from escapade import games
from escapade.kernel.names import CHANCE, OVER

from .invariants import BOUNDS
from .tables import Table, Walk, law, states

ENDLESS = 2000  # plies after which a game without a bound is left


def test_every_game_says_how_long_it_can_last() -> None:
    assert set(BOUNDS) == set(games())


@law
def test_something_is_legal_until_the_game_is_over(table: Table, walk: Walk) -> None:
    """Who acts has a choice, a seat's or chance's, of distinct actions the game has names for; nobody else has."""
    game = table.game
    for state in states(table, walk):
        legal, odds = game.legal(state), game.odds(state)
        assert bool(legal) == (state.turn >= 0)
        assert bool(odds) == (state.turn == CHANCE)
        codes = [*legal, *(code for code, _ in odds)]
        assert len(set(codes)) == len(codes) <= game.most
        assert all(0 <= code < game.actions.size for code in codes)
        assert all(weight > 0 for _, weight in odds)
        assert state.turn in range(OVER, table.seats)


@law
def test_a_game_ends_within_its_bound(table: Table, walk: Walk) -> None:
    """However it is played, a game that promises to end does so in time."""
    bound = BOUNDS[table.name](table.start())
    whole = Walk(bound or ENDLESS, walk.seed, walk.likes, walk.crooked)
    *_, state = states(table, whole)
    assert bound is None or state.turn == OVER
