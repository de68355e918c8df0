"""Tables that were really played, commands typed at them, and SQL past everything of ours."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Callable
from typing import Any, NamedTuple

import asyncpg

from escapade.server import protocol
from escapade.server.admin import edits
from escapade.server.live import audit
from escapade.server.live.registry import Registry, milliseconds
from escapade.server.live.table import Table
from escapade.server.store import Store, driver_of


class Said(NamedTuple):
    code: int
    out: str
    err: str


Typed = Callable[..., Said]


ME = protocol.SeatRequest("me", name="Ann")
FRIEND = protocol.SeatRequest("guest", name="Bob")


async def open_registry(db: str, now: Callable[[], int] = milliseconds) -> Registry:
    registry = Registry(Store(driver_of(db)), now, 0)
    await registry.open()
    if await registry.store.person("ann") is None:  # only people host tables
        await registry.store.driver.run([("INSERT INTO people (id, name, made) VALUES ('ann', 'Ann', 0)", ())])
    return registry


async def act(table: Table, times: int, dice: random.Random) -> None:
    """Let whoever's turn it is do anything legal, so many times or to the end."""
    for _ in range(times):
        if table.over or table.match is None:
            return
        seat = table.match.turn
        await table.act("ann", seat, table.history.seq, dice.choice(table.match.legal()).code, "")


async def play(db: str, game: str, times: int, give_up: bool = False, **more: Any) -> str:
    """One table of people at one screen; return its code."""
    registry = await open_registry(db)
    try:
        seats = [ME, FRIEND] if game != "stalag17" else [ME, FRIEND, FRIEND]
        table, _ = await registry.lobby.create(protocol.TableRequest(game, seats, **more), "ann", "Ann")
        await act(table, times, random.Random(5))
        if give_up:
            await table.resign("ann", 0, table.history.seq, "enough")
        return table.row.code
    finally:
        await registry.close()


def evening(db: str, game: str = "cartagena", times: int = 12, **more: Any) -> str:
    return asyncio.run(play(db, game, times, **more))


def sql(db: str, statement: str, *args: Any) -> list[Any]:
    """Say something to a database past everything of ours."""
    if "://" not in db:
        with sqlite3.connect(db) as link:
            rows = link.execute(statement, args).fetchall()
        link.close()
        return rows

    async def ask() -> list[Any]:
        link = await asyncpg.connect(db)
        parts = statement.split("?")
        numbered = "".join(part + (f"${i}" if i < len(parts) else "") for i, part in enumerate(parts, 1))
        rows = [tuple(row) for row in await link.fetch(numbered, *args)]
        await link.close()
        return rows

    return asyncio.run(ask())


def log(db: str) -> list[tuple[int, int, int]]:
    return [tuple(row) for row in sql(db, "SELECT ply, seat, action FROM log ORDER BY match, ply")]


async def reading(db: str, code: str) -> audit.Reading:
    async with edits.opened(db) as store:
        return await edits.read(store, code)
