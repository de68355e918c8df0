"""Stalag 17: prepare an escape in secret, and do not draw attention. Two to five seats.

Clause numbers (S17-1, …) are those of RULES.md beside this file. A kind of card is a number: cards of one kind are
alike, so the state counts them. An attempt needs one object for each die and enough escape points (S17-40).
"""

from escapade.games.stalag17.cards import KINDS, OBJECTS, PRISONERS, VALUES
from escapade.games.stalag17.cards import Pieces as Pieces
from escapade.games.stalag17.discards import RUN, SET, TYPE, has_set, set_complete, set_of, types_in
from escapade.games.stalag17.hidden import deal_hidden, make_ready
from escapade.games.stalag17.plan import dice_to_throw, laid_points, supplies
from escapade.games.stalag17.rollcall import hand_back, roll_call, starter_after, watch
from escapade.kernel.compile import rule, zeros
from escapade.kernel.contract import Option
from escapade.kernel.fields import ALL, NOBODY, NONE, OWNER, UNKNOWN, Axis, Field, Fields, int8, int16
from escapade.kernel.names import CHANCE, OVER
from escapade.kernel.notation import Actions, Verb
from escapade.kernel.scoring import by_place

# --- Vocabulary --------------------------------------------------------------

TITLE = "Stalag 17"
ABOUT = "three prisoners a player, a plan rolled with dice, and laid cards nobody else knows"
SEATS = range(2, 6)

ESCAPE_FACE, ESCAPE_BONUS = 5, 3  # S17-5: the sixth face of an object die shows "escape 3"
FAILED = 2  # S17-45: surveillance
LONGEST = 200  # S17-62: rounds

SEAT = Axis("seat", 5)
KIND = Axis("kind", KINDS)
OBJECT = Axis("object", OBJECTS)
PILE = Axis("place", 120)

ACTIONS = Actions(
    Verb("draw two"),  # S17-30
    Verb("lay {card}", card=KINDS),  # S17-31
    Verb("discard {card}", card=KINDS),  # S17-32
    Verb("discard a set"),  # S17-33: card by card
    Verb("discard a run"),  # S17-35
    Verb("add {card}", card=KINDS),  # S17-37
    Verb("stop adding"),
    Verb("take the top discard"),  # S17-38
    Verb("attempt an escape"),  # S17-40
    Verb("seat {seat} starts", seat=SEAT.labels),  # chance: S17-10
    Verb("throw {face}", face=(*OBJECTS, "escape 3")),  # chance: S17-16
    Verb("escape die {face}", face=tuple(map(str, VALUES))),  # chance: S17-16
    Verb("draw {card}", card=KINDS),  # chance
    Verb("draw a card"),  # what others hear of a card drawn
    Verb("lay a card"),  # what others hear of a card laid: S17-22
)
(DRAW_TWO, LAY, DISCARD, BEGIN_SET, BEGIN_RUN, ADD, END, TAKE, ATTEMPT,
 START, THROW, ESCAPE_DIE, DRAW, DRAW_UNSEEN, LAY_UNSEEN) = ACTIONS.bases  # fmt: skip
MAX_ACTIONS = 128
COUNTED = ("round", "emptied")  # fields a balance report counts

OPTIONS = (
    Option("play_on", False, "after the first has won, the others play on for the places", "S17-48"),
    Option("first", "lot", "who starts the first round", "S17-10", ("lot",), seat=True),
    Option("counting", True, "the page counts the cards seen in a round", "S17-71"),
)


# --- State -------------------------------------------------------------------

