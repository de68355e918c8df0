"""Every `escapade …` line that a page shows is typed here, with nobody at the keyboard."""

import asyncio
import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

import escapade
from escapade import cli
from escapade.kernel.compile import cache_root
from escapade.server.admin import import_export
from escapade.server.live.registry import milliseconds
from escapade.server.store import Store, driver_of

from .texts import ROOT, blocks, texts

SHELL = [block for page in texts() for block in blocks(page) if block.language == "sh"]
LINES = [line for block in SHELL for line in block.code.splitlines()]
COMMANDS = sorted({line.split("#")[0].strip() for line in LINES if line.startswith("escapade ")})


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the pages speak of, and saved matches apart from the player's own."""
    record = next(block.code for block in blocks(ROOT / "docs" / "records.md") if block.language == "text")
    (tmp_path / "match.txt").write_text(record, encoding="utf-8")
    shutil.copy(escapade.games()["cartagena"].folder / "pieces.toml", tmp_path / "my-pieces.toml")
    shutil.copy(ROOT / "examples" / "bots" / "leaper.py", tmp_path)
    monkeypatch.setenv("ESCAPADE_CACHE", str(cache_root()))
    for variable in ("HOME", "XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def typed(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return cli.run(shlex.split(line)[1:])


async def club(db: Path) -> None:
    """A database with a table that has begun, of the code that the pages speak of."""
    store = Store(driver_of(str(db)))
    await store.open()
    match = escapade.new("cartagena", seed=1)
    match.names = {0: "greedy bot", 1: "novice bot"}
    match.play(match.legal()[0])
    assert await import_export.add_table(store, match.record(Table="w7r9g3"), None, milliseconds())
    await store.close()


SERVING = [line for line in COMMANDS if line.startswith("escapade serve")]


@pytest.mark.parametrize("line", [line for line in COMMANDS if line not in SERVING])
def test_a_command_on_a_page_works(
    line: str, desk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--resume" in line:
        typed("escapade play cartagena", monkeypatch)
        capsys.readouterr()
    if "club" in line:
        asyncio.run(club(desk / "club.db"))
    if "escapade import" in line:
        typed("escapade export --all --db club.db --out club", monkeypatch)
        capsys.readouterr()
    if "escapade corpus" in line and "corpus add" not in line:
        typed("escapade corpus add games match.txt", monkeypatch)
        capsys.readouterr()
    assert typed(line, monkeypatch) == 0
    said = capsys.readouterr()
    assert said.out.strip()
    assert "error:" not in said.err


@pytest.mark.parametrize("line", SERVING)
def test_a_server_on_a_page_opens_answers_and_closes_on_ctrl_c(line: str, desk: Path) -> None:
    command = [sys.executable, "-m", "escapade", *shlex.split(line)[1:], "--port", "0"]
    env = {**os.environ, "BROWSER": "true"}  # a program that is asked to open a page, and does nothing
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as going:
        assert going.stdout is not None
        opened = going.stdout.readline()
        address = next(word for word in opened.split() if word.startswith("http://"))
        with urllib.request.urlopen(f"{address}/healthz") as answer:
            assert answer.status == 200
        going.send_signal(signal.SIGINT)
        assert going.wait(20) == 0
        assert going.stderr is not None
        assert "Traceback" not in going.stderr.read()


def test_every_kind_of_command_is_shown() -> None:
    """Those for authors of games stand in the guide, whose own test runs them."""
    guide = re.findall(r"`?python -m escapade ([a-z-]+)", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
    shown = {*(line.split()[1] for line in COMMANDS), *guide}
    known = cli.app.registered_commands
    verbs = {command.name or command.callback.__name__.replace("_", "-") for command in known if command.callback}
    assert shown == verbs | {
        group.typer_instance.info.name for group in cli.app.registered_groups if group.typer_instance
    }


def test_every_kind_of_command_for_bots_is_shown() -> None:
    """Those that need a running server stand in blocks that are not typed here."""
    lines = [line for page in texts() for block in blocks(page) for line in block.code.splitlines()]
    shown = {line.split()[2] for line in lines if line.startswith("escapade bot ")}
    assert shown == {command.callback.__name__ for command in cli.bot.app.registered_commands if command.callback}


def test_every_kind_of_command_for_a_corpus_is_shown() -> None:
    shown = {line.split()[2] for line in COMMANDS if line.startswith("escapade corpus ")}
    known = cli.corpus.app.registered_commands
    assert shown == {command.name or command.callback.__name__ for command in known if command.callback}


def test_every_target_of_make_that_a_page_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {line.split()[1] for line in LINES if line.startswith("make ")}
    assert named >= {"play", "test", "check", "mutants", "bench"}
    assert all(f"\n{target}:" in makefile for target in named)
