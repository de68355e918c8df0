"""Compiled = interpreted: the two ways to run one source play the same game, field by field."""

from typing import Any

import numpy as np
import pytest

from escapade import State
from escapade.kernel.batch import opening
from escapade.kernel.compile import FLAGS
from escapade.kernel.rng import seed

from .tables import GAMES, STRIDE, Table, Walk, law, possible, steps

LOOK_AT = "functions marked @rule; write what both forms understand: whole numbers, loops, state.grid[r][c]"


class Twin:
    """A game's compiled rules, asked with plain numbers."""

    def __init__(self, table: Table) -> None:
        self.table, self.rules = table, table.game.compiled
        self.out, self.weight = np.zeros(table.game.max_actions, np.int64), np.zeros(table.game.max_actions, np.int64)

    def light(self, record: Any) -> dict[str, Any]:
        return self.table.game.fields.light(record).as_dict()

    def legal(self, record: Any) -> list[int]:
        found: list[int] = self.out[: self.rules.legal(record, self.out)].tolist()
        return found

    def odds(self, record: Any) -> list[tuple[int, int]]:
        n = self.rules.odds(record, self.out, self.weight)
        return list(zip(self.out[:n].tolist(), self.weight[:n].tolist(), strict=True))

    def anytime(self, record: Any, seat: int) -> list[int]:
        if not hasattr(self.rules, "anytime"):
            return []
        found: list[int] = self.out[: self.rules.anytime(record, seat, self.out)].tolist()
        return found

    def returns(self, record: Any) -> list[float]:
        score = np.zeros(self.table.seats)
        self.rules.returns(record, score)
        said: list[float] = score.tolist()
        return said


def compare_eyes(table: Table, module: Twin, state: State, record: Any, number: int) -> None:
    """What each seat sees, hears and guesses."""
    game, acts = table.game, possible(table, state)
    for observer in table.observers:
        seen, view = record.copy(), game.view(state, observer)
        module.rules.observe(seen, observer)
        assert module.light(seen) == view.as_dict()
        for _, code in acts:
            assert module.rules.hear(record, code, observer) == game.rules.hear(state, code, observer)
        plain_words, words = [0, 0], np.zeros(2, np.int64)
        seed(plain_words, number)
        seed(words, number)
        guess = game.guess(view, plain_words)
        module.rules.determinize(seen, words)
        assert module.light(seen) == guess.as_dict()
        assert words.tolist() == plain_words


@law
def test_compiled_and_plain_rules_play_the_same_game(table: Table, walk: Walk) -> None:
    """Legal actions, odds, states, returns, views, what is heard and what is guessed, in lock step."""
    game, module = table.game, Twin(table)
    record = game.fields.record(table.start())
    for number, (state, _, code) in enumerate(steps(table, walk)):
        assert module.light(record) == state.as_dict()
        assert module.legal(record) == game.legal(state)
        assert module.odds(record) == game.odds(state)
        if number % STRIDE == 0:
            compare_eyes(table, module, state, record, walk.seed + number)
            for seat in range(table.seats):
                assert module.anytime(record, seat) == game.anytime(state, seat)
            if hasattr(game.rules, "simultaneous"):
                out = np.zeros(table.seats, np.int64)
                assert out[: module.rules.simultaneous(record, out)].tolist() == game.simultaneous(state)
        module.rules.apply(record, code)


@law
def test_compiled_and_plain_rules_score_alike(table: Table, walk: Walk) -> None:
    """Whole games end in the same position with the same returns."""
    game, module = table.game, Twin(table)
    state, record = table.start(), game.fields.record(table.start())
    whole = Walk(4 * walk.plies, walk.seed, walk.likes, walk.crooked, walk.restless)
    for _, _, code in steps(table, whole):
        game.rules.apply(state, code)
        module.rules.apply(record, code)
    assert module.light(record) == state.as_dict()
    assert module.returns(record) == game.returns(state, table.seats)


@pytest.mark.parametrize("name", GAMES)
def test_compiled_rules_check_bounds(name: str) -> None:
    """A buffer that is too small is an error, not an overrun."""
    game = GAMES[name]
    assert FLAGS["boundscheck"] is True
    record = opening(game).record
    short = np.zeros(0, np.int64)
    with pytest.raises(IndexError):
        game.compiled.odds(record, short, short)
