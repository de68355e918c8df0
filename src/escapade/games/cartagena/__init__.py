"""Cartagena, in two versions."""

from escapade.games.cartagena import rules
from escapade.kernel.contract import Game

GAME = Game(rules, parts=("messages", "heuristic", "deductions", "terminal", "invariants", "rivals"))
