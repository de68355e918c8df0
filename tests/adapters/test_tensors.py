"""The tensor of a view: nothing is left out, nothing hidden is in it, and every seat sees itself first."""

from random import Random
from typing import Any

import numpy as np
import pytest

import escapade
from escapade.adapters.tensors import Layout, layout
from escapade.adapters.vector import VectorEnv
from escapade.games import GAMES
from escapade.kernel.fields import get_cell
from escapade.kernel.names import SPECTATOR
from escapade.laws.renaming import turned
from escapade.laws.tables import Table, Walk, invariants_of, moments
from escapade.laws.test_noninterference import scrambled

from .bridged import every_table

WALK = Walk(300, 5)


def test_tables_of_one_game_have_a_layout_each_by_their_seats() -> None:
    assert layout(GAMES["stalag17"], 2) is layout(GAMES["stalag17"], 2)
    assert len({layout(GAMES["stalag17"], seats).size for seats in range(2, 6)}) == 4


@pytest.mark.parametrize("name", GAMES)
def test_parts_follow_each_other_and_cover_every_field(name: str) -> None:
    game = GAMES[name]
    for seats in game.seats:
        eyes = Layout(game, seats)
        assert [part.start for part in eyes.parts] == [0, *(part.end for part in eyes.parts[:-1])]
        assert {part.name.split(".")[0] for part in eyes.parts} == {"me", *game.fields.names}


@every_table
def test_what_is_left_out_never_says_anything(name: str, seats: int, options: dict[str, Any]) -> None:
    """Seats that nobody sits on: what is theirs stays as it was at the beginning."""
    table, eyes = Table(name, seats, options), layout(GAMES[name], seats)
    start = table.start()
    for state in moments(table, WALK):
        for part in eyes.parts[1:]:
            if part.of is not None and part.via is None and part.cells:
                first = int(part.of.shape[0])
                for i in range(part.cells[0], first):
                    assert get_cell(state, part.of.name, (i,)) == get_cell(start, part.of.name, (i,))


@every_table
def test_a_tensor_says_what_the_view_says(name: str, seats: int, options: dict[str, Any]) -> None:
    table, eyes = Table(name, seats, options), layout(GAMES[name], seats)
    for state in moments(table, WALK):
        for seat in range(seats):
            view = table.game.view(state, seat)
            said = eyes.named(eyes.tensor(view, seat))
            assert said["me"].tolist() == [float(s == seat) for s in range(max(2, seats))]
            hidden = {field for field, _ in table.game.fields.hidden(state, seat)}
            for field in table.game.fields.table:
                mine = np.array(getattr(view, field.name))
                if field.name in hidden:
                    assert said[f"{field.name}?"].any()
                if field.seated and field.holds is None:
                    at_the_table = np.roll(mine[:seats], -seat, 0)
                    assert np.array_equal(said[field.name][:seats], at_the_table)
                elif field.shape == () and field.holds is None and field.bits is None:
                    assert said[field.name] == max(0, mine)
            if view.turn >= 0:
                assert said["turn"].argmax() == (view.turn - seat) % seats


@every_table
def test_nothing_hidden_is_in_a_tensor(name: str, seats: int, options: dict[str, Any]) -> None:
    table, eyes = Table(name, seats, options), layout(GAMES[name], seats)
    for i, state in enumerate(moments(table, WALK)):
        for seat in range(seats):
            other = scrambled(table, state, seat, Random(i))
            one, two = (eyes.tensor(table.game.view(s, seat), seat) for s in (state, other))
            assert np.array_equal(one, two)


@pytest.mark.parametrize(("name", "seats"), [("cartagena", 4), ("stalag17", 3), ("jailbreakers", 3)])
def test_a_table_that_is_turned_looks_the_same_to_who_sits_there(name: str, seats: int) -> None:
    """Only `me` tells seats apart. Stratego's squares are not turned, since actions name them."""
    table, eyes = Table(name, seats, {}), layout(GAMES[name], seats)
    tried = 0
    for state in moments(table, WALK):
        for names, _ in invariants_of(GAMES[name]).symmetries(state):
            image = turned(table.game, state, names)
            for seat in range(seats):
                there = names["seat"](seat)
                one = eyes.tensor(table.game.view(state, seat), seat)
                two = eyes.tensor(table.game.view(image, there), there)
                assert np.array_equal(one[seats:], two[seats:])
                tried += 1
    assert tried


def test_a_spectator_sees_seats_from_0_on_and_is_none_of_them() -> None:
    match = escapade.new("cartagena", seats=3, seed=2)
    eyes = layout(match.game, 3)
    said = eyes.named(eyes.tensor(match.view(None), SPECTATOR))
    assert not said["me"].any()
    assert said["hand?"].all()
    assert said["held"].tolist() == match.view(None).held[:3]


def test_in_small_arrays_great_numbers_stay_at_the_greatest() -> None:
    view = escapade.new("stratego", quiet=1000, red=0).view(0)
    eyes = layout(GAMES["stratego"], 2)
    assert eyes.named(eyes.tensor(view, 0))["limit"] == 1000
    assert eyes.named(eyes.tensor(view, 0, np.int8))["limit"] == 127


def test_sets_are_told_bit_by_bit() -> None:
    view = escapade.new("jailbreakers", seats=2, seed=1).view(0)
    eyes = layout(GAMES["jailbreakers"], 2)
    needs = eyes.named(eyes.tensor(view, 0))["needs"]
    assert [int(sum(2**i for i in np.flatnonzero(plan))) for plan in needs] == view.needs


@every_table
def test_compiled_code_writes_the_same(name: str, seats: int, options: dict[str, Any]) -> None:
    env = VectorEnv(name, 5, seats, **options)
    env.reset(seed=3)
    for _ in range(6):
        for _ in range(23):
            env.step(env.sample())
        for seat in range(seats):
            rows = env.observe(seat)
            for i, record in enumerate(env.records):
                view = env.game.view(env.game.fields.light(record), seat)
                assert np.array_equal(rows[i], env.layout.tensor(view, seat, np.int8))


def test_compiled_code_writes_the_same_in_floating_numbers() -> None:
    env = VectorEnv("stratego", 3, dtype=np.float32, quiet=1000)
    env.reset(seed=3)
    for _ in range(90):
        env.step(env.sample())
        view = env.game.view(env.game.fields.light(env.records[1]), int(env.turn[1]))
        assert np.array_equal(env.observation[1], env.layout.tensor(view, int(env.turn[1])))
