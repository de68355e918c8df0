"""The features of Jailbreakers: verbs are told apart, and an action is about the card in its name."""

from escapade.games.jailbreakers import features
from escapade.games.jailbreakers.box import ACTIONS, CARDS, DOUBLE

ABOUT_CARDS = {"take", "give", "exchange", "steal", "return", "craft", "pay", "use", "keep", "for"}


def test_every_action_of_a_player_is_told_from_others_by_its_verb() -> None:
    begun = [base for base in ACTIONS.bases if base < DOUBLE]
    assert [features.sort_of(base) for base in begun] == [*range(len(begun))]
    assert [features.sort_of(base - 1) for base in begun[1:]] == [*range(len(begun) - 1)]


def test_an_action_is_about_the_card_in_its_name() -> None:
    for code, name in enumerate(ACTIONS.names[:DOUBLE]):
        verb, _, rest = name.partition(" ")
        if verb in ABOUT_CARDS and name != "give up":
            card = features.card_of(code)
            assert (CARDS[card] if card >= 0 else "no more") in rest, name
