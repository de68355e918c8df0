"""Attacks over real connections: nothing gets in, nothing breaks, and beside it a healthy game still runs."""

from __future__ import annotations

import asyncio
import json
import logging
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx2 as httpx
import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from itsdangerous import URLSafeSerializer
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from structlog.testing import capture_logs
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus

from escapade.server.accounts.sessions import COOKIE, key_of
from escapade.server.app import guarded
from escapade.server.errors import Forbidden
from escapade.server.http.responses import HEADERS, CommonHeaders
from escapade.server.limits import DEFAULTS, Limits
from escapade.server.sockets.player import Connection
from tests.server.attacks.fuzz import FRAMES, Known, send_frames
from tests.server.clients import QUICK, Guest, Place, Running, running

Found = TypeVar("Found")
ROOMY = QUICK._replace(tables=10_000)


class Club:
    """A server in a thread of its own, two people who want to play there, and one who means harm."""

    def __init__(self, server: Running, people: list[Guest], said: list[Any], loop: asyncio.AbstractEventLoop) -> None:
        self.server, self.said, self.loop = server, said, loop
        self.ann, self.bob, self.mallory = people

    def run(self, work: Coroutine[Any, Any, Found]) -> Found:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(60)

    async def table(self, **more: Any) -> str:
        """A game of Ann, seat 0, and Bob, seat 1."""
        code: str = (await self.ann.table("cartagena", "me", "open", options={"first": 0}, **more))["code"]
        await self.bob.join(code)
        return code

    async def still_plays(self) -> None:
        """Ann makes a move, and Bob sees it."""
        code = await self.table()
        async with self.ann.at(code) as ann, self.bob.at(code) as bob:
            before = bob.seq
            assert (await ann.act(ann.now["legal"][0]))["type"] == "ack"
            assert (await bob.until("update"))["seq"] > before


@asynccontextmanager
async def opened(db: str, limits: Limits, said: list[Any]) -> AsyncIterator[Club]:
    async with (
        running(db, limits=limits) as server,
        server.guest("Ann") as ann,
        server.guest("Bob") as bob,
        server.guest("Mallory") as mallory,
    ):
        yield Club(server, [ann, bob, mallory], said, asyncio.get_running_loop())


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    ready, over = threading.Event(), threading.Event()
    found: list[Club] = []

    async def live() -> None:
        async with opened(str(tmp_path_factory.mktemp("club") / "escapade.db"), ROOMY, said) as club:
            found.append(club)
            ready.set()
            await asyncio.to_thread(over.wait)

    with capture_logs() as said:
        thread = threading.Thread(target=lambda: asyncio.run(live()))
        thread.start()
        try:
            assert ready.wait(30)
            yield found[0]
        finally:
            over.set()
            thread.join(30)


@pytest.fixture
def club(shared: Club, caplog: pytest.LogCaptureFixture) -> Iterator[Club]:
    """The club; whatever was done to it, it goes on, and nothing in it has failed."""
    with caplog.at_level(logging.WARNING):
        yield shared
        shared.run(shared.still_plays())
    assert not [line for line in shared.said if line["log_level"] == "error"]
    assert not [record for record in caplog.records if record.exc_info]


def cookie_of(guest: Guest) -> str:
    return str(guest.http.cookies[COOKIE])


@asynccontextmanager
async def raw(club: Club, code: str, cookie: str = "", query: str = "", **more: Any) -> AsyncIterator[ClientConnection]:
    """A connection that says nothing by itself."""
    headers = {"Cookie": f"{COOKIE}={cookie}"} if cookie else {}
    headers |= more.pop("headers", {})
    where = f"ws://127.0.0.1:{club.server.port}/ws/{code}{query}"
    async with websockets.connect(where, additional_headers=headers, max_size=None, **more) as link:
        yield link


async def fate(link: ClientConnection) -> tuple[int, list[dict[str, Any]]]:
    """How a connection ends, and what was said until then."""
    heard: list[dict[str, Any]] = []
    try:
        async with asyncio.timeout(20):
            while True:
                heard += [json.loads(line) for line in str(await link.recv()).split("\n")]
    except ConnectionClosed as closed:
        return (closed.rcvd.code if closed.rcvd else 1006), heard


