"""Stratego with 24 pieces a side."""

from escapade.games.stratego import rules
from escapade.kernel.contract import Game

GAME = Game(rules, parts=("messages", "heuristic", "deductions", "terminal", "invariants"))
