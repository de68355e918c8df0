"""The host's verbs, typed at real databases of both kinds, while a server runs and while none does."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import sqlite3
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import asyncpg
import pytest

import escapade
import escapade.cli
from escapade.games import GAMES
from escapade.kernel.names import CHANCE
from escapade.server import protocol
from escapade.server.admin import edits
from escapade.server.live import audit
from escapade.server.live.history import FORFEIT, GO_ON, TAKE_BACK, TIME_OUT
from escapade.server.live.registry import Registry, milliseconds
from escapade.server.live.table import Table
from escapade.server.store import Append, Entry, Store, driver_of, migrate
from tests.server.guests import running


class Said(NamedTuple):
    code: int
    out: str
    err: str


Typed = Callable[..., Said]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Typed:
    """Type a command line in this process."""
    import io

    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))

    def go(*args: object, typed: str = "") -> Said:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = escapade.cli.run([str(arg) for arg in args])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return Said(code, said.out, said.err)

    return go


# --- Tables that were really played ------------------------------------------

ME = protocol.SeatRequest("me", name="Ann")
FRIEND = protocol.SeatRequest("guest", name="Bob")


async def open_hall(db: str, now: Callable[[], int] = milliseconds) -> Registry:
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
    registry = await open_hall(db)
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


# --- tables ---


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


async def reading(db: str, code: str) -> audit.Reading:
    async with edits.opened(db) as store:
        return await edits.look(store, code)


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
        registry = await open_hall(db)
        other = Store(driver_of(db))
        await other.open()
        try:
            table, _ = await registry.lobby.create(protocol.TableRequest("cartagena", [ME, FRIEND]), "ann", "Ann")
            await act(table, 5, random.Random(1))
            seq = table.history.seq
            found = await edits.look(other, table.row.code)
            async with table.lock:  # it can hear, and not yet do anything about it
                await edits.take_back(other, found, edits.plan(found), milliseconds())
                turn = table.match.turn if table.match else 0
                code = table.match.legal()[0].code if table.match else 0
            with pytest.raises(escapade.EscapadeError, match="gone on"):
                await table.act("ann", turn, seq, code, "late")
            assert table.history.seq == seq + 1
            with pytest.raises(escapade.BadInput, match="gone on in this moment"):
                await edits.take_back(other, found, edits.plan(found), milliseconds())
            await act(table, 1, random.Random(2))
            assert (await edits.look(other, table.row.code)).fault is None
        finally:
            await other.close()
            await registry.close()

    asyncio.run(race())


def test_undo_gives_back_what_was_handed_in(db: str, typed: Typed) -> None:
    async def set_up() -> str:
        registry = await open_hall(db)
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


# --- export and import ---


def exported(db: str, folder: Path, typed: Typed) -> list[dict[str, Any]]:
    said = typed("export", "--all", "--out", folder, "--db", db)
    assert said.code == 0, said.err
    return [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]


def let_clock_catch_up(last: int) -> None:
    """No two moves have the same time in a log. These came quicker than one a millisecond, so the last lie ahead."""
    time.sleep(max(0, last - milliseconds()) / 1000)


def test_what_is_exported_and_imported_is_the_same_game(db: str, tmp_path: Path, typed: Typed) -> None:
    for game in GAMES:
        evening(db, game, 10_000 if game == "cartagena" else 40, dice="verifiable")
    out, new, again = tmp_path / "out", str(tmp_path / "new.db"), tmp_path / "again"
    kept = exported(db, out, typed)
    assert {line["settings"]["dice"] for line in kept} == {"verifiable"}
    let_clock_catch_up(max(at for line in kept for at in line["times"]))
    said = typed("import", out, "--db", new)
    assert said.code == 0, said.err
    assert "4 tables put up" in said.out
    assert typed("check", "--db", new).code == 0
    for line in kept:
        old, moved = (asyncio.run(reading(where, line["code"])) for where in (db, new))
        assert old.match is not None
        assert moved.match is not None
        assert old.match.bytes() == moved.match.bytes()
        assert old.history.times == moved.history.times[: len(old.history.times)]
    over = [line["code"] for line in kept if line["status"] == "over"]
    assert typed("export", *over, "--out", again, "--db", new).code == 0
    for code in over:
        assert (again / f"{code}.txt").read_text() == (out / f"{code}.txt").read_text()
    assert "4 tables there already" in typed("import", out, "--db", new).out


def test_an_imported_game_waits_for_its_people_and_goes_on(db: str, tmp_path: Path, typed: Typed) -> None:
    """Nobody here knows who sat there: seats are taken by invitation, and the time until then counts for nobody."""
    old = str(tmp_path / "old.db")
    evening(old, "cartagena", 12, dice="verifiable", clock=protocol.ClockRequest("live", seconds=600))
    (kept,) = exported(old, tmp_path / "out", typed)
    for name in ("times", "made"):  # it was long ago
        kept[name] = [at - 86_400_000 for at in kept[name]] if name == "times" else kept[name] - 86_400_000
    (tmp_path / "out" / "manifest.jsonl").write_text(json.dumps(kept))
    said = typed("import", tmp_path / "out", "--db", db, "--json")
    (table,) = json.loads(said.out)["imported"]
    assert table["status"] == "open"
    assert table["invitations"].keys() == {"0", "1"}

    async def go_on() -> None:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
            await ann.join(table["code"], invitation=table["invitations"]["0"])
            assert (await bob.join(table["code"], invitation=table["invitations"]["1"]))["status"] == "running"
            async with ann.at(table["code"]) as first, bob.at(table["code"]) as second:
                assert min(first.frames[-1]["clock"]["left"]) > 500_000
                for _ in range(6):
                    mine = first if first.now["legal"] else second
                    done = await mine.act(mine.now["legal"][0])
                    assert done["type"] == "ack"
                    for place in (first, second):
                        while place.seq < done["seq"]:
                            await place.frame()

    asyncio.run(go_on())
    assert typed("check", "--db", db).code == 0
    assert GO_ON in {action for _, _, action in log(db)}


def test_people_whom_the_database_knows_keep_their_seats(db: str, tmp_path: Path, typed: Typed) -> None:
    async def put_up() -> str:
        async with running(db) as server, server.guest("Ann") as ann:
            table = await ann.table("cartagena", "me", "guest")
            return str(table["code"])

    code = asyncio.run(put_up())
    (kept,) = exported(db, tmp_path / "out", typed)
    kept["code"] = "moved23"
    (tmp_path / "out" / "manifest.jsonl").write_text(json.dumps(kept))
    assert code != "moved23"
    (table,) = json.loads(typed("import", tmp_path / "out", "--db", db, "--json").out)["imported"]
    assert table == {"code": "moved23", "status": "running", "invitations": {}}
    assert asyncio.run(reading(db, "moved23")).to_act
    assert typed("check", "--db", db).code == 0


def test_a_running_server_lists_what_is_imported_and_goes_on_with_it(db: str, tmp_path: Path, typed: Typed) -> None:
    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            code = (await ann.table("cartagena", "me", "greedy", listed=True))["code"]
            (kept,) = await asyncio.to_thread(exported, db, tmp_path / "out", typed)
            (tmp_path / "out" / "manifest.jsonl").write_text(json.dumps({**kept, "code": "moved23"}))
            assert (await asyncio.to_thread(typed, "import", tmp_path / "out", "--db", db)).code == 0
            for which in ("mine", "watch"):
                found = (await ann.http.get(f"/api/tables?which={which}")).json()["tables"]
                assert {table["code"] for table in found} == {code, "moved23"}
            async with ann.at("moved23") as place:
                assert await place.play(random.Random(1), 4) == 4

    asyncio.run(script())


def test_a_record_that_was_put_up_is_shown_checked_and_moved_like_any_table(
    db: str, tmp_path: Path, typed: Typed
) -> None:
    async def put_up() -> str:
        async with running(db) as server, server.guest("Ann") as ann:
            match = escapade.new("stalag17", 2, seed=1)
            match.play(match.legal()[0])
            said = await ann.http.post("/api/records", json={"record": match.record()})
            return str(said.json()["code"])

    code, new = asyncio.run(put_up()), str(tmp_path / "new.db")
    assert typed("check", "--db", db).code == 0
    exported(db, tmp_path / "out", typed)
    assert typed("import", tmp_path / "out", "--db", new).code == 0
    for where in (db, new):
        said = typed("show", code, "--db", where)
        assert "over" in said.out
        assert "is known up to here" in said.out
        assert asyncio.run(reading(where, code)).fault is None


def test_a_bare_record_becomes_a_table(db: str, tmp_path: Path, typed: Typed) -> None:
    match = escapade.new("stratego", seed=1)
    match.names = {0: "Ada", 1: "greedy bot"}
    match.play("seat 0 resigns")
    path = tmp_path / "match.txt"
    path.write_text(match.record())
    (table,) = json.loads(typed("import", path, "--db", db, "--json").out)["imported"]
    assert table["status"] == "over"
    found = asyncio.run(reading(db, table["code"]))
    assert [(seat.kind, seat.name) for seat in found.seats] == [("person", "Ada"), ("bot", "greedy bot")]
    assert typed("check", "--db", db).code == 0


def test_a_game_that_was_given_up_stays_given_up(db: str, tmp_path: Path, typed: Typed) -> None:
    code, new = evening(db, give_up=True), str(tmp_path / "new.db")
    exported(db, tmp_path / "out", typed)
    assert typed("import", tmp_path / "out", "--db", new).code == 0
    found = asyncio.run(reading(new, code))
    assert found.row.status == "over"
    assert found.history.gone == [0]
    assert "gives up" in typed("show", code, "--db", new).out


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a game that is over, and one with verifiable dice that is not."""
    db = tmp_path_factory.mktemp("played") / "escapade.db"
    evening(str(db), give_up=True)
    evening(str(db), dice="verifiable")
    return db


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (lambda kept, text: (kept, text.replace("[Plies", '[Pieces "{}"]\n[Plies', 1)), "pieces of someone's own"),
        (lambda kept, text: (kept, text.rpartition("\ncheck")[0]), "truncated"),
        (lambda kept, text: ({**kept, "times": [1] * 9999}, text), "times 9999 plies"),
        (lambda kept, text: ({**kept, "times": [*reversed(range(1, len(kept["times"]) + 1))]}, text), "its time lies"),
        (lambda kept, text: ({**kept, "verbs": [[1, 0, -50, kept["times"][0]]]}, text), "no table does"),
        (lambda kept, text: ({**kept, "seats": kept["seats"][:1]}, text), "seats 1, and the record 2"),
        (lambda kept, text: ({**kept, "secret": {"seed": "00", "salt": ""}}, text), "seed"),
        (lambda kept, text: ({**kept, "record": "../match.txt"}, text), "names no file beside it"),
        (lambda kept, text: ({**kept, "format": 9}, text), "format 9"),
    ],
)
def test_what_is_wrong_on_paper_is_refused_and_nothing_is_written(
    wrong: Any, reason: str, played: Path, tmp_path: Path, typed: Typed
) -> None:
    new, out = str(tmp_path / "new.db"), tmp_path / "out"
    kept = exported(str(played), out, typed)
    bad = kept[1]
    path = out / bad["record"]
    bad, text = wrong(bad, path.read_text())
    path.write_text(text)
    (out / "manifest.jsonl").write_text(json.dumps(kept[0]) + "\n" + json.dumps(bad))
    said = typed("import", out, "--db", new)
    assert said.code == 2
    assert reason in said.err
    assert not Path(new).exists()


