"""Stratego with 24 pieces a side on a board of 8 × 8. Two seats.

Clause numbers (STR-1, …) are those of RULES.md beside this file. Squares are numbered 0 to 63, a1 to h1 first. Seat 0
fills rows 1 to 3, seat 1 rows 8 to 6; red is one of them and moves first. Pieces are numbered 0 to 47, seat 0's first;
a piece's number says where it stood at the start and nothing about its rank.
"""

from escapade.kernel.compile import rule, zeros
from escapade.kernel.contract import Option
from escapade.kernel.fields import ALL, NONE, OWNER, UNKNOWN, Axis, Field, Fields, int8, int16
from escapade.kernel.names import CHANCE, OVER, UNHEARD
from escapade.kernel.notation import Actions, Verb
from escapade.kernel.pieces import Piecewise
from escapade.kernel.rng import below, pick

# --- Vocabulary --------------------------------------------------------------

TITLE = "Stratego"
ABOUT = "24 pieces a side on a board of 8 × 8, seen by their owner alone"
SEATS = range(2, 3)

RANKS = ("flag", "spy", "scout", "miner", "sergeant", "major", "colonel", "general", "bomb")
FLAG, SPY, SCOUT, MINER, SERGEANT, MAJOR, COLONEL, GENERAL, BOMB = range(9)  # STR-22: the higher number wins