# fmt: off
FIELDS = Fields(
    Field("seats",        int8,  (),           ALL,    "how many play"),
    Field("play_on",      int8,  (),           ALL,    "1: the others play on for the places"),
    Field("counting",     int8,  (),           ALL,    "1: the page counts the cards seen in a round"),
    Field("copies",       int8,  (KIND,),      ALL,    "cards of each kind in the game"),
    Field("watched",      int8,  (KIND,),      ALL,    "surveillance value of each kind in a hand"),
    Field("round",        int16, (),           ALL,    "rounds begun"),
    Field("emptied",      int16, (),           ALL,    "rounds that ended with an empty deck"),
    Field("starter",      int8,  (),           ALL,    "who started this round; NONE before the lot", holds=SEAT),
    Field("prisoners",    int8,  (SEAT,),      ALL,    "not yet escaped", seated=True),
    Field("surveillance", int8,  (SEAT,),      ALL,    "0 to 20", seated=True),
    Field("place",        int8,  (SEAT,),      ALL,    "1 for who finished first …; 0: still in", seated=True),
    Field("need",         int8,  (OBJECT,),    ALL,    "objects the plan asks for"),
    Field("points",       int8,  (),           ALL,    "escape points the plan asks for"),
    Field("dice",         int8,  (),           ALL,    "object dice still to be thrown"),
    Field("last_die",     int8,  (),           ALL,    "1: the escape die is still to be thrown"),
    Field("hand",         int8,  (SEAT, KIND), OWNER,  "cards held", revealed_by="hand_up"),
    Field("laid",         int8,  (SEAT, KIND), OWNER,  "cards laid face down", revealed_by="face_up"),
    Field("hand_up",      int8,  (SEAT,),      ALL,    "1: this hand is open: empty yet, or at the end", seated=True),
    Field("face_up",      int8,  (SEAT,),      ALL,    "1: these laid cards are: also after an attempt", seated=True),
    Field("held",         int8,  (SEAT,),      ALL,    "how many cards each holds", seated=True),
    Field("lying",        int8,  (SEAT,),      ALL,    "how many each has laid", seated=True),
    Field("sure",         int8,  (SEAT, KIND), ALL,    "cards everyone knows to be in this hand", seated=True),
    Field("seen",         int8,  (SEAT, KIND), ALL,    "… to be in this hand or laid face down", seated=True),
    Field("shown",        int8,  (SEAT, KIND), ALL,    "… to be laid: a failed attempt showed them", seated=True),
    Field("called",       int8,  (SEAT, KIND), ALL,    "hands shown at the last roll-call", seated=True),
    Field("uncovered",    int8,  (SEAT, KIND), ALL,    "laid cards shown there", seated=True),
    Field("deck",         int8,  (KIND,),      NOBODY, "what the deck holds", revealed_by="open"),
    Field("left",         int8,  (),           ALL,    "how many cards that is"),
    Field("pile",         int8,  (PILE,),      ALL,    "discards from the bottom; NONE above the top", holds=KIND),
    Field("top",          int8,  (),           ALL,    "how many cards lie there"),
    Field("to_deal",      int8,  (),           ALL,    "players who still draw two at the start of the round"),
    Field("drawer",       int8,  (),           ALL,    "who draws", holds=SEAT),
    Field("to_draw",      int8,  (),           ALL,    "cards still to be drawn"),
    Field("added",        int8,  (KIND,),      ALL,    "cards of the set or run being discarded"),
    Field("building",     int8,  (),           ALL,    "0, or what is being discarded: 3 a set, 5 a run"),
    Field("failed",       int8,  (),           ALL,    "1: this turn's attempt has failed"),
    Field("open",         int8,  (),           ALL,    "1: the game is over and all cards are shown"),
    Field("player",       int8,  (),           ALL,    "whose turn it is, also while chance acts", holds=SEAT),
    Field("turn",         int8,  (),           ALL,    "who acts: a seat, CHANCE or OVER", holds=SEAT),
)
# fmt: on


# --- Flow of play ------------------------------------------------------------


def setup(state, seats, options, pieces):
    """S17-6: three prisoners each, no surveillance. The first plan and the first cards follow."""
    state.seats = seats
    state.play_on = int(options.play_on)
    state.counting = int(options.counting)
    state.copies = pieces.copies()
    state.watched = pieces.watched()
    state.prisoners = [PRISONERS if seat < seats else 0 for seat in range(SEAT)]
    state.pile = [NONE] * PILE
    state.player = state.drawer = state.starter = NONE
    shuffle(state)
    state.turn = CHANCE
    if options.first != "lot":  # S17-10
        begin_round(state, options.first)


