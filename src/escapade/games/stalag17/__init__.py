"""Stalag 17, after its French and its Hungarian rulebook."""

from escapade.games.stalag17 import rules
from escapade.kernel.contract import Game

GAME = Game(
    rules, parts=("messages", "heuristic", "features", "policy", "belief", "deductions", "terminal", "invariants")
)
