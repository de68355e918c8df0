"""Two runs that differ only in what an observer may not know send it the same bytes, frame by frame."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import structlog

from escapade import CHANCE, OVER
from escapade.games import GAMES
from escapade.kernel.contract import Game
from escapade.kernel.match import Match
from escapade.kernel.names import SPECTATOR, EscapadeError, Refused
from escapade.server import protocol
from escapade.server.live.broadcast import Broadcast
from escapade.server.live.registry import Registry
from escapade.server.live.settings import Secret, Settings
from escapade.server.protocol import encode
from escapade.server.store import SeatRow, Store, TableRow, driver_of

POINTS = 500  # of each game, at which the runs differ in what is hidden
SEATS = {"cartagena": 3, "stratego": 2, "stalag17": 3, "jailbreakers": 3}


class Ears:
    """Keeps every frame that is sent to one observer, which want to be told in words what they may do."""

    def __init__(self, observer: int | None) -> None:
        self.observer, self.who, self.chat = observer, "" if observer is None else f"person {observer}", 0
        self.frames: list[bytes] = []
        self.offers, self.shown = True, observer
        self.muted: set[str] = set()
        self.seating = b""

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def close(self, reason: str) -> None:
        raise AssertionError(reason)


class Run:
    """A table in a real database, whose chance the test decides."""

    def __init__(self, game: Game, folder: Path, observer: int | None) -> None:
        self.clock = 1_700_000_000_000
        self.game, self.ears = game, Ears(observer)
        self.registry = Registry(Store(driver_of(str(folder / "escapade.db"))), now=lambda: self.clock, pace=0)

    async def open(self) -> None:
        await self.registry.store.open()
        seats, asked = SEATS[self.game.name], protocol.ClockRequest("live")
        options = self.game.check_options({}, seats)
        settings = Settings(seats, options, asked, True, True, False, "system", "wait", 120, [""] * seats, False)
        packed = encode(settings).decode(), encode(Secret()).decode()
        row = TableRow(0, "secrecy", self.game.name, *packed, "person 0", "closed", 1, self.clock, 0, "")
        people = [SeatRow(0, seat, "person", f"person {seat}", f"Player {seat}", "", "") for seat in range(seats)]
        await self.registry.store.add_table(row, people)
        self.table = await self.registry.find("secrecy", "person 0")
        await self.registry.store.set_status(self.table.row.id, "running", "closed")
        self.table.row = self.table.row._replace(status="running")
        self.table.match = Match(self.game, seats, options)
        self.table.listeners.add(self.ears)

    @property
    def match(self) -> Any:
        return self.table.match

    async def play(self, code: int) -> None:
        """Let whoever is at the turn do this; what is sent is kept."""
        self.clock += 1000
        async with self.table.lock:
            self.match.play(code)
            await self.table.commit()

    async def look(self, tries: list[int]) -> list[bytes]:
        """Everything this observer can get without anything happening: a welcome, the table, refusals, reasons."""
        ears, seat = self.ears, self.ears.observer
        said = [
            self.table.broadcast.snapshot(ears, 0, [], 25),
            encode(self.registry.listing.info(self.table, ears.who)),
        ]
        for code in tries if seat is not None else []:
            try:
                await self.table.act(ears.who, seat or 0, self.table.history.seq, code, "")
            except Refused as no:
                said.append(encode([no.reason, no.clause, no.message, no.message_args]))
            except EscapadeError as no:
                said.append(str(no).encode())
            else:
                pytest.fail("something illegal was done")
            why = self.game.why_not(self.match.view(seat), self.game.actions[code], seat or 0)
            said.append(encode([why.reason, why.clause, why.message, dict(why.args)]))
        return said

    async def close(self) -> None:
        await self.registry.close()


def other_world(one: Run, two: Run, code: int, dice: Random) -> int | None:
    """What happens in the other run: something that sounds alike to this observer and, if possible, is not."""
    observer_id = SPECTATOR if one.ears.observer is None else one.ears.observer
    if one.match.turn != two.match.turn:
        return None
    hear = one.game.rules.hear
    heard, may = hear(one.match._state, code, observer_id), [action.code for action in two.match.legal()]
    alike = [c for c in may if hear(two.match._state, c, observer_id) == heard]
    if one.match.turn == observer_id:
        return code if code in may else None
    another = [c for c in alike if c != code]
    return dice.choice(another or alike) if alike else None


async def compare(game: Game, folder: Path, observer: int | None, dice: Random) -> int:
    """Play two runs side by side until this observer may tell them apart; return at how many points they differed."""
    runs = []
    for name in ("one", "two"):
        (folder / name).mkdir(parents=True)
        runs.append(Run(game, folder / name, observer))
        await runs[-1].open()
    one, two = runs
    points = 0
    try:
        for _ in range(250):
            code = dice.choice([action.code for action in one.match.legal()])
            other = other_world(one, two, code, dice)
            if other is None:
                break
            await one.play(code)
            await two.play(other)
            if one.match.view(observer) != two.match.view(observer) or OVER in (one.match.turn, two.match.turn):
                break  # something was revealed
            legal = {action.code for action in one.match.legal()} if one.match.turn != CHANCE else set()
            often = {action.code for action in one.match.anytime(observer)} if observer is not None else set()
            tries = [c for c in dice.sample(range(game.actions.size), 3) if c not in legal | often]
            assert one.ears.frames[-1] == two.ears.frames[-1]
            assert await one.look(tries) == await two.look(tries)
            points += one.match.bytes() != two.match.bytes()
    finally:
        for run in runs:
            await run.close()
    return points


@pytest.mark.parametrize("name", GAMES)
def test_frames_answers_and_logs_do_not_depend_on_what_is_hidden(name: str, tmp_path: Path) -> None:
    game, dice, seats = GAMES[name], Random(f"secrecy {name}"), SEATS[name]
    points = number = 0
    with structlog.testing.capture_logs() as logs:
        while points < POINTS:
            observer = [None, *range(seats)][number % (seats + 1)]
            points += asyncio.run(compare(game, tmp_path / str(number), observer, dice))
            number += 1
    assert logs == []


def test_a_leak_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that lets the state slip into a frame fails the comparison."""
    honest = Broadcast.update_frame

    def leaky(broadcast: Broadcast, observer: int | None, *more: Any, **also: Any) -> bytes:
        frame = msgspec.json.decode(honest(broadcast, observer, *more, **also))
        assert broadcast.table.match is not None
        return encode({**frame, "slip": broadcast.table.match._state.as_dict()})

    monkeypatch.setattr(Broadcast, "update_frame", leaky)
    with pytest.raises(AssertionError, match="At index"):
        asyncio.run(compare(GAMES["cartagena"], tmp_path, 0, Random(1)))
