"""Tables exported and imported, typed at real databases, while a server runs and while none does."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

import escapade
import escapade.cli
from escapade.games import GAMES
from escapade.server import protocol
from escapade.server.live.history import GO_ON
from escapade.server.live.registry import milliseconds
from tests.server.admin.played import Typed, evening, log, reading
from tests.server.clients import running


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
