"""Jailbreakers in a terminal: the prison, the players and their cards, the plans, the deck, and what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from escapade.games.jailbreakers.deductions import place
from escapade.kernel.contract import Game
from escapade.kernel.fields import State
from escapade.kernel.names import CHANCE, NONE, OVER, UNKNOWN
from escapade.kernel.notation import Action
from escapade.kit import chart
from escapade.kit.counting import Unknown
from escapade.kit.drawing import Board, Offers, RenderContext, flow, listed

# fmt: off
# isort: off
from escapade.games.jailbreakers.box import (
    ATTEMPT, CARDS, CATCHERS, END, ESCAPE, ESCAPE_CARDS, EXCHANGE, FREE, GIVE, GUARD, LOCATIONS, MADE, MATERIAL,
    MATERIALS, MONEY_BAG, MOVE, NAMES, NO_FREE, NUMBER, OBJECT, OBJECTS, PARTS, PLACE, PLAN, PLANS, POSITION, PRICES,
    RETURN, SET_ASIDE, SNITCH, SPOILED, STEAL, SUCCESS, SWAP_FOR, TAKE, TAKING, TO_ACT, TO_EXCHANGE, TO_FREE, TO_GIVE,
    TO_GO_ON, TO_IGNORE, TO_KEEP, TO_LOOK, TO_MOVE, TO_PAY, TO_PLACE, TO_RELEASE, TO_REPLACE, TO_RETURN, TO_ROLL,
    TO_SNITCH, TO_STEAL, TO_SWAP, TO_SWAP_FOR, TO_TAKE, TO_TURN_UP, WAYS,
)
from escapade.games.jailbreakers.prison import can_craft, placement_value
from escapade.games.jailbreakers.rounds import called, owns, price
# isort: on
# fmt: on

COLOURS = ("Red", "Blue", "Green", "Yellow", "Violet")
PAINT = ("white on red", "white on blue", "black on green", "black on yellow", "white on magenta")
GUARDS = ("", "▲", "◆")  # none, a guard, the warden
SHORT = ("move", "draw", "take", "give", "exchange", "steal", "steal")
INDENT = 8
DOING = {
    TO_ROLL: "roll the die or skip it",
    TO_MOVE: "move a guard",
    TO_TAKE: "take a material",
    TO_RETURN: "too many cards, return one",
    TO_GIVE: "give a material from the supply",
    TO_EXCHANGE: "exchange a material",
    TO_REPLACE: "take a material in exchange",
    TO_STEAL: "steal a card",
    TO_ACT: "craft, use, attempt, or end the turn",
    TO_SWAP: "offer a material with the soap gun",
    TO_SWAP_FOR: "choose a material with the soap gun",
    TO_SNITCH: "snitch or stay silent",
    TO_IGNORE: "spend the money bag or let the failure count",
    TO_GO_ON: "draw on or give up",
    TO_KEEP: "choose what to keep",
    TO_FREE: "free prisoners in trouble",
    TO_RELEASE: "one prisoner comes back for nothing",
    TO_LOOK: "a look at the escape deck",
    TO_TURN_UP: "an escape card is drawn",
}


def draw(context: RenderContext) -> RenderableType:
    """Set the whole table."""
    parts = [title(context), prison(context), players(context), supply(context), plans(context)]
    if context.observer >= 0 and context.view.turn != OVER:
        parts += recipes(context)
    return Group(*parts, deck(context), *attempt(context))


# --- Who does what -----------------------------------------------------------


def title(context: RenderContext) -> Text:
    """Say which round it is, and who does what now."""
    view = context.view
    last = f" of {view.deadline}" if view.deadline > 0 else ""
    said = Text.assemble(("Jailbreakers", "bold"), (f" · round {view.round}{last}", "dim"), "   ")
    if view.turn == OVER:
        return said.append("the game is over", "bold")
    if view.player == NONE:
        return said.append("the table is being laid", "dim")
    who = view.turn
    if who == CHANCE:  # JB-80: what a player would decide, chance decides for the phantom
        who = view.seats if view.step >= TO_ROLL else view.player
    said.append_text(badge(context, who)).append(
        " you" if who == context.observer else f" {called_so(view, who)}", "bold"
    )
    doing = doing_now(view, who)
    return said.append(f": {doing}") if doing else said


def doing_now(view: State, who: int) -> str:
    """What is to be decided, in words."""
    if view.step == TO_PLACE:
        return f"place the die, rolled {view.roll}, value {placement_value(view, who)}"
    if view.step == TO_PAY:
        return f"pay {view.to_pay} more material{'' if view.to_pay == 1 else 's'}"
    return DOING.get(view.step, "")


def called_so(view: State, player: int) -> str:
    """A player by colour; JB-80: or the phantom."""
    return COLOURS[player] if player < view.seats else "the phantom"


def badge(context: RenderContext, player: int) -> Text:
    """A player: a letter, in the player's colour."""
    if player >= context.seats:
        return Text("P", "bold black on white")
    return Text(COLOURS[player][0], f"bold {PAINT[player]}")


