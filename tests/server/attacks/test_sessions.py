"""Cookies that were copied, sessions that should be over, and connections that outlive them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from itsdangerous import URLSafeSerializer

from escapade.server.accounts.sessions import CONFIRM_WITHIN, COOKIE, LIFETIME, SEEN_INTERVAL, key_of
from escapade.server.live.registry import milliseconds
from tests.server.accounts.authenticator import Authenticator
from tests.server.clients import QUICK, Guest, Place, Running, running

ACCOUNT = {"login": "ann@example.org", "password": "correct horse"}
NEW = {"current": ACCOUNT["password"], "password": "battery staple"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
Work = Callable[[Running, Guest], Awaitable[None]]


def visit(db: str, work: Work, now: Callable[[], int] = milliseconds, **limits: Any) -> None:
    async def live() -> None:
        async with running(db, now, limits=QUICK._replace(**limits)) as server, server.guest("Ann") as ann:
            await work(server, ann)

    asyncio.run(live())


@asynccontextmanager
async def browser(server: Running, **cookies: str) -> AsyncIterator[Guest]:
    """A browser that has these cookies, and no more."""
    async with httpx.AsyncClient(base_url=server.url, cookies=cookies, timeout=60) as http:
        yield Guest(server.port, http)


@asynccontextmanager
async def logged_in(server: Running, **account: str) -> AsyncIterator[Guest]:
    """Another browser, in which Ann is logged in."""
    async with browser(server) as other:
        said = await other.http.post("/api/login", json=account or ACCOUNT)
        assert said.status_code == 200, said.text
        yield other


def token_of(guest: Guest) -> str:
    return str(guest.http.cookies[COOKIE])


async def known(server: Running, token: str) -> bool:
    """Is someone known by this cookie, in any browser?"""
    async with browser(server, **{COOKIE: token}) as copy:
        return (await copy.http.get("/api/me")).status_code == 200


async def make_account(ann: Guest) -> None:
    assert (await ann.http.post("/api/account", json=ACCOUNT)).status_code == 201


# --- Cookies -------------------------------------------------------------------


def test_a_copied_cookie_is_worthless_after_log_out(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        copied = token_of(ann)
        assert await known(server, copied)
        assert (await ann.http.post("/api/logout")).status_code == 200
        assert not await known(server, copied)

    visit(db, work)


def test_an_upgrade_and_a_log_in_begin_a_new_session_and_end_the_old(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        guest = token_of(ann)
        await make_account(ann)
        account = token_of(ann)
        assert (await known(server, guest), await known(server, account)) == (False, True)
        assert (await ann.http.post("/api/login", json=ACCOUNT)).status_code == 200
        assert (await known(server, account), await known(server, token_of(ann))) == (False, True)
        async with server.guest("Bob") as bob:  # a browser of someone else is Ann's from now on
            before = token_of(bob)
            assert (await bob.http.post("/api/login", json=ACCOUNT)).status_code == 200
            assert not await known(server, before)

    visit(db, work)


def test_the_database_holds_no_token(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        await make_account(ann)
        rows = await server.registry.store.driver.ask("SELECT id FROM sessions")
        assert rows == [(key_of(token_of(ann)),)]
        kept = b"".join(path.read_bytes() for path in Path(file).parent.iterdir())
        assert token_of(ann).encode() not in kept

    visit(file, work)


async def old_cookie(server: Running, ann: Guest) -> str:
    """The cookie of someone from before there were sessions."""
    who, store = (await ann.http.get("/api/me")).json()["id"], server.registry.store
    await store.driver.run([("UPDATE people SET exchange = 1", ()), ("DELETE FROM sessions", ())])
    return str(URLSafeSerializer(str(await store.get_meta("cookie key")), salt="escapade cookie").dumps(who))


def test_a_signed_cookie_becomes_a_session_once(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        me = (await ann.http.get("/api/me")).json()
        signed = await old_cookie(server, ann)

        async def come() -> tuple[int, dict[str, Any]]:
            async with browser(server, **{COOKIE: signed}) as old:
                assert (await old.http.get("/api/me")).status_code == 401
                said = await old.http.post("/api/guest", json={})
                return said.status_code, said.json()

        said = await asyncio.gather(*(come() for _ in range(5)))
        assert sorted(status for status, _ in said) == [200] + [201] * 4
        assert [person for status, person in said if status == 200] == [me]

    visit(db, work)


@pytest.mark.parametrize("by", ["log-in", "log-out"])
def test_a_signed_cookie_is_worthless_once_its_owner_was_here(file: str, by: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        me = (await ann.http.get("/api/me")).json()
        await make_account(ann)
        signed = await old_cookie(server, ann)
        if by == "log-in":
            async with logged_in(server):
                pass
        else:
            async with browser(server, **{COOKIE: signed}) as old:
                assert (await old.http.post("/api/logout")).status_code == 200
        async with browser(server, **{COOKIE: signed}) as thief:
            assert (await thief.http.post("/api/guest", json={})).json()["id"] != me["id"]

    visit(file, work)


def test_an_exchanged_cookie_does_not_change_how_one_logs_in(file: str) -> None:
    """A copy of an old cookie may have been exchanged by whoever copied it."""

    async def work(server: Running, ann: Guest) -> None:
        await make_account(ann)
        cookie = await old_cookie(server, ann)
        async with browser(server, **{COOKIE: cookie}) as thief:
            await thief.http.get("/")
            assert (await thief.http.get("/api/me")).json()["login"] == ACCOUNT["login"]
            wanted = await thief.http.post("/api/passkey/register/options", json={}, headers={"host": "localhost"})
            assert (wanted.status_code, wanted.json()["error"]) == (403, "confirm")

    visit(file, work)


def test_the_page_exchanges_a_signed_cookie_before_anything_is_asked(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        me = (await ann.http.get("/api/me")).json()
        async with browser(server) as old:
            old.http.cookies.set(COOKIE, await old_cookie(server, ann), domain="127.0.0.1", path="/")
            assert (await old.http.get("/")).status_code == 200
            assert (await old.http.get("/api/me")).json() == me

    visit(file, work)


# --- Connections ---------------------------------------------------------------


async def farewell(place: Place) -> dict[str, Any]:
    """What a connection is told when it ends."""
    return await place.until("closing")


def test_a_connection_ends_with_its_session_in_every_process(db: str) -> None:
    async def live() -> None:
        async with AsyncExitStack() as stack:
            first = await stack.enter_async_context(running(db))
            second = await stack.enter_async_context(running(db)) if "://" in db else first
            ann = await stack.enter_async_context(first.guest("Ann"))
            await make_account(ann)
            code = (await ann.table("cartagena", "me", "open", spectators=False))["code"]
            async with AsyncExitStack() as others:
                ends: list[tuple[Guest, Callable[[Guest], Awaitable[Any]]]] = []
                log_out = lambda guest: guest.http.post("/api/logout")  # noqa: E731
                ends.append((await others.enter_async_context(logged_in(first)), log_out))
                ended = await others.enter_async_context(logged_in(first))
                number = key_of(token_of(ended))[:16]
                ends.append((ended, lambda _: ann.http.delete(f"/api/sessions/{number}")))
                last = await others.enter_async_context(logged_in(first))
                ends.append((last, lambda _: ann.http.delete("/api/sessions")))
                for guest, end in ends:
                    guest.port = second.port  # where it is not that ends it
                    async with guest.at(code) as place, ann.at(code) as own:
                        assert (await end(guest)).status_code == 200
                        said = await farewell(place)
                        assert (said["error"], said["resume"]) == ("signed-out", False)
                        await own.send(type="ping", n=7)
                        assert (await own.until("pong", "closing"))["type"] == "pong"

    asyncio.run(live())


def test_a_password_change_ends_all_other_connections(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        await make_account(ann)
        code = (await ann.table("cartagena", "me", "open"))["code"]
        async with logged_in(server) as other, other.at(code) as place, ann.at(code) as own:
            copied = token_of(ann)
            assert (await ann.http.post("/api/password", json=NEW)).status_code == 200
            byes = [await farewell(place), await farewell(own)]
            assert [(bye["reason"], bye["resume"]) for bye in byes] == [
                ("you are signed out", False),
                ("you are signed out", True),  # the page comes back with its new cookie
            ]
            assert not await known(server, token_of(other))
            assert not await known(server, copied)
            assert await known(server, token_of(ann))
        assert (await ann.http.get(f"/api/tables/{code}")).json()["seats"][0]["mine"]

    visit(db, work)


def test_a_player_who_makes_an_account_comes_back_to_the_same_seat(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open", options={"first": 0}))["code"]
        async with server.guest("Bob") as bob:
            await bob.join(code)
        async with ann.at(code) as place:
            await make_account(ann)
            assert (await farewell(place))["resume"] is True
        async with ann.at(code) as place:
            assert place.now["observer"] == 0
            assert (await place.act(place.now["legal"][0]))["type"] == "ack"

    visit(file, work)


def test_a_session_ends_a_year_after_it_was_used_and_its_connections_too(file: str) -> None:
    now = 1_000_000

    async def work(server: Running, ann: Guest) -> None:
        nonlocal now
        code, store = (await ann.table("cartagena", "me", "open"))["code"], server.registry.store
        now += LIFETIME - 1
        assert (await ann.http.get("/api/me")).status_code == 200  # used, and so good for another year
        now += LIFETIME - 1
        async with ann.at(code) as place:
            await store.driver.run([("UPDATE sessions SET expires = ?", (now,))])
            await server.registry.upkeep.round()
            assert (await farewell(place))["resume"] is False
        assert (await ann.http.get("/api/me")).status_code == 401
        assert await store.driver.ask("SELECT id FROM sessions") == []

    visit(file, work, lambda: now)


def test_a_session_is_written_to_once_in_some_minutes(file: str) -> None:
    now = 1_000_000

    async def work(server: Running, ann: Guest) -> None:
        nonlocal now
        found = []
        for later in (0, SEEN_INTERVAL - 1, SEEN_INTERVAL, SEEN_INTERVAL + 1):
            now = 1_000_000 + later
            assert (await ann.http.get("/api/me")).status_code == 200
            ((seen,),) = await server.registry.store.driver.ask("SELECT seen FROM sessions")
            found.append(seen - 1_000_000)
        assert found == [0, 0, SEEN_INTERVAL, SEEN_INTERVAL]

    visit(file, work, lambda: now)


# --- What an owner sees and does -----------------------------------------------


def test_sessions_are_listed_and_ended_by_their_owner_alone(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        await make_account(ann)
        async with logged_in(server) as other, server.guest("Mallory") as mallory:
            other.http.headers["user-agent"] = FIREFOX
            assert (await other.http.post("/api/login", json=ACCOUNT)).status_code == 200
            listed = (await ann.http.get("/api/sessions")).json()["sessions"]
            assert sorted((s["device"], s["current"]) for s in listed) == [("", True), ("Firefox, Linux", False)]
            theirs = next(s["id"] for s in listed if not s["current"])
            assert theirs not in (token_of(other), key_of(token_of(other)))
            for name in (theirs, key_of(token_of(other)), "%", "_" * 16, ""):
                assert (await mallory.http.delete(f"/api/sessions/{name}")).status_code in (404, 405)
            assert (await mallory.http.delete("/api/sessions")).status_code == 200  # of hers there is one
            assert await known(server, token_of(other))
            assert (await ann.http.delete(f"/api/sessions/{theirs}")).status_code == 200
            assert not await known(server, token_of(other))
            assert (await ann.http.delete(f"/api/sessions/{theirs}")).status_code == 404

    visit(db, work)


def test_one_person_is_known_in_so_many_browsers_and_no_more(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        await make_account(ann)

        async def come() -> str:
            async with logged_in(server) as other:
                return token_of(other)

        tokens = [token for _ in range(2) for token in await asyncio.gather(*(come() for _ in range(5)))]
        assert len(await server.registry.store.driver.ask("SELECT id FROM sessions")) == 4
        assert sum([await known(server, token) for token in (token_of(ann), *tokens)]) == 4

    visit(db, work, sessions=4)


def test_a_log_in_with_the_old_password_does_not_outlive_its_change(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        await make_account(ann)

        async def come() -> str:
            async with browser(server) as thief:
                said = await thief.http.post("/api/login", json=ACCOUNT)
                return token_of(thief) if said.status_code == 200 else ""

        tokens, changed = await asyncio.gather(
            asyncio.gather(*(come() for _ in range(12))), ann.http.post("/api/password", json=NEW)
        )
        assert changed.status_code == 200
        assert not any([await known(server, token) for token in tokens])
        assert await known(server, token_of(ann))

    visit(db, work)


def test_a_password_is_changed_by_who_knows_it(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        assert (await ann.http.post("/api/password", json=NEW)).status_code == 400  # a guest has none
        await make_account(ann)
        said = [(await ann.http.post("/api/password", json={**NEW, "current": "guess"})).status_code for _ in range(7)]
        assert said == [401] * 5 + [429] * 2
        assert await known(server, token_of(ann))

    visit(file, work, lambda: 1_000_000)


# --- Passkeys ------------------------------------------------------------------


async def add_passkey(ann: Guest, device: Authenticator) -> int:
    said = await ann.http.post("/api/passkey/register/options", json={"login": ACCOUNT["login"]})
    if said.status_code != 200:
        return said.status_code
    given = said.json()
    proof = {"token": given["token"], "credential": device.make(given["options"])}
    return (await ann.http.post("/api/passkey/register", json=proof)).status_code


def test_passkeys_are_listed_and_the_last_way_to_log_in_stays(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        ann.http.headers["user-agent"] = FIREFOX
        assert [await add_passkey(ann, Authenticator(server.url)) for _ in range(3)] == [201] * 3
        listed = (await ann.http.get("/api/passkeys")).json()
        assert (listed["password"], [key["name"] for key in listed["passkeys"]]) == (False, ["Firefox, Linux"] * 3)
        where = [f"/api/passkeys/{key['id']}" for key in listed["passkeys"]]
        async with server.guest("Mallory") as mallory:
            assert (await mallory.http.delete(where[0])).status_code == 404
        said = await asyncio.gather(*(ann.http.delete(path) for path in where))
        assert sorted(reply.status_code for reply in said) == [200, 200, 409]
        assert (await ann.http.post("/api/password", json={"password": "battery staple"})).status_code == 200
        (left,) = (await ann.http.get("/api/passkeys")).json()["passkeys"]
        assert (await ann.http.delete(f"/api/passkeys/{left['id']}")).status_code == 200
        async with logged_in(server, login=ACCOUNT["login"], password="battery staple"):
            pass

    visit(db, work)


def test_a_copied_cookie_does_not_change_how_one_logs_in(file: str) -> None:
    """Without the password, or a log-in of just now, neither a passkey nor a first password can be added."""
    now = 1_000_000

    async def work(server: Running, ann: Guest) -> None:
        nonlocal now
        device = Authenticator(server.url)
        assert await add_passkey(ann, device) == 201
        now += CONFIRM_WITHIN + 1
        (key,) = (await ann.http.get("/api/passkeys")).json()["passkeys"]
        assert await add_passkey(ann, Authenticator(server.url)) == 403
        for said in (
            await ann.http.post("/api/password", json={"password": "battery staple"}),
            await ann.http.delete(f"/api/passkeys/{key['id']}"),
        ):
            assert (said.status_code, said.json()["error"]) == (403, "confirm")
        given = (await ann.http.post("/api/passkey/login/options")).json()
        proof = {"token": given["token"], "credential": device.show(given["options"])}
        assert (await ann.http.post("/api/passkey/login", json=proof)).status_code == 200
        assert await add_passkey(ann, Authenticator(server.url)) == 201
        assert (await ann.http.post("/api/password", json={"password": "battery staple"})).status_code == 200

    visit(file, work, lambda: now)