def test_an_export_is_not_overwritten_by_mistake(tmp_path: Path, typed: Typed) -> None:
    db, out = str(tmp_path / "escapade.db"), tmp_path / "out"
    code = evening(db)
    assert "still running" in typed("export", code, "--out", out, "--db", db).out
    assert "--force" in typed("export", code, "--out", out, "--db", db).err
    assert typed("export", code, "--out", out, "--db", db, "--force").code == 0
    assert typed("export", "--out", out, "--db", db, "--force").code == 2
    assert (out / f"{code}.txt").stat().st_mode & 0o077 == 0


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


# --- check ---


CARTAGENA = GAMES["cartagena"].actions
DRAWN = CARTAGENA.parse("draw keys").code  # chance does that, and no seat
HERE, CARD, TABLE = "an action of a seat", "a card that was dealt", None
SPOILT: list[tuple[str, str, str | None, str]] = [
    ("an action", f"UPDATE log SET action = {DRAWN} WHERE ply = ?", HERE, "may not do this now"),
    ("a code", "UPDATE log SET action = 9999 WHERE ply = ?", HERE, "no action of Cartagena has the code 9999"),
    ("a seat", "UPDATE log SET seat = 1 - seat WHERE ply = ?", HERE, "was to act, not seat"),
    ("no seat", "UPDATE log SET seat = 7 WHERE ply = ?", HERE, "there is no seat 7"),
    ("chance", "UPDATE log SET seat = -1 WHERE ply = ?", HERE, "was to act, not chance"),
    ("a gap", "DELETE FROM log WHERE ply = ?", HERE, "it is missing; the log goes on with ply"),
    ("a time", "UPDATE log SET at = 5 WHERE ply = ?", HERE, "its time lies before"),
    ("a card", "UPDATE log SET action = 0 WHERE ply = ?", CARD, "possible outcome"),
    ("a verb", "UPDATE log SET action = -50 WHERE ply = ?", HERE, "no table does what -50"),
    ("taken back", "UPDATE log SET action = -300 WHERE ply = ?", HERE, "it takes 200 plies back, and only"),
    ("come back", "UPDATE log SET action = -4 WHERE ply = ?", HERE, "so nobody can come back"),
    ("handed in", "UPDATE log SET action = -5 WHERE ply = ?", HERE, "there is nothing to hand in"),
    ("the status", "UPDATE tables SET status = 'over'", TABLE, "kept as over, but its log has not"),
    ("no status", "UPDATE tables SET status = 'gone'", TABLE, "its status is unknown"),
    ("the game", "UPDATE tables SET game = 'chess'", TABLE, "there is no game 'chess'"),
    ("the settings", "UPDATE tables SET settings = '{'", TABLE, "its settings cannot be read"),
    ("the seats", "DELETE FROM seats WHERE seat = 1", TABLE, "it has 1 seats, and needs 2"),
    ("a stray", "INSERT INTO log (match, ply, seat, action, at, id) VALUES (99, 0, 0, 0, 0, '')", TABLE, "number 99"),
    ("sealed", "INSERT INTO sealed (match, seat, actions, at) SELECT id, 0, 'x', 0 FROM tables", TABLE, "handed in"),
]


