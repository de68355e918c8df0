"""The soak's compiled laws: they hold for real games, and find what is broken."""

import numpy as np
import pytest
from tests.games.cartagena import conserved as cartagena
from tests.games.stratego import conserved as stratego

from bench import soak, watch
from escapade.games import GAMES
from escapade.kernel.batch import opening, play_chunk
from escapade.kernel.compile import compiled


@pytest.mark.parametrize("name", ["cartagena", "stratego"])
def test_a_short_soak_of_every_kind_finds_nothing(name: str) -> None:
    """The others take as long to compile as all that follows; `make soak` has them."""
    assert soak.soak(name, 200)


@pytest.mark.parametrize(
    ("law", "field", "index", "clause"),
    [
        (cartagena, "deck", 0, 3),
        (cartagena, "held", 1, 6),
        (cartagena, "crowd", 0, 31),
        (cartagena, "left", None, 50),
        (stratego, "movers", 0, 32),
        (stratego, "army", 4, 2),
        (stratego, "shuttles", 1, 14),
    ],
)
def test_a_broken_position_is_found(law: object, field: str, index: int | None, clause: int) -> None:
    conserved = cartagena if law is cartagena else stratego
    game = GAMES["cartagena" if law is cartagena else "stratego"]
    batch = play_chunk(opening(game), 1, 1, 120).batch
    module = compiled(conserved)
    assert module.fault(batch[0]) == 0
    cells = batch[field]
    if index is None:
        cells[0] += 7
    else:
        cells[0, index] += 7
    assert module.fault(batch[0]) == clause


def test_a_game_that_does_not_end_is_found() -> None:
    game = GAMES["stratego"]
    module = compiled(watch, game=game.compiled, conserved=compiled(stratego))
    start, buffers = opening(game), [np.zeros(n, np.int64) for n in (2, game.max_actions, game.max_actions)]
    said = module.watch_games(np.zeros(1, game.fields.dtype), start.record, 0, *buffers, 60)
    assert said[1] == watch.ENDLESS
