"""How many tables there are, what a list of them costs, how many are in memory, and how long logs are read."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from functools import cache
from typing import Any

import httpx2 as httpx
import pytest

from escapade.games import GAMES
from escapade.kernel.dealer import SystemDealer
from escapade.kernel.match import Match
from escapade.kernel.names import OVER
from escapade.server.limits import DEFAULTS, Limits
from escapade.server.live.projection import PAGE
from escapade.server.live.registry import milliseconds
from tests.server.clients import QUICK, Guest, Place, Running, running

OPEN = {"game": "cartagena", "seats": [{"kind": "me"}, {"kind": "open"}]}
Info = dict[str, Any]


class Time:
    """A clock that can be put forward."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return milliseconds() + self.ahead


def servers_of(db: str) -> int:
    """How many processes may serve a database."""
    return 2 if db.startswith("postgres") else 1


async def listed(guest: Guest, which: str = "mine") -> dict[str, Info]:
    """A list of tables, by their codes."""
    said = await guest.http.get(f"/api/tables?which={which}")
    assert said.status_code == 200, said.text
    return {info["code"]: info for info in said.json()["tables"]}


async def until_listed(guest: Guest, code: str, status: str) -> Info:
    """A table, as lists have it once it has come to this."""
    async with asyncio.timeout(60):
        while (info := (await listed(guest))[code])["status"] != status:
            await asyncio.sleep(0.05)
    return info


async def someone_at(server: Running, cookies: Any) -> httpx.AsyncClient:
    """Whoever has these cookies, at another server."""
    return httpx.AsyncClient(base_url=server.url, timeout=60, cookies=cookies)


def test_parallel_requests_do_not_pass_the_limit_of_tables(db: str) -> None:
    """Twelve at once, on two servers where a database can have two; the limit is five."""

    async def test() -> None:
        async with AsyncExitStack() as stack:
            limits = Limits(tables=5)
            servers = [await stack.enter_async_context(running(db, limits=limits)) for _ in range(servers_of(db))]
            ann = await stack.enter_async_context(servers[0].guest())
            clients = [
                await stack.enter_async_context(await someone_at(server, ann.http.cookies)) for server in servers
            ]
            said = await asyncio.gather(*(clients[i % len(clients)].post("/api/tables", json=OPEN) for i in range(12)))
            assert sorted(reply.status_code for reply in said) == [201] * 5 + [409] * 7
            assert len(await listed(ann)) == 5

    asyncio.run(test())


# --- Lists from columns ------------------------------------------------------


class Counted:
    """Counts what is asked of a database."""

    def __init__(self, server: Running) -> None:
        self.driver, self.asked = server.registry.store.driver, 0
        self._ask = self.driver.ask

    def __enter__(self) -> Counted:
        self.driver.ask = self  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.ask = self._ask  # type: ignore[method-assign]

    async def __call__(self, sql: str, *args: Any) -> list[Any]:
        self.asked += 1
        return await self._ask(sql, *args)


def test_a_list_replays_no_log_and_many_tables_cost_as_many_questions_as_few(db: str) -> None:
    async def test() -> None:
        async with running(db) as server, server.guest() as ann:
            for _ in range(3):
                await begun(ann)
            cookies = ann.http.cookies
        counts = []
        for more in (9, 0):
            async with running(db) as server, server.guest("Bob") as bob:
                ann.http, ann.port = await someone_at(server, cookies), server.port
                counts.append(min([await questions(server, ann, bob, 12 - more) for _ in range(5)]))
                assert server.registry.tables == {}
                for _ in range(more):
                    await begun(ann)
                await ann.http.aclose()
        assert counts[0] == counts[1]

    asyncio.run(test())


async def questions(server: Running, ann: Guest, bob: Guest, tables: int) -> int:
    """What is asked of the database for two lists, and now and then by a server that looks around."""
    with Counted(server) as counted:
        assert {len(await listed(ann, "mine")), len(await listed(bob, "watch"))} == {tables}
        return counted.asked


async def begun(ann: Guest) -> str:
    """A listed table of two at one screen, after an action."""
    code: str = (await ann.table("cartagena", "me", "guest", listed=True, options={"first": 0}))["code"]
    async with ann.at(code) as place:
        assert (await place.act(place.now["legal"][-1]))["type"] == "ack"
    return code


GAMES_OF_TWO = ("cartagena", "stratego")