def listing(head: str, words: Sequence[str], style: str) -> list[Text]:
    """A head and words with commas between them, as texts that may stand on different lines."""
    parts = [Text(word + ("," if i < len(words) - 1 else ""), style) for i, word in enumerate(words)]
    if not parts:
        return [Text(head, style)]
    return [Text(f"{head} ", style).append_text(parts[0]), *parts[1:]]


def headed(head: str, parts: Sequence[Text], width: int, indent: int = INDENT) -> Text:
    """A head, and what belongs to it beside and below."""
    return flow(Text(head.ljust(indent), "dim"), parts, width, indent)


# --- The prison --------------------------------------------------------------


def prison(context: RenderContext) -> Text:
    """Set the twelve locations, four in a row if there is room, with what they do and whose dice lie there."""
    across = 4 if context.width >= 80 else 3 if context.width >= 60 else 2
    room = context.width // across
    lines = []
    for first in range(0, NUMBER, across):
        cells = [location(context, number, room - 1) for number in range(first, first + across)]
        for row in range(2):
            line = Text()
            for cell in cells:
                line.append_text(cell[row]).append(" " * (room - cell[row].cell_len))
            line.rstrip()
            lines.append(line)
    return Text("\n").join(lines)


def location(context: RenderContext, number: int, room: int) -> tuple[Text, Text]:
    """One location: its number and name, marked if there is a guard; what it does, and the dice on it."""
    view = context.view
    guard, here = view.guard[number], number == view.at
    name = Text(GUARDS[guard].rjust(1), "bold red").append(f"{number + 1:>2} ", "bold cyan")
    name.append(LOCATIONS[view.location[number]], "bold underline" if here else "red" if guard else "bold")
    dice = Text()
    for player in range(view.players):
        if view.dice[player][number] > 0:
            twice = "²" if view.dice[player][number] > 1 else ""
            dice.append_text(badge(context, player)).append(f"{view.pips[player][number]}{twice}")
    left = room - dice.cell_len - (1 if dice else 0)
    indents = (4,) if room > 24 else (3, 1)
    wordings = [" " * indent + said for said in actions_there(view, number) for indent in indents]
    what = next((said for said in wordings if len(said) <= left), "")
    return name, Text(what, "dim").append(" " if dice else "").append_text(dice)


def actions_there(view: State, number: int) -> list[str]:
    """JB-30, JB-31: what a location does, from the longest wording to the shortest."""
    action = view.action[number]
    long = [f"{part} {n}" if " " not in part else part for part, n in zip(PARTS, action, strict=True) if n > 0]
    brief = [part for part, n in zip(SHORT, action, strict=True) if n > 0]
    sorts = [material for i, material in enumerate(MATERIALS) if view.of[number] >> i & 1]
    if not sorts:
        return [", ".join(long), " ".join(brief)]
    taken = f"take {'' if action[TAKING] == 1 else action[TAKING]}".strip()
    tight = "/".join(name[:3] for name in sorts)
    return [f"{taken} {'/'.join(sorts)}", f"{taken} {tight}", tight, " ".join(brief)]


# --- Players -----------------------------------------------------------------


def players(context: RenderContext) -> Text:
    """Set everyone's prisoners and cards; all of it lies open."""
    names = [full_name(context, number) for number in range(context.view.players)]
    widest = max(map(len, names))
    return Text("\n").join(player(context, number, name.ljust(widest)) for number, name in enumerate(names))


def full_name(context: RenderContext, number: int) -> str:
    """A player by colour and by who it is."""
    return f"{COLOURS[number]} ({context.names[number]})" if number < context.seats else "Phantom"


