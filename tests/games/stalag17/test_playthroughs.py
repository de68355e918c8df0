"""Short stories of Stalag 17, kept as texts to be read: who acts, and what every observer sees of it."""

from collections.abc import Sequence
from typing import Any

from escapade import CHANCE, OVER, Match, State

from ..playthroughs import Panel, check_story
from .table import ATTEMPT, KINDS, STALAG17, deal, dealt, do, escape_round, need, new, pile, spend, throw

POINTS_ALONE = "escape 3, escape 3, escape 3, 1"  # a plan of 10 points and no object


def panel(view: State) -> Panel:
    """What lies on the table, as one observer sees it."""
    shown = {"turn": turn(view), "plan": plan(view)}
    for seat in range(view.seats):
        shown[f"seat {seat}"] = f"prisoners {view.prisoners[seat]}, surveillance {view.surveillance[seat]}"
    for seat in range(view.seats):
        shown[f"hand of {seat}"] = held(view.hand[seat], view.held[seat])
    for seat in range(view.seats):
        shown[f"laid by {seat}"] = held(view.laid[seat], view.lying[seat])
    for seat in range(view.seats):
        shown[f"known of {seat}"] = known(view, seat)
    for seat in range(view.seats):
        shown[f"roll-call {seat}"] = listed(view.called[seat]) or "nothing"
    shown["discards"] = pile(view) or "none"
    shown["deck"] = str(view.left)
    return shown


def plan(view: State) -> str:
    """What is asked for; what has been thrown of it while the dice fall."""
    said = f"{need(view) or 'no object'}; points {view.points}"
    return f"{said}; dice to come {view.dice}, and the escape die" if view.dice + view.last_die else said


def held(counted: Sequence[int], number: int) -> str:
    return " ".join("?" * number) or "none" if counted[0] < 0 else listed(counted) or "none"


def listed(counted: Sequence[int]) -> str:
    """Cards counted by kind, as text."""
    return ", ".join(kind + (f" ×{n}" if n > 1 else "") for kind, n in zip(KINDS, counted, strict=True) if n)


def known(view: State, seat: int) -> str:
    """What everyone knows of a player's cards."""
    parts = [(view.sure, "in the hand"), (view.seen, "in the hand or laid"), (view.shown, "laid")]
    return "; ".join(f"{listed(what[seat])} {where}" for what, where in parts if any(what[seat])) or "nothing"


def turn(view: State) -> str:
    if view.turn == OVER:
        return "over"
    if view.turn == CHANCE:
        return f"chance, in the round of seat {view.starter}"
    doing = {0: "", 3: ", discarding a set", 5: ", discarding a run"}[view.building]
    return f"seat {view.turn}{doing}{', after a failed attempt' if view.failed else ''}"


def tell(name: str, title: str, match: Match, stream: str) -> None:
    check_story(__file__, name, title, match, stream, panel)


def test_the_beginning_of_a_round() -> None:
    """S17-16, S17-18, S17-30, S17-70"""
    stream = """
        > Seat 1 has been named to start, and throws three object dice and the escape die: a map and a document are
        > asked for, and two points and three.
        throw map
        throw escape 3
        throw document
        escape die 2
        > Then everyone draws two cards, seat 1 first. Nobody sees what the others get.
        draw map 1
        draw escape 2/1
        draw information
        draw document-map
        > The first turn. Seat 1 lays the map, and draws a card for it.
        lay map 1
        draw escape 3/1
        """
    tell("first-round", "The beginning of a round", new(first=1), stream)


def test_a_run_with_two_information_cards() -> None:
    """S17-35, S17-36, S17-37"""
    match = dealt("map, map, escape 3, 6", "food 1, information", "clothes 1, clothes 2")
    do(match, "draw two", "draw information", "draw tool 1", "discard clothes 1")
    do(match, "draw two", "draw escape 2/1", "draw food 2", "discard clothes 2")
    stream = """
        > Nothing of this helps with two maps, and the two information cards alone would cost seat 0 eight surveillance
        > at the roll-call. But five types are together: food, tool, escape, information, and information once more,
        > which stands for clothes. The cards are put down one by one, so that everyone sees the order.
        discard a run
        add information
        > One information may be itself, the other an object; a second food would be one too many.
        add food 2
        add information
        add tool 1
        > Four are no run yet, so that there is no stopping here. The fifth card will lie on top.
        add escape 2/1
        stop adding
        > Five cards are gone in one turn. The escape card on top of them is welcome to seat 1.
        take the top discard
        draw map 1
        """
    tell("run-with-information", "A run with two information cards", match, stream)


