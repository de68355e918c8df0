"""`escapade check`: every log goes through the door again, and the first ply that fails is named."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from escapade.games import GAMES
from escapade.kernel.names import CHANCE
from escapade.server import protocol
from escapade.server.live.history import TIME_OUT
from tests.server.admin.played import FRIEND, ME, Typed, evening, log, open_registry, sql

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
        registry = await open_registry(db, lambda: at[0])
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
