"""A rating is earned: who may play for one, which matches count, and that each of them counts once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from escapade.server.admin import edits, repair
from escapade.server.live.clocks import DAY
from escapade.server.live.presence import TIMEOUT
from escapade.server.live.registry import milliseconds
from escapade.server.store import Append, Entry, Store, driver_of
from tests.server.clients import QUICK, Guest, Running, running

LIVE = {"kind": "live", "seconds": 600, "increment": 5}
RATED = {"rated": True, "clock": LIVE}
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus")


class Time:
    """Hours that pass when they are told to."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.ms


@asynccontextmanager
async def players(server: Running, count: int) -> AsyncIterator[list[Guest]]:
    """Accounts with accounts."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(server.player(name)) for name in NAMES[:count]]


async def match(host: Guest, *others: Guest, game: str = "cartagena", **more: Any) -> str:
    """A rated match that has begun."""
    code: str = (await host.table(game, "me", *["open"] * len(others), **{**RATED, **more}))["code"]
    for other in others:
        await other.join(code)
    return code


async def info(guest: Guest, code: str) -> dict[str, Any]:
    found: dict[str, Any] = (await guest.http.get(f"/api/tables/{code}")).json()
    return found


async def resign(guest: Guest, code: str) -> None:
    async with guest.at(code) as place:
        said = await place.wish("resign", seq=place.seq)
        assert said["type"] == "ack", said


async def ratings(guest: Guest, game: str = "cartagena") -> dict[str, dict[str, Any]]:
    """The leaderboard by name, in its order; everyone stands there once."""
    rows = (await guest.http.get(f"/api/ratings/{game}")).json()["ratings"]
    found = {row["name"]: row for row in rows}
    assert len(found) == len(rows), rows
    return found


async def until(what: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(20):
        while not await what():
            await asyncio.sleep(0.01)


async def settled(guest: Guest, code: str) -> dict[str, Any]:
    """A table whose match has counted, or never will."""

    async def is_so() -> bool:
        now = await info(guest, code)
        return now["unrated"] != "" or any(seat["change"] is not None for seat in now["seats"])

    await until(is_so)
    return await info(guest, code)


async def decided(guest: Guest, server: Running, code: str) -> str:
    """Whether a match that has begun will count."""
    number = (await server.registry.find(code)).row.id

    async def is_so() -> bool:
        return await server.registry.store.rated.mark(number) is not None

    await until(is_so)
    mark = await server.registry.store.rated.mark(number)
    return mark.state if mark else ""


# --- Who may play for a rating ------------------------------------------------


def test_a_table_whose_result_could_not_count_is_not_rated(tmp_path: Path) -> None:
    me, open_seat, bot = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "novice"}
    cases: list[tuple[dict[str, Any], list[dict[str, str]], str]] = [
        ({"clock": {"kind": "none"}}, [me, open_seat], "needs a clock: choose one"),
        ({"left": "bot"}, [me, open_seat], "no bot plays on"),
        ({}, [me, bot], "no bot sits at a rated table: leave the seat open"),
        ({}, [bot, bot], "no bot sits at a rated table"),
        ({}, [me, {"kind": "guest", "name": "Zoe"}], "an account of their own"),
        ({}, [me, me], "one seat in a rated game"),
        ({"game": "jailbreakers"}, [me], "two people at least"),
        ({"left": "forfeit", "grace": 10}, [me, open_seat], "60 seconds at least to come back"),
    ]

    async def script() -> None:
        async with running(str(tmp_path / "x.db")) as server, server.player("Ann") as ann:
            for more, seats, says in cases:
                asked = {"game": "cartagena", "seats": seats, **RATED, **more}
                said = await ann.http.post("/api/tables", json=asked)
                assert (said.status_code, says in said.json()["reason"]) == (400, True), said.text
            assert (await ann.http.get("/api/tables?which=mine")).json()["tables"] == []

    asyncio.run(script())


def test_guests_bots_programs_and_second_seats_stay_away_from_a_rated_table(tmp_path: Path) -> None:
    async def script() -> None:
        async with (
            running(str(tmp_path / "x.db")) as server,
            players(server, 2) as (ann, bob),
            server.guest("Zoe") as guest,
        ):
            wanted = {"game": "cartagena", "seats": [{"kind": "me"}, {"kind": "open"}], **RATED}
            said = await guest.http.post("/api/tables", json=wanted)
            assert (said.status_code, said.json()["error"]) == (403, "needs-account")

            table = await ann.table("cartagena", "me", "open", "invited", **RATED)
            code, invitation = table["code"], table["invitations"]["2"]
            seats = f"/api/tables/{code}/seats"
            for asked in ({}, {"seat": 1}, {"invitation": invitation}):
                said = await guest.http.post(f"/api/tables/{code}/join", json=asked)
                assert (said.status_code, said.json()["error"]) == (403, "needs-account")
                assert "create one or log in" in said.json()["reason"]
            for kind, says in {"bot": "no bot", "guest": "account of their own", "me": "sit at this table"}.items():
                said = await ann.http.put(f"{seats}/1", json={"kind": kind})
                assert (said.status_code, says in said.json()["reason"]) == (400, True), said.text
            said = await ann.http.post(f"{seats}/1/token")
            assert (said.status_code, "no program" in said.json()["reason"]) == (400, True), said.text
            said = await ann.http.post(f"/api/tables/{code}/join", json={})
            assert (said.status_code, "sit at this table" in said.json()["reason"]) == (400, True), said.text

            await bob.join(code)
            said = await bob.http.post(f"/api/tables/{code}/join", json={"invitation": invitation})
            assert (said.status_code, "sit at this table" in said.json()["reason"]) == (400, True), said.text
            made = await guest.http.post("/api/account", json={"login": "guest-1", "password": "a long secret"})
            assert made.status_code == 201
            assert (await guest.join(code, invitation=invitation))["status"] == "running"
            assert await decided(ann, server, code) == "counts"

    asyncio.run(script())


def test_an_account_that_takes_two_seats_at_once_is_not_rated(db: str) -> None:
    """Each of the two is refused, or the match is played and says that it does not count."""

    async def script() -> None:
        async with running(db) as server, players(server, 2) as (ann, bob):
            for _ in range(5):
                code = (await ann.table("cartagena", "me", "open", "open", **RATED))["code"]
                where = f"/api/tables/{code}/join"
                await asyncio.gather(*(bob.http.post(where, json={"seat": seat}) for seat in (1, 2)))
                if (await info(ann, code))["status"] == "running":
                    assert await decided(ann, server, code) == "unfit"
                    await resign(ann, code)
                    assert (await settled(ann, code))["unrated"] == "unfit"
                else:
                    await ann.http.post(f"/api/tables/{code}/leave")
            assert await ratings(ann) == {}

    asyncio.run(script())


# --- One rating ---------------------------------------------------------------


def test_everyone_stands_once_on_the_leaderboard_and_provisional_ones_below(tmp_path: Path) -> None:
    """Of two and of more seats, it is the same rating; it is provisional until there were enough opponents."""

    async def script() -> None:
        limits = QUICK._replace(provisional=3)
        async with running(str(tmp_path / "x.db"), limits=limits) as server, players(server, 4) as (ann, bob, cid, dot):
            first = await match(ann, bob)
            await resign(ann, first)
            seats = (await settled(ann, first))["seats"]
            assert [(seat["rating"], seat["provisional"], seat["change"]) for seat in seats] == [
                (1389, True, -111),
                (1611, True, 111),
            ]
            second = await match(ann, bob, cid)
            assert [seat["rating"] for seat in (await info(ann, second))["seats"]] == [1389, 1611, 1500]
            await resign(cid, second)
            await resign(bob, second)
            await settled(ann, second)
            third = await match(dot, ann)
            await resign(ann, third)
            await settled(ann, third)
            found = await ratings(ann)
            assert {name: (row["games"], row["provisional"]) for name, row in found.items()} == {
                "Ann": (3, False), "Bob": (2, True), "Cid": (1, True), "Dot": (1, True),
            }  # fmt: skip
            sure = {name: row["rating"] - 2 * row["deviation"] for name, row in found.items()}
            assert [*found] == ["Ann", *sorted(("Bob", "Cid", "Dot"), key=lambda name: -sure[name])]
            assert found["Dot"]["rating"] > 1500 > found["Cid"]["rating"]

    asyncio.run(script())


def test_matches_that_end_at_the_same_time_all_count(db: str) -> None:
    """Nobody's rating is read, changed and written over what another match has written meanwhile."""

    async def script() -> None:
        many = QUICK._replace(rated_pairs=100)
        async with AsyncExitStack() as stack:
            here = await stack.enter_async_context(running(db, limits=many))
            there = await stack.enter_async_context(running(db, limits=many)) if "://" in db else here
            ann, bob, cid, dot = await stack.enter_async_context(players(here, 4))
            others = [Guest(there.port, ann.http), bob, cid, dot]
            codes = [await match(ann, other) for other in (bob, cid, dot) for _ in range(3)]
            codes += [await match(ann, bob, cid) for _ in range(2)]
            await asyncio.gather(*(resign(others[0], code) for code in codes))
            for code in codes[-2:]:
                await resign(bob, code)
            for code in codes:
                await settled(ann, code)
            found = await ratings(ann)
            assert {name: row["games"] for name, row in found.items()} == {"Ann": 11, "Bob": 5, "Cid": 5, "Dot": 3}
            changes = [await info(ann, code) for code in codes]
            total = sum(seat["change"] for one in changes for seat in one["seats"] if seat["name"] == "Ann")
            assert abs(1500 + total - found["Ann"]["rating"]) <= len(codes)  # each of them was rounded

    asyncio.run(script())


