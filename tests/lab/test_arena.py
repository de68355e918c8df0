"""Blocks, leagues and their figures, with real bots at real tables."""

import json
import multiprocessing
import random
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import pytest

from escapade.bots import Budget
from escapade.games import GAMES
from escapade.kernel.names import BadInput
from escapade.lab.arena import Arena, Block, BlockPlayer, DecisionTimes, Job, Pairing, arena, contestants, pairs
from escapade.lab.ratings import Sprt

CARTAGENA = GAMES["cartagena"]


def played(*names: str, workers: int = 1, **given: Any) -> Arena:
    found = arena(CARTAGENA, names, **given)
    for _ in found.run(workers):
        pass
    return found


def without_times(data: dict[str, Any]) -> str:
    for entry in data["bots"]:
        entry["time"] = entry["time"]["decisions"]
    return json.dumps(data)


# --- Blocks ---


def test_a_block_is_one_deal_with_the_one_in_every_seat() -> None:
    floor = BlockPlayer(arena(CARTAGENA, ["greedy", "random"], 1, seats=4).setting)
    block = floor.block(Job(0, 1, 7))
    assert len(block.shares) == len(block.plies) == len(block.drawn) == 4
    assert floor.deal(7).log == floor.deal(7).log != floor.deal(8).log
    assert block.shares == floor.block(Job(0, 1, 7)).shares
    assert all(len(ones) < len(others) for ones, others in block.seconds)


def test_sense_beats_chance_from_every_seat() -> None:
    found = played("greedy", "random", games=24).as_data()["pairings"][0]
    assert found["share"] > 0.9
    assert found["low"] > 0.5
    assert min(found["share_by_seat"]) > 0.8
    assert found["elo_low"] > 0


def test_one_among_others_of_its_kind_has_a_fair_share() -> None:
    found = played("random", "random", games=60, seats=3)
    data = found.as_data()["pairings"][0]
    assert found.labels == ["random", "random (2)"]
    assert data["low"] < 1 / 3 < data["high"]
    assert data["sprt"] is None


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert arena(CARTAGENA, ["greedy", "random"], 7, seats=5).most == 2


class Listener:
    """Plays the last legal action, and keeps what it was told."""

    def __init__(self) -> None:
        self.describe: dict[int, list[tuple[int, int]]] = {}

    def choose(
        self, view: Any, legal: Sequence[int], heard: Sequence[tuple[int, int]], budget: Budget, rng: random.Random
    ) -> int:
        assert isinstance(view, CARTAGENA.fields.View)
        self.describe[view.turn] = list(heard)
        return rng.choice(legal)


def test_a_bot_is_told_what_its_seat_heard() -> None:
    floor, ear = BlockPlayer(arena(CARTAGENA, ["greedy", "random"], 1, seats=3).setting), Listener()
    floor.bots = [ear, ear]
    match = floor.deal(1)
    floor.play(match, Job(0, 1, 1), 0)
    for seat in range(3):
        heard = [(actor, action.code) for actor, action in match.heard(seat)]
        assert len(ear.describe[seat]) > 20
        assert ear.describe[seat] == heard[: len(ear.describe[seat])]


class Rebel(Listener):
    """Does not care what is legal."""

    def choose(self, *given: Any) -> int:
        return next(action.code for action in CARTAGENA.actions if action.code not in given[1])


def test_a_bot_that_breaks_the_rules_is_named() -> None:
    floor = BlockPlayer(arena(CARTAGENA, ["greedy", "random"], 1).setting)
    floor.bots = [Rebel(), Rebel()]
    with pytest.raises(BadInput, match=r"(greedy|random) chose what it may not, in block 3, ply \d+, seat [01]: "):
        floor.block(Job(0, 1, 3))


# --- Leagues ---


def test_everybody_meets_everybody_or_the_first_meets_all() -> None:
    assert pairs(3) == [(0, 1), (0, 2), (1, 2)]
    assert pairs(4, gauntlet=True) == [(0, 1), (0, 2), (0, 3)]


