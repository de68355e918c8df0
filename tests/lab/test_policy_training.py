"""Policy training: buffers hold what came of choices, gradients are those of the objective, and it helps."""

from random import Random

import numpy as np
import pytest

import escapade
from escapade.bots import planner
from escapade.bots.parts import heuristic_of
from escapade.bots.policy_file import NAMES, policy_of
from escapade.games import GAMES
from escapade.games.jailbreakers import features as jailbreakers_features
from escapade.games.jailbreakers.box import SNITCH
from escapade.games.stalag17.rules import ATTEMPT
from escapade.kernel.names import BadInput
from escapade.lab import policy_training
from escapade.lab.policy_training import Learner, shares, train_for

STALAG = GAMES["stalag17"]
SNITCHING = jailbreakers_features.sort_of(SNITCH)  # the number of that verb


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_training, "BUFFER_DECISIONS", 600)


def learner(seats: int = 2, seed: int = 1, threads: int = 1) -> Learner:
    return Learner(STALAG, [seats], seed, threads)


@pytest.mark.usefixtures("small")
def test_a_buffer_has_decisions_and_the_value_of_every_action() -> None:
    buffer, games = learner().play(2, 5)
    many, actions = map(int, buffer.used)
    assert games > 5
    assert many == 600
    assert (buffer.many > 1).all()
    assert (buffer.first[1:] == np.cumsum(buffer.many[:-1])).all()
    assert actions == buffer.many.sum()
    assert np.abs(buffer.values[:actions]).max() <= 1
    ranges = [np.ptp(buffer.values[at : at + n]) for at, n in zip(buffer.first, buffer.many, strict=True)]
    assert np.mean(np.array(ranges) > 0) > 0.5  # it mattered what was done


@pytest.mark.usefixtures("small")
def test_what_is_written_of_an_action_is_what_comes_of_it_for_the_seat_that_decides() -> None:
    trainer, match, dice = learner(), escapade.new("stalag17", 2, 6), Random(6)
    workspace, rollouts, other = (trainer.workspace(2) for _ in range(3))
    written, module, tie_noise = (
        policy_training.new_buffer(STALAG),
        planner.searching(STALAG),
        heuristic_of(STALAG).TIE_NOISE,
    )
    for number in range(30):
        match.play(dice.choice([code for code in match.legal_codes() if code != ATTEMPT]))
        state, legal = STALAG.fields.record(match._state), match.legal_codes()
        n, row = len(legal), int(written.used[1])
        workspace.out[:n] = legal
        trainer.module.write_decision(STALAG.fields.record(match.view(match.turn)), n, workspace, rollouts, written)
        trainer.module.evaluate_actions(state, n, number, workspace, rollouts, tie_noise, written)
        other.world[0] = state
        for i, code in enumerate(legal):
            module.carry_out(state, code, number, other, tie_noise)
            module.judge(other)
            assert written.values[row + i] == np.float32(other.score[match.turn])
    assert written.used[0] == 30


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("name", ["stalag17", "jailbreakers"])
def test_training_computes_the_probabilities_of_play_for_what_it_keeps(name: str) -> None:
    """What was written down, weighed by the policy, is what play computes, among the actions that were kept."""
    game, dice = GAMES[name], np.random.default_rng(4)
    trainer, match, chance = Learner(game, [2], 1), escapade.new(name, 2, 5), Random(5)
    for part in trainer.optimizer.parts:
        part += dice.normal(0, 0.1, part.shape).astype(np.float32)
    workspace, rollouts, written, dropped = (
        trainer.workspace(2),
        trainer.workspace(2),
        policy_training.new_buffer(game),
        0,
    )
    for d in range(60):
        legal = match.legal_codes()
        view, n = game.fields.record(match.view(match.turn)), len(legal)
        workspace.out[:n] = legal
        rollouts.room[:] = 3.0  # something else was thought of here
        trainer.module.score_log_probabilities(view, n, workspace)
        liked = dict(zip(legal, workspace.utility[:n].tolist(), strict=True))
        n_kept = trainer.module.drop_improbable(workspace, n)
        total = sum(np.exp(liked[code]) for code in workspace.out[:n_kept])
        trainer.module.write_decision(view, n_kept, workspace, rollouts, written)
        trainer.module.forward(d, n_kept, written, policy_of(game, trainer.weights), trainer.gradients[0])
        wanted = [liked[code] - np.log(total) for code in workspace.out[:n_kept]]
        assert trainer.gradients[0].log_probabilities[:n_kept] == pytest.approx(wanted, abs=1e-3)
        assert workspace.utility[:n_kept] == pytest.approx(wanted)
        dropped += n - n_kept
        match.play(chance.choice(workspace.out[:n_kept].tolist()))
    assert dropped > 0


