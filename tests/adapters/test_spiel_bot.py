"""OpenSpiel's search sits at our tables: it sees views, chooses what is legal, and can be met in the arena."""

import random

import pytest

import escapade
from escapade import OVER, View
from escapade.adapters import PEERS, peer
from escapade.adapters.spiel_bot import Rollouts, Sensible, SpielBot
from escapade.bots import Budget, bot
from escapade.games import GAMES
from escapade.lab.arena import arena
from escapade.laws.tables import Table
from escapade.laws.test_noninterference import scrambled

every_peer = pytest.mark.parametrize("who", PEERS)
FEW = Budget(iterations=12)


def choices(name: str, version: int = 3) -> list[tuple[View, list[int]]]:
    """Positions with a choice, early and late in a match of rule bots."""
    match, dice, greedy, found = escapade.new(name, 2, version), random.Random(3), bot(GAMES[name], "greedy"), []
    while match.turn != OVER:
        view, legal = match.view(match.turn), [action.code for action in match.legal()]
        if len(legal) > 1:
            found.append((view, legal))
        match.play(greedy.choose(view, legal, [], Budget(), dice))
    return [found[0], found[len(found) // 2], found[-1]]


@every_peer
@pytest.mark.parametrize("name", ["cartagena", "stratego"])
def test_it_chooses_what_is_legal_and_the_same_with_the_same_dice(name: str, who: str) -> None:
    for view, legal in choices(name):
        chosen = {peer(GAMES[name], who).choose(view, legal, [], FEW, random.Random(4)) for _ in range(2)}
        assert len(chosen) == 1 <= len(chosen & set(legal))


def test_it_refuses_a_state_and_does_not_depend_on_what_is_hidden() -> None:
    game, table = GAMES["cartagena"], Table("cartagena", 2, {})
    state, dice = table.start(), random.Random(8)
    while state.turn < 0 or len(game.legal(state)) < 2:
        game.rules.apply(state, dice.choice([code for code, _ in game.odds(state)] or game.legal(state)))
    other = scrambled(table, state, state.turn, dice)
    assert other != state
    one, two = (
        SpielBot(game).choose(game.view(s, s.turn), game.legal(state), [], FEW, random.Random(1))
        for s in (state, other)
    )
    assert one == two
    with pytest.raises(TypeError, match="sees a view"):
        SpielBot(game).choose(state, game.legal(state), [], FEW, random.Random(1))  # type: ignore[arg-type]


def test_it_counts_its_simulations_and_keeps_to_its_time() -> None:
    (view, legal), player = choices("cartagena")[1], SpielBot(GAMES["cartagena"])
    player.choose(view, legal, [], Budget(iterations=30), random.Random(1))
    assert player.simulations == 30
    player.choose(view, legal, [], Budget(milliseconds=100), random.Random(1))
    assert player.simulations >= 32
    assert player.seconds >= 0.1


def test_it_takes_a_win_that_is_there() -> None:
    """The last choice of a match of sensible players: whoever wins next, wins by one of few moves."""
    game = GAMES["cartagena"]
    match, greedy, dice = escapade.new("cartagena", 2, 11, version="tortuga"), bot(game, "greedy"), random.Random(2)
    before = match.record()
    while match.turn != OVER:
        before, legal = match.record(), [action.code for action in match.legal()]
        match.play(greedy.choose(match.view(match.turn), legal, [], Budget(), dice))
    last = escapade.load(before)
    seat, legal = last.turn, [action.code for action in last.legal()]
    last.play(SpielBot(game, ours=True).choose(last.view(seat), legal, [], Budget(iterations=400), random.Random(1)))
    assert last.ranking() == [[seat], [1 - seat]]


@pytest.mark.parametrize("sort", [Rollouts, Sensible])
def test_a_rollout_gives_a_score_for_each_seat_and_leaves_the_position_as_it_is(
    sort: type[Rollouts],
) -> None:
    state = SpielBot(GAMES["cartagena"]).home(2).new_initial_state()
    before, scores = str(state), []
    for number in range(8):
        scores.append(tuple(sort(state.position.home, random.Random(number)).evaluate(state)))
    assert str(state) == before
    assert len(set(scores)) > 1
    assert all(len(score) == 2 and sum(score) == pytest.approx(0) for score in scores)


@every_peer
def test_it_can_be_met_in_the_arena_by_name(who: str) -> None:
    found = arena(GAMES["cartagena"], [f"{who}@3", "greedy"], 2)
    list(found.run())
    data = found.as_data()
    assert data["pairings"][0]["games"] == 2
    assert data["bots"][0]["bot"] == f"{who}@3"
