"""Work done elsewhere: the same results in the same order, whoever dies, and nothing left behind."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from escapade.kernel.names import BadInput, EscapadeError
from escapade.lab.pool import IN_FLIGHT, Where, results

ONE, TWO = Where(1), Where(2)


def square(number: int) -> int:
    return number * number


def refuse(number: int) -> int:
    if number == 3:
        raise BadInput("three is too many")
    return 7 // (number - 4)


def die_once(job: tuple[int, str]) -> int:
    """Job 3 kills its process, the first time."""
    number, mark = job
    if number == 3 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def deaf(job: int) -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.parametrize("where", [ONE, TWO])
def test_results_come_in_the_order_of_the_jobs(where: Where) -> None:
    assert list(results(square, range(20), where)) == [square(number) for number in range(20)]
    assert list(results(square, [], where)) == []


@pytest.mark.parametrize("where", [ONE, TWO])
def test_jobs_are_fetched_only_a_few_ahead(where: Where) -> None:
    fetched = []

    def jobs() -> Iterator[int]:
        for number in range(1000):
            fetched.append(number)
            yield number

    with closing(results(square, jobs(), where)) as found:
        for number in range(30):
            assert next(found) == square(number)
            assert len(fetched) <= number + 1 + IN_FLIGHT * where.workers


@pytest.mark.parametrize("where", [ONE, TWO])
def test_what_goes_wrong_elsewhere_is_told_here(where: Where) -> None:
    with pytest.raises(BadInput, match="three is too many"):
        list(results(refuse, range(4), where))
    with pytest.raises((ZeroDivisionError, RuntimeError), match="by zero"):
        list(results(refuse, [5, 4], where))
    assert multiprocessing.active_children() == []


def test_a_worker_that_dies_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    jobs = [(number, str(tmp_path / "died")) for number in range(8)]
    assert list(results(die_once, jobs, TWO)) == list(range(8))
    assert (tmp_path / "died").exists()


def test_work_that_always_dies_is_given_up() -> None:
    with pytest.raises(EscapadeError, match="workers have died"):
        list(results(die, range(2), TWO))


def test_who_stops_listening_leaves_no_process_behind() -> None:
    with closing(results(square, range(10**9), TWO)) as found:
        assert [next(found) for _ in range(3)] == [0, 1, 4]
        assert len(multiprocessing.active_children()) == 2
    assert multiprocessing.active_children() == []


def test_threads_do_for_compiled_work() -> None:
    assert list(results(square, range(50), TWO, threads=True)) == [square(number) for number in range(50)]
    with pytest.raises(BadInput, match="three is too many"):
        list(results(refuse, range(4), TWO, threads=True))
    with closing(results(square, iter(range(10**9)), TWO, threads=True)) as found:
        assert next(found) == 0


def test_ctrl_c_is_for_us_and_never_reaches_a_worker() -> None:
    code = "from tests.lab.test_pool import *; print([*results(deaf, range(4), Where(2))])"
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True
    )  # where nothing was started yet
    assert (shown.stdout, shown.stderr) == ("[True, True, True, True]\n", "")
