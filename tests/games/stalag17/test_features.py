"""The features of Stalag 17: verbs are told apart, and an action is about the card it moves."""

from typing import Any

from escapade.games.stalag17 import GAME, features
from escapade.games.stalag17.cards import BARRACKS
from escapade.games.stalag17.rules import ACTIONS, ADD, ATTEMPT, END, LAY, TAKE
from tests.bots.test_features import moments


def test_every_action_of_a_player_is_told_from_others_by_its_verb() -> None:
    verbs = [verb for verb, base in zip(ACTIONS.verbs, ACTIONS.bases, strict=True) if base <= ATTEMPT]
    assert {features.sort_of(code) for code in range(ATTEMPT + 1)} == {*range(len(verbs))}
    assert len({features.sort_of(base) for base in ACTIONS.bases if base <= ATTEMPT}) == len(verbs)


def test_an_action_is_about_the_card_it_moves() -> None:
    view: Any = GAME.view(moments("stalag17", 2, ())[0], 0)
    view.pile[0], view.top = BARRACKS, 1
    assert features.card_of(view, LAY + 4) == features.card_of(view, ADD + 4) == 4
    assert features.card_of(view, TAKE) == BARRACKS
    assert features.card_of(view, END) == features.card_of(view, ATTEMPT) == -1
