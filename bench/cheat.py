"""A planner that cheats, to be measured against: it is shown the state, so its guess of what is hidden is the truth.

It lives here and not among the bots, which can only ever be handed a view: this floor hands it more. How much better it
plays than the honest planner is what knowing everything would be worth, and so the most that better guessing can bring.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

from escapade.bots import Budget, planner
from escapade.bots.levels import HeuristicBot
from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.match import Match
from escapade.kernel.names import NONE
from escapade.lab.arena import Block, BlockPlayer, Job, Setting, play_block

CHEAT = "cheat"  # what its label begins with


class OpenPlan(planner.Plan):
    """A decision whose root has no holes: candidates are tried in the one world there is, again and again."""

    def __init__(self, game: Game, state: Any, legal: Sequence[int], rng: random.Random) -> None:
        super().__init__(game, state, legal, rng)
        self.seer = NONE


class OpenFloor(BlockPlayer):
    """Where a cheat plays: contestants whose label says so see the state when they choose, all others their view."""

    def choice(self, match: Match, who: int, dice: random.Random) -> tuple[int, float]:
        """What a bot chooses, and the seconds it takes."""
        contestant = self.setting.contestants[who]
        if not contestant.label.startswith(CHEAT):
            return super().choice(match, who, dice)
        began = time.perf_counter()
        code = self.peek(match._state, match, contestant.budget, dice)
        return code, time.perf_counter() - began

    def peek(self, state: State, match: Match, budget: Budget, dice: random.Random) -> int:
        """Think as a planner does, from the state itself; set-ups come from the book, as everyone's."""
        legal = match.legal_codes()
        if len(legal) == 1 or self.game.simultaneous(state):
            return HeuristicBot(self.game).choose(match.view(match.turn), legal, [], budget, dice)
        ranking = planner.think(OpenPlan(self.game, state, legal, dice), budget)
        return dice.choice([*planner.mixture(ranking)])


def play_open_block(given: tuple[Setting, Job]) -> Block:
    """Play a block with a cheat in it, in a process that plays many."""
    return play_block(given, OpenFloor)
