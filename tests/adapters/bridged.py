"""Tables that every bridge is tried on: each game, with several options."""

from typing import Any

import pytest

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("cartagena", 2, {}),
    ("cartagena", 4, {"version": "tortuga", "tunnel": "classic"}),
    ("stratego", 2, {"memory": "classic", "quiet": 30}),
    ("stratego", 2, {"red": 1, "quiet": 0}),
    ("stalag17", 3, {"first": 2}),
    ("stalag17", 5, {"play_on": True}),
    ("jailbreakers", 1, {"solo_rounds": 3}),
    ("jailbreakers", 3, {"warden": True, "snitch": True}),
]
every_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES)
