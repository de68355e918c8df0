"""Programs on a seat of a real table: by `escapade bot run`, and over a WebSocket of their own."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import websockets
from websockets.asyncio.client import ClientConnection

import escapade
from escapade.server.limits import Limits
from tests.server.clients import Guest, Place, Running, running

NAMES = escapade.games()["cartagena"].actions.names
OURS = {"first": 0}  # seat 0 begins
EXAMPLES = Path(__file__).parents[3] / "examples" / "bots"
LEAPER = [sys.executable, str(EXAMPLES / "leaper.py")]
ESCAPADE = [sys.executable, "-c", "import escapade.cli; escapade.cli.main()"]
INTERRUPTIBLE = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "


async def seat_for_a_program(guest: Guest, game: str, *seats: str, **more: Any) -> tuple[str, str]:
    """A table whose open seat is a program's: its code, and the token."""
    table = await guest.table(game, *seats, **more)
    number = seats.index("open")
    said = await guest.http.post(f"/api/tables/{table['code']}/seats/{number}/token")
    assert said.status_code == 201, said.text
    return table["code"], said.json()["token"]


async def bot_run(url: str, token: str, *command: str, options: tuple[str, ...] = ()) -> asyncio.subprocess.Process:
    """Start `escapade bot run`."""
    code = INTERRUPTIBLE + ESCAPADE[-1]
    line = [*ESCAPADE[:-1], code, "bot", "run", "--url", url, *options, "--", *command]
    out = asyncio.subprocess.PIPE
    env = {**os.environ, "ESCAPADE_TOKEN": token, "COLUMNS": "120"}
    return await asyncio.create_subprocess_exec(*line, stdout=out, stderr=out, env=env)


async def finished(process: asyncio.subprocess.Process) -> tuple[int | None, str, str]:
    """Wait for the end of a process: its exit code, and what it said."""
    async with asyncio.timeout(120):
        out, err = await process.communicate()
    return process.returncode, out.decode(), err.decode()


async def record_of(guest: Guest, code: str) -> escapade.Match:
    """The finished match of a table."""
    said = await guest.http.get(f"/api/tables/{code}/record")
    assert said.status_code == 200, said.text
    return escapade.load(said.text)


# --- The examples ---


async def an_example_plays(db: str, game: str, *command: str) -> None:
    async with running(db) as server, server.guest() as ann:
        code, token = await seat_for_a_program(ann, game, "greedy", "open")
        returned, out, err = await finished(await bot_run(f"{server.url}/table/{code}", token, *command))
        assert (returned, err) == (0, "")
        match = await record_of(ann, code)
        assert f"(seats {match.result()})" in out
        assert {ply.seat for ply in match.log} >= {0, 1}


def test_the_python_example_plays_to_the_end(db: str) -> None:
    asyncio.run(an_example_plays(db, "cartagena", *LEAPER))


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed, so its example cannot be run")
def test_the_javascript_example_plays_to_the_end(tmp_path: Path) -> None:
    asyncio.run(an_example_plays(str(tmp_path / "t.db"), "stratego", "node", str(EXAMPLES / "leaper.mjs")))


# --- When things go wrong ---


class WebSocketTransport:
    """A line between a program and a server that can be cut."""

    def __init__(self, port: int) -> None:
        self.port, self.cuts = port, 0
        self.open: set[asyncio.StreamWriter] = set()

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[str]:
        """Lay it; the address of its end."""
        server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        async with server:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            self.cut()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry both ways."""
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        self.open |= {writer, back}
        await asyncio.gather(self.pour(reader, back), self.pour(there, writer))

    async def pour(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(4096):
                sink.write(data)
                await sink.drain()
        except OSError:
            pass
        finally:
            sink.close()

    def cut(self) -> None:
        """Cut it, in the middle of whatever is said."""
        self.cuts += 1
        for writer in self.open:
            writer.transport.abort()
        self.open.clear()


def test_a_program_comes_back_by_itself_after_every_cut(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(str(tmp_path / "t.db")) as server, server.guest() as ann:
            code, token = await seat_for_a_program(ann, "cartagena", "greedy", "open")
            wire = WebSocketTransport(server.port)
            async with wire.laid() as url, ann.at(code) as place:
                process = await bot_run(f"{url}/ws/{code}", token, *LEAPER)
                for _ in range(3):
                    while (await place.until("update"))["events"][-1]["seat"] != 1:
                        pass
                    wire.cut()
                while place.now["turn"] != escapade.OVER:
                    await place.until("update")
                returned, out, err = await finished(process)
            assert (returned, err) == (0, "")
            assert out.count("the connection is lost") >= 3
            assert (await record_of(ann, code)).turn == escapade.OVER

    asyncio.run(play())


CRASHES = """
import json, pathlib, sys
times = pathlib.Path(sys.argv[1])
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "choose":
        times.write_text(times.read_text() + "x" if times.exists() else "x")
        if len(times.read_text()) % 7 == 3:
            sys.exit("I have had enough")
        print(json.dumps({"type": "choice", "id": said["id"], "action": said["legal"][0]}), flush=True)
