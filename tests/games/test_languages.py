"""Everything a game can say at the table is said in every language, to every seat, whatever was agreed."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from escapade import CHANCE, OVER, Match, State
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.names import SPECTATOR, UNHEARD
from escapade.kernel.words import languages, say

SPOKEN = {name: game for name, game in GAMES.items() if languages(game)}
every_game = pytest.mark.parametrize("game", SPOKEN.values(), ids=SPOKEN)
LONG, TRIES = 120, 3  # plies of a game that are followed; actions tried at each, most of which are not legal


def tables(game: Game) -> Iterator[Match]:
    """A match for every number of seats: as published, with every switch the other way, and with every choice."""
    switched: dict[str, Any] = {
        option.name: not option.default for option in game.options if isinstance(option.default, bool)
    }
    chosen = [{option.name: choice} for option in game.options for choice in option.choices if choice != option.default]
    for seats in game.seats:
        for options in ({}, switched, *chosen):
            yield Match(game, seats, options, dealer=SeededDealer(seats))


def uttered(match: Match, dice: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Play a match at random; return whatever can be said in it, as (message, arguments)."""
    game, messages = match.game, match.game.messages
    state = game.start(match.seats, match.options, match.pieces)
    yield from heard(match, state, 0)  # what was dealt
    while match.turn != OVER and len(match.log) < LONG:
        seat, legal = match.turn, match.legal_codes()
        view = match.view(seat)
        yield from (messages.offer(view, seat, code) for code in (*legal, *game.anytime(state, seat)))
        if game.simultaneous(state) and (said := messages.incomplete(view, seat)):
            yield said[:2]
        for code in dice.sample(range(game.actions.size), TRIES):
            if code not in legal:
                yield from reasons(messages.why_not(view, code, seat))
        other = (seat + 1) % match.seats
        if other != seat:
            yield from reasons(messages.why_not(match.view(other), legal[0], other))
        seen = len(match.log)
        match.play(game.actions[dice.choice(legal)])
        yield from heard(match, state, seen)
    if match.turn == OVER:
        yield messages.ending(match.view(None))


def reasons(said: tuple[Any, ...] | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """A reason that has a message; others are English sentences, or nothing."""
    if said is not None and len(said) == 3:
        yield said[:2]


def heard(match: Match, state: State, seen: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """What everyone are told of what has happened since so many plies; the state follows."""
    game, messages, eyes = match.game, match.game.messages, (*range(match.seats), SPECTATOR)
    for seat, action in match.log[seen:]:
        before = {eye: game.view(state, eye) for eye in eyes}
        noticed = {eye: game.rules.hear(state, action.code, eye) for eye in eyes}
        game.rules.apply(state, action.code)
        for eye in eyes:
            if noticed[eye] != UNHEARD:
                yield messages.tell(before[eye], seat, noticed[eye], game.view(state, eye))


@every_game
def test_everything_can_be_said_in_every_language(game: Game) -> None:
    dice, said, there = Random(5), set(), languages(game)
    for match in tables(game):
        for message, args in uttered(match, dice):
            if message and (key := f"{message} {args}") not in said:
                said.add(key)
                for lang in there:
                    check(say(game, message, args, lang))
                    for seat in set(game.messages.SEAT_ARGS) & {*args}:
                        check(say(game, message, {**args, seat: "you"}, lang))
    assert said


def check(sentence: str) -> None:
    """It is whole: nothing in it stands for something else, and no place is left open."""
    assert sentence
    assert sentence == sentence.strip()
    assert not re.search(r"[{}$\n]|None|  | [.,]| -\d", sentence), sentence


@every_game
def test_reasons_cite_a_clause_that_is_written(game: Game) -> None:
    clauses = set(re.findall(r"\*\*([A-Z0-9]+-\d+)\*\*", (game.folder / "RULES.md").read_text(encoding="utf-8")))
    messages: Any = game.messages
    for match in tables(game):
        dice = Random(6)
        while match.turn != OVER and len(match.log) < LONG:
            legal, view = match.legal_codes(), match.view(match.turn)
            for code in dice.sample(range(game.actions.size), TRIES):
                if code not in legal and (said := messages.why_not(view, code, match.turn)):
                    assert said[-1] in clauses
            assert set(messages.clauses(view)) <= clauses
            match.play(game.actions[dice.choice(legal)])


@every_game
def test_titles_and_options_are_words(game: Game) -> None:
    assert say(game, "title", {}) == game.title
    assert say(game, "about", {}) == game.about
    for lang in languages(game):
        for option in game.options:
            names = [f"option-{option.name}-{choice}" for choice in option.choices]
            for name in (f"option-{option.name}", f"option-{option.name}-about", *names):
                check(say(game, name, {}, lang))


@every_game
def test_no_two_offers_of_a_moment_sound_alike(game: Game) -> None:
    messages: Any = game.messages
    for match in tables(game):
        dice = Random(7)
        while match.turn not in {OVER, CHANCE} and len(match.log) < LONG:
            legal, view = match.legal_codes(), match.view(match.turn)
            if len(match.log) % 3 == 0:
                offers = [messages.offer(view, match.turn, code) for code in legal]
                for lang in languages(game) if all(message for message, _ in offers) else ():
                    assert len({say(game, message, args, lang) for message, args in offers}) == len(legal), offers
            match.play(game.actions[dice.choice(legal)])
