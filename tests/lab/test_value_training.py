"""Learning from games of the rule bot: what is kept of them, that something is learned, always the same from a seed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from escapade import OVER
from escapade.bots.evaluator import features, forward, save
from escapade.games import GAMES
from escapade.kernel.names import BadInput
from escapade.lab.value_training import (
    Dataset,
    GameBatch,
    Table,
    Trained,
    Trainer,
    fit,
    fitted,
    self_play_games,
    validated,
)

TABLE = validated(GAMES["cartagena"])


def taught(n: int, epochs: int, seed: int, table: Table = TABLE) -> Trained:
    """What is learned from so many games."""
    return [*fitted(Dataset(table, [*self_play_games(table, n, seed)]), epochs, seed)][-1]


def together(games: list[GameBatch]) -> tuple[Any, Any]:
    """Positions and ends of some games."""
    return np.concatenate([some.positions for some in games]), np.concatenate([some.score for some in games])


@pytest.mark.parametrize("name", ["cartagena", "stratego"])  # without and with a set-up from a book
def test_positions_are_kept_with_their_ends(name: str) -> None:
    games = [*self_play_games(validated(GAMES[name], 2), 4, 5)]
    positions, ends = together(games)
    assert sum(some.number for some in games) == 4
    assert len(positions) == len(ends) >= 4
    assert (positions["turn"] != OVER).all()
    assert set(np.unique(np.abs(ends))) <= {0.0, 1.0}
    assert np.abs(ends.sum(axis=1)).max() == 0
    assert np.abs(ends).sum() > 0


def test_what_is_learned_foretells_winners_of_games_it_has_not_seen() -> None:
    best = taught(2500, 6, 1)
    positions, ends = together([*self_play_games(TABLE, 300, 2)])
    found = fit(best.evaluator.utilities(positions), ends)
    assert len(ends) > 1000
    assert found.ahead > 0.58  # chance has half; a standard error is less than 0.02
    assert found.error < 0.97  # of 1 for always saying 0


def test_the_same_seed_learns_the_same_and_another_something_else(tmp_path: Path) -> None:
    for name, seed in (("a", 4), ("b", 4), ("c", 5)):
        save(taught(60, 2, seed).evaluator, tmp_path / name)
    a, b, c = (path.read_bytes() for path in sorted(tmp_path.iterdir()))
    assert a == b != c


def test_slopes_are_those_of_the_error() -> None:
    dataset = Dataset(TABLE, [*self_play_games(TABLE, 30, 1)])
    trainer, dice = Trainer(dataset, 1), np.random.default_rng(2)
    trainer.parts = [part.astype(np.float64) for part in trainer.parts]
    given, wanted = (
        features(dataset.values[:40, 0], dataset.cells).astype(np.float64),
        dataset.score[:40, 0],
    )

    def error() -> float:
        return float(np.mean((forward(trainer.layers, given)[-1][:, 0] - wanted) ** 2))

    before = trainer.gradients(given, wanted)
    for part, gradient in zip(trainer.parts, before, strict=True):
        way = dice.normal(size=part.shape)
        part += 1e-6 * way
        up = error()
        part -= 2e-6 * way
        down = error()
        part += 1e-6 * way
        assert (up - down) / 2e-6 == pytest.approx(float((way * gradient).sum()), rel=1e-3, abs=1e-6)


def test_values_are_measured_by_who_wins_and_how_far_off_they_are() -> None:
    ends = np.array([[1.0, -1.0], [-1.0, 1.0], [0.0, 0.0]])
    assert fit(ends, ends) == (0.0, 1.0)
    assert fit(-ends, ends).error == pytest.approx(8 / 3)
    assert fit(-ends, ends).ahead == pytest.approx(1 / 3)  # in a draw nobody was wrong
    assert fit(ends * 0, ends).error == pytest.approx(2 / 3)


def test_games_from_which_nothing_can_be_learned_are_refused() -> None:
    with pytest.raises(BadInput, match="too few"):
        Dataset(TABLE, [*self_play_games(TABLE, 1, 1)])
