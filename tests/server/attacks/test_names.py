"""Names and lines that want to look like something else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.clients import Guest, Running, running

Work = Callable[[Running, Guest], Awaitable[None]]
BOTS = {
    "as it is": "novice bot",
    "large letters": "Greedy BOT",
    "without the space": "randombot",
    "the other way round": "bot, master",
    "wide letters": "ｎｏｖｉｃｅ ｂｏｔ",
    "a zero-width space": "novice b\u200bot",
    "another alphabet": "nоvісе bоt",
    "accents": "nóvice bót",
    "digits": "n0vice b0t",
    "a hyphen": "planner-bot",
    "spaced out": "expert b o t",
    "a program": "program 1",
    "a program without its space": "Program1",
    "a guest at the host's screen": "guest 2",
    "nobody": "someone",
    "the host of the server": "Admin",
}
PEOPLE = ("Botond", "Talbot", "Robot Fan", "Abbot", "Master Chief", "Novice", "Ρωμανός", "Иван", "שלום", "Zoë 👩‍🚀")


def visit(db: str, work: Work) -> None:
    async def live() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            await work(server, ann)

    asyncio.run(live())


@pytest.mark.parametrize("spelling", BOTS)
def test_nobody_is_called_like_a_bot(file: str, spelling: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        name = BOTS[spelling]
        for said in (
            await ann.http.patch("/api/me", json={"name": name}),
            await ann.http.post("/api/tables", json=table({"kind": "guest", "name": name})),
            await ann.http.post("/api/tables", json=table({"kind": "invited", "name": name})),
            await ann.http.post("/api/tables", json=table({"kind": "me", "name": name})),
        ):
            assert (said.status_code, said.json()["error"]) == (400, "reserved"), said.text
        await ann.http.post("/api/logout")
        assert (await ann.http.post("/api/guest", json={"name": name})).status_code == 400
        assert (await ann.http.post("/api/guest", json={})).status_code == 201

    visit(file, work)


def table(seat: dict[str, str]) -> dict[str, Any]:
    return {"game": "cartagena", "seats": [{"kind": "open"}, seat]}


def test_people_are_called_as_they_like(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        for name in PEOPLE:
            said = await ann.http.patch("/api/me", json={"name": name})
            assert (said.status_code, said.json().get("name")) == (200, name)

    visit(file, work)


def test_a_record_seats_no_person_under_a_bots_name(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open", options={"first": 0}))["code"]
        async with server.guest("Bob") as bob:
            await bob.join(code)
        async with ann.at(code) as place:
            await place.wish("resign", seq=place.seq)
        record = (await ann.http.get(f"/api/tables/{code}/record")).text
        assert '"Ann"' in record
        events = [record.replace('"Ann"', f'"{name}"') for name in ("N0vice Bot", "a\u202eb", "program 7")]
        for text in events:
            said = await ann.http.post("/api/records", json={"record": text})
            assert said.status_code == 201, said.text
            seat = said.json()["seats"][0]
            assert (seat["kind"], seat["name"]) in [("person", "seat 0"), ("person", "ab")]

    visit(file, work)


HIDDEN = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u200c\u200d\ufeff\u00ad\u3164"


def test_a_name_holds_nothing_that_cannot_be_seen(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        for hidden in HIDDEN:
            said = await ann.http.patch("/api/me", json={"name": f"A{hidden}b"})
            assert (said.status_code, said.json().get("name")) == (200, "Ab"), hex(ord(hidden))
            assert (await ann.http.patch("/api/me", json={"name": hidden * 3})).status_code == 400

    visit(file, work)


def test_a_line_of_the_chat_cannot_turn_the_text_round(file: str) -> None:
    async def work(server: Running, ann: Guest) -> None:
        code = (await ann.table("cartagena", "me", "open"))["code"]
        async with ann.at(code) as place:
            await place.send(type="say", text="".join(f"a{hidden}" for hidden in HIDDEN) + "!")
            assert (await place.until("chatline"))["text"] == "a" * len(HIDDEN) + "!"
            await place.send(type="say", text=HIDDEN)
            assert (await place.until("error", "chatline")).get("error") == "bad"
            await place.send(type="say", text="👩‍🚀 שלום")  # a family of emoji and Hebrew stay as they are
            assert (await place.until("chatline"))["text"] == "👩‍🚀 שלום"

    visit(file, work)