def player(context: RenderContext, number: int, name: str) -> Text:
    """One player: prisoners inside, in trouble (JB-28) and escaped, turns to come, materials and objects."""
    view = context.view
    now = view.player == number and view.turn != OVER
    head = Text("►" if now else " ", "bold").append_text(badge(context, number)).append(" ")
    head.append(name, "bold" if number == context.observer else "")
    head.append(f" {view.inside[number]} in", "bold")
    for catcher, n in zip(("caught", "by warden"), view.caught[number], strict=True):
        if n > 0:
            head.append(f" {n} {catcher}", "bold red")
    if view.escaped[number] > 0:
        head.append(f" {view.escaped[number]} free", "bold green")
    if view.turns[number] > 0 and view.turn != OVER:
        head.append(f" {view.turns[number]} turn{'' if view.turns[number] == 1 else 's'}", "dim")
    if view.snitch[number] > 0:
        head.append(" snitch", "dim")
    return flow(head.append("  "), cards(view.hand[number]), context.width, INDENT)


def cards(counted: Sequence[int]) -> list[Text]:
    """Cards: materials plain, then objects in bold."""
    said = [
        Text(CARDS[card] + (f"×{n}" if n > 1 else ""), "" if card < MATERIAL else "bold yellow")
        for card, n in enumerate(counted)
        if n > 0
    ]
    said = [Text.assemble(part, "," if i < len(said) - 1 else "") for i, part in enumerate(said)]
    return said or [Text("no cards", "dim")]


# --- Supply and plans --------------------------------------------------------


def supply(context: RenderContext) -> Text:
    """JB-4: the materials in the supply, and which objects are not there."""
    view = context.view
    there = [
        Text(name + ("×2" if view.supply[i] > 1 else "")) for i, name in enumerate(MATERIALS) if view.supply[i] > 0
    ]
    gone = [name for thing, name in enumerate(MADE) if view.supply[MATERIAL + thing] == 0]
    left = [name for name in MADE if name not in gone]
    if len(gone) > len(left):
        objects = listing("· objects left:" if left else "· no objects", left, "dim")
    else:
        objects = listing("· all objects but" if gone else "· all objects", gone, "dim")
    if view.supply[MATERIAL + MONEY_BAG] > 0:
        objects.append(Text("· money bag", "dim"))
    return headed("supply", [*(there or [Text("no materials", "dim")]), *objects], context.width)


def plans(context: RenderContext) -> Text:
    """JB-60, JB-69: the plans on offer, the cards they draw, and what whoever looks lacks for them."""
    view = context.view
    offered = [plan for plan in range(len(PLANS)) if view.offered[plan] == 1]
    if not offered:
        return headed("plans", [Text("none on offer", "dim")], context.width)
    lines = []
    for i, plan in enumerate(offered):
        title_of = Text(f"{PLANS[plan]}", "bold").append(f" {view.draws[plan]} cards", "cyan")
        lines.append(headed("plans" if i == 0 else "", [title_of, *needs(context, plan)], context.width))
    return Text("\n").join(lines)


def needs(context: RenderContext, plan: int) -> list[Text]:
    """What a plan takes: for a player what is missing, for others all of it."""
    view, me = context.view, context.observer
    things = [thing for thing in range(len(MADE)) if view.needs[plan] >> thing & 1]
    if me >= 0:
        things = [thing for thing in things if not owns(view, me, thing)]
        if not things:
            return [Text("you have everything", "bold green")]
    word = "lacks" if me >= 0 else "takes"
    said = [Text(OBJECTS[thing] + ("," if thing != things[-1] else ""), "yellow") for thing in things]
    return [Text.assemble((f"{word} ", "dim"), said[0]), *said[1:]]


def recipes(context: RenderContext) -> list[Text]:
    """JB-40, JB-41: what whoever looks can make, and what lacks only one material that is not in hand."""
    view, me = context.view, context.observer
    ready, nearly = [], []
    for thing in range(OBJECT):
        if can_craft(view, me, thing):
            cost = "any three" if thing == MONEY_BAG else "+".join(MATERIALS[m] for m in view.recipe[thing])
            ready.append(Text.assemble((OBJECTS[thing], "bold green"), (f" ({cost})", "dim")))
        elif thing != MONEY_BAG and not owns(view, me, thing) and view.supply[MATERIAL + thing] > 0:
            short = [MATERIALS[m] for m in view.recipe[thing] if view.hand[me][m] == 0]
            if len(short) == 1:
                nearly.append(Text.assemble(OBJECTS[thing], (" +", "dim"), (short[0], "dim")))
    lines = [headed("make", ready, context.width)] if ready else []
    return [*lines, headed("nearly", nearly, context.width)] if nearly else lines


