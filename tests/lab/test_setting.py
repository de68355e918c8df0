"""Who plays and what: settings are read strictly."""

import pytest

from escapade.kernel.names import BadInput
from escapade.lab.setting import parse_bot_spec


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("planner@300ms", "by the clock nothing could be played again"),
        ("greedy@3", "does not look ahead"),
        ("greedy:none", "behind : stands a number of games"),
        ("gredy", "did you mean 'greedy'"),
    ],
)
def test_who_plays_is_read_strictly(text: str, why: str) -> None:
    with pytest.raises(BadInput, match=why):
        parse_bot_spec(text)