def test_the_order_of_a_set_and_a_card_that_is_taken() -> None:
    """S17-33, S17-37, S17-38, S17-70"""
    match = dealt("tool, clothes, map, 2", "food 1, food-map", "tool 1, escape 2/1")
    do(match, "draw two", "draw food 2", "draw clothes 1", "lay tool 1", "draw clothes 2")
    stream = """
        > Seat 0 gets rid of three food cards, the double being food this time. It keeps the double from the top.
        discard a set
        add food-map
        add food 1
        add food 2
        stop adding
        > Seat 1 takes the top card all the same. All have seen which one it is, and where it is now.
        take the top discard
        draw map 1
        > A card later...
        lay clothes 1
        draw map 2
        > ...seat 1 lays one face down. It may be the food or not: what is known is only that seat 1 has it somewhere.
        lay clothes 2
        draw document 1
        """
    tell("set-and-take", "The order of a set, and a card that is taken", match, stream)


def test_a_failed_attempt_reveals_what_is_laid() -> None:
    """S17-40, S17-44, S17-45, S17-70"""
    match = dealt("food, escape 3, food, 2", "food 1, escape 4/2", "map 1, map 2")
    do(match, "lay food 1", "draw food 2", "discard map 1", "lay escape 4/2", "draw escape 1/1", "discard map 2")
    do(match, "lay food 2", "draw escape 3/1", "draw two", "draw tool 1", "draw tool 2")
    stream = """
        > The plan asks for two food cards and five points. Seat 0 has miscounted: only four points are laid.
        attempt an escape
        > The cards lie face up for all to see, and surveillance makes it seven points now. Another action is due in the
        > same turn, and no second attempt.
        lay escape 3/1
        > Once the cards are turned down again, what was shown stays known; the new card is not.
        draw map 1
        > Seat 1 has seen that one escape card was all that was missing, and can do nothing about it.
        discard tool 1
        attempt an escape
        > Four and three points are enough for five and two. At the roll-call seat 0 holds two cards of surveillance 1,
        > so that it is watched with 4 from now on. Seat 1 has nothing to hand back.
        """
    tell("failed-attempt", "A failed attempt reveals what is laid", match, stream)


def test_a_barracks_card_is_the_missing_map() -> None:
    """S17-8, S17-40, S17-41, S17-50, S17-51"""
    match = dealt("food, map, document, 3", "barracks, food-document", "barracks, information")
    do(match, "lay food-document", "draw food 1", "lay barracks", "draw tool 2")
    do(match, "lay food 1", "draw escape 3/1", "draw two", "draw map 2", "draw clothes-map")
    do(match, "lay escape 3/1", "draw tool 1", "discard tool 2")
    stream = """
        > Seat 0 has laid food, a double of food and document, and three points. No map is in sight, but a barracks is.
        lay barracks
        draw clothes 2
        > Seat 1 has the map at last, and lays it.
        lay map 2
        draw food 2
        > Food is food, the double is the document, the barracks is the map.
        attempt an escape
        > At the roll-call the laid barracks costs seat 0 nothing, for it has escaped: only clothes 2 and tool 1 count.
        > Seat 1 holds information for 4, a double for 3 and food for 2, and its laid barracks costs 4 more: 13, less 9
        > for three prisoners.
        """
    tell("barracks-as-map", "A barracks card is the missing map", match, stream)


def test_doubles_find_their_places() -> None:
    """S17-7, S17-41, S17-43"""
    match = dealt("clothes, food, food, 1", "clothes-food, food-map", "map 1, map 2")
    do(match, "lay clothes-food", "draw clothes-tool", "draw two", "draw tool 1", "draw tool 1")
    do(match, "lay food-map", "draw escape 1/1", "discard map 1", "lay escape 1/1", "draw map 1", "discard map 2")
    stream = """
        > Two food cards and clothes are asked for. Three doubles will do, if each is taken for the right one of its
        > objects: both cards with food must be food, and clothes-tool is the clothes.
        lay clothes-tool
        draw document 1
        discard tool 1
        attempt an escape
        """
    tell("doubles", "Doubles find their places", match, stream)


def test_a_roll_call_stops_at_20() -> None:
    """S17-6, S17-45, S17-46, S17-51"""
    match = dealt(POINTS_ALONE, "escape 6/3, escape 6/3", "information, information")
    do(match, "lay escape 6/3", "draw map 1", ATTEMPT, "draw two", "draw information", "draw clothes-map")
    do(match, "lay escape 6/3", "draw map 2", ATTEMPT, "draw two", "draw food-map", "draw tool-map")
    do(match, "discard map 2", ATTEMPT, "draw two", "draw document-map", "draw clothes-food")
    stream = """
        > Seat 1 has tried its luck three times, with nothing laid, and is watched with 6 already. Its hand is heavy:
        > three information cards for 4 each, and five doubles for 3 each, 27 in all.
        attempt an escape
        > Less 9 for three prisoners, 18 are to be taken. Nobody is watched more than 20. And being watched most, with
        > the most prisoners, seat 1 starts the next round, with four dice.
        """
    tell("roll-call-cap", "A roll-call stops at 20", match, stream)


