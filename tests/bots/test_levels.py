"""Bots are fair: they see views, choose what is legal, and nothing hidden changes what they do. They play sensibly."""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import escapade
from escapade import OVER, Match, State, View
from escapade.bots import Bot, Budget, bot, names, planner, search
from escapade.bots.hints import hints
from escapade.bots.parts import heuristic_of
from escapade.bots.process_bot import ProcessBot
from escapade.bots.worker import Question
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.fields import set_cell
from escapade.kernel.names import BadInput
from escapade.lab.heuristic_check import check_heuristic

SHORT = Budget(iterations=24)
ENOUGH = 40  # choices of a game that are looked at
TWO = {name: min((seats for seats in game.seats if seats > 1), default=1) for name, game in GAMES.items()}
every_game = pytest.mark.parametrize("name", GAMES)
every_bot = pytest.mark.parametrize("who", names())
Chooser = Callable[[State, View, list[int], int], int]  # state, view, legal, seed: only a cheat looks at the state


@cache
def player(name: str, who: str) -> Bot:
    return bot(GAMES[name], who)


def played(name: str, bots: Sequence[str], seed: int, budget: Budget = SHORT, **options: Any) -> Match:
    """A match of these bots, from these dice."""
    match, dice = escapade.new(name, len(bots), seed, **options), Random(seed)
    while match.turn != OVER:
        seat, legal = match.turn, [action.code for action in match.legal()]
        chosen = player(name, bots[seat]).choose(match.view(seat), legal, match.heard_codes(seat), budget, dice)
        match.play(chosen)
    return match


def wins(name: str, who: str, against: str, matches: int, seats: int = 2, **options: Any) -> float:
    """Which share of matches a bot wins against others, sitting everywhere in turn."""
    won = 0
    for seed in range(matches):
        bots = [against] * seats
        bots[seed % seats] = who
        won += played(name, bots, seed, **options).ranking()[0] == [seed % seats]
    return won / matches


@cache
def choices(name: str) -> list[tuple[State, list[int], list[tuple[int, int]]]]:
    """Where a seat has a choice in matches: the state, what it may choose, and what it has heard."""
    found: list[tuple[State, list[int], list[tuple[int, int]]]] = []
    for seed in range(5, 100):  # one match is enough, unless the game is short
        match = Match(GAMES[name], TWO[name], {})
        for ply in played(name, ["greedy"] * TWO[name], seed).log:
            if match.turn >= 0 and len(match.legal_codes()) > 1:
                found.append((match._state.copy(), match.legal_codes(), match.heard_codes(match.turn)))
            match.follow(ply.seat, ply.action.code)
        if len(found) >= ENOUGH:
            break
    return found


@cache
def moments(name: str) -> list[tuple[State, list[int]]]:
    """States of a match in which a seat has a choice, from its beginning to its end, with what it may choose."""
    return [(state, legal) for state, legal, _ in choices(name)]


def heard(name: str) -> list[list[tuple[int, int]]]:
    """What the seat that has a choice has heard, at each of these moments."""
    return [told for *_, told in choices(name)]


def scrambled(game: Game, state: State, seat: int, dice: Random) -> State:
    """The state with other things in every cell that the seat may not see."""
    other: State = state.copy()
    for field, index in game.fields.hidden(state, seat):
        set_cell(other, field, index, dice.randrange(9))
    return other


def unfair(name: str, choose: Chooser, every: int = 1) -> bool:
    """Does what is hidden ever change a choice?"""
    game, dice, changed = GAMES[name], Random(3), 0
    for i, (state, legal) in enumerate(moments(name)[::every]):
        other = scrambled(game, state, state.turn, dice)
        changed += other != state
        mine, theirs = game.view(state, state.turn), game.view(other, state.turn)
        chosen = choose(state, mine, legal, i)
        assert chosen in {*legal, *game.anytime(mine, state.turn)}  # it may resign, or agree to a draw
        if choose(other, theirs, legal, i) != chosen:
            return True
    assert changed > 0
    return False


# --- Fairness ----------------------------------------------------------------


