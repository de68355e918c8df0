"""What 1,000 random games of every kind of table come to."""

from ..golden import compare_with_kept
from ..signing import MEANING, signature
from .table import CARTAGENA

TABLES = [(version, seats) for version in ("jamaica", "tortuga") for seats in CARTAGENA.seats]


def test_the_rules_are_those_that_were_signed() -> None:
    text = "".join(signature(CARTAGENA, seats, version=version) for version, seats in TABLES)
    text += signature(CARTAGENA, 3, version="tortuga", tunnel="classic", first=1)
    compare_with_kept(CARTAGENA.folder / "signature.txt", text, MEANING)
