"""Players that see a view and choose an action.

>>> import random, escapade
>>> match, dice = escapade.new("cartagena", seed=7), random.Random(1)
>>> me, legal = match.turn, [action.code for action in match.legal()]
>>> bot(match.game, "greedy").choose(match.view(me), legal, match.heard_codes(me), Budget(), dice) in legal
True
"""

from escapade.bots.contract import Bot, Budget, Heard
from escapade.bots.levels import LEVELS, Level, bot, level_of, names

__all__ = ["LEVELS", "Bot", "Budget", "Heard", "Level", "bot", "level_of", "names"]
