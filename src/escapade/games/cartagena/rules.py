"""Cartagena: six pirates a player, one tunnel, one boat. Two to five seats.

Clause numbers (CAR-1, …) are those of RULES.md beside this file. A place is a number: 0 is outside, at the fortress
(CAR-4); 1 to 36 are the spaces of the tunnel; 37 is the boat. Pirates of one owner are alike, so the state counts them.
"""

from escapade.kernel.compile import rule, zeros
from escapade.kernel.contract import Option
from escapade.kernel.fields import ALL, NOBODY, NONE, OWNER, UNKNOWN, Axis, Field, Fields, int8, int16
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.notation import Actions, Verb
from escapade.kernel.pieces import Piecewise
from escapade.kernel.rng import pick
from escapade.kernel.scoring import by_place

# --- Vocabulary --------------------------------------------------------------

TITLE = "Cartagena"
ABOUT = "six pirates a player, one tunnel, one boat"
SEATS = range(2, 6)

SYMBOLS = ("hook", "jug", "parrot", "pistol", "tricorne", "keys")
LETTERS = ("A", "B", "C", "D", "E", "F")
CLASSIC = "A B E C D- F-"  # CAR-2: the tunnel of the published board

PIRATES = 6  # CAR-3: a player
HAND = 6  # CAR-5: cards dealt to each player
TURN = 3  # CAR-10: actions in a turn, at the most
CROWD = 3  # CAR-31: pirates on one space, at the most
ROW = 12  # CAR-7: cards in Tortuga's row
LONGEST = 3000  # CAR-42: actions in a game, at the most

OUTSIDE, FIRST, LAST, BOAT = 0, 1, 36, 37
PLACES = ("outside", *(str(space) for space in range(FIRST, BOAT)), "boat")

SEAT = Axis("seat", 5)
SYMBOL = Axis("symbol", SYMBOLS)
SEGMENT = Axis("segment", LETTERS)
PLACE = Axis("place", PLACES)

ACTIONS = Actions(
    Verb("{card} from {start}", card=SYMBOLS, start=PLACES[:BOAT]),  # CAR-20
    Verb("retreat from {start}", start=PLACES),  # CAR-30
    Verb("stop"),  # CAR-10
    Verb("pass"),  # CAR-12
    Verb("join {segment}{way}", segment=LETTERS, way=("", " reversed")),  # chance: CAR-2
    Verb("seat {seat} starts", seat=SEAT.labels),  # chance: CAR-8
    Verb("draw {card}", card=SYMBOLS),  # chance: CAR-5, CAR-32
    Verb("draw a card"),  # what others hear of a card drawn unseen: CAR-50
)
ADVANCE, RETREAT, STOP, PASS, JOIN, START, DRAW, DRAW_UNSEEN = ACTIONS.bases
MAX_ACTIONS = 64


def tunnel_order(text):
    """CAR-2: an explicit tunnel is the six different segments, each either way round ("A B E C D- F-")."""
    parts = text.upper().replace(",", " ").split()
    if sorted(part.rstrip("-") for part in parts) != sorted(LETTERS) or any(part.count("-") > 1 for part in parts):
        raise ValueError(f"a tunnel is 'random', 'classic' or the six segments A to F, each once, not {text!r}")
    return " ".join(parts)


OPTIONS = (
    Option("version", "jamaica", "jamaica hides the hands, tortuga plays openly", "CAR-6", ("jamaica", "tortuga")),
    Option(
        "tunnel",
        "random",
        "the order of the segments; - turns one round",
        "CAR-2",
        ("random", "classic"),
        check=tunnel_order,
        examples=(CLASSIC, "F E D C B A", "A- B- C- D- E- F-"),
    ),
    Option("first", "lot", "who starts", "CAR-8", ("lot",), seat=True),
)


class Pieces(Piecewise, frozen=True):
    """CAR-1, CAR-3: what a data file says."""

    cards: dict[str, int]
    segments: dict[str, list[str]]

    def check(self):
        """Say what is wrong, by field."""
        if set(self.cards) != set(SYMBOLS):
            return {"cards": f"must count exactly these symbols: {', '.join(SYMBOLS)}"}
        for symbol, number in self.cards.items():
            if not 0 <= number <= 99:
                return {f"cards.{symbol}": f"must be from 0 to 99 cards, not {number}"}
        if sum(self.cards.values()) < HAND * SEATS[-1]:
            return {"cards": f"must be {HAND * SEATS[-1]} cards or more in all, not {sum(self.cards.values())}"}
        if set(self.segments) != set(LETTERS):
            return {"segments": f"must be exactly {', '.join(LETTERS)}"}
        for letter, symbols in self.segments.items():
            if sorted(symbols) != sorted(SYMBOLS):
                return {f"segments.{letter}": f"must show each of {', '.join(SYMBOLS)} once"}
        return {}