async def end_of(club: Club, *frames: Any, hello: bool = True, who: Guest | None = None) -> tuple[int, str]:
    """Send frames to a running table; return how the connection ends, and the reason that is given."""
    code = await club.table()
    async with raw(club, code, cookie_of(who or club.ann)) as link:
        if hello:
            await link.send('{"type":"hello"}')
        for frame in frames:
            if isinstance(frame, tuple):
                await link.send(frame[0], text=frame[1])
            else:
                await link.send(frame)
        end, heard = await fate(link)
    return end, heard[-1]["reason"] if heard and heard[-1]["type"] == "closing" else ""


# --- Frames that are not frames ------------------------------------------------


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frames=FRAMES)
def test_whatever_is_sent_is_answered_or_ends_the_connection_with_a_reason(
    club: Club, fuzzed: str, frames: list[bytes | str]
) -> None:
    club.run(send_frames(Known(club.server.url, cookie_of(club.ann), fuzzed), frames))


@pytest.fixture
def fuzzed(club: Club) -> str:
    return club.run(club.table())


ENDS: dict[str, tuple[int, list[Any]]] = {
    "an oversized frame": (1009, ['{"type":"say","text":"' + "x" * DEFAULTS.message + '"}']),
    "an oversized frame in small parts": (1009, [["x" * 1000] * 20]),
    "a binary frame": (1003, [b'{"type":"ping"}']),
    "no JSON": (1007, ["hello?"]),
    "an empty frame": (1007, [""]),
    "JSON that is no frame": (1007, ["[1, 2]"]),
    "an unknown type": (1007, ['{"type":"sudo"}']),
    "a long unknown type that is not ASCII": (1007, [json.dumps({"type": "ü" * 500}, ensure_ascii=False)]),
    "two types": (1007, ['{"type":"ping","type":"resign","id":"x","seq":0}']),
    "an unknown field": (1007, ['{"type":"ping","n":1,"seat":0}']),
    "a negative code": (1007, ['{"type":"act","id":"x","seq":0,"action":-1}']),
    "a huge code": (1007, [f'{{"type":"act","id":"x","seq":0,"action":{2**31}}}']),
    "a code beyond all numbers": (1007, [f'{{"type":"act","id":"x","seq":0,"action":{"9" * 5000}}}']),
    "a negative seq": (1007, ['{"type":"resign","id":"x","seq":-1}']),
    "too many sealed": (1007, [json.dumps({"type": "submitahead", "id": "x", "actions": [0] * 65})]),
    "an id that a database cannot keep": (1007, ['{"type":"act","id":"\\u0000","seq":0,"action":0}']),
    "a long id": (1007, [json.dumps({"type": "resign", "id": "x" * 37, "seq": 0})]),
    "a line with control characters": (1007, ['{"type":"say","text":"a\\u0000b"}']),
    "half a surrogate": (1007, ['{"type":"say","text":"\\ud800"}']),
    "deeply nested": (1007, ['{"type":"ping","n":' + "[" * 15_000]),
    "a server's frame": (1007, ['{"type":"ack","id":"x","seq":3}']),
}


@pytest.mark.parametrize("attack", ENDS)
def test_what_cannot_be_a_frame_ends_the_connection(club: Club, attack: str) -> None:
    code, frames = ENDS[attack]
    end, _ = club.run(end_of(club, *frames))
    assert end == code


def test_text_that_is_not_utf8_ends_the_connection(shared: Club) -> None:
    assert shared.run(end_of(shared, (b'{"type":"say","text":"\xff\xfe"}', True)))[0] == 1007
    shared.run(shared.still_plays())


def test_the_first_frame_is_a_hello_of_our_version(club: Club) -> None:
    early = club.run(end_of(club, '{"type":"act","id":"x","seq":0,"action":0}', hello=False))
    assert early == (1002, "the first frame must be a hello")
    old = club.run(end_of(club, '{"type":"hello","version":999}', hello=False))
    assert old[0] == 1002
    assert "version 2" in old[1]


