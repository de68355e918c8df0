"""Thousands of games as one environment, in the conventions of Gymnasium: stepped together, in compiled code.

`VectorEnv("cartagena", num_envs=4096, threads=2)` is one record array. A step does an action in every game; chance
answers inside, and a game that ends is scored and begins anew in the same step. Arrays that are returned are the
environment's own and are written again by the next step: copy what is to be kept.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from escapade.adapters import stepping
from escapade.adapters.tensors import MOST, layout
from escapade.games import GAMES
from escapade.kernel.batch import opening
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game, find_game
from escapade.kernel.names import BadInput, Refused

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise BadInput("Gymnasium is not installed: pip install 'escapade[research]'") from None

PREFIX = "escapade/"
VERSION = "-v0"
ANEW = AT_THE_TURN = -1  # an action that begins a game anew; the eyes of whichever seat is at the turn


class Room:
    """What one thread works in."""

    def __init__(self, game: Game, seats: int) -> None:
        self.out, self.weight = np.zeros(game.most, np.int64), np.zeros(game.most, np.int64)
        self.view, self.score = np.zeros(1, game.fields.dtype), np.zeros(seats)
        self.memory = self.view.view(np.int8)


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):
    """Many games of one kind, for self-play: in each, the seat at the turn sees, and acts.

    >>> env = VectorEnv("cartagena", num_envs=3, seats=2)
    >>> seen, info = env.reset(seed=7)
    >>> seen["observation"].shape, seen["action_mask"].shape, info["turn"].shape
    ((3, 741), (3, 286), (3,))
    >>> seen, rewards, terminations, truncations, info = env.step(env.sample())
    >>> info["returns"].shape
    (3, 2)
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        threads: int = 1,
        dtype: Any = np.int8,
        pieces: Any = None,
        **options: Any,
    ) -> None:
        found = find_game(GAMES, game) if isinstance(game, str) else game
        start = opening(found, seats, options, found.pieces(pieces) if isinstance(pieces, str) else pieces)
        if np.dtype(dtype) not in MOST:
            raise BadInput(f"observations are int8 or float32, not {np.dtype(dtype)}")
        if num_envs < 1 or threads < 1:
            raise BadInput("there is at least one game, and one thread")
        self.game, self.seats, self.num_envs = found, start.seats, num_envs
        self.layout = layout(found, self.seats)
        self.metadata = {"name": f"{found.name}_v0", "autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self._start, self._rules = start.record, compiled(stepping, game=found.compiled)
        self._rooms = [Room(found, self.seats) for _ in range(min(threads, num_envs))]
        self._pool = ThreadPoolExecutor(len(self._rooms)) if len(self._rooms) > 1 else None
        self._make_arrays(np.dtype(dtype))
        self._make_spaces(np.dtype(dtype))
        self._chosen = np.random.default_rng()

    def _make_arrays(self, dtype: Any) -> None:
        """All there is, once; `records` is the truth of every game, for who may see it."""
        many, actions = self.num_envs, self.game.actions.size
        self.records, self._words = np.zeros(many, self.game.fields.dtype), np.zeros((many, 2), np.int64)
        self.observation, self.mask = np.zeros((many, self.layout.size), dtype), np.zeros((many, actions), np.int8)
        self.legal, self.count = np.zeros((many, self.game.most), np.int32), np.zeros(many, np.int32)
        self.turn, self.returns = np.zeros(many, np.int8), np.zeros((many, self.seats))
        self.rewards, self.over, self._never = np.zeros(many), np.zeros(many, bool), np.zeros(many, bool)
        self._each = np.arange(many)

    def _make_spaces(self, dtype: Any) -> None:
        actions = self.game.actions.size
        seen = spaces.Box(0, MOST[dtype], (self.layout.size,), dtype.type)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.single_observation_space = spaces.Dict({"observation": seen, "action_mask": mask})
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    # --- Gymnasium's conventions ---

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin every game; with the same seed and the same actions everything is the same, on any number of threads.

        Game number i throws the dice of `seed * 2**32 + i`.
        """
        if seed is None:
            seed = int(np.random.default_rng().integers(1 << 31))
        self._chosen = np.random.default_rng(seed)
        self._rules.seed_all(self._words, seed << 32)
        self._step(np.full(self.num_envs, ANEW))
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Do an action in every game, for the seat at the turn. If any is not legal all are refused: nothing changes.

        A reward is what the seat that acted gets by it: something only at the end. The others' is in `returns`.
        """
        codes = np.asarray(actions, np.int64)
        self._must_be_legal(codes)
        self._step(codes)
        return self._seen(), self.rewards, self.over, self._never, self._info()

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        if self._pool:
            self._pool.shutdown()

    # --- Besides ---

    def sample(self) -> Any:
        """A legal action for every game, each as likely; the same ones after the same seed."""
        return self.legal[self._each, (self._chosen.random(self.num_envs) * self.count).astype(np.int64)]

    def observe(self, seat: int) -> Any:
        """What one seat sees of every game, whoever is at the turn: a new array."""
        if seat not in range(self.seats):
            raise BadInput(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")
        rows = np.zeros_like(self.observation)
        self._rules.see_all(self.records, 0, self.num_envs, seat, *self._eyes(self._rooms[0], rows), rows)
        return rows

    # --- Inside ---

    def _step(self, codes: Any) -> None:
        """Share the games among the threads, in stretches."""
        cuts = np.linspace(0, self.num_envs, len(self._rooms) + 1).astype(int).tolist()
        shares = [(first, end - first, room) for first, end, room in zip(cuts, cuts[1:], self._rooms, strict=False)]
        if self._pool is None:
            self._work(codes, *shares[0])
            return
        for done in [self._pool.submit(self._work, codes, *share) for share in shares]:
            done.result()

    def _work(self, codes: Any, first: int, many: int, room: Room) -> None:
        """One thread's part of a step: act, write what may be done, and what is seen."""
        dice, told = (self._words, room.out, room.weight), (self.returns, self.rewards, self.over)
        self._rules.step_all(self.records, first, many, self._start, *dice, codes, room.score, *told)
        self._rules.offer_all(self.records, first, many, room.out, self.legal, self.count, self.mask, self.turn)
        self._rules.see_all(
            self.records, first, many, AT_THE_TURN, *self._eyes(room, self.observation), self.observation
        )

    def _eyes(self, room: Room, rows: Any) -> tuple[Any, ...]:
        """What is needed to look at a game."""
        return room.view, room.memory, self.layout.runs, self.layout.ends, MOST[rows.dtype]

    def _must_be_legal(self, codes: Any) -> None:
        if codes.shape != (self.num_envs,):
            raise BadInput(f"an action for each of {self.num_envs} games is needed, not an array of {codes.shape}")
        known = (codes >= 0) & (codes < self.game.actions.size)
        good = known & (self.mask[self._each, np.where(known, codes, 0)] == 1)
        if not good.all():
            i = int(np.argmin(good))
            said = repr(self.game.actions[int(codes[i])].name) if known[i] else f"code {codes[i]}"
            raise Refused(f"game {i}: {said} is not legal for seat {self.turn[i]} now")

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.observation, "action_mask": self.mask}

    def _info(self) -> dict[str, Any]:
        return {"turn": self.turn, "returns": self.returns, "legal": self.legal, "count": self.count}


def register() -> None:
    """Make every game known to Gymnasium, for `gymnasium.make_vec("escapade/cartagena-v0", num_envs=64, seats=3)`."""
    for name in GAMES:
        if f"{PREFIX}{name}{VERSION}" not in gymnasium.registry:
            entry = f"{__name__}:VectorEnv"
            gymnasium.register(f"{PREFIX}{name}{VERSION}", vector_entry_point=entry, kwargs={"game": name})