@pytest.mark.parametrize("spoilt", SPOILT, ids=[row[0] for row in SPOILT])
def test_check_names_the_first_ply_that_fails(spoilt: tuple[str, str, str | None, str], db: str, typed: Typed) -> None:
    _, statement, what, reason = spoilt
    code = evening(db)
    assert typed("check", "--db", db).code == 0
    first = next(ply for ply, seat, _ in log(db) if ply > 12 and seat != CHANCE)
    ply = {HERE: first, CARD: 3, TABLE: None}[what]
    sql(db, statement, *([] if ply is None else [ply]))
    said = typed("check", "--db", db, "--json")
    assert said.code == 1
    (fault,) = json.loads(said.out)["faults"]
    assert fault["ply"] == ply
    assert fault["table"] in (code, None)
    assert reason in fault["reason"]
    words = typed("check", "--db", db)
    assert words.code == 1
    assert reason in words.out
    assert ply is None or f"ply {ply}:" in words.out


def test_the_other_verbs_survive_a_damaged_log(db: str, typed: Typed) -> None:
    code = evening(db)
    sound = evening(db)
    sql(db, "UPDATE log SET action = 9999 WHERE ply = 15 AND match = 1")
    assert "damaged" in typed("tables", "--db", db).out
    assert "what comes before that is shown" in typed("show", code, "--db", db).out
    for verb in (("undo", code, "--yes"), ("export", code, "--out", "nowhere")):
        said = typed(*verb, "--db", db)
        assert said.code == 2
        assert "is damaged (ply 15" in said.err
    assert typed("undo", sound, "--db", db, "--yes").code == 0


