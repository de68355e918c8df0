"""Tables listed, shown, taken back and backed up, typed at real databases, while a server runs and while none does."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import escapade
import escapade.cli
from escapade.games import GAMES
from escapade.kernel.names import CHANCE
from escapade.server import protocol
from escapade.server.admin import edits
from escapade.server.live.history import TAKE_BACK
from escapade.server.live.registry import milliseconds
from escapade.server.store import Store, driver_of, migrate
from tests.server.admin.played import FRIEND, ME, Typed, act, evening, log, open_registry, reading, sql
from tests.server.clients import running


def test_tables_lists_who_sits_where_and_whose_turn_it_is(db: str, typed: Typed) -> None:
    code = evening(db)
    said = typed("tables", "--db", db)
    assert said.code == 0
    assert code in said.out
    for word in ("cartagena", "Ann", "Bob", "running", "12"):
        assert word in said.out
    (table,) = json.loads(typed("tables", "--db", db, "--json").out)
    assert (table["code"], table["moves"], table["fault"]) == (code, 12, None)
    assert len(table["turn"]) == 1


def test_tables_that_are_over_are_listed_if_asked_for(db: str, typed: Typed) -> None:
    code = evening(db, give_up=True)
    said = typed("tables", "--db", db)
    assert code not in said.out
    assert "1 more is over" in said.out
    assert code in typed("tables", "--db", db, "--all").out


# --- show ---


@pytest.mark.parametrize("game", GAMES)
def test_show_draws_the_public_view_and_a_seats_own(game: str, tmp_path: Path, typed: Typed) -> None:
    db = str(tmp_path / "escapade.db")
    code = evening(db, game, 60)
    public, own = typed("show", code, "--db", db), typed("show", code[:5], "--db", db, "--seat", "0")
    assert public.code == own.code == 0
    assert code in public.out
    assert "this observer" in own.out
    everything = typed("show", code, "--db", db, "--seat", "all")
    assert everything.code == 2
    assert "when the game is over" in everything.err


def test_show_tells_a_spectator_nothing_that_is_hidden(tmp_path: Path, typed: Typed) -> None:
    db = str(tmp_path / "escapade.db")
    code = evening(db, "cartagena", 8, options={"version": "jamaica"})
    public = json.loads(typed("show", code, "--db", db, "--json").out)
    own = json.loads(typed("show", code, "--db", db, "--json", "--seat", "1").out)
    match = asyncio.run(reading(db, code)).match
    assert match is not None
    assert public["projection"]["view"] == match.view(None).as_dict()
    assert own["projection"]["view"] == match.view(1).as_dict() != match.view(0).as_dict()
    assert [line["action"] for line in public["events"]] == [action.code for _, action in match.heard(None)]


def test_show_shows_everything_of_a_game_that_is_over(tmp_path: Path, typed: Typed) -> None:
    db = str(tmp_path / "escapade.db")
    code = evening(db, "stratego", 60, give_up=True)
    assert json.loads(typed("show", code, "--db", db, "--json").out)["projection"]["observer"] == "all"
    said = typed("show", code, "--db", db, "--log")
    assert said.code == 0
    assert "lines before" not in said.out


# --- undo ---


def test_undo_appends_to_the_log_and_removes_nothing(db: str, typed: Typed) -> None:
    code = evening(db)
    before = log(db)
    said = typed("undo", code, "--db", db, typed="y\n")
    assert said.code == 0
    after = log(db)
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1
    assert after[-1][2] < TAKE_BACK
    assert json.loads(typed("tables", "--db", db, "--json").out)[0]["moves"] == 11
    assert typed("check", "--db", db).code == 0


def test_undo_asks_first(db: str, typed: Typed) -> None:
    code = evening(db)
    before = log(db)
    for answer in ("", "n\n", "\n"):
        said = typed("undo", code, "--db", db, typed=answer)
        assert said.code == 2
        assert "nothing was taken back" in said.err
    assert log(db) == before


def test_undo_counts_plies_and_leaves_nobody_waiting_for_chance(db: str, typed: Typed) -> None:
    code = evening(db, times=60)
    plies = [seat for _, seat, _ in log(db)]
    back = next(n for n in range(1, len(plies)) if plies[-n] == CHANCE and plies[-n - 1] != CHANCE)
    said = typed("undo", code, "--db", db, "--plies", back, "--yes")
    assert said.code == 2
    assert f"take back {back + 1}" in said.err
    assert typed("undo", code, "--db", db, "--plies", back + 1, "--yes").code == 0
    assert log(db)[-1][2] == TAKE_BACK - back - 1
    assert typed("check", "--db", db).code == 0
    assert typed("undo", code, "--db", db, "--plies", 10_000, "--yes").code == 2


def test_undo_goes_back_no_further_than_the_first_action_and_not_after_the_end(db: str, typed: Typed) -> None:
    fresh, over = evening(db, times=0), evening(db, give_up=True)
    assert "nobody has done anything yet" in typed("undo", fresh, "--db", db, "--yes").err
    assert "is over" in typed("undo", over, "--db", db, "--yes").err


def test_undo_is_seen_by_a_running_server_and_by_those_who_play_there(db: str, typed: Typed) -> None:
    async def evening_with_undo() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            table = await ann.table("cartagena", "me", "guest")
            async with ann.at(table["code"]) as place:
                for _ in range(3):
                    await one(place)
                before = place.now
                await one(place)
                seq = place.seq
                said = await asyncio.to_thread(typed, "undo", table["code"], "--db", db, "--yes")
                assert said.code == 0
                while place.seq == seq:
                    await place.frame()
                assert place.seq == seq + 1
                assert place.events[-1]["message"] == "table-takes-back"
                assert place.now["view"]["turn"] == before["turn"]
                await one(place)  # and the game goes on
        assert (await asyncio.to_thread(typed, "check", "--db", db)).code == 0

    async def one(place: Any) -> None:
        """Do something, on whichever seat's turn it is."""
        seq = place.seq
        if place.now["turn"] != place.now["observer"]:
            await place.send(type="look", observer=place.now["turn"])
            await place.until("snapshot")
        assert (await place.act(place.now["legal"][0]))["type"] == "ack"
        while place.seq == seq:
            await place.frame()

    asyncio.run(evening_with_undo())


