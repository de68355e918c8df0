"""Self-play on many games at once, with nothing but NumPy: a policy for Cartagena learns to win more often.

    python examples/self_play.py

The policy is a table of one number for each action, softmax over what is legal; both seats play it, and every action
of a game is made more or less likely by what its seat got in the end (REINFORCE). See docs/adapters.md.
"""

import sys

import numpy as np

from escapade.adapters.vector import VectorEnv

GAMES, RATE = 512, 0.05


def chances(weights: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """How likely each action is in every game: the greater its weight the more, among those that are legal."""
    likely = np.exp(weights - weights.max()) * mask
    return likely / likely.sum(1, keepdims=True)


def choose(likely: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """Draw an action for every game."""
    return (likely.cumsum(1) > dice.random((len(likely), 1)) * likely.sum(1, keepdims=True)).argmax(1)


def learn(steps: int) -> np.ndarray:
    """Play and learn for so many steps of all games."""
    env, dice = VectorEnv("cartagena", GAMES, seats=2, threads=2), np.random.default_rng(1)
    weights = np.zeros(env.game.actions.size)
    tried = np.zeros((GAMES, env.seats, len(weights)))  # what each seat did in its game, beyond what was to be expected
    seen, info = env.reset(seed=1)
    each = np.arange(GAMES)
    for _ in range(steps):
        seat, likely = info["turn"].copy(), chances(weights, seen["action_mask"])
        actions = choose(likely, dice)
        tried[each, seat] -= likely
        tried[each, seat, actions] += 1
        seen, _, over, _, info = env.step(actions)
        if over.any():
            weights += RATE * np.einsum("gs,gsa->a", info["returns"][over], tried[over]) / over.sum()
            tried[over] = 0
    return weights


def share_of_wins(weights: np.ndarray, steps: int) -> float:
    """How often it wins against who acts at random, the seats taking turns game by game."""
    env, dice = VectorEnv("cartagena", GAMES, seats=2, threads=2), np.random.default_rng(2)
    seen, info = env.reset(seed=2)
    ours, wins, games = np.arange(GAMES) % 2, 0, 0
    for _ in range(steps):
        learned = choose(chances(weights, seen["action_mask"]), dice)
        seen, _, over, _, info = env.step(np.where(info["turn"] == ours, learned, env.sample()))
        wins += int((info["returns"][np.arange(GAMES), ours][over] > 0).sum())
        games += int(over.sum())
    return wins / max(1, games)


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    print(f"before: {share_of_wins(np.zeros(286), steps):.0%} against random play")
    print(f"after:  {share_of_wins(learn(steps), steps):.0%}")