def test_a_match_counts_once_though_every_process_knows_its_end(postgres_url: str) -> None:
    async def script() -> None:
        async with running(postgres_url) as here, running(postgres_url) as there, players(here, 2) as (ann, bob):
            code = await match(ann, bob)
            away = Guest(there.port, bob.http)
            async with away.at(code) as place:
                await resign(ann, code)
                while place.now["turn"] != -2:
                    await place.until("update")
                await asyncio.gather(here.registry.upkeep.round(), there.registry.upkeep.round())
                while not any((seat["change"] or 0) > 0 for seat in (await place.until("seating"))["table"]["seats"]):
                    pass  # the other process tells it, too
            assert {row["games"] for row in (await ratings(ann)).values()} == {1}

    asyncio.run(script())


@pytest.mark.parametrize("restart", [False, True])
def test_a_match_that_ends_while_ratings_cannot_be_written_counts_later(db: str, restart: bool) -> None:
    async def rename(before: str, after: str) -> None:
        other = driver_of(db)
        await other.open()
        await other.run([(f"ALTER TABLE {before} RENAME TO {after}", ())])
        await other.close()

    async def script() -> None:
        async with running(db) as server, players(server, 2) as (ann, bob):
            code = await match(ann, bob)
            assert await decided(ann, server, code) == "counts"
            await rename("ratings", "ratings_elsewhere")
            await resign(ann, code)
            number = (await server.registry.store.table(code)).id  # type: ignore[union-attr]
            await server.registry.upkeep.round()
            assert await server.registry.store.rated.unsettled() == [number]
            if not restart:
                await rename("ratings_elsewhere", "ratings")
                await server.registry.upkeep.round()
                assert {row["games"] for row in (await ratings(ann)).values()} == {1}
        if restart:
            await rename("ratings_elsewhere", "ratings")
            async with running(db) as server, server.guest() as guest:
                await server.registry.upkeep.round()
                found = await ratings(guest)
                assert [(name, row["games"]) for name, row in found.items()] == [("Bob", 1), ("Ann", 1)]

    asyncio.run(script())


