"""Accepted moves a second, and how long each takes, at many tables; beside boardgame.io at equal durability.

Real WebSocket clients (Node) play as fast as the server answers. boardgame.io is installed by npm into a temporary
folder. All servers are played at in turns, and figures are medians. `make load` (`ARGS="--tables 200 --rounds 7"`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from bench.crowd import Player, Served, crowd, free_port, while_connected
from escapade.games import GAMES

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io@0.50.2", "libsql@0.5", "socket.io-client@4.8.4", "ws@8")
SPARE = 250  # tables of ours to go on at: games end, and theirs never do
PEER = "boardgame.io, tic-tac-toe"
PEERS = {PEER: "one", "boardgame.io with our group commit": "group"}  # how each commits
AIM = 5.0  # times boardgame.io's moves, at 200 tables


def installed(folder: Path) -> None:
    """Put the peer and the driver into a folder of their own."""
    if shutil.which("npm") is None:
        raise SystemExit("make load needs Node.js and npm, for its clients and for boardgame.io")
    (folder / "package.json").write_text("{}", encoding="utf-8")
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", *PACKAGES]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    for script in ("drive.cjs", "peer.cjs"):
        shutil.copy(HERE / script, folder)


def driven(
    folder: Path, kind: str, seconds: int, tables: dict[str, list[Any]], server: subprocess.Popen[Any]
) -> dict[str, float]:
    """Let the clients play for so long, and see what the server has worked: that is right on a busy machine, too."""
    command = ["node", "drive.cjs", kind, str(seconds)]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdin is not None
        assert clients.stdout is not None
        clients.stdin.write(json.dumps(tables))
        clients.stdin.close()
        clients.stdout.readline()
        before = worked(server)
        said = clients.stdout.readline()
        after = worked(server)
    if not said:
        raise SystemExit("make load: the clients could not play; the lines above say why")
    found: dict[str, float] = json.loads(said)
    return {**found, "cpu": (after - before) / max(1, found["count"])}


def worked(process: subprocess.Popen[Any]) -> float:
    """Microseconds that a process has had of any processor."""
    after_name = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return 1e6 * (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def memory(process: subprocess.Popen[Any]) -> float:
    """Megabytes that a process holds."""
    for line in Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0.0


def ours(folder: Path, game: str, tables: int, seconds: int) -> dict[str, float]:
    """Our server, with so many tables of a game."""
    server = Served(str(folder / f"{game}-{tables}.db"), free_port())
    server.start()
    process = server.process
    assert process is not None
    try:
        empty = memory(process)
        players = asyncio.run(crowd([server.url], game, tables, random.Random(1)))
        idle = memory(process)
        there = asyncio.run(while_connected(players, lambda: memory(process)))
        spare = rows(asyncio.run(crowd([server.url], game, SPARE, random.Random(2))))
        pairs = [[*pair] for pair in zip(spare[::2], spare[1::2], strict=True)]
        found = driven(folder, "ours", seconds, {"players": rows(players), "spare": pairs}, process)
        each = {"table_kb": 1024 * (idle - empty) / tables, "connection_kb": 1024 * (there - idle) / len(players)}
        return {**found, **each, "mb": memory(process)}
    finally:
        server.stop()


def rows(players: list[Player]) -> list[dict[str, str]]:
    """What the clients need to know of each player."""
    return [{"url": player.url, "code": player.code, "cookie": player.cookie} for player in players]


def theirs(folder: Path, config: str, tables: int, seconds: int) -> dict[str, float]:
    """boardgame.io's server, with so many matches of tic-tac-toe."""
    port = free_port()
    server = subprocess.Popen(["node", "peer.cjs", str(port), str(folder), config], cwd=folder, stdout=subprocess.PIPE)
    url = f"http://localhost:{port}"
    try:
        assert server.stdout is not None
        server.stdout.readline()
        players = [{"url": url, "code": f"m{n}", "seat": seat} for n in range(tables) for seat in ("0", "1")]
        found = driven(folder, "theirs", seconds, {"players": players, "spare": []}, server)
        return {**found, "mb": memory(server)}
    finally:
        server.kill()
        server.wait()


def measured(folder: Path, name: str, tables: int, seconds: int) -> dict[str, float]:
    """One server under load, by the name of its row."""
    return theirs(folder, PEERS[name], tables, seconds) if name in PEERS else ours(folder, name, tables, seconds)


def in_turns(
    folder: Path, names: list[str], tables: int, given: argparse.Namespace
) -> dict[str, list[dict[str, float]]]:
    """All servers, one after another, each round begun by another: a machine's moods fall on all of them alike."""
    found: dict[str, list[dict[str, float]]] = {name: [] for name in names}
    for number in range(given.rounds):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            came = measured(folder, name, tables, given.seconds)
            found[name].append(came)
            said = f"{came['moves']:,.0f} moves a second, {came['cpu']:.0f} µs each"
            print(f"{tables} tables, round {number + 1} of {given.rounds}, {name}: {said}", file=sys.stderr)
    return found


def main() -> int:
    """Measure, and tell."""
    asked = argparse.ArgumentParser(prog="make load", description=__doc__)
    asked.add_argument("--tables", type=int, nargs="*", default=[50, 200, 1000])
    asked.add_argument("--seconds", type=int, default=4, help="that each server is played at, in each round")
    asked.add_argument("--rounds", type=int, default=3, help="times that all servers have their turn")
    asked.add_argument("--games", nargs="*", default=["cartagena", "stratego"])
    given = asked.parse_args()
    heads = (
        "tables", "server", "moves a second", "p50 ms", "p99 ms", "CPU µs a move", "MB", "KB a table", "KB a connection"
    )  # fmt: skip
    print(f"Python {platform.python_version()}\n")
    print("|", " | ".join((*heads, "against boardgame.io")), "|")
    print("|---" * (len(heads) + 1) + "|")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        installed(folder)
        for tables in given.tables:
            found = in_turns(folder, [*PEERS, *given.games], tables, given)
            for name, rounds in found.items():
                print(row(tables, name, rounds, found[PEER]), flush=True)
    print(f"\nThe aim is {AIM:.0f} x boardgame.io's moves at 200 tables.")
    return 0


def row(tables: int, name: str, rounds: list[dict[str, float]], peer: list[dict[str, float]]) -> str:
    """One line of the table: medians of all rounds, and how many times the peer's moves, from the least to the most."""
    found = {key: median(each[key] for each in rounds) for key in rounds[0]}
    title = name if name in PEERS else f"Escapade, {GAMES[name].title}"
    table, connection = (f"{found[key]:.0f}" if key in found else "" for key in ("table_kb", "connection_kb"))
    against = "" if name == PEER else times(rounds, peer)
    return (
        f"| {tables} | {title} | {found['moves']:,.0f} | {found['p50']:.1f} | {found['p99']:.1f} "
        f"| {found['cpu']:.0f} | {found['mb']:.0f} | {table} | {connection} | {against} |"
    )


def times(rounds: list[dict[str, float]], peer: list[dict[str, float]]) -> str:
    """How many times the moves of the peer in the same round."""
    ratios = sorted(one["moves"] / max(1.0, other["moves"]) for one, other in zip(rounds, peer, strict=True))
    spread = f" ({ratios[0]:.1f} to {ratios[-1]:.1f})" if len(ratios) > 1 else ""
    return f"{median(ratios):.1f} x{spread}"


if __name__ == "__main__":
    sys.exit(main())
