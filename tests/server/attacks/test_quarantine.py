"""One damaged row concerns one table: the server starts, lists answer, and every other table plays on."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import asyncpg
import msgspec
import pytest
import websockets

from escapade.games import GAMES
from escapade.server import protocol
from escapade.server.admin.import_export import read_for_viewing
from escapade.server.limits import Limits
from escapade.server.live.quarantine import Damaged
from escapade.server.live.registry import Registry
from escapade.server.live.table import Table
from escapade.server.store import Store, driver_of
from tests.server.clients import Guest, running

TABLES = 200
STARTS = int(os.environ.get("ESCAPADE_STARTS", "16"))  # 200 damage every table in turn
DICE = random.Random(9)
MANY = Limits(tables=1000, guests=1000, frames=10_000, burst=10_000)


class Damage(NamedTuple):
    """A statement with ? for the number of a table, and whether only SQLite lets one write such a thing."""

    name: str
    sql: str
    sqlite_only: bool = False


DAMAGE = [
    Damage("settings that are no JSON", "UPDATE tables SET settings = '{' WHERE id = ?"),
    Damage("settings that are a list", "UPDATE tables SET settings = '[]' WHERE id = ?"),
    Damage(
        "settings without colours", "UPDATE tables SET settings = replace(settings, '[\"\",\"\"]', '[]') WHERE id = ?"
    ),
    Damage(
        "settings for nine", "UPDATE tables SET settings = replace(settings, '\"seats\":2', '\"seats\":9') WHERE id = ?"
    ),
    Damage(
        "options of another game", "UPDATE tables SET settings = replace(settings, 'version', 'quiet') WHERE id = ?"
    ),
    Damage("an unknown game", "UPDATE tables SET game = 'chess' WHERE id = ?"),
    Damage("another game", "UPDATE tables SET game = 'stratego' WHERE id = ?"),
    Damage("no secret", "UPDATE tables SET secret = '' WHERE id = ?"),
    Damage("an unknown status", "UPDATE tables SET status = 'gone' WHERE id = ?"),
    Damage("over too early", "UPDATE tables SET status = 'over' WHERE id = ?"),
    Damage("other rules", "UPDATE tables SET signature = 'of last year' WHERE id = ?"),
    Damage("a seat missing", "DELETE FROM seats WHERE match = ? AND seat = 1"),
    Damage("an unknown seat", "UPDATE seats SET seat = 7 WHERE match = ? AND seat = 1"),
    Damage("an unknown kind of player", "UPDATE seats SET kind = 'ghost' WHERE match = ? AND seat = 1"),
    Damage("an unknown bot", "UPDATE seats SET kind = 'bot', bot = 'hal' WHERE match = ? AND seat = 1"),
    Damage("an action of nobody", "UPDATE log SET action = 999999 WHERE match = ? AND ply = 13"),
    Damage("an action that is not legal", "UPDATE log SET action = 0 WHERE match = ? AND ply = 13"),
    Damage("a negative seat", "UPDATE log SET seat = -9 WHERE match = ? AND ply = 13"),
    Damage("an unknown verb", "UPDATE log SET action = -50 WHERE match = ? AND ply = 13"),
    Damage("more taken back than there is", "UPDATE log SET action = -2000000000 WHERE match = ? AND ply = 13"),
    Damage("a gap", "DELETE FROM log WHERE match = ? AND ply = 5"),
    Damage("no log", "DELETE FROM log WHERE match = ?"),
    Damage("a negative ply", "UPDATE log SET ply = -1 WHERE match = ? AND ply = 5"),
    Damage("a time that is none", "UPDATE log SET at = 9223372036854775807 WHERE match = ? AND ply = 13"),
    Damage("a time before the others", "UPDATE log SET at = -5 WHERE match = ? AND ply = 13"),
    Damage("sealed nonsense", "INSERT INTO sealed (match, seat, actions, at) VALUES (?, 0, '1 x', 0)"),
    Damage("sealed for nobody", "INSERT INTO sealed (match, seat, actions, at) VALUES (?, 99, '1', 0)"),
    Damage("settings that are bytes", "UPDATE tables SET settings = x'ff00fe' WHERE id = ?", True),
    Damage("settings that are a number", "UPDATE tables SET settings = CAST(x'ff' AS TEXT) WHERE id = ?", True),
    Damage("a status that is bytes", "UPDATE tables SET secret = x'00' WHERE id = ?", True),
    Damage("a date that is a word", "UPDATE tables SET made = 'yesterday' WHERE id = ?", True),
    Damage("a seat that is a word", "UPDATE seats SET seat = 'first' WHERE match = ? AND seat = 1", True),
    Damage("an action that is a word", "UPDATE log SET action = 'stop' WHERE match = ? AND ply = 13", True),
    Damage("an action that is a fraction", "UPDATE log SET action = 1.5 WHERE match = ? AND ply = 13", True),
    Damage("a seat that is bytes", "UPDATE log SET seat = x'01' WHERE match = ? AND ply = 13", True),
    Damage("a ply that is a word", "UPDATE log SET ply = 'x' WHERE match = ? AND ply = 13", True),
    Damage("a NUL in the settings", "UPDATE tables SET settings = settings || char(0) WHERE id = ?", True),
    Damage("sealed bytes", "INSERT INTO sealed (match, seat, actions, at) VALUES (?, 0, x'ff', 'x')", True),
]


async def spoil(db: str, damage: Damage, number: int) -> None:
    """Write to a database past everything of ours."""
    if "://" not in db:
        with sqlite3.connect(db, timeout=30) as link:
            link.execute(damage.sql, (number,))
        link.close()
        return
    link = await asyncpg.connect(db)
    await link.execute(damage.sql.replace("?", "$1::bigint" if "VALUES" in damage.sql else "$1"), number)
    await link.close()


def kinds(db: str) -> list[Damage]:
    return [damage for damage in DAMAGE if "://" not in db or not damage.sqlite_only]


@asynccontextmanager
async def registry_on(db: str, pace: float = 60.0) -> AsyncIterator[Registry]:
    """All of a server but its port."""
    registry = Registry(Store(driver_of(db)), pace=pace, limits=MANY)
    await registry.open()
    try:
        yield registry
    finally:
        await registry.close()


ASKED = """{"game": "cartagena", "seats": [{"kind": "me"}, {"kind": "guest"}], "clock": {"kind": "days", "days": 3}}"""


async def put_up(registry: Registry, tables: int) -> list[str]:
    """Tables at which Ann plays with herself; each has a clock, so that a start must look at it."""
    await registry.store.driver.run(
        [("INSERT INTO people (id, name, made) VALUES ('ann', 'Ann', 0) ON CONFLICT DO NOTHING", ())]
    )
    asked = [msgspec.json.decode(ASKED, type=protocol.TableRequest) for _ in range(tables)]
    return [(await registry.lobby.create(wanted, "ann", "Ann"))[0].row.code for wanted in asked]


async def move(table: Table) -> None:
    """Whoever's turn it is does something."""
    assert table.match is not None
    await table.act("ann", table.match.turn, table.history.seq, DICE.choice(table.match.legal_codes()), "")