def test_hello_is_said_once(club: Club) -> None:
    async def twice() -> None:
        async with club.ann.at(await club.table()) as ann:
            await ann.send(type="hello")
            assert (await ann.until("error", "snapshot"))["error"] == "bad"

    club.run(twice())


@pytest.mark.parametrize("code", ["nosuchtable", "%00", "é" * 60, "x" * 5000, "%ff%fe", "'%20OR%201=1"])
def test_a_table_that_is_not_there_cannot_be_looked_at(club: Club, code: str) -> None:
    async def look() -> None:
        async with raw(club, code, cookie_of(club.ann)) as link:
            end, heard = await fate(link)
        assert (end, heard[-1]["type"], heard[-1]["resume"]) == (1008, "closing", False)
        said = await club.ann.http.get(f"/api/tables/{code}")
        assert said.status_code == 404
        assert said.json()["error"] == "not-found"

    club.run(look())


# --- Being someone else --------------------------------------------------------


async def forged(club: Club, kind: str) -> str:
    """A cookie that is not Ann's, though it was made of all that can be known, and more."""
    real, who = cookie_of(club.ann), (await club.ann.http.get("/api/me")).json()["id"]
    key = await club.server.registry.store.get_meta("cookie key")
    assert key
    return {
        "nonsense": "nonsense",
        "a changed token": ("A" if real[0] != "A" else "B") + real[1:],
        "half a token": real[:20],
        "what the database keeps": key_of(real),
        "a number": str(who),
        "signed with another key": str(URLSafeSerializer("another key", salt="escapade cookie").dumps(who)),
        "signed with the server's key": str(URLSafeSerializer(key, salt="escapade cookie").dumps(who)),
        "long": real * 50,
        "not ASCII": "é.ü",
    }[kind]


FORGED = (
    "nonsense", "a changed token", "half a token", "what the database keeps", "a number", "signed with another key",
    "signed with the server's key", "long", "not ASCII",
)  # fmt: skip


@pytest.mark.parametrize("kind", FORGED)
def test_a_forged_cookie_is_nobodys(club: Club, kind: str) -> None:
    async def attack() -> None:
        cookie = await forged(club, kind)
        headers = [(b"cookie", f"{COOKIE}={cookie}".encode("latin-1"))]
        async with httpx.AsyncClient(base_url=club.server.url) as http:
            assert (await http.get("/api/me", headers=headers)).status_code == 401
        code = await club.table()
        async with raw(club, code, cookie) as link:
            place = Place(link)
            welcome = await place.hello()
            assert welcome["projection"]["observer"] is None
            assert welcome["projection"]["legal"] == []
            assert (await place.act(0))["error"] == "not-yours"
        private = await club.table(spectators=False)
        async with raw(club, private, cookie) as link:
            assert (await fate(link))[0] == 1008

    club.run(attack())


WISHES: dict[str, dict[str, Any]] = {
    "act": {"action": 0},
    "submitahead": {"actions": [0]},
    "resign": {},
    "takeback": {},
    "consent": {"yes": True},
    "whynot": {"action": 0},
    "hintplease": {},
    "knowplease": {},
}
WITHOUT_SEQ = ("submitahead", "whynot", "hintplease", "knowplease")


@pytest.mark.parametrize("wish", WISHES)
def test_a_stranger_can_do_nothing_at_a_table(club: Club, wish: str) -> None:
    """With a cookie that is good, and a seat that is someone else's."""

    async def attack() -> None:
        code = await club.table()
        async with club.ann.at(code) as ann, club.mallory.at(code) as mallory:
            await ann.act(ann.now["legal"][0])
            await mallory.until("update")
            seq = {} if wish in WITHOUT_SEQ else {"seq": mallory.seq}
            said = await mallory.wish(wish, **WISHES[wish], **seq)
            assert said["type"] == "error"
            assert said["error"] in ("not-yours", "refused", "stale")
        async with club.ann.at(code) as again:
            assert again.seq == ann.seq

    club.run(attack())