@rule
def legal(state, out):
    """Write what the player at the turn may do; return how many actions that is."""
    if state.turn < 0:
        return 0
    if state.building > 0:
        return additions(state, out)
    me = state.turn
    out[0] = DRAW_TWO  # S17-30: the deck is never empty in a turn (S17-60)
    n = 1
    for kind in range(KIND):
        if state.hand[me][kind] > 0:
            out[n] = LAY + kind
            out[n + 1] = DISCARD + kind
            n += 2
    if state.held[me] >= SET and has_set(state):
        out[n] = BEGIN_SET
        n += 1
    if state.held[me] >= RUN and types_in(state.hand[me]) >= RUN:
        out[n] = BEGIN_RUN
        n += 1
    if state.top > 0:
        out[n] = TAKE
        n += 1
    if state.failed == 0:  # S17-21, S17-45: it can always be tried, once a turn
        out[n] = ATTEMPT
        n += 1
    return n


@rule
def odds(state, out, weight):
    """Write what chance may do, and how many chances each outcome has; return how many outcomes there are."""
    if state.turn != CHANCE:
        return 0
    if state.starter == NONE:
        return even(out, weight, START, state.seats)  # S17-10
    if state.dice > 0:
        return even(out, weight, THROW, OBJECT + 1)  # S17-5
    if state.last_die > 0:
        return even(out, weight, ESCAPE_DIE, 6)
    n = 0
    for kind in range(KIND):
        if state.deck[kind] > 0:
            out[n] = DRAW + kind
            weight[n] = state.deck[kind]
            n += 1
    return n


@rule
def even(out, weight, first, n):
    """Write n outcomes that are equally likely."""
    for i in range(n):
        out[i] = first + i
        weight[i] = 1
    return n


@rule
def apply(state, action):
    """Advance the game by one legal action, in place."""
    if action < START:
        state.face_up[state.player] = 0  # S17-45: face down again
    if action == DRAW_TWO:
        draw(state, 2)
    elif action < DISCARD:
        lay(state, action - LAY)
    elif action < BEGIN_SET:
        discard(state, action - DISCARD)
    elif action < ADD:
        begin_discard(state, SET if action == BEGIN_SET else RUN)
    elif action < END:
        add(state, action - ADD)
    elif action == END:
        end_discard(state)
    elif action == TAKE:
        take_top(state)
    elif action == ATTEMPT:
        attempt(state)
    elif action < THROW:
        begin_round(state, action - START)
    elif action < DRAW:
        throw(state, action - THROW)
    else:
        come_up(state, action - DRAW)
    if state.turn != OVER:
        go_on(state, action)


@rule
def go_on(state, action):
    """Decide who acts next: chance while dice or cards are to come, the same player, the next, or a new round."""
    if state.dice > 0 or state.last_die > 0 or (state.to_draw > 0 and state.left > 0):
        state.turn = CHANCE
        return
    state.to_draw = 0  # S17-39: what is there
    if state.to_deal > 1:  # S17-18: both cards before the next player
        state.to_deal -= 1
        state.drawer = next_player(state, state.drawer)
        state.to_draw = 2
        state.turn = CHANCE
    elif state.to_deal == 1:
        state.to_deal = 0
        state.player = state.turn = state.starter
    elif state.left == 0:
        empty_deck(state)  # S17-60
    elif state.building > 0 or (action == ATTEMPT and state.failed == 1):
        state.turn = state.player
    else:
        state.player = state.turn = next_player(state, state.player)  # S17-20
        state.failed = 0


# --- A round -----------------------------------------------------------------


@rule
def next_player(state, seat):
    """S17-20: the next clockwise who is still in the game."""
    seat = (seat + 1) % state.seats
    while state.prisoners[seat] == 0:
        seat = (seat + 1) % state.seats
    return seat


@rule
def players(state):
    """How many are still in the game."""
    n = 0
    for seat in range(state.seats):
        if state.prisoners[seat] > 0:
            n += 1
    return n


@rule
def begin_round(state, starter):
    """S17-14 to S17-18: the starter throws a plan, then everyone draws two cards."""
    if state.round == LONGEST:  # S17-62
        finish(state)
        return
    state.round += 1
    state.starter = starter
    freed = 0
    for seat in range(state.seats):
        if state.prisoners[seat] > 0:  # S17-48: those of players who have finished do not count
            freed += PRISONERS - state.prisoners[seat]
    state.dice = dice_to_throw(players(state), freed)
    state.last_die = 1
    state.points = 0
    for thing in range(OBJECT):
        state.need[thing] = 0
    state.to_deal = players(state)
    state.drawer = starter
    state.to_draw = 2
    state.failed = 0
    state.turn = CHANCE


