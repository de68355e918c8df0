"""A table for Stalag 17: throw and deal what you like, or lay out a position, and see what becomes of it.

Cards are written as they are called, with commas between them: "food 1, clothes-map, escape 6/3, barracks".
A plan is written the same way, its points last: "food, map, map, 5".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from escapade import CHANCE, Match, State
from escapade.games import GAMES
from escapade.games.stalag17 import rules
from escapade.games.stalag17.cards import KINDS as KINDS
from escapade.games.stalag17.plan import laid_points

CUSTOM_PIECES = ("food = [4, 4, 0]", "food = [3, 4, 1]")  # a line of pieces.toml, and what a table may have instead
FEATURE_TABLES: list[tuple[int, dict[str, bool]]] = [(2, {}), (4, {"play_on": True})]  # seats and options

STALAG17 = GAMES["stalag17"]
OBJECTS = ("clothes", "food", "document", "tool", "map")
ATTEMPT = "attempt an escape"


def split(text: str) -> list[str]:
    """The cards of a text."""
    return [card.strip() for card in text.split(",") if card.strip()]


def count(text: str) -> list[int]:
    """The cards of a text, counted by kind."""
    found = split(text)
    assert set(found) <= set(KINDS), set(found) - set(KINDS)
    return [found.count(kind) for kind in KINDS]


def cards(counted: Sequence[int]) -> str:
    """Cards counted by kind, as text."""
    return ", ".join(kind for kind, n in zip(KINDS, counted, strict=True) for _ in range(n))


def new(seats: int = 2, pieces: Any = None, **options: Any) -> Match:
    """A match whose dice are the caller's; seat 0 starts unless someone else is named."""
    return Match(STALAG17, seats, {"first": 0, **options}, pieces)


def throw(match: Match, plan: str) -> None:
    """Throw the dice of a plan: objects or "escape 3", then the number of the escape die."""
    *faces, die = split(plan)
    for face in faces:
        match.play(f"throw {face}")
    match.play(f"escape die {die}")


def deal(match: Match, *hands: str) -> None:
    """Deal two cards each, from the starter on."""
    for card in split(", ".join(hands)):
        match.play(f"draw {card}")


def dealt(plan: str, *hands: str, **options: Any) -> Match:
    """A match at its first turn."""
    match = new(len(hands), **options)
    throw(match, plan)
    deal(match, *hands)
    return match


def do(match: Match, *names: str) -> None:
    """Let this happen in a match, one after the other."""
    for name in names:
        match.play(name)


def spend(match: Match, name: str, keep: str = "") -> None:
    """Act; whatever is drawn thereby is a card as common as can be, and one to be kept only if no other is left."""
    match.play(name)
    while match.turn == CHANCE and match.view(None).dice + match.view(None).last_die == 0:
        odds = [(STALAG17.actions[code].name[5:] not in split(keep), weight, code) for code, weight in match.odds()]
        match.play(STALAG17.actions[max(odds)[2]])


POINTS = "escape 6/3, escape 6/3, escape 6/3, escape 5/2, escape 5/2, escape 5/2, escape 5/2, escape 4/2, escape 4/2"


def escape_round(match: Match, seat: int) -> None:
    """Play a whole round in which a seat escapes: the plan asks for points alone, and the others throw cards away.

    Nobody holds anything then that would cost surveillance.
    """
    for _ in range(match.view(None).dice):
        match.play("throw escape 3")
    match.play("escape die 1")
    needed, good = match.view(None).points + match.view(None).surveillance[seat], split(POINTS)
    while match.turn == CHANCE:
        view = match.view(None)
        name = good.pop(0) if view.drawer == seat else f"{OBJECTS[view.drawer]} 1"
        match.play(f"draw {name}")
    while not _act_in_round(match, seat, needed, good):
        continue


