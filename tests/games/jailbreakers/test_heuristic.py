"""The heuristic for Jailbreakers: its arithmetic is right, it does what helps, sees what it may, and compiles."""

from random import Random
from typing import Any

import numpy as np
import pytest

from escapade import CHANCE, OVER, Game, State
from escapade.games.jailbreakers import aims as aims
from escapade.games.jailbreakers import heuristic as heuristic
from escapade.games.jailbreakers import rules
from escapade.games.jailbreakers.box import MATERIALS, OBJECTS, PLANS, STEPS
from escapade.kernel.compile import compiled
from escapade.kernel.fields import set_cell
from tests.bots.test_levels import wins

JAILBREAKERS = Game(rules)
EXTRA = {"money_bag": True, "snitch": True, "warden": True}


def position(
    hand: str = "", other: str = "", plans: str = "Over the wall, Riot", step: str = "act", **fields: Any
) -> State:
    """Seat 0 to decide something in a game of two; cards and plans with commas between them."""
    state: Any = JAILBREAKERS.start(2, JAILBREAKERS.check_options({"first": 0}, 2), JAILBREAKERS.pieces())
    while state.turn == CHANCE:
        rules.apply(state, JAILBREAKERS.odds(state)[0][0])
    state.offered = [int(plan in plans.split(", ")) for plan in PLANS]
    for player, text in enumerate((hand, other)):
        held = [card for card in text.split(", ") if card]
        state.hand[player] = [held.count(card) for card in (*MATERIALS, *OBJECTS)]
        state.supply = [n - had for n, had in zip(state.supply, state.hand[player], strict=True)]
        state.materials[player] = sum(state.hand[player][:10])
        state.objects[player] = sum(state.hand[player][10:])
    state.stock, state.step = sum(state.supply[:10]), STEPS.index(step)
    for name, given in fields.items():
        setattr(state, name, given)
    return state  # type: ignore[no-any-return]


def utilities(view: State, legal: list[int]) -> list[float]:
    """What the heuristic says each action is worth."""
    utility = [0.0] * len(legal)
    heuristic.weigh(view, legal, len(legal), utility, [0.0] * heuristic.ROOM)
    return utility


def weighed(state: State) -> dict[str, float]:
    """What each action is worth to the seat at the turn, by name."""
    legal = JAILBREAKERS.legal(state)
    names = [JAILBREAKERS.actions[code].name for code in legal]
    return dict(zip(names, utilities(JAILBREAKERS.view(state, state.turn), legal), strict=True))


def chosen(state: State) -> str:
    """What the heuristic does, by name."""
    utility = weighed(state)
    return max(utility, key=lambda name: utility[name])


def hope(state: Any) -> float:
    """How likely seat 0 is to succeed with its attempt."""
    found: float = aims.hope(JAILBREAKERS.view(state, 0), 0, state.to_draw, state.failed)
    return found


def moments(seats: int, seed: int, **options: Any) -> list[State]:
    """The states of a game played at random."""
    state: Any = JAILBREAKERS.start(seats, JAILBREAKERS.check_options(options, seats), JAILBREAKERS.pieces())
    found: list[State] = []
    dice = Random(seed)
    while state.turn != OVER and len(found) < 900:
        found.append(state.copy())
        if state.turn == CHANCE:
            codes, weights = zip(*JAILBREAKERS.odds(state), strict=True)
            rules.apply(state, dice.choices(codes, weights)[0])
        else:
            rules.apply(state, dice.choice(JAILBREAKERS.legal(state)))
    return [*found, state]


every_table = pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (2, {}), (2, EXTRA), (4, {}), (5, EXTRA)], ids=str
)


# --- The chance of an attempt ------------------------------------------------


@pytest.mark.parametrize(("draws", "expected"), [(2, 0.846), (3, 0.640), (4, 0.441), (5, 0.278), (6, 0.160)])
def test_the_chance_of_an_attempt_is_that_of_at_most_one_failure(draws: int, expected: float) -> None:
    """JB-62"""
    assert aims.chance(10, 7, draws, 1) == pytest.approx(expected, abs=0.0005)


def test_the_chance_is_sure_without_failures_and_none_with_two() -> None:
    """JB-61"""
    assert aims.chance(10, 0, 6, 1) == 1.0
    assert aims.chance(10, 7, 3, -1) == 0.0
    assert aims.chance(10, 7, 0, 0) == 1.0
    assert aims.chance(10, 7, 2, 2) == pytest.approx(1.0)


def test_cards_that_were_seen_count_as_what_they_are() -> None:
    """JB-70"""
    state: Any = position(plan=0, to_draw=2, failed=1)
    assert hope(state) == pytest.approx(10 / 17 * 9 / 16)
    state.known[0][0] = 0
    assert hope(state) == pytest.approx(9 / 16)
    state.known[0][0] = 1
    assert hope(state) == 0.0
    state.known[0][0], state.known[0][16] = -1, 1  # a failure at the bottom
    assert hope(state) == pytest.approx(10 / 16 * 9 / 15)


