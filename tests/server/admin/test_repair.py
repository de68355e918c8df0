"""`escapade repair`, typed at real databases: what is good goes on, what is cut is kept, and nothing is half done."""

from __future__ import annotations

import asyncio
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
import websockets

import escapade.cli
from escapade.kernel.names import BadInput
from escapade.server.admin import edits, repair
from escapade.server.live.registry import milliseconds
from escapade.server.store import Append, Entry
from tests.server.admin.played import Typed
from tests.server.attacks.test_quarantine import CARDS, DAMAGE, Damage, plays_on, put_up, registry_on, spoil
from tests.server.clients import running

NAMED = {damage.name: damage for damage in DAMAGE}
NOT_LEGAL = NAMED["an action that is not legal"]
CUT = [  # what is wrong, and how many entries are good; the log has 14 of dealing and one for each action
    ("an action of nobody", 13), ("a negative seat", 13), ("an unknown verb", 13), ("a gap", 5), ("no log", 0),
    ("more taken back than there is", 13), ("a time that is none", 13), ("a time before the others", 13),
    ("a negative ply", 5), ("over too early", None), ("an unknown status", None), ("other rules", None),
    ("sealed nonsense", None), ("sealed for nobody", None),
]  # fmt: skip
LOST = ["settings that are no JSON", "an unknown game", "a seat missing", "an unknown kind of player", "no secret"]


def evening(db: str, actions: int = 4) -> str:
    """A table at which something was done; return its code."""

    async def go() -> str:
        async with registry_on(db) as registry:
            (code,) = await put_up(registry, 1)
            for _ in range(actions):
                await plays_on(registry, code)
            return code

    return asyncio.run(go())


def ask(db: str, sql: str) -> list[Any]:
    async def go() -> list[Any]:
        async with edits.connected(db) as store:
            return await store.driver.ask(sql)

    return asyncio.run(go())


LOG = "SELECT ply, seat, action, at FROM log WHERE match = 1 ORDER BY ply"


def play_on(db: str, code: str) -> None:
    async def go() -> None:
        async with registry_on(db) as registry:
            await plays_on(registry, code)

    asyncio.run(go())


def test_a_server_that_has_stopped_is_not_waited_for(db: str) -> None:
    async def go() -> None:
        async with registry_on(db) as registry:
            assert len(await registry.store.heartbeats(0)) == 1
        async with edits.connected(db) as store:
            assert not await store.heartbeats(0)
        async with registry_on(db), registry_on(db), edits.connected(db) as store:
            assert len(await store.heartbeats(0)) == 2
            assert not await store.heartbeats(milliseconds() + 1)
            assert not await store.heartbeats(0)  # those that were not seen for long are forgotten

    asyncio.run(go())


@pytest.mark.parametrize(("name", "good"), CUT, ids=[name for name, _ in CUT])
def test_a_repaired_table_plays_on_from_its_last_good_ply(
    name: str, good: int | None, db: str, tmp_path: Path, typed: Typed
) -> None:
    code, before = evening(db), ask(db, LOG)
    asyncio.run(spoil(db, NAMED[name], 1))
    said = typed("repair", code, "--db", db, "--out", tmp_path / "copies", "--yes")
    assert said.code == 0, said.err
    assert not [card for card in CARDS if card in said.out]
    (copy,) = (tmp_path / "copies").iterdir()
    assert str(copy) in said.out.replace("\n", "")
    assert oct(copy.stat().st_mode & 0o777) == "0o600"
    assert json.loads(copy.read_text())["tables"][0]["code"] == code
    after = ask(db, LOG)
    kept = len(before) if good is None else good
    assert after[:kept] == before[:kept]
    assert ask(db, "SELECT status, fault FROM tables") == [("running", "")]
    assert typed("check", "--db", db).code == 0
    play_on(db, code)
    assert "is sound" in typed("repair", code, "--db", db, "--yes").err


@pytest.mark.parametrize("name", LOST)
def test_what_cannot_be_repaired_is_said_and_what_is_readable_written_out(
    name: str, db: str, tmp_path: Path, typed: Typed
) -> None:
    code, before = evening(db), ask(db, LOG)
    asyncio.run(spoil(db, NAMED[name], 1))
    said = typed("repair", code, "--db", db, "--out", tmp_path / "copies", "--yes")
    assert said.code == 2
    assert said.err.count("\n") == 1
    assert f"escapade repair {code} --export" in said.err
    assert not (tmp_path / "copies").exists()
    assert typed("repair", code, "--db", db, "--out", tmp_path / "copies", "--export").code == 0
    written = sorted(path.name for path in (tmp_path / "copies").iterdir())
    assert written == [f"{code}.damaged.json"]
    assert len(json.loads((tmp_path / "copies" / written[0]).read_text())["log"]) == len(before)
    assert ask(db, LOG) == before


def test_a_log_that_is_good_in_part_is_written_out_as_a_record(db: str, tmp_path: Path, typed: Typed) -> None:
    code = evening(db)
    asyncio.run(spoil(db, NOT_LEGAL, 1))
    assert typed("repair", code, "--db", db, "--out", tmp_path / "copies", "--export").code == 0
    match = escapade.load((tmp_path / "copies" / f"{code}.readable.txt").read_text())
    assert len(match.log) >= 13
    assert oct((tmp_path / "copies" / f"{code}.readable.txt").stat().st_mode & 0o777) == "0o600"


