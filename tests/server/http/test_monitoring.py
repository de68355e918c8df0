"""What a host can watch: health, numbers and logs. Numbers and logs name tables at the most, never a card."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2 as httpx
import pytest
import structlog
from prometheus_client.parser import text_string_to_metric_families

from escapade.games import GAMES
from escapade.server import protocol, run
from escapade.server.live import upkeep
from tests.server.admin.played import sql
from tests.server.clients import running

KEYS = {"event", "where", "level", "timestamp", "error", "reason"}  # all that a log line may say


async def say(db: str, statement: str) -> None:
    await asyncio.to_thread(sql, db, statement)


async def numbers(http: httpx.AsyncClient) -> dict[str, float]:
    """Every number on the page, by name and labels."""
    said = await http.get("/metrics")
    assert said.status_code == 200
    assert said.headers["content-type"].startswith("text/plain; version=0.0.4")
    found = [sample for family in text_string_to_metric_families(said.text) for sample in family.samples]
    return {f"{s.name}{sorted(s.labels.items())}": s.value for s in found}


def test_health_says_whether_the_database_answers(db: str) -> None:
    async def ask() -> None:
        async with running(db) as server, httpx.AsyncClient(base_url=server.url) as http:
            assert (await http.get("/healthz")).json() == {"status": "ok", "version": protocol.VERSION}
            await say(db, "ALTER TABLE meta RENAME TO away")
            said = await http.get("/healthz")
            assert said.status_code == 503
            assert said.json()["error"] == "busy"
            assert "meta" not in said.text  # nothing of how it is kept
            await say(db, "ALTER TABLE away RENAME TO meta")
            assert (await http.get("/healthz")).status_code == 200

    asyncio.run(ask())


def test_metrics_count_what_happens(db: str) -> None:
    async def watch() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            before = await numbers(ann.http)
            table = await ann.table("cartagena", "me", "guest")
            async with ann.at(table["code"]) as place:
                now = await numbers(ann.http)
                assert now["escapade_connections[]"] == before["escapade_connections[]"] + 1
                assert now["escapade_tables[]"] == before["escapade_tables[]"] + 1
                if place.now["turn"] != 0:
                    await place.send(type="look", observer=1)
                    await place.until("snapshot")
                assert (await place.act(place.now["legal"][0]))["type"] == "ack"
                assert (await place.act(0, seq=0))["error"] == "stale"
            after = await numbers(ann.http)
            assert after["escapade_accepted_total[]"] == before["escapade_accepted_total[]"] + 1
            stale = "escapade_refused_total[('error', 'stale')]"
            assert after[stale] == before.get(stale, 0) + 1
            created = "escapade_requests_total[('status', '201')]"
            assert after[created] == before[created] + 1

    asyncio.run(watch())


@contextmanager
def logs_as_a_server_writes_them() -> Iterator[None]:
    run.write_logs(as_json=True)
    try:
        yield
    finally:
        structlog.reset_defaults()


@pytest.mark.parametrize("game", ["stalag17"])
def test_logs_and_numbers_never_hold_a_hidden_card(
    game: str,
    db: str,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A person and bots play while the database fails under them, so that there is something to log."""
    monkeypatch.setattr(upkeep, "INTERVAL", 0.05)
    caplog.set_level(logging.WARNING)
    with logs_as_a_server_writes_them():
        page = asyncio.run(an_unlucky_game(game, db))
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    events = {line["event"] for line in lines}
    assert events == {"a background task failed", "the database does not answer"}
    assert not caplog.records
    names = [name for name in GAMES[game].actions.names if len(name) > 4]
    for line in lines:
        assert line.keys() <= KEYS
        assert line.get("error", "Broken").isidentifier()
        assert not [name for name in names if name in json.dumps(line)]
    assert not [name for name in names if name in page]
    for family in text_string_to_metric_families(page):
        assert family.name.startswith("escapade_")
        for sample in family.samples:
            assert sample.labels.keys() <= {"error", "status", "limit"}


async def an_unlucky_game(game: str, db: str) -> str:
    """Play; let bots' moves and the look around fail once; return the page of numbers."""
    async with running(db) as server, server.guest("Ann") as ann:
        table = await ann.table(game, "me", "novice", "greedy")
        async with ann.at(table["code"]) as place:
            await place.play(random.Random(1), 4)
        bots = await ann.table(game, "novice", "greedy", "greedy")
        async with ann.at(table["code"]) as place, ann.at(bots["code"]) as watching:
            place.asked = 100  # what was asked for by the same name before would count as done
            for kept in ("log", "presence"):
                await say(db, f"ALTER TABLE {kept} RENAME TO away")
                await asyncio.sleep(0.3)
                if kept == "log" and place.now["legal"]:
                    assert (await place.act(place.now["legal"][0]))["error"] == "busy"
                await say(db, f"ALTER TABLE away RENAME TO {kept}")
            while any(table.lost for table in server.registry.tables.values()):
                await asyncio.sleep(0.01)
            seq = watching.seq
            while watching.seq <= seq + 3 and watching.now["turn"] >= 0:  # it goes on as if nothing had been
                await watching.until("update")
            await place.play(random.Random(2), 4)
        return (await ann.http.get("/metrics")).text