def test_seed_and_setting_decide_everything_however_many_work() -> None:
    one, two, other = (
        without_times(played("greedy", "random", "random", games=6, seed=seed, workers=workers).as_data())
        for seed, workers in ((3, 1), (3, 2), (4, 1))
    )
    assert one == two
    assert one.replace('"seed": 3', "") != other.replace('"seed": 4', "")


def test_a_test_that_is_answered_stops_at_the_same_block_however_many_work() -> None:
    alone, together = (
        played("greedy", "random", games=400, sprt=Sprt(0, 100), workers=workers).as_data() for workers in (1, 2)
    )
    assert alone["pairings"] == together["pairings"]
    assert alone["pairings"][0]["sprt"]["accepted"] == "elo1"
    assert alone["pairings"][0]["blocks"] < 30
    assert alone["complete"]


def test_a_block_after_the_answer_does_not_count() -> None:
    pairing = Pairing(0, 1, 2, Sprt(0, 100))
    blocks = [Block(Job(0, 1, n), (1.0, 1.0), (9, 9), (False, False), ()) for n in range(100)]
    counted = [block for block in blocks if pairing.add(block)]
    assert pairing.decided
    assert counted == blocks[: len(pairing.blocks)] != blocks


def test_who_stops_listening_keeps_what_was_played_and_leaves_no_process_behind() -> None:
    found = arena(CARTAGENA, ["greedy", "random", "random"], 100_000)
    with closing(found.run(2)) as blocks:
        for _ in zip(range(4), blocks, strict=False):
            pass
    assert multiprocessing.active_children() == []
    assert not found.complete
    data = found.as_data()
    assert sum(pairing["blocks"] for pairing in data["pairings"]) >= 4
    json.dumps(data, allow_nan=False)


def test_a_worker_that_dies_is_replaced_and_nothing_is_lost() -> None:
    found = arena(CARTAGENA, ["greedy", "random"], 24)
    with closing(found.run(2)) as blocks:
        next(blocks)
        multiprocessing.active_children()[0].kill()
        assert len(list(blocks)) == 11
    assert found.complete
    assert found.as_data()["pairings"] == played("greedy", "random", games=24).as_data()["pairings"]


def test_what_goes_wrong_in_another_process_is_told_here() -> None:
    found = arena(CARTAGENA, ["greedy", "random"], 4)
    broken = found.setting._replace(contestants=(found.setting.contestants[0]._replace(name="deep"),) * 2)
    with pytest.raises(BadInput, match="deep"):
        list(Arena(broken, [(0, 1)], 2).run(2))


# --- Contestants and time ---


def test_a_bot_may_have_a_budget_of_its_own() -> None:
    found = contestants(CARTAGENA, ["greedy@500", "greedy@300ms", "greedy"], Budget(iterations=9))
    assert [who.name for who in found] == ["greedy"] * 3
    assert [who.budget for who in found] == [Budget(iterations=500), Budget(milliseconds=300), Budget(iterations=9)]
    assert [who.label for who in found] == ["greedy@500", "greedy@300ms", "greedy"]


@pytest.mark.parametrize("name", ["greedy@", "greedy@ms", "greedy@0", "greedy@2s", "greedy@-5"])
def test_a_budget_that_cannot_be_read_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="behind @"):
        contestants(CARTAGENA, [name, "random"], Budget())


def test_a_clock_knows_mean_median_and_the_slowest_percent() -> None:
    clock = DecisionTimes()
    clock.add([0.001 * n for n in range(1, 1001)])
    clock.add([])
    data = clock.as_data()
    assert data["decisions"] == 1000
    assert data["mean_ms"] == pytest.approx(500.5)
    assert data["p50_ms"] == pytest.approx(500, rel=0.03)
    assert data["p99_ms"] == pytest.approx(990, rel=0.03)
    assert data["max_ms"] == pytest.approx(1000)
    assert DecisionTimes().as_data()["mean_ms"] == 0
