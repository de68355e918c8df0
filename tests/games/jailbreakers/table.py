"""A table for Jailbreakers: throw, draw and turn up what you like, or lay out a position, and see what becomes of it.

Cards are written as they are called, with commas between them: "soap, soap, lock pick, money bag". In solo play the
phantom is player 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from escapade import CHANCE, Match, State
from escapade.games import GAMES
from escapade.games.jailbreakers import rules
from escapade.games.jailbreakers.box import CARDS as CARDS
from escapade.games.jailbreakers.box import ESCAPE_CARDS as ESCAPE_CARDS
from escapade.games.jailbreakers.box import LOCATIONS as LOCATIONS
from escapade.games.jailbreakers.box import MATERIALS as MATERIALS
from escapade.games.jailbreakers.box import OBJECTS as OBJECTS
from escapade.games.jailbreakers.box import PLANS as PLANS
from escapade.games.jailbreakers.box import STEPS as STEPS

CUSTOM_PIECES = ("success = 10", "success = 11")  # a line of pieces.toml, and what a table may have instead
FEATURE_TABLES: list[tuple[int, dict[str, bool]]] = [  # seats and options
    (1, {}),
    (2, {}),
    (5, {"money_bag": True, "snitch": True, "warden": True}),
]

JAILBREAKERS = GAMES["jailbreakers"]
END = ("skip the roll", "end the turn")


def split(text: str) -> list[str]:
    """The cards of a text, or other things with commas between them."""
    return [card.strip() for card in text.split(",") if card.strip()]


def count(text: str) -> list[int]:
    """The cards of a text, counted by kind."""
    found = split(text)
    assert set(found) <= set(CARDS), set(found) - set(CARDS)
    return [found.count(kind) for kind in CARDS]


def cards(counted: Sequence[int]) -> str:
    """Cards counted by kind, as text."""
    return ", ".join(kind for kind, n in zip(CARDS, counted, strict=True) for _ in range(n))


def hand(state: State, player: int) -> str:
    return cards(state.hand[player])


def supply(state: State) -> str:
    return cards(state.supply)


def plans(state: State) -> list[str]:
    """The plans on offer."""
    return [plan for plan, offered in zip(PLANS, state.offered, strict=True) if offered]


def guards(state: State) -> dict[int, str]:
    """Who stands where, by number."""
    return {i + 1: ("guard", "warden")[who - 1] for i, who in enumerate(state.guard) if who}


def step(state: State) -> str:
    """What is to be decided."""
    return STEPS[state.step]


# --- A match, whose chances are the caller's ---------------------------------


def new(seats: int = 2, plans: str = "", pieces: Any = None, **options: Any) -> Match:
    """A match; with plans named it is at its first turn, seat 0's unless someone else is named."""
    match = Match(JAILBREAKERS, seats, {"first": 0, **options}, pieces)
    if plans:
        do(match, *(f"offer {plan}" for plan in split(plans)))
    return match


def do(match: Match, *names: str) -> None:
    """Let this happen in a match, one after the other."""
    for name in names:
        match.play(name)


def idle(match: Match, turns: int = 1) -> None:
    """Let so many turns pass in which nothing is done."""
    for _ in range(turns):
        do(match, *END)


def equip(match: Match, seat: int, wanted: str) -> None:
    """Let a seat roll sixes and collect and craft until it has these cards, and can attempt; the others do nothing."""
    for _ in range(500):
        view: Any = match.view(None)
        if view.turn == seat and step(view) == "act" and not lacking(view, seat, wanted):
            return
        names = [action.name for action in match.legal()]
        match.play(want(view, seat, wanted, names) if view.player == seat else decline(names))
    raise AssertionError(f"seat {seat} does not get {wanted}")


def lacking(view: State, seat: int, wanted: str) -> list[str]:
    """The cards of a list that a seat does not have yet."""
    return [card for card in CARDS if count(wanted)[CARDS.index(card)] > view.hand[seat][CARDS.index(card)]]


def materials_for(view: State, seat: int, wanted: str) -> list[str]:
    """The materials a seat still needs for these cards."""
    needed = []
    for card in lacking(view, seat, wanted):
        thing = OBJECTS.index(card) if card in OBJECTS else None
        needed += [card] if thing is None else [MATERIALS[material] for material in view.recipe[thing]]
    held = split(hand(view, seat))
    return [material for material in needed if needed.count(material) > held.count(material)]


