"""Bots of many tables: how many processes they take, who waits for whom, and what their time tells."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from statistics import median
from typing import Any

import escapade
from escapade.games import GAMES
from escapade.kernel.match import Match
from escapade.server.bot_pool import BotPool
from escapade.server.limits import Limits
from escapade.server.live.history import HAND_IN
from escapade.server.live.table import Table
from tests.server.clients import QUICK, Guest, Running, running

WORKERS = 2
PACE = 0.05
BOTS = ("random", "novice", "greedy", "planner", "expert", "master")
MANY = QUICK._replace(bot_tables=40, bot_workers=WORKERS)


def workers() -> list[int]:
    """The worker processes of the server in this process: its real children."""
    found = []
    for task in Path("/proc/self/task").iterdir():
        for child in (task / "children").read_text().split():
            if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                found.append(int(child))
    return found


async def until(holds: Callable[[], Any], seconds: float = 60) -> None:
    """Wait for something to become true."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.05)


async def live(place: Running, guest: Guest, game: str, *bots: str) -> Table:
    """A table of bots that runs."""
    info = await guest.table(game, *bots)
    return await place.registry.find(info["code"])


@asynccontextmanager
async def playing(file: str, pace: float = 0.0, limits: Limits = MANY) -> AsyncIterator[tuple[Running, Guest]]:
    async with running(file, pace=pace, limits=limits) as place, place.guest() as ann:
        yield place, ann


# --- A small host ---


def test_forty_tables_of_all_games_and_levels_share_the_workers(file: str) -> None:
    async def test() -> None:
        async with playing(file, pace=0.2) as (place, ann):
            games = [(game, bot) for bot in BOTS for game in GAMES]
            tables = [await live(place, ann, game, *[bot] * 3) for game, bot in games if game != "stratego"]
            tables += [await live(place, ann, "stratego", bot, bot) for bot in BOTS for _ in range(3)][:16]
            begun, most = [(table, table.history.seq) for table in tables], 0
            async with asyncio.timeout(60):
                while any(not table.over and table.history.seq < seq + 3 for table, seq in begun):
                    most = max(most, len(workers()))
                    await asyncio.sleep(0.02)
            assert len(tables) == 34
            assert 0 < most <= WORKERS
            metrics = (await ann.http.get("/metrics")).text
            assert f"escapade_bot_workers {float(len(workers()))}" in metrics

    asyncio.run(test())


def test_forty_tables_of_masters_do_not_stop_the_table_of_another(file: str) -> None:
    """All play as quickly as they can; in a first-come queue every table would move equally often."""

    async def test() -> None:
        async with playing(file) as (place, ann), place.guest("Bob") as bob:
            many = [await live(place, ann, "stratego", "master", "master") for _ in range(40)]
            await until(lambda: all(table.history.seq > 48 for table in many))
            one = await live(place, bob, "stratego", "master", "master")
            await until(lambda: one.history.seq > 49)
            began, first = [table.history.seq for table in many], one.history.seq
            await until(lambda: one.history.seq >= first + 40)
            moves = [table.history.seq - seq for table, seq in zip(many, began, strict=True)]
            assert sum(moves) / len(moves) < 40 / 1.5
            assert max(moves) - min(moves) <= 10, "tables of one person share alike, too"

    asyncio.run(test())


class Asking:
    """Tables that ask a pool for the same move, without a server around."""

    def __init__(self, pool: BotPool, game: str, bot: str = "master") -> None:
        self.pool, self.bot, self.match = pool, bot, escapade.new(game, seed=3)
        while self.match.together:
            self.match.play(self.match.legal()[0])

    async def ask(self, table: int = 0, owner: str = "ann", choices: int | None = None) -> float:
        """Ask for a move; return how many seconds that took."""
        match, began = self.match, time.monotonic()
        seat, legal = match.turn, match.legal_codes()[:choices]
        heard = match.heard_codes(seat)
        (code,) = await self.pool.choose(match.game, self.bot, match.view(seat), legal, heard, owner, table)
        assert code in legal
        return time.monotonic() - began

    async def warm_up(self) -> None:
        """Ask until compiled code thinks: a hint of the plain heuristic knows no chance."""
        match = self.match
        view, legal = match.view(match.turn), match.legal_codes()
        while (await self.pool.hints(match.game, view, legal, "ann"))[0].chance is None:
            await asyncio.sleep(0.1)

    async def keep_asking(self, table: int, owner: str, asked: Counter[str]) -> None:
        """Ask, count it, and ask again."""
        while True:
            await self.ask(table, owner)
            asked[owner] += 1