def test_a_money_bag_forgives_a_failure_and_a_snitch_is_one() -> None:
    """JB-90, JB-91"""
    assert hope(position("money bag", to_draw=1, failed=1)) == pytest.approx(1.0)
    assert hope(position(to_draw=1, failed=1, deck=[10, 7, 3])) == pytest.approx(10 / 20)


def test_a_shovel_takes_a_failure_away_that_was_seen() -> None:
    """JB-46"""
    state: Any = position("shovel", to_draw=1, failed=1)
    state.known[0][0] = 1
    assert hope(state) == pytest.approx(10 / 16)
    state.used = 1 << OBJECTS.index("shovel")
    assert hope(state) == 0.0


# --- What it aims at ---------------------------------------------------------


def test_it_goes_for_the_plan_that_is_nearer() -> None:
    """JB-60"""
    state = position("ladder, rope, bed dummy, dye", plans="Over the wall, Out of the front gate")
    _, objects, short, spare = aims.best_aim(state, 0)
    assert objects == sum(1 << OBJECTS.index(thing) for thing in ("ladder", "grappling hook"))
    assert [material for i, material in enumerate(MATERIALS) if aims.count(short, i)] == ["wire"]
    assert [material for i, material in enumerate(MATERIALS) if aims.count(spare, i)] == ["dye"]


def test_of_plans_as_near_it_goes_for_the_one_that_draws_fewer_cards() -> None:
    """JB-61"""
    state = position("bed dummy, ladder, grappling hook", plans="Over the wall, Rooftop run", used=1 << 6)
    assert chosen(state) == "attempt Rooftop run with bed dummy"


def test_a_material_in_hand_counts_once() -> None:
    """JB-40: ladder and grappling hook both take a rope."""
    _, _, short, spare = aims.best_aim(position("rope, bed dummy", plans="Over the wall"), 0)
    lacking = [material for i, material in enumerate(MATERIALS) for _ in range(aims.count(short, i))]
    assert sorted(lacking) == ["plank", "rope", "wire"]
    assert spare == 0


def test_what_another_player_has_is_further_away_than_what_lies_in_the_supply() -> None:
    """JB-30"""
    near, far = position("ladder, rope"), position("ladder, rope", "wire")
    assert aims.best_aim(near, 0)[0] > aims.best_aim(far, 0)[0]


# --- What it does ------------------------------------------------------------


def test_it_crafts_what_the_plan_lacks_and_then_goes() -> None:
    """JB-40, JB-60"""
    state = position("bed dummy, grappling hook, plank, rope", plans="Rooftop run")
    assert chosen(state) == "craft ladder"
    rules.apply(state, JAILBREAKERS.actions.parse("craft ladder").code)
    assert chosen(state) == "use ladder"
    rules.apply(state, JAILBREAKERS.actions.parse("use ladder").code)
    rules.apply(state, JAILBREAKERS.actions.parse("look at success").code)
    assert chosen(state) == "attempt Rooftop run with bed dummy"


def test_it_does_not_pay_what_the_plan_needs_for_something_else() -> None:
    """JB-40"""
    utility = weighed(position("ladder, rope, wire, spoon", plans="Over the wall"))
    assert utility["craft grappling hook"] > 0 > utility["craft lock pick"]


def test_it_waits_with_an_attempt_when_it_knows_of_a_failure_it_can_bury() -> None:
    """JB-46, JB-60"""
    state: Any = position("shovel, bed dummy, lock pick, brass knuckles", plans="The long tunnel")
    state.looked[0][:2], state.known[0][:2] = [1, 1], [1, 1]
    assert chosen(state) == "use shovel"
    rules.apply(state, JAILBREAKERS.actions.parse("use shovel").code)
    state.used |= 1 << OBJECTS.index("brass knuckles")
    assert chosen(state) == "end the turn"


def test_it_goes_where_its_materials_are_and_not_to_a_guard() -> None:
    """JB-26, JB-31"""
    state: Any = position("ladder, rope", step="place", plans="Over the wall", roll=6, guard=[0] * 12)
    assert chosen(state) == "place on 6"
    state.guard[5] = 1
    assert chosen(state) != "place on 6"


@every_table
def test_it_is_never_caught_if_it_need_not_be(seats: int, options: dict[str, Any]) -> None:
    """JB-26, JB-44"""
    met = 0
    for seed in range(4):
        for state in moments(seats, seed, **options):
            if state.turn >= 0 and state.step == STEPS.index("place"):
                utility = weighed(state)
                caught = {name for name in utility if caught_by(state, name)}
                met += 0 < len(caught) < len(utility)
                assert chosen(state) not in caught or caught == {*utility}
    assert met > 0 or seats > 1


