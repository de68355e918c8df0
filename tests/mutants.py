"""Is the suite awake? Plant known faults, one at a time, in a copy of the project, and see that tests notice.

`python -m tests.mutants` plants every fault of the files mutants.toml, `python -m tests.mutants NAME…` those named so.
A fault is text that stands exactly once in a file (`find`), what replaces it, and the tests that are to notice; of a
game's fault, only those of them that name the game are run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

HOME = Path(__file__).resolve().parent.parent
COPIED = ("src", "tests", "examples", "pyproject.toml")
NOT_COPIED = shutil.ignore_patterns("__pycache__", ".*")
CAUGHT, SURVIVED, LOST, BROKEN = "caught", "survived", "text not found once", "the tests did not run"


class Mutant(NamedTuple):
    """A planted fault."""

    name: str
    game: str  # or "kernel"
    file: str
    find: str
    replace: str
    tests: list[str]


def mutants() -> list[Mutant]:
    """Every fault of the lists."""
    files = sorted((HOME / "tests").rglob("mutants.toml"))
    listed = [tomllib.loads(path.read_text(encoding="utf-8"))["mutants"] for path in files]
    return [Mutant(**fault) for faults in listed for fault in faults]


def main(names: list[str]) -> int:
    """Plant the faults; return 0 if every one of them is caught."""
    console = Console()
    listed = mutants()
    unknown = sorted(set(names) - {mutant.name for mutant in listed})
    if unknown:
        console.print(f"no mutant is called {', '.join(unknown)}; there are:", *(m.name for m in listed), sep="\n  ")
        return 2
    chosen = [mutant for mutant in listed if not names or mutant.name in names]
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:  # goes away also on Ctrl-C
        results = run_all(Path(folder), chosen, console)
    if not results:
        return 1
    table = Table("mutant", "result")
    for mutant, result in zip(chosen, results, strict=True):
        table.add_row(mutant.name, result, style="" if result == CAUGHT else "bold red")
    console.print(table)
    console.print(f"{results.count(CAUGHT)} of {len(results)} caught")
    return 0 if results.count(CAUGHT) == len(results) else 1


def run_all(folder: Path, chosen: list[Mutant], console: Console) -> list[str]:
    """Plant each fault in a copy of its own; an empty list if the tests fail without any."""
    games = sorted({mutant.game for mutant in chosen})
    with Progress(console=console) as progress, ThreadPoolExecutor(os.cpu_count()) as pool:
        task = progress.add_task("without any fault", total=len(games) + len(chosen))

        def tried(mutant: Mutant) -> str:
            result = plant(folder / mutant.name, mutant)
            progress.update(task, description=mutant.name, advance=1)
            return result

        try:
            for complaint in pool.map(lambda game: sound(folder, game, chosen), games):
                progress.advance(task)
                if complaint:
                    console.print(complaint, style="bold red", markup=False)
                    return []
            return list(pool.map(tried, chosen))
        finally:
            pool.shutdown(cancel_futures=True)


def sound(folder: Path, game: str, chosen: list[Mutant]) -> str:
    """What is wrong with the tests of a game while nothing is planted; nothing, one hopes."""
    copy = copied(folder / f"sound-{game}")
    where = python(copy, "-c", "import escapade; print(escapade.__file__)").stdout.strip()
    if not Path(where).resolve().is_relative_to(copy.resolve()):
        return f"the copy is not what is imported, but {where!r}"
    said = run_tests(copy, game, sorted({test for mutant in chosen if mutant.game == game for test in mutant.tests}))
    return f"the tests of {game} fail without any fault:\n{said.stdout}" if said.returncode else ""


def plant(folder: Path, mutant: Mutant) -> str:
    """Plant one fault, and run the tests that are to notice."""
    copy = copied(folder)
    file = copy / mutant.file
    text = file.read_text(encoding="utf-8")
    if text.count(mutant.find) != 1:
        return LOST
    file.write_text(text.replace(mutant.find, mutant.replace), encoding="utf-8")
    # pytest: 0 all passed, 1 some failed; more means that it could not even begin
    result = {0: SURVIVED, 1: CAUGHT}.get(run_tests(copy, mutant.game, mutant.tests).returncode, BROKEN)
    shutil.rmtree(copy)
    return result


def copied(copy: Path) -> Path:
    """Copy what the tests need."""
    for part in COPIED:
        source = HOME / part
        if source.is_dir():
            shutil.copytree(source, copy / part, ignore=NOT_COPIED)
        else:
            shutil.copy(source, copy / part)
    return copy


def run_tests(copy: Path, game: str, tests: list[str]) -> subprocess.CompletedProcess[str]:
    """Run tests in the copy up to the first failure."""
    only = [] if game == "kernel" else ["-k", game]
    return python(copy, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "--tb=line", *only, *tests)


def python(copy: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python on a copy and let it keep nothing elsewhere."""
    mine = {
        "PYTHONPATH": str(copy / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
        "ESCAPADE_CACHE": str(copy / "cache"),
        "ESCAPADE_SHRINK": "no",
    }
    return subprocess.run(
        [sys.executable, *arguments], cwd=copy, env={**os.environ, **mine}, capture_output=True, text=True
    )


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