# --- Which matches count ------------------------------------------------------


def test_of_one_pair_only_some_matches_a_day_count_and_the_table_says_so(db: str) -> None:
    """Which of them is decided at the start: who loses cannot end other matches first to spend what counts."""

    async def script() -> None:
        time = Time()
        async with running(db, time) as server, players(server, 3) as (ann, bob, cid):
            codes = [await match(*pair) for pair in ((ann, bob), (bob, ann)) * 2]
            assert [await decided(ann, server, code) for code in codes] == ["counts"] * 4
            more = [await match(ann, bob), await match(ann, cid, bob), await match(bob, ann, game="stratego")]
            assert [await decided(ann, server, code) for code in more] == ["pairs"] * 3
            assert [(await info(cid, code))["unrated"] for code in more] == ["pairs"] * 3
            assert await decided(ann, server, await match(ann, cid)) == "counts"
            await resign(ann, more[0])  # it ends first, and changes nothing
            assert (await settled(ann, more[0]))["seats"][0]["change"] is None
            assert await ratings(ann) == {}
            for code in codes:
                await resign(ann, code)
                await settled(ann, code)
            assert {name: row["games"] for name, row in (await ratings(ann)).items()} == {"Bob": 4, "Ann": 4}
            time.ms += DAY
            assert await decided(ann, server, await match(ann, bob)) == "counts"

    asyncio.run(script())


