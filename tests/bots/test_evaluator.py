"""The door to learned evaluators: what a network reads, that it is the same in machine code, and what is refused."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from escapade.bots import Budget, bot, learned, planner
from escapade.bots.evaluator import Evaluator, columns, load, numbers, save
from escapade.games import GAMES
from escapade.games.cartagena import invariants
from escapade.kernel.compile import compiled
from escapade.kernel.fields import set_cell
from escapade.kernel.names import BadInput
from escapade.lab import value_training as training
from escapade.laws.renaming import turned
from tests.bots.test_levels import SHORT, moments, unfair

CARTAGENA = GAMES["cartagena"]
every_game = pytest.mark.parametrize("name", GAMES)


@cache
def small(seats: int = 2) -> Evaluator:
    """An evaluator that has learned from a few games."""
    table = training.validated(CARTAGENA, seats)
    return [*training.fitted(training.Dataset(table, [*training.self_play_games(table, 60, 3)]), 2, 3)][-1].evaluator


@cache
def positions(seats: int = 2) -> Any:
    """Positions from games of the rule bot."""
    return np.concatenate(
        [some.positions for some in training.self_play_games(training.validated(CARTAGENA, seats), 6, 11)]
    )


def records(name: str) -> Any:
    """Positions of any game, from its beginning to its end."""
    return np.array([GAMES[name].fields.record(state) for state, _ in moments(name)])


def silent(evaluator: Evaluator) -> Evaluator:
    """An evaluator to which everything is worth the same."""
    return replace(evaluator, layers=[(weights * 0, added * 0) for weights, added in evaluator.layers])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of weights."""
    save(small(), tmp_path / "small.safetensors")
    return tmp_path / "small.safetensors"


# --- What is read ---


@every_game
def test_seat_0_reads_every_cell_as_it_stands(name: str) -> None:
    game, some = GAMES[name], records(name)
    flat = np.concatenate([some[field].reshape(len(some), -1) for field in game.fields.names], axis=1)
    assert np.array_equal(numbers(some, columns(game.fields, 2), 0, 2), flat)
    assert flat.min() < 0  # signs were there to be read


@every_game
def test_another_seat_reads_its_own_cells_where_seat_0_reads_its_own(name: str) -> None:
    game, some = GAMES[name], records(name)
    mine, theirs = (numbers(some, columns(game.fields, 2), seat, 2) for seat in range(2))
    at = 0
    for field in game.fields.table:
        size = int(np.prod(field.shape))
        if field.seated and field.holds is None:
            here, there = (found[:, at : at + size].reshape(len(some), *field.shape) for found in (mine, theirs))
            assert np.array_equal(here[:, 0], there[:, 1]), field.name
            assert np.array_equal(here[:, 1], there[:, 0]), field.name
            assert np.array_equal(here[:, 2:], there[:, 2:]), field.name
        if field.name == "turn":
            seat = (mine[:, at] >= 0) & (mine[:, at] < 2)
            assert np.array_equal(theirs[seat, at], 1 - mine[seat, at])
            assert np.array_equal(theirs[~seat, at], mine[~seat, at])
        at += size


@pytest.mark.parametrize("seats", [2, 3])
def test_who_changes_places_takes_the_value_along(seats: int) -> None:
    evaluator, different = small(seats), 0.0
    for record in positions(seats)[::7]:
        state = CARTAGENA.fields.light(record)
        for symmetry in invariants.symmetries(state):
            image = np.array([CARTAGENA.fields.record(turned(CARTAGENA, state, symmetry.names))])
            here, there = evaluator.utilities(np.array([record]))[0], evaluator.utilities(image)[0]
            assert np.allclose([there[symmetry.names["seat"](seat)] for seat in range(seats)], here, atol=1e-6)
            different = max(different, np.ptp(here))
    assert different > 0.05


@pytest.mark.parametrize("seats", [2, 3])
def test_machine_code_plain_rules_and_numpy_agree(seats: int) -> None:
    evaluator, some = small(seats), positions(seats)
    workspace, module = planner.workspace(CARTAGENA, seats, evaluator), compiled(learned)
    plain = np.zeros(seats)
    for record, wanted in zip(some, evaluator.utilities(some), strict=True):
        workspace.work[0] = record
        module.utilities(workspace.net, workspace.score)
        assert np.abs(workspace.score - wanted).max() < 1e-5
        learned.utilities(workspace.net, plain)
        assert np.abs(plain - wanted).max() < 1e-5
    assert np.ptp(evaluator.utilities(some)) > 0.1


def test_a_number_beyond_all_that_was_met_counts_as_the_furthest() -> None:
    evaluator, some = small(), positions().copy()
    some["held"] = 30
    most = evaluator.utilities(some)
    some["held"] = 300
    assert np.array_equal(evaluator.utilities(some), most)


# --- Search does not look behind the door ---


def test_a_planner_values_worlds_by_its_evaluator() -> None:
    state, legal = moments("cartagena")[0]
    view = CARTAGENA.view(state, state.turn)

    def values(evaluator: Evaluator | None) -> list[float]:
        plan = planner.Plan(CARTAGENA, view, legal, Random(1), evaluator=evaluator)
        plan.look(20)
        return [candidate.value for candidate in plan.ranking()]

    assert set(values(silent(small()))) == {0.0}
    assert len({*values(None), *values(small())}) > len(legal)


