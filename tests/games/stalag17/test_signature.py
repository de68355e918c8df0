"""What 1,000 random games of two kinds of table come to; at larger ones random play goes on for very long."""

from ..golden import compare_with_kept
from ..signing import MEANING, signature
from .table import STALAG17


def test_the_rules_are_those_that_were_signed() -> None:
    text = signature(STALAG17, 2) + signature(STALAG17, 3, play_on=True, first=1)
    compare_with_kept(STALAG17.folder / "signature.txt", text, MEANING)
