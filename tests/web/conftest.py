"""The page in a real browser, on a real server."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from escapade.games import GAMES

# As root in a container there is no sandbox to be had; the rest keeps the browser from calling home.
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PATIENCE = 60  # seconds for a server to start on a busy machine
expect.set_options(timeout=20_000)  # a busy machine takes its time; what never comes still fails


class House:
    """A server that can be stopped and started again on the same database and port."""

    def __init__(self, folder: Path, pace: float = 0) -> None:
        self.db, self.log, self.port, self.pace = folder / "house.db", folder / "house.log", 0, pace
        self.start()

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Open the house."""
        command = [
            sys.executable, "-m", "escapade", "serve", "--db", str(self.db), "--host", "127.0.0.1",
            "--port", str(self.port), "--pace", str(self.pace),
            "--limit", "frames=1000", "--limit", "burst=3000", "--limit", "guests=1000",
        ]  # fmt: skip
        with self.log.open("w") as out:
            self.process = subprocess.Popen(command, stdout=out, stderr=out, env={**os.environ, "NO_COLOR": "1"})
        deadline = time.monotonic() + PATIENCE
        while not (found := re.search(r"http://[\w.]+:(\d+)", self.log.read_text())):
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.02)
        self.port = int(found[1])

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Close it as a host does."""
        self.process.send_signal(signal.SIGINT)
        self.process.wait(30)


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """One server for all tests of a process; those that end it start it again."""
    opened = House(tmp_path_factory.mktemp("house"))
    yield opened
    opened.close()


def chromium() -> str:
    """Where the browser is."""
    found = os.environ.get("ESCAPADE_CHROMIUM") or shutil.which("chromium")
    if not found:
        pytest.fail("no Chromium: run `make test`, or name one in ESCAPADE_CHROMIUM")
    return found


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One browser for all tests of the page in a process; its event loop would be in the way of others' tests."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
        yield opened
        opened.close()


def settle(context: BrowserContext, motion: str = "none", **others: str) -> None:
    """Settings of a browser that has none: no tours, nothing to wait for, and what else is wished."""
    kept = json.dumps({"motion": motion, "toured": list(GAMES), **others})
    context.add_init_script(
        f"if (!localStorage.getItem('escapade-settings')) localStorage.setItem('escapade-settings', '{kept}')"
    )


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """A person with a browser of their own: `visit(address, width=…, touch=…)`. Nothing may go wrong unseen."""
    people: list[BrowserContext] = []
    wrong: list[str] = []

    def come(
        address: str,
        width: int = 1280,
        height: int = 800,
        touch: bool = False,
        motion: str = "none",
        lang: str = "en-GB",
    ) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch, locale=lang
        )
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        people.append(context)
        settle(context, motion=motion)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        host = address.split("/")[2]
        page.on("request", lambda asked: wrong.append(f"asked {asked.url}") if foreign(asked.url, host) else None)
        page.goto(address)
        return page

    yield come
    for context in people:
        context.close()
    assert not wrong, wrong


def foreign(url: str, host: str) -> bool:
    """Does a request go anywhere but to the server?"""
    return not url.startswith("data:") and url.split("/")[2] != host