# --- State -------------------------------------------------------------------

# fmt: off
FIELDS = Fields(
    Field("seats",    int8,  (),                ALL,    "how many play"),
    Field("tortuga",  int8,  (),                ALL,    "1: the Tortuga version"),
    Field("open",     int8,  (),                ALL,    "1: hands lie open: Tortuga, or the game is over"),
    Field("segments", int8,  (SEGMENT, SYMBOL), ALL,    "the symbols of each segment", holds=SYMBOL, fixed=True),
    Field("supply",   int8,  (SYMBOL,),         ALL,    "cards of each symbol in the game", fixed=True),
    Field("tunnel",   int8,  (PLACE,),          ALL,    "NONE where there is no space", holds=SYMBOL),
    Field("joined",   int8,  (SEGMENT,),        ALL,    "1: the segment lies in the tunnel"),
    Field("pirates",  int8,  (SEAT, PLACE),     ALL,    "pirates of each seat on each place", seated=True,
          allows_empty_rows=True),
    Field("crowd",    int8,  (PLACE,),          ALL,    "pirates of all seats on each place"),
    Field("hand",     int8,  (SEAT, SYMBOL),    OWNER,  "cards held", revealed_by="open", allows_empty_rows=True),
    Field("shuffled", int8,  (SYMBOL,),         ALL,    "what the deck held when it was last shuffled"),
    Field("drawn",    int8,  (SEAT, SYMBOL),    OWNER,  "taken from the deck since then (Jamaica)", revealed_by="open",
          allows_empty_rows=True),
    Field("played",   int8,  (SEAT, SYMBOL),    ALL,    "played since then: the discard pile, by seat", seated=True,
          allows_empty_rows=True),
    Field("held",     int16, (SEAT,),           ALL,    "how many cards each seat holds", seated=True),
    Field("deck",     int8,  (SYMBOL,),         NOBODY, "what it holds now", revealed_by="open"),
    Field("left",     int16, (),                ALL,    "how many cards that is"),
    Field("row",      int8,  (ROW,),            ALL,    "Tortuga's row, NONE where no card lies", holds=SYMBOL),
    Field("front",    int8,  (),                ALL,    "where in the row the next card is taken"),
    Field("laid",     int8,  (),                ALL,    "where in the row the next card is laid"),
    Field("to_lay",   int8,  (),                ALL,    "cards still to be laid"),
    Field("to_draw",  int8,  (),                ALL,    "cards the player at the turn still draws"),
    Field("to_deal",  int8,  (),                ALL,    "the seat being dealt a hand, or `seats`", holds=SEAT),
    Field("player",   int8,  (),                ALL,    "whose turn it is, also while chance acts", holds=SEAT),
    Field("done",     int8,  (),                ALL,    "actions done in this turn"),
    Field("passed",   int8,  (),                ALL,    "players passed over in a row"),
    Field("actions",  int16, (),                ALL,    "actions done in this game"),
    Field("turn",     int8,  (),                ALL,    "who acts: a seat, CHANCE or OVER", holds=SEAT),
)
# fmt: on


# --- Flow of play ------------------------------------------------------------


def setup(state, seats, options, pieces):
    """CAR-3, CAR-4: all pirates stand outside. The tunnel, the starter and the cards follow, by chance or as agreed."""
    state.seats = seats
    state.tortuga = state.open = int(options.version == "tortuga")  # CAR-6, CAR-51
    for i, letter in enumerate(LETTERS):
        state.segments[i] = [SYMBOLS.index(symbol) for symbol in pieces.segments[letter]]
    state.supply = [pieces.cards[symbol] for symbol in SYMBOLS]
    state.deck, state.shuffled, state.left = state.supply[:], state.supply[:], sum(state.supply)
    state.tunnel = [NONE] * PLACE
    state.row = [NONE] * ROW
    for seat in range(seats):
        state.pirates[seat][OUTSIDE] = PIRATES
    state.crowd[OUTSIDE] = PIRATES * seats
    state.player = NONE if options.first == "lot" else options.first
    if options.tunnel != "random":
        for part in (CLASSIC if options.tunnel == "classic" else options.tunnel).split():
            join(state, LETTERS.index(part[0]), part.endswith("-"))
    go_on(state)


