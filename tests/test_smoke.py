import random

import escapade


def test_a_random_match_of_every_game_ends_and_reloads() -> None:
    for name in escapade.games():
        match, dice = escapade.new(name, seed=7), random.Random(1)
        while match.turn != escapade.OVER:
            match.play(dice.choice(match.legal()))
        assert escapade.load(match.record()).bytes() == match.bytes()