# --- The escape deck ---------------------------------------------------------


def deck(context: RenderContext) -> Text:
    """JB-3, JB-70: the cards in the escape deck, what whoever looks knows of it, and who else has looked."""
    view = context.view
    parts = [Text(f"{n} {ESCAPE_CARDS[card]}") for card, n in enumerate(view.deck) if n > 0]
    for seat in range(view.seats):
        seen = [i for i in range(POSITION) if view.looked[seat][i] == 1]
        known = [i for i in seen if view.known[seat][i] >= 0]
        if seen and known == seen:
            words = [f"{where(view, i)} {ESCAPE_CARDS[view.known[seat][i]]}" for i in known]
            who = "you know" if seat == context.observer else f"{COLOURS[seat]} knows"
            parts += listing(f"· {who}:", words, "bold")
        elif seen:
            which = ", ".join(where(view, i) for i in seen) if len(seen) < 3 else f"{len(seen)} cards"
            parts.append(Text(f"· {COLOURS[seat]} knows {which}", "dim"))
    if any(view.guard):
        parts.append(Text("▲ guard" + (" ◆ warden" if 2 in list(view.guard) else ""), "red"))
    return headed("deck", parts, context.width)


def where(view: State, position: int) -> str:
    """A position in the deck, in words."""
    left = sum(view.deck)
    if position >= left - 2 and position > 1:
        return "bottom" if position == left - 1 else "last but one"
    return ("top", "second", "third")[position] if position < 3 else f"{position + 1}th"


def attempt(context: RenderContext) -> list[Text]:
    """JB-61: the attempt in progress."""
    view = context.view
    if view.plan == NONE:
        return []
    parts = [Text(PLANS[view.plan], "bold"), Text(f"drawn {sum(view.drawn)}"), Text(f"{view.to_draw} to go", "bold")]
    for card in range(ESCAPE):
        if view.drawn[card] > 0:
            style = "green" if card == SUCCESS else "red"
            parts.append(Text(f"{view.drawn[card]} {ESCAPE_CARDS[card]}", style))
    ignored = sum(view.drawn) - view.drawn[SUCCESS] - view.failed
    if ignored > 0:
        parts.append(Text(f"{ignored} not counted", "dim"))
    more = SPOILED - view.failed
    parts.append(Text("the next failure ends it" if more == 1 else f"{more} failures end it", "dim"))
    return [headed("attempt", parts, context.width)]


# --- What can be done --------------------------------------------------------


def label(context: RenderContext, action: Action) -> str:
    """An action in a list, with the names of places and colours of players."""
    view, code = context.view, action.code
    if PLACE <= code < SET_ASIDE:
        number, means = divmod(code - PLACE, WAYS)
        trouble = ", into trouble" if view.guard[number] > 0 and not means & GUARD else ""
        help_of = action.name.partition(" with ")[2]
        return f"{number + 1} {LOCATIONS[view.location[number]]}{' with ' if help_of else ''}{help_of}{trouble}"
    if MOVE <= code < TAKE:
        start, end = divmod(code - MOVE, NUMBER)
        return f"{CATCHERS[view.guard[start] - 1]} {start + 1} → {end + 1}"
    first, joint = handed(code)
    if joint:
        card, name = divmod(code - first, NAMES)
        return f"{CARDS[card]} {joint} {called_so(view, called(view, name))}"
    if FREE <= code < NO_FREE and (code - FREE) % PRICES == OBJECT:
        catcher = (code - FREE) // PRICES
        return f"free from {CATCHERS[catcher]} for {price(catcher)} materials"
    return action.name


def handed(code: int) -> tuple[int, str]:
    """Of a verb that is about another player's card: its first action, and the word before the player; else none."""
    for first, last, joint in ((GIVE, EXCHANGE, "to"), (SWAP_FOR, STEAL, "of"), (STEAL, RETURN, "from")):
        if first <= code < last:
            return first, joint
    return NONE, ""


