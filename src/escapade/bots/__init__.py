"""Players that see a view and choose an action.

>>> import random, escapade
>>> match, dice = escapade.new("cartagena", seed=7), random.Random(1)
>>> legal = [action.code for action in match.legal()]
>>> BOTS["greedy"](match.game, match.view(match.turn), legal, dice) in legal
True
"""

from escapade.bots import greedy, uniform
from escapade.bots.bot import Bot

BOTS: dict[str, Bot] = {"random": uniform.choose, "greedy": greedy.choose}

__all__ = ["BOTS", "Bot"]
