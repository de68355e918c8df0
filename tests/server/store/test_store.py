"""What is kept stays kept: databases of every earlier version are brought up to date, and who is newer is refused."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path
from typing import Any

import pytest

from escapade.kernel.names import BadInput
from escapade.server import protocol
from escapade.server.accounts.ratings import shown
from escapade.server.errors import StoreError
from escapade.server.live.history import FORFEIT
from escapade.server.store import Append, Entry, Store, TableRow, driver_of, migrate
from escapade.server.store.migrations import VERSIONS
from tests.server.admin.played import FRIEND, ME, open_registry

ROW = TableRow(0, "kept", "cartagena", "{}", "{}", "someone", "running", 1, 5, 0, "")
SIT = "INSERT INTO seats (match, seat, kind, who, name, bot, token) VALUES (?, ?, ?, ?, ?, '', ?)"
PLIES = [Entry(-1, 3, 7), Entry(0, 4, 8, "wish")]


@pytest.mark.parametrize("version", range(1, len(VERSIONS) + 1))
def test_a_database_of_any_version_is_brought_up_to_date_and_loses_nothing(db: str, version: int) -> None:
    async def script() -> None:
        old = driver_of(db)
        await old.open()
        assert await migrate(old, version) == 0
        store = Store(old)
        first = "code, game, settings, secret, host, status, listed, made, ended, next"  # of the first version
        add = f"INSERT INTO tables ({first}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id"
        ((number,),), _, _ = await old.run(
            [(add, ROW[1:11]), (SIT, (1, 0, "person", "someone", "Ann", "")), (SIT, (1, 1, "invited", "", "", "knock"))]
        )
        assert await store.append(Append(number, 0, PLIES))
        await store.close()

        store = Store(driver_of(db))
        await store.open()
        assert int(await store.get_meta("schema") or 0) == len(VERSIONS)
        assert await store.table("kept") == ROW._replace(id=number)
        ann, guest = await store.seats(number)
        kept = hashlib.sha256(b"knock").hexdigest() if version < 3 else "knock"  # tokens are kept as hashes since
        assert (ann.name, guest.token) == ("Ann", kept)
        assert await store.log(number) == PLIES
        assert await store.chat(number) == []  # what newer versions have can be asked for
        assert await migrate(store.driver) == len(VERSIONS)  # once more changes nothing
        await store.close()

    asyncio.run(script())


def test_ratings_of_both_older_kinds_become_one_of_each_person(db: str) -> None:
    """What was shown of a rating stays the same; who had two keeps the one of more games."""
    had = [
        ("ann", "cartagena", "glicko2", 1662.3, 290.3, 0.06, 1),
        ("ann", "stratego", "glicko2", 1500.0, 350.0, 0.06, 3),
        ("ann", "stratego", "openskill", 27.5, 8.0, 0.0, 7),
        ("bob", "cartagena", "openskill", 22.0, 5.0, 0.0, 9),
        ("bob", "stratego", "openskill", 30.0, 3.0, 0.0, 2),
        ("bob", "stratego", "glicko2", 1437.0, 63.0, 0.06, 8),
    ]

    async def script() -> None:
        old = driver_of(db)
        await old.open()
        await migrate(old, 2)
        add = "INSERT INTO ratings (person, game, kind, rating, deviation, volatility, games) VALUES "
        await old.run([(f"{add} (?, ?, ?, ?, ?, ?, ?)", row) for row in had])
        await old.run([("INSERT INTO rated (match) VALUES (5)", ())])
        await old.close()
        store = Store(driver_of(db))
        await store.open()
        rows = await store.driver.ask("SELECT person, game, mu, sigma, games FROM ratings ORDER BY person, game")
        assert [row[:2] + row[4:] for row in rows] == [
            ("ann", "cartagena", 1),
            ("ann", "stratego", 7),
            ("bob", "cartagena", 9),
            ("bob", "stratego", 8),
        ]
        assert [row[2:4] for row in rows] == [
            pytest.approx(one) for one in ((25 + 162.3 / 42, 290.3 / 42), (27.5, 8.0), (22.0, 5.0), (23.5, 1.5))
        ]
        assert [shown(row) for row in (await store.rated.ratings("cartagena", ["ann", "bob"])).values()] == [
            (1662, 290),
            (1374, 210),
        ]
        assert (await store.rated.mark(5)) == ("done", "")
        await store.close()

    asyncio.run(script())


def test_a_newer_database_is_left_alone(db: str) -> None:
    async def script() -> None:
        store = Store(driver_of(db))
        await store.open()
        await store.set_meta("schema", str(len(VERSIONS) + 1))
        await store.close()
        again = Store(driver_of(db))
        with pytest.raises(BadInput, match="made by a newer Escapade"):
            await again.open()
        await again.driver.close()

    asyncio.run(script())


def test_the_key_is_the_lock(db: str) -> None:
    """Of several who want the same ply one gets it, with all that follows, and the others leave no trace."""

    async def script() -> None:
        store = Store(driver_of(db))
        await store.open()
        wanted = [Append(1, 0, [Entry(n, n, n), *[Entry(n, n, n)] * n]) for n in (1, 2, 3, 12, 30)]
        done = await asyncio.gather(*(store.append(append) for append in wanted))
        assert sum(done) == 1
        (winner,) = (append for append, won in zip(wanted, done, strict=True) if won)
        assert await store.log(1) == winner.entries
        assert await store.append(Append(1, len(winner.entries), [Entry(9, 9, 9)]))
        await store.close()

    asyncio.run(script())


def test_what_cannot_be_written_leaves_no_trace_and_hinders_nobody(tmp_path: Path) -> None:
    """Whatever arrives together shares a transaction, but not its faults."""

    async def script() -> None:
        store, too_large = Store(driver_of(str(tmp_path / "x.db"))), Entry(0, 2**70, 0)
        await store.open()
        wanted = [
            Append(1, 0, [too_large]),
            Append(2, 0, [Entry(1, 1, 1)]),
            Append(3, 0, [Entry(1, 1, 1)] * 9 + [too_large]),
        ]
        found = await asyncio.gather(*(store.append(append) for append in wanted), return_exceptions=True)
        assert [type(one) for one in found] == [StoreError, bool, StoreError]
        assert [len(await store.log(match)) for match in (1, 2, 3)] == [0, 1, 0]
        await store.close()

    asyncio.run(script())


def test_what_comes_while_a_database_is_closed_is_written_or_refused(tmp_path: Path) -> None:
    """Nobody waits for ever, and who is told that it is written finds it."""

    async def script() -> None:
        path = str(tmp_path / "x.db")
        store = Store(driver_of(path))
        await store.open()
        wishes = [asyncio.ensure_future(store.append(Append(n, 0, [Entry(0, 0, 0)]))) for n in range(20)]
        closing = asyncio.create_task(store.close())
        while not closing.done():
            await asyncio.sleep(0)
            if len(wishes) < 60:
                wishes.append(asyncio.ensure_future(store.append(Append(len(wishes), 0, [Entry(0, 0, 0)]))))
        said = await asyncio.wait_for(asyncio.gather(*wishes, return_exceptions=True), 10)
        assert said[:20] == [True] * 20
        assert all(one is True or isinstance(one, StoreError) for one in said)
        with pytest.raises(StoreError, match="has let go"):
            await store.append(Append(99, 0, [Entry(0, 0, 0)]))
        again = Store(driver_of(path))
        await again.open()
        assert [len(await again.log(n)) for n in range(len(said))] == [one is True for one in said]
        await again.close()

    asyncio.run(script())


def test_closing_waits_for_what_is_read_and_written(tmp_path: Path) -> None:
    """A connection that was closed under a statement of another thread ended the process."""
    slow = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 100000) SELECT count(*) FROM c"

    async def test() -> None:
        for i in range(20):
            driver = driver_of(str(tmp_path / f"{i}.db"))
            await driver.open()
            await driver.run([("CREATE TABLE a (b)", ())])
            tasks: list[asyncio.Task[Any]] = [
                asyncio.create_task(driver.run([("INSERT INTO a VALUES (1)", ())])) for _ in range(3)
            ]
            tasks += [asyncio.create_task(driver.ask(slow)) for _ in range(2)]
            await asyncio.sleep(0.0005 * (i % 5))
            for task in tasks:
                task.cancel()
            await driver.close()

    asyncio.run(test())


def test_a_log_can_be_written_and_read_back_whole(db: str) -> None:
    """What the store writes with a table is one transaction: a table without its log is never seen."""

    async def write() -> None:
        registry = await open_registry(db)
        try:
            table, _ = await registry.lobby.create(protocol.TableRequest("cartagena", [ME, FRIEND]), "ann", "Ann")
            row = table.row._replace(code="twice23")
            entries = [Entry(0, FORFEIT, 1), Entry(0, 2**40, 1)]  # the second cannot be kept by PostgreSQL
            if "://" in db:
                with pytest.raises(Exception):  # noqa: B017, PT011
                    await registry.store.add_table(row, table.seats, entries)
                assert await registry.store.table("twice23") is None
            number = await registry.store.add_table(row, table.seats, entries[:1])
            assert await registry.store.log(number) == entries[:1]
            assert await registry.store.append(Append(number, 1, entries[:1])) is True
        finally:
            await registry.close()

    asyncio.run(write())
