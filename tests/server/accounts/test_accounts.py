"""Guests, accounts, cookies and passwords."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx2 as httpx
import pytest
from argon2 import PasswordHasher, extract_parameters

from escapade.server.accounts.accounts import Accounts, Caller
from escapade.server.accounts.sessions import COOKIE, Sessions, Visitor, key_of
from escapade.server.errors import WrongLogin
from escapade.server.live.registry import milliseconds
from escapade.server.store import Store, driver_of
from tests.server.clients import QUICK, Guest, Running, running

ACCOUNT = {"login": "ann@example.org", "password": "correct horse"}
Work = Callable[[Running, Guest], Awaitable[None]]


def visit(db: str, work: Work, now: Callable[[], int] = milliseconds) -> None:
    async def live() -> None:
        async with running(db, now) as server, server.guest("Ann") as ann:
            await work(server, ann)

    asyncio.run(live())


def test_a_guest_becomes_an_account_and_comes_back_on_another_device(db: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        made = await ann.http.post("/api/account", json=ACCOUNT)
        assert made.status_code == 201
        async with httpx.AsyncClient(base_url=server.url) as other:
            assert (await other.get("/api/me")).status_code == 401
            back = await other.post("/api/login", json={**ACCOUNT, "login": "ANN@Example.org"})
            assert back.json() == made.json() == (await other.get("/api/me")).json()
            wrong = await other.post("/api/login", json={**ACCOUNT, "password": "correct horsf"})
            unknown = await other.post("/api/login", json={**ACCOUNT, "login": "nobody"})
            assert (wrong.status_code, wrong.content) == (401, unknown.content)
        assert (await ann.http.post("/api/account", json={**ACCOUNT, "login": "again"})).status_code == 400
        async with server.guest("Bob") as bob:
            taken = await bob.http.post("/api/account", json=ACCOUNT)
            assert taken.status_code == 400
            assert "taken" in taken.json()["reason"]

    visit(db, work)


def test_a_browser_that_is_known_stays_the_same_guest_until_it_logs_out(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        me = (await ann.http.get("/api/me")).json()
        again = await ann.http.post("/api/guest", json={"name": "Other"})
        assert (again.status_code, again.json()) == (200, me)
        assert (await ann.http.post("/api/logout")).status_code == 200
        assert (await ann.http.get("/api/me")).status_code == 401

    visit(file, work)


def test_a_cookie_is_kept_from_scripts_and_other_sites(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        async with httpx.AsyncClient(base_url=server.url) as http:
            plain = (await http.post("/api/guest")).headers["set-cookie"]
        async with httpx.AsyncClient(base_url=server.url, headers={"x-forwarded-proto": "https"}) as http:
            safe = (await http.post("/api/guest")).headers["set-cookie"]
        assert plain.startswith(f"{COOKIE}=")
        for said in (plain, safe):
            assert {"httponly", "samesite=lax", "path=/"} <= {part.strip().lower() for part in said.split(";")}
        assert "Secure" in safe  # behind a proxy with TLS
        assert "Secure" not in plain

    visit(file, work)


def test_a_password_is_kept_as_a_hash_that_is_slow(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        assert (await ann.http.post("/api/account", json=ACCOUNT)).status_code == 201

    visit(file, work)
    with sqlite3.connect(file) as link:
        ((hashed,),) = link.execute("SELECT password FROM people WHERE login = ?", (ACCOUNT["login"],))
    link.close()
    assert hashed.startswith("$argon2id$")
    assert extract_parameters(hashed).memory_cost >= 19 * 1024  # KiB: what OWASP asks for at the least
    kept = b"".join(path.read_bytes() for path in Path(file).parent.iterdir())
    assert ACCOUNT["password"].encode() not in kept


class Counting(PasswordHasher):
    """Hashes as always, and counts how often."""

    verified = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # type: ignore[override]  # noqa: A002
        self.verified += 1
        return bool(super().verify(hash, password))


def test_a_login_that_nobody_has_costs_as_much_as_a_wrong_password(file: str) -> None:
    async def work() -> None:
        store = Store(driver_of(file))
        await store.open()
        people = Accounts(store, lambda: 0, Sessions(store, lambda: 0, 5))
        people.passwords._hasher = hasher = Counting()
        await people.open()
        here = Caller("here")
        ann, token, _ = await people.guest("Ann", here)
        await people.make_account(Visitor(ann, key_of(token), 0), "ann", "correct horse", here)
        for count, login in enumerate(("ann", "nobody", ""), 1):
            with pytest.raises(WrongLogin):
                await people.log_in(login, "wrong", Caller(f"there {count}"))
            assert hasher.verified == count
        assert extract_parameters(people._nobody) == extract_parameters((await store.person(ann.id)).password)  # type: ignore[union-attr, arg-type]
        await store.close()

    asyncio.run(work())


def test_failed_log_ins_are_limited_by_address_and_by_login_from_there(file: str) -> None:
    now = 1_000_000

    async def work(server: Running, ann: Guest) -> None:
        nonlocal now
        async with httpx.AsyncClient(base_url=server.url) as http:

            async def say(login: str, where: str, password: str = "wrong") -> int:
                body = {"login": login, "password": password}
                return (await http.post("/api/login", json=body, headers={"x-forwarded-for": where})).status_code

            assert (await ann.http.post("/api/account", json=ACCOUNT)).status_code == 201
            login, password = ACCOUNT.values()
            assert [await say(f"someone{i}", "1.1.1.1") for i in range(22)] == [401] * 20 + [429] * 2
            assert [await say(login, "2.2.2.2") for _ in range(7)] == [401] * 5 + [429] * 2
            assert await say(login, "2.2.2.2", password) == 429
            now += 12_001
            assert await say(login, "2.2.2.2", password) == 200

    visit(file, work, lambda: now)


@pytest.mark.parametrize("most", [3, 20])
def test_new_guests_are_limited_by_address_and_a_host_says_how_many(file: str, most: int) -> None:
    async def live() -> None:
        async with running(file, lambda: 1_000_000, limits=QUICK._replace(guests=most)) as server:
            said = []
            for _ in range(most + 3):
                async with httpx.AsyncClient(base_url=server.url) as http:
                    said.append((await http.post("/api/guest")).status_code)
            assert said == [201] * most + [429] * 3

    asyncio.run(live())
