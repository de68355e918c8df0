"""Is it fair, does it end, is everything used? The same figures for every seat count, from random or bots' games."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from escapade.bots import Bot, Budget, bot
from escapade.games import GAMES
from escapade.kernel.batch import Chunk, Tally, chunks, opening
from escapade.kernel.contract import Game
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.match import Match
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.notation import Verb

SIZE = 20  # bots' games a worker plays before it says so


class Setting(NamedTuple):
    """What is played: plain data, so that it can be sent to another process."""

    game: str
    seats: int
    options: dict[str, Any]
    pieces: Any
    bot: str


class Count(Tally):
    """What the games of one seat count add up to: wins and lengths, what was used, and what the game itself counts."""

    def __init__(self, game: Game, seats: int) -> None:
        super().__init__(seats)
        self.game, self.seats = game, seats
        self.used = np.zeros(game.actions.size, np.int64)
        self.counted = dict.fromkeys(getattr(game.rules, "COUNTED", ()), 0)

    def add(self, chunk: Chunk) -> None:
        """Count a chunk in."""
        super().add(chunk)
        self.used += chunk.used
        for name in self.counted:
            self.counted[name] += int(chunk.batch[name].astype(np.int64).sum())

    def as_data(self) -> dict[str, Any]:
        """Everything, for programs and for the tables."""
        moves, families = (
            np.concatenate(self.lengths),
            zip(self.game.actions.verbs, self.game.actions.bases, strict=True),
        )
        return {
            "seats": self.seats,
            "games": self.games,
            "wins": [
                {"seat": s, "share": w, "low": low, "high": high} for s, (w, low, high) in enumerate(self.win_rates())
            ],
            "length": {"mean": float(moves.mean()), "median": float(np.median(moves)), "max": int(moves.max())},
            "counted": {name: total / self.games for name, total in self.counted.items()},
            "actions": [use for use in (self.use(verb, base) for verb, base in families) if use],
        }

    def use(self, verb: Verb, base: int) -> dict[str, Any]:
        """How often a family of actions was decided on in a game, and how that divides by each of its parts."""
        used = self.used[base : base + verb.size]
        if not used.sum():
            return {}
        grid = used.reshape([len(labels) for labels in verb.parts.values()] or [1])
        parts = {}
        for axis, (part, labels) in enumerate(verb.parts.items()):
            along = grid.sum(axis=tuple(i for i in range(grid.ndim) if i != axis))
            parts[part] = {label: int(n) / self.games for label, n in zip(labels, along, strict=True)}
        return {"says": verb.says, "a_game": int(used.sum()) / self.games, "parts": parts}


def agreed(
    game: Game, seats: int | None = None, options: Mapping[str, Any] | None = None, pieces: Any = None,
    bot: str = "random",
) -> Setting:  # fmt: skip
    """Check what is to be played."""
    number = game.check_seats(seats)
    chosen = game.check_options(options or {}, number)
    return Setting(game.name, number, chosen, game.pieces() if pieces is None else pieces, bot)


def random_chunks(setting: Setting, n: int, seed: int, workers: int) -> Iterator[Chunk]:
    """Random games, compiled."""
    start = opening(GAMES[setting.game], setting.seats, setting.options, setting.pieces)
    return chunks(start, n, seed, workers, max(1, min(1000, n // (8 * workers))))


def bot_chunks(setting: Setting, n: int, seed: int, workers: int) -> Iterator[Chunk]:
    """Games of a bot against itself, in as many processes as asked for."""
    jobs = [(setting, seed, first, min(SIZE, n - first)) for first in range(0, n, SIZE)]
    with ProcessPoolExecutor(workers) as pool:
        try:
            yield from pool.map(bot_chunk, jobs)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def bot_chunk(job: tuple[Setting, int, int, int]) -> Chunk:
    """Play some games of a bot against itself."""
    setting, seed, first, n = job
    game = GAMES[setting.game]
    player = bot(game, setting.bot)
    batch, used = np.zeros(n, game.fields.dtype), np.zeros(game.actions.size, np.int64)
    plies, moves, returns = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros((n, setting.seats))
    for i in range(n):
        match = bot_match(setting, player, f"{seed}/{first + i}")
        decided = [ply.action.code for ply in match.log if ply.seat != CHANCE]
        np.add.at(used, decided, 1)
        batch[i : i + 1] = np.frombuffer(match.bytes(), game.fields.dtype)
        plies[i], moves[i], returns[i] = len(match.log), len(decided), match.returns()
    return Chunk(first, batch, plies, moves, returns, used)


def bot_match(setting: Setting, player: Bot, number: str) -> Match:
    """A match of a bot against itself, move by move; its dice, and the bot's own, are this number's."""
    dealer, dice = SeededDealer(number), random.Random(number)
    match = Match(GAMES[setting.game], setting.seats, setting.options, setting.pieces, dealer)
    while match.turn != OVER:
        heard = match.heard_codes(match.turn)
        match.play(player.choose(match.view(match.turn), match.legal_codes(), heard, Budget(), dice))
    return match


def balance(
    game: Game,
    n: int,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    pieces: Any = None,
    bot: str = "random",
    seed: int = 0,
    workers: int | None = None,
) -> Iterator[tuple[int, Count]]:
    """Play n games for every seat count, or for one; give, chunk by chunk, its games and the count so far."""
    workers = workers or os.cpu_count() or 1
    for number in game.seats if seats is None else [seats]:
        setting = agreed(game, number, options, pieces, bot)
        count = Count(game, number)
        play = random_chunks if bot == "random" else bot_chunks
        for chunk in play(setting, n, seed, workers):
            count.add(chunk)
            yield len(chunk.moves), count
