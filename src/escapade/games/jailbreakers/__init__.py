"""Jailbreakers, alone against a phantom or with up to five."""

from escapade.games.jailbreakers import rules
from escapade.kernel.contract import Game

GAME = Game(rules, parts=("messages", "heuristic", "features", "policy", "deductions", "terminal", "invariants"))
