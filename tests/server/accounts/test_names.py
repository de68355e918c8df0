"""Names and logins as they are shown and kept."""

from __future__ import annotations

import pytest

from escapade.server.accounts.names import tidy_login, tidy_name


@pytest.mark.parametrize(
    ("given", "shown"),
    [("  Ann   B ", "Ann B"), ("a\u202eb\u0000c\u200d", "abc"), ("\u200b", ""), ("!?", ""), ("x" * 40, "x" * 24)],
)
def test_a_name_is_shown_without_tricks(given: str, shown: str) -> None:
    assert tidy_name(given) == shown


def test_a_login_is_the_same_however_it_is_typed() -> None:
    assert {tidy_login(said) for said in ("Zoë", "ZOE\u0308", " zoë ", "ｚｏë")} == {"zoë"}