def offers(context: RenderContext, actions: Sequence[Action]) -> Offers:
    """Set everything, numbered, what belongs together in lines of its own."""
    ordered: list[Action] = []
    shown: list[RenderableType] = []
    for number in sorted({group(action.code) for action in actions}):
        together = [action for action in actions if group(action.code) == number]
        set_out = by_player if handed(together[0].code)[1] else in_columns
        shown.append(set_out(context, together, len(ordered) + 1))
        ordered += together
    return Offers(ordered, Group(*shown))


def group(code: int) -> int:
    """Which actions stand together: cards by player, placings with objects, and last what ends a turn (JB-60)."""
    first, joint = handed(code)
    if joint:
        return (code - first) % NAMES
    if PLACE <= code < SET_ASIDE:
        return 1 if (code - PLACE) % WAYS > 0 else 0
    return 2 if ATTEMPT <= code < SNITCH or code == END else 0


def in_columns(context: RenderContext, actions: Sequence[Action], first: int) -> Text:
    """Actions in as many columns as there is room for."""
    return listed(context, actions, label, first)


def by_player(context: RenderContext, actions: Sequence[Action], first: int) -> Text:
    """Cards that go to one player, or come from one: the player first, then a number for each card."""
    joint = handed(actions[0].code)[1]
    cut = [label(context, action).rpartition(f" {joint} ") for action in actions]
    parts = [Text.assemble((f"{i:>2} ", "bold cyan"), card) for i, (card, _, _) in enumerate(cut, first)]
    return headed(f"{joint} {cut[0][2]}", parts, context.width, 18)


def aim(view: State) -> str:
    """What it is all about."""
    return "Get two prisoners out first: collect materials, craft the objects of a plan, and draw escape cards."


def how(view: State) -> str:
    """What can be typed."""
    return "Type a number. ▲ is a guard, ◆ the warden; R4 is Red's die, a 4; P is the phantom."


# --- What is hidden ---


def deductions(game: Game, view: State, unknowns: Sequence[Unknown]) -> RenderableType:
    """What one card may be, who has seen which, and how the next cards may fall."""
    cards = [unknown for unknown in unknowns if unknown.index]
    ahead = [unknown for unknown in unknowns if not unknown.index]
    lines = Table.grid(padding=(0, 2, 0, 0))
    if cards:
        odds = [f"{name} {chart.percent(chance)}" for name, chance in cards[0].odds]
        lines.add_row(Text("a card you have not seen", "dim"), "   ".join(odds))
    for seat in range(view.seats):
        if any(view.looked[seat]):
            mine = view.known[seat][0] != UNKNOWN
            who = "you have looked" if mine else f"{BOARD.name(view, seat)} has looked"
            lines.add_row(Text(f"{who} at", "dim"), looks(view, seat))
    return chart.titled("The escape deck.", lines, *([falls(view, ahead)] if ahead else []))


def looks(view: State, seat: int) -> str:
    """Which cards a seat has looked at and, where the view knows, what they are."""
    seen = [(position, view.known[seat][position]) for position in range(sum(view.deck)) if view.looked[seat][position]]
    return ", ".join(place(view, i) + (f": {ESCAPE_CARDS[card]}" if card >= 0 else "") for i, card in seen)


def falls(view: State, ahead: Sequence[Unknown]) -> Table:
    """JB-61, JB-62: how many failures come with the next cards, and whether an attempt that draws them comes off."""
    grid = chart.table("cards", "no failure", "1 failure", "2 or more", "escape")
    grid.add_column("plans", overflow="fold")
    allowed = SPOILED - 1 - view.failed if view.plan != NONE else SPOILED - 1
    for n, unknown in enumerate(ahead, 1):
        chances = {int(word): chance for word, chance in unknown.odds}
        none, one = chances.get(0, Fraction(0)), chances.get(1, Fraction(0))
        off = sum((chance for failures, chance in chances.items() if failures <= allowed), Fraction(0))
        shown = [chart.cell(chart.percent(chance), chance) for chance in (none, one, 1 - none - one, off)]
        grid.add_row(f"next {n}" if n > 1 else "next", *shown, ", ".join(plans_of(view, n)))
    return grid


def plans_of(view: State, n: int) -> list[str]:
    """The plan being attempted, if it still draws so many cards; else those on offer that do."""
    if view.plan != NONE:
        return [PLANS[view.plan]] if view.to_draw == n else []
    return [PLANS[plan] for plan in range(PLAN) if view.offered[plan] == 1 and view.draws[plan] == n]


BOARD = Board(draw, offers, label, aim, how, COLOURS, deductions=deductions)
