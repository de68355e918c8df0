"""Cartagena lacks nothing that `escapade lacking` looks for."""

from escapade.cli.lacking import lacks
from escapade.games.cartagena import GAME


def test_nothing_is_lacking() -> None:
    assert lacks(GAME) == []
