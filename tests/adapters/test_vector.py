"""The vector environment plays the same matches as our table, many at a time."""

import runpy
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given
from hypothesis import strategies as st

from escapade import OVER, Match
from escapade.adapters.vector import VectorEnv, register
from escapade.games import GAMES
from escapade.kernel.names import BadInput, Refused
from escapade.kernel.rng import pick, seed
from escapade.laws.tables import EXAMPLES
from tests.docs.texts import ROOT

from .bridged import TABLES


class Dice:
    """The dice of one game of an environment, thrown at our table."""

    def __init__(self, number: int) -> None:
        self.words = [0, 0]
        seed(self.words, number)

    def pick(self, ply: int, weights: Sequence[int]) -> int:
        return int(pick(self.words, weights, len(weights)))

    def tags(self, over: bool) -> dict[str, str]:
        return {}


def same(env: VectorEnv, matches: list[Match]) -> None:
    """Turn, legal actions, observations and states of every game are those of its match."""
    for i, match in enumerate(matches):
        seat = match.turn
        assert env.turn[i] == seat
        assert env.legal[i][: env.count[i]].tolist() == match.legal_codes()
        assert np.flatnonzero(env.mask[i]).tolist() == sorted(match.legal_codes())
        assert np.array_equal(env.observation[i], env.layout.tensor(match.view(seat), seat, env.observation.dtype))
        assert env.records[i].tobytes() == match.bytes()


@given(data=st.data())
@EXAMPLES
def test_the_same_dice_and_actions_make_the_same_matches(data: st.DataObject) -> None:
    """Across ends too: a match that ends is scored, and another begins with the same dice."""
    name, seats, options = data.draw(st.sampled_from(TABLES))
    number, many = data.draw(st.integers(0, 2**30)), 2
    env = VectorEnv(name, many, seats, **options)
    env.reset(seed=number)
    dice = [Dice((number << 32) + i) for i in range(many)]
    matches = [Match(env.game, seats, options, None, dice[i]) for i in range(many)]
    for _ in range(data.draw(st.integers(1, 120))):
        same(env, matches)
        codes, actors = env.sample(), env.turn.copy()
        _, rewards, over, late, info = env.step(codes)
        for i, match in enumerate(matches):
            match.play(int(codes[i]))
            assert over[i] == (match.turn == OVER)
            assert info["returns"][i].tolist() == match.returns()
            assert rewards[i] == match.returns()[actors[i]]
            if match.turn == OVER:
                matches[i] = Match(env.game, seats, options, None, dice[i])
        assert not late.any()


@pytest.mark.parametrize("name", ["cartagena", "stratego"])
def test_games_end_and_begin_anew(name: str) -> None:
    env = VectorEnv(name, 16, 2)
    env.reset(seed=5)
    ends, total = 0, np.zeros(2)
    for _ in range(3000):
        _, _, over, _, info = env.step(env.sample())
        ends += int(over.sum())
        total += info["returns"].sum(0)
        assert (info["returns"][~over] == 0).all()
        if ends >= 16:
            break
    assert ends >= 16
    assert total.sum() == pytest.approx(0)


@pytest.mark.parametrize("many", [7, 700])  # a stretch for each thread, and stretches that are taken as they come
def test_threads_and_copies_make_no_difference(many: int) -> None:
    one, two = VectorEnv("cartagena", many, 3), VectorEnv("cartagena", many, 3, threads=2)
    for env in (one, two):
        env.reset(seed=9)
    for _ in range(150):
        codes = one.sample()
        assert np.array_equal(codes, two.sample())
        for mine, theirs in zip(one.step(codes)[:3], two.step(codes)[:3], strict=True):
            if isinstance(mine, dict):
                assert all(np.array_equal(mine[key], theirs[key]) for key in mine)
            else:
                assert np.array_equal(mine, theirs)
    assert one.records.tobytes() == two.records.tobytes()
    two.close()


def test_arrays_are_the_environments_own_and_are_written_again() -> None:
    env = VectorEnv("cartagena", 2)
    first, told = env.reset(seed=1)
    second, rewards, over, _, info = env.step(env.sample())
    assert first["observation"] is second["observation"] is env.observation
    assert told["turn"] is info["turn"]
    assert (rewards is env.rewards, over is env.over) == (True, True)
    assert env.observation_space.contains(second)
    assert env.single_observation_space.contains({key: value[0] for key, value in second.items()})