def want(view: State, seat: int, wanted: str, names: list[str]) -> str:
    """What a collecting seat does, and what its dice and draws show."""
    verbs = [f"craft {card}" for card in lacking(view, seat, wanted) if card in OBJECTS]
    needed = [f"{verb} {card}" for verb in ("draw", "take") for card in materials_for(view, seat, wanted)]
    places = [f"place on {number}" for number in (11, 7, 10, 1, 5)]
    for name in (*verbs, "roll", "the die shows 6", *places, *needed, "exchange no more", "free no more"):
        if name in names:
            return name
    spare = [name for name in names if name.startswith("return ") and name[7:] not in split(wanted)]
    return "end the turn" if "end the turn" in names else (spare or names)[0]


def decline(names: list[str]) -> str:
    """Do as little as possible."""
    return next(name for name in ("skip the roll", "end the turn", "free no more", names[0]) if name in names)


# --- A position --------------------------------------------------------------


def position(
    *hands: str,
    seats: int = 0,
    at: str = "act",
    player: int = 0,
    plans: str = "",
    stock: str | None = None,
    guards: Mapping[int, int] | None = None,
    dice: Sequence[tuple[int, int, int]] = (),
    options: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Any:
    """Lay a position out, in round 1 and with a player to act.

    What nobody holds is in the supply, unless a stock is named. Guards are 1, the warden is 2. A die is (player,
    number, pips). Other fields are set as they are called; lists may be shorter than the field.
    """
    seats = seats or len(hands)
    state: Any = JAILBREAKERS.start(
        seats, JAILBREAKERS.check_options({"first": 0, **(options or {})}, seats), JAILBREAKERS.pieces()
    )
    while state.turn == CHANCE and state.round == 0:  # second materials, plans
        rules.apply(state, JAILBREAKERS.odds(state)[0][0])
    if plans:
        state.offered = [int(plan in split(plans)) for plan in PLANS]
    if stock is not None:
        state.supply = [
            n + sum(held) for n, held in zip(count(stock), zip(*map(count, hands), strict=True), strict=True)
        ]
    for who, text in enumerate(hands):
        state.hand[who] = count(text)
        state.supply = [n - held for n, held in zip(state.supply, count(text), strict=True)]
        state.materials[who], state.objects[who] = sum(state.hand[who][:10]), sum(state.hand[who][10:])
    assert min(state.supply) >= 0, "there are not so many cards of a kind"
    state.stock = sum(state.supply[:10])
    if guards is not None:
        state.guard = [guards.get(number, 0) for number in range(1, 13)]
    for who, number, pips in dice:
        state.dice[who][number - 1] += 1
        state.pips[who][number - 1] += pips
    for name, value in fields.items():
        if isinstance(value, list):
            getattr(state, name)[: len(value)] = value
        else:
            setattr(state, name, value)
    if "turns" not in fields:
        state.turns = [*state.inside]
        state.turns[player] = max(0, state.turns[player] - 1)
    state.player = player
    state.step, state.turn = STEPS.index(at), player if player < seats else CHANCE
    return state


def choices(state: State) -> list[str]:
    """What may happen now, by name."""
    found = [code for code, _ in JAILBREAKERS.odds(state)] if state.turn == CHANCE else JAILBREAKERS.legal(state)
    return [JAILBREAKERS.actions[code].name for code in found]


def chances(state: State) -> dict[str, int]:
    """What chance may do, and how many chances each outcome has."""
    return {JAILBREAKERS.actions[code].name: weight for code, weight in JAILBREAKERS.odds(state)}


def act(state: State, *names: str) -> None:
    """Do legal actions, chance's among them."""
    for name in names:
        assert name in choices(state), f"{name!r} is not among {choices(state)}"
        rules.apply(state, JAILBREAKERS.actions.parse(name).code)


def throw(state: State, face: int) -> list[str]:
    """Roll this; return what may be done then."""
    act(state, "roll", f"the die shows {face}")
    return choices(state)


def places(names: Sequence[str]) -> list[str]:
    """Where the die may go, of these choices: "3", "6 with guard outfit"."""
    return [name.removeprefix("place on ") for name in names if name.startswith("place on ")]