def test_the_end_is_valued_by_the_rules() -> None:
    record = positions()[0]
    workspace = planner.workspace(CARTAGENA, 2, silent(small()))
    workspace.work[0] = record
    workspace.work["turn"] = -2
    workspace.work["pirates"] = 0
    workspace.work["pirates"][0, 1, -1], workspace.work["pirates"][0, 0, 0] = 6, 6  # seat 1 is in the boat
    planner.searching(CARTAGENA).judge(workspace)
    assert workspace.score.tolist() == [-1.0, 1.0]


def test_a_choice_by_an_evaluator_does_not_depend_on_what_is_hidden() -> None:
    chooser = bot(CARTAGENA, "planner", small())
    assert not unfair("cartagena", lambda _, view, legal, i: chooser.choose(view, legal, [], SHORT, Random(i)), 7)


# --- Files ---


def test_a_file_keeps_everything(file: Path) -> None:
    again, some = load(CARTAGENA, file), positions()
    assert again.widths == small().widths
    assert np.array_equal(again.utilities(some), small().utilities(some))
    state, legal = moments("cartagena")[3]
    view = CARTAGENA.view(state, state.turn)
    chosen = [bot(CARTAGENA, "3", e).choose(view, legal, [], Budget(40), Random(1)) for e in (small(), file, str(file))]
    assert len(set(chosen)) == 1


def other_pieces() -> Any:
    """The game's own, but for one card less."""
    text = (CARTAGENA.folder / "pieces.toml").read_text(encoding="utf-8")
    return CARTAGENA.pieces(text=text.replace("hook = 17", "hook = 16"))


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"seats": 3}, "for 2 seats, not for 3"),
        ({"options": CARTAGENA.check_options({"version": "tortuga"}, 2)}, "version jamaica.*not with version tortuga"),
        ({"pieces": other_pieces()}, "with other pieces"),
    ],
)
def test_weights_for_another_table_are_refused(file: Path, given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=rf"small\.safetensors: .*{said}.*escapade train cartagena"):
        load(CARTAGENA, file, **given)


def test_weights_fit_the_table_they_were_learned_for(file: Path) -> None:
    load(CARTAGENA, file, 2, CARTAGENA.check_options({}, 2), CARTAGENA.pieces())


def test_weights_of_another_game_are_refused(file: Path) -> None:
    with pytest.raises(BadInput, match="for cartagena, not for stratego; `escapade train stratego`"):
        bot(GAMES["stratego"], "planner", file)


def changed(file: Path, about: dict[str, Any], **tensors: Any) -> Path:
    """The file, saying something else of itself, or with other arrays."""
    said = {"format": 1, **{name: getattr(small(), name) for name in ("game", "seats", "options", "pieces", "layout")}}
    said |= {"layers": small().widths, **about}
    save_file({**load_file(file), **tensors}, file, {"escapade": json.dumps(said)})
    return file


@pytest.mark.parametrize(
    ("about", "tensors", "said"),
    [
        ({"layout": "0" * 64}, {}, "another field table"),
        ({"format": 2}, {}, "no file of weights of this version"),
        ({"layers": [3, 1]}, {}, "do not fit"),
        ({"layers": "three"}, {}, "do not fit"),
        ({"seats": 9}, {}, "do not fit"),
        ({}, {"high": np.zeros(3, np.int32)}, "do not fit"),
        ({}, {"weights.1": np.zeros((2, 2), np.float32)}, "do not fit"),
        ({}, {"added.0": np.full(32, np.nan, np.float32)}, "do not fit"),
        ({}, {"added.0": np.zeros(32, np.float64)}, "do not fit"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(
    file: Path, about: dict[str, Any], tensors: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadInput, match=rf"small\.safetensors: .*{said}"):
        load(CARTAGENA, changed(file, about, **tensors))


def test_what_is_no_file_of_weights_is_refused(file: Path, tmp_path: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadInput, match="is no file of weights"):
        load(CARTAGENA, file)
    with pytest.raises(BadInput, match="No such file"):
        load(CARTAGENA, tmp_path / "nowhere.safetensors")
    with pytest.raises(BadInput, match="cannot be read"):
        load(CARTAGENA, tmp_path)
    save_file({"a": np.zeros(1, np.float32)}, file)  # somebody else's weights
    with pytest.raises(BadInput, match="no file of weights of this version"):
        load(CARTAGENA, file)


def test_a_file_that_cannot_be_written_is_said_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(BadInput, match="cannot be written"):
        save(small(), tmp_path / "folder")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_table_of_another_size_is_refused() -> None:
    three = CARTAGENA.fields.light(positions(3)[0])
    set_cell(three, "turn", (), 0)
    with pytest.raises(BadInput, match="for 2 seats cannot judge a table of 3"):
        bot(CARTAGENA, "planner", small()).choose(CARTAGENA.view(three, 0), [0, 1], [], SHORT, Random(1))


@pytest.mark.parametrize("who", ["greedy", "1", "random", "last-man"])
def test_who_does_not_look_ahead_takes_no_evaluator(who: str) -> None:
    with pytest.raises(BadInput, match="goes with planner, expert, master"):
        bot(CARTAGENA, who, small())