def test_an_illegal_action_is_refused_and_nothing_changes() -> None:
    env = VectorEnv("cartagena", 3)
    env.reset(seed=1)
    before, codes = env.records.tobytes(), env.sample()
    for wrong, why in ((285, "game 1: 'draw a card' is not legal"), (-1, "code -1"), (999, "code 999")):
        codes[1] = wrong
        with pytest.raises(Refused, match=why):
            env.step(codes)
    with pytest.raises(BadInput, match="an action for each of 3 games"):
        env.step(codes[:2])
    assert env.records.tobytes() == before


def test_what_cannot_be_made_is_refused() -> None:
    mistakes: list[dict[str, Any]] = [
        {"dtype": np.int64},
        {"num_envs": 0},
        {"threads": 0},
        {"seats": 9},
        {"versoin": "tortuga"},
    ]
    for wrong in mistakes:
        with pytest.raises(BadInput):
            VectorEnv("cartagena", **{"num_envs": 2, **wrong})
    with pytest.raises(BadInput, match="no seat 2"):
        VectorEnv("cartagena", 2).observe(2)


def test_gymnasium_makes_it_by_its_name() -> None:
    register()
    register()
    env: Any = gymnasium.make_vec("escapade/cartagena-v0", num_envs=4, seats=5, version="tortuga")
    assert isinstance(env.unwrapped, VectorEnv)
    assert env.unwrapped.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=3)
    assert seen["observation"].shape == (4, env.unwrapped.layout.size)
    assert info["returns"].shape == (4, 5)
    assert {f"escapade/{name}-v0" for name in GAMES} <= set(gymnasium.registry)


def test_the_example_learns() -> None:
    example = runpy.run_path(str(ROOT / "examples" / "self_play.py"))
    assert example["share_of_wins"](example["learn"](400), 400) > 0.6


def test_nothing_of_what_another_seat_was_offered_stays() -> None:
    env = VectorEnv("cartagena", 64, 2)
    env.reset(seed=4)
    for _ in range(80):
        env.step(env.sample())
        behind = np.arange(env.legal.shape[1]) >= env.count[:, None]
        assert (env.legal[behind] == -1).all()
        assert (env.legal[~behind] >= 0).all()


def test_seeds_of_every_kind() -> None:
    env = VectorEnv("cartagena", 3)
    env.reset(seed=7)
    first, after = env.records.copy(), []
    for number in (np.int32(7), np.uint8(7), 7):
        env.reset(seed=number)
        assert env.records.tobytes() == first.tobytes()
        env.reset()  # what follows without a seed follows from the last one
        after.append(env.records.tobytes())
    assert len(set(after)) == 1
    assert after[0] != first.tobytes()
    env.reset(seed=np.int32(8))
    assert env.records.tobytes() != first.tobytes()
    for wrong in (-1, 1 << 31, 1.5, "7"):
        with pytest.raises(BadInput, match="a seed is a whole number from 0"):
            env.reset(seed=wrong)  # type: ignore[arg-type]


def test_a_step_that_was_interrupted_is_not_gone_on_with(monkeypatch: pytest.MonkeyPatch) -> None:
    env, clean = VectorEnv("cartagena", 2000, threads=2), VectorEnv("cartagena", 2000)
    env.reset(seed=5)
    work, rooms = VectorEnv._work, []

    def stopped(self: VectorEnv, codes: Any, shares: Any, room: Any) -> None:
        rooms.append(room)
        if room is self._rooms[0]:
            raise KeyboardInterrupt
        work(self, codes, shares, room)

    with monkeypatch.context() as patch:
        patch.setattr(VectorEnv, "_work", stopped)
        with pytest.raises(KeyboardInterrupt):
            env.step(env.sample())
    with pytest.raises(BadInput, match="call reset first"):
        env.step(np.zeros(2000, np.int64))
    for each in (env, clean):
        each.reset(seed=6)
    assert env.records.tobytes() == clean.records.tobytes()
    env.close()


def test_what_comes_too_early_or_too_late_is_said() -> None:
    env = VectorEnv("cartagena", 2)
    with pytest.raises(BadInput, match="call reset first"):
        env.sample()
    with pytest.raises(BadInput, match="call reset first"):
        env.step([0, 0])
    env.reset(seed=1)
    with pytest.raises(BadInput, match="a whole number each"):
        env.step(env.sample() + 0.5)
    env.close()
    with pytest.raises(BadInput, match="closed"):
        env.step([0, 0])
    with pytest.raises(BadInput, match="closed"):
        env.reset()
