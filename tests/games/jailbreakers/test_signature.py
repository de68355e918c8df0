"""What 1,000 random games of three kinds of table come to: alone, two players, and three with every extra card."""

from ..golden import compare_with_kept
from ..signing import MEANING, signature
from .table import JAILBREAKERS


def test_the_rules_are_those_that_were_signed() -> None:
    text = (
        signature(JAILBREAKERS, 1)
        + signature(JAILBREAKERS, 2, first=1)
        + signature(JAILBREAKERS, 3, money_bag=True, snitch=True, warden=True)
    )
    compare_with_kept(JAILBREAKERS.folder / "signature.txt", text, MEANING)
