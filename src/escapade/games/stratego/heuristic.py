"""The heuristic for Stratego: trade well, probe with cheap pieces, keep out of the way of stronger ones, go forward.

Everything is measured in what a piece is worth. A piece that is not known counts as the mixture of what it may still
be: only what the view shows is used. To be quick, unknown enemies are told apart only by whether they have moved and,
if not, by the row they stand in.
"""

from escapade.games.stratego.belief import rethink  # noqa: F401 (a rule of this heuristic)
from escapade.games.stratego.book import next_placement
from escapade.games.stratego.rules import (
    BOMB,
    FLAG,
    MEN,
    MINER,
    OFFER,
    PLAY,
    RANK,
    RESIGN,
    SET_UP,
    SIZE,
    SQUARE,
    can_move,
    duel,
    goes_back,
    returns,
)
from escapade.kernel.compile import rule
from escapade.kernel.names import NONE, OVER

TIE_NOISE = 0.5  # how far taste may go against the heuristic: no two games alike
TEMPERATURE = 4.0  # a beginner's mistakes cost about a scout
NARROW = 1e9  # how much worse than the best an idea may look and still be tried
GUESSES = 1  # worlds that are guessed for each that is tried
CARE = 100  # times that a careful player thinks such a guess over
TREE = True  # does a tree below the candidates find more than rollouts alone, in the same time?
BRIEF = 0  # iterations of a planner at a table of two; 0: as many as its time allows
SPREAD = 0.0  # how much a choice may cost to be harder to read, in parts of what one outcome differs from another

# What a piece is worth, found by playing many games against slightly other numbers. The flag's is for a guess at it.
#       flag spy scout miner sergeant major colonel general bomb
UTILITY = (54, 8, 4, 20, 12, 17, 25, 40, 24)
PRIZE = 100.0  # what comes on top where the flag must be, as nothing else can: the game is won (STR-30)
NEWS = 3.0  # what it is worth to learn an unknown rank …
HURRY = 0.1  # … and how much more for every quiet move: nobody dawdles until the game is drawn (STR-33)
SECRET = 0.1  # share of its worth that a piece loses when it becomes known (STR-21)
GUARD = 20.0  # what it is worth to drive an enemy away from the own flag …
NEAR = 2  # … that is so many steps from it
ROOTED = (23, 25, 7)  # how likely a piece that has not moved is flag or bomb: edge row, second, front
WARY = 0.95  # share of a known piece's worth that is at stake beside a stronger enemy …
DISGUISE = 0.5  # … and of one that the enemy does not know
PULL = 0.5  # how much of a target's worth draws pieces from afar
FADING = 0.75  # what is left of that after a step …
DETOUR = 0.4  # … and after a step onto an own piece that must first go away
BORING = 4.0  # what going straight back costs, more each time (STR-14)

FAR = 16  # plies of a rollout: a fight is seen through
# What a game hangs on, in hundredths of the lead that makes it three quarters won; fitted to games of this heuristic.
#        flag spy scout miner sergeant major colonel general bomb
STAKE = (0, 10, 2, 40, 12, 26, 40, 48, 19)
EXPOSED = 0.2  # share of its stake that is lost when everyone knows a piece
SIEGE = (0, 200, 40, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)  # what an enemy costs that is so many steps from the flag

# Kinds of enemies: a known piece's is its rank.
NOBODY = RANK  # no enemy stands there
MOVED, ROW = NOBODY + 1, NOBODY + 2  # unknown and has moved; unknown and has not, one kind for each row of the set-up
ROWS = MEN // SIZE
KIND, UNKNOWNS = ROW + ROWS, 1 + ROWS  # how many kinds there are, and how many of them are unknown

# STR-22 to STR-28, by own rank and known kind: what an attack brings in; would the enemy win if it attacked?
TRADE = tuple(
    (UTILITY[enemy] if duel(own, enemy) >= 0 else 0) - (UTILITY[own] if duel(own, enemy) <= 0 else 0)
    for own in range(RANK)
    for enemy in range(RANK)
)
BEATEN = tuple(
    int(enemy != NOBODY and can_move(enemy) and duel(enemy, own) > 0)
    for own in range(RANK)
    for enemy in range(NOBODY + 1)
)

# Paper: a board with a margin, so that a step off the board meets nobody.
WIDE = SIZE + 1
PAPER = WIDE * (SIZE + 2) + 1
RIGHT, UP = 1, WIDE