def test_matches_of_a_pair_that_begin_at_the_same_time_are_counted(db: str) -> None:
    async def script() -> None:
        async with AsyncExitStack() as stack:
            here = await stack.enter_async_context(running(db))
            there = await stack.enter_async_context(running(db)) if "://" in db else here
            ann, bob = await stack.enter_async_context(players(here, 2))
            away = Guest(there.port, bob.http)
            codes = [(await ann.table("cartagena", "me", "open", **RATED))["code"] for _ in range(8)]
            await asyncio.gather(*((bob, away)[i % 2].join(code) for i, code in enumerate(codes)))
            found = [await decided(ann, here, code) for code in codes]
            assert sorted(found) == ["counts"] * 4 + ["pairs"] * 4

    asyncio.run(script())


def test_a_match_that_the_host_of_the_server_took_back_does_not_count(tmp_path: Path) -> None:
    async def script() -> None:
        db = str(tmp_path / "x.db")
        async with running(db) as server, players(server, 2) as (ann, bob):
            code = await match(ann, bob)
            async with ann.at(code) as first, bob.at(code) as second:
                place = first if first.now["legal"] else second
                assert (await place.act(place.now["legal"][0]))["type"] == "ack"
            store = Store(driver_of(db))
            await store.driver.open()
            reading = await edits.read(store, code)
            await edits.take_back(store, reading, edits.plan_take_back(reading), server.registry.now())
            await store.close()
            assert await decided(ann, server, code) == "undone"
            await until(lambda: events(ann, code))
            await resign(ann, code)
            assert (await settled(ann, code))["unrated"] == "undone"
            assert await ratings(ann) == {}

    async def events(ann: Guest, code: str) -> bool:
        return bool((await info(ann, code))["unrated"] == "undone")

    asyncio.run(script())


def test_a_match_that_had_to_be_repaired_does_not_count(tmp_path: Path) -> None:
    db = str(tmp_path / "x.db")

    async def script() -> None:
        async with running(db) as server, players(server, 2) as (ann, bob):
            code = await match(ann, bob)
            assert await decided(ann, server, code) == "counts"
        store = Store(driver_of(db))
        await store.driver.open()
        row = await edits.find(store, code)
        length = len(await store.log(row.id))
        assert await store.append(Append(row.id, length, [Entry(0, 9999, milliseconds())]))
        now = milliseconds() + TIMEOUT
        await repair.apply(store, await repair.plan(store, row, now), now + TIMEOUT)
        await store.close()
        async with running(db) as server, server.guest() as guest:
            found = await info(guest, code)
            assert (found["status"], found["unrated"]) == ("running", "undone")

    asyncio.run(script())