@rule
def legal(state, out):
    """Write what the player at the turn may do; return how many actions that is."""
    n = 0
    me = state.turn
    if me < 0:
        return 0
    mine = state.pirates[me]
    hand = state.hand[me]
    crowd = state.crowd
    refuge = NONE  # CAR-30: the nearest space behind with one or two pirates
    for place in range(BOAT + 1):
        if crowd[place] == 0:
            continue
        if mine[place] > 0:
            if place < BOAT:  # CAR-20: any own pirate but one in the boat
                for symbol in range(SYMBOL):
                    if hand[symbol] > 0:
                        out[n] = ADVANCE + symbol * BOAT + place
                        n += 1
            if refuge != NONE:
                out[n] = RETREAT + place
                n += 1
        if place >= FIRST and crowd[place] < CROWD:
            refuge = place
    if state.done > 0:  # CAR-10, CAR-11: stop after the first or second action, never before
        out[n] = STOP
        n += 1
    elif n == 0:  # CAR-12
        out[n] = PASS
        n += 1
    return n


@rule
def odds(state, out, weight):
    """Write what chance may do, and how many chances each outcome has; return how many outcomes there are."""
    n = 0
    if state.turn != CHANCE:
        return 0
    if segments_joined(state) < SEGMENT:  # CAR-2: any segment that is left, either way round
        for segment in range(SEGMENT):
            if state.joined[segment] == 0:
                for way in range(2):
                    out[n] = JOIN + 2 * segment + way
                    weight[n] = 1
                    n += 1
    elif state.player == NONE:  # CAR-8
        for seat in range(state.seats):
            out[n] = START + seat
            weight[n] = 1
            n += 1
    else:  # a card is decided when it is drawn: one chance for every card of the deck
        for symbol in range(SYMBOL):
            if state.deck[symbol] > 0:
                out[n] = DRAW + symbol
                weight[n] = state.deck[symbol]
                n += 1
    return n


