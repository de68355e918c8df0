"""Whatever is said in a seeded game, to whomever, can be said in every language the game is told in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from escapade import CHANCE, OVER, State
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.names import SPECTATOR, UNHEARD
from escapade.kernel.words import languages, say

OFFERING = {name: game for name, game in GAMES.items() if len(languages(game)) > 1}
Words = tuple[str, dict[str, Any]]


def tables(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """The fewest and the most seats, with every value of every choice somewhere."""
    for seats in {game.seats.start, game.seats.stop - 1}:
        yield seats, {}
        for option in game.options:
            yield from ((seats, {option.name: choice}) for choice in option.choices if choice != option.default)


def heard(game: Game, state: State, seat: int, code: int, seats: int) -> list[Words]:
    """Do this; return what everyone is told of it."""
    eyes = [eye for eye in (*range(seats), SPECTATOR) if game.rules.hear(state, code, eye) != UNHEARD]
    before = {eye: (game.rules.hear(state, code, eye), game.view(state, eye)) for eye in eyes}
    game.rules.apply(state, code)
    speech: Any = game.speech
    return [speech.tell(view, seat, sound, game.view(state, eye)) for eye, (sound, view) in before.items()]


def offered(game: Game, state: State, seat: int) -> dict[int, Words]:
    """What a seat may do now, in words."""
    speech: Any = game.speech
    view = game.view(state, seat)
    codes = [*(game.legal(state) if state.turn == seat else []), *game.anytime(state, seat)]
    return {code: speech.offer(view, seat, code) for code in codes}


def refused(game: Game, state: State, seat: int, tries: list[int], legal: dict[int, Words]) -> list[Words]:
    """What a seat is told that tries what it may not do."""
    speech: Any = game.speech
    view = game.view(state, seat)
    said = [speech.why_not(view, code, seat) for code in tries if code not in legal]
    if hasattr(speech, "incomplete") and game.simultaneous(state):
        said.append(speech.incomplete(view, seat))
    assert all(clause for _, _, clause in said)
    return [(message, args) for message, args, _ in said]


def everything_said(game: Game, seats: int, options: dict[str, Any], seed: int, plies: int) -> dict[str, list[Words]]:
    """Play at random; return what was told, offered and refused."""
    dice, state = Random(seed), game.start(seats, game.check_options(options, seats), game.pieces())
    speech: Any = game.speech
    said: dict[str, list[Words]] = {"told": [], "offered": [], "refused": [], "ended": []}
    for _ in range(plies):
        if state.turn == OVER:
            said["ended"] = [speech.ending(game.view(state, SPECTATOR))]
            break
        for seat in range(seats):
            offers = offered(game, state, seat)
            said["offered"] += offers.values()
            said["refused"] += refused(game, state, seat, dice.sample(range(game.actions.size), 4), offers)
        odds = game.odds(state) if state.turn == CHANCE else [(code, 1) for code in game.legal(state)]
        code = dice.choices([code for code, _ in odds], [weight for _, weight in odds])[0]
        said["told"] += heard(game, state, state.turn, code, seats)
    return said


@pytest.mark.parametrize("game", OFFERING.values(), ids=OFFERING)
def test_whatever_is_said_can_be_said_in_every_language(game: Game) -> None:
    once: dict[str, Words] = {}
    for seed, (seats, options) in enumerate(tables(game)):
        for kind, words in everything_said(game, seats, options, seed, 600).items():
            assert words or kind == "ended"
            for message, args in words:
                assert kind != "offered" or message.startswith("offer-")
                assert kind != "refused" or message.startswith("no-")
                once[json.dumps([message, args])] = message, args  # which is how it travels to a page
    for lang in languages(game):
        for message, args in once.values():
            line = say(game, message, args, lang)
            assert line
            assert not set(line) & set("{}$\n"), line


@pytest.mark.parametrize("game", OFFERING.values(), ids=OFFERING)
def test_no_two_offers_of_a_turn_sound_alike(game: Game) -> None:
    """Who chooses among them by their words must be able to tell them apart."""
    state, dice = game.start(game.seats.start, game.check_options({}, game.seats.start), game.pieces()), Random(1)
    for _ in range(250):
        if state.turn == OVER:
            break
        if state.turn != CHANCE:
            offers = offered(game, state, state.turn).values()
            for lang in languages(game):
                lines = [say(game, message, args, lang) for message, args in offers]
                assert len({*lines}) == len(lines), lines
        codes = [code for code, _ in game.odds(state)] if state.turn == CHANCE else game.legal(state)
        game.rules.apply(state, dice.choice(codes))
