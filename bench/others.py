"""Random play in other libraries: OpenSpiel's own games, PettingZoo's classic environments, RLCard's Leduc.

Everything plays as its documentation shows it, and is asked for random legal actions. Decisions are counted, chance is
not. What is not installed is left out.
"""

from __future__ import annotations

import importlib
import random
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

Runner = Callable[[], tuple[float, float]]

SPIEL = (
    "tic_tac_toe", "connect_four", "leduc_poker", "backgammon", "gin_rummy",
    "breakthrough", "nine_mens_morris", "hex(board_size=8)",
)  # fmt: skip
CLASSIC = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "chess_v6", "go_v5")
LIBRARIES = ("open_spiel", "pettingzoo", "gymnasium", "rlcard")
SEARCHED = 400  # games by which the mean length of a game is known
A_ROUND = 0.03  # seconds, about
ROLLOUTS = "OpenSpiel, rollouts in C++"
LOOPS = "OpenSpiel, a loop in Python"
ZOO = "PettingZoo, with observations"
CARDS = "RLCard, with observations"


def versions() -> dict[str, str]:
    """Which of the libraries there are."""
    found = {}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found


def runners() -> Iterator[tuple[str, str, Runner]]:
    """Everything that can be measured here: how, which game, and a round of it."""
    there = versions()
    if "open_spiel" in there:
        import pyspiel

        for name in SPIEL:
            game = pyspiel.load_game(name)
            length, second = looped(game, SEARCHED)
            yield ROLLOUTS, name, rollouts(game, length)
            yield LOOPS, name, loop(game, max(1, round(A_ROUND * SEARCHED / second)))
    if "pettingzoo" in there:
        for name in CLASSIC:
            made = environment(name)
            if made is not None:
                yield ZOO, name.rpartition("_")[0], lasting(partial(classic, made))
    if "rlcard" in there:
        yield CARDS, "leduc-holdem", lasting(leduc())


def lasting(play: Callable[[int], tuple[float, float]]) -> Runner:
    """A round that is long enough to be timed."""
    _, second = play(3)
    games = max(1, round(3 * A_ROUND / max(second, 1e-9)))
    return lambda: play(games)


# --- OpenSpiel ---------------------------------------------------------------


def looped(game: Any, games: int) -> tuple[float, float]:
    """Play in Python, state by state; return how many decisions a game has, and the seconds for all of them."""
    moves, began = 0, time.thread_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                chance(state)
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
    return moves / games, time.thread_time() - began


def chance(state: Any) -> None:
    """Let chance act."""
    outcomes, odds = zip(*state.chance_outcomes(), strict=True)
    state.apply_action(random.choices(outcomes, odds)[0])


def loop(game: Any, games: int) -> Runner:
    """The same, timed."""

    def run() -> tuple[float, float]:
        length, seconds = looped(game, games)
        return length * games, seconds

    return run


def rollouts(game: Any, length: float) -> Runner:
    """Random play that never leaves C++: what a tree search of two simulations does, of so many rollouts each.

    The first simulation rolls out from the root, the second from a child of it, one decision later.
    """
    import pyspiel

    state = game.new_initial_state()
    while state.is_chance_node():
        chance(state)

    def search(many: int) -> tuple[float, float]:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(many, 1), 1.0, 2, 100, False, 1, False)
        began = time.thread_time()
        bot.step(state)
        return many * (2 * length - 1), time.thread_time() - began

    _, seconds = search(100)
    many = max(1, round(100 * A_ROUND / max(seconds, 1e-6)))
    return lambda: search(many)


# --- PettingZoo and RLCard ---------------------------------------------------


def environment(name: str) -> Any:
    """One of PettingZoo's classic environments, without its checks of what is done; None if something is missing."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return importlib.import_module(f"pettingzoo.classic.{name}").raw_env()
        except ImportError:
            return None


def classic(env: Any, games: int) -> tuple[float, float]:
    """Play an environment by its own loop: last, choose by the mask, step."""
    moves, began = 0, time.thread_time()
    for number in range(games):
        env.reset(seed=number)
        for _ in env.agent_iter():
            seen, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
            env.step(random.choice(mask.nonzero()[0].tolist()))
            moves += 1
    return moves, time.thread_time() - began


def leduc() -> Callable[[int], tuple[float, float]]:
    """RLCard's Leduc, step by step."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import rlcard

        env = rlcard.make("leduc-holdem")

    def play(games: int) -> tuple[float, float]:
        moves, began = 0, time.thread_time()
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                moves += 1
        return moves, time.thread_time() - began

    return play