def test_a_server_that_has_not_heard_of_an_undo_does_not_write_past_it(db: str) -> None:
    """The key is the lock: who acts on what is taken back is told that the table has gone on."""

    async def race() -> None:
        registry = await open_registry(db)
        other = Store(driver_of(db))
        await other.open()
        try:
            table, _ = await registry.lobby.create(protocol.TableRequest("cartagena", [ME, FRIEND]), "ann", "Ann")
            await act(table, 5, random.Random(1))
            seq = table.history.seq
            found = await edits.read(other, table.row.code)
            async with table.lock:  # it can hear, and not yet do anything about it
                await edits.take_back(other, found, edits.plan_take_back(found), milliseconds())
                turn = table.match.turn if table.match else 0
                code = table.match.legal()[0].code if table.match else 0
            with pytest.raises(escapade.EscapadeError, match="gone on"):
                await table.act("ann", turn, seq, code, "late")
            assert table.history.seq == seq + 1
            with pytest.raises(escapade.BadInput, match="gone on in this moment"):
                await edits.take_back(other, found, edits.plan_take_back(found), milliseconds())
            await act(table, 1, random.Random(2))
            assert (await edits.read(other, table.row.code)).fault is None
        finally:
            await other.close()
            await registry.close()

    asyncio.run(race())


def test_undo_gives_back_what_was_handed_in(db: str, typed: Typed) -> None:
    async def set_up() -> str:
        registry = await open_registry(db)
        try:
            wanted = protocol.TableRequest("stratego", [ME, FRIEND], clock=protocol.ClockRequest("live"))
            table, _ = await registry.lobby.create(wanted, "ann", "Ann")
            assert table.match is not None
            mine, other = table.match.turn, 1 - table.match.turn
            trial = escapade.new("stratego", dealer=None, red=other)
            codes = []
            while trial.turn == other:
                codes.append(trial.legal()[0].code)
                trial.play(codes[-1])
            await act(table, 1, random.Random(1))
            await table.pending.submit_ahead("ann", other, codes, "ready")
            assert table.clock.running == {mine}
            return table.row.code
        finally:
            await registry.close()

    code = asyncio.run(set_up())
    assert sql(db, "SELECT count(*) FROM sealed") == [(1,)]
    assert typed("undo", code, "--db", db, "--yes").code == 0
    assert sql(db, "SELECT count(*) FROM sealed") == [(0,)]
    found = asyncio.run(reading(db, code))
    assert found.fault is None
    assert found.clock is not None
    assert found.clock.running == {0, 1}