@pytest.mark.usefixtures("small")
def test_gradients_are_those_of_the_objective() -> None:
    trainer, dice = learner(), np.random.default_rng(3)
    for part in trainer.optimizer.parts:
        part += dice.normal(0, 0.3, part.shape).astype(np.float32)
    buffer, _ = trainer.play(2, 5)
    buffer.values[:] = dice.normal(0, 1, len(buffer.values))  # large differences, which are easy to see
    some, entropy_bonus = np.arange(0, 400, 7), 0.05

    def wanted() -> float:
        """What comes of choosing as the policy does, and the spread of choices."""
        total = 0.0
        for d in some:
            rows = slice(buffer.first[d], buffer.first[d] + buffer.many[d])
            state_weights, action_weights, bias, output_weights = (
                part.astype(np.float64) for part in trainer.optimizer.parts
            )
            heard = np.maximum(
                buffer.state_features[d] @ state_weights + bias + buffer.action_features[rows] @ action_weights, 0
            )
            logits = buffer.prior[rows] + heard @ output_weights
            p = np.exp(logits - logits.max())
            p /= p.sum()
            total += (p * buffer.values[rows]).sum() - entropy_bonus * (p * np.log(p)).sum()
        return total / len(some)

    trainer.module.gradients(some, buffer, policy_of(STALAG, trainer.weights), entropy_bonus, trainer.gradients[0])
    for name, part, slope in zip(NAMES, trainer.optimizer.parts, trainer.gradients[0][: len(NAMES)], strict=True):
        for _ in range(6):
            at = tuple(dice.integers(0, size) for size in part.shape)
            before = part[at]
            part[at] = before + 1e-3
            up = wanted()
            part[at] = before - 1e-3
            down = wanted()
            part[at] = before
            assert -(up - down) / 2e-3 == pytest.approx(slope[at], abs=1e-3), name


def test_training_makes_a_difference_soon() -> None:
    """Half a minute brings ten games in a hundred; a few seconds must bring something that is no accident."""
    trainer = learner()
    for _ in range(8):
        trainer.round(1.0)
    assert trainer.win_share(2, 6000) > 0.52  # a standard error is 0.0065


@pytest.mark.usefixtures("small")
def test_the_same_seed_learns_the_same() -> None:
    found = []
    for seed in (2, 2, 3):
        trainer = learner(3, seed, threads=2)
        trainer.round(1.0)
        found.append(b"".join(part.tobytes() for part in trainer.optimizer.parts))
    assert found[0] == found[1] != found[2]


@pytest.mark.usefixtures("small")
def test_features_that_were_never_seen_have_weights_of_0() -> None:
    """Without their options, Jailbreakers has neither snitches nor money bags."""
    trainer = Learner(GAMES["jailbreakers"], [1, 2], 1)
    trainer.round(1.0)
    trainer.round(1.0)
    assert np.abs(trainer.weights["action_weights"][SNITCHING]).min() > 0
    assert not trainer.learned["action_weights"][SNITCHING].any()
    assert (trainer.learned["action_weights"] == trainer.weights["action_weights"]).all(axis=1).sum() > 30
    assert 0.0 <= trainer.win_share(1, 50) <= 1.0


@pytest.mark.usefixtures("small")
def test_training_ends_in_time_and_tells_how_far_it_is() -> None:
    describe = [*train_for(learner(), 1e-9)], next(train_for(learner(), 60.0))
    assert describe[0] == []
    assert describe[1].games > 0
    assert describe[1].decisions == 600


def test_a_win_is_shared_by_those_who_are_equal_and_alone_one_wins_or_not() -> None:
    assert shares(np.array([[1.0, -1.0], [0.0, 0.0]])).tolist() == [[1, 0], [0.5, 0.5]]
    assert shares(np.array([[0.4], [-1.0]])).tolist() == [[1], [0]]


def test_a_game_without_features_cannot_be_trained() -> None:
    with pytest.raises(BadInput, match="Cartagena has no features to train on"):
        Learner(GAMES["cartagena"], [2], 1)
