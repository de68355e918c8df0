"""Every game is an environment of PettingZoo: by its own tests, and action by action the same as at our table."""

import copy
import itertools
import pickle
import time
import warnings
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.utils import turn_based_aec_to_parallel

import escapade
from escapade import OVER
from escapade.adapters.pettingzoo import Table, env, raw_env, register
from escapade.adapters.tensors import layout
from escapade.games import GAMES
from escapade.kernel.names import BadInput, Refused
from escapade.laws.tables import EXAMPLES

from .bridged import TABLES, every_table

with warnings.catch_warnings(action="ignore"):  # its tests import its environments in a way that it has deprecated
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

# PettingZoo warns of every dictionary that is not of its own environments, and of masks that are empty at the end.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


# --- PettingZoo's own tests ---


@every_table
def test_it_passes_the_test_of_the_interface(name: str, seats: int, options: dict[str, Any]) -> None:
    api_test(env(name, seats, **options), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_a_match_that_is_cut_short_passes_the_test_of_the_interface_to_its_end(name: str) -> None:
    api_test(env(name, max_cycles=30, dtype=np.int8), num_cycles=60)


@every_table
def test_it_passes_the_test_of_seeds(name: str, seats: int, options: dict[str, Any]) -> None:
    seed_test(partial(env, name, seats, **options), num_cycles=25)


def test_without_a_seed_a_match_follows_from_the_last_one() -> None:
    table, found = raw_env("cartagena", 2), []
    for seed in (3, np.int32(3)):
        table.reset(seed=seed)  # type: ignore[arg-type]
        table.reset()
        found.append([ply.action for ply in table.match.log])
    assert found[0] == found[1]
    table.reset()
    assert [ply.action for ply in table.match.log] != found[0]
    with pytest.raises(BadInput, match="int8 or float32"):
        raw_env("cartagena", 2, dtype="f8")


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_test_of_rendering(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(partial(env, name))
    assert GAMES[name].title in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_benchmark(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It runs for five seconds: here, of a clock on which a cycle is one."""
    seconds = itertools.count()
    monkeypatch.setattr(time, "time", lambda: next(seconds))
    performance_benchmark(env(name))
    assert "turns per second" in capsys.readouterr().out


# --- The same match ---


@given(data=st.data())
@EXAMPLES
def test_the_same_seed_and_actions_make_the_same_match(data: st.DataObject) -> None:
    name, seats, options = data.draw(st.sampled_from(TABLES))
    seed, dice = data.draw(st.integers(0, 2**32)), data.draw(st.randoms(use_true_random=False))
    table, match = raw_env(name, seats, **options), escapade.new(name, seats, seed, **options)
    table.reset(seed=seed)
    eyes = layout(match.game, seats)
    for number in range(data.draw(st.integers(1, 120))):
        if match.turn == OVER:
            break
        assert table.agent_selection == f"seat_{match.turn}"
        for seat in range(seats) if number % 20 == 0 else [match.turn]:
            seen = table.observe(f"seat_{seat}")
            assert np.array_equal(seen["observation"], eyes.tensor(match.view(seat), seat))
            legal = match.legal_codes() if seat == match.turn else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == sorted(legal)
            assert np.array_equal(table.infos[f"seat_{seat}"]["action_mask"], seen["action_mask"])
        code = dice.choice(match.legal_codes())
        table.step(code)
        match.play(code)
        assert table.match.bytes() == match.bytes()
        assert [table.rewards[agent] for agent in table.agents] == match.returns()


def played_out(table: Any, seed: int) -> dict[str, float]:
    """Play to the end at random; what each agent was given in all."""
    dice, got = Random(seed), dict.fromkeys(table.possible_agents, 0.0)
    table.reset(seed=seed)
    for agent in table.agent_iter():
        _, reward, over, late, info = table.last()
        got[agent] += reward
        table.step(None if over or late else dice.choice(np.flatnonzero(info["action_mask"]).tolist()))
    return got


@pytest.mark.parametrize(("name", "seats", "options"), [TABLES[0], TABLES[2], TABLES[6]])
def test_everyone_is_given_their_return(name: str, seats: int, options: dict[str, Any]) -> None:
    table = env(name, seats, **options)
    got = played_out(table, 4)
    bare: Any = table.unwrapped
    assert bare.match.turn == OVER
    assert [*got.values()] == bare.match.returns()
    assert table.agents == []


# --- The rest of its conventions ---


def test_a_game_is_made_by_the_registry_too() -> None:
    register()
    register()
    table: Any = pettingzoo.make("aec", "escapade/stalag17_v0", seats=4, play_on=True)
    assert str(table) == "stalag17_v0"
    assert table.possible_agents == ["seat_0", "seat_1", "seat_2", "seat_3"]
    assert table.unwrapped.options["play_on"] is True
    assert {f"escapade/{name}-v0" for name in GAMES} <= set(pettingzoo.aec_registry)


@every_table
def test_copies_and_pickles_are_equal_and_share_nothing(name: str, seats: int, options: dict[str, Any]) -> None:
    table = env(name, seats, **options)
    fresh = pickle.loads(pickle.dumps(table))
    for one in (table, fresh):
        one.reset(seed=5)
        for _ in range(12):
            one.step(np.flatnonzero(one.last()[0]["action_mask"])[-1])
    bare: Any = table.unwrapped
    before = bare.match.bytes()
    assert fresh.unwrapped.match.bytes() == before
    for other in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert other.unwrapped.match.bytes() == before
        code = np.flatnonzero(other.last()[0]["action_mask"])[0]
        other.step(code)
        assert bare.match.bytes() == before != other.unwrapped.match.bytes()
    table.step(code)
    assert bare.match.bytes() == other.unwrapped.match.bytes()  # the dice go on the same


def test_an_illegal_action_is_refused_and_ends_a_game_that_is_wrapped() -> None:
    bare = Table("cartagena", 2)
    bare.reset(seed=1)
    before = bare.match.bytes()
    with pytest.raises(Refused):
        bare.step(285)
    assert bare.match.bytes() == before
    wrapped = env("cartagena", 2)
    wrapped.reset(seed=1)
    loser = wrapped.agent_selection
    wrapped.step(285)
    assert all(wrapped.terminations.values())
    assert wrapped.rewards[loser] == -1


def test_a_match_may_be_cut_short() -> None:
    table = raw_env("stratego", max_cycles=3)
    table.reset(seed=1)
    for _ in range(3):
        table.step(table.match.legal_codes()[0])
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def test_text_and_picture_show_what_a_spectator_sees() -> None:
    table = raw_env("cartagena", 2, render_mode="ansi")
    table.reset(seed=1)
    assert "hand: 0 (? hidden)  1 (? hidden)" in table.render()
    table.render_mode = "rgb_array"
    assert table.render().std() > 10
    table.render_mode = None
    with pytest.raises(BadInput, match="render_mode"):
        table.render()
    with pytest.raises(BadInput, match="render_mode"):
        raw_env("cartagena", render_mode="film")


def test_pettingzoos_own_converter_gives_it_the_parallel_form() -> None:
    table = turn_based_aec_to_parallel(env("cartagena", 3))
    seen, _ = table.reset(seed=2)
    for _ in range(20):
        codes = {agent: np.flatnonzero(eye["action_mask"]) for agent, eye in seen.items()}
        acts = {agent: int(found[0]) if len(found) else None for agent, found in codes.items()}
        seen, *_ = table.step(acts)
    assert sum(len(found) > 0 for found in codes.values()) == 1