@asynccontextmanager
async def a_pool(even_time: bool = False) -> AsyncIterator[BotPool]:
    pool = BotPool(1, seconds=60, even_time=even_time)
    yield pool
    await pool.close()


def test_an_owner_with_one_table_is_served_as_often_as_one_with_forty() -> None:
    async def test() -> None:
        async with a_pool() as pool:
            tables, asked = Asking(pool, "cartagena"), Counter[str]()
            await tables.warm_up()
            many = [asyncio.create_task(tables.keep_asking(table, "ann", asked)) for table in range(40)]
            await until(lambda: asked["ann"] > 40)
            one = asyncio.create_task(tables.keep_asking(99, "bob", asked))
            await until(lambda: asked["bob"] > 0)
            asked.clear()
            await until(lambda: asked["bob"] >= 20)
            for task in (*many, one):
                task.cancel()
            assert asked["ann"] <= 3 * 20

    asyncio.run(test())


def test_the_more_questions_wait_the_less_each_is_thought_about() -> None:
    async def test() -> None:
        async with a_pool() as pool:
            tables = Asking(pool, "stratego")
            await tables.warm_up()
            alone, began = [await tables.ask() for _ in range(3)], time.monotonic()
            await asyncio.gather(*map(tables.ask, range(60)))
            assert time.monotonic() - began < median(alone) * 60 / 2

    asyncio.run(test())


def test_one_person_hosts_a_few_tables_of_bots_alone(db: str) -> None:
    async def test() -> None:
        async with running(db, pace=0.5, limits=QUICK) as place, place.guest() as ann:
            bots = {"game": "stratego", "seats": [{"kind": "bot", "bot": "greedy"}] * 2}
            said = await asyncio.gather(*(ann.http.post("/api/tables", json=bots) for _ in range(10)))
            assert sorted(reply.status_code for reply in said) == [201] * 4 + [409] * 6
            assert "4 of bots alone" in next(reply.json()["reason"] for reply in said if reply.status_code == 409)
            await ann.table("stratego", "me", "greedy")

    asyncio.run(test())


def test_a_host_cannot_turn_the_last_seat_of_a_table_over_to_a_bot(file: str) -> None:
    async def test() -> None:
        async with playing(file) as (_, ann):
            info = await ann.table("cartagena", "me", "open")
            code, bot = info["code"], {"kind": "bot", "bot": "greedy"}
            await ann.http.put(f"/api/tables/{code}/seats/0", json={"kind": "open"})
            first = await ann.http.put(f"/api/tables/{code}/seats/0", json=bot)
            second = await ann.http.put(f"/api/tables/{code}/seats/1", json=bot)
            assert (first.status_code, second.status_code) == (200, 409)
            assert "somebody must sit here" in second.json()["reason"]

    asyncio.run(test())


# --- Workers that end ---


def test_a_killed_worker_loses_nothing(file: str) -> None:
    async def test() -> None:
        async with playing(file, pace=0.02) as (place, ann):
            table = await live(place, ann, "cartagena", "greedy", "greedy")
            for _ in range(3):
                goal = table.history.seq + 4
                while not (table.history.seq > goal and workers()):
                    await asyncio.sleep(0.01)
                assert not table.over
                for worker in workers():
                    os.kill(worker, signal.SIGKILL)
            await until(lambda: table.over)
            again = Match(table.game, table.settings.seats, table.settings.options)
            again.replay(table.history.plies)
            assert table.match is not None
            assert again.bytes() == table.match.bytes()

    asyncio.run(test())


def test_a_worker_that_hangs_is_replaced_and_the_table_goes_on(file: str) -> None:
    async def test() -> None:
        async with playing(file, pace=0.02, limits=MANY._replace(bot_seconds=0.5)) as (place, ann):
            table = await live(place, ann, "stratego", "greedy", "greedy")
            pool = place.registry.bots
            await until(lambda: table.history.seq > 52 and any(worker.games for worker in pool._workers))
            hung = workers()
            for worker in hung:
                os.kill(worker, signal.SIGSTOP)
            seq = table.history.seq
            await until(lambda: table.history.seq > seq + 10 and not {*hung} & {*workers()})

    asyncio.run(test())


# --- Hints ---