# --- backup ---


def test_a_backup_is_made_while_the_server_runs_and_can_be_served(tmp_path: Path, typed: Typed) -> None:
    db, copy = str(tmp_path / "escapade.db"), tmp_path / "copy.db"

    async def evening_with_backup() -> str:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
            table = await ann.table("stratego", "me", "open")
            await bob.join(table["code"])
            async with ann.at(table["code"]) as first, bob.at(table["code"]) as second:
                game = asyncio.gather(first.play(random.Random(1)), second.play(random.Random(2)))
                while first.seq < 20:
                    await asyncio.sleep(0.01)
                said = await asyncio.to_thread(typed, "backup", copy, "--db", db)
                assert said.code == 0
                assert not game.done()
                game.cancel()
                await asyncio.gather(game, return_exceptions=True)
            return str(table["code"])

    code = asyncio.run(evening_with_backup())
    assert typed("check", "--db", copy).code == 0
    whole, part = (asyncio.run(reading(str(path), code)) for path in (db, copy))
    assert part.history.entries == whole.history.entries[: part.history.seq]
    assert part.history.seq
    assert not list(tmp_path.glob("*.part*"))


def test_a_backup_overwrites_nothing_unless_told(tmp_path: Path, typed: Typed) -> None:
    db, copy = tmp_path / "escapade.db", tmp_path / "copy.db"
    evening(str(db))
    copy.write_text("precious")
    assert "--force" in typed("backup", copy, "--db", db).err
    assert copy.read_text() == "precious"
    assert typed("backup", copy, "--db", db, "--force").code == 0
    assert typed("check", "--db", copy).code == 0
    assert "itself" in typed("backup", db, "--db", db, "--force").err
    assert "folder" in typed("backup", tmp_path / "nowhere" / "copy.db", "--db", db).err
    assert typed("backup", tmp_path, "--db", db).code == 2


def test_postgresql_is_backed_up_by_its_own_tool(postgres_url: str, tmp_path: Path, typed: Typed) -> None:
    evening(postgres_url, times=1)
    said = typed("backup", tmp_path / "copy", "--db", postgres_url)
    assert said.code == 2
    assert "pg_dump" in said.err


# --- Bad input ---


VERBS = (("tables",), ("show", "abcdef"), ("undo", "abcdef"), ("export", "--all"), ("backup", "copy"), ("check",))


@pytest.mark.parametrize("verb", VERBS, ids=lambda verb: verb[0])
def test_a_database_that_is_not_there_is_not_made(verb: Sequence[str], tmp_path: Path, typed: Typed) -> None:
    said = typed(*verb, "--db", tmp_path / "nowhere.db")
    assert said.code == 2
    assert "there is no database" in said.err
    assert not (tmp_path / "nowhere.db").exists()
    (tmp_path / "text").write_text("no database")
    assert "is no database of Escapade" in typed(*verb, "--db", tmp_path / "text").err
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE t (x)").connection.close()
    assert "is no database of Escapade" in typed(*verb, "--db", tmp_path / "other.db").err
    assert typed(*verb, "--db", "postgresql://nobody@localhost:1/none").code == 2


def test_an_older_database_is_left_as_it_is(tmp_path: Path, typed: Typed) -> None:
    db = str(tmp_path / "old.db")

    async def make() -> None:
        driver = driver_of(db)
        await driver.open()
        await migrate(driver, 1)
        await driver.close()

    asyncio.run(make())
    said = typed("tables", "--db", db)
    assert said.code == 2
    assert "is of version 1" in said.err
    assert typed("backup", tmp_path / "copy.db", "--db", db).code == 0
    assert sql(db, "SELECT value FROM meta WHERE key = 'schema'") == [("1",)]


def test_a_table_that_is_not_there_is_not_found(db: str, typed: Typed) -> None:
    code = evening(db, times=1)
    said = typed("show", "zzzzzzzzzz", "--db", db)
    assert said.code == 2
    assert "escapade tables --all" in said.err
    assert f"did you mean '{code}'" in typed("show", code[:-1] + "0", "--db", db).err
    assert typed("show", code[:2], "--db", db).code == 2
    assert typed("show", code, "--db", db, "--seat", "9").code == 2
