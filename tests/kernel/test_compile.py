"""The twin compiler: never a stale answer, and no heap of old folders."""

import importlib.util
import os
import subprocess
import sys
import textwrap
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import escapade
from escapade.games import GAMES
from escapade.kernel.compile import FLAGS, MAX_CACHES, compiled, prune, sources_hash, sources_of

PACKAGE = Path(escapade.__file__).parent

CALLEE = """
from escapade.kernel.compile import rule

MORE = 10 * {number}

@rule
def much():
    return {number}
"""
CALLER = """
from escapade.kernel.compile import compiled, rule
from callee import MORE, much

@rule
def twice():
    return 2 * much() + MORE
"""
RUN = "import callee, caller; from escapade.kernel.compile import compiled; print(compiled(caller).twice())"


def test_an_edited_callee_in_another_file_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "caller.py").write_text(CALLER)
    said = []
    for number in (1, 2):
        (tmp_path / "callee.py").write_text(CALLEE.format(number=number))
        env = {**os.environ, "PYTHONPATH": str(tmp_path), "ESCAPADE_CACHE": str(tmp_path / "cache"),
               "PYTHONDONTWRITEBYTECODE": "1"}  # fmt: skip
        done = subprocess.run([sys.executable, "-c", RUN], env=env, capture_output=True, text=True, check=True)
        said.append(done.stdout.strip())
    assert said == ["12", "24"]


def test_importing_the_games_does_not_import_numba() -> None:
    code = "import sys, escapade; escapade.new('cartagena', seed=1); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_old_cache_folders_are_removed_but_not_the_last_few(tmp_path: Path) -> None:
    for age in range(MAX_CACHES + 5):
        folder = tmp_path / f"old{age}"
        folder.mkdir()
        (folder / "code.nbi").write_text("")
        os.utime(folder, (10**9 - age, 10**9 - age))
    (tmp_path / "now").mkdir()
    prune(tmp_path, "now")
    assert {p.name for p in tmp_path.iterdir()} == {"now", *(f"old{age}" for age in range(MAX_CACHES))}


