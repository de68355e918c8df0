"""A yardstick for speed: Stratego as a bare engine, frozen.

No set-up phase, no explicit chance, no views, no draws but by length, no bounds checks: what the moves alone cost when
nothing else is asked of an engine. It was measured to be as fast as the same moves written by hand in C. Do not improve
it: a yardstick that grows measures nothing.
"""

import types
from typing import Any

from escapade.kernel.compile import FLAGS, is_rule, rule
from escapade.kernel.fields import ALL, Field, Fields, int8, int16, int64
from escapade.kernel.rng import below, seed

RED, BLUE, NOBODY, EMPTY, GONE = 0, 1, -1, -1, -1
FLAG, SPY, SCOUT, MINER, SERGEANT, MAJOR, COLONEL, GENERAL, BOMB = range(9)
COUNTS = {FLAG: 1, GENERAL: 1, COLONEL: 2, MAJOR: 3, SERGEANT: 4, MINER: 4, SCOUT: 4, SPY: 1, BOMB: 4}
ARMY = tuple(rank for rank, count in COUNTS.items() for _ in range(count))
STEPS = ((-1, 0), (1, 0), (0, -1), (0, 1))
SIZE, MEN, SHUTTLES, LONGEST, MAX_ACTIONS = 8, 24, 5, 2000, 256

FIELDS = Fields(
    Field("rng", int64, (2,), ALL, "its own generator"),
    Field("board", int8, (64,), ALL, "the piece on each square"),
    Field("at", int8, (48,), ALL, "the square of each piece"),
    Field("rank", int8, (48,), ALL, ""),
    Field("seen", int8, (48,), ALL, ""),
    Field("moved", int8, (48,), ALL, ""),
    Field("came_from", int8, (2,), ALL, ""),
    Field("went_to", int8, (2,), ALL, ""),
    Field("shuttles", int8, (2,), ALL, ""),
    Field("plies", int16, (), ALL, ""),
    Field("turn", int8, (), ALL, ""),
    Field("over", int8, (), ALL, ""),
    Field("winner", int8, (), ALL, ""),
)


@rule
def setup(s: Any, number: int) -> None:
    """Both armies in random order."""
    seed(s.rng, number)
    for square in range(64):
        s.board[square] = EMPTY
    for player in range(2):
        first = MEN * player
        for i in range(MEN):
            s.rank[first + i] = ARMY[i]
            s.seen[first + i] = 0
            s.moved[first + i] = 0
        for i in range(MEN - 1, 0, -1):
            j = below(s.rng, i + 1)
            kept = s.rank[first + i]
            s.rank[first + i] = s.rank[first + j]
            s.rank[first + j] = kept
        for i in range(MEN):
            put(s, first + i, i if player == RED else 63 - i)
        s.came_from[player] = GONE
        s.went_to[player] = GONE
        s.shuttles[player] = 0
    s.plies = 0
    s.turn = RED
    s.over = 0
    s.winner = NOBODY


@rule
def put(s: Any, piece: int, square: int) -> None:
    """Stand a piece on a square."""
    s.board[square] = piece
    s.at[piece] = square


@rule
def side(piece: int) -> int:
    """Whose piece."""
    return piece // MEN


@rule
def can_walk(rank: int) -> bool:
    """Flag and bombs stay."""
    return rank != FLAG and rank != BOMB


@rule
def goes_back(s: Any, start: int, end: int) -> bool:
    """Would this undo the move before?"""
    undone: bool = s.went_to[s.turn] == start and s.came_from[s.turn] == end
    return undone


@rule
def legal_actions(s: Any, out: Any) -> int:
    """Write the moves into out; return how many."""
    n = 0
    me = s.turn
    tired = s.shuttles[me] >= SHUTTLES
    for piece in range(MEN * me, MEN * me + MEN):
        start = s.at[piece]
        rank = s.rank[piece]
        if start == GONE or not can_walk(rank):
            continue
        reach = SIZE - 1 if rank == SCOUT else 1
        for rows, columns in STEPS:
            row = start // SIZE
            column = start % SIZE
            for _ in range(reach):
                row += rows
                column += columns
                if row < 0 or row >= SIZE or column < 0 or column >= SIZE:
                    break
                end = SIZE * row + column
                target = s.board[end]
                if target != EMPTY and side(target) == me:
                    break
                if not (tired and goes_back(s, start, end)):
                    out[n] = 64 * start + end
                    n += 1
                if target != EMPTY:
                    break
    return n


