"""Stalag 17 lacks nothing that `escapade lacking` looks for."""

from escapade.cli.lacking import lacks
from escapade.games.stalag17 import GAME


def test_nothing_is_lacking() -> None:
    assert lacks(GAME) == []
