"""Seats equal: where the rules treat seats alike, exchanging them exchanges the game and nothing else."""

from random import Random

from .renaming import turned
from .tables import Table, Walk, after, invariants_of, law, moments, possible

LOOK_AT = "symmetries() in invariants.py, and what the field table says of rows and numbers (`holds`, `seated`)"


@law
def test_a_turned_table_plays_the_same_game(table: Table, walk: Walk) -> None:
    """Turned around, a position allows the turned actions, leads to turned positions and shows turned views."""
    game, dice = table.game, Random(walk.seed)
    for state in moments(table, walk):
        symmetries = invariants_of(table.game).symmetries(state)
        for names, action in dice.sample(symmetries, min(1, len(symmetries))):
            image, seat_of = turned(game, state, names), names.get("seat", int)
            assert sorted(game.legal(image)) == sorted(map(action, game.legal(state)))
            assert sorted(game.odds(image)) == sorted((action(code), weight) for code, weight in game.odds(state))
            acts = possible(table, state)
            for _, code in dice.sample(acts, min(3, len(acts))):
                assert after(table, image, action(code)) == turned(game, after(table, state, code), names)
            score, turned_score = game.returns(state, table.seats), game.returns(image, table.seats)
            for seat in range(table.seats):
                assert turned_score[seat_of(seat)] == score[seat]
                view = turned(game, game.view(state, seat), names)
                assert game.view(image, seat_of(seat)).as_dict() == view.as_dict()
                for _, code in acts:
                    heard = game.rules.hear(state, code, seat)
                    turned_heard = game.rules.hear(image, action(code), seat_of(seat))
                    assert turned_heard == (action(heard) if heard >= 0 else heard)


@law
def test_the_set_up_favours_no_seat(table: Table, walk: Walk) -> None:
    """With the options turned, the start is the turned start."""
    game, start = table.game, table.start()
    for names, _ in invariants_of(table.game).symmetries(start):
        options = dict(table.options)
        for option in game.options:
            if option.seat and isinstance(options[option.name], int):
                options[option.name] = names.get("seat", int)(options[option.name])
        assert Table(table.name, table.seats, options).start() == turned(game, start, names)