def test_eyes_are_ones_own(club: Club) -> None:
    async def attack() -> None:
        code = await club.table()
        for who, own in ((club.bob, 1), (club.mallory, None)):
            async with raw(club, code, cookie_of(who)) as link:
                await link.send('{"type":"hello","observer":0}')
                assert json.loads(str(await link.recv()).split("\n")[0])["projection"]["observer"] == own
            async with who.at(code) as place:
                await place.send(type="look", observer=0)
                assert (await place.until("error", "snapshot"))["error"] == "not-yours"
                assert (await place.act(0))["type"] == "error"  # and it is not one's turn
                await place.send(type="look", observer=own)
                assert (await place.until("snapshot"))["projection"]["observer"] == own

    club.run(attack())


def test_who_got_up_sees_no_more_through_that_seat(club: Club) -> None:
    """Mallory sits down, connects, gets up, and stays connected; Bob takes the seat."""

    async def attack() -> None:
        code = (await club.ann.table("cartagena", "me", "open"))["code"]
        await club.mallory.join(code)
        code = (await club.ann.table("cartagena", "me", "open", "open"))["code"]
        await club.mallory.join(code, seat=1)
        async with club.mallory.at(code) as mallory:
            assert (await club.mallory.http.post(f"/api/tables/{code}/leave")).status_code == 200
            await club.bob.join(code, seat=1)
            await club.ann.join(code, seat=2)
            news = await mallory.until("update")
            assert news["projection"]["observer"] is None
            async with club.bob.at(code) as bob:
                assert mallory.now["view"] != bob.now["view"]
            assert (await mallory.act(0))["error"] == "not-yours"

    club.run(attack())


def test_who_waited_at_the_door_does_not_watch_a_private_game(club: Club) -> None:
    async def attack() -> None:
        code = (await club.ann.table("cartagena", "me", "open", spectators=False))["code"]
        async with raw(club, code, cookie_of(club.mallory)) as link:
            place = Place(link)
            assert (await place.hello())["projection"] is None
            await club.bob.join(code)
            end, heard = await fate(link)
        assert end == 1008
        assert not [frame for frame in heard if frame["type"] == "update"]
        async with club.bob.at(code) as bob:
            assert bob.now["observer"] == 1

    club.run(attack())


def test_a_table_asks_for_itself_whose_seat_it_is(club: Club) -> None:
    """Also if a connection were wrong about its eyes, and for a wish that was carried out before."""

    async def attack() -> None:
        code = await club.table()
        mallory = (await club.mallory.http.get("/api/me")).json()["id"]
        async with club.ann.at(code) as ann:
            assert (await ann.act(ann.now["legal"][0], id="known"))["type"] == "ack"
            table = await club.server.registry.find(code)
            for name in ("known", "new"):
                with pytest.raises(Forbidden):
                    await table.act(mallory, 0, ann.seq, ann.now["legal"][0], name)
                with pytest.raises(Forbidden):
                    await table.resign(mallory, 0, ann.seq, name)
                with pytest.raises(Forbidden):
                    await table.pending.submit_ahead(mallory, 0, [0], name)

    club.run(attack())


def test_consent_is_not_given_by_who_asks_nor_by_who_is_not_asked(club: Club) -> None:
    async def attack() -> None:
        code = await club.table()
        async with club.ann.at(code) as ann, club.bob.at(code) as bob, club.mallory.at(code) as mallory:
            while not bob.now["legal"]:
                await ann.act(ann.now["legal"][-1])
                await bob.until("update")
            await bob.act(bob.now["legal"][0])
            while ann.seq != bob.seq:
                await ann.until("update")
            assert (await ann.wish("takeback", seq=ann.seq))["type"] == "ack"
            assert (await ann.wish("consent", seq=ann.seq, yes=True))["error"] == "not-yours"
            while mallory.seq != ann.seq:
                await mallory.until("update")
            assert (await mallory.wish("consent", seq=mallory.seq, yes=True))["error"] == "not-yours"
            assert (await bob.wish("consent", seq=bob.seq, yes=True))["type"] == "ack"

    club.run(attack())