def caught_by(state: State, name: str) -> bool:
    """Does this action put a prisoner in trouble?"""
    after: Any = state.copy()
    rules.apply(after, JAILBREAKERS.actions.parse(name).code)
    return sum(map(sum, after.caught)) > sum(map(sum, state.caught))


def test_it_rolls_unless_only_guards_are_in_reach() -> None:
    """JB-20, JB-26"""
    state: Any = position(step="roll", guard=[0] * 12)
    assert chosen(state) == "roll"
    state.guard = [1] * 6 + [0] * 6
    assert chosen(state) == "skip the roll"


def test_it_gives_up_a_hopeless_attempt_and_draws_on_in_a_good_one() -> None:
    """JB-64"""
    objects = "shovel, bed dummy, lock pick, brass knuckles"
    bad: dict[str, Any] = {"deck": [9, 7, 0], "drawn": [1, 0, 0], "used": 1 << 5 | 1 << 7, "staked": 0b110100001}
    hopeless: Any = position(objects, step="go on", plan=8, to_draw=2, failed=1, **bad)
    hopeless.looked[0][0], hopeless.known[0][0] = 1, 1
    assert chosen(hopeless) == "give up"
    good = position(objects, step="go on", plan=8, to_draw=2, failed=0, **bad)
    assert chosen(good) == "draw on"


def test_it_looks_before_the_card_that_may_end_the_attempt_and_buries_a_failure() -> None:
    """JB-42, JB-43, JB-46"""
    fields: dict[str, Any] = {"deck": [10, 6, 0], "drawn": [0, 1, 0], "staked": 0b110100001}
    objects = "shovel, bed dummy, lock pick, brass knuckles"
    state: Any = position(objects, step="go on", plan=8, to_draw=2, failed=1, **fields)
    assert chosen(state) == "use brass knuckles"
    state.looked[0][0], state.known[0][0] = 1, 1
    assert chosen(state) == "use shovel"


def test_it_snitches_only_on_who_is_about_to_win() -> None:
    """JB-91"""
    state = position(step="snitch", player=1, asked=0, plan=0)
    assert chosen(state) == "stay silent"
    state.escaped[1] = 1
    assert chosen(state) == "snitch"


def test_it_saves_the_money_bag_for_the_failure_that_would_end_it() -> None:
    """JB-90"""
    assert chosen(position("money bag", step="ignore", plan=0, failed=0)) == "let it count"
    assert chosen(position("money bag", step="ignore", plan=0, failed=1)) == "use money bag"


def test_it_parts_with_what_it_does_not_need() -> None:
    """JB-47"""
    state = position("bed dummy, ladder, rope, wire, soap, dye, pipe, tape", plans="Over the wall", step="return")
    needed = {"return bed dummy", "return ladder", "return rope", "return wire"}
    utility = weighed(state)
    assert max(utility[name] for name in needed) < min(utility[name] for name in utility if name not in needed)


def test_it_gives_a_rival_what_the_rival_can_least_use() -> None:
    """JB-30"""
    state = position("", "bed dummy, ladder, rope", plans="Over the wall", step="give", at=1)
    assert chosen(state) != "give wire to seat 1"
    assert min(weighed(state).items(), key=lambda item: item[1])[0] == "give wire to seat 1"


def test_it_keeps_what_the_plan_needs_and_frees_for_materials() -> None:
    """JB-50, JB-67"""
    state = position("ladder, soap, dye", step="free", plans="Over the wall", inside=[2, 3, 0, 0, 0], to_free=1)
    state.caught[0][0] = 1
    assert chosen(state) == "free from guard for materials"
    rules.apply(state, JAILBREAKERS.actions.parse("free from guard for materials").code)
    assert chosen(state) in {"pay soap", "pay dye"}


# --- What it may see, and how it runs ----------------------------------------


@every_table
def test_it_does_not_read_what_is_hidden(seats: int, options: dict[str, Any]) -> None:
    dice, changed = Random(3), 0
    for state in moments(seats, 5, **options):
        if state.turn < 0:
            continue
        other: State = state.copy()
        for field, index in JAILBREAKERS.fields.hidden(state, state.turn):
            set_cell(other, field, index, dice.randrange(3))
        changed += other != state
        view, legal = JAILBREAKERS.view(state, state.turn), JAILBREAKERS.legal(state)
        assert utilities(view, legal) == utilities(JAILBREAKERS.view(other, state.turn), legal)
        assert view == JAILBREAKERS.view(state, state.turn)  # and has left it as it was
    assert changed > 0 or seats == 1


