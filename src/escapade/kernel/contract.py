"""What a game must have, and what can be asked of any game.

A rules module holds `TITLE`, `SEATS`, `OPTIONS`, `FIELDS`, `ACTIONS`, `MAX_ACTIONS` (legal at once) and the functions
of `FUNCTIONS`, in that order. `Pieces` reads a data file if there is one, `ABOUT` says in a line what the
game is, `COUNTED` names fields that a balance report counts. Two more functions are there if the game needs them:
`anytime(state, seat, out)`, what a seat may do even when it is not its turn, and `simultaneous(state, out)`, the seats
that still have to choose now, unseen by each other: they do so in turn, and each keeps the turn until its choice is
complete, but `legal` and `apply` let any of them be at the turn, in a view. Beside it `signature.txt` holds what 1,000
seeded games come to, so that rules that were changed are told from those of before.

A `Game` names the other parts of its folder, the modules of `PARTS`; each of them is optional and loaded when it is
first asked for, so that rules can be played without a terminal or a search.
"""

from __future__ import annotations

import difflib
import hashlib
import sys
import types
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from escapade.kernel import any_messages
from escapade.kernel.compile import compiled
from escapade.kernel.fields import Fields, State, View
from escapade.kernel.names import OMNISCIENT, BadInput, whole_number
from escapade.kernel.notation import Action, Actions
from escapade.kernel.pieces import read_pieces
from escapade.kernel.words import say

FUNCTIONS = ("setup", "legal", "odds", "apply", "returns", "observe", "hear", "determinize")
CONSTANTS = {
    "TITLE": "what the game is called",
    "SEATS": "how many can play: range(2, 5) is two to four",
    "OPTIONS": "what a table may agree to change: () if nothing",
    "FIELDS": "the table of fields: Fields(Field(…), …)",
    "ACTIONS": "what can happen, by name: Actions(Verb(…), …)",
    "MAX_ACTIONS": "the most actions, or outcomes, that there ever are at once",
}
PARTS = {
    "messages": "what is said at the table: what has happened, what an action would do, why it is refused",
    "heuristic": "what actions and positions are worth, for bots and searches",
    "features": "numbers that describe a situation and an action, for a learned policy",
    "policy": "weights of a learned policy: the file policy.safetensors",
    "belief": "what hidden things can be, from what a seat has heard",
    "deductions": "what hidden things can be, from a view, with exact chances",
    "terminal": "how the game is drawn and asked for in a terminal",
    "invariants": "what is true of every position, how long a game can be, which seats are alike",
    "rivals": "bots of this game alone",
}


