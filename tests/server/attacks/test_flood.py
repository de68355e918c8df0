"""A small flood: all of it works, and two people play on; `python -m tests.server.attacks.flood` is the large one."""

from __future__ import annotations

import multiprocessing

from tests.server.attacks.flood import SMALL, flood, shown


def test_two_people_play_on_under_a_small_flood() -> None:
    held = flood(None, SMALL)
    assert len(held.moves) > 1
    assert len(held.health) > 1
    assert held.unwell == 0
    assert held.done["cut off"] > 0
    assert held.done["frames"] > 0
    assert held.done["spectators"] == SMALL.spectators
    assert shown({"here": held}, SMALL).row_count == len(held.rows(SMALL))
    assert not multiprocessing.active_children()