@pytest.mark.parametrize("token", ["nonsense", "é", "x" * 4000, "%00"])
def test_a_forged_token_opens_no_seat(club: Club, token: str) -> None:
    async def attack() -> None:
        code = (await club.ann.table("cartagena", "me", "open"))["code"]
        given = await club.ann.http.post(f"/api/tables/{code}/seats/1/token")
        assert given.status_code == 201
        async with raw(club, code, query=f"?token={token}") as link:
            closed, said = await fate(link)
            assert closed == 1008
            assert [frame["type"] for frame in said] == ["closing"]
        async with raw(club, code, query=f"?token={given.json()['token']}") as link:
            assert (await Place(link).hello())["projection"]["observer"] == 1

    club.run(attack())


OTHERS = [("PUT", "/seats/1", {"kind": "bot"}), ("POST", "/seats/1/token", None), ("POST", "/leave", None)]


@pytest.mark.parametrize(("method", "path", "body"), OTHERS, ids=[path for _, path, _ in OTHERS])
def test_a_table_is_its_hosts(club: Club, method: str, path: str, body: Any) -> None:
    async def attack() -> None:
        table = await club.ann.table("cartagena", "me", "open", "invited")
        where = f"/api/tables/{table['code']}"
        assert [*table["invitations"]] == ["2"]  # told to the host, once
        said = await club.mallory.http.request(method, where + path, json=body)
        assert said.status_code == 403
        info = (await club.mallory.http.get(where)).json()
        assert [seat["kind"] for seat in info["seats"]] == ["person", "open", "invited"]
        assert info["invitations"] == {}
        guess = await club.mallory.http.post(where + "/join", json={"seat": 2, "invitation": "guess"})
        assert guess.status_code == 409

    club.run(attack())


