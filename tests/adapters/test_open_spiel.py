"""Every game is a game of OpenSpiel: by its own checks, and action by action the same as at our table."""

import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest

import escapade
from escapade import CHANCE, OVER, Match
from escapade.adapters.open_spiel import REMEMBERED, Position, SpielGame, SpielState, register, spiel_game
from escapade.games import GAMES
from escapade.games.stratego.rules import PLAY
from escapade.kernel.fields import set_cell
from escapade.kernel.names import BadInput
from escapade.laws.tables import Table
from escapade.laws.test_noninterference import scrambled

register()
TABLES = [
    ("cartagena", 2, {}),
    ("cartagena", 4, {"version": "tortuga", "tunnel": "classic"}),
    ("stratego", 2, {"memory": "classic", "quiet": 30}),
    ("stratego", 2, {"red": 1, "quiet": 0}),
    ("stalag17", 3, {"first": 2}),
    ("stalag17", 2, {"play_on": True}),
    ("jailbreakers", 1, {"solo_rounds": 3}),
    ("jailbreakers", 3, {"warden": True}),
]
OPEN = {("cartagena", 4), ("jailbreakers", 1)}  # of these, the ones in which nothing is hidden
every_table = pytest.mark.parametrize(("name", "seats", "options"), TABLES)


def late(home: SpielGame) -> SpielGame:
    """Begin in the last round there can be: played at random, games of many rounds hardly end before."""
    if "round" in home.game.fields.names:
        set_cell(home.opening, "round", (), 199)
    return home


def walk(name: str, seats: int, options: dict[str, Any], plies: int, seed: int = 1) -> tuple[Match, SpielState]:
    """A match and a play of the same actions."""
    match = escapade.new(name, seats, dealer=None, **options)
    state, dice = spiel_game(GAMES[name], seats, options).new_initial_state(), Random(seed)
    for _ in range(plies):
        if match.turn == OVER:
            break
        action = dice.choice(match.legal())
        match.play(action)
        state.apply_action(action.code)
    return match, state


def moments(name: str, seats: int, options: dict[str, Any]) -> list[SpielState]:
    return [walk(name, seats, options, plies, plies)[1] for plies in (5, 47, 60, 121)]


# --- OpenSpiel's own checks ---


@every_table
def test_it_passes_the_random_simulations_of_open_spiel(name: str, seats: int, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(late(spiel_game(GAMES[name], seats, options)), num_sims=1, serialize=False, verbose=False)


def test_a_listed_game_is_loaded_with_parameters_and_written_down_by_open_spiel() -> None:
    game = pyspiel.load_game("escapade_stratego(quiet=12,red=seat1)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert game.options == {"red": 1, "memory": "assisted", "quiet": 12}
    state = game.new_initial_state()
    assert state.current_player() == 1
    state.apply_action(state.legal_actions()[0])
    again, other = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(again), str(other)) == (str(game), str(state))


def test_every_game_is_listed_once_however_often_it_is_registered() -> None:
    register()
    assert {f"escapade_{name}" for name in GAMES} <= set(pyspiel.registered_names())
    for name, game in GAMES.items():
        loaded = pyspiel.load_game(f"escapade_{name}", {"players": game.seats[-1]})
        assert loaded.num_players() == game.seats[-1]
        assert loaded.get_type().min_num_players == game.seats[0]
    with pytest.raises(BadInput, match="not 9"):
        pyspiel.load_game("escapade_cartagena(players=9)")


# --- The same game ---


@every_table
def test_the_same_actions_make_the_same_play(name: str, seats: int, options: dict[str, Any]) -> None:
    match = escapade.new(name, seats, dealer=None, **options)
    state, dice = spiel_game(GAMES[name], seats, options).new_initial_state(), Random(3)
    for _ in range(400):
        assert state.is_terminal() == (match.turn == OVER)
        if match.turn == OVER:
            break
        codes = sorted(action.code for action in match.legal())
        if match.turn == CHANCE:
            outcomes = state.chance_outcomes()
            assert [code for code, _ in outcomes] == codes
            weights = dict(match.odds())
            assert [p * sum(weights.values()) for _, p in outcomes] == pytest.approx([weights[c] for c in codes])
        else:
            assert state.current_player() == match.turn
            assert state.legal_actions() == codes
        code = dice.choice(codes)
        assert state.action_to_string(state.current_player(), code) == match.game.actions[code].name
        match.play(code)
        state.apply_action(code)
        assert state.returns() == match.returns()
    assert state.history() == [ply.action.code for ply in match.log]
    for seat in range(seats):
        assert state.view(seat) == match.view(seat)
        assert state.heard_codes(seat) == match.heard_codes(seat)


@every_table
def test_a_tensor_holds_the_view_field_by_field(name: str, seats: int, options: dict[str, Any]) -> None:
    match, state = walk(name, seats, options, 80)
    game = state.position.home
    for seat in range(seats):
        eyes, view = game.make_py_observer(), match.view(seat)
        eyes.set_from(state, seat)
        for field in match.game.fields.names:
            assert np.array_equal(eyes.dict[field].squeeze(), np.array(getattr(view, field)).squeeze())
        assert np.array_equal(state.observation_tensor(seat), eyes.tensor)
    sort = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    public = game.make_py_observer(sort)
    public.set_from(state, 0)
    last = match.game.fields.names[-1]
    assert public.dict[last][0] == getattr(match.view(None), last)
    assert public.string_from(state, 0) == public.string_from(state, seats - 1)


def test_an_observer_that_sees_everything_is_refused() -> None:
    game = spiel_game(GAMES["stratego"])
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="an observer is a seat"):
        game.make_py_observer(everything)


