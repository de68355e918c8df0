"""Bribes: prisoners bid in secret for what the guards sell."""

from bribes import rules
from escapade.kernel.contract import Game

GAME = Game(rules, parts=("messages", "invariants"))
