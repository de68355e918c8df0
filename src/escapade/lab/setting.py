"""What is played in the lab: a setting, its players, and whole matches of bots."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from escapade.bots import Bot, Budget, bot, level_of
from escapade.bots.parts import from_book
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.dealer import SeededDealer
from escapade.kernel.fields import State
from escapade.kernel.match import Match
from escapade.kernel.names import OVER, BadInput, whole_number

ITERATIONS = 100  # of bots that search, by default
GAMES_OF = {True: 10_000, False: 100}  # games of bots without and with search, by default


class Setting(NamedTuple):
    """What is played: plain data, so that it can be sent to another process."""

    game: str
    seats: int
    options: dict[str, Any]
    pieces: Any
    bot: str


class Player(NamedTuple):
    """A bot and its iterations a move; a bot without iterations does not search."""

    name: str
    iterations: int | None = None

    @property
    def label(self) -> str:
        """Its name in a report."""
        return self.name if self.iterations is None else f"{self.name}@{self.iterations}"

    @property
    def budget(self) -> Budget:
        """Its budget."""
        return Budget(iterations=self.iterations)


class BotSpec(NamedTuple):
    """A bot, and how many games it plays."""

    player: Player
    games: int


def validated(
    game: Game, seats: int | None = None, options: Mapping[str, Any] | None = None, pieces: Any = None,
    bot: str = "random",
) -> Setting:  # fmt: skip
    """Check and complete a setting."""
    number = game.check_seats(seats)
    chosen = game.check_options(options or {}, number)
    return Setting(game.name, number, chosen, game.pieces() if pieces is None else pieces, bot)


def in_seats(number: int) -> str:
    """Write a number of seats in words."""
    return "1 seat" if number == 1 else f"{number} seats"


def parse_bot_spec(text: str, games: int | None = None) -> BotSpec:
    """Parse a bot spec: `greedy`, `greedy:20000` (games), `planner@200` (iterations), `planner@200:400`.

    >>> parse_bot_spec("planner@200:400"), parse_bot_spec("greedy")
    (BotSpec(player=Player(name='planner', iterations=200), games=400), BotSpec(player=Player(name='greedy', iterations=None), games=10000))
    """  # noqa: E501
    who, colon, many = text.partition(":")
    player = parse_player(who)
    if colon:
        games = parse_count(text, many, ":", "games")
    return BotSpec(player, games or GAMES_OF[player.iterations is None])


def parse_player(text: str) -> Player:
    """Parse a bot whose games are reproducible: without search or with iterations, never by the clock.

    >>> parse_player("2"), parse_player("planner"), parse_player("expert@500")
    (Player(name='greedy', iterations=None), Player(name='planner', iterations=100), Player(name='expert', iterations=500))
    """  # noqa: E501
    name, at, limit = text.partition("@")
    level = level_of(name)
    player = Player(level.name if level else name)
    if level is not None and level.milliseconds:
        return player._replace(iterations=parse_count(text, limit, "@", "iterations") if at else ITERATIONS)
    if at:
        raise BadInput(f"{text!r}: {name} does not look ahead, and needs no iterations")
    return player


def parse_count(text: str, number: str, sign: str, what: str) -> int:
    """Parse a number behind a sign."""
    found = whole_number(number)
    if found is None or found < 1:
        hint = "; by the clock nothing could be played again" if number.endswith("ms") else ""
        raise BadInput(f"{text!r}: behind {sign} stands a number of {what}{hint}")
    return found


def self_play_match(setting: Setting, player: Bot, number: str) -> Match:
    """Play a match of a bot against itself; the dice of game and bot have this number."""
    return play_match(setting, [(player, Budget())] * setting.seats, number)


def play_match(setting: Setting, players: Sequence[tuple[Bot, Budget]], number: str) -> Match:
    """Play a match; the dice of game and bots have this number."""
    dealer, dice = SeededDealer(number), random.Random(number)
    match = Match(GAMES[setting.game], setting.seats, setting.options, setting.pieces, dealer)
    while match.turn != OVER:
        heard = match.heard_codes(match.turn)
        player, budget = players[match.turn]
        match.play(player.choose(match.view(match.turn), match.legal_codes(), heard, budget, dice))
    return match


def play_setup(game: Game, state: State, players: Sequence[tuple[Bot, Budget]], dice: random.Random) -> list[int]:
    """Play the set-up of a state from its book; return its codes."""
    log = []
    while state.turn < 0 or from_book(game, state):
        if state.turn < 0:
            codes, weights = zip(*game.odds(state), strict=True)
            code = dice.choices(codes, weights)[0]
        else:
            player, budget = players[state.turn]
            code = player.choose(game.view(state, state.turn), game.legal(state), [], budget, dice)
        game.rules.apply(state, code)
        log.append(code)
    return log


def build_bots(game: Game, players: Sequence[Player]) -> list[tuple[Bot, Budget]]:
    """Build the bots, each once."""
    built = {player: bot(game, player.name) for player in set(players)}
    return [(built[player], player.budget) for player in players]
