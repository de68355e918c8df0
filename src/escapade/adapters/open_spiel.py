"""Every game as a game of OpenSpiel, rules untouched: `register()`, then `pyspiel.load_game("escapade_cartagena")`.

A seat is a player, a code is an action, and chance is a player there too, so `odds` are its outcomes. What OpenSpiel
calls an observation is a seat's view; an information state is that and all the seat has heard, in order. Worlds that
fit an information state are made by `determinize`, from the view alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from escapade.games import GAMES
from escapade.kernel.contract import Game, Option
from escapade.kernel.fields import State, View
from escapade.kernel.names import CHANCE, OVER, SPECTATOR, UNHEARD, BadInput
from escapade.kernel.rng import seed

try:
    import pyspiel
except ImportError:
    raise BadInput("OpenSpiel is not installed: pip install 'escapade[research]'") from None

PREFIX = "escapade_"
HEARD, REMEMBERED = "heard", 4096  # the part of a tensor with perfect recall, and how much it can hold
LONGEST = 1_000_000  # plies that are promised to OpenSpiel, which wants a bound: far beyond any game
PLAYERS, PIECES = "players", "pieces"  # parameters beside a game's own options
SEAT = "seat"
FINE = 1 << 53  # numbers that a random float tells apart


# --- Games ---


def register() -> None:
    """Make every game known to OpenSpiel, as escapade_<name>, with its seats and options as parameters.

    >>> register()
    >>> pyspiel.load_game("escapade_cartagena(players=3,version=tortuga)").num_players()
    3
    """
    known = set(pyspiel.registered_names())
    for game in GAMES.values():
        if PREFIX + game.name not in known:
            # OpenSpiel keeps what it is given beyond the end of Python, which only a class survives.
            pyspiel.register_game(kind(game, game.check_seats(None)), type(game.title, (Listed,), {"listed": game}))


def spiel_game(
    game: Game, seats: int | None = None, options: Mapping[str, Any] | None = None, pieces: Any = None
) -> SpielGame:
    """Any game, also one of your own that is not registered; `pieces` is what `game.pieces(…)` returns.

    >>> state = spiel_game(GAMES["stratego"], options={"red": 0}).new_initial_state()
    >>> state.action_to_string(state.legal_actions()[0])
    'place flag'
    """
    return SpielGame(game, seats, options or {}, pieces, {})


def kind(game: Game, seats: int) -> Any:
    """What OpenSpiel wants to know of a game before it is played."""
    utility = pyspiel.GameType.Utility
    specification = {option.name: parameter(option) for option in game.options}
    if hasattr(game.rules, "Pieces"):
        specification[PIECES] = ""
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if seats > 1 else utility.GENERAL_SUM,  # alone one plays against the game
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=game.seats[0],
        max_num_players=game.seats[-1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={PLAYERS: game.check_seats(None), **specification},
    )


def parameter(option: Option) -> Any:
    """An option's default as a parameter: a switch, a number, or text."""
    return option.default if isinstance(option.default, bool) or option.low is not None else str(option.default)


class SpielGame(pyspiel.Game):
    """A game with seats, options and pieces agreed."""

    def __init__(
        self, game: Game, seats: int | None, options: Mapping[str, Any], pieces: Any, parameters: dict[str, Any]
    ) -> None:
        self.game, self.seats = game, game.check_seats(seats)
        self.options = game.check_options(options, self.seats)
        self.pieces = game.pieces(pieces)
        self.opening = game.start(self.seats, self.options, self.pieces)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.size,
            max_chance_outcomes=game.actions.size,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            **({"utility_sum": 0.0} if self.seats > 1 else {}),
            max_game_length=LONGEST,
        )
        super().__init__(kind(game, self.seats), info, parameters)

    def __reduce__(self) -> tuple[type[SpielGame], tuple[Any, ...]]:
        return SpielGame, (self.game, self.seats, self.options, self.pieces, self.get_parameters())

    def __deepcopy__(self, memo: object) -> SpielGame:
        return self  # nothing in it ever changes

    def new_initial_state(self) -> SpielState:
        """Where every play begins."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of this game: a seat, or a spectator where no private information is wanted."""
        return Observer(self.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class Listed(SpielGame):
    """A game of the list, as `pyspiel.load_game` makes it from parameters."""

    listed: Game

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        given = {name: as_parameter(value) for name, value in (parameters or {}).items()}
        options = {name: as_option(value) for name, value in given.items() if name not in (PLAYERS, PIECES)}
        pieces = self.listed.pieces(given[PIECES]) if given.get(PIECES) else None
        super().__init__(self.listed, given.get(PLAYERS), options, pieces, given)


def as_parameter(value: Any) -> Any:
    """A seat number in a text is written seat0: OpenSpiel takes a bare 0 for a number, and refuses it."""
    return f"{SEAT}{value}" if isinstance(value, str) and value.isdigit() else value


def as_option(value: Any) -> Any:
    """The same back."""
    return value.removeprefix(SEAT) if isinstance(value, str) else value


# --- States ---


class Position:
    """A state, and what each seat has heard on the way to it: all of a play but its past."""

    __slots__ = ("heard", "home", "state")

    def __init__(self, home: SpielGame, state: State, heard: dict[int, tuple[tuple[int, int], ...]]) -> None:
        self.home, self.state, self.heard = home, state, heard

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[Any, ...]]:
        return revived_position, (self.home, self.home.game.fields.bytes(self.state), self.heard)

    def __deepcopy__(self, memo: object) -> Position:
        return Position(self.home, self.state.copy(), dict(self.heard))

    def view(self, observer: int) -> View:
        """What a seat, or a spectator, may know."""
        return self.home.game.view(self.state, observer)

    def apply(self, code: int) -> None:
        """Let the seat at the turn, or chance, act; everyone hears of it what there is to be heard."""
        rules, state = self.home.game.rules, self.state
        for ear, before in self.heard.items():
            noticed = rules.hear(state, code, ear)
            if noticed != UNHEARD:
                self.heard[ear] = (*before, (state.turn, noticed))
        rules.apply(state, code)

    def guess(self, seat: int, number: int, ears: tuple[int, ...]) -> Position:
        """Another position that looks the same to a seat. What others heard is not known to it: they begin anew."""
        words = [0, 0]
        seed(words, number)
        world = self.home.game.guess(self.view(seat), words)
        return Position(self.home, world, {ear: self.heard.get(ear, ()) if ear == seat else () for ear in ears})


