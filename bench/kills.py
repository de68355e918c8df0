"""Kills a server again and again under load, and looks whether anything acknowledged is lost.

`make kills` (`ARGS="--tables 50 --kills 20 --db postgresql://…"`).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from bench.crowd import Player, Served, crowd, free_port, gone_on, playing
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
    faults, written = await compared(db, players)
    acknowledged = sum(len(player.acknowledged) for player in players)
    return Outcome(kills, acknowledged, written, sum(player.connected - 1 for player in players), faults)


async def all_resumed(players: list[Player], before: list[int]) -> None:
    """Wait until every table has gone on, or is over: all clients have resumed by themselves."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        going = [p.over or len(p.acknowledged) > n for p, n in zip(players, before, strict=True)]
        if all(one or two for one, two in zip(going[::2], going[1::2], strict=True)):
            return
        await asyncio.sleep(0.05)


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


def main() -> int:
    """Kill, and tell."""
    asked = argparse.ArgumentParser(prog="make kills", description="kill a server under load; is anything lost?")
    asked.add_argument("--tables", type=int, default=50)
    asked.add_argument("--kills", type=int, default=20)
    asked.add_argument("--db", default="", help="default: SQLite in a temporary folder")
    asked.add_argument("--seed", default="1")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        db = given.db or str(Path(folder) / "escapade.db")
        found = asyncio.run(killed(db, given.tables, given.kills, random.Random(given.seed)))
    print(
        f"{found.kills} kills, {given.tables} tables: {found.acknowledged} moves acknowledged, {found.written} plies "
        f"written, {found.resumed} times resumed, {len(found.faults)} faults"
    )
    print("\n".join(found.faults[:20]))
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