@pytest.mark.parametrize("game", GAMES_OF_TWO)
def test_a_list_says_after_every_action_what_the_table_says(game: str, db: str) -> None:
    """Whose turn it is, who is replaced and who has won: from the columns as from the table in memory."""

    async def test() -> None:
        dice = random.Random(7)
        async with running(db) as server, server.guest() as ann:
            code = (await ann.table(game, "me", "guest"))["code"]
            async with ann.at(code) as place:
                for _ in range(60):
                    assert (await listed(ann))[code]["turn"] == place.now["to_act"]
                    await one_action(place, dice)
                assert (await place.wish("resign", seq=place.seq))["type"] == "ack"
                found = await until_listed(ann, code, "over")
                assert found == (await ann.http.get(f"/api/tables/{code}")).json()
                assert found["result"]
                assert found["turn"] == []

    asyncio.run(test())


async def one_action(place: Place, dice: random.Random) -> None:
    """Whoever is to act at this screen does something."""
    if place.now["observer"] != place.now["turn"]:
        await place.send(type="look", observer=place.now["turn"])
        await place.until("snapshot")
    seq = place.seq
    said = await place.act(dice.choice(place.now["legal"]))
    assert said["type"] == "ack", said
    while place.seq == seq:
        await place.frame()


def test_the_lists_of_an_older_database_are_filled_from_its_logs(db: str) -> None:
    async def test() -> None:
        async with running(db) as server, server.guest() as ann:
            codes = [await begun(ann) for _ in range(3)]
            async with ann.at(codes[0]) as place:
                await place.wish("resign", seq=place.seq)
            before, cookies = await listed(ann), ann.http.cookies
            columns = "UPDATE tables SET turn = '', replaced = '', result = ''"
            await server.registry.store.driver.run([(columns, ()), ("DELETE FROM meta WHERE key = 'lists'", ())])
        async with running(db) as server:
            ann.http, ann.port = await someone_at(server, cookies), server.port
            async with asyncio.timeout(60):
                while {code: away(info) for code, info in (await listed(ann)).items()} != {
                    code: away(info) for code, info in before.items()
                }:
                    await asyncio.sleep(0.05)
            assert server.registry.tables == {}
            await ann.http.aclose()

    asyncio.run(test())


def away(info: Info) -> Info:
    """A table as it is while nobody is there."""
    return {**info, "seats": [{**seat, "here": False} for seat in info["seats"]]}


# --- What is in memory -------------------------------------------------------