ORIGINS = [
    "http://evil.example",
    "null",
    "http://[",
    "",
    "http://127.0.0.1.evil.example",
    "file://",
    "http://127.0.0.1:1",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_another_page_can_do_nothing(club: Club, origin: str) -> None:
    async def attack() -> None:
        code, headers = await club.table(), {"Origin": origin}
        http = club.ann.http
        for said in (
            await http.post("/api/tables", json={"game": "cartagena", "seats": [{"kind": "me"}] * 2}, headers=headers),
            await http.patch("/api/me", json={"name": "Owned"}, headers=headers),
            await http.post("/api/logout", headers=headers),
            await http.post(f"/api/tables/{code}/leave", headers=headers),
        ):
            assert said.status_code == 403
            assert said.json()["error"] == "not-yours"
            assert "set-cookie" not in said.headers
            assert "access-control-allow-origin" not in said.headers
        with pytest.raises(InvalidStatus) as no:
            async with raw(club, code, cookie_of(club.ann), headers=headers):
                pass
        assert no.value.response.status_code == 403
        assert b"may not connect" in (no.value.response.body or b"")
        assert "content-security-policy" in no.value.response.headers

    club.run(attack())


def test_our_own_page_can(club: Club) -> None:
    async def visit() -> None:
        code, headers = await club.table(), {"Origin": club.server.url}
        assert (await club.ann.http.patch("/api/me", json={"name": "Ann"}, headers=headers)).status_code == 200
        async with raw(club, code, cookie_of(club.ann), headers=headers) as link:
            assert (await Place(link).hello())["projection"]["observer"] == 0

    club.run(visit())


# --- The same again, too late, too much ----------------------------------------


def test_a_wish_that_is_sent_again_is_done_once(club: Club) -> None:
    async def again() -> None:
        code = await club.table()
        async with club.ann.at(code) as ann, club.ann.at(code) as other, club.bob.at(code) as bob:
            wish = {"action": ann.now["legal"][0], "seq": ann.seq, "id": "the-same"}
            first = await ann.act(**wish)
            seq = ann.seq
            assert first["type"] == "ack"
            assert await ann.act(**wish) == first  # on this connection,
            assert await other.act(**wish) == first  # on another,
            stolen = await bob.act(**wish)  # but it is nothing that someone else can refer to
            assert stolen["type"] == "error"
            async with club.ann.at(code) as late:  # and on a later one
                assert await late.act(**wish) == first
                assert late.seq == seq

    club.run(again())


@pytest.mark.parametrize("seq", [0, 1, 2**31 - 1])
def test_who_has_not_seen_the_latest_is_told_so(club: Club, seq: int) -> None:
    async def act() -> None:
        async with club.ann.at(await club.table()) as ann:
            assert ann.seq > 1
            before = ann.seq
            assert (await ann.act(ann.now["legal"][0], seq=seq))["error"] == "stale"
            assert (await ann.wish("resign", seq=seq))["error"] == "stale"
            assert (await ann.act(ann.now["legal"][0]))["type"] == "ack"
            assert ann.seq > before

    club.run(act())


@pytest.mark.parametrize("action", [2**31 - 1, 100_000])
def test_a_code_that_no_action_has_is_refused(club: Club, action: int) -> None:
    async def act() -> None:
        async with club.ann.at(await club.table()) as ann:
            assert (await ann.act(action))["error"] == "bad"
            assert (await ann.wish("submitahead", actions=[action]))["error"] == "bad"
            assert (await ann.wish("whynot", action=action))["error"] == "bad"
            assert (await ann.act(ann.now["legal"][0]))["type"] == "ack"

    club.run(act())


def alone(db: Path, limits: Limits, work: Any) -> None:
    """Do something to a server with limits of its own; then a healthy game runs there, too."""

    async def live() -> None:
        async with opened(str(db / "escapade.db"), limits, said) as club:
            await work(club)
            await club.still_plays()

    with capture_logs() as said:
        asyncio.run(live())
    assert not [line for line in said if line["log_level"] == "error"]


def test_a_flood_of_frames_is_cut_off(tmp_path: Path) -> None:
    async def flood(club: Club) -> None:
        end, reason = await end_of(club, *['{"type":"ping"}'] * 200)
        assert end == 1008
        assert "frames a second" in reason

    alone(tmp_path, Limits(frames=20, burst=30), flood)


def test_who_does_not_read_is_cut_off_and_can_resume(tmp_path: Path) -> None:
    async def stall(club: Club) -> None:
        code = await club.table()
        small = socket.socket()
        small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        small.connect(("127.0.0.1", club.server.port))
        async with raw(club, code, cookie_of(club.bob), max_queue=1, compression=None, sock=small) as link:
            await link.send('{"type":"hello"}')
            (table,) = club.server.registry.tables.values()
            while not table.listeners:
                await asyncio.sleep(0.01)
            (victim,) = table.listeners
            assert isinstance(victim, Connection)
            async with asyncio.timeout(60):
                while victim._closing is None:
                    await link.send('{"type":"look","observer":1}')
                    await asyncio.sleep(0)
                    assert victim.transport.waiting <= 100_000
            end, heard = await fate(link)
        assert end == 1013
        assert heard[-1]["resume"] is True
        async with club.bob.at(code) as bob:
            assert bob.now["observer"] == 1

    alone(tmp_path, QUICK._replace(waiting=100_000, frames=1e9, burst=1e9), stall)


def test_who_says_nothing_is_cut_off_and_can_resume(tmp_path: Path) -> None:
    async def be_silent(club: Club) -> None:
        code = await club.table()
        for said in ([], ['{"type":"hello"}']):
            async with raw(club, code, cookie_of(club.ann)) as link:
                for frame in said:
                    await link.send(frame)
                end, heard = await fate(link)
                assert end == 1001
                assert heard[-1]["resume"] is True
        welcome = next(frame for frame in heard if frame["type"] == "snapshot")
        async with club.ann.at(code, last_seq=welcome["seq"]) as ann:
            assert ann.frames[-1]["from_start"] is False

    alone(tmp_path, QUICK._replace(silence=0.5), be_silent)


def test_nobody_hosts_more_tables_than_allowed(tmp_path: Path) -> None:
    async def host(club: Club) -> None:
        asked = {"game": "cartagena", "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = [await club.mallory.http.post("/api/tables", json=asked) for _ in range(3)]
        assert [said.status_code for said in made] == [201, 201, 409]
        assert (await club.mallory.http.post(f"/api/tables/{made[0].json()['code']}/leave")).status_code == 200
        assert (await club.mallory.http.post("/api/tables", json=asked)).status_code == 201

    alone(tmp_path, QUICK._replace(tables=2), host)


# --- HTTP ----------------------------------------------------------------------

SAYS_JSON, SAYS_TEXT = ({"headers": {"content-type": kind}} for kind in ("application/json", "text/plain"))
NESTED = b'{"options":' + b"[" * 50_000
HUGE = b'{"game":"cartagena","seats":[{"kind":"me"},{"kind":"me"}],"options":{"first":1' + b"0" * 4000 + b"}}"
NO_BOT = {"game": "cartagena", "seats": [{"kind": "bot", "bot": "\u0000"}] * 2}
ASKED: dict[str, tuple[int, str, str, dict[str, Any]]] = {
    "the page": (200, "GET", "/some/where", {}),
    "an answer": (200, "GET", "/api/games", {}),
    "only its head": (200, "HEAD", "/api/games", {}),
    "no such address": (404, "GET", "/api/nothing", {}),
    "no such address at all": (404, "GET", "/ws/nothing", {}),
    "a wrong method": (405, "DELETE", "/api/tables", {}),
    "a method that would be the page's": (405, "GET", "/api/login", {}),
    "a slash too many": (404, "GET", "/api/tables/", {}),
    "a wrong method on the page": (405, "POST", "/some/where", {}),
    "options": (405, "OPTIONS", "/api/tables", {}),
    "trace": (405, "TRACE", "/api/tables", {}),
    "a rare method": (405, "PROPFIND", "/api/tables", {}),
    "a seat that is no number": (404, "PUT", "/api/tables/abcdefgh/seats/one", {"json": {"kind": "me"}}),
    "a seat beyond all numbers": (404, "PUT", "/api/tables/abcdefgh/seats/" + "9" * 5000, {"json": {"kind": "me"}}),
    "a path that climbs": (404, "GET", "/api/tables/..%2f..%2fescapade.db", {}),
    "no such table": (404, "GET", "/api/tables/abcdefgh", {}),
    "no such game": (400, "GET", "/api/ratings/chess", {}),
    "no such list": (400, "GET", "/api/tables?which=all%00", {}),
    "no body": (400, "POST", "/api/login", {}),
    "a body that is no JSON": (400, "POST", "/api/login", {"content": b"{", **SAYS_JSON}),
    "a body that is not UTF-8": (400, "POST", "/api/guest", {"content": b'{"name":"\xff"}', **SAYS_JSON}),
    "a list": (400, "POST", "/api/login", {"json": []}),
    "an unknown field": (400, "POST", "/api/guest", {"json": {"name": "Eve", "admin": True}}),
    "a wrong type": (400, "POST", "/api/guest", {"json": {"name": 3}}),
    "a long name": (400, "PATCH", "/api/me", {"json": {"name": "x" * 25}}),
    "no name": (400, "PATCH", "/api/me", {"json": {"name": "\u200b\u202e"}}),
    "deeply nested": (400, "POST", "/api/tables", {"content": NESTED, **SAYS_JSON}),
    "a form": (415, "POST", "/api/guest", {"data": {"name": "Eve"}}),
    "JSON that says it is text": (415, "POST", "/api/guest", {"content": b"{}", **SAYS_TEXT}),
    "JSON that says nothing": (415, "POST", "/api/guest", {"content": b"{}"}),
    "a large body": (413, "POST", "/api/guest", {"content": b" " * 70_000, **SAYS_JSON}),
    "a large number": (400, "POST", "/api/tables", {"content": HUGE, **SAYS_JSON}),
    "too many seats": (400, "POST", "/api/tables", {"json": {"game": "cartagena", "seats": [{"kind": "me"}] * 17}}),
    "no such bot": (400, "POST", "/api/tables", {"json": NO_BOT}),
    "a login with a NUL": (401, "POST", "/api/login", {"json": {"login": "a\u0000b", "password": "x"}}),
    "a strange Host": (200, "GET", "/api/games", {"headers": {"host": "[::"}}),
}  # fmt: skip


@pytest.mark.parametrize("attack", ASKED)
def test_every_answer_has_its_headers_and_says_what_is_wrong(club: Club, attack: str) -> None:
    status, method, path, more = ASKED[attack]
    said = club.run(club.mallory.http.request(method, path, **more))
    assert said.status_code == status
    for name, value in HEADERS:
        assert said.headers.get_list(name.decode()) == [value.decode()]
    assert "server" not in said.headers
    assert "Traceback" not in said.text
    if status >= 400:
        assert set(said.json()) == {"error", "reason", "clause"}
    if status == 405:
        assert method not in said.headers["allow"].split(", ") != [""]


def test_a_body_without_end_is_not_read_to_its_end(club: Club) -> None:
    async def attack() -> None:
        sent = 0

        async def endless() -> AsyncIterator[bytes]:
            nonlocal sent
            while sent < 50_000_000:
                sent += 10_000
                yield b" " * 10_000
                await asyncio.sleep(0)

        try:
            headers = {"content-type": "application/json"}
            said = await club.mallory.http.post("/api/guest", content=endless(), headers=headers)
            assert said.status_code == 413
        except httpx.TransportError:
            pass  # it was not even listened to
        assert sent < 50_000_000

    club.run(attack())


def test_of_two_fields_of_one_name_the_last_counts_and_is_checked(club: Club) -> None:
    async def attack() -> None:
        headers = {"content-type": "application/json"}
        twice = await club.mallory.http.patch("/api/me", content=b'{"name":"Eve","name":"Mallory"}', headers=headers)
        assert twice.json()["name"] == "Mallory"
        bad = await club.mallory.http.patch("/api/me", content=b'{"name":"Eve","name":""}', headers=headers)
        assert bad.status_code == 400

    club.run(attack())


def test_an_error_nobody_has_thought_of_tells_nothing_and_is_logged_by_its_place() -> None:
    async def broken(request: Request) -> Response:
        raise KeyError("the seven of hearts")

    async def ask() -> httpx.Response:
        app: Any = CommonHeaders(Starlette(routes=[Route("/", guarded(broken))]))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as http:
            return await http.get("/")

    with capture_logs() as said:
        answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert answer.json()["error"] == "broken"
    assert {name.decode(): value.decode() for name, value in HEADERS}.items() <= dict(answer.headers).items()
    (line,) = said
    assert line["error"] == "KeyError"
    assert line["where"].startswith("test_security.py:")
    assert line["where"].endswith("broken")
    assert "hearts" not in str(line) + answer.text


# --- In a process of its own: what it writes -----------------------------------


def knock(port: int, sent: bytes) -> bytes:
    """Send bytes, and see what comes back, if anything."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as link:
        link.sendall(sent)
        link.settimeout(0.5)
        try:
            return link.recv(4096)
        except (TimeoutError, ConnectionError):
            return b""


UPGRADE = (
    b"GET /ws/abcdefgh HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
KNOCKS = [
    b"\x16\x03\x01\x02\x00",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    b"POST /api/guest HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    UPGRADE.replace(b"Version: 13", b"Version: 7"),
    UPGRADE + b"\xff\xff\xff\xff",
    UPGRADE + b"\x81\x85\x00\x00\x00\x00\xff\xfe\xfd\xfc\xfb",
    UPGRADE + b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",
]


def test_no_traceback_is_written_whatever_knocks(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "escapade", "serve", "--db", str(tmp_path / "escapade.db"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as going:
        assert going.stdout is not None
        assert going.stderr is not None
        address = next(word for word in going.stdout.readline().split() if word.startswith("http://"))
        port = int(address.rpartition(":")[2])
        for sent in KNOCKS:
            knock(port, sent)
        assert b"200 OK" in knock(port, b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        going.send_signal(signal.SIGINT)
        assert going.wait(20) == 0
        written = going.stderr.read()
    assert "Traceback" not in written
    assert all(json.loads(line)["level"] in ("info", "warning", "error") for line in written.splitlines())
    assert "Invalid UTF-8" not in written or "UnicodeDecodeError" in written