def test_a_deck_runs_out() -> None:
    """S17-13, S17-39, S17-60"""
    match = dealt(
        "map, map, map, 6", "information, clothes 1", "food 1, food 2", "tool 1, tool 2", first=1, pieces=small_box()
    )
    while match.view(None).left > 4:
        spend(match, "draw two", keep="barracks, escape 1/1")
    stream = """
        > The box has only 40 cards this time. Everyone has drawn and drawn, and four are left. Seat 1 tries in vain,
        > and draws two.
        attempt an escape
        draw two
        draw escape 1/1
        draw barracks
        > Seat 2 draws two as well, and with the last card the round is over. No hand is shown, no card counts. The
        > surveillance is handed back, 6 for each prisoner. All are equal again, so the same player starts as before.
        draw two
        draw barracks
        draw escape 1/1
        """
    tell("empty-deck", "A deck runs out", match, stream)


def small_box() -> Any:
    """40 cards."""
    own = STALAG17.pieces()
    fewer = {thing: [2, 2, 0] for thing in own.objects}
    escape = {value: [2, 0, 0] if value == "1" else [0, 0, 0] for value in own.escape}
    return type(own)(
        reconstructed=True,
        objects=fewer,
        doubles=own.doubles,
        escape=escape,
        others=type(own.others)(barracks=4, information=4),
    )


def test_the_escaper_is_among_the_equal() -> None:
    """S17-11"""
    match = new(3)
    for seat in (0, 1):
        escape_round(match, seat)
    throw(match, "escape 3, escape 3, escape 3, escape 3, 1")
    deal(match, "escape 6/3, escape 5/2", "food 1, tool 1", "map 1, map 2")
    do(match, "lay escape 6/3", "draw escape 5/2", "discard food 1", "discard map 1")
    do(match, "lay escape 5/2", "draw barracks", "discard tool 1", "discard map 2")
    stream = """
        > Seats 0 and 1 have freed a prisoner each. Now it is the turn of seat 2, which lays its last card.
        lay escape 5/2
        draw barracks
        draw two
        draw food 1
        draw food 2
        draw two
        draw tool 1
        draw tool 2
        attempt an escape
        > All have two prisoners left and no surveillance. Seat 2 has just escaped, so it comes after the others; both
        > sit next to it, and seat 0, on its left, starts.
        """
    tell("equal-escaper", "The escaper is among the equal", match, stream)


def test_playing_on_to_the_last_place() -> None:
    """S17-14, S17-48"""
    match = new(3, play_on=True)
    for seat in (1, 1, 0, 0):
        escape_round(match, seat)
    throw(match, "escape 3, escape 3, escape 3, escape 3, 1")
    deal(match, "food 1, food 2", "map 1, map 2", "escape 6/3, escape 6/3")
    do(match, "discard food 1", "discard map 1", "lay escape 6/3", "draw escape 6/3")
    do(match, "discard food 2", "discard map 2", "lay escape 6/3", "draw escape 1/1")
    do(match, "draw two", "draw food 1", "draw food 2", "draw two", "draw map 1", "draw map 2")
    do(match, "lay escape 6/3", "draw barracks", "discard food 1", "discard map 1")
    stream = """
        > Seat 1 frees its third prisoner and has won. The roll-call is held all the same, because the others play on.
        attempt an escape
        > Two are left, of whom one has freed two prisoners: four dice. Seat 2, with all three prisoners, starts.
        throw escape 3
        throw escape 3
        throw escape 3
        throw escape 3
        escape die 1
        > Only these two draw cards, and only they take turns.
        draw map 1
        draw map 2
        draw escape 6/3
        draw escape 5/2
        discard map 1
        lay escape 6/3
        draw escape 5/2
        discard map 2
        lay escape 5/2
        draw barracks
        draw two
        draw map 1
        draw map 2
        lay escape 5/2
        draw barracks
        discard map 1
        > Seat 0 escapes for the third time and is second. Nobody is left for seat 2 to play with.
        attempt an escape
        """
    tell("play-on", "Playing on to the last place", match, stream)
    assert match.result() == "1 > 0 > 2"
    assert STALAG17.view(match._state, 0).place[:3] == [2, 1, 0]
