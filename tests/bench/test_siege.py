"""Every attack of `make soak` but the flood, for a moment: it does something, is measured, and a fault is kept."""

from __future__ import annotations

from io import StringIO

from bench.siege import Siege
from rich.console import Console


def test_attacks_are_measured_and_find_nothing() -> None:
    siege = Siege(Console(file=StringIO()))
    siege.model("stratego", 12, 60)
    siege.frames(1)
    siege.http(1)
    assert not [fault for held in siege.held for fault in held.faults]
    assert [held.part for held in siege.held] == ["model, stratego", "frames", "HTTP"]
    assert siege.held[0].did["steps"] >= 12
    assert all(held.did and held.resident > 0 and held.processes > 0 for held in siege.held)
    assert all(held.health for held in siege.held[1:])
    assert siege.table().row_count == 3


def test_a_fault_is_kept_and_the_next_part_follows() -> None:
    siege = Siege(Console(file=StringIO()))
    for _ in range(2):
        with siege.part("attack", 1):
            raise AssertionError("a law is broken")
    assert ["a law is broken" in held.faults[0] for held in siege.held] == [True, True]
