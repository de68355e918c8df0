"""Bots are fair and have some sense: they see views, choose what is legal, and greed beats chance."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import escapade
from escapade import OVER, Match, State
from escapade.bots import BOTS, Bot, greedy
from escapade.games import GAMES
from escapade.games.cartagena import rules as cartagena
from escapade.games.stratego import rules as stratego
from escapade.kernel.contract import Game
from escapade.kernel.fields import set_cell

GREEDY, RANDOM = BOTS["greedy"], BOTS["random"]
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("cartagena", {"version": "jamaica"}),
    ("cartagena", {"version": "tortuga"}),
    ("stratego", {}),
]
every_table = pytest.mark.parametrize(("name", "options"), TABLES, ids=["jamaica", "tortuga", "stratego"])
every_bot = pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)


def played(name: str, bots: Sequence[Bot], seed: int, **options: Any) -> Match:
    """A match of these bots, from these dice."""
    match, dice = escapade.new(name, len(bots), seed, **options), Random(seed)
    while match.turn != OVER:
        legal = [action.code for action in match.legal()]
        match.play(bots[match.turn](match.game, match.view(match.turn), legal, dice))
    return match


def wins(name: str, seats: int, matches: int, **options: Any) -> float:
    """Which share of matches greed wins against chance, sitting everywhere in turn."""
    won = 0
    for seed in range(matches):
        bots = [RANDOM] * seats
        bots[seed % seats] = GREEDY
        won += played(name, bots, seed, **options).ranking()[0] == [seed % seats]
    return won / matches


@every_table
def test_greed_beats_chance_nine_times_in_ten(name: str, options: dict[str, Any]) -> None:
    assert wins(name, 2, 40, **options) >= 0.9


def test_greed_beats_three_of_chance_far_above_its_share() -> None:
    assert wins("cartagena", 4, 24) >= 0.75


@every_table
def test_greed_against_greed_comes_to_an_end_and_is_not_always_won_by_the_same_seat(
    name: str, options: dict[str, Any]
) -> None:
    matches = [played(name, [GREEDY, GREEDY], seed, **options) for seed in range(8)]
    assert all(len(match.log) < 600 for match in matches)
    assert len({str(match.ranking()) for match in matches}) > 1


def moments(name: str, bot: Bot, options: dict[str, Any]) -> list[tuple[State, list[int]]]:
    """The states of a match in which a seat chooses, with what it may choose."""
    log, game = played(name, [bot] * 2, 5, **options).log, GAMES[name]
    state = game.start(2, game.check_options(options, 2), game.pieces())
    found = []
    for ply in log:
        if state.turn >= 0:
            found.append((state.copy(), game.legal(state)))
        game.rules.apply(state, ply.action.code)
    return found


def scrambled(game: Game, state: State, seat: int, dice: Random) -> State:
    """The state with other things in every cell that the seat may not see."""
    other: State = state.copy()
    for field, index in game.fields.hidden(state, seat):
        set_cell(other, field, index, dice.randrange(9))
    return other


@every_bot
@pytest.mark.parametrize("name", GAMES)
def test_a_choice_does_not_depend_on_what_is_hidden(name: str, bot: Bot) -> None:
    game, dice, changed = GAMES[name], Random(3), 0
    for i, (state, legal) in enumerate(moments(name, bot, {})):
        seat, other = state.turn, scrambled(game, state, state.turn, dice)
        changed += other != state
        chosen = bot(game, game.view(state, seat), legal, Random(i))
        assert bot(game, game.view(other, seat), legal, Random(i)) == chosen
        assert chosen in legal
    assert changed > 0


@every_bot
@every_table
def test_a_bot_leaves_the_view_as_it_is(name: str, options: dict[str, Any], bot: Bot) -> None:
    game = GAMES[name]
    for state, legal in moments(name, bot, options):
        view = game.view(state, state.turn)
        bot(game, view, legal, Random(1))
        assert view == game.view(state, state.turn)


@every_bot
@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_is_handed_a_state_refuses_to_look(name: str, bot: Bot) -> None:
    game = GAMES[name]
    state = game.start(2, game.check_options({}, 2), game.pieces())
    with pytest.raises(TypeError, match="a view"):
        bot(game, state, [0], Random(1))


@every_bot
def test_a_bot_refuses_the_view_of_another_game(bot: Bot) -> None:
    with pytest.raises(TypeError, match="a view of cartagena"):
        bot(GAMES["cartagena"], escapade.new("stratego", seed=1).view(0), [0], Random(1))


def test_a_game_without_sense_of_its_own_is_played_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(greedy, "SENSE", {})
    match = escapade.new("cartagena", seed=4)
    legal = [action.code for action in match.legal()]
    seen = {GREEDY(match.game, match.view(match.turn), legal, Random(seed)) for seed in range(300)}
    assert seen == set(legal)


# --- Cartagena ---------------------------------------------------------------


def chosen(state: State, seed: int = 1) -> str:
    """What greed does in a position of Cartagena."""
    game = GAMES["cartagena"]
    code = GREEDY(game, game.view(state, state.turn), game.legal(state), Random(seed))
    return game.actions[code].name


def in_the_tunnel(pirates: dict[int, int], cards: str, done: int = 0) -> State:
    """Seat 0's pirates and cards on the classic tunnel, at seat 0's turn; seat 1 stands outside."""
    game = GAMES["cartagena"]
    state: Any = game.start(2, game.check_options({"tunnel": "classic", "first": 0}, 2), game.pieces())
    state.turn, state.done, state.to_deal = 0, done, 2
    state.pirates[0] = [pirates.get(place, 0) for place in range(cartagena.BOAT + 1)]
    state.crowd = [sum(places) for places in zip(*state.pirates, strict=True)]
    state.hand[0] = [cards.split().count(symbol) for symbol in cartagena.SYMBOLS]
    state.held[0] = len(cards.split())
    position: State = state
    return position


@pytest.mark.parametrize("seed", range(5))
def test_greed_takes_the_boat_when_that_wins(seed: int) -> None:
    assert chosen(in_the_tunnel({36: 1, 37: 5}, "jug keys", done=2), seed).endswith("from 36")


@pytest.mark.parametrize("seed", range(5))
def test_an_empty_hand_goes_back_one_space_to_two_pirates(seed: int) -> None:
    assert chosen(in_the_tunnel({9: 2, 10: 1, 20: 1, 35: 2}, ""), seed) == "retreat from 10"


@pytest.mark.parametrize("seed", range(5))
def test_the_card_that_carries_furthest_is_played(seed: int) -> None:
    """From outside, the free jugs begin with space 1, the free parrots with space 4, and all keys are taken but 34."""
    position = in_the_tunnel({0: 1, 6: 1, 9: 1, 14: 1, 20: 1, 30: 1}, "jug parrot keys")
    assert chosen(position, seed) == "keys from outside"


# --- Stratego ----------------------------------------------------------------


def set_ups(seed: int, pieces: Path | None = None) -> list[list[str]]:
    """The two set-ups greed makes from these dice."""
    match, dice = escapade.new("stratego", seed=seed, pieces=pieces), Random(seed)
    while match.view(None).phase != stratego.PLAY:
        seat = match.turn
        match.play(GREEDY(match.game, match.view(seat), [action.code for action in match.legal()], dice))
    placed: dict[int, list[str]] = {0: [], 1: []}
    for ply in match.log[1:]:
        placed[ply.seat].append(ply.action.name.removeprefix("place "))
    return list(placed.values())


def mirrored(ranks: list[str]) -> list[str]:
    return [rank for row in range(3) for rank in reversed(ranks[8 * row : 8 * row + 8])]


def roots(ranks: list[str]) -> list[str]:
    """Where flag and bombs stand."""
    return [rank if rank in {"flag", "bomb"} else "" for rank in ranks]


def test_a_set_up_keeps_the_flag_and_bombs_of_a_ready_made_one_and_no_two_are_alike() -> None:
    presets = [preset.ranks() for preset in GAMES["stratego"].pieces().presets]
    known = [roots(plan) for ranks in presets for plan in (ranks, mirrored(ranks))]
    made = [ranks for seed in range(25) for ranks in set_ups(seed)]
    assert all(roots(ranks) in known for ranks in made)
    assert len({tuple(ranks) for ranks in made}) == len(made)
    assert len({tuple(roots(ranks)) for ranks in made}) >= 8


def test_an_army_without_ready_made_set_ups_is_placed_all_the_same(tmp_path: Path) -> None:
    army = {
        "flag": 1,
        "spy": 5,
        "scout": 5,
        "miner": 5,
        "sergeant": 5,
        "major": 1,
        "colonel": 0,
        "general": 1,
        "bomb": 1,
    }
    file = tmp_path / "spies.toml"
    file.write_text("presets = []\n[army]\n" + "\n".join(f"{rank} = {n}" for rank, n in army.items()))
    for ranks in set_ups(3, file):
        assert Counter(ranks) == Counter({rank: n for rank, n in army.items() if n})


def battle(*standing: tuple[int, str, str, str]) -> State:
    """A view of seat 0 at its turn; each piece is (seat, rank, square, how it is known: 'known', 'moved' or 'still').

    What is not named has been removed; both flags stand in a corner.
    """
    game = GAMES["stratego"]
    state: Any = game.start(2, game.check_options({"red": 0}, 2), game.pieces())
    state.phase, state.board = stratego.PLAY, [-1] * 64
    army = [stratego.RANKS.index(rank) for rank in game.pieces().presets[0].ranks()]
    state.rank, state.at, state.shown, state.moved = army * 2, [-1] * 48, [1] * 48, [0] * 48
    for seat, rank, square, known in ((0, "flag", "a1", "still"), (1, "flag", "h8", "still"), *standing):
        side, wanted = range(24 * seat, 24 * seat + 24), stratego.RANKS.index(rank)
        piece = next(piece for piece in side if state.rank[piece] == wanted and state.at[piece] == -1)
        stratego.put(state, piece, stratego.SQUARES.index(square))
        state.shown[piece], state.moved[piece] = int(known == "known"), int(known != "still")
    return game.view(state, 0)


def move(view: State, seed: int = 1) -> str:
    game = GAMES["stratego"]
    return game.actions[GREEDY(game, view, game.legal(view), Random(seed))].name


@pytest.mark.parametrize("seed", range(5))
def test_a_stronger_piece_takes_a_known_weaker_one(seed: int) -> None:
    view = battle((0, "colonel", "d4", "still"), (1, "major", "d5", "known"), (1, "general", "h7", "known"))
    assert move(view, seed) == "d4-d5"


@pytest.mark.parametrize("seed", range(5))
def test_a_weaker_piece_runs_from_a_known_stronger_one(seed: int) -> None:
    view = battle((0, "major", "d4", "known"), (0, "miner", "a3", "still"), (1, "colonel", "d5", "known"))
    assert move(view, seed) in {"d4-d3", "d4-c4", "d4-e4"}


@pytest.mark.parametrize("seed", range(5))
def test_a_miner_clears_the_bomb_beside_it_and_a_general_does_not(seed: int) -> None:
    view = battle((0, "miner", "d4", "still"), (0, "general", "e5", "known"), (1, "bomb", "d5", "known"))
    assert move(view, seed) == "d4-d5"


@pytest.mark.parametrize("seed", range(5))
def test_an_unknown_piece_is_probed_with_the_cheap_piece_not_the_dear_one(seed: int) -> None:
    unknown = [(1, "sergeant", "d5", "still"), (1, "bomb", "e6", "still"), (1, "bomb", "f6", "still")]
    view = battle((0, "scout", "d4", "still"), (0, "general", "c5", "known"), *unknown)
    assert move(view, seed) == "d4-d5"


@pytest.mark.parametrize("seed", range(5))
def test_nobody_shuttles_while_there_is_another_way(seed: int) -> None:
    view = battle((0, "major", "d4", "known"), (1, "bomb", "d8", "known"))
    start, end = stratego.SQUARES.index("d4"), stratego.SQUARES.index("d3")
    for field, value in (("came_from", end), ("went_to", start), ("shuttles", 1)):
        set_cell(view, field, (0,), value)
    assert move(view, seed) != "d4-d3"