@rule
def throw(state, face):
    """S17-16, S17-17: an object of the plan, or escape points; beyond the faces of an object die, the escape die's."""
    if face > ESCAPE_FACE:
        state.last_die = 0
        state.points += face - ESCAPE_FACE
        return
    state.dice -= 1
    if face == ESCAPE_FACE:
        state.points += ESCAPE_BONUS
    else:
        state.need[face] += 1


@rule
def come_up(state, kind):
    """Chance has decided the deck's next card: it comes into the drawer's hand."""
    state.deck[kind] -= 1
    state.left -= 1
    state.hand[state.drawer][kind] += 1
    state.held[state.drawer] += 1
    state.hand_up[state.drawer] = 0
    state.to_draw -= 1


# --- Actions -----------------------------------------------------------------


@rule
def draw(state, n):
    """S17-30: the player at the turn draws."""
    state.drawer = state.player
    state.to_draw = n


@rule
def lay(state, kind):
    """S17-31: one card face down, and draw one. What was known to be in the hand may now be on the table."""
    me = state.player
    state.hand[me][kind] -= 1
    state.held[me] -= 1
    state.laid[me][kind] += 1
    state.lying[me] += 1
    for known in range(KIND):
        state.seen[me][known] += state.sure[me][known]
        state.sure[me][known] = 0
    draw(state, 1)


@rule
def discard(state, kind):
    """S17-32: one card, face up, onto the pile."""
    me = state.player
    state.hand[me][kind] -= 1
    state.held[me] -= 1
    state.pile[state.top] = kind
    state.top += 1
    if state.sure[me][kind] > 0:
        state.sure[me][kind] -= 1
    elif state.seen[me][kind] > 0:
        state.seen[me][kind] -= 1


@rule
def take_top(state):
    """S17-38: the top discard, which everyone saw, and a card from the deck."""
    me = state.player
    state.top -= 1
    kind = state.pile[state.top]
    state.pile[state.top] = NONE
    state.hand[me][kind] += 1
    state.held[me] += 1
    state.sure[me][kind] += 1
    draw(state, 1)


# --- Sets and runs -----------------------------------------------------------


@rule
def begin_discard(state, least):
    """S17-33, S17-35: a set or a run is discarded card by card, in the order the player likes (S17-37)."""
    state.building = least


@rule
def add(state, kind):
    """S17-37: one more card of the set or run."""
    state.added[kind] += 1
    discard(state, kind)


@rule
def end_discard(state):
    """S17-37: the set or run lies on the pile."""
    state.building = 0
    for kind in range(KIND):
        state.added[kind] = 0


@rule
def additions(state, out):
    """S17-33, S17-35, S17-37: the cards that keep the set or run possible; and to end once it is one.

    Cards that can stand for different types can always be extended to as many types as all cards together cover, so
    a run that was begun is never a dead end.
    """
    me = state.turn
    n = 0
    total = 0
    for kind in range(KIND):
        total += state.added[kind]
    for kind in range(KIND):
        if state.hand[me][kind] == 0:
            continue
        fine = False
        if state.building == SET:
            for sort in range(TYPE):
                fine = fine or set_of(state, sort, kind)
        else:
            state.added[kind] += 1
            fine = types_in(state.added) == total + 1
            state.added[kind] -= 1
        if fine:
            out[n] = ADD + kind
            n += 1
    if (state.building == SET and set_complete(state)) or (state.building == RUN and total >= RUN):
        out[n] = END
        n += 1
    return n


# --- Escaping ----------------------------------------------------------------


@rule
def attempt(state):
    """S17-40: compare the laid cards with the plan."""
    me = state.player
    if supplies(state, me) and laid_points(state, me) >= state.points + state.surveillance[me]:
        escape(state)
        return
    state.failed = 1  # S17-45
    state.face_up[me] = 1
    watch(state, me, FAILED)
    for kind in range(KIND):  # everyone has seen what is laid; what else is known is in the hand
        new = state.laid[me][kind] - state.shown[me][kind]
        state.shown[me][kind] = state.laid[me][kind]
        state.sure[me][kind] += max(0, state.seen[me][kind] - new)
        state.seen[me][kind] = 0