def test_check_finds_dice_that_are_not_the_seeds(db: str, typed: Typed) -> None:
    """Every card in it could have been drawn: only the seed tells that it was another."""
    evening(db, dice="verifiable")
    assert typed("check", "--db", db).code == 0
    sql(db, 'UPDATE tables SET secret = \'{"seed": "another", "salt": ""}\'')
    said = typed("check", "--db", db)
    assert said.code == 1
    assert "seed" in said.out


def test_check_names_no_card_of_a_running_game(db: str, typed: Typed) -> None:
    evening(db, dice="verifiable", options={"version": "jamaica"})
    sql(db, 'UPDATE tables SET secret = \'{"seed": "another", "salt": ""}\'')
    sql(db, "UPDATE log SET action = 0 WHERE ply = 14")
    said = typed("check", "--db", db)
    assert not [name for name in CARTAGENA.names if name in said.out]


def test_check_finds_a_damaged_file(tmp_path: Path, typed: Typed) -> None:
    db = tmp_path / "escapade.db"
    evening(str(db), times=200)
    sql(str(db), "PRAGMA wal_checkpoint(TRUNCATE)")
    with db.open("r+b") as file:
        size = db.stat().st_size
        file.seek(size // 2 // 4096 * 4096)
        file.write(b"\xff" * 4096)
    said = typed("check", "--db", db)
    assert said.code in (1, 2)
    assert "damaged" in said.out or "malformed" in said.err


def test_time_out_of_one_of_three_is_written_once(db: str, typed: Typed) -> None:
    """The bot that plays on has all the time it needs."""
    at = [1_700_000_000_000]

    async def run_out() -> None:
        registry = await open_hall(db, lambda: at[0])
        try:
            clock = protocol.ClockRequest("live", seconds=10, increment=0)
            table, _ = await registry.lobby.create(
                protocol.TableRequest("cartagena", [ME, FRIEND, FRIEND], clock=clock), "ann", "A"
            )
            assert table.match is not None
            at[0] += 11_000
            await table.check_clock()
            for _ in range(20):
                await table.check_clock()
            assert [entry.action for entry in table.history.entries].count(TIME_OUT) == 1
        finally:
            await registry.close()

    asyncio.run(run_out())
    assert typed("check", "--db", db).code == 0


# --- doctor ---


def states(said: Said) -> dict[str, str]:
    return {line["what"]: line["state"] for line in json.loads(said.out)}


def test_doctor_finds_a_good_database_good(db: str, typed: Typed) -> None:
    evening(db, times=1)
    found = states(typed("doctor", "--db", db, "--port", "0", "--json"))
    assert {found[what] for what in ("Python", "packages", "database", "disk", "port", "bots", "clock")} == {"ok"}
    assert found["safety"] == ("ok" if "://" not in db else "warn")  # the tests' PostgreSQL runs without fsync
    assert "fail" not in found.values()


def test_doctor_says_what_to_do(tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escapade.server.admin.doctor.bots", lambda: no_bot())
    db = tmp_path / "escapade.db"
    missing = typed("doctor", "--db", db, "--port", "0")
    assert missing.code == 0
    assert "escapade serve makes it" in missing.out
    evening(str(db), times=1)
    sql(str(db), "UPDATE meta SET value = '9999999999999' WHERE key = 'beat'")
    late = typed("doctor", "--db", db, "--port", "0")
    assert late.code == 1
    assert "behind what the database has seen" in late.out
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        said = typed("doctor", "--db", tmp_path / "other.db", "--port", taken.getsockname()[1])
        assert said.code == 1
        assert "--port" in said.out
    no_database = tmp_path / "text.db"
    no_database.write_text("this is no database, and was never meant to be one")
    assert "is no database of Escapade" in typed("doctor", "--db", no_database, "--port", "0").out


async def no_bot() -> Any:
    from escapade.server.admin.doctor import Line

    return Line("bots", "ok", "not asked")


def test_doctor_knows_a_port_that_is_our_own(tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escapade.server.admin.doctor.bots", lambda: no_bot())
    db = str(tmp_path / "escapade.db")

    async def ask() -> Said:
        async with running(db) as server:
            return await asyncio.to_thread(typed, "doctor", "--db", db, "--port", server.port)

    said = asyncio.run(ask())
    assert said.code == 0
    assert "taken by Escapade" in said.out


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


def test_a_log_can_be_written_and_read_back_whole(db: str) -> None:
    """What the store writes with a table is one transaction: a table without its log is never seen."""

    async def write() -> None:
        registry = await open_hall(db)
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