def revived_position(home: SpielGame, packed: bytes, heard: dict[int, Any]) -> Position:
    """The same position again, in another process."""
    return Position(home, home.game.fields.unpack(packed), heard)


class SpielState(pyspiel.State):
    """A play of a game."""

    def __init__(self, game: SpielGame, position: Position | None = None) -> None:
        super().__init__(game)
        ears = (*range(game.seats), SPECTATOR)
        self.position = position or Position(game, game.opening.copy(), dict.fromkeys(ears, ()))

    def __reduce__(self) -> tuple[Callable[..., SpielState], tuple[Any, ...]]:
        return unpickle_state, (self.position, self.history())

    def current_player(self) -> int:
        """The seat at the turn, or chance, or nobody any more."""
        turn: int = self.position.state.turn
        who: int = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}.get(turn, turn)
        return who

    def is_terminal(self) -> bool:
        """Is it over?"""
        return bool(self.position.state.turn == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        """What the seat at the turn may do. What it may do at any time, such as resigning, is not asked for here."""
        at = self.position
        return sorted(at.home.game.legal(at.state)) if player == at.state.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, and how likely each of it is."""
        at = self.position
        odds = sorted(at.home.game.odds(at.state))
        total = sum(weight for _, weight in odds)
        return [(code, weight / total) for code, weight in odds]

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.home.game.actions[action].name

    def returns(self) -> list[float]:
        """The score of each seat; nothing before the end."""
        at = self.position
        return at.home.game.returns(at.state, at.home.seats)

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> SpielState:
        """Another play that this seat cannot tell from the real one.

        It is made of the seat's view, so its past is not known: `history()` is empty, and others have heard nothing.
        """
        home = self.position.home
        return SpielState(home, self.position.guess(player, int(rng() * FINE), (*range(home.seats), SPECTATOR)))

    def view(self, player: int) -> View:
        """The view of a seat, as a bot receives it."""
        return self.position.view(player)

    def heard_codes(self, player: int) -> list[tuple[int, int]]:
        """The events a seat has heard, as a bot receives them: who acted, and the action as it was perceived."""
        return list(self.position.heard[player])

    def __str__(self) -> str:
        return state_text(self.position.state)


def unpickle_state(position: Position, history: list[int]) -> SpielState:
    """Rebuild a pickled state, in another process."""
    state = position.home.new_initial_state()
    for action in history:
        state.apply_action(action)
    state.position = position
    return state


# --- Observers ---


def state_text(state: State) -> str:
    """A state or a view as text, a line a field: equal states, equal texts."""
    return "\n".join([f"{name} {getattr(state, name)}" for name in state._names])


class Observer:
    """What a seat may know, as text and as numbers: a tensor for each field, UNKNOWN where it is hidden."""

    def __init__(self, game: Game, sort: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no observation parameters: {params}")
        if sort.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS or not sort.public_info:
            raise ValueError("an observer is a seat or a spectator: no seat sees what others hide")
        self.game, self.recalls = game, sort.perfect_recall
        self.seated = sort.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        shapes = {field.name: tuple(map(int, field.shape)) or (1,) for field in game.fields.table}
        if self.recalls:
            shapes[HEARD] = (REMEMBERED, 2)
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in shapes.items():
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what is seen into `tensor` and `dict`; with perfect recall also what was heard."""
        observer = player if self.seated else SPECTATOR
        seen = state.position.view(observer)
        for name in seen._names:
            self.dict[name][...] = getattr(seen, name)
        if self.recalls:
            self._recall(state.position.heard[observer])

    def _recall(self, heard: Sequence[tuple[int, int]]) -> None:
        """Who, and what, from 1 on; 0 is nothing."""
        if len(heard) > REMEMBERED:
            raise ValueError(f"a tensor remembers {REMEMBERED} events, not {len(heard)}; as text there is no limit")
        cells = self.dict[HEARD]
        cells[...] = 0
        if heard:
            cells[: len(heard)] = np.add(heard, (1 - CHANCE, 1))

    def string_from(self, state: SpielState, player: int) -> str:
        """Say what is seen; with perfect recall also everything that was heard, in order."""
        observer = player if self.seated else SPECTATOR
        seen = state_text(state.position.view(observer))
        if not self.recalls:
            return seen
        names = self.game.actions.names
        heard = "; ".join([f"{who}: {names[code]}" for who, code in state.position.heard[observer]])
        return f"{observer} heard {heard}\n{seen}"
