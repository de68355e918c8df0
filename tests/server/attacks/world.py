"""A server, those who use it, and everything that anyone might do there: what the model is made of.

A real server on a database of its own, real HTTP and real WebSockets, and a clock that only the model moves. What an
action's numbers choose depends on what is there, so that any three numbers mean something at any time.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import httpx2 as httpx
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, WebSocketException

from escapade.games import GAMES
from escapade.kernel.names import OVER, EscapadeError
from escapade.server.admin import edits, import_export
from escapade.server.errors import StoreError
from tests.server.attacks.oracle import Broken, Ledger, Moment, Rows, must, read_rows
from tests.server.clients import QUICK, Running, running

TIMEOUT = 60  # seconds for an answer, on a busy machine
LIMITS = QUICK._replace(tables=1000, records=1000, guests=1000)
PEOPLE = ("Ann", "Bob", "Cem", "Dee")  # the first two have accounts
LATEST = 3  # tables that most steps are about
MOST_LINKS = 10
SEATINGS: tuple[tuple[str, ...], ...] = (
    ("me", "open"), ("open", "open"), ("me", "open", "open"), ("me", "invited"), ("open", "open"), ("me", "bot"),
    ("me", "guest"), ("me", "open", "bot"), ("open", "invited", "me"), ("me",), ("me", "bot", "open", "invited"),
)  # fmt: skip
CLOCKS: tuple[dict[str, Any], ...] = (
    {"kind": "none"}, {"kind": "live", "seconds": 60, "increment": 10}, {"kind": "live", "seconds": 20, "increment": 0},
    {"kind": "days", "days": 1},
)  # fmt: skip
NUMBERS = count(1)  # of wishes: no two have one name
SHORT: dict[str, dict[str, Any]] = {"stratego": {"quiet": 6}, "jailbreakers": {"solo_rounds": 1}}


class Browser:
    """Where someone is logged in, or nobody; a connection belongs to what the browser was when it was made."""

    def __init__(self, name: str, login: str = "") -> None:
        self.name, self.login, self.who = name, login, ""
        self.http = httpx.AsyncClient(timeout=TIMEOUT, verify=False)  # there is no TLS on the way
        self.session = 0  # grows with every log-out

    @property
    def cookie(self) -> dict[str, str]:
        kept = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return {"Cookie": kept} if kept else {}


class Token(NamedTuple):
    """What lets a program sit on a seat."""

    text: str
    table: str
    seat: int
    who: str  # as the database calls the program


Owner = Browser | Token


class Link:
    """A connection to a table, and everything that came over it since the last look."""

    def __init__(self, link: ClientConnection, code: str, who: str, owner: Owner | None, program: bool) -> None:
        self.link, self.code, self.who, self.owner, self.program = link, code, who, owner, program
        self.session = owner.session if isinstance(owner, Browser) else 0
        self.fresh: list[str] = []
        self.seq = self.chat = self.asked = 0
        self.projection: dict[str, Any] | None = None
        self.events: list[dict[str, Any]] = []
        self.heard: list[list[int]] = []
        self.question: dict[str, Any] | None = None  # what a program is asked
        self.asked_for = False  # is a question open?
        self.wishes: set[str] = set()
        self._waiting: dict[Any, asyncio.Future[dict[str, Any]]] = {}
        self.reading = asyncio.create_task(self._read())

    @property
    def observer(self) -> int | None:
        """Through whose eyes it looks; None: nobody's, or nothing is to be seen yet."""
        return self.projection["observer"] if self.projection else None

    @property
    def plays(self) -> bool:
        """Does it look from a seat at a game that runs?"""
        return self.observer is not None and self.projection is not None and self.projection["turn"] != OVER

    @property
    def may(self) -> list[int]:
        """What it was told that it may do."""
        return [*self.projection["legal"], *self.projection["anytime"]] if self.projection else []

    @property
    def open(self) -> bool:
        """Can anything come over it still?"""
        return not self.reading.done()

    async def _read(self) -> None:
        with suppress(ConnectionClosed, ConnectionError):
            async for message in self.link:
                for line in str(message).split("\n"):
                    self.fresh.append(line)
                    self._note(json.loads(line))
        for waiting in self._waiting.values():
            waiting.cancel()

    def _note(self, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if "question" in frame:
            self.asked_for = frame["question"] is not None
        if kind in ("snapshot", "update"):
            self.seq, self.projection = frame["seq"], frame["projection"]
        elif kind == "choose":
            self.question = frame
        key = ("pong", frame["n"]) if kind == "pong" else frame.get("id")
        if (waiting := self._waiting.pop(key, None)) is not None and not waiting.done():
            waiting.set_result(frame)

    async def _await(self, key: Any, frame: dict[str, Any]) -> dict[str, Any]:
        waiting = self._waiting[key] = asyncio.get_running_loop().create_future()
        try:
            await self.link.send(json.dumps(frame))
            async with asyncio.timeout(TIMEOUT):
                await asyncio.wait((waiting, self.reading), return_when=asyncio.FIRST_COMPLETED)
            return waiting.result() if waiting.done() and not waiting.cancelled() else {}
        except ConnectionClosed:
            return {}
        except TimeoutError:
            raise Broken(f"no answer to {frame}") from None

    async def wish(self, kind: str, **more: Any) -> dict[str, Any]:
        """Ask for something; wait for what comes of it, or for the end of the connection."""
        name = f"wish-{next(NUMBERS)}"
        self.wishes.add(name)
        return await self._await(name, {"type": kind, "id": name, **more})

    async def say(self, **frame: Any) -> None:
        """Send something that is not answered by its id."""
        with suppress(ConnectionClosed):
            await self.link.send(json.dumps(frame))

    async def caught_up(self) -> None:
        """Wait until everything has come that was sent before now."""
        if self.program:
            with suppress(ConnectionClosed):
                async with asyncio.timeout(TIMEOUT):
                    await (await self.link.ping())
        elif self.open:
            self.asked += 1
            await self._await(("pong", self.asked), {"type": "ping", "n": self.asked})

    async def end(self, politely: bool) -> None:
        """Leave."""
        if politely:
            await self.link.close()
        else:
            self.link.transport.abort()
        await asyncio.wait((self.reading,))


class Answer(NamedTuple):
    """An answer over HTTP."""

    who: str
    asked: str
    path: str
    status: int
    text: str


class World:
    """A server, those who use it, and what they have received; `do` is anything that anyone might do."""

    def __init__(self, game: str, folder: Path) -> None:
        self.game, self.db = GAMES[game], folder / "escapade.db"
        self.folder, self.presets = folder, [*self.game.presets().values()]
        self.clock = 1_700_000_000_000
        self.links: list[Link] = []
        self.answers: list[Answer] = []
        self.tokens: list[Token] = []
        self.invitations: dict[tuple[str, int], str] = {}
        self.was: dict[tuple[str, str], Link] = {}  # the last connection of someone to a table
        self.records: list[str] = []
        self.ledger = Ledger(self.db)
        self._cut_off: list[Link] = []
        self._server: AbstractAsyncContextManager[Running] | None = None
        self.done: list[tuple[str, int, str, int | None]] = []  # acknowledged: table, length of its log, wish, seat

    # --- The server ---

    async def open(self) -> None:
        """Start it, and let the first people in."""
        await self._start()
        self.nobody = Browser("")
        self.browsers = [Browser(name, name.lower() if i < 2 else "") for i, name in enumerate(PEOPLE)]
        self.browsers.append(Browser(PEOPLE[0], PEOPLE[0].lower()))  # the first has two of them
        for browser in self.browsers[:-1]:
            await self.ask(browser, "POST", "/api/guest", {"name": browser.name})
            if browser.login:
                await self.ask(browser, "POST", "/api/account", account(browser))
        await self.log_in(self.browsers[-1])
        await self.create(0, 0, 154)  # a game that runs, and someone who looks on
        self.ledger.look()
        await self.join(1, 0, 0)
        self.ledger.look()
        for number in (0, 1, 5):
            await self.connect(number, 0, 1)
        await self.create(2, 1, 144)

    async def _start(self) -> None:
        self._server = running(str(self.db), now=lambda: self.clock, pace=0.0, limits=LIMITS)
        self.server = await self._server.__aenter__()

    async def _stop(self) -> None:
        for link in self.links:
            link.link.transport.abort()
        await asyncio.gather(*(link.reading for link in self.links), return_exceptions=True)
        if self._server is not None:
            server, self._server = self._server, None
            await server.__aexit__(None, None, None)

    async def close(self) -> None:
        """Stop it for good."""
        await self._stop()
        for browser in (*self.browsers, self.nobody):
            await browser.http.aclose()

    async def restart(self) -> None:
        """Stop it as a host does, and start it again; whoever was there comes back."""
        self._cut_off = [link for link in self.links if link.open]
        await self._stop()
        await self._start()

    async def come_back(self) -> None:
        """Let those come back whom the end of a server has cut off, from where they were."""
        cut_off, self._cut_off = self._cut_off, []
        for link in cut_off:
            token = isinstance(link.owner, Token)
            await self.come(link.owner or self.nobody, link.code, 3 if token and not link.program else 1)

    def cut(self, writes: int) -> None:
        """Let the disk take so many more writes, and nothing after them: as if the server were killed between two."""
        driver: Any = self.server.registry.store.driver
        real, left = driver.submit, writes

        def do(job: Any) -> Any:
            nonlocal left
            left -= 1
            if left < 0:
                raise StoreError("the server is dead")
            return real(job)

        driver.submit = do

    async def kill(self) -> None:
        """Start another server on the same database; what the dead one could not write was not done."""
        await self.restart()
        self.answers = [answer for answer in self.answers if answer.status != 503]

    # --- Asking and looking ---

    async def ask(self, browser: Browser, method: str, path: str, body: Any = None) -> httpx.Response:
        """Ask over HTTP, and keep the answer."""
        who = browser.who  # who may be someone else when the answer comes
        said = await browser.http.request(method, self.server.url + path, json=body)
        if path in ("/api/guest", "/api/login") and said.status_code < 300:
            who = browser.who = said.json()["id"]
        self.answers.append(Answer(who, method, path, said.status_code, said.text))
        if said.status_code in (200, 201) and '"invitations":{' in said.text[:100_000] and method != "GET":
            info = said.json()
            for seat, invitation in info.get("invitations", {}).items():
                self.invitations[info["code"], int(seat)] = invitation
        return said

    async def caught_up(self) -> None:
        """Wait until everyone has received what was sent."""
        await asyncio.gather(*(link.caught_up() for link in self.links))
        rows = read_rows(self.db)
        doomed = [link.reading for link in self.links if ended(link, rows[link.code])]
        if doomed:
            await asyncio.wait(doomed, timeout=5)

    def rows(self, pick: int, *statuses: str) -> Rows | None:
        """One of the latest tables, of these statuses if there are any."""
        every = [*self.ledger.rows.values()]
        fit = [rows for rows in every if rows.row.status in statuses] or every
        return fit[-1 - pick % min(LATEST, len(fit))] if fit else None

    def browser(self, pick: int) -> Browser:
        """Someone."""
        return self.browsers[pick % len(self.browsers)]

    def host(self, rows: Rows, pick: int) -> Browser:
        """Whoever hosts a table; now and then someone else, who tries."""
        hosts = [browser for browser in self.browsers if browser.who == rows.row.host]
        return self.browser(pick) if not hosts or pick % 5 == 0 else hosts[0]

    def player(self, rows: Rows, pick: int) -> Browser:
        """Someone who sits at a table; now and then someone else."""
        sit = [browser for browser in self.browsers if rows.held(browser.who)]
        return self.browser(pick) if not sit or pick % 7 == 0 else sit[pick % len(sit)]

    def link(self, pick: int, fit: Callable[[Link], object]) -> Link | None:
        """A connection of a person; one that fits, if there is one."""
        pages = [link for link in self.links if link.open and not link.program]
        fitting = [link for link in pages if fit(link)] or pages
        return fitting[pick % len(fitting)] if fitting else None

    # --- Before the start ---

    async def create(self, a: int, b: int, c: int) -> None:
        """Put up a table of any kind."""
        fit = [seating for seating in SEATINGS if len(seating) in self.game.seats]
        seats = [{"kind": kind, "bot": "random"} if kind == "bot" else {"kind": kind} for kind in fit[b % len(fit)]]
        asked = {
            "game": self.game.name,
            "seats": seats,
            "options": SHORT.get(self.game.name, {}) if c % 2 else {},
            "clock": CLOCKS[c // 2 % 4],
            "spectators": c // 8 % 3 > 0,
            "dice": ("system", "verifiable")[c // 24 % 2],
            "left": ("wait", "bot", "forfeit")[c // 48 % 3],
            "rated": c // 144 % 4 == 3,
            "listed": c // 7 % 2 > 0,
            "aids": c // 5 % 3 > 0,
        }
        await self.ask(self.browser(a), "POST", "/api/tables", asked)

    async def join(self, a: int, b: int, c: int) -> None:
        """Sit down on an open seat, or with an invitation; now and then with one that is good elsewhere."""
        rows = self.rows(b, "open")
        if rows is None:
            return
        code, body = rows.row.code, dict[str, Any]()
        mine = [text for (table, _), text in self.invitations.items() if table == code]
        if c % 2 and mine:
            body = {"invitation": mine[c // 2 % len(mine)]}
        elif c % 7 == 0 and self.invitations:
            body = {"invitation": [*self.invitations.values()][c % len(self.invitations)]}
        elif c % 3 == 0:
            body = {"seat": c % len(rows.seats)}
        await self.ask(self.browser(a), "POST", f"/api/tables/{code}/join", body)

    async def leave(self, a: int, b: int, c: int) -> None:
        """Get up; the host closes the table."""
        rows = self.rows(b, "open")
        if rows is not None and ((browser := self.player(rows, a)).who != rows.row.host or c % 6 == 0):
            await self.ask(browser, "POST", f"/api/tables/{rows.row.code}/leave")

    async def seat(self, a: int, b: int, c: int) -> None:
        """Let the host decide otherwise who sits on a seat."""
        rows = self.rows(b, "open")
        given = [other for other in self.ledger.rows.values() if other.row.status == "open" and programs(other)]
        if given and c // 6 % 2:  # take it back
            rows = given[b % len(given)]
        if rows is not None:
            kind = ("open", "invited", "me", "guest", "bot", "open")[c % 6]
            number = programs(rows)[0] if programs(rows) and c // 6 % 2 else c // 12 % len(rows.seats)
            path = f"/api/tables/{rows.row.code}/seats/{number}"
            await self.ask(self.host(rows, a), "PUT", path, {"kind": kind, "bot": "random"})

    async def give(self, a: int, b: int, c: int) -> None:
        """Give a seat to a program, which comes at once or later."""
        rows = self.rows(b, "open")
        if rows is None:
            return
        free = [seat.seat for seat in rows.seats if seat.kind in ("open", "invited")]
        code, number = rows.row.code, free[c % len(free)] if free and c % 5 else c % len(rows.seats)
        said = await self.ask(self.host(rows, a), "POST", f"/api/tables/{code}/seats/{number}/token")
        if said.status_code == 201:
            seat = read_one(self.db, code).seats[number]
            who = seat.who if seat.kind == "outside" else "-"
            self.tokens.append(token := Token(said.json()["token"], code, number, who))
            if c // 4 % 3:
                await self.come(token, code, c)

    async def rematch(self, a: int, b: int, c: int) -> None:
        """Once more."""
        rows = self.rows(b, "over")
        if rows is not None:
            await self.ask(self.player(rows, a), "POST", f"/api/tables/{rows.row.code}/rematch")

    # --- Coming and going ---

    async def connect(self, a: int, b: int, c: int) -> None:
        """Come to a table: as someone, as nobody, as a program on its own socket or through the page's."""
        rows = self.rows(b, *(("open",) if c % 4 == 0 else ("running",) if c % 4 < 3 else ()))
        everyone: list[Owner] = [*self.browsers, self.nobody, *self.tokens[-3:]]
        owner = everyone[a % len(everyone)]
        if rows is not None:
            code = owner.table if isinstance(owner, Token) and c % 8 else rows.row.code
            await self.come(owner, code, c)

    async def come(self, owner: Owner, code: str, c: int = 0) -> Link | None:
        """Connect to a table, and say hello."""
        if len([link for link in self.links if link.open]) >= MOST_LINKS:
            await self.links[0].end(politely=True)
        path, headers, program = f"/ws/{code}", dict[str, str](), False
        if isinstance(owner, Browser):
            headers = owner.cookie
        elif c % 3:
            path, headers, program = path + "/bot", {"Authorization": f"Bearer {owner.text}"}, True
        else:
            path += f"?token={owner.text}"
        where = f"ws://127.0.0.1:{self.server.port}{path}"
        try:
            socket = await websockets.connect(where, additional_headers=headers, max_size=None, ping_interval=None)
        except WebSocketException:
            return None
        link = Link(socket, code, owner.who, None if owner is self.nobody else owner, program)
        self.links.append(link)
        if not program:
            hello: dict[str, Any] = {"type": "hello", "offers": c % 2 == 0}
            was = self.was.get((owner.who, code))
            if was is not None and c % 3 and not was.open and not was.fresh and was.observer is not None:
                hello |= {"last_seq": was.seq, "last_chat": was.chat, "observer": was.observer}
                link.events = was.events
            elif c % 5 == 0:
                hello["observer"] = c // 5 % 3
            await link.say(**hello)
            await link.caught_up()
            self.was[owner.who, code] = link
        return link

    async def drop(self, a: int, b: int, c: int) -> None:
        """Go."""
        if self.links:
            await self.links[a % len(self.links)].end(politely=bool(c % 2))

    async def turn_to(self, a: int, b: int, c: int) -> None:
        """Look through another observer."""
        if (link := self.link(a, lambda link: c % 2 or link.plays)) is not None:
            await link.say(type="look", observer=None if b % 4 == 3 else b % 4)

    async def log_out(self, a: int, b: int, c: int) -> None:
        """Log out, and in again, or be someone new; or end one's sessions elsewhere."""
        browser = self.browser(a)
        if browser.login and c % 3 == 0:
            await self.ask(browser, "DELETE", "/api/sessions")
            for other in self.browsers:
                if other is not browser and other.login == browser.login:
                    other.session += 1
                    await self.log_in(other)
            return
        await self.ask(browser, "POST", "/api/logout")
        browser.session += 1
        if browser.login:
            await self.log_in(browser)
        else:
            browser.who = ""
            await self.ask(browser, "POST", "/api/guest", {"name": browser.name})

    async def log_in(self, browser: Browser) -> None:
        """Come back; attempts are limited, and time passes between them."""
        await self.pass_time(15_000)
        await self.ask(browser, "POST", "/api/login", account(browser))

    # --- Playing ---

    async def play(self, a: int, b: int, c: int) -> None:
        """Let whoever is to act do something legal, a few times."""
        dice = random.Random(c)
        code = (rows := self.rows(b, "running")) and rows.row.code
        for _ in range(1 + a % 12 if code else 0):
            rows = read_one(self.db, str(code))
            link = await self._to_act(rows)
            if link is None:
                return
            if link.program:
                await self.answer(link, dice.randrange(1000))
            elif link.projection and link.projection["together"] and c % 3 and self.presets:
                await link.wish("submitahead", actions=self.presets[c % len(self.presets)])
                await link.caught_up()
            elif link.projection and link.projection["legal"]:
                seq = link.seq
                said = await link.wish("act", seq=seq, action=dice.choice(link.projection["legal"]))
                self._acknowledged(link, said)
                await link.caught_up()

    async def _to_act(self, rows: Rows) -> Link | None:
        """The connection of whoever is to act."""
        if rows.row.status != "running":
            return None
        moment = Moment(self.game, rows, len(rows.log))
        if moment.match.turn < 0 or moment.match.turn in moment.gone:
            return None
        seat = rows.seats[moment.match.turn]
        for link in self.links:
            if link.open and link.code == rows.row.code and link.who == seat.who and seat.kind in ("person", "outside"):
                if not link.program and link.observer != seat.seat:
                    await link.say(type="look", observer=seat.seat)
                    await link.caught_up()
                return link if link.open else None
        everyone: list[Owner] = [*self.browsers, *self.tokens]
        owners = [one for one in everyone if one.who == seat.who and seat.who]
        return await self.come(owners[0], rows.row.code, 2) if owners else None

    async def answer(self, link: Link, pick: int) -> None:
        """Let a program answer what it was asked: mostly something legal."""
        question = link.question
        if question is None:
            return
        legal = question["legal"]
        action = legal[pick % len(legal)] if pick % 6 else pick
        await link.say(type="choice", id=question["id"] - (pick % 11 == 0), action=action)
        await link.caught_up()

    async def act(self, a: int, b: int, c: int) -> None:
        """Do anything: legal or not, known to be stale or not, whoever's turn it is."""
        programs = [link for link in self.links if link.open and link.program and link.question]
        if programs and c % 3 == 0:
            await self.answer(programs[a % len(programs)], b)
            return
        link = self.link(a, lambda link: c % 8 == 0 or (link.plays and (c % 4 == 0 or link.may)))
        if link is None:
            return
        action = link.may[b % len(link.may)] if link.may and c % 4 else b * 7 % self.game.actions.size
        said = await link.wish("act", seq=max(0, link.seq - (c % 9 == 0)), action=action)
        self._acknowledged(link, said)

    def _acknowledged(self, link: Link, said: dict[str, Any]) -> None:
        if said.get("type") == "ack":
            self.done.append((link.code, said["seq"], said["id"], link.observer))

    async def submit_ahead(self, a: int, b: int, c: int) -> None:
        """Hand actions in before their turn, a whole set-up for instance, or take them back."""
        if (link := self.link(a, lambda link: link.plays)) is not None:
            codes = self.presets[b % len(self.presets)] if self.presets and c % 3 else [b % self.game.actions.size]
            await link.wish("submitahead", actions=[] if c % 5 == 0 else codes)

    async def resign(self, a: int, b: int, c: int) -> None:
        """Give up."""
        if (link := self.link(a, lambda link: link.plays)) is not None:
            self._acknowledged(link, await link.wish("resign", seq=link.seq))

    async def take_back(self, a: int, b: int, c: int) -> None:
        """Take the last action back, or ask whether one may: after a turn, or later."""
        link = self.link(a, lambda link: link.plays and (c % 4 == 0 or (link.projection and link.projection["legal"])))
        for _ in range(1 + b % 3 if link is not None and c % 4 else 0):
            if link is not None and link.projection and link.projection["legal"]:
                legal = link.projection["legal"]
                self._acknowledged(link, await link.wish("act", seq=link.seq, action=legal[b % len(legal)]))
                await link.caught_up()
        if link is not None and link.open:
            await link.wish("takeback", seq=link.seq)

    async def consent(self, a: int, b: int, c: int) -> None:
        """Answer what is asked."""
        if (link := self.link(a, lambda link: link.plays and link.asked_for)) is not None:
            await link.wish("consent", seq=link.seq, yes=c % 4 > 0)

    # --- Talking and asking ---

    async def talk(self, a: int, b: int, c: int) -> None:
        """Say something, or hear someone no more."""
        if (link := self.link(a, lambda link: c % 2 or link.plays)) is not None:
            if b % 6 == 0:
                await link.say(type="mute", name=PEOPLE[c % len(PEOPLE)], on=c % 3 > 0)
            else:
                await link.say(type="say", text=f"line {a} {b} {c}")

    async def explain(self, a: int, b: int, c: int) -> None:
        """Ask why not, what is known, and seldom what a strong bot would do."""
        if (link := self.link(a, lambda link: c % 4 == 0 or link.plays)) is None:
            return
        if c % 40 == 39:
            await link.wish("hintplease")
        elif c % 2:
            await link.wish("knowplease")
        else:
            said = await link.wish("whynot", action=b * 7 % self.game.actions.size)
            if said.get("type") == "because":
                self._check_because(link, said, b * 7 % self.game.actions.size)

    def _check_because(self, link: Link, said: dict[str, Any], action: int) -> None:
        """A reason follows from what the one who asks sees."""
        rows = read_one(self.db, link.code)
        observer = link.observer
        views = [Moment(self.game, rows, seq) for seq in {link.seq, len(rows.log)}] if observer is not None else []
        fit = [self.game.why_not(m.match.view(observer), self.game.actions[action], observer or 0) for m in views]
        must(said["reason"] in [why.reason for why in fit], "a reason is told that does not follow from the view")

    async def browse(self, a: int, b: int, c: int) -> None:
        """Ask over HTTP for whatever is there: lists, tables, records, replays."""
        browser = self.nobody if c % 3 == 0 else self.browser(a)
        rows = self.rows(b, *(("over",) if c % 2 else ()))
        at = f"/api/tables/{rows.row.code}" if rows else "/api/tables"
        replay = f"/replay?observer={('all', 'public', '0', '1')[c % 4]}"
        lists = [f"/api/tables?which={which}" for which in ("mine", "join", "watch")]
        paths = [at, at + "/record", at + replay, *lists, f"/api/ratings/{self.game.name}"]
        said = await self.ask(browser, "GET", paths[a // 5 % len(paths)])
        if said.status_code == 200 and "/record" in paths[a // 5 % len(paths)]:
            self.records = [*self.records[-2:], said.text]

    async def upload(self, a: int, b: int, c: int) -> None:
        """Put up a record to look at."""
        if self.records:
            record = self.records[b % len(self.records)]
            await self.ask(self.browser(a), "POST", "/api/records", {"record": record[: -c % 200] if c % 3 else record})

    # --- The host's verbs, while the server runs ---

    async def undo(self, a: int, b: int, c: int) -> None:
        """`escapade undo`."""
        if (rows := self.rows(b, "running")) is not None:
            with suppress(EscapadeError):
                async with edits.opened(str(self.db)) as store:
                    reading = await edits.read(store, rows.row.code)
                    await edits.take_back(
                        store, reading, edits.plan_take_back(reading, None if c % 2 else 1 + c % 5), self.clock
                    )
                    written = await store.length(rows.row.id)
                    while (live := self.server.registry.tables.get(rows.row.id)) and live.history.seq < written:
                        await asyncio.sleep(0.01)  # until then it tells what it knows

    async def carry(self, a: int, b: int, c: int) -> None:
        """`escapade export`, and `escapade import` as if it came from another server."""
        rows = self.rows(b, "running") if c % 3 else self.rows(b, "over")
        if rows is None:
            return
        with suppress(EscapadeError):
            async with edits.opened(str(self.db)) as store:
                reading = await edits.read(store, rows.row.code)
                written = import_export.write(reading, await edits.outages(store))
                kept = written.manifest
                kept.code, kept.host = "", kept.host if c % 2 else "someone elsewhere"
                for seat in kept.seats if c % 5 else ():
                    seat.who = "someone elsewhere" if seat.who else ""
                found = await import_export.add_table(store, written.record, kept, self.clock)
                if found is not None:
                    self.invitations |= {(found.row.code, s): text for s, text in found.invitations.items()}

    async def back_up(self, a: int, b: int, c: int) -> None:
        """`escapade backup`."""
        with suppress(EscapadeError):
            async with edits.opened(str(self.db)) as store:
                await edits.back_up(store, self.folder / "copy.db", force=True)

    async def wait(self, a: int, b: int, c: int) -> None:
        """Let time pass, and the server look at its clocks and around."""
        await self.pass_time((10, 1000, 5_000, 30_000, 130_000, 90_000_000)[a % 6])
        registry = self.server.registry
        for table in [*registry.tables.values()]:
            await table.check_clock()
        if c % 2:
            await registry.upkeep.round()

    async def pass_time(self, milliseconds: int) -> None:
        """The server is seen to run all the time, so that none of it counts as an outage."""
        await self.server.registry.store.heartbeat(self.clock + milliseconds, "model")
        self.clock += milliseconds


def ended(link: Link, rows: Rows) -> bool:
    """Is what a connection was made with good no more: a token that was taken back, a session that was ended?"""
    if isinstance(link.owner, Token):
        return not rows.held(link.who)
    return link.owner is not None and link.session != link.owner.session


def programs(rows: Rows) -> list[int]:
    """The seats that programs have."""
    return [seat.seat for seat in rows.seats if seat.kind == "outside"]


def account(browser: Browser) -> dict[str, str]:
    """What logs someone in."""
    return {"login": browser.login, "password": f"{browser.login} sits and waits"}


def read_one(db: Path, code: str) -> Rows:
    """One table, as it stands now."""
    return read_rows(db, code)[code]