def test_two_processes_may_prune_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is there when its name is read, and gone when its time is asked for."""
    for number in range(MAX_CACHES + 3):
        (tmp_path / f"{number}").mkdir()
    gone, stat = tmp_path / "5", Path.stat

    def another_was_quicker(path: Path, *given: Any, **more: Any) -> Any:
        if path == gone and gone in {*tmp_path.iterdir()}:
            found = stat(path, *given, **more)
            gone.rmdir()
            return found
        return stat(path, *given, **more)

    monkeypatch.setattr(Path, "stat", another_was_quicker)
    prune(tmp_path, "0")
    assert not gone.exists()
    assert len([*tmp_path.iterdir()]) == MAX_CACHES + 1


def test_the_name_of_the_cache_depends_on_the_sources(tmp_path: Path) -> None:
    one, other = tmp_path / "one.py", tmp_path / "other.py"
    one.write_text("a")
    other.write_text("a")
    first = sources_hash([one, other])
    other.write_text("b")
    assert len({first, sources_hash([one, other]), sources_hash([one])}) == 3


def test_compiled_code_is_made_of_all_that_its_module_imports_and_of_nothing_else() -> None:
    made_of = {path.relative_to(PACKAGE).as_posix() for path in sources_of([GAMES["jailbreakers"].rules])}
    mine = {f"games/jailbreakers/{name}.py" for name in ("rules", "box", "rounds", "prison", "escape")}
    assert mine | {"kernel/compile.py", "kernel/names.py", "kernel/rng.py", "kernel/fields.py"} <= made_of
    assert not [path for path in made_of if not path.startswith(("kernel/", "games/jailbreakers/"))]


def test_compiled_rules_check_bounds() -> None:
    game = GAMES["stratego"]
    state = game.fields.record(game.start(2, game.check_options({"red": 0}, 2), game.pieces()))
    with pytest.raises(IndexError):
        game.compiled.legal(state, np.zeros(3, np.int64))
    assert FLAGS["boundscheck"] is True


def test_an_unwritable_cache_is_no_obstacle(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    code = textwrap.dedent("""
        from escapade.kernel.compile import cache_root
        print(cache_root())
    """)
    env = {**os.environ, "ESCAPADE_CACHE": str(blocked / "inside"), "TMPDIR": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    assert str(tmp_path) in done.stdout
    assert "file" not in done.stdout


def test_one_generic_module_is_compiled_for_each_game_it_is_bound_to(tmp_path: Path) -> None:
    games = []
    for number in (3, 4):
        source = tmp_path / f"game{number}.py"
        source.write_text(CALLEE.format(number=number))
        games.append(load(source))
    generic = tmp_path / "generic.py"
    generic.write_text(
        "from escapade.kernel.compile import rule\ngame = None\n\n@rule\ndef ask():\n    return game.much()\n"
    )
    module = load(generic)
    assert [compiled(module, game=compiled(game)).ask() for game in games] == [3, 4]


def load(source: Path) -> types.ModuleType:
    spec = importlib.util.spec_from_file_location(source.stem, source)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[source.stem] = module
    spec.loader.exec_module(module)
    return module


CACHED = """
import importlib
from escapade.kernel.compile import cache_root, _folder
print(cache_root())
print(_folder([importlib.import_module("escapade.games.cartagena.rules")]))
"""


def kept_in(cache: Path, tmp_path: Path) -> tuple[list[Path], str]:
    """Where a process keeps compiled code, and that of one game, if it is told this folder; and what it says."""
    (tmp_path / "temporary").mkdir(exist_ok=True)
    env = {**os.environ, "ESCAPADE_CACHE": str(cache), "TMPDIR": str(tmp_path / "temporary")}
    done = subprocess.run([sys.executable, "-c", CACHED], env=env, capture_output=True, text=True, check=True)
    return [Path(line) for line in done.stdout.splitlines()], done.stderr


posix = pytest.mark.skipif(os.name != "posix", reason="modes and owners as a Unix has them")


@posix
def test_a_new_cache_is_for_its_owner_alone(tmp_path: Path) -> None:
    (root, folder), said = kept_in(tmp_path / "new" / "cache", tmp_path)
    assert root == tmp_path / "new" / "cache"
    assert [oct(path.stat().st_mode & 0o777) for path in (root, root.parent, folder)] == ["0o700"] * 3
    assert said == ""


@posix
@pytest.mark.parametrize("mode", [0o777, 0o757, 0o1777])
@pytest.mark.parametrize("above", [False, True])
def test_a_cache_that_others_may_write_is_not_used(mode: int, above: bool, tmp_path: Path) -> None:
    root = tmp_path / "shared" / "cache"
    root.mkdir(parents=True)
    (root.parent if above else root).chmod(mode)
    (used, _), said = kept_in(root, tmp_path)
    if above and mode & 0o1000:  # as in /tmp, where nobody can rename or remove what is another's
        assert used == root
    else:
        assert used.is_relative_to(tmp_path / "temporary")
        assert said.count("others may write to") == said.count("\n") == 1


@posix
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize("what", ["root", "folder", "file"])
def test_a_cache_in_which_something_is_anothers_is_not_used(what: str, tmp_path: Path) -> None:
    (root, folder), _ = kept_in(tmp_path / "cache", tmp_path)
    (folder / "rules").mkdir()
    (folder / "rules" / "index.nbi").write_bytes(b"a pickle")
    os.chown({"root": root, "folder": folder, "file": folder / "rules" / "index.nbi"}[what], 12345, 12345)
    (used, other), said = kept_in(root, tmp_path)
    assert (used == root) == (what != "root")
    assert other.is_relative_to(tmp_path / "temporary")
    assert "belongs to another user" in said