async def plays_on(registry: Registry, code: str) -> None:
    table = await registry.find(code, "ann")
    plies = len(table.history.plies)
    await move(table)
    assert len(table.history.plies) > plies


CARDS = [name for name in GAMES["cartagena"].actions.names if "draw" in name or "from" in name]


def test_all_kinds_of_damage_at_once_and_the_server_starts_and_lists_answer(db: str) -> None:
    async def go() -> None:
        wrong = kinds(db)
        async with running(db, limits=MANY) as server, server.guest("Ann") as ann:
            tables = [await played(ann) for _ in wrong]
            sound = await played(ann)
            cookies = ann.http.cookies
        for number, damage in enumerate(wrong, 1):
            await spoil(db, damage, number)
        async with running(db, limits=MANY) as server, server.guest("Eve") as eve:
            ann.http, ann.port = type(eve.http)(base_url=server.url, timeout=60, cookies=cookies), server.port
            for which in ("mine", "join", "watch"):
                for who in (ann, eve):
                    assert (await who.http.get(f"/api/tables?which={which}")).status_code == 200
            for code in tables:  # a list reads rows; what is wrong with a log is found by who opens the table
                assert (await ann.http.get(f"/api/tables/{code}/record")).status_code == 409
            mine = (await ann.http.get("/api/tables?which=mine")).json()["tables"]
            faults = {info["code"]: info["fault"] for info in mine}
            assert not faults[sound]
            unmarked = [damage.name for damage, code in zip(wrong, tables, strict=True) if not faults[code]]
            assert unmarked == []
            assert not [card for card in CARDS for fault in faults.values() if card in fault]
            for code in tables[:: len(tables) // 6]:
                assert (await ann.http.get(f"/api/tables/{code}")).json()["fault"] == faults[code]
                for said in (
                    await eve.http.get(f"/api/tables/{code}"),
                    await eve.http.post(f"/api/tables/{code}/join", json={}),
                    await ann.http.post(f"/api/tables/{code}/rematch"),
                ):
                    assert said.status_code == 409, said.text
                    assert "kept out of play" in said.json()["reason"]
                with pytest.raises(websockets.ConnectionClosed) as closed:
                    async with ann.at(code):
                        pass
                assert closed.value.rcvd is not None
                assert (closed.value.rcvd.code, closed.value.rcvd.reason[:6]) == (1008, "table ")
            async with ann.at(sound) as place:
                assert (await place.act(place.now["legal"][-1]))["type"] == "ack"
            await ann.http.aclose()

    asyncio.run(go())


async def played(ann: Guest) -> str:
    """A table of Ann's alone, after one action."""
    info = await ann.table("cartagena", "me", "guest", listed=True, options={"first": 0})
    code: str = info["code"]
    async with ann.at(code) as place:
        assert (await place.act(place.now["legal"][0]))["type"] == "ack"
    return code


@pytest.mark.timeout(300 + 5 * STARTS)
def test_one_damaged_table_at_a_time_and_the_other_199_play_on(tmp_path: Path) -> None:
    """Every start finds one table damaged, each time another and otherwise; the others all take an action."""

    async def put_up_all(db: str) -> list[str]:
        async with registry_on(db) as registry:
            codes = await put_up(registry, TABLES)
            for code in codes:
                await plays_on(registry, code)
            return codes

    async def start_with(db: str, codes: list[str], number: int, damage: Damage) -> None:
        await spoil(db, damage, number)
        async with registry_on(db) as registry:
            with pytest.raises(Damaged):
                await registry.find(codes[number - 1], "ann")
            await asyncio.gather(*(plays_on(registry, code) for code in codes if code != codes[number - 1]))
            assert [out for out, _ in await registry.store.quarantined()] == [number], damage.name

    evening, db = tmp_path / "evening.db", tmp_path / "escapade.db"
    codes = asyncio.run(put_up_all(str(evening)))
    wrong = kinds(str(db))
    for start in range(STARTS):
        shutil.copy(evening, db)
        asyncio.run(start_with(str(db), codes, 1 + start * TABLES // STARTS, wrong[start * 7 % len(wrong)]))


def test_tables_carry_the_signature_of_their_rules_however_they_come_to_be(db: str) -> None:
    async def go() -> None:
        async with registry_on(db) as registry:
            (code,) = await put_up(registry, 1)
            table = await registry.find(code, "ann")
            await table.resign("ann", 0, table.history.seq, "")
            other = await registry.lobby.rematch(table, "ann", "Ann")
            assert table.match is not None
            read = read_for_viewing(table.match.record(), "ann", registry.now())
            await registry.store.add_table(read.row, read.seats, read.log)
            rows = [table.row, other.row, await registry.store.table(read.row.code)]
            assert {row.signature for row in rows if row} == {GAMES["cartagena"].signature}
            assert len({row.code for row in rows if row}) == 3
            await registry.find(read.row.code, "ann")

    asyncio.run(go())
