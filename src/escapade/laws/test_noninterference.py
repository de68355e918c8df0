"""Noninterference: whatever is hidden from a seat may be anything; nothing that reaches the seat changes."""

from random import Random
from typing import Any

from escapade import State
from escapade.kernel.fields import get_cell, set_cell
from escapade.kernel.names import NONE, OVER, UNKNOWN
from escapade.kernel.rng import seed

from .tables import Table, Walk, after, law, moments, possible

LOOK_AT = "observe(), hear(), legal(), apply() and messages.py: they may depend on nothing that is hidden from the seat"


def scrambled(table: Table, state: State, observer: int, dice: Random) -> State:
    """The same state with every cell that is hidden from this observer overwritten by something else it might hold."""
    fields, other = table.game.fields, state.copy()
    for name, index in fields.hidden(state, observer):
        holds = fields[name].holds
        was = get_cell(state, name, index)
        values = [v for v in range(NONE if holds is not None else 0, holds or 12) if v != was]
        set_cell(other, name, index, dice.choice(values))
    result: State = other
    return result


def told(table: Table, state: State, observer: int, acts: list[tuple[int, int]], tries: list[int]) -> Any:
    """Everything this observer and ears get from a state in which `acts` may be done and `tries` may not."""
    game, view = table.game, table.game.view(state, observer)
    heard = [game.rules.hear(state, code, observer) for _, code in acts]
    said = [game.why_not(view, game.actions[code], observer) for code in tries] if observer >= 0 else []
    legal = game.legal(state) if state.turn == observer else []
    anytime = game.anytime(state, observer) if observer >= 0 else []
    offers = [game.offer(view, observer, code) for code in (*legal, *anytime)]
    return game.fields.bytes(view), legal, anytime, offers, heard, said, game.returns(state, table.seats)


@law
def test_scrambling_what_is_hidden_changes_nothing_a_seat_gets(table: Table, walk: Walk) -> None:
    """View, legal actions and what is said of them, what is heard and why not: nothing depends on hidden cells."""
    dice = Random(walk.seed)
    for state in moments(table, walk):
        acts = possible(table, state)
        codes = {code for _, code in acts}
        tries = [code for code in dice.sample(range(table.game.actions.size), 8) if code not in codes]
        for observer in table.observers:
            other = scrambled(table, state, observer, dice)
            assert told(table, other, observer, acts, tries) == told(table, state, observer, acts, tries)


@law
def test_what_cannot_be_seen_is_not_heard(table: Table, walk: Walk) -> None:
    """If two actions of another, or of chance, differ only in what they leave hidden, they sound the same."""
    game = table.game
    for state in moments(table, walk):
        acts = [(actor, code, after(table, state, code)) for actor, code in possible(table, state)]
        for observer in table.observers:
            sounds: dict[bytes, list[tuple[int, State]]] = {}
            for actor, code, result in acts:
                if actor != observer:
                    alike = sounds.setdefault(game.fields.bytes(game.view(result, observer)), [])
                    alike.append((game.rules.hear(state, code, observer), result))
            for (first, one), *others in sounds.values():
                assert [heard for heard, other in others if heard != first and other != one] == []


@law
def test_a_seat_cannot_tell_two_worlds_apart_that_look_alike(table: Table, walk: Walk) -> None:
    """The same action in the real world and in one that fits the view: the same is heard and, unless it reveals
    something or ends the game, the same is seen."""
    game, words = table.game, [0, 0]
    seed(words, walk.seed)
    for state in moments(table, walk):
        for observer in table.observers:
            guess = game.guess(game.view(state, observer), words)
            assert guess.turn == state.turn
            both = set(possible(table, state)) & set(possible(table, guess))
            for _, code in both:
                assert game.rules.hear(guess, code, observer) == game.rules.hear(state, code, observer)
                real, guessed = after(table, state, code), after(table, guess, code)
                if told_apart_rightly(table, state, real, guessed, observer):
                    continue
                shown, wanted = (game.view(one, observer).as_dict() for one in (guessed, real))
                assert [field for field in wanted if shown[field] != wanted[field]] == []


def told_apart_rightly(table: Table, before: State, real: State, guessed: State, observer: int) -> bool:
    """Did an end or a reveal show which world it is? While seats act at the same time, nobody sees how far one is."""
    game = table.game
    if OVER in (real.turn, guessed.turn):
        return True
    if game.simultaneous(before):
        return True
    view, seen = game.view(before, observer), game.view(real, observer)
    hidden = list(game.fields.hidden(before, observer))
    return any(get_cell(view, *cell) == UNKNOWN != get_cell(seen, *cell) for cell in hidden)