SIZE = 8  # STR-1
SQUARES = tuple("abcdefgh"[square % SIZE] + str(square // SIZE + 1) for square in range(SIZE * SIZE))
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))  # STR-11: rows, columns; never diagonally
WAYS = len(STEPS)
NEXT = tuple(  # the square one step on, way by way; at the edge the same square, where who wants to leave stands
    SIZE * (start // SIZE + rows) + start % SIZE + columns
    if 0 <= start // SIZE + rows < SIZE and 0 <= start % SIZE + columns < SIZE
    else start
    for start in range(SIZE * SIZE)
    for rows, columns in STEPS
)
MEN = 24  # STR-1, STR-2: a side's pieces, and the squares of its half
SHUTTLES = 5  # STR-14: moves in a row between the same two squares, at the most
QUIET, QUIET_SHOWN = 200, 150  # STR-33: moves without attack that draw the game; from where on they are counted aloud

DRAW_COLOURS, SET_UP, PLAY = range(3)  # phases
ASSISTED, CLASSIC = range(2)  # STR-42

SEAT = Axis("seat", 2)
RANK = Axis("rank", RANKS)
SQUARE = Axis("square", SQUARES)
PIECE = Axis("piece", 2 * MEN, each=MEN)

ACTIONS = Actions(
    Verb("{start}-{end}", start=SQUARES, end=SQUARES),  # STR-10: a move or an attack
    Verb("place {rank}", rank=RANKS),  # STR-4: on the next square, from the own left of the edge row to the front
    Verb("seat {seat} resigns", seat=SEAT.labels),  # STR-34
    Verb("seat {seat} offers a draw", seat=SEAT.labels),  # STR-34
    Verb("seat {seat} plays red", seat=SEAT.labels),  # chance: STR-3
    spellings=[(r"^([a-h][1-8]) ?[x:-]? ?([a-h][1-8])$", r"\1-\2")],
)
MOVE, ARRANGE, RESIGN, OFFER, COLOURS = ACTIONS.bases
MAX_ACTIONS = 256

OPTIONS = (
    Option("red", "lot", "who plays red and moves first", "STR-3", ("lot",), seat=True),
    Option(
        "memory",
        "assisted",
        "assisted keeps showing what was revealed, classic turns it over again",
        "STR-42",
        ("assisted", "classic"),
    ),
    Option("quiet", QUIET, "moves without attack that draw the game; 0 switches this off", "STR-33", low=0, high=1000),
)


class Preset(Piecewise, frozen=True):
    """STR-6: a ready-made set-up, from the front row to the edge."""

    name: str
    about: str
    rows: list[str]

    def ranks(self):
        """The ranks in the order in which they are placed: the edge row first, each row from the own left."""
        return [rank for row in reversed(self.rows) for rank in row.split()]


class Pieces(Piecewise, frozen=True):
    """STR-2, STR-6: what a data file says."""

    army: dict[str, int]
    presets: list[Preset]

    def check(self):
        """Say what is wrong, by field."""
        if set(self.army) != set(RANKS):
            return {"army": f"must count exactly these ranks: {', '.join(RANKS)}"}
        for rank, number in self.army.items():
            if not 0 <= number <= MEN:
                return {f"army.{rank}": f"must be from 0 to {MEN} pieces, not {number}"}
        if self.army["flag"] != 1:
            return {"army.flag": f"there is exactly one flag, not {self.army['flag']}"}
        if sum(self.army.values()) != MEN:
            return {"army": f"must be {MEN} pieces in all, not {sum(self.army.values())}"}
        if self.army["bomb"] == MEN - 1:
            return {"army.bomb": "leaves no piece that can move"}
        for i, preset in enumerate(self.presets):
            fault = self.fault(preset, [earlier.name for earlier in self.presets[:i]])
            if fault:
                return {f"presets[{i}].{fault[0]}": fault[1]}
        return {}

    def fault(self, preset, taken):
        """STR-5: what keeps a set-up from being the army on the own 24 squares, or None."""
        if preset.name == "random" or preset.name in taken:
            return "name", f"{preset.name!r} is taken"
        if [len(row.split()) for row in preset.rows] != [SIZE] * 3:
            return "rows", f"must be three rows of {SIZE} pieces"
        for rank in preset.ranks():
            if rank not in RANKS:
                return "rows", f"there is no rank {rank!r}"
        for rank in RANKS:
            if preset.ranks().count(rank) != self.army[rank]:
                return "rows", f"must have {rank} {self.army[rank]} times, not {preset.ranks().count(rank)}"
        return None


def presets(pieces):
    """STR-6: every ready-made set-up by name, as the placements that make it."""
    return {preset.name: [ARRANGE + RANKS.index(rank) for rank in preset.ranks()] for preset in pieces.presets}


# --- State -------------------------------------------------------------------

# fmt: off
FIELDS = Fields(
    Field("army",      int8,  (RANK,),   ALL,   "pieces of each rank a side starts with", fixed=True),
    Field("limit",     int16, (),        ALL,   "quiet moves that draw the game; 0: no limit"),
    Field("memory",    int8,  (),        ALL,   "0 assisted, 1 classic; what a seat may know is the same"),
    Field("phase",     int8,  (),        ALL,   "0 drawing colours, 1 set-up, 2 play"),
    Field("red",       int8,  (),        ALL,   "who plays red; NONE before the draw", holds=SEAT),
    Field("board",     int8,  (SQUARE,), ALL,   "the piece on each square, or NONE", holds=PIECE),
    Field("at",        int8,  (PIECE,),  ALL,   "the square of each piece; NONE: removed", holds=SQUARE),
    Field("rank",      int8,  (PIECE,),  OWNER, "NONE: the square is not yet filled", revealed_by="shown", holds=RANK),
    Field("shown",     int8,  (PIECE,),  ALL,   "1: everyone knows its rank"),
    Field("moved",     int8,  (PIECE,),  ALL,   "1: it has moved"),
    Field("came_from", int8,  (SEAT,),   ALL,   "last quiet move; NONE after an attack", holds=SQUARE, seated=True),
    Field("went_to",   int8,  (SEAT,),   ALL,   "… and to where", holds=SQUARE, seated=True),
    Field("shuttles",  int8,  (SEAT,),   ALL,   "… and how many in a row went between these two squares", seated=True),
    Field("movers",    int8,  (SEAT,),   ALL,   "pieces left whose rank can move", seated=True),
    Field("quiet",     int16, (),        ALL,   "moves in a row without attack"),
    Field("offered",   int8,  (SEAT,),   ALL,   "1: offers a draw, until the other side moves", seated=True),
    Field("winner",    int8,  (),        ALL,   "NONE: nobody yet, or a draw", holds=SEAT),
    Field("turn",      int8,  (),        ALL,   "who acts: a seat, CHANCE or OVER", holds=SEAT),
)
# fmt: on


# --- Flow of play ------------------------------------------------------------


def setup(state, seats, options, pieces):
    """STR-1, STR-2: two armies face each other, the two middle rows empty. STR-3: colours are drawn or assigned."""
    state.army = [pieces.army[rank] for rank in RANKS]
    state.limit = options.quiet
    state.memory = CLASSIC if options.memory == "classic" else ASSISTED
    state.board = [NONE] * SQUARE
    for piece in range(PIECE):
        put(state, piece, home(piece))
        state.rank[piece] = NONE
    state.came_from, state.went_to = [NONE, NONE], [NONE, NONE]
    state.movers = [sum(state.army[rank] for rank in range(RANK) if can_move(rank))] * SEAT
    state.winner = NONE
    state.red, state.turn = NONE, CHANCE
    if options.red != "lot":
        give_colours(state, options.red)


@rule
def legal(state, out):
    """Write what the seat to act may do; return how many actions that is."""
    if state.turn < 0:
        return 0
    if state.phase == SET_UP:
        return placements(state, out)
    return moves(state, out)


@rule
def anytime(state, seat, out):
    """STR-34: a player may resign or offer a draw at any time; the draw is agreed when both have offered it."""
    if state.turn == OVER:
        return 0
    out[0] = RESIGN + seat
    if state.offered[seat] == 1:
        return 1
    out[1] = OFFER + seat
    return 2


@rule
def simultaneous(state, out):
    """STR-5: both arrange at the same time. Red's pieces are placed first, so red is done when it is blue's turn."""
    if state.phase != SET_UP or state.turn < 0:
        return 0
    n = 0
    for seat in range(SEAT):
        if seat != state.red or state.turn == seat:
            out[n] = seat
            n += 1
    return n


@rule
def odds(state, out, weight):
    """STR-3: the draw for colours is the only chance."""
    if state.turn != CHANCE:
        return 0
    for seat in range(SEAT):
        out[seat] = COLOURS + seat
        weight[seat] = 1
    return 2


@rule
def apply(state, action):
    """Advance the game by one legal action, in place."""
    if action < ARRANGE:
        move(state, action // SQUARE, action % SQUARE)
    elif action < RESIGN:
        place(state, action - ARRANGE)
    elif action < OFFER:
        finish(state, 1 - (action - RESIGN))  # STR-34
    elif action < COLOURS:
        offer(state, action - OFFER)
    else:
        give_colours(state, action - COLOURS)


# --- Set-up ------------------------------------------------------------------


@rule
def home(piece):
    """STR-1: a piece's first square; each side counts from the left of its own edge row to its front."""
    return piece if piece < MEN else SQUARE - 1 - (piece - MEN)


@rule
def give_colours(state, red):
    """STR-3: red is the first to act."""
    state.red = red
    state.phase = SET_UP
    state.turn = red


@rule
def next_to_place(state, seat):
    """STR-4: the first piece of a side that has no rank yet; one past the side's last if it is complete."""
    for piece in range(MEN * seat, MEN * seat + MEN):
        if state.rank[piece] == NONE:
            return piece
    return MEN * seat + MEN


@rule
def placements(state, out):
    """STR-4, STR-5: whatever rank of the army is not yet used up."""
    n = 0
    first = MEN * state.turn
    for rank in range(RANK):
        spare = state.army[rank]
        for piece in range(first, first + MEN):
            if state.rank[piece] == rank:
                spare -= 1
        if spare > 0:
            out[n] = ARRANGE + rank
            n += 1
    return n


@rule
def place(state, rank):
    """STR-4: fill the next square. STR-5: play starts when both sides are complete."""
    me = state.turn
    piece = next_to_place(state, me)
    state.rank[piece] = rank
    if piece + 1 < MEN * me + MEN:
        return
    other = 1 - me
    if next_to_place(state, other) < MEN * other + MEN:
        state.turn = other
        return
    state.phase = PLAY
    state.turn = state.red  # STR-3: red moves first
    if not has_move(state):  # STR-31
        finish(state, 1 - state.red)


@rule
def put(state, piece, square):
    """Stand a piece on a square."""
    state.board[square] = piece
    state.at[piece] = square


# --- Moving ------------------------------------------------------------------


@rule
def can_move(rank):
    """STR-13: flag and bombs never move."""
    return rank != FLAG and rank != BOMB


@rule
def goes_back(state, start, end):
    """STR-14: would this undo the side's last quiet move? Then it is the same piece between the same two squares."""
    me = state.turn
    return state.went_to[me] == start and state.came_from[me] == end


@rule
def is_own(state, square):
    """STR-13: does a piece of the side to act stand there?"""
    return MEN * state.turn <= state.board[square] < MEN * state.turn + MEN


@rule
def moves(state, out):
    """STR-10, STR-11, STR-13: one step to an empty or enemy square; a scout has more.

    A move is written down before it is known to be one, and only counted if it is: a branch would cost more.
    """
    n = 0
    board = state.board
    first = MEN * state.turn
    last = first + MEN
    for piece in range(first, last):
        start = state.at[piece]
        rank = state.rank[piece]
        if start == NONE or not can_move(rank):
            continue
        if rank == SCOUT:
            n = scout_moves(state, start, out, n)
            continue
        code = SQUARE * start
        for way in range(WAYS * start, WAYS * start + WAYS):
            end = NEXT[way]
            out[n] = code + end
            n += not first <= board[end] < last
    return without_shuttle(state, out, n)


@rule
def scout_moves(state, start, out, n):
    """STR-12, STR-20: any number of empty squares straight on, and the first enemy."""
    board = state.board
    first = MEN * state.turn
    code = SQUARE * start
    for way in range(WAYS):
        end = NEXT[WAYS * start + way]
        while not first <= board[end] < first + MEN:
            out[n] = code + end
            n += 1
            beyond = NEXT[WAYS * end + way]
            if board[end] != NONE or beyond == end:
                break
            end = beyond
    return n


@rule
def without_shuttle(state, out, n):
    """STR-14: after so many moves between two squares, take out the next; an attack was not one of them."""
    me = state.turn
    if state.shuttles[me] < SHUTTLES:
        return n
    back = SQUARE * state.went_to[me] + state.came_from[me]
    if state.board[state.came_from[me]] != NONE:
        return n
    kept = 0
    for k in range(n):
        out[kept] = out[k]
        kept += out[k] != back
    return kept


@rule
def has_move(state):
    """STR-31: can the side to act move at all? A scout's longer moves begin with a shorter one, but for STR-14.

    Written out, since it is asked after every move: to ask `moves` instead makes random play a sixth slower.
    """
    me = state.turn
    board = state.board
    first = MEN * me
    tired = state.shuttles[me] >= SHUTTLES
    for piece in range(first, first + MEN):
        start = state.at[piece]
        if start == NONE or not can_move(state.rank[piece]):
            continue
        for way in range(WAYS):
            end = NEXT[WAYS * start + way]
            if first <= board[end] < first + MEN:
                continue
            if not (tired and state.board[end] == NONE and goes_back(state, start, end)):
                return True
            beyond = NEXT[WAYS * end + way]
            if state.rank[piece] == SCOUT and beyond != end and not is_own(state, beyond):
                return True
    return False


@rule
def move(state, start, end):
    """STR-10: move a piece or attack with it, then see whether the game is over."""
    me = state.turn
    piece = state.board[start]
    target = state.board[end]
    state.moved[piece] = 1
    if abs(end - start) != 1 and abs(end - start) != SIZE:
        state.shown[piece] = 1  # STR-40: only a scout goes further than one square
    state.board[start] = NONE
    state.offered[1 - me] = 0  # STR-34: who moves instead declines
    if target == NONE:
        count_shuttle(state, start, end)
        put(state, piece, end)
        state.quiet += 1
    else:
        state.came_from[me] = state.went_to[me] = NONE  # STR-15
        state.shuttles[me] = 0
        state.quiet = 0
        attack(state, piece, target, end)
    if state.turn != OVER:
        end_move(state)


@rule
def count_shuttle(state, start, end):
    """STR-14: count moves in a row between the same two squares; any other quiet move starts a new count."""
    me = state.turn
    state.shuttles[me] = state.shuttles[me] + 1 if goes_back(state, start, end) else 1
    state.came_from[me] = start
    state.went_to[me] = end


@rule
def end_move(state):
    """STR-35: ask in this order. The flag (STR-30) was asked in the attack."""
    state.turn = 1 - state.turn
    if state.movers[0] == 0 and state.movers[1] == 0:
        finish(state, NONE)  # STR-32
    elif state.limit > 0 and state.quiet >= state.limit:
        finish(state, NONE)  # STR-33
    elif not has_move(state):
        finish(state, 1 - state.turn)  # STR-31


# --- Attacking ---------------------------------------------------------------


@rule
def attack(state, piece, target, square):
    """STR-21: both ranks are announced. STR-23, STR-24: the loser is removed, or both are."""
    state.shown[piece] = 1
    state.shown[target] = 1
    result = duel(state.rank[piece], state.rank[target])
    if result >= 0:
        remove(state, target)
        state.board[square] = NONE
    if result <= 0:
        remove(state, piece)
    if result > 0:
        put(state, piece, square)
    if state.rank[target] == FLAG:
        finish(state, state.turn)  # STR-28, STR-30


@rule
def duel(attacker, defender):
    """Return 1 if the attacker wins, -1 if it falls, 0 if both do."""
    if defender == BOMB:
        return 1 if attacker == MINER else -1  # STR-26, STR-27
    if attacker == SPY and defender == GENERAL:
        return 1  # STR-25
    if attacker == defender:
        return 0  # STR-24
    return 1 if attacker > defender else -1  # STR-22


@rule
def remove(state, piece):
    """STR-23, STR-41: a piece leaves the board for good; its rank stays known."""
    state.at[piece] = NONE
    if can_move(state.rank[piece]):
        state.movers[piece // MEN] -= 1


# --- End ---------------------------------------------------------------------


@rule
def offer(state, seat):
    """STR-34: a draw is agreed when both have offered it."""
    state.offered[seat] = 1
    if state.offered[1 - seat] == 1:
        finish(state, NONE)


@rule
def finish(state, winner):
    """STR-43: the game is over, and everything is revealed."""
    state.winner = winner
    state.turn = OVER
    for piece in range(PIECE):
        state.shown[piece] = 1


@rule
def returns(state, score):
    """STR-30 to STR-34: 1 for the winner, -1 for the loser, 0 for a draw."""
    for seat in range(SEAT):
        score[seat] = 0.0
    if state.winner != NONE:
        score[state.winner] = 1.0
        score[1 - state.winner] = -1.0


# --- Hidden information ------------------------------------------------------


@rule
def observe(state, seat):
    """STR-4, STR-40, STR-44: erase, in place, every rank that is neither one's own nor known to all (STR-21).

    STR-42: the memory option changes what the page shows, not what a seat may know.
    """
    rank = state.rank
    shown = state.shown
    for other in range(SEAT):
        if other != seat:
            for piece in range(MEN * other, MEN * other + MEN):
                if shown[piece] == 0:
                    rank[piece] = UNKNOWN


@rule
def hear(state, action, seat):
    """STR-5: the other side's arranging is not noticed at all; everything else is done in the open."""
    if ARRANGE <= action < RESIGN and seat != state.turn:
        return UNHEARD
    return action


@rule
def determinize(view, words):
    """Fill the holes of a view, in place: deal the ranks a side has left among the pieces that may hold them.

    STR-40: a piece that has moved is neither flag nor bomb. Every deal that fits is equally likely.
    """
    for seat in range(SEAT):
        if hides(view, seat):
            if view.phase == PLAY:
                guess_army(view, seat, words)
            else:
                guess_set_up(view, seat, words)


@rule
def guess_army(view, seat, words):
    """STR-31: who is to move can move, or the game would be over; a deal that says otherwise is dealt again."""
    first = MEN * seat
    hidden = zeros(MEN)
    for i in range(MEN):
        hidden[i] = 1 if view.rank[first + i] == UNKNOWN else 0
    deal_ranks(view, first, first + MEN, words)
    while view.turn == seat and not has_move(view):
        for i in range(MEN):
            if hidden[i] == 1:
                view.rank[first + i] = UNKNOWN
        deal_ranks(view, first, first + MEN, words)


@rule
def hides(view, seat):
    """Does this view hide pieces of a side?"""
    for piece in range(MEN * seat, MEN * seat + MEN):
        if view.rank[piece] == UNKNOWN:
            return True
    return False


@rule
def guess_set_up(view, seat, words):
    """STR-5: before play a side has filled all its squares, some of them, or none yet; it places in order."""
    first = MEN * seat
    filled = 0
    if view.phase == SET_UP and seat == view.turn:
        filled = below(words, MEN)
    elif view.phase == SET_UP and seat == view.red:
        filled = MEN
    deal_ranks(view, first, first + filled, words)
    for piece in range(first + filled, first + MEN):
        view.rank[piece] = NONE


@rule
def deal_ranks(view, first, last, words):
    """Deal what the army has left to the pieces first to last - 1: first to those that have moved."""
    spare = zeros(RANK)
    side = MEN * (first // MEN)
    for rank in range(RANK):
        spare[rank] = view.army[rank]
    for piece in range(side, side + MEN):
        if view.rank[piece] >= 0:
            spare[view.rank[piece]] -= 1
    flags = spare[FLAG]
    bombs = spare[BOMB]
    spare[FLAG] = spare[BOMB] = 0
    for piece in range(first, last):
        if view.rank[piece] == UNKNOWN and view.moved[piece] == 1:
            view.rank[piece] = pick(words, spare, RANK)
            spare[view.rank[piece]] -= 1
    spare[FLAG] = flags
    spare[BOMB] = bombs
    for piece in range(first, last):
        if view.rank[piece] == UNKNOWN:
            view.rank[piece] = pick(words, spare, RANK)
            spare[view.rank[piece]] -= 1