@rule
def has_action(s: Any) -> bool:
    """Can the player to move move at all?"""
    me = s.turn
    tired = s.shuttles[me] >= SHUTTLES
    for piece in range(MEN * me, MEN * me + MEN):
        start = s.at[piece]
        if start == GONE or not can_walk(s.rank[piece]):
            continue
        for rows, columns in STEPS:
            row = start // SIZE + rows
            column = start % SIZE + columns
            if row < 0 or row >= SIZE or column < 0 or column >= SIZE:
                continue
            end = SIZE * row + column
            target = s.board[end]
            if target == EMPTY or side(target) != me:
                if not (tired and goes_back(s, start, end)):
                    return True
                if s.rank[piece] == SCOUT and target == EMPTY:
                    further = end + SIZE * rows + columns
                    if (
                        0 <= row + rows < SIZE
                        and 0 <= column + columns < SIZE
                        and (s.board[further] == EMPTY or side(s.board[further]) != me)
                    ):
                        return True
    return False


@rule
def duel(attacker: int, defender: int) -> int:
    """1 if the attacker wins, -1 if it falls, 0 if both fall."""
    if defender == BOMB:
        return 1 if attacker == MINER else -1
    if attacker == SPY and defender == GENERAL:
        return 1
    if attacker == defender:
        return 0
    return 1 if attacker > defender else -1


@rule
def play(s: Any, action: int) -> None:
    """Play one legal action."""
    start = action // 64
    end = action % 64
    me = s.turn
    piece = s.board[start]
    target = s.board[end]
    if goes_back(s, start, end):
        s.shuttles[me] += 1
    else:
        s.shuttles[me] = 1
    s.came_from[me] = start
    s.went_to[me] = end
    s.moved[piece] = 1
    if abs(end - start) != 1 and abs(end - start) != SIZE:
        s.seen[piece] = 1
    s.board[start] = EMPTY
    if target == EMPTY:
        put(s, piece, end)
    else:
        fight(s, piece, target, end)
    s.plies += 1
    s.turn = 1 - me
    if s.over == 0:
        if not has_action(s):
            finish(s, me)
        elif s.plies >= LONGEST:
            finish(s, NOBODY)


@rule
def fight(s: Any, piece: int, target: int, square: int) -> None:
    """Both pieces show their rank; the weaker one leaves the board."""
    s.seen[piece] = 1
    s.seen[target] = 1
    outcome = duel(s.rank[piece], s.rank[target])
    if outcome >= 0:
        s.at[target] = GONE
        s.board[square] = EMPTY
    if outcome <= 0:
        s.at[piece] = GONE
    if outcome > 0:
        put(s, piece, square)
    if s.rank[target] == FLAG:
        finish(s, s.turn)


@rule
def finish(s: Any, winner: int) -> None:
    """The game is over."""
    s.over = 1
    s.winner = winner


@rule
def set_up_all(batch: Any, first: int) -> None:
    """Set every game of a batch up."""
    for i in range(len(batch)):
        setup(batch[i], first + i)


@rule
def play_all(batch: Any, first: int, words: Any, out: Any) -> int:
    """Play every game of a batch to its end at random; return the moves."""
    moves = 0
    for i in range(len(batch)):
        s = batch[i]
        seed(words, first + i)
        while s.over == 0:
            n = legal_actions(s, out)
            play(s, out[below(words, n)])
            moves += 1
    return moves


def unchecked() -> dict[str, Any]:
    """The yardstick as machine code, without bounds checks: the frozen flags, not those of the kernel."""
    import numba

    flags = {**FLAGS, "boundscheck": False}
    scope = dict(globals())
    for name, thing in list(scope.items()):
        if is_rule(thing):
            scope[name] = numba.njit(**flags)(types.FunctionType(thing.__code__, scope, name))
    # below() and seed() call draw() and turn_left(): give them this scope too
    from escapade.kernel import rng

    for name, thing in vars(rng).items():
        if is_rule(thing):
            scope[name] = numba.njit(**flags)(types.FunctionType(thing.__code__, scope, name))
    scope["LOW"] = rng.LOW
    return scope
