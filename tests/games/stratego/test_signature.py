"""What 1,000 random games of every kind of table come to."""

from ..golden import compare_with_kept
from ..signing import MEANING, signature
from .table import STRATEGO


def test_the_rules_are_those_that_were_signed() -> None:
    text = "".join(signature(STRATEGO, 2, red=red, quiet=quiet) for red in ("lot", 1) for quiet in (200, 20, 0))
    compare_with_kept(STRATEGO.folder / "signature.txt", text, MEANING)
