"""One source, two ways to run it.

`@rule` only marks a function; importing a game does not import numba. `compiled(module)` returns a twin of the
module whose marked functions are machine code. A module that is generic in the game (random play, search) names it
with a global, `game`, and is compiled once per game: `compiled(play, game=compiled(rules))`.
"""

from __future__ import annotations

import atexit
import hashlib
import importlib
import os
import shutil
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import platformdirs

F = TypeVar("F", bound=Callable[..., Any])

FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": True}  # checks cost nothing measurable
SHORT = 500  # bytes of bytecode: rules up to this length are copied to where they are called
KEPT = 8  # cache folders of other source states that stay, so that two checkouts do not fight
PACKAGE = Path(__file__).resolve().parent.parent


def rule(function: F) -> F:
    """Mark a function as one that can be compiled."""
    function.is_rule = True  # type: ignore[attr-defined]
    return function


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


def cache_root() -> Path:
    """Where compiled code is kept: $ESCAPADE_CACHE, or the user's cache folder, or a temporary one."""
    root = Path(os.environ.get("ESCAPADE_CACHE") or platformdirs.user_cache_path("escapade"))
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(_own_folder())


@cache
def _own_folder() -> str:
    """A temporary folder nobody else can put code into, for as long as this process runs."""
    folder = tempfile.mkdtemp(prefix="escapade-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def sources_hash(sources: tuple[Path, ...] = ()) -> str:
    """One hash over every source, the versions and the flags.

    Numba notices neither an edited callee in another file nor another game bound to the same search: it would
    return stale answers. So any change of any source gets a cache folder of its own.
    """
    import numba

    total = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version} {sorted(FLAGS.items())}".encode())
    for path in [*sorted(PACKAGE.rglob("*.py")), *sorted(sources)]:
        total.update(path.name.encode() + b"\0" + path.read_bytes())
    return total.hexdigest()[:16]


def prune(root: Path, current: str) -> None:
    """Remove the folders of older source states, but never the one in use nor the few last used."""
    others = sorted((p for p in root.iterdir() if p.is_dir() and p.name != current), key=lambda p: -p.stat().st_mtime)
    for old in others[KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


_twins: dict[tuple[str, ...], types.ModuleType] = {}
_lock = threading.RLock()
_folders: dict[tuple[Path, ...], Path] = {}


def _outside(modules: Iterable[types.ModuleType]) -> set[Path]:
    """Collect the sources outside this package that modules may be made of: all that lie beside them, since a constant
    does not tell where it was imported from, and those of the rules they import."""
    sources: set[Path] = set()
    seen: set[str] = set()
    todo = list(modules)
    while todo:
        module = todo.pop()
        source = Path(module.__file__ or "")
        if module.__name__ in seen or source.is_relative_to(PACKAGE):
            continue
        seen.add(module.__name__)
        sources.update(source.parent.glob("*.py"))
        homes = {thing.__module__ for thing in vars(module).values() if is_rule(thing)}
        todo += [sys.modules[home] for home in homes if home in sys.modules]
    return sources


def _folder(modules: Iterable[types.ModuleType]) -> Path:
    """The cache folder for the present state of the sources; made, touched and pruned once a process."""
    outside = tuple(sorted(_outside(modules)))
    if outside not in _folders:
        root, name = cache_root(), sources_hash(outside)
        folder = root / name
        folder.mkdir(parents=True, exist_ok=True)
        now = time.time()
        os.utime(folder, (now, now))
        prune(root, name)
        _folders[outside] = folder
    return _folders[outside]


def compiled(module: types.ModuleType | str, **bound: types.ModuleType) -> Any:
    """Return a twin of `module` with every rule compiled; `bound` replaces globals such as `game`."""
    with _lock:
        if isinstance(module, str):
            module = importlib.import_module(module)
        key = (module.__name__, *(f"{name}={twin.__name__}" for name, twin in sorted(bound.items())))
        if key not in _twins:
            _twins[key] = _twin(module, key, bound)
        return _twins[key]


def _twin(module: types.ModuleType, key: tuple[str, ...], bound: dict[str, types.ModuleType]) -> types.ModuleType:
    import numba

    config: Any = numba.config
    twin = types.ModuleType(module.__name__, module.__doc__)
    scope = twin.__dict__
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
            scope[name] = numba.njit(cache=True, **_flags(body))(body)
    finally:
        config.CACHE_DIR = before
    return twin


def _flags(function: types.FunctionType) -> dict[str, Any]:
    """How a rule is compiled. Arrays are counted (an atomic step at every call) only where memory is asked for."""
    code = function.__code__
    return {**FLAGS, "forceinline": len(code.co_code) <= SHORT, "_nrt": "zeros" in code.co_names}


def _rebound(function: types.FunctionType, scope: dict[str, Any]) -> types.FunctionType:
    """Return the same code, looking its globals up in another scope."""
    twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    twin.__qualname__, twin.__doc__, twin.__module__ = function.__qualname__, function.__doc__, function.__module__
    return twin
