"""Faults planted in a copy of the server, to see that the model finds them: `python -m tests.server.attacks.plant`.

Each is a change of a line or two that gives someone more than is theirs. The model is run against the copy until it
says which law is broken.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import escapade

SOURCE = Path(escapade.__file__).parent
ENOUGH = 3000  # steps after which a fault counts as not found


class Fault(NamedTuple):
    """What is wrong, in which game it is looked for, and what is changed where."""

    name: str
    game: str
    changes: tuple[tuple[str, str, str], ...]  # file, text, what stands there instead


FAULTS = (
    Fault(
        "a program keeps its seat when its token is taken back",
        "cartagena",
        (
            ("sockets/bot.py", "self._due_lines() if self._may_send() else []", "self._due_lines()"),
            (
                "sockets/bot.py",
                "return self.table.seats_of(self.who)[0]",
                'return int(self.__dict__.setdefault("_seat", (self.table.seats_of(self.who) or [0])[0]))',
            ),
        ),
    ),
    Fault(
        "a move and a take-back pay the increment again",
        "cartagena",
        (("live/clocks.py", "        if takers and (changed or not match.together):", "        if takers and False:"),),
    ),
    Fault(
        "handing in again pays the increment again",
        "stratego",
        (("live/clocks.py", "self.left[seat] -= self._paid.pop(seat)", "self._paid.pop(seat)"),),
    ),
    Fault(
        "a rematch is noted before its table is there",
        "cartagena",
        (
            (
                "store/store.py",
                "await self.driver.run([*guards, *table_statements(row, seats)], old.id, guards=len(guards)):",
                "await self.driver.run(guards, old.id, guards=len(guards)) and "
                "await self.driver.run(table_statements(row, seats)):",
            ),
        ),
    ),
    Fault(
        "a table begins though a seat has changed",
        "cartagena",
        (
            ("store/store.py", "AND status = 'open' AND seating = ? ", "AND seating >= ? - 9 "),
            ("store/store.py", "WHERE id = ? AND status = 'open' RETURNING id", "WHERE id = ? RETURNING id"),
            (
                "live/table.py",
                "        async with self.lock:\n            await self._read_seats()\n            if self.row.status",
                "        if True:\n            await self._read_seats()\n            if self.row.status",
            ),
        ),
    ),
    Fault(
        "an observer stays that of a seat that is someone else's",
        "stratego",
        (("live/table.py", "if seat is None or self.over or may_play(who, self.seats[seat]):", "if True:"),),
    ),
    Fault(
        "any seat may be looked through",
        "stalag17",
        (
            ("sockets/player.py", "if self.table.over else self.table.seats_of(self.who)", ""),
            ("live/table.py", "if seat is None or self.over or may_play(who, self.seats[seat]):", "if True:"),
        ),
    ),
    Fault(
        "spectators come to a private table",
        "jailbreakers",
        (
            (
                "live/settings.py",
                "return settings.spectators or is_host(who, row)",
                "return True or is_host(who, row)",
            ),
        ),
    ),
    Fault(
        "an imported table without a host is everyone's",
        "cartagena",
        (("live/settings.py", "return bool(who) and who == row.host", "return who == row.host"),),
    ),
    Fault(
        "players and spectators hear each other",
        "cartagena",
        (("live/chat.py", "if free or plays == (row.seat is not None)]", "]"),),
    ),
    Fault(
        "the seed is told during the game",
        "cartagena",
        (("live/projection.py", "match.dealer.seed if over and isinstance(", "match.dealer.seed if isinstance("),),
    ),
    Fault(
        "what the seat at turn may do is told to all seats",
        "stalag17",
        (("live/projection.py", "acts = plays and observer in known.to_act", "acts = plays"),),
    ),
    Fault(
        "a log-out leaves connections open",
        "cartagena",
        (("live/registry.py", "            if connection.session in ids:", "            if not ids:"),),
    ),
    Fault(
        "a move is acknowledged before it is written",
        "cartagena",
        (
            (
                "live/table.py",
                "written = await self.registry.store.append(wanted)",
                "written, _ = True, self.registry.spawn(self.registry.store.driver.run([]))",
            ),
        ),
    ),
    Fault(
        "a record is given out before the end",
        "jailbreakers",
        (("http/records.py", "if not table.over or table.match is None:", "if table.match is None:"),),
    ),
)


def fits(fault: Fault) -> bool:
    """Does every text that is to be changed stand in its file, once?"""
    return all((SOURCE / "server" / file).read_text().count(text) == 1 for file, text, _ in fault.changes)


def planted(fault: Fault, folder: Path) -> Path:
    """A copy of the package with a fault in it; what is not the server is the original."""
    package = folder / "escapade"
    package.mkdir()
    for part in SOURCE.iterdir():
        if part.name != "server":
            (package / part.name).symlink_to(part)
    shutil.copytree(SOURCE / "server", package / "server", ignore=shutil.ignore_patterns("__pycache__"))
    for file, text, instead in fault.changes:
        path = package / "server" / file
        path.write_text(path.read_text().replace(text, instead))
    return folder


def found(fault: Fault, steps: int) -> tuple[int | None, str]:
    """Run the model against a fault; return after how many steps it was found, and which law was broken."""
    with tempfile.TemporaryDirectory(prefix="escapade-planted-") as folder:
        paths = os.pathsep.join((str(planted(fault, Path(folder))), str(Path(__file__).parents[3])))
        command = [sys.executable, "-m", "tests.server.attacks.model", "--steps", str(steps), fault.game]
        ran = subprocess.run(
            command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=False
        )
    said = ran.stdout + ran.stderr
    after, law = re.search(r"found after (\d+) steps", said), re.search(r"Broken: (.{,120})", said)
    return (int(after[1]) if after else None), (law[1] if law else said.strip()[-300:])


def main() -> int:
    """Plant every fault; 1 if one is not found."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--steps", type=int, default=ENOUGH, help=f"steps for each fault (default: {ENOUGH})")
    asked.add_argument("names", nargs="*", metavar="WORD", help="only faults whose name has one of these words in it")
    given, console = asked.parse_args(), Console()
    table = Table("fault", "game", "found after", "law that was broken")
    missed = 0
    for fault in FAULTS:
        if given.names and not any(word in fault.name for word in given.names):
            continue
        if not fits(fault):
            steps, law = None, "the code has changed: it cannot be planted any more"
        else:
            with console.status(fault.name):
                steps, law = found(fault, given.steps)
        missed += steps is None
        console.print(f"{fault.name}: {f'{steps} steps' if steps else 'not found'}, {law}")
        table.add_row(fault.name, fault.game, "" if steps is None else f"{steps} steps", law)
    console.print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
