"""The soak of secrets: nothing is told by the games as they are, and a leak is found."""

import numpy as np
import pytest
from bench.secrets import first_leak, scramble, secrets
from bench.soak import kinds
from rich.console import Console

from bench import observing
from escapade.games import GAMES
from escapade.kernel.batch import opening, play_chunk
from escapade.kernel.compile import compiled
from escapade.kernel.names import SPECTATOR


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_told(name: str) -> None:
    assert secrets(name, 600, kinds(GAMES[name])[:3], Console(quiet=True))


@pytest.mark.parametrize("name", GAMES)
def test_the_cells_hidden_in_a_batch_are_those_hidden_in_each_state(name: str) -> None:
    game = GAMES[name]
    batch = play_chunk(opening(game), 3, 4, 120).batch
    for observer in (0, SPECTATOR):
        masks = dict(game.fields.hidden_in(batch, observer))
        for i in range(len(batch)):
            named = {(field, *map(int, index)) for field, mask in masks.items() for index in np.argwhere(mask[i])}
            assert named == {
                (field, *index) for field, index in game.fields.hidden(game.fields.light(batch[i]), observer)
            }


def test_a_leak_is_found() -> None:
    """A game whose table hides less than its rules erase, or erase less than it hides, does not pass."""
    game = GAMES["stratego"]
    start = opening(game)
    batch = play_chunk(start, 0, 5, 100).batch
    other = batch.copy()
    assert scramble(start, other, 0, np.random.default_rng(0)) > 0
    other["board"][3, 0] = 40
    assert first_leak(compiled(observing, game=game.compiled), start, batch, other, 0) == 3