# Where things are written down in the room.
SPARE = 0  # by rank: how many unknown pieces the enemy has of it
FIXED = SPARE + RANK  # by kind: the chance to be the flag, if it is unknown, and for each unknown bomb to be that one
GAIN = FIXED + KIND  # by own rank and unknown kind: what an attack brings in on average
LOSE = GAIN + RANK * UNKNOWNS  # … and how likely the enemy would win if it attacked
WIN = LOSE + RANK * UNKNOWNS  # by own rank: how likely an attack on an unknown piece that can move is won …
CLEAR = WIN + RANK  # … and how likely it removes that piece
KNOWN = CLEAR + RANK  # 1: what is by own rank is written down for this one
TARGET = KNOWN + RANK  # the places of all enemies, and after each whether it has come near the own flag
STANDS = TARGET + 2 * MEN  # paper: the kind of enemy that stands on a place
PASSAGE = STANDS + PAPER  # paper: how much pull passes over a place
FIELD = PASSAGE + PAPER  # a paper for each rank: how strongly a place draws it
ROOM = FIELD + RANK * PAPER


# --- What an action is worth ---------------------------------------------------


@rule
def weigh(view, out, n, utility, room):
    """What each move or attack is worth; set-ups come from the book, so placing is worth nothing."""
    if view.phase != PLAY:
        for i in range(n):
            utility[i] = 0.0
        return
    flag = own_flag(view)
    movers = count(view, room)
    targets = survey(view, flag, room)
    before = NONE
    stay = 0.0
    for i in range(n):
        start = out[i] // SQUARE
        end = out[i] % SQUARE
        piece = view.board[start]
        rank = view.rank[piece]
        if start != before:
            before = start
            if room[KNOWN + rank] == 0.0:
                room[KNOWN + rank] = 1.0
                compare(rank, movers, NEWS + HURRY * view.quiet, room)
                draw(rank, targets, room)
            stay = danger(rank, start, view.shown[piece], room)
        if view.board[end] != NONE:
            utility[i] = attack_utility(view, piece, end, flag, stay, room)
        else:
            utility[i] = stay + move_utility(view, piece, start, end, room)


@rule
def attack_utility(view, piece, end, flag, stay, room):
    """What an attack is worth: the trade, what is fled from and run into, and the secret given away."""
    rank = view.rank[piece]
    kind = int(room[STANDS + place(end)])
    secret = 0.0 if view.shown[piece] == 1 else SECRET * UTILITY[rank]
    peace = GUARD * clears(rank, kind, room) if besieges(view, view.board[end], flag) else 0.0
    risk = wins(rank, kind, room) * (danger(rank, end, 1, room) - stay)
    return gain(rank, kind, room) + peace - risk - secret


@rule
def move_utility(view, piece, start, end, room):
    """What a quiet move is worth: nearer to what draws the piece, out of danger, not to and fro."""
    rank = view.rank[piece]
    field = FIELD + PAPER * rank
    here = field + place(start)
    best = max(max(room[here - RIGHT], room[here + RIGHT]), max(room[here - UP], room[here + UP]))
    back = BORING * view.shuttles[view.turn] if goes_back(view, start, end) else 0.0
    return room[field + place(end)] - FADING * best - danger(rank, end, view.shown[piece], room) - back


@rule
def danger(rank, square, shown, room):
    """What is at stake for a piece on a square: the enemies beside it that would beat it, if they can move."""
    at = STANDS + place(square)
    worst = max(
        max(loses(rank, int(room[at - RIGHT]), room), loses(rank, int(room[at + RIGHT]), room)),
        max(loses(rank, int(room[at - UP]), room), loses(rank, int(room[at + UP]), room)),
    )
    return (WARY if shown == 1 else DISGUISE) * worst * UTILITY[rank]


@rule
def besieges(view, enemy, flag):
    """Has this enemy piece come near the flag?"""
    return view.moved[enemy] == 1 and steps(view.at[enemy], flag) <= NEAR