# --- Clones and other processes ---


@every_table
def test_clones_and_pickles_are_equal_and_share_nothing(name: str, seats: int, options: dict[str, Any]) -> None:
    _, state = walk(name, seats, options, 60)
    before = str(state)
    for other in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert (str(other), other.history()) == (before, state.history())
        assert other.information_state_string(0) == state.information_state_string(0)
        other.apply_action(other.legal_actions()[0])
        assert str(state) == before != str(other)


def test_a_game_of_ones_own_pieces_comes_back_with_them() -> None:
    game = GAMES["stratego"]
    text = (game.folder / "pieces.toml").read_text(encoding="utf-8").partition("[[presets]]")[0]
    pieces = game.pieces(text="presets = []\n" + text.replace("spy = 1", "spy = 2").replace("scout = 4", "scout = 3"))
    home = spiel_game(game, pieces=pieces)
    again = pickle.loads(pickle.dumps(home))
    assert again.opening.army == home.opening.army != spiel_game(game).opening.army


# --- Secrets ---


@every_table
def test_nothing_hidden_is_in_the_strings_and_numbers_of_a_seat(name: str, seats: int, options: dict[str, Any]) -> None:
    changed = 0
    for i, state in enumerate(moments(name, seats, options)):
        at = state.position
        for seat in range(seats):
            other = scrambled(Table(name, seats, options), at.state, seat, Random(i))
            changed += other != at.state
            elsewhere = SpielState(at.home, Position(at.home, other, at.heard))
            assert elsewhere.information_state_string(seat) == state.information_state_string(seat)
            assert elsewhere.observation_string(seat) == state.observation_string(seat)
            assert elsewhere.observation_tensor(seat) == state.observation_tensor(seat)
    assert (changed > 0) == ((name, seats) not in OPEN)


def test_what_another_seat_did_in_secret_is_not_in_an_information_state() -> None:
    """Two set-ups of seat 0 that differ: seat 1 cannot tell them apart, seat 0 can."""
    one, two = (spiel_game(GAMES["stratego"], options={"red": 0}).new_initial_state() for _ in range(2))
    for state in (one, two):
        for _ in range(24):
            state.apply_action(state.legal_actions()[0 if state is one else -1])
    assert one.current_player() == two.current_player() == 1
    assert one.information_state_string(1) == two.information_state_string(1)
    assert one.information_state_string(0) != two.information_state_string(0)


def test_an_information_state_remembers_what_a_view_does_not() -> None:
    """Two ways to the same position: the view is the same, the memory is not."""
    start = spiel_game(GAMES["stratego"], options={"red": 0}).new_initial_state()
    while start.position.state.phase != PLAY:
        start.apply_action(start.legal_actions()[-1])
    one, two = start.clone(), start.clone()
    for name in ("c3-c4 c6-c5 d3-d4 d6-d5 e3-e4 e6-e5", "d3-d4 c6-c5 c3-c4 d6-d5 e3-e4 e6-e5"):
        state = one if name.startswith("c") else two
        for move in name.split():
            state.apply_action(state.string_to_action(move))
    assert one.observation_string(1) == two.observation_string(1)
    assert one.information_state_string(1) != two.information_state_string(1)
    assert one.observation_tensor(1) == two.observation_tensor(1)
    assert one.information_state_tensor(1) != two.information_state_tensor(1)
    heard = np.array(one.information_state_tensor(1)[-2 * REMEMBERED :]).reshape(REMEMBERED, 2)
    said = [(who + 2, code + 1) for who, code in one.heard_codes(1)]
    assert [(int(who), int(code)) for who, code in heard[: len(said)]] == said
    assert not heard[len(said) :].any()


# --- Worlds ---


@every_table
def test_resampled_plays_look_the_same_to_the_seat_and_differ_in_what_it_cannot_see(
    name: str, seats: int, options: dict[str, Any]
) -> None:
    worlds, dice = set(), Random(5)
    for state in moments(name, seats, options):
        for seat in range(seats):
            for _ in range(4):
                other = state.resample_from_infostate(seat, dice.random)
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.observation_string(seat) == state.observation_string(seat)
                if state.current_player() == seat:
                    assert other.legal_actions() == state.legal_actions()
                worlds.add(str(other))
    assert (len(worlds) > 4) == ((name, seats) not in OPEN)


def test_resampling_uses_the_view_alone() -> None:
    """With hidden cells scrambled, the same dice make the same worlds; and what others heard is not taken over."""
    state = moments("stalag17", 3, {"first": 2})[2]
    at, seat = state.position, 1
    other = scrambled(Table("stalag17", 3, {"first": 2}), at.state, seat, Random(2))
    elsewhere = SpielState(at.home, Position(at.home, other, at.heard))
    here, there = (s.resample_from_infostate(seat, Random(9).random) for s in (state, elsewhere))
    assert str(here) == str(there)
    assert here.heard_codes(0) == [] != state.heard_codes(0)
    assert here.heard_codes(seat) == state.heard_codes(seat)