@every_bot
@every_game
def test_a_choice_does_not_depend_on_what_is_hidden(name: str, who: str) -> None:
    every = 1 if who in {"random", "novice", "greedy"} else 19
    chooser, told = player(name, who), heard(name)[::every]
    assert not unfair(name, lambda _, view, legal, i: chooser.choose(view, legal, told[i], SHORT, Random(i)), every)


@every_game
def test_a_bot_that_peeks_is_found_out(name: str) -> None:
    """The canary: it follows what it must not see."""

    def peek(state: State, view: View, legal: list[int], i: int) -> int:
        game = GAMES[name]
        return legal[hash(game.fields.bytes(state)) % len(legal)]

    assert unfair(name, peek)


@every_bot
@every_game
def test_equal_views_and_equal_dice_make_equal_choices_and_the_view_stays(name: str, who: str) -> None:
    game = GAMES[name]
    for (state, legal), told in zip(moments(name)[::29], heard(name)[::29], strict=True):
        view = game.view(state, state.turn)
        once = player(name, who).choose(view, legal, told, SHORT, Random(1))
        assert player(name, who).choose(view, legal, told, SHORT, Random(1)) == once
        assert view == game.view(state, state.turn)


@every_bot
@every_game
def test_a_bot_that_is_handed_a_state_refuses_to_look(name: str, who: str) -> None:
    game = GAMES[name]
    state = game.start(TWO[name], game.check_options({}, TWO[name]), game.pieces())
    with pytest.raises(TypeError, match="a view"):
        player(name, who).choose(state, [0, 1], [], SHORT, Random(1))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a view"):
        hints(game, state, [0, 1], SHORT, Random(1))  # type: ignore[arg-type]


@every_bot
def test_a_bot_refuses_the_view_of_another_game(who: str) -> None:
    with pytest.raises(TypeError, match="a view of cartagena"):
        player("cartagena", who).choose(escapade.new("stratego", seed=1).view(0), [0], [], SHORT, Random(1))


def test_an_unknown_bot_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(BadInput, match="did you mean 'planner'"):
        bot(GAMES["cartagena"], "planer")


# --- A process of its own ----------------------------------------------------


def test_a_bot_aside_chooses_as_it_does_here_and_survives_the_end_of_its_process() -> None:
    match = escapade.new("cartagena", 2, 3)
    seat, legal = match.turn, [action.code for action in match.legal()]
    here = player("cartagena", "greedy").choose(match.view(seat), legal, [], SHORT, Random(Random(1).getrandbits(64)))
    aside = ProcessBot(match.game, "greedy")
    try:
        assert aside.choose(match.view(seat), legal, [], SHORT, Random(1)) == here
        assert aside.worker is not None
        aside.kill()
        aside.worker.process.join()
        assert aside.choose(match.view(seat), legal, [], SHORT, Random(1)) == here
        with pytest.raises(TypeError, match="a view"):
            aside.choose(match.game.fields.filled(match.view(seat)), legal, [], SHORT, Random(1))  # type: ignore[arg-type]
    finally:
        aside.close()


def test_nothing_but_a_view_and_what_was_heard_goes_to_the_other_process() -> None:
    asked = ("game", "bot", "view", "legal", "heard", "budget", "seed", "kind", "share")
    assert Question._fields == asked


def test_a_planner_aside_answers_before_anything_is_compiled() -> None:
    match = escapade.new("cartagena", 2, 3)
    aside = ProcessBot(match.game, "planner")
    try:
        legal = [action.code for action in match.legal()]
        assert aside.choose(match.view(match.turn), legal, [], SHORT, Random(1)) in legal
    finally:
        aside.close()


# --- Search ------------------------------------------------------------------


