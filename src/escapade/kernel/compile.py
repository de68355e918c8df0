"""One source, two ways to run it.

`@rule` only marks a function; importing a game does not import numba. `compiled(module)` returns a copy of the
module whose marked functions are machine code. A module that is generic in the game (random play, search) names it
with a global, `game`, and is compiled once per game: `compiled(play, game=compiled(rules))`.
"""

from __future__ import annotations

import ast
import atexit
import hashlib
import importlib
import logging
import os
import shutil
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import platformdirs

from escapade.kernel.files import changeable_by_others, make_folder

F = TypeVar("F", bound=Callable[..., Any])

FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": True}  # checks cost nothing measurable
SHORT = 500  # bytes of bytecode: rules up to this length are copied to where they are called
MAX_CACHES = 60  # other cache folders that stay: those of other modules, and of a few other states of the sources


PACKAGE = Path(__file__).parent.parent


def rule(function: F) -> F:
    """Mark a function as one that can be compiled."""
    function.is_rule = True  # type: ignore[attr-defined]
    return function


def tight(function: F) -> F:
    """Mark a rule as one whose loops do without bounds checks, which keep the machine from doing many cells at once.

    Only for what follows a plan that was made by us, and tested with checks; never for the rules of a game.
    """
    function.is_tight = True  # type: ignore[attr-defined]
    return rule(function)


def is_rule(thing: object) -> bool:
    """Is this a function that can be compiled?"""
    return isinstance(thing, types.FunctionType) and getattr(thing, "is_rule", False)


def is_list_of_numbers(thing: object) -> bool:
    """Is this a constant list that rules look numbers up in?"""
    return isinstance(thing, tuple) and len(thing) >= 8 and all(type(number) is int for number in thing)


def _store_compiled(states: Any, i: int, state: Any) -> None:
    states[i] = state  # on a record array this copies the bytes


@rule
def store(states: Any, i: int, state: Any) -> None:
    """Copy a state into states[i]: one of two things that lists and arrays do differently."""
    states[i] = state.copy()


def _zeros_compiled(n: int) -> Any:
    return np.zeros(n, np.int64)


@rule
def zeros(n: int) -> Any:
    """Room for n numbers: the other thing."""
    return [0] * n


store.when_compiled = _store_compiled  # type: ignore[attr-defined]
zeros.when_compiled = _zeros_compiled  # type: ignore[attr-defined]


def wanted_root() -> Path:
    """Where compiled code should be kept: $ESCAPADE_CACHE, or the user's cache folder."""
    return Path(os.environ.get("ESCAPADE_CACHE") or platformdirs.user_cache_path("escapade"))


def cache_root() -> Path:
    """Where compiled code is kept: where it should be, or in a temporary folder if that cannot be, or is not safe."""
    why = why_no_cache(wanted_root())
    if not why:
        return wanted_root()
    _say_once(f"compiled code is not kept, so that it is compiled at every start: {why}")
    return Path(_own_folder())


def why_no_cache(root: Path) -> str:
    """Say why compiled code cannot be kept in a folder; empty if it can.

    What is kept there is run, and its index is a pickle: nobody else may put anything into it.
    """
    try:
        make_folder(root, private=True)
        with tempfile.TemporaryFile(dir=root):
            return changeable_by_others(root.absolute())
    except OSError as error:
        return f"{root} cannot be written to: {error.strerror}"


def _planted(folder: Path) -> str:
    """Say why the files of a cache folder cannot be trusted; empty if they can."""
    try:
        whose = ((path, path.lstat()) for path in (folder, *folder.rglob("*")))
        foreign = [path for path, info in whose if hasattr(os, "geteuid") and info.st_uid != os.geteuid()]
    except OSError:
        return ""  # another process prunes
    return f"{foreign[0]} belongs to another user" if foreign else ""


@cache
def _say_once(said: str) -> None:
    logging.getLogger("escapade").warning(said)


