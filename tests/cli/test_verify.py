"""Dice that are fixed before the start, and checked after the end."""

import re
from pathlib import Path

import pytest

import escapade
from escapade.kernel.dealer import SeededDealer, SystemDealer, VerifiableDealer
from tests.cli.conftest import Run

OTHER = "0" * 64


@pytest.fixture
def verifiable(tmp_path: Path) -> Path:
    match = escapade.new("stratego", dealer=VerifiableDealer("secret"))
    match.play("seat 0 resigns")
    path = tmp_path / "match.escapade"
    path.write_text(match.record())
    return path


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ((), SystemDealer),
        (("--seed", 7), SeededDealer),
        (("--dice", "system"), SystemDealer),
        (("--dice", "seeded"), SeededDealer),
        (("--dice", "seeded", "--seed", 7), SeededDealer),
        (("--dice", "verifiable"), VerifiableDealer),
    ],
)
def test_the_dice_are_those_that_were_asked_for(run: Run, saves: Path, given: tuple[object, ...], kind: type) -> None:
    assert run("play", "stratego", *given).code == 0
    (path,) = saves.iterdir()
    dealer = escapade.load(path).dealer
    assert type(dealer) is kind
    if "--seed" in given:
        assert getattr(dealer, "seed", None) == "7"


@pytest.mark.parametrize(
    "given", [("--dice", "loaded"), ("--dice", "system", "--seed", 7), ("--dice", "verifiable", "--seed", 7)]
)
def test_dice_that_do_not_exist_or_know_no_seed_are_refused(run: Run, given: tuple[object, ...]) -> None:
    said = run("play", "stratego", "--dice", *given)
    assert said.code == 2
    assert "--dice" in said.err or "--seed" in said.err


def test_a_commitment_is_shown_before_the_first_action_and_checked_at_the_end(run: Run, saves: Path) -> None:
    said = run("play", "stratego", "--red", "lot", "--dice", "verifiable", typed="resign\ny\n").out
    (path,) = saves.iterdir()
    dealer = escapade.load(path).dealer
    assert isinstance(dealer, VerifiableDealer)
    assert dealer.commitment in said.partition("Stratego")[0]
    command = re.search(r"escapade (verify .*)", said)
    assert command
    checked = run(*command[1].split())
    assert checked.code == 0
    assert "the seed is the one that was committed to before the start" in checked.out


def test_a_match_with_verifiable_dice_is_resumed_with_the_same_dice(run: Run, saves: Path) -> None:
    run("play", "cartagena", "--dice", "verifiable", "--first", 0, typed="1\n")
    (path,) = saves.iterdir()
    first = escapade.load(path).dealer
    said = run("play", "--resume", typed="1\n")
    assert said.code == 0
    again = escapade.load(path).dealer
    assert isinstance(first, VerifiableDealer)
    assert isinstance(again, VerifiableDealer)
    assert again.seed == first.seed
    assert first.commitment in said.out


def test_one_outcome_is_told_in_the_singular(run: Run, verifiable: Path) -> None:
    said = run("verify", verifiable).out
    assert "1 chance outcome was derived again from the seed; it is as recorded" in said


def test_without_a_commitment_only_consistency_is_claimed(run: Run, verifiable: Path) -> None:
    said = " ".join(run("verify", verifiable).out.split())
    assert f"commitment: {VerifiableDealer('secret').commitment}" in said
    assert "Only the consistency of the record is shown" in said
    assert "committed to before the start" not in said


def test_the_commitment_that_was_noted_must_match(run: Run, verifiable: Path) -> None:
    noted = VerifiableDealer("secret").commitment
    assert "Only the consistency" not in run("verify", verifiable, "--commitment", noted.upper()).out
    said = run("verify", verifiable, "--commitment", OTHER)
    assert (said.code, said.out) == (2, "")
    assert "the seed is not the one that was committed to" in said.err
    for wrong in ("", "abc"):
        assert "64 digits" in run("verify", verifiable, "--commitment", wrong).err


def test_seeded_dice_have_no_commitment(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "match.escapade"
    path.write_text(escapade.new("stratego", seed=1).record())
    assert "were not committed to" in run("verify", path, "--commitment", OTHER).err