def _act_in_round(match: Match, seat: int, needed: int, good: list[str]) -> bool:
    """One turn of such a round; return whether it was the escape."""
    me = match.turn
    view = match.view(me)
    if me != seat:
        held = split(cards(view.hand[me]))
        spend(match, f"discard {held[0]}" if held else "draw two", POINTS)
        return False
    if laid_points(view, me) >= needed:
        match.play(ATTEMPT)
        return True
    points = {card: int(card[7]) for card in split(cards(view.hand[me])) if card != "barracks"}
    match.play(f"lay {max(points, key=lambda card: points[card])}")
    coming = laid_points(view, me) + sum(points[card] for card in split(cards(view.hand[me])) if card in points)
    match.play("draw barracks" if coming >= needed else f"draw {good.pop(0)}")
    return False


def position(
    hands: Sequence[str],
    laid: Sequence[str] = (),
    plan: str = "food, map, document, 5",
    *,
    pile: str = "",
    deck: str | None = None,
    prisoners: Sequence[int] = (),
    surveillance: Sequence[int] = (),
    player: int = 0,
    starter: int = 0,
    rounds: int = 1,
    **options: Any,
) -> State:
    """Lay a position out in which a player is to act; what is not named is in the deck."""
    seats = len(hands)
    state: Any = STALAG17.start(seats, STALAG17.check_options({"first": 0, **options}, seats), STALAG17.pieces())
    *things, points = split(plan)
    state.need, state.points = [things.count(thing) for thing in OBJECTS], int(points)
    for seat in range(seats):
        state.hand[seat], state.held[seat] = count(hands[seat]), len(split(hands[seat]))
    for seat, text in enumerate(laid):
        state.laid[seat], state.lying[seat] = count(text), len(split(text))
    lying = split(pile)
    state.pile[: len(lying)], state.top = [KINDS.index(card) for card in lying], len(lying)
    out = count(", ".join((pile, *hands, *laid)))
    if deck is None:
        state.deck = [n - gone for n, gone in zip(state.copies, out, strict=True)]
    else:
        state.deck = count(deck)
        state.copies = [n + gone for n, gone in zip(state.deck, out, strict=True)]
    assert min(state.deck) >= 0, "there are not so many cards of a kind"
    state.left = sum(state.deck)
    state.prisoners[:seats] = prisoners or [3] * seats
    state.surveillance[:seats] = surveillance or [0] * seats
    state.dice = state.last_die = state.to_draw = state.to_deal = 0
    state.starter, state.round = starter, rounds
    state.hand_up, state.face_up = [0] * 5, [0] * 5
    state.player = state.turn = player
    laid_out: State = state
    return laid_out


def choices(state: State) -> list[str]:
    """What may happen now, by name."""
    found = [code for code, _ in STALAG17.odds(state)] if state.turn == CHANCE else STALAG17.legal(state)
    return [STALAG17.actions[code].name for code in found]


def act(state: State, *names: str) -> None:
    """Do legal actions, chance's among them."""
    for name in names:
        assert name in choices(state), f"{name!r} is not among {choices(state)}"
        rules.apply(state, STALAG17.actions.parse(name).code)


def hand(state: State, seat: int) -> str:
    return cards(state.hand[seat])


def laid(state: State, seat: int) -> str:
    return cards(state.laid[seat])


def pile(state: State) -> str:
    """The discard pile from the bottom."""
    return ", ".join(KINDS[card] for card in state.pile if card >= 0)


def need(state: State) -> str:
    """The objects of the plan."""
    return ", ".join(thing for thing, n in zip(OBJECTS, state.need, strict=True) for _ in range(n))


def escaped() -> Match:
    """A match of two in which seat 0 lays two escape cards and escapes in its third turn."""
    match = dealt("escape 3, escape 3, escape 3, 1", "escape 6/3, escape 6/3", "food 1, map 1")
    first = ("lay escape 6/3", "draw map 1", "discard food 1")
    do(match, *first, "lay escape 6/3", "draw map 1", "discard map 1", ATTEMPT)
    return match
