"""The events of a match as text."""

import escapade
from escapade.cli.event_text import EventStream, lately
from escapade.kernel.names import CHANCE


def test_the_phantom_s_first_turn_is_told_even_before_the_player_has_acted() -> None:
    """JB-6, JB-80: the phantom may be first, and chance acts for it; that is play, not dealing."""
    match = next(m for m in (escapade.new("jailbreakers", seats=1, seed=n) for n in range(99)) if phantom_first(m))
    assert "The phantom rolls the die." in lately(EventStream(match, [0]).catch_up(0))


def test_what_chance_deals_before_anyone_acts_is_not_told_card_by_card() -> None:
    events = EventStream(escapade.new("cartagena", seats=2, seed=1), [0]).catch_up(0)
    assert events
    assert lately(events) == []


def phantom_first(match: escapade.Match) -> bool:
    return any(ply.seat == CHANCE and ply.action.name == "roll" for ply in match.log)