def test_hints_of_one_person_are_thought_about_one_at_a_time(file: str) -> None:
    async def test() -> None:
        async with playing(file, PACE) as (place, ann), place.guest("Bob") as bob, AsyncExitStack() as stack:
            info = await ann.table("cartagena", "me", "guest")
            async with ann.at(info["code"], observer=info["turn"][0]) as at:
                while (await at.wish("hintplease"))["hints"][0]["chance"] is None:
                    await asyncio.sleep(0.1)  # the plain heuristic answers at once, until what thinks is compiled
            mine = [await stack.enter_async_context(ann.at(info["code"], observer=info["turn"][0])) for _ in range(12)]
            other = await live(place, bob, "stratego", "greedy", "greedy")
            said = await asyncio.gather(*(at.wish("hintplease") for at in mine))
            kinds = [frame["type"] for frame in said]
            assert kinds.count("hints") == 1
            assert all(frame["error"] == "not-now" for frame in said if frame["type"] == "error")
            assert len(workers()) <= WORKERS
            assert other.history.seq > 0, "moves do not wait for hints"
            assert (await mine[0].wish("hintplease"))["type"] == "hints", "the next one is welcome"

    asyncio.run(test())


def test_hints_are_refused_while_bots_have_too_much_to_do(file: str) -> None:
    async def test() -> None:
        async with playing(file) as (place, ann), place.guest("Bob") as bob:
            for _ in range(30):
                await live(place, ann, "stratego", "master", "master")
            async with bob.at((await bob.table("cartagena", "me", "guest"))["code"]) as at:
                await until(lambda: len(place.registry.bots._moves) > 20)
                said = await at.wish("hintplease")
                assert (said["type"], said["error"]) == ("error", "not-now")

    asyncio.run(test())


def test_what_hidden_things_can_be_is_counted_by_a_worker_within_a_deadline(file: str) -> None:
    async def test() -> None:
        async with playing(file, limits=MANY._replace(bot_seconds=1)) as (_, ann), AsyncExitStack() as stack:
            info = await ann.table("stalag17", "me", "guest", "guest")
            at = await stack.enter_async_context(ann.at(info["code"]))
            while (said := await at.wish("knowplease"))["type"] == "error":  # until there is a worker
                assert said["error"] == "not-now"
            for worker in workers():
                os.kill(worker, signal.SIGSTOP)
            assert (await at.wish("knowplease"))["error"] == "not-now"
            while (await at.wish("knowplease"))["type"] != "knowledge":
                await asyncio.sleep(0.1)

    asyncio.run(test())


# --- What time tells ---


def test_an_answer_takes_as_long_where_there_is_no_choice() -> None:
    """The median of one run: without a choice a bot would answer a hundred times sooner."""

    async def test() -> None:
        async with a_pool(even_time=True) as pool:
            tables = Asking(pool, "cartagena", "expert")
            await tables.ask()
            free, forced = [[await tables.ask(choices=n) for _ in range(5)] for n in (None, 1)]
            assert 1 / 5 < median(forced) / median(free) < 2

    asyncio.run(test())


def test_the_time_of_a_bots_move_does_not_tell_whether_it_had_a_choice(file: str) -> None:
    """In one match, forced and free moves alike come a beat after the one before, watched or not."""

    async def test() -> None:
        async with playing(file, pace=PACE) as (place, ann):
            tables = [await live(place, ann, "jailbreakers", *["greedy"] * 3) for _ in range(2)]
            async with ann.at(tables[0].row.code):  # nobody looks at the other
                await until(lambda: all(len(waits(table)["forced"]) >= 6 for table in tables))
            for table in tables:
                found = waits(table)
                assert min(found["forced"] + found["free"]) >= 0.95
                assert 0.45 < median(found["forced"]) / median(found["free"]) < 2.2

    asyncio.run(test())


def waits(table: Table) -> dict[str, list[float]]:
    """How many beats passed before each action of a bot, by whether it had a choice."""
    match, last = Match(table.game, table.settings.seats, table.settings.options), 0
    found: dict[str, list[float]] = {"forced": [], "free": []}
    for entry in table.history.entries:
        if entry.seat >= 0 and last:
            found["forced" if len(match.legal_codes()) == 1 else "free"].append((entry.at - last) / 1000 / PACE)
        match.follow(entry.seat, entry.action)
        last = entry.at
    return found


def test_a_bot_hands_in_its_set_up_at_once(file: str) -> None:
    async def test() -> None:
        async with playing(file, pace=0.05) as (place, ann):
            table = await live(place, ann, "stratego", "master", "greedy")
            await until(lambda: table.history.seq > 50)
            placed = [entry for entry in table.history.entries if entry.seat >= 0 and entry.action >= 0][:48]
            assert len({(entry.seat, entry.at) for entry in placed}) == 2
            told = [entry for entry in table.history.entries if entry.action == HAND_IN]
            assert len(told) <= 1  # of the bot whose pieces are placed later: it hands them in whole

    asyncio.run(test())
