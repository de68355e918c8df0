"""What better guesses are worth: `python -m bench.guesses stalag17` (`--seats 4 --positions 2000`).

On positions of rule bots' games every idea is tried in worlds guessed from the view alone, in worlds that explain what
was heard, and in the true one. What each of the three then chooses is tried in the true world again, with other dice,
and compared with what the rule bot did. That tells in minutes what would take thousands of games.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

import escapade
from escapade.bots import Budget, bot, planner
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.names import NONE, OVER

EVERY = 5  # decisions of which one is looked at
AGAIN = 3000  # rollouts that tell what a choice is truly worth
TELLS = 777 << 20  # the number of their dice, which nothing was chosen by
WAYS = ("the view", "what was heard", "the truth")


class Moment(NamedTuple):
    """A decision of the rule bot: a plan that goes by the view, one by what was heard, the truth, and what was done."""

    plain: planner.Plan
    remembering: planner.Plan
    truth: Any
    done: int


def moments(game: Game, seats: int, positions: int) -> Iterator[Moment]:
    """Decisions of rule bots, game after game."""
    greedy, number, found = bot(game, "greedy"), 0, 0
    while True:
        number += 1
        match, dice = escapade.new(game.name, seats, number), random.Random(number)
        while match.turn != OVER:
            seat, legal = match.turn, match.legal_codes()
            view, heard = match.view(seat), match.heard_codes(seat)
            code = greedy.choose(view, legal, heard, Budget(), dice)
            if dice.randrange(EVERY) == 0 and len(legal) > 1 and not game.simultaneous(view):
                plans = [planner.Plan(game, view, legal, random.Random(1), heard=events) for events in ((), heard)]
                yield Moment(plans[0], plans[1], game.fields.record(match._state), code)
                found += 1
                if found == positions:
                    return
            match.play(code)


def utilities(plan: planner.Plan, root: Any, seer: int, codes: Any, first: int, worlds: int) -> Any:
    """What these actions come to on average, to the seat at the turn."""
    return plan.outcomes(root, seer, codes, first, worlds).mean(axis=0)


def gains(moment: Moment, worlds: int) -> list[float]:
    """How much better than what was done the choices are that each way leads to."""
    plain, seeing = moment.plain, moment.remembering
    chosen = [
        plain.codes[utilities(plain, plain.root, plain.me, plain.codes, plain.first, worlds).argmax()],
        plain.codes[utilities(seeing, seeing.root, seeing.me, plain.codes, seeing.first, worlds).argmax()],
        plain.codes[utilities(plain, moment.truth, NONE, plain.codes, plain.first, worlds).argmax()],
    ]
    tried = np.array(sorted({*map(int, chosen), moment.done}), np.int64)
    if len(tried) == 1:
        return [0.0] * len(chosen)
    came = dict(zip(tried.tolist(), utilities(plain, moment.truth, NONE, tried, TELLS, AGAIN).tolist(), strict=True))
    return [came[int(code)] - came[moment.done] for code in chosen]


def main() -> int:
    """Print what each way of guessing gains over the rule bot, a decision."""
    asked = argparse.ArgumentParser(prog="python -m bench.guesses", description="what better guesses are worth")
    asked.add_argument("game", choices=[*GAMES])
    asked.add_argument("--seats", type=int, default=2)
    asked.add_argument("--positions", type=int, default=500)
    asked.add_argument("--worlds", type=int, default=300, help="in which each idea is tried")
    given = asked.parse_args()
    rows = []
    for number, moment in enumerate(moments(GAMES[given.game], given.seats, given.positions), 1):
        rows.append(gains(moment, given.worlds))
        if number % 50 == 0:
            print(f"{number} of {given.positions} positions", file=sys.stderr)
    found = np.array(rows)
    for way, column in zip(WAYS, found.T, strict=True):
        print(f"by {way}: {column.mean():+.4f} ± {column.std() / len(rows) ** 0.5:.4f} a decision, from -1 to 1")
    better = found[:, 1] - found[:, 0]
    print(f"what was heard, beside the view: {better.mean():+.4f} ± {better.std() / len(rows) ** 0.5:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