@cache
def long_record(plies: int = 2500) -> str:
    """The record of a match of that many plies."""
    game, dice = GAMES["stalag17"], random.Random(3)
    match = Match(game, 3, game.check_options({}, 3), dealer=SystemDealer())
    while len(match.log) < plies:
        if match.turn == OVER:
            return long_record(plies // 2)
        match.play(dice.choice(match.legal_codes()), match.turn)
    return match.record()


async def upload(guest: Guest, record: str) -> str:
    """Upload a record; return the code of its table."""
    said = await guest.http.post("/api/records", json={"record": record})
    assert said.status_code == 201, said.text
    code: str = said.json()["code"]
    return code


def test_uploaded_records_are_not_kept_and_open_ones_are_few(db: str) -> None:
    async def test() -> None:
        record = long_record(300)
        limits = QUICK._replace(records=100, loaded_tables=3)
        async with running(db, limits=limits) as server, server.guest() as ann:
            codes = [await upload(ann, record) for _ in range(12)]
            assert server.registry.tables == {}
            for code in codes:
                assert (await ann.http.get(f"/api/tables/{code}/replay?observer=all")).status_code == 200
                assert (await ann.http.get(f"/api/tables/{code}/record")).status_code == 200
                async with ann.at(code):
                    pass
                assert len(server.registry.tables) <= 3 + 1  # and the one that is used in this moment

    asyncio.run(test())


def test_few_long_logs_are_in_memory_where_many_short_ones_are(db: str) -> None:
    async def test() -> None:
        limits = QUICK._replace(loaded_tables=100, loaded_plies=1500)
        async with running(db, limits=limits) as server, server.guest() as ann:
            for _ in range(5):
                code = await upload(ann, long_record(1000))
                assert (await ann.http.get(f"/api/tables/{code}/record")).status_code == 200
                assert len(server.registry.tables) == 1

    asyncio.run(test())


ONE = QUICK._replace(loaded_tables=1)


async def push_out(server: Running, guest: Guest, code: str) -> None:
    """Let a table be forgotten: another comes into memory."""
    number = server.registry.numbers[code]
    other = (await guest.table("cartagena", "me", "open"))["code"]
    assert server.registry.numbers == {other: server.registry.numbers[other]}
    assert number not in server.registry.tables


def test_a_clock_runs_out_at_a_table_that_is_not_in_memory(db: str) -> None:
    async def test() -> None:
        time = Time()
        async with running(db, time, limits=ONE) as server, server.guest() as ann:
            clock = {"kind": "live", "seconds": 10, "increment": 0}
            code = (await ann.table("cartagena", "me", "guest", clock=clock))["code"]
            time.ahead += 9_500
            await server.registry.upkeep.round()
            await push_out(server, ann, code)
            assert (await until_listed(ann, code, "over"))["result"]

    asyncio.run(test())


def test_who_stays_away_from_a_table_that_is_not_in_memory_is_missed(db: str) -> None:
    async def test() -> None:
        time = Time()
        async with running(db, time, limits=ONE) as server, server.guest() as ann:
            code = (await ann.table("cartagena", "me", "guest", left="forfeit", grace=10))["code"]
            await server.registry.upkeep.round()
            time.ahead += 9_500
            await push_out(server, ann, code)
            assert (await until_listed(ann, code, "over"))["result"]

    asyncio.run(test())


def test_a_table_that_is_forgotten_while_someone_uses_it_stays_the_same_table(db: str) -> None:
    async def test() -> None:
        async with running(db, limits=ONE) as server, server.guest() as ann:
            code = (await ann.table("cartagena", "me", "guest", options={"first": 0}))["code"]
            in_hand = await server.registry.find(code)
            await push_out(server, ann, code)
            async with ann.at(code) as place:
                assert server.registry.tables[in_hand.row.id] is in_hand
                assert (await place.act(place.now["legal"][0]))["type"] == "ack"

    asyncio.run(test())


# --- Long logs ---------------------------------------------------------------


def test_a_match_of_thousands_of_plies_can_be_opened_and_is_read_page_by_page(db: str) -> None:
    """A welcome with all of it would be more than may wait for a client."""

    async def test() -> None:
        limits = QUICK._replace(waiting=200_000)
        async with running(db, limits=limits) as server, server.guest() as ann:
            code = await upload(ann, long_record())
            table = await server.registry.find(code)
            async with ann.at(code) as place:
                events = await everything(place)
                whole = await replayed(ann, code)
                assert len(events) == len(whole) + len(table.history.verbs)
                assert [one for one in events if one["action"] >= 0 or one["ply"] == 0] == whole
                assert (await place.wish("earlier", before=0))["events"] == []
                after = await place.wish("earlier", before=2**31 - 1)
                assert after["events"] == events[-PAGE:]
                last = await place.wish("earlier", before=len(events) - 7)
                assert last["events"] == events[-7 - PAGE : -7]

    asyncio.run(test())


async def everything(place: Place) -> list[Info]:
    """All that was told, page by page from the end."""
    welcome = place.frames[-1]
    events, earlier = welcome["events"], welcome["earlier"]
    assert welcome["from_start"]
    assert len(events) == PAGE
    while earlier:
        page = await place.wish("earlier", before=earlier)
        assert page["type"] == "earlierevents"
        assert page["earlier"] + len(page["events"]) == earlier
        events, earlier = page["events"] + events, page["earlier"]
    return list(events)


async def replayed(guest: Guest, code: str) -> list[Info]:
    """The same from the replay, as the public heard it, without what the table did."""
    events: list[Info] = []
    first, plies = 0, 1
    while first < plies:
        said = await guest.http.get(f"/api/tables/{code}/replay?observer=public&from={first}")
        assert len(said.content) < DEFAULTS.waiting
        page = said.json()
        plies = page["plies"]
        events += [one for moment in page["moments"][bool(first) :] for one in moment["events"]]
        first = page["moments"][-1]["ply"]
    return [one for one in events if one["action"] >= 0]


def test_who_was_away_for_long_is_told_the_last_page_and_forgets_what_was_before(db: str) -> None:
    async def test() -> None:
        limits = QUICK._replace(waiting=200_000)
        async with running(db, limits=limits) as server, server.guest() as ann:
            code = await upload(ann, long_record())
            async with ann.at(code, last_seq=100) as place:
                assert place.frames[-1]["from_start"]
                assert len(place.events) == PAGE
                seq = place.seq
            async with ann.at(code, last_seq=seq - 10) as place:
                assert not place.frames[-1]["from_start"]
                assert 0 < len(place.events) <= 10

    asyncio.run(test())
