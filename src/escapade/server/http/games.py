"""Games over HTTP: what forms and boards need of them, their words and rules, and the ratings of their players."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from escapade.bots import LEVELS, hints
from escapade.games import GAMES
from escapade.kernel import words as game_words
from escapade.kernel.contract import Game, Option, find_game
from escapade.kernel.fields import Axis
from escapade.kernel.rulebook import rulebook
from escapade.server import protocol
from escapade.server.accounts.ratings import shown
from escapade.server.http.requests import or_404
from escapade.server.http.responses import cached, json_response
from escapade.server.http.services import Services
from escapade.server.openapi import JSON, TEXT
from escapade.server.protocol import encode


async def games(services: Services, request: Request) -> Response:
    """List the games, with all that forms and boards need."""
    return cached(request, encode(protocol.Games([game_info(game) for game in GAMES.values()])), JSON)


async def words(services: Services, request: Request) -> Response:
    """Return the Fluent messages of a game in a language."""
    path = request.path_params
    with or_404():
        text = game_words.text(find_game(GAMES, path["game"]), path["lang"])
    return cached(request, text, TEXT)


async def bots_words(services: Services, request: Request) -> Response:
    """Return the Fluent messages in which bots explain their hints, in a language."""
    with or_404():
        text = hints.words(request.path_params["lang"])
    return cached(request, text, TEXT)


async def rules(services: Services, request: Request) -> Response:
    """Return the rules of a game, clause by clause: in this language if there is a translation, else in English."""
    path = request.path_params
    with or_404():
        book = rulebook(find_game(GAMES, path["game"]), path["lang"])
    return cached(request, encode(msgspec.convert(book, protocol.Rulebook, from_attributes=True)), JSON)


async def ratings(services: Services, request: Request) -> Response:
    """List the best players of a game."""
    game = find_game(GAMES, request.path_params["game"])
    enough = services.registry.limits.provisional
    rows = await services.registry.store.rated.best(game.name, enough)
    found = [protocol.RatingInfo(name, *shown(row), row.games, row.opponents < enough) for name, row in rows]
    return json_response(protocol.RatingList(game.name, found))


@cache
def game_info(game: Game) -> protocol.GameInfo:
    """A game's options, actions and fields."""
    return protocol.GameInfo(
        name=game.name,
        title=game.title,
        about=game.about,
        seats=[*game.seats],
        options=[option_info(option) for option in game.options],
        actions=game.actions.names,
        verbs=game.actions.bases,
        presets=game.presets(),
        fields=[field_info(field) for field in game.fields.table],
        bots=[level.name for level in LEVELS],
        languages=game_words.languages(game),
        seat_args=[*game.messages.SEAT_ARGS],
    )


def option_info(option: Option) -> protocol.OptionInfo:
    """An option, for a form."""
    kind: Any = "text" if option.check else "choice"
    if isinstance(option.default, bool):
        kind = "switch"
    elif option.low is not None:
        kind = "number"
    return protocol.OptionInfo(
        option.name, option.about, option.clause, kind, option.default, [*option.choices], option.low, option.high
    )


def field_info(field: Any) -> protocol.FieldInfo:
    """A field of a view, for the board that draws any game."""
    axes = [axis.counts if isinstance(axis, Axis) else "" for axis in field.shape]
    labels = [[*axis.labels] if isinstance(axis, Axis) else [] for axis in field.shape]
    counts, holds = (field.holds.counts, [*field.holds.labels]) if field.holds is not None else ("", [])
    bits = [*field.bits.labels] if field.bits is not None else []
    shape = [int(n) for n in field.shape]
    return protocol.FieldInfo(
        field.name, shape, axes, labels, field.sees, field.about, counts, holds, bits, field.fixed
    )
