"""Kills a server again and again under load, and looks whether anything acknowledged is lost; then lets two processes
share the players of every table.

`make kills` does so on SQLite and on a PostgreSQL of its own; `ARGS="--tables 50 --kills 20 --db postgresql://…"` on
another, which two processes share if they can.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from bench.crowd import Player, Served, crowd, free_port, gone_on, playing, served
from bench.postgres import new_database, running
from escapade.server.store import Store, driver_of


class Outcome(NamedTuple):
    """What came of it."""

    kills: int
    acknowledged: int
    written: int
    resumed: int
    faults: list[str]


async def killed(db: str, tables: int, kills: int, dice: random.Random, game: str = "cartagena") -> Outcome:
    """Let a crowd play while its server is killed and started again; then compare what they were told with the log."""
    server = Served(db, free_port())
    server.start()
    try:
        players = await crowd([server.url], game, tables, dice, pause=0.02)
        async with playing(players):
            for _ in range(kills):
                await gone_on(players, dice.randrange(tables, 6 * tables))
                server.kill()
                await asyncio.to_thread(server.start)
            await all_resumed(players, [len(player.acknowledged) for player in players])
    finally:
        server.stop()
    return await outcome(db, players, kills)


async def all_resumed(players: list[Player], before: list[int]) -> None:
    """Wait until every table has gone on, or is over: all clients have resumed by themselves."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        going = [p.over or len(p.acknowledged) > n for p, n in zip(players, before, strict=True)]
        if all(one or two for one, two in zip(going[::2], going[1::2], strict=True)):
            return
        await asyncio.sleep(0.05)


async def outcome(db: str, players: list[Player], kills: int = 0) -> Outcome:
    """What everyone was told, beside what the log holds."""
    faults, written = await compared(db, players)
    acknowledged = sum(len(player.acknowledged) for player in players)
    return Outcome(kills, acknowledged, written, sum(player.connected - 1 for player in players), faults)


async def compared(db: str, players: list[Player]) -> tuple[list[str], int]:
    """Every acknowledged move must be in the log once, where it was said to be, and the log must have no gap."""
    store = Store(driver_of(db))
    await store.open()
    faults, written = [], 0
    try:
        for one, two in zip(players[::2], players[1::2], strict=True):
            row = await store.table(one.code)
            assert row is not None
            log = await store.log(row.id)
            written += len(log)
            plies = [r[0] for r in await store.driver.ask("SELECT ply FROM log WHERE match = ? ORDER BY ply", row.id)]
            if plies != [*range(len(plies))]:
                faults.append(f"table {one.code}: a gap in its log")
            for player in (one, two):
                for name, seq in player.acknowledged.items():
                    found = [i for i, entry in enumerate(log) if entry.id == name]
                    if len(found) != 1 or not found[0] < seq:
                        faults.append(f"table {one.code}: {name} was acknowledged and is {len(found)} times in the log")
    finally:
        await store.close()
    return faults, written


async def shared(db: str, tables: int, moves: int, dice: random.Random, game: str = "cartagena") -> Outcome:
    """Two processes serve the same tables, a player of each on either, until so many moves were acknowledged."""
    with served(db, free_port()) as one, served(db, free_port()) as two:
        players = await crowd([one.url, two.url], game, tables, dice)
        async with playing(players):
            await gone_on(players, moves)
    return await outcome(db, players)


def events(name: str, found: Outcome) -> int:
    """Print what came of it; how many faults."""
    print(
        f"{name}: {found.kills} kills, {found.acknowledged} moves acknowledged, {found.written} plies written, "
        f"{found.resumed} times resumed, {len(found.faults)} faults",
        flush=True,
    )
    print("\n".join(found.faults[:20]), end="\n" if found.faults else "")
    return len(found.faults)


def run(tables: int = 50, kills: int = 20, moves: int = 10_000, db: str = "", seed: str = "1") -> int:
    """Kill, share, and tell; how many faults."""
    with ExitStack() as rooms:
        if db:
            dbs = [db]
        else:
            folder, home = rooms.enter_context(tempfile.TemporaryDirectory()), rooms.enter_context(running())
            dbs = [str(Path(folder) / "escapade.db"), new_database(home)]
        faults = 0
        for one in dbs:
            kind = "PostgreSQL" if "://" in one else "SQLite"
            faults += events(kind, asyncio.run(killed(one, tables, kills, random.Random(seed))))
        if "://" in dbs[-1]:
            found = asyncio.run(shared(dbs[-1], tables, moves, random.Random(seed)))
            faults += events("PostgreSQL, two processes", found)
    return faults


def main() -> int:
    """Run it from the command line; 1 if anything is lost."""
    asked = argparse.ArgumentParser(prog="make kills", description="kill a server under load; is anything lost?")
    asked.add_argument("--tables", type=int, default=50)
    asked.add_argument("--kills", type=int, default=20)
    asked.add_argument("--moves", type=int, default=10_000, help="that two processes share")
    asked.add_argument("--db", default="", help="default: SQLite in a temporary folder, then a PostgreSQL of its own")
    asked.add_argument("--seed", default="1")
    return 1 if run(**vars(asked.parse_args())) else 0


if __name__ == "__main__":
    sys.exit(main())