@cache
def _own_folder() -> str:
    """A temporary folder nobody else can put code into, for as long as this process runs."""
    folder = tempfile.mkdtemp(prefix="escapade-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def sources_hash(sources: Iterable[Path]) -> str:
    """One hash over sources, versions and flags.

    Numba notices neither an edited callee in another file nor another game bound to the same search: it would
    return stale answers. So a change of any source that compiled code may be made of gets a cache folder of its own.
    """
    import numba

    total = hashlib.sha256(
        f"{numba.__version__} {np.__version__} {sys.version} {SHORT} {sorted(FLAGS.items())}".encode()
    )
    for path in sorted(sources):
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def sources_of(modules: Iterable[types.ModuleType]) -> set[Path]:
    """Collect the sources that modules may be made of: theirs, and those of all they import, themselves or in turn.

    Libraries are left out: what lies neither in this package nor beside one of the modules.
    """
    todo = {module.__name__ for module in modules}
    ours = {PACKAGE, *(source.parent for source in map(_source, todo) if source)}
    seen: set[str] = set()
    while todo:
        name = todo.pop()
        seen.add(name)
        todo |= {other for other in _imports(name) if _lies_in(ours, other)} - seen
        todo |= _homes(name) - seen
    return {source for source in map(_source, seen) if source}


def _source(name: str) -> Path | None:
    """The file a loaded module is read from."""
    file = getattr(sys.modules.get(name), "__file__", None)
    return Path(file) if file and file.endswith(".py") else None


def _lies_in(folders: set[Path], name: str) -> bool:
    """Does a module's file lie in one of these folders?"""
    source = _source(name)
    return source is not None and any(source.is_relative_to(folder) for folder in folders)


def _homes(name: str) -> set[str]:
    """The modules that the rules in a module come from."""
    return {thing.__module__ for thing in vars(sys.modules.get(name, types)).values() if is_rule(thing)}


@cache
def _imports(name: str) -> frozenset[str]:
    """The loaded modules that a module's text imports: by their names, since a constant does not tell its home."""
    source = _source(name)
    if source is None:
        return frozenset()
    package = (sys.modules[name].__package__ or "").split(".")
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else []
            home = ".".join([*above, *([node.module] if node.module else [])])
            found |= {home, *(f"{home}.{alias.name}" for alias in node.names)}
    return frozenset(found & sys.modules.keys())


def prune(root: Path, current: str) -> None:
    """Remove the folders of older source states, but never the one in use nor the few last used."""
    used: dict[Path, float] = {}
    for folder in root.iterdir():
        with suppress(FileNotFoundError):  # another process prunes, too
            if folder.name != current and folder.is_dir():
                used[folder] = folder.stat().st_mtime
    for old in sorted(used, key=lambda folder: -used[folder])[MAX_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)


_compiled: dict[tuple[str, ...], types.ModuleType] = {}
_lock = threading.RLock()
_folders: dict[tuple[Path, ...], Path] = {}


def _folder(modules: Iterable[types.ModuleType]) -> Path:
    """The cache folder for the present state of the sources; made, touched and pruned once a process."""
    sources = tuple(sorted(sources_of(modules)))
    if sources not in _folders:
        root, name = cache_root(), sources_hash(sources)
        folder = root / name
        folder.mkdir(0o700, parents=True, exist_ok=True)
        if why := _planted(folder):
            _say_once(f"compiled code in {folder} is not used: {why}")
            root = Path(_own_folder())
            folder = root / name
            folder.mkdir(0o700, exist_ok=True)
        now = time.time()
        os.utime(folder, (now, now))
        prune(root, name)
        _folders[sources] = folder
    return _folders[sources]


def compiled(module: types.ModuleType | str, **bound: types.ModuleType) -> Any:
    """Return a copy of `module` with every rule compiled; `bound` replaces globals such as `game`."""
    with _lock:
        if isinstance(module, str):
            module = importlib.import_module(module)
        key = (module.__name__, *(f"{name}={other.__name__}" for name, other in sorted(bound.items())))
        if key not in _compiled:
            _compiled[key] = _compile(module, key, bound)
        return _compiled[key]


def _compile(module: types.ModuleType, key: tuple[str, ...], bound: dict[str, types.ModuleType]) -> types.ModuleType:
    import numba

    config: Any = numba.config
    compiled_module = types.ModuleType(module.__name__, module.__doc__)
    scope = compiled_module.__dict__
    scope.update(module.__dict__, **bound)
    where = str(_folder([module, *bound.values()]) / "+".join(key))
    before = config.CACHE_DIR
    try:
        for name, thing in list(module.__dict__.items()):
            if is_list_of_numbers(thing):
                scope[name] = np.array(thing)  # compiled code would index a tuple by comparing its way through
            if not is_rule(thing):
                continue
            if thing.__module__ != module.__name__:
                scope[name] = getattr(compiled(thing.__module__), thing.__name__)
                continue
            config.CACHE_DIR = where
            body = _rebound(getattr(thing, "when_compiled", thing), scope)
            scope[name] = numba.njit(cache=True, **_flags(body, checks=not getattr(thing, "is_tight", False)))(body)
    finally:
        config.CACHE_DIR = before
    return compiled_module


def _flags(function: types.FunctionType, checks: bool) -> dict[str, Any]:
    """How a rule is compiled. Arrays are counted (an atomic step at every call) only where memory is asked for."""
    code = function.__code__
    own = {"boundscheck": checks, "forceinline": len(code.co_code) <= SHORT, "_nrt": "zeros" in code.co_names}
    return {**FLAGS, **own}


def _rebound(function: types.FunctionType, scope: dict[str, Any]) -> types.FunctionType:
    """Return the same code, looking its globals up in another scope."""
    rebound = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    rebound.__qualname__, rebound.__doc__, rebound.__module__ = (
        function.__qualname__,
        function.__doc__,
        function.__module__,
    )
    return rebound
