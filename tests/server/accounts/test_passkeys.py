"""Passkeys, with an authenticator in software that does all that a device does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2 as httpx
import pytest
from structlog.testing import capture_logs

from escapade.server.accounts.passkeys import EXPIRY
from escapade.server.live.registry import milliseconds
from tests.server.accounts.authenticator import PRESENT, Authenticator
from tests.server.clients import Guest, Running, running

PATH = "/api/passkey"
LOGIN = {"login": "ann@example.org"}
Work = Callable[[Running, Guest, Authenticator], Awaitable[None]]


def visit(db: str, work: Work, now: Any = milliseconds) -> None:
    """A guest with a device visits a server; nothing there fails."""

    async def live() -> None:
        async with running(db, now) as server, server.guest("Ann") as ann:
            await work(server, ann, Authenticator(server.url))

    with capture_logs() as said:
        asyncio.run(live())
    assert not [line for line in said if line["log_level"] == "error"]


async def asked(http: httpx.AsyncClient, what: str, body: Any = None) -> dict[str, Any]:
    said = await http.post(f"{PATH}/{what}/options", json=body)
    assert said.status_code == 200, said.text
    options: dict[str, Any] = said.json()
    return options


async def register(ann: Guest, device: Authenticator) -> httpx.Response:
    given = await asked(ann.http, "register", LOGIN)
    proof = {"token": given["token"], "credential": device.make(given["options"])}
    return await ann.http.post(f"{PATH}/register", json=proof)


async def log_in(server: Running, device: Authenticator, **lies: Any) -> httpx.Response:
    """Come back, from a browser that knows nothing."""
    async with httpx.AsyncClient(base_url=server.url) as http:
        given = await asked(http, "login")
        proof = {"token": given["token"], "credential": device.show(given["options"], **lies)}
        return await http.post(f"{PATH}/login", json=proof)


def test_a_guest_becomes_an_account_without_a_password_and_comes_back(db: str) -> None:
    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        me = (await ann.http.get("/api/me")).json()
        made = await register(ann, device)
        assert made.status_code == 201, made.text
        assert made.json() == {**me, "login": "ann@example.org"}
        for _ in range(2):
            back = await log_in(server, device)
            assert back.status_code == 200, back.text
            assert back.json()["id"] == me["id"]
            assert "HttpOnly" in back.headers["set-cookie"]
        with_password = await ann.http.post("/api/login", json={"login": "ann@example.org", "password": ""})
        assert with_password.status_code == 401

    visit(db, work)


def test_an_answer_counts_once(db: str) -> None:
    """Also from a device that does not count its uses, as most do."""

    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        given = await asked(ann.http, "register", LOGIN)
        proof = {"token": given["token"], "credential": device.make(given["options"])}
        said = [(await ann.http.post(f"{PATH}/register", json=proof)).status_code for _ in range(2)]
        assert said == [201, 400]
        given = await asked(ann.http, "login")
        proof = {"token": given["token"], "credential": device.show(given["options"], uses=0)}
        said = [(await ann.http.post(f"{PATH}/login", json=proof)).status_code for _ in range(2)]
        assert said == [200, 400]

    visit(db, work)


def test_a_challenge_is_good_for_minutes(file: str) -> None:
    late = 0

    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        nonlocal late
        assert (await register(ann, device)).status_code == 201
        given = await asked(ann.http, "login")
        proof = {"token": given["token"], "credential": device.show(given["options"])}
        late = EXPIRY + 1
        said = await ann.http.post(f"{PATH}/login", json=proof)
        assert said.status_code == 400
        assert "not good any more" in said.json()["reason"]
        assert (await log_in(server, device)).status_code == 200

    visit(file, work, lambda: milliseconds() + late)


def test_a_page_elsewhere_cannot_use_it(file: str) -> None:
    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        home, device.origin = device.origin, "http://127.0.0.1.evil.example"
        assert (await register(ann, device)).status_code == 400
        device.origin = home
        assert (await register(ann, device)).status_code == 201
        device.origin = "https://evil.example"
        assert (await log_in(server, device)).status_code == 401
        device.origin = home
        assert (await log_in(server, device)).status_code == 200

    visit(file, work)


def test_a_key_made_for_another_host_is_refused(file: str) -> None:
    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        assert (await register(ann, device)).status_code == 201
        given = await asked(ann.http, "login")
        proof = {"token": given["token"], "credential": device.show({**given["options"], "rpId": "evil.example"})}
        assert (await ann.http.post(f"{PATH}/login", json=proof)).status_code == 401

    visit(file, work)


def test_a_copied_key_is_noticed(file: str) -> None:
    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        assert (await register(ann, device)).status_code == 201
        said = [(await log_in(server, device, uses=uses)).status_code for uses in (5, 5, 4, 6)]
        assert said == [200, 401, 401, 200]

    visit(file, work)


def test_the_device_must_know_who_holds_it(file: str) -> None:
    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        given = await asked(ann.http, "register", LOGIN)
        proof = {"token": given["token"], "credential": device.make(given["options"], PRESENT)}
        assert (await ann.http.post(f"{PATH}/register", json=proof)).status_code == 400
        assert (await register(ann, device)).status_code == 201
        assert (await log_in(server, device, flags=PRESENT)).status_code == 401

    visit(file, work)


def test_nobody_logs_in_with_another_key_or_as_someone_else(file: str) -> None:
    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        assert (await register(ann, device)).status_code == 201
        thief = Authenticator(server.url)
        thief.id, thief.user = device.id, device.user  # all that can be known, without the key
        assert (await log_in(server, thief)).status_code == 401
        async with server.guest("Mallory") as mallory:
            given = await asked(mallory.http, "register", {"login": "mallory"})
            theirs = {"token": given["token"], "credential": thief.make(given["options"])}
            taken = await ann.http.post(f"{PATH}/register", json=theirs)  # a challenge that was another's
            assert (taken.status_code, taken.json()["error"]) == (400, "bad")
            given = await asked(mallory.http, "register", {"login": "mallory"})
            same = {"token": given["token"], "credential": thief.make(given["options"])}
            again = await mallory.http.post(f"{PATH}/register", json=same)  # the number of a passkey that is known
            assert again.status_code == 400
            assert (await mallory.http.get("/api/me")).json()["login"] is None
        device.user = "c29tZW9uZSBlbHNl"
        assert (await log_in(server, device)).status_code == 401

    visit(file, work)


def test_a_login_is_taken_once(file: str) -> None:
    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        async with server.guest("Bob") as bob:
            early = await asked(bob.http, "register", {"login": "ANN@example.org"})
            assert (await register(ann, device)).status_code == 201
            other = Authenticator(server.url)
            proof = {"token": early["token"], "credential": other.make(early["options"])}
            assert (await bob.http.post(f"{PATH}/register", json=proof)).status_code == 400
            late = await bob.http.post(f"{PATH}/register/options", json=LOGIN)
            assert late.status_code == 400
            assert "taken" in late.json()["reason"]
            assert (await log_in(server, other)).status_code == 401

    visit(file, work)


FORGED: dict[str, Any] = {
    "nothing": {},
    "numbers": {"id": 1, "rawId": 2, "type": 3, "response": 4},
    "a NUL": {"id": "\u0000", "rawId": "\u0000", "type": "public-key", "response": {}},
    "a list": {"id": [], "rawId": {}, "type": None, "response": []},
    "junk": {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {"clientDataJSON": "e30"}},
}


@pytest.mark.parametrize("forged", FORGED)
def test_what_is_no_credential_is_refused(file: str, forged: str) -> None:
    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        for what, status in (("register", 400), ("login", 401)):
            given = await asked(ann.http, what, LOGIN if what == "register" else None)
            said = await ann.http.post(f"{PATH}/{what}", json={"token": given["token"], "credential": FORGED[forged]})
            assert said.status_code == status, said.text
            swapped = {"token": given["token"][:-2] + "AA", "credential": FORGED[forged]}
            assert (await ann.http.post(f"{PATH}/{what}", json=swapped)).status_code == 400
        cookie = {"token": next(iter(ann.http.cookies.values())), "credential": {}}
        assert (await ann.http.post(f"{PATH}/login", json=cookie)).status_code == 400

    visit(file, work)


@pytest.mark.parametrize("place", ["clientDataJSON", "authenticatorData", "signature", "attestationObject"])
def test_a_changed_answer_is_refused(file: str, place: str) -> None:
    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        what = "register" if place == "attestationObject" else "login"
        if what == "login":
            assert (await register(ann, device)).status_code == 201
        given = await asked(ann.http, what, LOGIN if what == "register" else None)
        credential = (device.make if what == "register" else device.show)(given["options"])
        text = credential["response"][place]
        middle = len(text) // 2
        credential["response"][place] = text[:middle] + ("A" if text[middle] != "A" else "B") + text[middle + 1 :]
        if place == "attestationObject":
            credential["response"][place] = text[: middle // 2]
        said = await ann.http.post(f"{PATH}/{what}", json={"token": given["token"], "credential": credential})
        assert said.status_code in (400, 401)

    visit(file, work)


def test_trying_is_limited(file: str) -> None:
    async def work(server: Running, ann: Guest, device: Authenticator) -> None:
        assert {(await log_in(server, Authenticator(server.url))).status_code for _ in range(7)} == {401}  # nobody's
        assert (await register(ann, device)).status_code == 201
        said = [(await log_in(server, device, flags=1)).status_code for _ in range(7)]
        assert said == [401] * 5 + [429] * 2
        assert (await log_in(server, device)).status_code == 429

    visit(file, work, lambda: 1_000_000)
