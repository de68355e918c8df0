"""Guessing passwords, locking others out, and burning processors with hashes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg
import httpx2 as httpx
import pytest
from argon2 import PasswordHasher

from escapade.server.accounts.passkeys import EXPIRY
from escapade.server.live.registry import milliseconds
from tests.server.accounts.authenticator import Authenticator
from tests.server.clients import QUICK, Guest, Running, running

ACCOUNT = {"login": "ann@example.org", "password": "correct horse"}
WRONG = {**ACCOUNT, "password": "wrong horse"}
Work = Callable[[Running, Guest], Awaitable[None]]


def visit(db: str, work: Work, now: Callable[[], int] = milliseconds, **limits: Any) -> None:
    async def live() -> None:
        async with running(db, now, limits=QUICK._replace(**limits)) as server, server.guest("Ann") as ann:
            await work(server, ann)

    asyncio.run(live())


def here(address: str) -> dict[str, str]:
    """The headers of a request from an address: a proxy on this machine tells it."""
    return {"x-forwarded-for": address}


async def events(server: Running, path: str, body: dict[str, str], address: str) -> int:
    """How the server answers a browser that it has never seen."""
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
        return (await http.post(path, json=body, headers=here(address))).status_code


class Counted(PasswordHasher):
    """Hashes as always, and counts how often, and how many at once."""

    done = busy = most = 0

    def hash(self, *args: Any, **more: Any) -> str:
        return str(self._count(super().hash, *args, **more))

    def verify(self, *args: Any, **more: Any) -> bool:  # type: ignore[override]
        return bool(self._count(super().verify, *args, **more))

    def _count(self, work: Any, *args: Any, **more: Any) -> Any:
        Counted.done += 1
        Counted.busy += 1
        Counted.most = max(Counted.most, Counted.busy)
        try:
            return work(*args, **more)
        finally:
            Counted.busy -= 1


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> type[Counted]:
    """The real hasher, counted from now on."""
    monkeypatch.setattr("escapade.server.accounts.passwords.PasswordHasher", Counted)
    Counted.done = Counted.busy = Counted.most = 0
    return Counted


def test_a_victim_logs_in_while_an_attacker_elsewhere_guesses(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        assert (await ann.http.post("/api/account", json=ACCOUNT)).status_code == 201
        guesses = [await events(server, "/api/login", WRONG, "1.1.1.1") for _ in range(12)]
        assert guesses == [401] * 5 + [429] * 7
        assert await events(server, "/api/login", ACCOUNT, "3.3.3.3") == 200

    visit(file, work, lambda: 1_000_000)


def test_guesses_from_many_networks_slow_strangers_and_lock_nobody_out(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        assert (await ann.http.post("/api/account", json=ACCOUNT)).status_code == 201
        for i in range(5):  # as many as are looked at at once, over all networks
            assert {await events(server, "/api/login", WRONG, f"1.1.{i}.1") for _ in range(5)} == {401}
        flood = [events(server, "/api/login", WRONG, f"1.2.{i}.1") for i in range(12)]
        assert sorted(await asyncio.gather(*flood)) == [401] * 8 + [429] * 4
        assert await events(server, "/api/login", ACCOUNT, "3.3.3.3") == 200

    visit(file, work, lambda: 1_000_000, logins=5)


def test_a_browser_that_was_logged_in_before_is_counted_for_itself(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        assert (await ann.http.post("/api/account", json=ACCOUNT, headers=here("1.1.1.1"))).status_code == 201
        assert (await ann.http.post("/api/logout")).status_code == 200
        guesses = [await events(server, "/api/login", WRONG, "1.1.1.1") for _ in range(8)]
        assert guesses[-1] == 429
        assert await events(server, "/api/login", ACCOUNT, "1.1.1.1") == 429  # the attacker's neighbour, unknown here
        assert (await ann.http.post("/api/login", json=ACCOUNT, headers=here("1.1.1.1"))).status_code == 200
        for _ in range(5):
            assert (await ann.http.post("/api/login", json=WRONG, headers=here("1.1.1.1"))).status_code == 401
        assert (await ann.http.post("/api/login", json=ACCOUNT, headers=here("1.1.1.1"))).status_code == 429

    visit(file, work, lambda: 1_000_000)


def test_junk_that_no_passkey_is_in_keeps_nobody_from_logging_in(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        for _ in range(30):
            said = await ann.http.post("/api/passkey/login", json={"token": "x", "credential": {}})
            assert said.status_code == 400

    visit(file, work)


def test_an_answer_that_proves_nothing_writes_nothing_and_answered_challenges_are_forgotten(file: str) -> None:
    """Challenges are free, so whoever answers a million of them must not fill the database, nor slow its writer."""
    late = 0

    async def work(server: Running, ann: Guest) -> None:
        nonlocal late
        device, path = Authenticator(server.url), "/api/passkey"

        async def answer(to: str, body: Any = None, **lies: Any) -> int:
            given = (await ann.http.post(f"{path}/{to}/options", json=body)).json()
            shown = device.show(given["options"], **lies) if to == "login" else device.make(given["options"], **lies)
            said = await ann.http.post(f"{path}/{to}", json={"token": given["token"], "credential": shown})
            return said.status_code

        async def kept() -> int:
            sql = "SELECT count(*) FROM meta WHERE key LIKE 'spent %'"
            return int((await server.registry.store.driver.ask(sql))[0][0])

        login = {"login": ACCOUNT["login"]}
        assert await answer("login") == 401
        assert await answer("register", login, flags=0) == 400
        assert await kept() == 0
        assert await answer("register", login) == 201
        assert [await answer("login"), await answer("login", flags=0)] == [200, 401]
        assert await kept() == 2
        late = 3 * EXPIRY
        assert await answer("login") == 200
        assert await kept() == 1

    visit(file, work, lambda: milliseconds() + late)


def test_log_ins_that_succeed_are_not_counted(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        assert (await ann.http.post("/api/account", json=ACCOUNT)).status_code == 201
        assert {await events(server, "/api/login", ACCOUNT, "1.1.1.1") for _ in range(12)} == {200}

    visit(file, work, lambda: 1_000_000)


def test_an_ipv6_customer_has_one_bucket_and_not_one_an_address(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        assert (await ann.http.post("/api/account", json=ACCOUNT)).status_code == 201
        guesses = [await events(server, "/api/login", WRONG, f"2001:db8:1:2::{i:x}") for i in range(8)]
        assert guesses == [401] * 5 + [429] * 3
        guests = [await events(server, "/api/guest", {}, f"2001:db8:1:3::{i:x}") for i in range(8)]
        assert guests == [201] * 5 + [429] * 3

    visit(file, work, lambda: 1_000_000, guests=5)


def test_a_login_that_is_taken_costs_no_hash(file: str, counted: type[Counted]) -> None:
    async def work(server: Running, ann: Guest) -> None:
        assert (await ann.http.post("/api/account", json=ACCOUNT)).status_code == 201
        async with server.guest("Bob") as bob:
            before = counted.done
            said = await bob.http.post("/api/account", json=ACCOUNT)
            assert (said.status_code, "taken" in said.json()["reason"]) == (400, True)
            assert counted.done == before

    visit(file, work)


def test_accounts_are_limited_by_network_and_hashes_by_process(file: str, counted: type[Counted]) -> None:
    async def work(server: Running, ann: Guest) -> None:
        async def ask(i: int) -> int:
            body = {"login": f"someone-{i}", "password": "correct horse"}
            async with httpx.AsyncClient(base_url=server.url, timeout=60) as http:
                assert (await http.post("/api/guest", headers=here(f"1.1.1.{i}"))).status_code == 201
                return (await http.post("/api/account", json=body, headers=here("2.2.2.2"))).status_code

        said = await asyncio.gather(*(ask(i) for i in range(30)))
        assert sorted(said) == [201] * 20 + [429] * 10
        assert counted.most <= 2
        assert counted.done <= 21  # and the one that stands in for an account that does not exist

    visit(file, work, lambda: 1_000_000)


# --- An outage is not an answer ------------------------------------------------

WHY = "the disk is full"


async def break_accounts(db: str) -> None:
    """Let the database fail from now on when an account is made; reading goes on."""
    if "://" not in db:
        with sqlite3.connect(db) as link:
            link.execute(
                f"CREATE TRIGGER outage BEFORE UPDATE OF login ON people BEGIN SELECT RAISE(ABORT, '{WHY}'); END"
            )
        link.close()
        return
    link = await asyncpg.connect(db)
    await link.execute(
        f"CREATE FUNCTION outage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '{WHY}'; END $$;"
        "CREATE TRIGGER outage BEFORE UPDATE OF login ON people FOR EACH ROW EXECUTE FUNCTION outage()"
    )
    await link.close()


def test_an_outage_of_the_database_is_not_told_as_a_login_that_is_taken(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        await break_accounts(db)
        said = await ann.http.post("/api/account", json=ACCOUNT)
        assert (said.status_code, said.json()["error"]) == (503, "busy")
        device = Authenticator(server.url)
        given = (await ann.http.post("/api/passkey/register/options", json={"login": "ann"})).json()
        proof = {"token": given["token"], "credential": device.make(given["options"])}
        said = await ann.http.post("/api/passkey/register", json=proof)
        assert (said.status_code, said.json()["error"]) == (503, "busy")
        assert (await ann.http.get("/api/me")).json()["login"] is None
        assert not await server.registry.store.driver.ask("SELECT id FROM passkeys")

    visit(db, work)


def test_of_many_that_want_one_login_at_once_one_gets_it(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        async def ask(i: int) -> int:
            async with server.guest(f"Person {i}") as guest:
                return (await guest.http.post("/api/account", json=ACCOUNT)).status_code

        assert sorted(await asyncio.gather(*(ask(i) for i in range(8)))) == [201] + [400] * 7

    visit(db, work)