@dataclass(frozen=True)
class Option:
    """What a table may agree to change: its default is the published game."""

    name: str
    default: Any
    about: str
    clause: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    seat: bool = False  # a seat number is a value too
    check: Callable[[str], str] | None = None  # other text: returns it in its one spelling, or raises ValueError
    examples: tuple[str, ...] = ()  # of such text

    def read(self, value: Any, seats: int) -> Any:
        """Return the value in its one form, or refuse it."""
        text = str(value).strip()
        if isinstance(self.default, bool):
            return self._switch(value, text)
        if self.low is not None and self.high is not None:
            return self._number(text)
        for choice in self.choices:
            if text.casefold() == choice:
                return choice
        if self.seat and (number := whole_number(text)) is not None and 0 <= number < seats:
            return number
        if self.check:
            try:
                return self.check(text)
            except ValueError as error:
                raise BadInput(f"option {self.name}: {error} [{self.clause}]") from None
        near = difflib.get_close_matches(text, self.choices, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise BadInput(f"option {self.name} is {self.values(seats)}, not {text!r}{hint} [{self.clause}]")

    def _switch(self, value: Any, text: str) -> bool:
        if text.casefold() in {"true", "false", "yes", "no", "on", "off", "1", "0"}:
            return text.casefold() in {"true", "yes", "on", "1"}
        raise BadInput(f"option {self.name} is yes or no, not {value!r} [{self.clause}]")

    def _number(self, text: str) -> int:
        number = whole_number(text)
        if number is None or not (self.low or 0) <= number <= (self.high or 0):
            raise BadInput(f"option {self.name} is {self.values()}, not {text!r} [{self.clause}]")
        return number

    def values(self, seats: int | None = None) -> str:
        """What may stand here, in words."""
        if isinstance(self.default, bool):
            return "yes or no"
        if self.low is not None:
            return f"a whole number from {self.low} to {self.high}"
        said = [*self.choices]
        if self.seat:
            said.append("a seat number" if seats is None else f"a seat from 0 to {seats - 1}")
        if self.examples:
            said.append(f"text such as {self.examples[0]!r}")
        return " or ".join(said)


class Why(NamedTuple):
    """Why the rules do not allow something: an English sentence and the clause.

    A game with words also names the message and its arguments, to be said in any language.
    """

    reason: str
    clause: str = ""
    message: str = ""
    args: Mapping[str, Any] = types.MappingProxyType({})


class Game:
    """All that is known of a game: its rules, its data and, by name, the other modules of its folder.

    `GAME = Game(rules, parts=("messages", "heuristic"))` stands in the `__init__.py` of the folder.
    """

    def __init__(self, rules: types.ModuleType, name: str = "", parts: Collection[str] = ()) -> None:
        self.rules = rules
        self.package = rules.__name__.rpartition(".")[0]
        self.name = name or self.package.rpartition(".")[2]
        if strange := [part for part in parts if part not in PARTS]:
            raise TypeError(f"{self.name} names {', '.join(strange)}; the parts of a game are {', '.join(PARTS)}")
        self.parts = parts
        self.folder = Path(rules.__file__ or "").parent
        if missing := [name for name in CONSTANTS if not hasattr(rules, name)]:
            raise TypeError(f"{rules.__file__} lacks {'; '.join(f'{name}, {CONSTANTS[name]}' for name in missing)}")
        self.title: str = rules.TITLE
        self.about: str = getattr(rules, "ABOUT", "")
        self.seats: range = rules.SEATS
        self.options: tuple[Option, ...] = rules.OPTIONS
        self.fields: Fields = rules.FIELDS
        self.actions: Actions = rules.ACTIONS
        self.max_actions: int = rules.MAX_ACTIONS
        self._anytime = getattr(rules, "anytime", None)
        self._simultaneous = getattr(rules, "simultaneous", None)
        if absent := [f for f in FUNCTIONS if not callable(getattr(rules, f, None))]:
            raise TypeError(f"{rules.__file__} has no function {', '.join(absent)}; a game has {', '.join(FUNCTIONS)}")

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    @cached_property
    def compiled(self) -> Any:
        """The rules module compiled to machine code."""
        return compiled(self.rules)

    @cached_property
    def signature(self) -> str:
        """What tells these rules from others: what is played by them carries it. Empty if the game keeps none.

        It changes when seeded games take another course (a test compares them with signature.txt), or when an action's
        code means something else; not when the source is only written otherwise.
        """
        signed = self.folder / "signature.txt"
        if not signed.exists():
            return ""
        played = "\n".join((signed.read_text(encoding="utf-8"), *self.actions.names))
        return hashlib.sha256(played.encode()).hexdigest()[:16]

    def other_rules(self, signature: str) -> str:
        """Say that something was played by other rules than these; empty if it was not, or if that is not known."""
        if not signature or not self.signature or signature == self.signature:
            return ""
        return (
            f"it was played by other rules of {self.title} (signature {signature[:40]}; these are {self.signature}): "
            "the version of Escapade it was played with reads it"
        )

    def part(self, name: str) -> types.ModuleType | None:
        """The module that is this part of the game; None if the game has none."""
        if name not in self.parts:
            return None
        if not find_spec(f"{self.package}.{name}"):
            raise TypeError(f"{self.name} names {name} in parts=, but there is no {self.folder / f'{name}.py'}")
        return import_module(f"{self.package}.{name}")

    @cached_property
    def messages(self) -> Any:
        """What is said at the table: the game's own functions, and what is said of any game where it has none."""
        return self.part_or("messages", any_messages)

    def part_or(self, name: str, default: types.ModuleType) -> Any:
        """A part in which everything is optional: what the game does not say, the default says."""
        own = self.part(name)
        return types.SimpleNamespace(**{**vars(default), **(vars(own) if own else {})})

    @property
    def policy(self) -> Path | None:
        """The file of a learned policy, if there is one."""
        return self.folder / "policy.safetensors" if "policy" in self.parts else None

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is sent to another process by the name of its module: of its folder's object, or of bare rules."""
        whole = getattr(sys.modules.get(self.package), "GAME", None) is self
        return (game_of, (self.package if whole else self.rules.__name__, self.name))

    def pieces(self, path: Any = None, text: str | None = None) -> Any:
        """Read the game's data: its own, a player's file, or the text of one; what was read already stays as it is."""
        own = self.folder / "pieces.toml"
        kind = getattr(self.rules, "Pieces", None)
        if kind is not None and isinstance(path, kind):
            return path
        if kind is None:
            if path is not None or text is not None:
                raise BadInput(f"{self.title} has no data that could be replaced")
            return None
        return read_pieces(kind, Path(path) if path is not None else own, text)

    def presets(self) -> dict[str, list[int]]:
        """Ready-made beginnings by name, as codes that a seat can hand in; most games have none."""
        found: dict[str, list[int]] = self.rules.presets(self.pieces()) if hasattr(self.rules, "presets") else {}
        return found

    def check_seats(self, seats: int | None) -> int:
        """Return a number of seats this game can be played with; None asks for the smallest."""
        if seats is None:
            return self.seats.start
        if type(seats) is not int or seats not in self.seats:
            raise BadInput(f"{self.title} is a game for {self.seats_in_words()}, not {seats}")
        return seats

    def seats_in_words(self) -> str:
        """How many can play."""
        low, high = self.seats.start, self.seats.stop - 1
        return f"{low} seats" if low == high else f"{low} to {high} seats"

    def check_options(self, given: Mapping[str, Any], seats: int) -> dict[str, Any]:
        """Return every option with its value in one form; refuse what is misspelt or out of range."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                near = difflib.get_close_matches(name, [*known, "seats", "seed", "pieces"], 1)
                hint = f"; did you mean {near[0]!r}?" if near else f"; it has {', '.join(known) or 'none'}"
                raise BadInput(f"{self.title} has no option {name!r}{hint}")
        return {name: option.read(given.get(name, option.default), seats) for name, option in known.items()}

    def start(self, seats: int, options: Mapping[str, Any], pieces: Any) -> State:
        """Return the state before anything has happened."""
        state = self.fields.State()
        self.rules.setup(state, seats, types.SimpleNamespace(**options), pieces)
        return state

    # --- asking plain rules, with buffers taken care of ---

    def legal(self, state: State) -> list[int]:
        """The codes of what the seat to move may do."""
        out = [0] * self.max_actions
        return out[: self.rules.legal(state, out)]

    def odds(self, state: State) -> list[tuple[int, int]]:
        """What chance may do now: (code, weight)."""
        out, weight = [0] * self.max_actions, [0] * self.max_actions
        n = self.rules.odds(state, out, weight)
        return list(zip(out[:n], weight[:n], strict=True))

    def anytime(self, state: State, seat: int) -> list[int]:
        """The codes of what a seat may do whether or not it is its turn."""
        if self._anytime is None:
            return []
        out = [0] * self.max_actions
        return out[: self._anytime(state, seat, out)]

    def simultaneous(self, state: State) -> list[int]:
        """The seats that still have to choose now, unseen by each other; empty if the seat at the turn acts alone."""
        if self._simultaneous is None:
            return []
        out = [0] * self.seats.stop
        return out[: self._simultaneous(state, out)]

    def returns(self, state: State, seats: int) -> list[float]:
        """The score of each seat."""
        score = [0.0] * seats
        self.rules.returns(state, score)
        return score

    def view(self, state: State, seat: int) -> View:
        """What a seat may know of a state."""
        seen = self.fields.view(state)
        self.rules.observe(seen, seat)
        return seen

    def must_be_view(self, view: State) -> None:
        """Refuse to look at anything but a view: a bot that sees a state could cheat without meaning to."""
        if not isinstance(view, self.fields.View):
            raise TypeError(f"a bot sees a view of {self.name}, never a {type(view).__name__}: use match.view(seat)")

    def seen(self, state: State, observer: int) -> View:
        """The view of any observer, OMNISCIENT included, who sees everything."""
        return self.fields.view(state) if observer == OMNISCIENT else self.view(state, observer)

    def views(self, state: State, observers: Sequence[int], before: View | None = None) -> list[View]:
        """The views of several observers, OMNISCIENT allowed; read-only, since they share what everyone sees.

        They also share it with `before`, a view of an earlier state, as far as it is still the same.
        """
        observe = self.rules.observe
        seen: list[View] = state.copy_for_observers(self.fields.View, len(observers), before)
        for view, observer in zip(seen, observers, strict=True):
            if observer != OMNISCIENT:
                observe(view, observer)
        return seen

    def guess(self, view: State, words: list[int]) -> State:
        """A state that fits a view; `words` is a generator of `kernel.rng`."""
        state = self.fields.filled(view)
        self.rules.determinize(state, words)
        return state

    # --- asking a game's messages ---

    def why_not(self, view: State, action: Action, seat: int) -> Why:
        """Why an action is not legal for a seat that sees this view."""
        return self._why(self.messages.why_not(view, action.code, seat), f"{action.name!r} is not possible now")

    def incomplete(self, view: State, seat: int) -> Why:
        """What is missing in a seat's simultaneous choice."""
        return self._why(self.messages.incomplete(view, seat), "all are handed in together")

    def _why(self, said: tuple[Any, ...] | None, otherwise: str) -> Why:
        """Put a message with its arguments and a clause into words as well."""
        if said is None:
            return Why(otherwise)
        if len(said) == 2:  # a game without words for it: an English sentence and the clause
            return Why(said[0] or otherwise, said[1])
        message, args, clause = said
        return Why(say(self, message, args), clause, message, args) if message else Why(otherwise, clause)

    def offer(self, view: State, seat: int, code: int) -> tuple[str, dict[str, Any]]:
        """What an action would do that a seat may do now: a message and its arguments; nothing without words for it."""
        said: tuple[str, dict[str, Any]] = self.messages.offer(view, seat, code)
        return said

    def clauses(self, view: State) -> tuple[str, ...]:
        """The clauses that matter now."""
        found: tuple[str, ...] = self.messages.clauses(view)
        return found


@cache
def game_of(module: str, name: str = "") -> Game:
    """The game of a package that has one as `GAME`, or of a module of rules."""
    found = import_module(module)
    game = getattr(found, "GAME", None)
    return game if isinstance(game, Game) else Game(found, name)


def find_game(games: Mapping[str, Game], name: str) -> Game:
    """Look a game up by name; refuse an unknown one and suggest the near one."""
    if name not in games:
        near = difflib.get_close_matches(name.casefold(), games, 1, 0.5)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise BadInput(f"there is no game {name!r}; {hint}the games are {', '.join(games)}")
    return games[name]
