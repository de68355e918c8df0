"""Many games at once."""

import numpy as np

from escapade.games import GAMES
from escapade.kernel.batch import Chunk, Counters, chunks, opening, play_chunk
from escapade.kernel.names import OVER


def test_the_games_of_a_batch_depend_on_the_seed_and_not_on_the_workers() -> None:
    start = opening(GAMES["cartagena"], 3, {"version": "tortuga"})
    runs = []
    for workers in (1, 2):
        parts = sorted(chunks(start, 250, 9, workers, size=60), key=lambda chunk: chunk.first)
        runs.append(b"".join(chunk.batch.tobytes() for chunk in parts))
        assert [len(chunk.plies) for chunk in parts] == [60, 60, 60, 60, 10]
    assert runs[0] == runs[1]
    other = b"".join(chunk.batch.tobytes() for chunk in chunks(start, 250, 10, 1))
    assert other != runs[0]


def test_seeds_share_no_games() -> None:
    start = opening(GAMES["stratego"])
    words = [play_chunk(start, seed << 32, 20, 60).batch.tobytes() for seed in range(65)]
    size = len(words[0]) // 20
    assert len({chunk[i * size : (i + 1) * size] for chunk in words for i in range(20)}) == 65 * 20


def test_every_game_of_a_batch_is_finished_and_scored() -> None:
    for game in GAMES.values():
        chunk = play_chunk(opening(game, 2), 5, 40)
        assert set(chunk.batch["turn"]) == {OVER}
        assert np.allclose(chunk.returns.sum(axis=1), 0)
        assert (chunk.moves <= chunk.plies).all()


def test_a_tally_shares_a_shared_first_place() -> None:
    chunk = play_chunk(opening(GAMES["stratego"]), 0, 4)
    chunk.returns[:] = [[1, -1], [0, 0], [-1, 1], [1, -1]]
    tally = Counters(2)
    tally.add(chunk)
    assert tally.wins.tolist() == [2.5, 1.5]
    share, low, high = tally.win_rates()[0]
    assert low < share == 0.625 < high


def test_sums_are_the_same_however_games_are_cut() -> None:
    returns = np.array([[1, 1, 1], [1, 1, -2], [1, -1, 0]] * 25, float)
    totals = []
    for size in (1, 7, 75):
        tally = Counters(3)
        for first in range(0, len(returns), size):
            some, nothing = returns[first : first + size], np.zeros(0, np.int64)
            tally.add(Chunk(first, nothing, some[:, 0], np.ones(len(some), np.int64), some, nothing))
        totals.append(tally.wins.tolist())
    assert totals[0] == totals[1] == totals[2] == [25 / 3 + 25 / 2 + 25, 25 / 3 + 25 / 2, 25 / 3]