@every_game
def test_plain_and_compiled_search_see_the_same_future(name: str) -> None:
    game, heuristic = GAMES[name], heuristic_of(GAMES[name])
    search.game, search.heuristic = game.rules, heuristic
    for state, legal in moments(name)[60::120]:
        if game.simultaneous(state):
            continue
        plan = planner.Plan(game, game.view(state, state.turn), legal, Random(1))
        plan.look(2)
        view, n = game.fields.filled(game.view(state, state.turn)), len(plan.codes)
        out, weight, utility, room = (
            [0] * game.max_actions,
            [0] * game.max_actions,
            [0.0] * game.max_actions,
            [0.0] * heuristic.ROOM,
        )
        workspace = search.Workspace([view], [view], [view], out, weight, utility, room, [0, 0], [0.0, 0.0], [0, 0, 0])
        found = [[[0.0, 0.0] for _ in range(n)] for _ in range(2)]
        search.foresee(view, plan.me, plan.codes.tolist(), n, plan.first, 2, workspace, heuristic.TIE_NOISE, found)
        assert np.allclose(np.array(found)[:, :, plan.me].sum(axis=0), plan.total, rtol=0, atol=1e-9)


@every_game
def test_in_a_rollout_every_seat_plays_by_what_it_sees_itself(name: str) -> None:
    game, heuristic, dice = GAMES[name], heuristic_of(GAMES[name]), Random(4)
    search.game, search.heuristic = game.rules, heuristic
    for state, _ in moments(name)[::3]:
        chosen = []
        for world in (state, scrambled(game, state, state.turn, dice)):
            out, weight, utility, room = (
                [0] * game.max_actions,
                [0] * game.max_actions,
                [0.0] * game.max_actions,
                [0.0] * heuristic.ROOM,
            )
            workspace = search.Workspace(
                [world], [world], [world], out, weight, utility, room, [1, 2], [0.0, 0.0], [0, 0, 0]
            )
            chosen.append(search.next_action(world, workspace, heuristic.TIE_NOISE))
        assert chosen[0] == chosen[1]


def test_the_weaker_half_is_dropped_until_one_is_left() -> None:
    state, legal = next((state, legal) for state, legal in moments("cartagena") if len(legal) > 8)
    view = GAMES["cartagena"].view(state, state.turn)
    plan = planner.Plan(GAMES["cartagena"], view, legal, Random(1))
    ranking = planner.think(plan, Budget(iterations=2000))
    assert len(plan.alive) == 1
    assert {candidate.code for candidate in ranking} == set(legal)
    assert ranking[0].worlds == max(candidate.worlds for candidate in ranking)


# --- Sense -------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.part("heuristic")])
def test_a_heuristic_is_better_than_random(name: str) -> None:
    assert check_heuristic(GAMES[name]).better, "is the sign of the heuristic's scores wrong?"


def test_a_planner_beats_a_greedy_bot_and_chance_far_above_its_share() -> None:
    assert wins("cartagena", "planner", "greedy", 12, budget=Budget(iterations=400)) >= 0.75
    assert wins("cartagena", "greedy", "random", 24, seats=4) >= 0.75


def test_bots_vary() -> None:
    assert len({str(played("cartagena", ["greedy"] * 2, seed).ranking()) for seed in range(8)}) > 1


# --- Hints -------------------------------------------------------------------


@every_game
def test_hints_are_legal_have_a_reason_and_do_not_depend_on_what_is_hidden(name: str) -> None:
    game, dice = GAMES[name], Random(1)
    for state, legal in moments(name)[50::150]:
        if game.simultaneous(state):
            continue
        other = scrambled(game, state, state.turn, dice)
        found = hints(game, game.view(state, state.turn), legal, SHORT, Random(2))
        assert found == hints(game, game.view(other, state.turn), legal, SHORT, Random(2))
        assert 1 <= len(found) <= 3
        for hint in found:
            assert hint.code in legal
            assert hint.chance is not None
            assert 0 <= hint.chance <= 1
            assert hint.reason


# --- Plans to be measured against --------------------------------------------


@pytest.mark.parametrize("plan", ["last-man", "hoard-and-run"])
def test_a_contest_plan_beats_chance_and_greed_beats_the_plan(plan: str) -> None:
    assert wins("cartagena", plan, "random", 10) >= 0.9
    assert wins("cartagena", "greedy", plan, 20) >= 0.6
