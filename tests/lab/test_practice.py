"""Practice: what is written down is what was played, slopes are those of what is wanted, and it makes a difference."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bench.pace import positions

from bench import practice as command
from escapade.bots import planner
from escapade.bots.practised import PARTS, habit, load
from escapade.bots.sense import jailbreakers_terms, terms_of
from escapade.games import GAMES
from escapade.games.jailbreakers.box import SNITCH
from escapade.kernel.names import BadInput
from escapade.lab import practice
from escapade.lab.practice import Learner, practise, shares

STALAG = GAMES["stalag17"]
SNITCHING = jailbreakers_terms.sort_of(SNITCH)  # the number of that verb


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "DECISIONS", 3000)


def learner(seats: int = 2, seed: int = 1) -> Learner:
    return Learner(STALAG, [seats], seed)


def filled(pupil: Learner, seats: int = 2) -> tuple[int, Any]:
    """How many games stand in its diary, and their scores."""
    score = np.zeros((practice.DECISIONS, seats))
    games = pupil.twin.practise(pupil.starts[seats], 5, len(score), pupil.desk(seats), pupil.diary, score)
    return games, score[:games]


@pytest.mark.usefixtures("small")
def test_a_diary_has_whole_games_and_every_choice_in_them() -> None:
    pupil = learner()
    games, score = filled(pupil)
    diary, many = pupil.diary, int(pupil.diary.used[0])
    assert games > 5
    assert {*diary.game[:many]} == {*range(games)}
    assert (diary.many[:many] > 1).all()
    assert (diary.chosen[:many] < diary.many[:many]).all()
    assert (diary.first[1:many] == np.cumsum(diary.many[: many - 1])).all()
    assert (diary.likely[:many] <= 0).all()
    assert (np.abs(score).sum(axis=1) == 2).all()


@pytest.mark.usefixtures("small")
def test_slopes_are_those_of_what_is_wanted() -> None:
    pupil, dice = learner(), np.random.default_rng(3)
    for part in pupil.habit.parts:
        part += dice.normal(0, 0.3, part.shape).astype(np.float32)
    filled(pupil)
    some, better = np.arange(0, 400, 7), dice.normal(0, 1, len(pupil.diary.many))
    diary, variety = pupil.diary, 0.05

    def wanted() -> float:
        """The surrogate of PPO, unclipped here since clip is wide, and the spread of choices."""
        total = 0.0
        for d in some:
            rows = slice(diary.first[d], diary.first[d] + diary.many[d])
            scene, deed, added, heeded = (part.astype(np.float64) for part in pupil.habit.parts)
            heard = np.maximum(diary.scene[d] @ scene + added + diary.deed[rows] @ deed, 0)
            liking = diary.firm[rows] + heard @ heeded
            p = np.exp(liking - liking.max())
            p /= p.sum()
            ratio = p[diary.chosen[d]] / np.exp(diary.likely[d])
            total += ratio * better[d] - variety * (p * np.log(p)).sum()
        return total / len(some)

    pupil.twin.slopes(some, diary, better, habit(STALAG, pupil.parts), 100.0, variety, pupil.slopes)
    for name, part, slope in zip(PARTS, pupil.habit.parts, pupil.slopes[: len(PARTS)], strict=True):
        for _ in range(6):
            at = tuple(dice.integers(0, size) for size in part.shape)
            before = part[at]
            part[at] = before + 1e-3
            up = wanted()
            part[at] = before - 1e-3
            down = wanted()
            part[at] = before
            assert -(up - down) / 2e-3 == pytest.approx(slope[at], abs=1e-3), name


def test_what_went_too_far_already_says_no_more() -> None:
    pupil = learner()
    filled(pupil)
    some, better = np.arange(50), np.ones(len(pupil.diary.many))
    pupil.diary.likely[:50] -= 1.0  # each was less likely then: it has become likelier since
    pupil.twin.slopes(some, pupil.diary, better, habit(STALAG, pupil.parts), 0.2, 0.0, pupil.slopes)
    assert not any(np.abs(slope).any() for slope in pupil.slopes[: len(PARTS)])


def test_credit_goes_to_decisions_after_which_more_is_foretold() -> None:
    pupil = learner()
    diary = pupil.diary
    diary.game[:4], diary.seat[:4] = (0, 0, 0, 1), (0, 1, 0, 0)
    foretold, came, better = np.array([0.1, 0.5, 0.4, 0.0]), np.array([1.0, -1.0, 1.0, -1.0]), np.zeros(4)
    pupil.twin.credit(np.array([0, 2, 1, 3]), diary, foretold, came, 0.5, better)
    assert better.tolist() == pytest.approx([0.3 + 0.5 * 0.6, -1.5, 0.6, -1.0])


def test_practice_makes_a_difference_soon() -> None:
    """A minute brings five games in a hundred; a few seconds must bring something that is no accident."""
    pupil = learner()
    for _ in range(14):
        pupil.round(1.0)
    assert pupil.examined(2, 12_000) > 0.513  # a standard error is 0.0046


@pytest.mark.usefixtures("small")
def test_the_same_seed_learns_the_same() -> None:
    found = []
    for seed in (2, 2, 3):
        pupil = learner(3, seed)
        pupil.round(1.0)
        found.append(b"".join(part.tobytes() for part in pupil.habit.parts))
    assert found[0] == found[1] != found[2]


@pytest.mark.usefixtures("small")
def test_what_was_never_met_is_not_spoken_of() -> None:
    """Without their options, Jailbreakers has neither snitches nor money bags."""
    pupil = Learner(GAMES["jailbreakers"], [1, 2], 1)
    pupil.round(1.0)
    pupil.round(1.0)
    assert np.abs(pupil.parts["deed"][SNITCHING]).min() > 0
    assert not pupil.learned["deed"][SNITCHING].any()
    assert (pupil.learned["deed"] == pupil.parts["deed"]).all(axis=1).sum() > 30
    assert 0.0 <= pupil.examined(1, 50) <= 1.0


@pytest.mark.usefixtures("small")
def test_practice_thinks_as_play_does() -> None:
    pupil, dice = learner(), np.random.default_rng(4)
    for part in pupil.habit.parts:
        part += dice.normal(0, 0.3, part.shape).astype(np.float32)
    desk, twin = pupil.desk(2), planner.searching(STALAG)
    for view, legal in positions(STALAG, 6):
        root, n = STALAG.fields.record(view), len(legal)
        desk.out[:n] = legal
        pupil.diary.used[:] = 0
        pupil.twin.consider(root, n, desk, pupil.diary)
        practised = np.exp(desk.worth[:n])
        twin.weigh(root, desk.out, n, desk)
        played = np.exp((desk.worth[:n] - desk.worth[:n].max()) / terms_of(STALAG).FIRM)
        assert practised == pytest.approx(played / played.sum())


@pytest.mark.usefixtures("small")
def test_the_command_writes_a_file_that_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "habit.safetensors"
    monkeypatch.setattr(command, "EXAMINED", 20)
    assert command.main(["stalag17", "--minutes", "0.001", "--seats", "2", "--out", str(path)]) == 0
    assert np.abs(load(STALAG, path)["heeded"]).max() > 0
    path.unlink()
    assert command.main(["stalag17", "--minutes", "0", "--out", str(path)]) == 130
    assert not path.exists()


@pytest.mark.usefixtures("small")
def test_practice_ends_in_time_and_tells_how_far_it_is() -> None:
    told = [*practise(learner(), 1e-9)], next(practise(learner(), 60.0))
    assert told[0] == []
    assert told[1].games > 0


def test_a_win_is_shared_by_those_who_are_equal_and_alone_one_wins_or_not() -> None:
    assert shares(np.array([[1.0, -1.0], [0.0, 0.0]])).tolist() == [[1, 0], [0.5, 0.5]]
    assert shares(np.array([[0.4], [-1.0]])).tolist() == [[1], [0]]


def test_a_game_without_terms_cannot_be_practised() -> None:
    with pytest.raises(BadInput, match="Cartagena has no terms to practise in"):
        Learner(GAMES["cartagena"], [2], 1)