@rule
def steps(one, other):
    """How many steps two squares are apart."""
    return abs(one // SIZE - other // SIZE) + abs(one % SIZE - other % SIZE)


@rule
def own_flag(view):
    """Where the own flag stands."""
    for piece in range(MEN * view.turn, MEN * view.turn + MEN):
        if view.rank[piece] == FLAG:
            return int(view.at[piece])
    return 0


@rule
def place(square):
    """A square's place on paper."""
    return WIDE * (square // SIZE + 1) + square % SIZE


# --- What an enemy piece may be ------------------------------------------------


@rule
def count(view, room):
    """STR-2, STR-41: write down what the enemy has left that is not known; return how many of that can move.

    STR-40: flag and bombs are among the pieces that have not moved, rather in the rear than in front.
    """
    first = MEN * (1 - view.turn)
    for rank in range(RANK):
        room[SPARE + rank] = view.army[rank]
        room[KNOWN + rank] = 0.0
    rooted = 0
    for piece in range(first, first + MEN):
        rank = view.rank[piece]
        if rank >= 0:
            room[SPARE + rank] -= 1.0
        elif view.moved[piece] == 0:
            rooted += ROOTED[(piece - first) // SIZE]
    room[FIXED + MOVED] = 0.0
    for row in range(ROWS):
        room[FIXED + ROW + row] = ROOTED[row] / max(1, rooted)
    movers = 0.0
    for rank in range(FLAG + 1, BOMB):
        movers += room[SPARE + rank]
    return movers


@rule
def compare(rank, movers, news, room):
    """Write down how an own rank would fare against unknown pieces: some are fixed, the others by how many are left."""
    trade = 0.0
    win = 0.0
    clear = 0.0
    lose = 0.0
    for enemy in range(FLAG + 1, BOMB):
        share = room[SPARE + enemy] / max(1.0, movers)
        trade += share * TRADE[RANK * rank + enemy]
        lose += share * BEATEN[(NOBODY + 1) * rank + enemy]
        result = duel(rank, enemy)
        if result >= 0:
            clear += share
            if result > 0:
                win += share
    room[WIN + rank] = win
    room[CLEAR + rank] = clear
    for kind in range(MOVED, KIND):
        at = UNKNOWNS * rank + kind - MOVED
        flag = flag_chance(kind, room)
        bomb = bomb_chance(kind, room)
        others = max(0.0, 1.0 - flag - bomb)
        room[GAIN + at] = news + flag * UTILITY[FLAG] + bomb * TRADE[RANK * rank + BOMB] + others * trade
        if flag >= 1.0:
            room[GAIN + at] += PRIZE
        room[LOSE + at] = others * lose


@rule
def flag_chance(kind, room):
    """How likely an unknown piece is the flag."""
    return room[FIXED + kind] * room[SPARE + FLAG]


@rule
def bomb_chance(kind, room):
    """How likely an unknown piece is a bomb."""
    return min(1.0, room[FIXED + kind] * room[SPARE + BOMB])


@rule
def gain(rank, kind, room):
    """What an attack brings in on average, less what it costs."""
    return float(TRADE[RANK * rank + kind]) if kind < NOBODY else room[GAIN + UNKNOWNS * rank + kind - MOVED]


@rule
def loses(rank, kind, room):
    """How likely a piece would fall if this enemy attacked it."""
    return float(BEATEN[(NOBODY + 1) * rank + kind]) if kind <= NOBODY else room[LOSE + UNKNOWNS * rank + kind - MOVED]


@rule
def wins(rank, kind, room):
    """How likely an attack is won."""
    if kind < NOBODY:
        return 1.0 if duel(rank, kind) > 0 else 0.0
    return mixed(rank, kind, room[WIN + rank], room)


@rule
def clears(rank, kind, room):
    """How likely an attack removes its target, at whatever cost."""
    if kind < NOBODY:
        return 1.0 if duel(rank, kind) >= 0 else 0.0
    return mixed(rank, kind, room[CLEAR + rank], room)


@rule
def mixed(rank, kind, chance, room):
    """A chance against unknown pieces that can move, mixed with what is certain against flag and bombs."""
    flag = flag_chance(kind, room)
    bomb = bomb_chance(kind, room)
    return flag + (bomb if rank == MINER else 0.0) + max(0.0, 1.0 - flag - bomb) * chance


# --- Where everything stands ---------------------------------------------------


@rule
def survey(view, flag, room):
    """Draw enemies and passages on paper; return how many enemies there are."""
    me = view.turn
    targets = 0
    for i in range(PAPER):
        room[STANDS + i] = NOBODY
        room[PASSAGE + i] = 0.0
    for square in range(SQUARE):
        piece = view.board[square]
        at = place(square)
        if piece == NONE:
            room[PASSAGE + at] = FADING
        elif piece // MEN != me:
            room[STANDS + at] = kind_of(view, piece)
            room[TARGET + 2 * targets] = at
            room[TARGET + 2 * targets + 1] = 1.0 if besieges(view, piece, flag) else 0.0
            targets += 1
        elif can_move(view.rank[piece]):
            room[PASSAGE + at] = DETOUR
    return targets


@rule
def kind_of(view, piece):
    """The kind of an enemy piece."""
    if view.rank[piece] >= 0:
        return int(view.rank[piece])
    return MOVED if view.moved[piece] == 1 else ROW + piece % MEN // SIZE


@rule
def draw(rank, targets, room):
    """Let the worth of targets spread over the places from which a rank can reach them, fading with the way.

    Once there and once back: ways with more than one bend are not found, and hardly missed.
    """
    field = FIELD + PAPER * rank
    for at in range(field, field + PAPER):
        room[at] = 0.0
    for i in range(targets):
        at = int(room[TARGET + 2 * i])
        kind = int(room[STANDS + at])
        peace = GUARD * clears(rank, kind, room) if room[TARGET + 2 * i + 1] == 1.0 else 0.0
        room[field + at] = max(0.0, PULL * (gain(rank, kind, room) + peace))
    for row in range(1, SIZE + 1):
        pull = 0.0
        for at in range(WIDE * row, WIDE * row + SIZE):
            pull = spread(at, max(pull, room[field + at - UP]), field, room)
    for row in range(1, SIZE + 1):
        pull = 0.0
        for at in range(WIDE * row, WIDE * row + SIZE):
            there = WIDE * (SIZE + 2) - 2 - at
            pull = spread(there, max(pull, room[field + there + UP]), field, room)


@rule
def spread(at, pull, field, room):
    """Let pull pass over a place, unless it is drawn more strongly already; return what it has then."""
    passes = pull * room[PASSAGE + at]
    if passes > room[field + at]:
        room[field + at] = passes
        return passes
    return room[field + at]


# --- What a game is worth ------------------------------------------------------


@rule
def likely(world, seat):
    """How well a guessed world explains what a seat has seen: all alike."""
    return 1.0


@rule
def value(state, score):
    """STR-30: what is left of both armies, how much of it is known, and who stands before whose flag."""
    if state.turn == OVER:
        returns(state, score)
        return
    lead = (strength(state, 0) - strength(state, 1)) / 100.0
    score[0] = lead / (1.0 + abs(lead))
    score[1] = -score[0]


@rule
def strength(state, seat):
    """What hangs on a side's pieces, less what the enemy knows of them, less the siege of its flag."""
    total = 0.0
    flag = 0
    for piece in range(MEN * seat, MEN * seat + MEN):
        rank = state.rank[piece]
        if rank == FLAG:
            flag = int(state.at[piece])
        elif state.at[piece] != NONE:
            total += STAKE[rank] * (1.0 - EXPOSED * state.shown[piece])
    for piece in range(MEN * (1 - seat), MEN * (1 - seat) + MEN):
        if state.at[piece] != NONE and state.moved[piece] == 1:
            total -= SIEGE[steps(state.at[piece], flag)]
    return total


@rule
def enough(root, state, plies):
    """Has a rollout gone far enough? Further on it is more guess than sight."""
    return plies >= FAR


# --- Hints, and the book -----------------------------------------------------

TRAITS = (("pieces", 8.0), ("shown", 0.7), ("news", 0.7))  # what a hint may speak of, and what is a difference in it


@rule
def traits(state, seat, out):
    """What the own side has more than the enemy; how many of its pieces are known, and of the enemy's."""
    for piece in range(2 * MEN):
        mine = piece // MEN == seat
        if state.at[piece] != NONE:
            out[0] += UTILITY[state.rank[piece]] if mine else -UTILITY[state.rank[piece]]
            out[1 if mine else 2] += state.shown[piece]


def by_book(view, legal, rng):
    """STR-6: set-ups come from the book; play does not."""
    return next_placement(view, legal, rng) if view.phase == SET_UP else None


HOPELESS = -0.97  # what the best move must be worth less than for a bot to resign
LEVEL = 0.1  # how near to even a game must be for a draw to be offered …
DULL = 0.5  # … after this share of the quiet moves that end it (STR-33)


def by_agreement(view, hope):
    """STR-34: resign what is lost, take a draw when behind, offer one when nothing happens; else None.

    `hope` is what the best move is worth, from -1 to 1.
    """
    me = view.turn
    if hope < HOPELESS:
        return RESIGN + me
    if view.offered[1 - me] == 1 and hope < 0.0:
        return OFFER + me
    dull = view.limit > 0 and view.quiet > DULL * view.limit
    return OFFER + me if dull and abs(hope) < LEVEL and view.offered[me] == 0 else None
