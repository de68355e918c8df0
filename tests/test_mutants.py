"""The planted faults of the files mutants.toml: the lists must not rot while the sources move on."""

from pathlib import Path

import pytest

from tests.mutants import HOME, Mutant, mutants


@pytest.mark.parametrize("mutant", mutants(), ids=lambda mutant: mutant.name)
def test_a_fault_can_still_be_planted(mutant: Mutant) -> None:
    text = (HOME / mutant.file).read_text(encoding="utf-8")
    assert text.count(mutant.find) == 1
    assert mutant.replace != mutant.find
    assert mutant.tests
    assert [test for test in mutant.tests if not Path(HOME / test.partition("::")[0]).exists()] == []


def test_the_kernel_has_its_faults() -> None:
    """Eight at the least; those of a game are counted by `escapade lacking`."""
    assert sum(mutant.game == "kernel" for mutant in mutants()) >= 8


def test_no_two_faults_share_a_name() -> None:
    names = [mutant.name for mutant in mutants()]
    assert len(set(names)) == len(names)
