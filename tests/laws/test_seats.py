"""Seats equal: where the rules treat seats alike, exchanging them exchanges the game and nothing else."""

from functools import partial
from random import Random

from .renaming import turned
from .tables import PLACES, Table, Walk, after, invariants_of, law, moments, possible, steps


@law
def test_a_turned_table_plays_the_same_game(table: Table, walk: Walk) -> None:
    """Turned around, a position allows the turned actions, leads to turned positions and shows turned views."""
    game, dice = table.game, Random(walk.seed)
    for state in moments(table, walk):
        symmetries = invariants_of(table.game).symmetries(state)
        for names, action in dice.sample(symmetries, min(1, len(symmetries))):
            image = turned(game, state, names)
            assert sorted(game.legal(image)) == sorted(map(action, game.legal(state)))
            assert sorted(game.odds(image)) == sorted((action(code), weight) for code, weight in game.odds(state))
            acts = possible(table, state)
            for _, code in dice.sample(acts, min(3, len(acts))):
                assert after(table, image, action(code)) == turned(game, after(table, state, code), names)
            score, turned_score = game.returns(state, table.seats), game.returns(image, table.seats)
            for seat in range(table.seats):
                assert turned_score[names["seat"](seat)] == score[seat]
                view = turned(game, game.view(state, seat), names)
                assert game.view(image, names["seat"](seat)).as_dict() == view.as_dict()
                for _, code in acts:
                    heard = game.rules.hear(state, code, seat)
                    turned_heard = game.rules.hear(image, action(code), names["seat"](seat))
                    assert turned_heard == (action(heard) if heard >= 0 else heard)


@law
def test_the_set_up_favours_no_seat(table: Table, walk: Walk) -> None:
    """With the options turned, the start is the turned start."""
    game, start = table.game, table.start()
    for names, _ in invariants_of(table.game).symmetries(start):
        options = dict(table.options)
        for option in game.options:
            if option.seat and isinstance(options[option.name], int):
                options[option.name] = names["seat"](options[option.name])
        assert Table(table.name, table.seats, options).start() == turned(game, start, names)


@partial(law, places=[place for place in PLACES if place.game == "cartagena"])
def test_who_starts_makes_no_other_difference_in_cartagena(table: Table, walk: Walk) -> None:
    """CAR-8: dealt the same hands and doing the same, seats that have moved on together reach the moved-on position."""
    game, seats = table.game, table.seats
    table = Table(table.name, seats, {**table.options, "first": 0})
    log = [code for _, _, code in steps(table, Walk(walk.plies + 60, walk.seed, walk.likes, walk.crooked))]
    laid = 6 if table.options["tunnel"] == "random" else 0
    deal = [log[laid + 6 * seat : laid + 6 * seat + 6] for seat in range(seats)]
    state = table.start()
    for code in log:
        game.rules.apply(state, code)
    for first in range(1, seats):
        other = Table(table.name, seats, {**table.options, "first": first}).start()
        dealt = [code for seat in range(seats) for code in deal[(seat - first) % seats]]
        for code in [*log[:laid], *dealt, *log[laid + 6 * seats :]]:
            game.rules.apply(other, code)
        (names, _) = invariants_of(table.game).symmetries(state)[first - 1]
        assert other == turned(game, state, names)
