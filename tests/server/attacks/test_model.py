"""The model for a few hundred steps of every game; `make soak` runs it for as long as one likes."""

from __future__ import annotations

import pytest

from escapade.games import GAMES
from tests.server.attacks.model import HELD, run_model
from tests.server.attacks.plant import FAULTS, Fault, fits

STEPS = 300


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_done_in_any_order_nobody_learns_more_than_is_theirs(game: str) -> None:
    HELD.clear()
    run_model(game, STEPS, again=True)
    assert HELD["steps"] >= STEPS
    assert HELD["frames"] > STEPS  # everybody was told something


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_can_still_be_planted(fault: Fault) -> None:
    assert fits(fault)
