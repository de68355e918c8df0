"""Games between set-ups of Stratego, played by sense on both sides: rules, with `game` and `sense` bound."""

from typing import Any

from escapade.games.stratego.rules import ARRANGE, COLOURS, MEN, SEAT
from escapade.kernel.compile import rule, store
from escapade.kernel.names import OVER
from escapade.kernel.rng import draw, seed

game: Any = None  # bound by compiled(book_play, game=…, sense=…); plain callers set them
sense: Any = None

ALL_BITS = 4294967296.0  # a draw is below this


@rule
def deploy(state: Any, plans: Any, pair: Any, red: int) -> None:
    """STR-3 to STR-5: give the colours, and let each side place its plan; red is asked first."""
    game.apply(state, COLOURS + red)
    for side in range(SEAT):
        plan = pair[red if side == 0 else 1 - red]
        for i in range(MEN):
            game.apply(state, ARRANGE + plans[plan][i])


@rule
def choose(eyes: Any, out: Any, n: int, worth: Any, room: Any, words: Any) -> Any:
    """What the rule bot does: the best action, give or take a whim."""
    sense.weigh(eyes, out, n, worth, room)
    best = 0
    most = 0.0
    for i in range(n):
        liking = worth[i] + sense.WHIM * (draw(words) / ALL_BITS)
        if i == 0 or liking > most:
            best = i
            most = liking
    return out[best]


@rule
def play_pairs(start: Any, plans: Any, pairs: Any, first: int, most: int, desk: Any, results: Any) -> None:
    """Play pairs of plans, each with dice of its own; write what seat 0 makes of each. A game of `most` moves is drawn.

    `desk` is what is worked with: room for two states (what is the case, and what the seat at the turn sees of it), for
    actions and their worths, for the sense, the dice and the score.
    """
    states, out, worth, room, words, score = desk
    for i in range(len(pairs)):
        seed(words, first + i)
        store(states, 0, start)
        deploy(states[0], plans, pairs[i], i % SEAT)
        moves = 0
        while states[0].turn != OVER and moves < most:
            n = game.legal(states[0], out)
            store(states, 1, states[0])
            game.observe(states[1], states[0].turn)
            game.apply(states[0], choose(states[1], out, n, worth, room, words))
            moves += 1
        game.returns(states[0], score)
        results[i] = score[0]