"""
WRONG = """
import json, sys
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "choose":
        print(json.dumps({"type": "choice", "id": said["id"], "action": -5}), flush=True)
"""


def program(folder: Path, text: str) -> list[str]:
    """A bot for one test."""
    (folder / "bot.py").write_text(text)
    return [sys.executable, str(folder / "bot.py")]


async def some_moves(db: str, moves: int, *command: str, options: tuple[str, ...] = ()) -> tuple[int | None, str, str]:
    """Let a program play some moves with a person, then end it with Ctrl-C if it still runs."""
    async with running(db) as server, server.guest() as ann:
        code, token = await seat_for_a_program(ann, "cartagena", "open", "me", options=OURS)
        async with ann.at(code) as place:
            process = await bot_run(f"{server.url}/table/{code}", token, *command, options=options)
            person, gone = asyncio.create_task(place.play(random.Random(1), moves)), asyncio.create_task(process.wait())
            await asyncio.wait({person, gone}, return_when=asyncio.FIRST_COMPLETED)
            person.cancel()
            if process.returncode is None:
                process.send_signal(signal.SIGINT)
            return await finished(process)


def test_a_program_that_ends_is_started_again(tmp_path: Path) -> None:
    returned, _, err = asyncio.run(
        some_moves(str(tmp_path / "t.db"), 8, *program(tmp_path, CRASHES), str(tmp_path / "n"))
    )
    assert returned == 130
    assert "exit code 1; its last words: I have had enough" in err
    assert "instead" not in err  # no move was made for it
    assert "Traceback" not in err


def test_for_a_program_that_chooses_what_it_may_not_anything_legal_is_done(tmp_path: Path) -> None:
    returned, out, err = asyncio.run(some_moves(str(tmp_path / "t.db"), 5, *program(tmp_path, WRONG)))
    assert returned == 130
    assert "left the table" in out
    assert "action -5 is not legal now; legal: " in err
    assert "is done instead, by lot" in err
    assert "Traceback" not in err


def test_a_strict_run_ends_with_the_first_failure(tmp_path: Path) -> None:
    wrong = program(tmp_path, WRONG)
    returned, _, err = asyncio.run(some_moves(str(tmp_path / "t.db"), 5, *wrong, options=("--strict",)))
    assert returned == 1
    assert "error: action -5 is not legal now" in err
    assert "Traceback" not in err


def test_a_program_that_always_ends_is_given_up(tmp_path: Path) -> None:
    ends = program(tmp_path, "import sys; sys.stdin.readline(); sys.exit('no licence')")
    returned, _, err = asyncio.run(some_moves(str(tmp_path / "t.db"), 5, *ends))
    assert returned == 1
    assert "started 3 times without one good answer" in err
    assert "no licence" in err


def test_a_wrong_token_is_refused_for_good(tmp_path: Path) -> None:
    async def knock() -> tuple[int | None, str, str]:
        async with running(str(tmp_path / "t.db")) as server, server.guest() as ann:
            code, _ = await seat_for_a_program(ann, "cartagena", "me", "open")
            return await finished(await bot_run(f"{server.url}/table/{code}", "guessed", *LEAPER))

    returned, _, err = asyncio.run(knock())
    assert returned == 2
    assert "the server refuses: this token opens no seat at this table" in err


# --- Over a WebSocket of its own ---


class Talk:
    """A program that speaks for itself."""

    def __init__(self, link: ClientConnection) -> None:
        self.link = link

    async def line(self) -> dict[str, Any]:
        """What the table says next."""
        async with asyncio.timeout(20):
            said: dict[str, Any] = json.loads(await self.link.recv())
        return said

    async def lines(self) -> None:
        """Listen until there is nothing more."""
        while await self.line():
            pass

    async def answer(self, asked: dict[str, Any], action: int) -> None:
        """Choose."""
        await self.link.send(json.dumps({"type": "choice", "id": asked["id"], "action": action}))


@asynccontextmanager
async def talk(server: Running, code: str, token: str) -> AsyncIterator[Talk]:
    """Connect as a program does."""
    async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws/{code}/bot?token={token}", max_size=None) as link:
        yield Talk(link)


@asynccontextmanager
async def at_a_table(
    db: str, game: str, *seats: str, **more: Any
) -> AsyncIterator[tuple[Talk, Place, Running, str, str]]:
    """A program that speaks for itself, and a person, at one table."""
    async with running(db) as server, server.guest() as ann:
        code, token = await seat_for_a_program(ann, game, *seats, **more)
        async with ann.at(code) as place, talk(server, code, token) as bot:
            yield bot, place, server, code, token


def test_a_program_plays_to_the_end_without_anything_of_ours(tmp_path: Path) -> None:
    async def play() -> None:
        async with at_a_table(str(tmp_path / "t.db"), "cartagena", "greedy", "open") as (bot, place, *_):
            dice = random.Random(2)
            start = await bot.line()
            assert (start["type"], start["protocol"], start["game"], start["seat"]) == ("start", 1, "cartagena", 1)
            assert start["actions"] == escapade.games()["cartagena"].actions.names
            ids, heard = [], []
            while (said := await bot.line())["type"] == "choose":
                ids.append(said["id"])
                heard += said["heard"]
                await bot.answer(said, dice.choice(said["legal"]))
            while place.now["turn"] != escapade.OVER:
                await place.until("update")
            assert said == {"type": "over", "ranking": place.now["ranking"]}
            assert ids == sorted(set(ids))
            events = [[t["seat"], t["action"]] for t in place.events]
            assert len(heard) > 50
            assert [who for who, _ in heard] == [who for who, _ in events[: len(heard)]]
            with pytest.raises(websockets.ConnectionClosedOK):
                await bot.line()

    asyncio.run(play())


def test_a_program_sees_what_its_seat_sees_and_nothing_else(tmp_path: Path) -> None:
    async def look() -> None:
        async with at_a_table(str(tmp_path / "t.db"), "cartagena", "me", "open") as (bot, place, server, code, token):
            person, dice = asyncio.create_task(place.play(random.Random(1), 30)), random.Random(2)
            await bot.line()
            for _ in range(20):
                asked = await bot.line()
                async with websockets.connect(f"ws://127.0.0.1:{server.port}/ws/{code}?token={token}") as link:
                    observer = Place(link)
                    await observer.hello()
                assert asked["view"] == observer.now["view"]
                assert asked["legal"] == observer.now["legal"]
                assert set(asked["view"]["hand"][0]) == {-2}
                await bot.answer(asked, dice.choice(asked["legal"]))
            person.cancel()

    asyncio.run(look())


def test_what_is_wrong_is_told_and_asked_again(tmp_path: Path) -> None:
    async def err() -> None:
        async with at_a_table(str(tmp_path / "t.db"), "cartagena", "open", "me", options=OURS) as (bot, place, *_):
            await bot.line()
            asked = await bot.line()
            for text, reason in {
                "hello": "not a line of JSON: 'hello'",
                '{"type":"choice","id":"1","action":2}': "an answer is",
                '{"type":"choice","id":99,"action":2}': "the answer is to 99",
                '{"type":"choice","id":%d,"action":999999}': "no action has the code 999999",
                f'{{"type":"choice","id":%d,"action":{NAMES.index("retreat from boat")}}}': "[CAR-",
            }.items():
                await bot.link.send(text % asked["id"] if "%d" in text else text)
                no, again = await bot.line(), await bot.line()
                assert no["type"] == "error"
                assert reason in no["reason"]
                assert {**again, "id": 0, "heard": []} == {**asked, "id": 0, "heard": []}
                assert again["id"] > asked["id"]
                asked = again
            await bot.answer({"id": 1}, asked["legal"][0])  # an old question: passed over
            await bot.answer(asked, asked["legal"][0])
            assert (await bot.line())["type"] == "choose"
            while place.events[-1]["seat"] != 0:
                await place.until("update")
            assert place.events[-1]["action"] == asked["legal"][0]

    asyncio.run(err())


def test_after_a_take_back_the_match_is_told_from_its_beginning(tmp_path: Path) -> None:
    async def change_one_s_mind() -> None:
        async with at_a_table(str(tmp_path / "t.db"), "cartagena", "me", "open", options=OURS) as found:
            bot, place, *_ = found
            assert (await bot.line())["type"] == "start"
            while place.now["turn"] == 0:
                legal = [code for code in place.now["legal"] if "from" in NAMES[code] and "retreat" not in NAMES[code]]
                await place.act(legal[0])
            first = await bot.line()
            await place.wish("takeback", seq=place.seq)
            while place.now["turn"] != 0:
                await place.until("update")
            await place.act(place.now["legal"][1])
            assert (await bot.line())["type"] == "start"
            second = await bot.line()
            assert second["type"] == "choose"
            assert second["id"] > first["id"]
            assert second["heard"][:-1] == first["heard"][:-1]
            assert second["heard"] != first["heard"]

    asyncio.run(change_one_s_mind())


def test_a_program_on_the_clock_is_advised_a_part_of_what_is_left(tmp_path: Path) -> None:
    async def hurry() -> None:
        clock = {"kind": "live", "seconds": 40, "increment": 0}
        async with at_a_table(str(tmp_path / "t.db"), "cartagena", "open", "me", options=OURS, clock=clock) as (
            bot,
            *_,
        ):
            await bot.line()
            assert 0 < (await bot.line())["budget"]["milliseconds"] <= 2000

    asyncio.run(hurry())


def test_who_floods_the_table_is_cut_off_and_the_others_play_on(tmp_path: Path) -> None:
    async def flood() -> None:
        async with running(str(tmp_path / "t.db"), limits=Limits(frames=1, burst=5)) as server, server.guest() as ann:
            code, token = await seat_for_a_program(ann, "cartagena", "me", "open", options=OURS)
            async with ann.at(code) as place:
                async with talk(server, code, token) as bot:
                    for _ in range(100):
                        await bot.link.send("{}")
                    with pytest.raises(websockets.ConnectionClosedError, match="lines a second"):
                        await bot.lines()
                assert (await place.act(place.now["legal"][0]))["type"] == "ack"

    asyncio.run(flood())
