"""Thousands of games as one environment, in the conventions of Gymnasium: stepped together, in compiled code.

`VectorEnv("cartagena", num_envs=4096, threads=2)` is one record array. A step does an action in every game; chance
answers inside, and a game that ends is scored and begins anew in the same step. Arrays that are returned are the
environment's own and are written again by the next step: copy what is to be kept.
"""

from __future__ import annotations

import operator
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, SupportsIndex

import numpy as np

from escapade.adapters import batch_step
from escapade.adapters.tensors import MAX_VALUE, kind_of_numbers, layout
from escapade.games import GAMES
from escapade.kernel.batch import opening
from escapade.kernel.compile import compiled
from escapade.kernel.contract import Game, find_game
from escapade.kernel.names import NONE, BadInput, Refused

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise BadInput("Gymnasium is not installed: pip install 'escapade[research]'") from None

PREFIX = "escapade/"
VERSION = "-v0"
STRETCH = 256  # games that a thread takes at a time, at the most, if there are several threads
SEEDS = 1 << 31  # how many there are
ANEW = -1  # an action that begins a game anew


class Room:
    """What one thread works in."""

    def __init__(self, game: Game, seats: int) -> None:
        self.out, self.weight = np.zeros(game.max_actions, np.int64), np.zeros(game.max_actions, np.int64)
        self.view, self.score = np.zeros(1, game.fields.dtype), np.zeros(seats)
        self.memory, self.found = self.view.view(np.int8), np.zeros(layout(game, seats).most + 1, np.int64)


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
        start, numbers = opening(found, seats, options, found.pieces(pieces)), kind_of_numbers(dtype)
        if num_envs < 1 or threads < 1:
            raise BadInput("there is at least one game, and one thread")
        self.game, self.seats, self.num_envs = found, start.seats, num_envs
        self.layout = layout(found, self.seats)
        self.metadata = {"name": f"{found.name}_v0", "autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self._start, self._rules = start.record, compiled(batch_step, game=found.compiled)
        self._rooms = [Room(found, self.seats) for _ in range(min(threads, num_envs))]
        share = -(-num_envs // len(self._rooms))
        stretch = min(STRETCH, share) if len(self._rooms) > 1 else share
        self._shares = [(first, min(stretch, num_envs - first)) for first in range(0, num_envs, stretch)]
        self._pool = ThreadPoolExecutor(len(self._rooms) - 1) if len(self._rooms) > 1 else None
        self._seeds, self._begun = np.random.default_rng(), False
        self._make_arrays(numbers)
        self._make_spaces(numbers)

    def _make_arrays(self, dtype: Any) -> None:
        """All there is, once; `records` is the truth of every game, for who may see it."""
        many, actions = self.num_envs, self.game.actions.size
        self.records, self._words = np.zeros(many, self.game.fields.dtype), np.zeros((many, 2), np.int64)
        self.observation, self.mask = np.zeros((many, self.layout.size), dtype), np.zeros((many, actions), np.int8)
        self.legal, self.count = np.full((many, self.game.max_actions), NONE, np.int32), np.zeros(many, np.int32)
        self.turn, self.returns = np.zeros(many, np.int8), np.zeros((many, self.seats))
        self.rewards, self.over, self._never = np.zeros(many), np.zeros(many, bool), np.zeros(many, bool)
        self._lot = np.zeros((1, 2), np.int64)  # the dice of `sample`

    def _make_spaces(self, dtype: Any) -> None:
        actions = self.game.actions.size
        seen = spaces.Box(0, MAX_VALUE[dtype], (self.layout.size,), dtype.type)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.single_observation_space = spaces.Dict({"observation": seen, "action_mask": mask})
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    # --- Gymnasium's conventions ---

    def reset(
        self, *, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin every game; with the same seed and the same actions everything is the same, on any number of threads.

        Game number i throws the dice of `seed * 2**32 + i`. Without a seed games follow from the last one given.
        """
        if self.closed:
            raise BadInput("the environment is closed")
        seed = self._next_seed(seed)
        self._rules.seed_all(self._lot, ~seed)
        self._rules.seed_all(self._words, seed << 32)
        self._step(np.full(self.num_envs, ANEW))
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Do an action in every game, for the seat at the turn. If any is not legal all are refused: nothing changes.

        A reward is what the seat that acted gets by it: something only at the end. The others' is in `returns`.
        """
        self._step(self._checked(actions))
        return self._seen(), self.rewards, self.over, self._never, self._info()

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        if self._pool:
            self._pool.shutdown()

    # --- Besides ---

    def sample(self) -> Any:
        """A legal action for every game, each as likely; the same ones after the same seed."""
        if not self._begun:
            raise BadInput("call reset first: nothing is offered yet")
        codes = np.zeros(self.num_envs, np.int64)
        self._rules.choose_all(self._lot[0], self.legal, self.count, codes)
        return codes

    def observe(self, seat: int) -> Any:
        """What one seat sees of every game, whoever is at the turn: a new array."""
        if seat not in range(self.seats):
            raise BadInput(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")
        rows = np.zeros_like(self.observation)
        self._rules.see_all(self.records, seat, *self._observer(self._rooms[0], rows), rows)
        return rows

    # --- Inside ---

    def _next_seed(self, seed: Any) -> int:
        """The seed that was given, or the next of those that follow from the last one that was."""
        if seed is not None:
            seed = whole_seed(seed)
            self._seeds = np.random.default_rng(seed)
        return seed if seed is not None else int(self._seeds.integers(SEEDS))

    def _step(self, codes: Any) -> None:
        """Share the games among the threads: whoever is free takes the next stretch, since a thread wakes up late."""
        shares = iter(self._shares)
        others = [self._pool.submit(self._work, codes, shares, room) for room in self._rooms[1:]] if self._pool else []
        self._begun = False
        try:
            self._work(codes, shares, self._rooms[0])
        finally:
            deque(shares, 0)  # interrupted: nobody takes any more
            for other in others:
                while not other.cancel() and not other.done():
                    time.sleep(0)  # it has one stretch to finish: to sleep and be woken would take longer
        for other in others:
            if not other.cancelled():
                other.result()
        self._begun = True

    def _work(self, codes: Any, shares: Iterator[tuple[int, int]], room: Room) -> None:
        """One thread's part of a step."""
        dice, results = (self._words, room.out, room.weight), (self.returns, self.rewards, self.over)
        offered = self.legal, self.count, self.mask, self.turn
        seen = *self._observer(room, self.observation), self.observation
        for first, many in shares:
            self._rules.step_all(
                self.records, first, many, self._start, *dice, codes, room.score, *results, *offered, *seen
            )

    def _observer(self, room: Room, rows: Any) -> tuple[Any, ...]:
        """What is needed to look at a game."""
        return room.view, room.memory, room.found, self.layout.runs, self.layout.ends, MAX_VALUE[rows.dtype]

    def _checked(self, actions: Any) -> Any:
        """The actions as codes, if every one is legal."""
        if self.closed or not self._begun:
            raise BadInput("the environment is closed" if self.closed else "call reset first: no step is whole yet")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            wrong = f"an array of {given.shape}, {given.dtype}"
            raise BadInput(f"an action for each of {self.num_envs} games is needed, a whole number each, not {wrong}")
        codes = given.astype(np.int64, copy=False)
        i = self._rules.first_wrong(codes, self.mask)
        if i >= 0:
            known = 0 <= codes[i] < self.game.actions.size
            said = repr(self.game.actions[int(codes[i])].name) if known else f"code {codes[i]}"
            raise Refused(f"game {i}: {said} is not legal for seat {self.turn[i]} now")
        return codes

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.observation, "action_mask": self.mask}

    def _info(self) -> dict[str, Any]:
        return {"turn": self.turn, "returns": self.returns, "legal": self.legal, "count": self.count}


def whole_seed(seed: Any) -> int:
    """A seed as Python counts, of whatever kind the number is."""
    try:
        number = operator.index(seed)
    except TypeError:
        number = -1
    if number not in range(SEEDS):
        raise BadInput(f"a seed is a whole number from 0 to {SEEDS - 1}, not {seed!r}")
    return number


def register() -> None:
    """Make every game known to Gymnasium, for `gymnasium.make_vec("escapade/cartagena-v0", num_envs=64, seats=3)`."""
    for name in GAMES:
        if f"{PREFIX}{name}{VERSION}" not in gymnasium.registry:
            entry = f"{__name__}:VectorEnv"
            gymnasium.register(f"{PREFIX}{name}{VERSION}", vector_entry_point=entry, kwargs={"game": name})
