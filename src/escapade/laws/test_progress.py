"""Progress: in every position someone can do something, and every game comes to its end."""

from functools import partial

from escapade.kernel.batch import opening, play_chunk
from escapade.kernel.names import CHANCE, OVER

from .tables import GAMES, PLACES, Place, Table, Walk, invariants_of, law, states

LOOK_AT = "legal(), odds() and the field turn; bound() in invariants.py"

ENDLESS = 2000  # plies after which a game without a bound is left
PLAIN = 30_000  # plies that can be played in plain Python, however they are played


def is_short(place: Place) -> bool:
    """Is a game at this place over soon enough?"""
    start = Table(place.game, place.seats, {}).start()
    return (invariants_of(GAMES[place.game]).bound(start) or ENDLESS) <= PLAIN


@law
def test_something_is_legal_until_the_game_is_over(table: Table, walk: Walk) -> None:
    """Who acts has a choice, a seat's or chance's, of distinct actions the game has names for; nobody else has."""
    game = table.game
    for state in states(table, walk):
        legal, odds = game.legal(state), game.odds(state)
        assert bool(legal) == (state.turn >= 0)
        assert bool(odds) == (state.turn == CHANCE)
        codes = [*legal, *(code for code, _ in odds)]
        assert len(set(codes)) == len(codes) <= game.max_actions
        assert all(0 <= code < game.actions.size for code in codes)
        assert all(weight > 0 for _, weight in odds)
        assert state.turn in range(OVER, table.seats)


@law
def test_a_game_ends_within_its_bound(table: Table, walk: Walk) -> None:
    """However it is played, a game that promises to end does so in time; compiled, since some games are long."""
    bound = invariants_of(table.game).bound(table.start())
    start = opening(table.game, table.seats, table.options)
    chunk = play_chunk(start, walk.seed, 4, bound or ENDLESS)
    assert bound is None or set(chunk.batch["turn"]) == {OVER}


@partial(law, places=[place for place in PLACES if is_short(place)])
def test_a_lopsided_game_ends_within_its_bound(table: Table, walk: Walk) -> None:
    """A liking for some actions, and dice that favour some outcomes, do not lead beyond the bound either."""
    bound = invariants_of(table.game).bound(table.start())
    *_, state = states(table, Walk(bound or ENDLESS, walk.seed, walk.likes, walk.crooked))
    assert bound is None or state.turn == OVER
