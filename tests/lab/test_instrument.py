"""Instrumented games are the games that are played anyway, and their counts fit together."""

import numpy as np
import pytest

from escapade.bots import planner
from escapade.games import GAMES
from escapade.kernel.batch import opening, play_chunk
from escapade.lab import dataset
from escapade.lab.compiled.instrumented_play import Measurements, Scratch
from escapade.lab.instrument import (
    Job,
    action_groups,
    empty_measurements,
    groups_by_code,
    instrumented,
    measure,
    measurements,
)
from escapade.lab.setting import Player, validated

CARTAGENA = GAMES["cartagena"]
RANDOM, GREEDY = Player("random"), Player("greedy")


def test_random_games_are_those_of_simulate() -> None:
    chunk = play_chunk(opening(CARTAGENA, 3), 7 << 32, 20)
    found = measurements(Job(validated(CARTAGENA, 3), (RANDOM,) * 3, 7, 0, 20))
    assert (found.plies == chunk.plies).all()
    assert (found.decisions.sum(axis=1) == chunk.moves).all()
    assert (found.score == chunk.returns).all()
    assert (found.used.sum(axis=0) == chunk.used).all()


def test_a_replayed_game_has_the_measurements_of_the_played_one() -> None:
    setting = validated(CARTAGENA, 2)
    played = measurements(Job(setting, (RANDOM,) * 2, 3, 0, 6))
    logs = dataset.random_logs((setting, 3, 0, 6))
    again, start = empty_measurements(CARTAGENA, 2, 6), opening(CARTAGENA, 2)
    scratch = Scratch(np.zeros(1 << 16, np.int8), np.zeros((2, len(action_groups(CARTAGENA))), np.uint8))
    codes, ends = np.array([code for log in logs for code in log]), np.cumsum([len(log) for log in logs])
    instrumented(CARTAGENA).play_games(
        start.record, 0, codes, ends, np.array([0, 0]), 1.0, 0.2, *groups_by_code(CARTAGENA),
        planner.workspace(CARTAGENA, 2), again, scratch,
    )  # fmt: skip
    for name, one, other in zip(Measurements._fields, played, again, strict=True):
        assert (one == other).all(), name


def test_measurements_fit_together() -> None:
    found = measurements(Job(validated(CARTAGENA, 4), (GREEDY,) * 4, 0, 0, 50))
    assert found.wins.sum(axis=1) == pytest.approx(1)
    assert found.legal.sum() == found.used.sum() == found.decisions.sum()
    assert found.legal[1] == found.forced.sum()
    assert (found.dead <= found.turns).all()
    assert (found.turns <= found.decisions).all()
    assert ((found.settled >= 0) & (found.settled <= 1)).all()
    assert (found.offered >= found.used.sum(axis=0)).all()
    assert (found.users <= 4).all()


def test_bots_that_search_are_measured_in_the_same_way() -> None:
    measured = measure(Job(validated(CARTAGENA, 2), (Player("planner", 4), GREEDY), 0, 0, 2, with_rows=True))
    assert measured.counters.games == 2
    assert measured.rows["game"].tolist() == [0, 1]
    assert measured.rows["wins.0"].sum() + measured.rows["wins.1"].sum() == 2
    assert measured.counters.used.sum() == measured.rows["decisions"].sum()