@rule
def escape(state):
    """S17-46 to S17-48: a prisoner is free; the third one wins, or takes the next place."""
    me = state.player
    state.prisoners[me] -= 1
    if state.prisoners[me] == 0:
        best = 0
        for seat in range(state.seats):
            best = max(best, state.place[seat])
        state.place[me] = best + 1
        if state.play_on == 0 or players(state) < 2:
            finish(state)
            return
    roll_call(state, me)
    shuffle(state)
    begin_round(state, starter_after(state, me))


@rule
def empty_deck(state):
    """S17-60: nobody escaped: no hand is counted or shown, and surveillance is handed back."""
    state.emptied += 1
    hand_back(state)
    shuffle(state)
    begin_round(state, starter_after(state, NONE))


@rule
def shuffle(state):
    """S17-55: all cards make a new deck; nothing is known of it."""
    state.left = state.top = 0
    for i in range(PILE):
        state.pile[i] = NONE
    for kind in range(KIND):
        state.deck[kind] = state.copies[kind]
        state.left += state.copies[kind]
        for seat in range(state.seats):
            state.hand[seat][kind] = state.laid[seat][kind] = 0
            state.sure[seat][kind] = state.seen[seat][kind] = state.shown[seat][kind] = 0
    for seat in range(state.seats):
        state.held[seat] = state.lying[seat] = 0
        state.hand_up[seat] = state.face_up[seat] = 1  # S17-70: all has been shown or put away


@rule
def finish(state):
    """S17-72: the game is over, and all cards are shown."""
    state.turn = OVER
    state.open = 1
    for seat in range(state.seats):
        state.hand_up[seat] = state.face_up[seat] = 1


# --- Scoring -----------------------------------------------------------------


@rule
def returns(state, score):
    """S17-47 to S17-49: from 1 for who beats all to -1 for who is beaten by all; equal is equal."""
    order = zeros(state.seats)
    for seat in range(state.seats):
        order[seat] = standing(state, seat)
    by_place(order, score, state.turn == OVER)


@rule
def standing(state, seat):
    """S17-48, S17-49: by place; then by prisoners freed, then by less surveillance."""
    if state.place[seat] > 0:
        return 1000 - state.place[seat]
    return 100 * (PRISONERS - state.prisoners[seat]) - state.surveillance[seat]


# --- Hidden information ------------------------------------------------------


@rule
def observe(state, seat):
    """S17-22, S17-70: erase, in place, other hands, other laid cards and the deck.

    S17-71: all else is what a careful player has counted. S17-72: when all is open, nothing is erased.
    """
    if state.open == 1:
        return
    for kind in range(KIND):
        state.deck[kind] = UNKNOWN
        for other in range(state.seats):
            if other != seat and state.hand_up[other] == 0:
                state.hand[other][kind] = UNKNOWN
            if other != seat and state.face_up[other] == 0:
                state.laid[other][kind] = UNKNOWN


@rule
def hear(state, action, seat):
    """S17-22, S17-70: others learn that a card was drawn or laid, not which."""
    if action >= DRAW and seat != state.drawer:
        return DRAW_UNSEEN
    if LAY <= action < DISCARD and seat != state.player:
        return LAY_UNSEEN
    return action


@rule
def determinize(view, words):
    """Fill the holes of a view, in place: S17-70 says what of a hidden hand is known; the rest is dealt at random."""
    if view.open == 1 or view.deck[0] != UNKNOWN:
        return
    for kind in range(KIND):
        unseen = view.copies[kind]
        for seat in range(view.seats):
            if view.hand[seat][kind] != UNKNOWN:
                unseen -= view.hand[seat][kind] + view.laid[seat][kind]
            else:
                unseen -= view.sure[seat][kind] + view.seen[seat][kind] + view.shown[seat][kind]
        view.deck[kind] = unseen
    for i in range(view.top):
        view.deck[view.pile[i]] -= 1
    if view.building > 0 and view.hand[view.turn][0] == UNKNOWN:
        deal_hidden(view, view.turn, words)
        make_ready(view, view.turn, words)  # before others are dealt what is needed
    for seat in range(view.seats):
        if view.hand[seat][0] == UNKNOWN:
            deal_hidden(view, seat, words)