def test_repair_asks_first_and_other_verbs_name_it(db: str, tmp_path: Path, typed: Typed) -> None:
    code = evening(db)
    assert "is sound" in typed("repair", code, "--db", db).err
    asyncio.run(spoil(db, NOT_LEGAL, 1))
    before = ask(db, LOG)
    for answer in ("n\n", "", "maybe\n"):
        said = typed("repair", code, "--db", db, "--out", tmp_path / "copies", typed=answer)
        assert said.code == 2
        assert "nothing was repaired" in said.err
    assert ask(db, LOG) == before
    assert not (tmp_path / "copies").exists()
    for verb in (("undo", code, "--yes"), ("export", code, "--out", tmp_path / "out")):
        said = typed(*verb, "--db", db)
        assert said.code == 2
        assert f"escapade repair {code}" in said.err
    assert f"escapade repair {code}" in typed("tables", "--db", db).out
    assert typed("repair", code, "--db", db, "--out", tmp_path / "copies", typed="y\n").code == 0
    assert ask(db, LOG)[:13] == before[:13]


def test_a_finished_game_with_a_bad_ply_stays_over_to_be_looked_at(db: str, tmp_path: Path, typed: Typed) -> None:
    async def go() -> str:
        async with registry_on(db) as registry:
            (code,) = await put_up(registry, 1)
            table, dice = await registry.find(code, "ann"), random.Random(2)
            while not table.over and table.match is not None:
                turn, legal = table.match.turn, table.match.legal_codes()
                await table.act("ann", turn, table.history.seq, dice.choice(legal), "")
            return code

    code = asyncio.run(go())
    asyncio.run(spoil(db, Damage("", "UPDATE log SET action = 999999 WHERE match = ? AND ply = 60"), 1))
    assert typed("repair", code, "--db", db, "--out", tmp_path, "--yes").code == 0
    assert ask(db, "SELECT status FROM tables") == [("over",)]
    assert len(ask(db, LOG)) == 61
    assert typed("check", "--db", db).code == 0


def test_what_was_written_meanwhile_is_not_cut(db: str) -> None:
    """Between the plan and the cut someone writes: nothing is done, and the table is as it was."""
    code = evening(db)
    asyncio.run(spoil(db, NOT_LEGAL, 1))

    async def go() -> None:
        async with edits.opened(db) as store:
            wanted = await repair.plan(store, await edits.find(store, code), milliseconds())
            last = (await store.length(1)), milliseconds() + 1000
            assert await store.append(Append(1, last[0], [Entry(0, 0, last[1])]))
            with pytest.raises(BadInput, match="was changed in this moment"):
                await repair.apply(store, wanted, milliseconds())

    asyncio.run(go())
    assert ask(db, "SELECT fault FROM tables") == [("",)]
    before = ask(db, LOG)
    assert len(before) > 14


def test_a_running_server_lets_go_of_a_table_and_goes_on_with_it_when_it_is_repaired(
    db: str, tmp_path: Path, typed: Typed
) -> None:
    """The server has the table in memory, and does not know that its log was damaged since."""

    async def go() -> None:
        async with running(db) as server, server.guest() as ann:
            info = await ann.table("cartagena", "me", "guest", options={"first": 0})
            code = info["code"]
            async with ann.at(code) as place:
                for _ in range(3):
                    assert (await place.act(place.now["legal"][0]))["type"] == "ack"
                await spoil(db, NOT_LEGAL, 1)
                line = ("repair", code, "--db", db, "--out", tmp_path, "--yes")
                said = await asyncio.to_thread(typed, *line)
                assert said.code == 0, said.err
                with pytest.raises(websockets.ConnectionClosed):
                    await place.until("nothing more")
            async with ann.at(code) as place:
                assert place.seq == len(await server.registry.store.log(1))
                assert (await place.act(place.now["legal"][0]))["type"] == "ack"
            async with edits.connected(db) as store:
                assert (await edits.read(store, code)).fault is None

    asyncio.run(go())


def test_bots_of_a_repaired_table_play_on_by_themselves(db: str, tmp_path: Path, typed: Typed) -> None:
    """Nobody looks at the table, and still it goes on: as after a restart."""

    async def go() -> None:
        async with running(db, pace=3600) as server, server.guest() as ann:
            info = await ann.table("cartagena", "random", "random", "me", options={"first": 0})
            code = info["code"]
        await spoil(db, NAMED["a gap"], 1)
        async with running(db) as server:
            held = await server.registry.store.table(code)
            assert held is not None
            assert held.fault
            said = await asyncio.to_thread(typed, "repair", code, "--db", db, "--out", tmp_path, "--yes")
            assert said.code == 0, said.err
            length = await server.registry.store.length(1)
            async with asyncio.timeout(60):
                while await server.registry.store.length(1) <= length:
                    await asyncio.sleep(0.05)

    asyncio.run(go())


@pytest.mark.skipif(os.name != "posix", reason="folders as a Unix has them")
def test_a_copy_that_cannot_be_written_leaves_the_table_as_it_is(tmp_path: Path, typed: Typed) -> None:
    db = str(tmp_path / "escapade.db")
    code = evening(db)
    asyncio.run(spoil(db, NOT_LEGAL, 1))
    before = ask(db, LOG)
    said = typed("repair", code, "--db", db, "--out", "/dev/null/copies", "--yes")
    assert said.code == 2
    assert "cannot be written" in said.err
    assert ask(db, LOG) == before
