"""Short stories of Cartagena, kept as texts to be read: who acts, and what every observer sees of it."""

from escapade import CHANCE, OVER, State

from ..playthroughs import Panel, check_story
from .table import BOAT, SYMBOLS, cards, dealt

LABELS = {0: "outside", BOAT: "boat"}


def panel(view: State) -> Panel:
    """What lies on the table, as one observer sees it."""
    shown = {"turn": turn(view)}
    for seat in range(view.seats):
        shown[f"pirates of {seat}"] = pirates(view, seat)
    for seat in range(view.seats):
        hidden = view.hand[seat][0] < 0
        held = " ".join("?" * view.held[seat]) if hidden else cards(view.hand[seat])
        shown[f"hand of {seat}"] = held or "empty"
    if view.tortuga:
        shown["row"] = " ".join("-" if card < 0 else SYMBOLS[card] for card in view.row)
    shown["discards"] = cards([sum(pile) for pile in zip(*view.played, strict=True)]) or "none"
    shown["deck"] = f"{view.left} cards"
    return shown


def turn(view: State) -> str:
    if view.turn == OVER:
        return "over"
    if view.turn == CHANCE:
        return f"chance, for seat {view.player}"
    return f"seat {view.turn}, action {view.done + 1} of 3"


def pirates(view: State, seat: int) -> str:
    """Where a seat's pirates stand: the place, its symbol, and how many if there are several."""
    places = [(place, n) for place, n in enumerate(view.pirates[seat]) if n]
    return ", ".join(where(view, place) + (f" ×{n}" if n > 1 else "") for place, n in places)


def where(view: State, place: int) -> str:
    return LABELS.get(place) or f"{place} {SYMBOLS[view.tunnel[place]]}"


def test_a_jamaica_turn_in_which_a_retreat_draws_two() -> None:
    """CAR-30, CAR-32, CAR-34, CAR-50"""
    match = dealt("jug jug keys keys hook parrot", "hook tricorne tricorne pistol pistol keys")
    stream = """
        > Seat 0 sends two pirates ahead and takes one of them back to the other: a card for the one who stood there.
        jug from outside
        jug from outside
        retreat from 8
        draw parrot
        > Now two pirates stand on the first jug. Seat 1 has a pirate run to the hook and come straight back to them,
        > for two cards. Which cards they are, only seat 1 can see; that they are two, everyone can.
        hook from outside
        retreat from 5
        draw keys
        draw jug
        > The jug is full with three pirates. Seat 1 leaves it at that.
        stop
        """
    check_story(__file__, "jamaica-retreat", "A retreat that draws two, in Jamaica", match, stream, panel)


def test_occupied_parrots_are_skipped() -> None:
    """CAR-20, CAR-21"""
    match = dealt(
        "parrot parrot hook hook jug jug", "parrot keys keys jug jug hook", "parrot parrot keys keys jug pistol"
    )
    stream = """
        > Seat 0 puts a pirate on each of the first two parrots.
        parrot from outside
        parrot from outside
        stop
        > Seat 1 plays a parrot too. Both are taken, so its pirate runs on to the third, past them both.
        parrot from outside
        stop
        > And seat 2 runs to the fourth; from there its pirate goes on to the fifth with its other parrot.
        parrot from outside
        parrot from 23
        stop
        """
    check_story(__file__, "occupied-parrots", "Occupied parrots are skipped", match, stream, panel)


def test_a_player_without_cards_is_passed_over() -> None:
    """CAR-12, CAR-33"""
    match = dealt("jug pistol tricorne parrot hook keys", "hook hook hook keys keys keys")
    stream = """
        jug from outside
        pistol from 1
        tricorne from 2
        hook from outside
        hook from 5
        hook from 7
        ---
        > Seat 0 has sent one pirate ahead all alone, and goes on with it until no card is left.
        parrot from 3
        hook from 4
        keys from 5
        > Seat 1 is already far ahead, and stays there.
        keys from 15
        stop
        > Seat 0 has no card to play and nobody behind it to go back to. There is nothing to do but to be passed over.
        pass
        """
    check_story(__file__, "passed-over", "A player without cards is passed over", match, stream, panel)


def test_a_tortuga_draw_over_the_end_of_a_row() -> None:
    """CAR-34, CAR-37, CAR-51"""
    match = dealt(
        "jug hook keys keys hook pistol",
        "hook hook hook keys keys parrot",
        row="jug jug hook keys jug parrot jug hook jug tricorne pistol parrot",
        version="tortuga",
    )
    stream = """
        jug from outside
        hook from outside
        retreat from 5
        hook from outside
        retreat from 5
        parrot from outside
        keys from outside
        hook from outside
        retreat from 6
        hook from outside
        retreat from 7
        keys from outside
        keys from outside
        retreat from 9
        keys from outside
        keys from outside
        retreat from 14
        hook from outside
        pistol from 6
        retreat from 10
        jug from 5
        ---
        > All cards lie open here, and two are left in the row. Seat 1 goes back to one pirate and takes the first.
        retreat from 9
        > With the card just drawn a pirate runs ahead...
        pistol from 7
        > ...and back to two pirates. The first of the two cards it draws is the last of the row, so that a new row is
        > laid out at once, twelve cards long; the second card is the first of that.
        retreat from 10
        draw hook
        draw tricorne
        draw keys
        draw jug
        draw parrot
        draw parrot
        draw pistol
        draw hook
        draw keys
        draw tricorne
        draw jug
        draw pistol
        > Seat 1 has the parrot and the hook, the row has eleven cards, and the turn has ended with its third action.
        """
    check_story(__file__, "tortuga-row", "A draw over the end of a row, in Tortuga", match, stream, panel)