@rule
def apply(state, action):
    """Advance the game by one legal action, in place."""
    if action < RETREAT:
        advance(state, (action - ADVANCE) // BOAT, (action - ADVANCE) % BOAT)
    elif action < STOP:
        retreat(state, action - RETREAT)
    elif action == STOP:
        end_turn(state)
    elif action == PASS:
        pass_over(state)
    elif action < START:
        join(state, (action - JOIN) // 2, (action - JOIN) % 2 == 1)
    elif action < DRAW:
        state.player = action - START  # CAR-8
    else:
        turn_up(state, action - DRAW)
    if state.turn != OVER:
        go_on(state)


@rule
def go_on(state):
    """Decide who acts next: chance, as long as something is to be laid out, dealt or drawn; else the player."""
    if segments_joined(state) < SEGMENT or state.player == NONE or state.to_deal < state.seats:
        state.turn = CHANCE
        return
    if state.tortuga == 1:
        take_from_row(state)
    elif state.to_draw > 0:
        reshuffle_if_empty(state)
        if state.left == 0:
            state.to_draw = 0  # CAR-36: as many as there are
    if state.to_lay > 0 or state.to_draw > 0:
        state.turn = CHANCE
        return
    if state.done == TURN:  # CAR-12: after the third action the turn ends by itself
        end_turn(state)
    if state.actions >= LONGEST:  # CAR-42
        finish(state)
    else:
        state.turn = state.player


# --- The tunnel --------------------------------------------------------------


@rule
def segments_joined(state):
    """CAR-1: six make the tunnel."""
    n = 0
    for segment in range(SEGMENT):
        n += state.joined[segment]
    return n


@rule
def join(state, segment, reverse):
    """CAR-1, CAR-2: lay the next segment, either way round."""
    first = FIRST + SYMBOL * segments_joined(state)
    for i in range(SYMBOL):
        state.tunnel[first + i] = state.segments[segment][SYMBOL - 1 - i if reverse else i]
    state.joined[segment] = 1


@rule
def landing(state, symbol, start):
    """CAR-20, CAR-21: the nearest free space ahead with this symbol; CAR-22: the boat if there is none."""
    for place in range(start + 1, BOAT):
        if state.tunnel[place] == symbol and state.crowd[place] == 0:
            return place
    return BOAT


@rule
def refuge_behind(state, start):
    """CAR-30, CAR-31: the nearest space behind with one or two pirates; CAR-33: NONE, never the outside."""
    for place in range(start - 1, OUTSIDE, -1):
        if 0 < state.crowd[place] < CROWD:
            return place
    return NONE


@rule
def move(state, seat, start, end):
    """Carry one pirate from place to place."""
    state.pirates[seat][start] -= 1
    state.crowd[start] -= 1
    state.pirates[seat][end] += 1
    state.crowd[end] += 1


# --- Actions -----------------------------------------------------------------


@rule
def advance(state, symbol, start):
    """CAR-20 to CAR-23: play a card and move a pirate forward."""
    me = state.player
    state.hand[me][symbol] -= 1
    state.held[me] -= 1
    state.played[me][symbol] += 1  # CAR-23
    move(state, me, start, landing(state, symbol, start))
    count_action(state)
    if state.pirates[me][BOAT] == PIRATES:  # CAR-40: at once, even with actions left
        finish(state)


@rule
def retreat(state, start):
    """CAR-30 to CAR-32: move a pirate back to company, and draw a card for each pirate that stood there."""
    refuge = refuge_behind(state, start)
    state.to_draw = state.crowd[refuge]
    move(state, state.player, start, refuge)
    count_action(state)


@rule
def count_action(state):
    """CAR-10: one of the turn's three actions is done."""
    state.done += 1
    state.actions += 1
    state.passed = 0


@rule
def pass_over(state):
    """CAR-12: who can do nothing is passed over; if that is everyone in turn, the game ends."""
    state.passed += 1
    end_turn(state)
    if state.passed == state.seats:
        finish(state)


@rule
def end_turn(state):
    """CAR-8: the next player clockwise is at the turn."""
    state.player = (state.player + 1) % state.seats
    state.done = 0


@rule
def finish(state):
    """CAR-40, CAR-52: the game is over, and all hands are shown."""
    state.turn = OVER
    state.open = 1


# --- Cards -------------------------------------------------------------------


@rule
def turn_up(state, symbol):
    """Chance has decided the deck's next card: it is dealt, laid or drawn."""
    state.deck[symbol] -= 1
    state.left -= 1
    if state.to_deal < state.seats:  # CAR-5
        take(state, state.to_deal, symbol)
        if state.held[state.to_deal] == HAND:
            state.to_deal += 1
            if state.to_deal == state.seats and state.tortuga == 1:
                state.to_lay = ROW  # CAR-7
    elif state.to_lay > 0:
        lay(state, symbol)
    else:  # CAR-34
        take(state, state.player, symbol)
        state.to_draw -= 1
    if state.to_lay > 0:
        reshuffle_if_empty(state)  # CAR-35: also in the middle of laying a row
        if state.left == 0:
            state.to_lay = 0  # CAR-36: a shorter row


@rule
def take(state, seat, symbol):
    """A card comes into a hand."""
    state.hand[seat][symbol] += 1
    state.held[seat] += 1
    if state.tortuga == 0:
        state.drawn[seat][symbol] += 1


@rule
def lay(state, symbol):
    """CAR-7: a card is laid at the end of the row."""
    state.row[state.laid] = symbol
    state.laid += 1
    state.to_lay -= 1


@rule
def take_from_row(state):
    """CAR-34: draw from the row, from the front; CAR-37: the moment it is used up, a new one is to be laid."""
    while state.to_draw > 0 and state.to_lay == 0:
        if state.front == state.laid:  # CAR-36: it could not be laid before; perhaps now
            begin_row(state)
            if state.to_lay == 0:
                state.to_draw = 0
            return
        take(state, state.player, state.row[state.front])
        state.row[state.front] = NONE
        state.front += 1
        state.to_draw -= 1
        if state.front == state.laid:
            begin_row(state)


@rule
def begin_row(state):
    """CAR-7, CAR-36: twelve cards are to be laid, or as many as there are."""
    state.front = state.laid = 0
    reshuffle_if_empty(state)
    state.to_lay = ROW if state.left > 0 else 0


@rule
def reshuffle_if_empty(state):
    """CAR-35: an empty deck is replaced by the discard pile, at the moment a card is needed."""
    if state.left > 0:
        return
    for symbol in range(SYMBOL):
        state.shuffled[symbol] = 0
        for seat in range(state.seats):
            state.shuffled[symbol] += state.played[seat][symbol]
            state.played[seat][symbol] = 0
            state.drawn[seat][symbol] = 0
        state.deck[symbol] = state.shuffled[symbol]
        state.left += state.shuffled[symbol]


# --- Scoring -----------------------------------------------------------------


@rule
def returns(state, score):
    """CAR-41: from 1 for who beats all to -1 for who is beaten by all; equal is equal."""
    order = zeros(state.seats)
    for seat in range(state.seats):
        order[seat] = progress(state, seat)
    by_place(order, score, state.turn == OVER)


@rule
def progress(state, seat):
    """CAR-40, CAR-41: order players by pirates in the boat, then by the positions of those in the tunnel."""
    total = 0
    for place in range(FIRST, BOAT):
        total += place * state.pirates[seat][place]
    return state.pirates[seat][BOAT] * PIRATES * BOAT + total


# --- Hidden information ------------------------------------------------------


@rule
def observe(state, seat):
    """CAR-6, CAR-50: erase, in place, other hands and the deck. CAR-51, CAR-52: unless all is open."""
    if state.open == 1:
        return
    deck = state.deck
    for symbol in range(SYMBOL):
        deck[symbol] = UNKNOWN
    for other in range(state.seats):
        if other != seat:
            hand = state.hand[other]
            drawn = state.drawn[other]
            for symbol in range(SYMBOL):
                hand[symbol] = drawn[symbol] = UNKNOWN


@rule
def hear(state, action, seat):
    """CAR-50: others learn that a card was drawn, not which."""
    if action >= DRAW and state.tortuga == 0:
        drawer = state.to_deal if state.to_deal < state.seats else state.player
        if drawer != seat:
            return DRAW_UNSEEN
    return action


@rule
def determinize(view, words):
    """Fill the holes of a view, in place: deal the unseen cards to the deck and to the hands that hide theirs.

    What a careful player knows is respected: an unseen card that cannot be in the deck, because the deck was shuffled
    without it or the viewer drew it from there, is in a hand.
    """
    if view.open == 1 or view.deck[0] != UNKNOWN:
        return
    in_hands = zeros(SYMBOL)  # cards of the hidden hands, taken together
    for symbol in range(SYMBOL):
        unseen = view.supply[symbol]
        cap = view.shuffled[symbol]
        for seat in range(view.seats):
            unseen -= view.played[seat][symbol]
            if view.hand[seat][symbol] != UNKNOWN:
                unseen -= view.hand[seat][symbol]
                cap -= view.drawn[seat][symbol]
        view.deck[symbol] = min(unseen, cap)
        in_hands[symbol] = unseen - view.deck[symbol]
    deal_hands(view, in_hands, words)
    attribute(view)


@rule
def deal_hands(view, in_hands, words):
    """Draw what else the hidden hands hold from what may be in the deck, then share it out by their sizes."""
    for _ in range(cards(view.deck) - view.left):
        symbol = pick(words, view.deck, SYMBOL)
        view.deck[symbol] -= 1
        in_hands[symbol] += 1
    for seat in range(view.seats):
        if view.hand[seat][0] == UNKNOWN:
            for symbol in range(SYMBOL):
                view.hand[seat][symbol] = 0
            for _ in range(view.held[seat]):
                symbol = pick(words, in_hands, SYMBOL)
                in_hands[symbol] -= 1
                view.hand[seat][symbol] += 1


@rule
def attribute(view):
    """Say who drew what since the shuffle: nobody more of a symbol than was held or played since."""
    for symbol in range(SYMBOL):
        gone = view.shuffled[symbol] - view.deck[symbol]
        for seat in range(view.seats):
            if view.drawn[seat][symbol] != UNKNOWN:
                gone -= view.drawn[seat][symbol]
        for seat in range(view.seats):
            if view.drawn[seat][symbol] == UNKNOWN:
                view.drawn[seat][symbol] = min(gone, view.hand[seat][symbol] + view.played[seat][symbol])
                gone -= view.drawn[seat][symbol]


@rule
def cards(count):
    """How many cards a pile holds that is counted by symbol."""
    total = 0
    for symbol in range(SYMBOL):
        total += count[symbol]
    return total