def test_nothing_is_taken_back_in_a_rated_match_unless_all_others_agree(tmp_path: Path) -> None:
    async def script() -> None:
        async with running(str(tmp_path / "x.db")) as server, players(server, 3) as (ann, bob, cid):
            code = await match(ann, bob, cid)
            async with (
                ann.at(code, offers=True) as first,
                bob.at(code, offers=True) as second,
                cid.at(code, offers=True) as third,
            ):
                all_three = [first, second, third]
                (mover,) = (place for place in all_three if place.now["legal"])
                yes, last = (place for place in all_three if place is not mover)
                before = mover.now["view"]
                names = (await ann.http.get("/api/games")).json()["games"]
                actions = next(game["actions"] for game in names if game["name"] == "cartagena")
                quiet = next(code for code in mover.now["legal"] if "retreat" not in actions[code])
                assert (await mover.act(quiet))["type"] == "ack"
                assert mover.now["take_back"] == "ask"  # though nobody has learnt anything by it
                assert (await mover.wish("takeback", seq=mover.seq))["type"] == "ack"
                assert mover.now["view"] != before
                asked = await yes.until("questionupdate")
                assert asked["question"]["consents"] == []
                assert (await yes.wish("consent", seq=yes.seq, yes=True))["type"] == "ack"
                assert mover.now["view"] != before  # two of three
                await last.until("questionupdate")
                assert (await last.wish("consent", seq=last.seq, yes=True))["type"] == "ack"
                while mover.now["view"] != before:
                    await mover.until("update")
            assert await decided(ann, server, code) == "counts"

    asyncio.run(script())


# --- Leaving does not avoid a loss --------------------------------------------


def test_who_leaves_first_of_three_is_last_whatever_the_bot_does_for_them(tmp_path: Path) -> None:
    async def script() -> None:
        async with running(str(tmp_path / "x.db")) as server, players(server, 3) as (ann, bob, cid):
            code = await match(ann, bob, cid)
            await resign(ann, code)
            await resign(bob, code)
            await settled(ann, code)
            found = await ratings(ann)
            assert [*sorted(found, key=lambda name: -found[name]["rating"])] == ["Cid", "Bob", "Ann"]

    asyncio.run(script())


def test_the_clock_of_a_table_that_was_forgotten_runs_on(tmp_path: Path) -> None:
    async def script() -> None:
        time = Time()
        async with running(str(tmp_path / "x.db"), time) as server, players(server, 2) as (ann, bob):
            code = await match(ann, bob)
            assert await decided(ann, server, code) == "counts"
            number = server.registry.numbers.pop(code)
            del server.registry.tables[number]
            time.ms += DAY
            await server.registry.timers.fire(number)

            async def is_over() -> bool:  # though nobody looks at it
                row = await server.registry.store.table_by_number(number)
                return row is not None and row.status == "over"

            await until(is_over)
            assert (await settled(ann, code))["status"] == "over"

    asyncio.run(script())


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize("clock", [LIVE, {"kind": "days", "days": 1}])
def test_who_logs_out_and_closes_the_browser_loses_on_time(
    tmp_path: Path, clock: dict[str, Any], restart: bool
) -> None:
    """Also when the server is closed meanwhile: the time until it opens again counts for nobody."""
    db, time = str(tmp_path / "x.db"), Time()

    async def script() -> None:
        async with running(db, time) as server, players(server, 2) as (ann, bob):
            code = await match(ann, bob, clock=clock)
            assert await decided(ann, server, code) == "counts"
            async with ann.at(code) as place:
                leaves = (ann, bob)[place.now["turn"]]
            stays = bob if leaves is ann else ann
            loser = (await leaves.http.get("/api/me")).json()["name"]
            await leaves.http.post("/api/logout")
            if not restart:
                await run_out(server)
                found = await settled(stays, code)
                assert found["status"] == "over"
                assert {seat["name"]: seat["change"] < 0 for seat in found["seats"]}[loser]
        if restart:
            time.ms += 30 * DAY
            async with running(db, time) as server, server.guest() as guest:
                await server.registry.upkeep.round()
                assert (await info(guest, code))["status"] == "running"  # nobody could play meanwhile
                await run_out(server)
                await settled(guest, code)
                assert [*await ratings(guest)][-1] == loser

    async def run_out(server: Running) -> None:
        time.ms += DAY + 1000
        await server.registry.upkeep.round()

    asyncio.run(script())