@every_table
def test_worths_do_not_depend_on_what_lay_in_the_room(seats: int, options: dict[str, Any]) -> None:
    for state in moments(seats, 6, **options):
        if state.turn >= 0:
            view, legal = JAILBREAKERS.view(state, state.turn), JAILBREAKERS.legal(state)
            utility = [0.0] * len(legal)
            heuristic.weigh(view, legal, len(legal), utility, [3.0] * heuristic.ROOM)
            assert utility == utilities(view, legal)


@every_table
def test_compiled_and_plain_sense_agree_to_the_last_bit(seats: int, options: dict[str, Any]) -> None:
    module, room = compiled(heuristic), np.zeros(heuristic.ROOM)
    for state in moments(seats, 7, **options):
        record = JAILBREAKERS.fields.record(state)
        plain, score = [0.0] * seats, np.zeros(seats)
        heuristic.value(state, plain)
        module.value(record, score)
        assert score.tolist() == plain
        assert module.enough(record, record, 3) == heuristic.enough(state, state, 3)
        if state.turn < 0:
            continue
        view, legal = JAILBREAKERS.view(state, state.turn), JAILBREAKERS.legal(state)
        utility = np.zeros(len(legal))
        module.weigh(JAILBREAKERS.fields.record(view), np.array(legal), len(legal), utility, room)
        assert utility.tolist() == utilities(view, legal)


# --- What an unfinished game is worth ----------------------------------------


@every_table
def test_a_value_lies_between_lost_and_won_and_is_the_return_when_all_is_over(
    seats: int, options: dict[str, Any]
) -> None:
    for seed in range(3):
        states = moments(seats, seed, **options)
        for state in states:
            score = [9.0] * seats
            heuristic.value(state, score)
            assert all(-1.0 <= share <= 1.0 for share in score)
            assert seats == 1 or sum(score) == pytest.approx(0.0, abs=1e-9)
        if states[-1].turn == OVER:
            assert score == JAILBREAKERS.returns(states[-1], seats)


def valued(state: State) -> float:
    """What a game is worth to seat 0."""
    score = [0.0, 0.0]
    heuristic.value(state, score)
    return score[0]


def test_cards_prisoners_and_a_lead_are_worth_something() -> None:
    """JB-14"""
    bare = position()
    assert valued(bare) == 0.0
    assert valued(position("ladder")) > valued(position("rope")) > 0.0
    assert valued(position(inside=[2, 3, 0, 0, 0])) < 0.0
    ahead: dict[str, Any] = {"inside": [2, 2, 0, 0, 0], "caught": [[0, 0], [1, 0], [0, 0], [0, 0], [0, 0]]}
    assert valued(position("ladder", escaped=[1, 0, 0, 0, 0], **ahead)) > valued(position("ladder", **ahead))


def test_a_rollout_has_enough_at_the_end_of_the_next_round() -> None:
    root, later = position(round=3), position(round=4)
    assert not heuristic.enough(root, root, 0)
    assert not heuristic.enough(root, later, 90)
    later = position(round=5)
    assert heuristic.enough(root, later, 90)
    assert heuristic.enough(root, root, heuristic.LONG)


# --- How well it plays -------------------------------------------------------


def won(seats: int, seat: int, seed: int, **options: Any) -> float:
    """What a game is worth in the end to the heuristic in one seat, with chance in all others."""
    state: Any = JAILBREAKERS.start(seats, JAILBREAKERS.check_options(options, seats), JAILBREAKERS.pieces())
    dice = Random(seed)
    while state.turn != OVER:
        if state.turn == CHANCE:
            codes, weights = zip(*JAILBREAKERS.odds(state), strict=True)
            rules.apply(state, dice.choices(codes, weights)[0])
            continue
        legal = JAILBREAKERS.legal(state)
        if state.turn == seat:
            utility = [
                n + heuristic.TIE_NOISE * dice.random() for n in utilities(JAILBREAKERS.view(state, seat), legal)
            ]
            rules.apply(state, legal[utility.index(max(utility))])
        else:
            rules.apply(state, dice.choice(legal))
    return JAILBREAKERS.returns(state, seats)[seat]


def test_it_beats_chance_nine_times_in_ten() -> None:
    assert sum(won(2, seed % 2, seed) > 0 for seed in range(40)) >= 36


def test_alone_it_wins_more_than_it_loses() -> None:
    """JB-83"""
    assert sum(won(1, 0, seed) > 0 for seed in range(30)) > 15


@pytest.mark.parametrize("seats", [1, 3, 5])
def test_it_plays_with_all_extra_cards(seats: int) -> None:
    """JB-90, JB-91, JB-92"""
    assert won(seats, 0, 3, **EXTRA) in {-1.0, 1.0} or seats > 1


def test_each_of_the_first_levels_beats_what_is_below_it() -> None:
    assert wins("jailbreakers", "greedy", "random", 20) >= 0.9
    assert wins("jailbreakers", "greedy", "novice", 20) >= 0.55
