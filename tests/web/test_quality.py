"""What everyone may expect of a page: that all can use it, that it is light, that it never stands still."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from escapade.games import GAMES
from tests.web.conftest import House, Visit, settle
from tests.web.player import TABLE, click_something, get_ready, play_now, wait_for_turn

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
THEMES = ("light", "dark", "contrast")
MOST_BYTES = 200_000  # of a first load, compressed, a game's table included


def settled(browser: Browser) -> BrowserContext:
    """A browser in which axe may be put on the page."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    settle(context)
    return context


def faults(page: Page) -> set[str]:
    """What axe finds that is serious."""
    page.add_script_tag(path=AXE)
    found: list[dict[str, Any]] = page.evaluate("async () => (await axe.run()).violations")
    return {
        f"{fault['id']}: {node['html'][:140]} {' '.join(why['message'] for why in node['any'])}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    }


def faults_in_every_theme(page: Page) -> set[str]:
    """What axe finds that is serious, whatever the reader likes to look at."""
    found: set[str] = set()
    for theme in THEMES:
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found |= {f"{theme}: {fault}" for fault in faults(page)}
    return found


def test_axe_finds_nothing_serious_on_any_page(house: House, browser: Browser) -> None:
    context = settled(browser)
    page = context.new_page()
    found: set[str] = set()
    for address in ("/", "/new/cartagena", "/settings", "/nowhere"):
        page.goto(house.address + address)
        page.wait_for_selector("main h1")
        found |= faults_in_every_theme(page)
    page.goto(house.address + "/settings")
    page.locator("#login").fill("axe-core")
    page.locator("#password").fill("correct horse")
    page.get_by_role("button", name="Create an account").click()
    page.wait_for_selector("[data-devices] li")
    found |= faults_in_every_theme(page)
    context.close()
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_on_any_board(house: House, browser: Browser, game: str) -> None:
    """Before the start and in the middle: what differs between themes is the boards."""
    context = settled(browser)
    page = context.new_page()
    page.goto(house.address)
    play_now(page, game)
    page.wait_for_selector(".board [data-tour]")
    found = faults_in_every_theme(page)
    get_ready(page)
    dice = random.Random(1)
    for _ in range(3):
        if wait_for_turn(page):
            click_something(page, dice)
    found |= faults_in_every_theme(page)
    context.close()
    assert not found, "\n".join(sorted(found))


def test_axe_finds_nothing_serious_on_a_table_without_a_drawing(house: House, browser: Browser) -> None:
    context = settled(browser)
    page = context.new_page()
    page.goto(house.address)
    play_now(page, "jailbreakers")
    page.goto(f"{page.url}?board=any")
    page.wait_for_selector(f"{TABLE} .any")
    dice = random.Random(1)
    for _ in range(3):
        if wait_for_turn(page):
            click_something(page, dice)
    page.evaluate("for (const folded of document.querySelectorAll('.any details')) folded.open = true")
    found = faults_in_every_theme(page)
    context.close()
    assert not found, "\n".join(sorted(found))


def test_axe_finds_nothing_serious_beside_the_board_at_the_end_and_in_a_replay(house: House, browser: Browser) -> None:
    context = settled(browser)
    page = context.new_page()
    page.goto(house.address)
    play_now(page, "cartagena")
    wait_for_turn(page)
    page.locator("#tab-moves").click()
    page.get_by_role("button", name="Rules").click()
    page.wait_for_selector(".drawer .clause")
    found = faults(page)
    page.keyboard.press("Escape")
    page.locator("#tab-chat").click()
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    page.wait_for_selector("[data-end]")
    found |= faults(page)
    page.get_by_text("Replay", exact=True).click()
    page.wait_for_selector("[data-plies]")
    found |= faults(page)
    context.close()
    assert not found, "\n".join(sorted(found))


@pytest.mark.parametrize("game", GAMES)
def test_a_first_load_is_light(house: House, visit: Visit, game: str) -> None:
    """Home, and a table of a game: everything that is loaded, as it travels."""
    page = visit(f"{house.address}/healthz")
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    travelled: list[float] = []
    client.on("Network.loadingFinished", lambda event: travelled.append(event["encodedDataLength"]))
    page.goto(house.address)
    play_now(page, game)
    page.wait_for_selector(".board [data-tour]")
    assert len(travelled) > 5
    assert sum(travelled) <= MOST_BYTES


def test_the_page_draws_on_while_a_bot_thinks(house: House, visit: Visit) -> None:
    """Frames that are drawn in a second: as many while a strong bot thinks as while nothing happens, or nearly."""
    page = visit(house.address, motion="full")
    count = """() => new Promise(done => { let n = 0; const end = performance.now() + 1000
      const draw = () => { n += 1; performance.now() < end ? requestAnimationFrame(draw) : done(n) }
      requestAnimationFrame(draw) })"""
    page.wait_for_selector("[data-play]")
    idle = page.evaluate(count)
    page.goto(f"{house.address}/new/stratego")
    page.select_option("#seat-1", "bot:master")
    page.get_by_role("button", name="Create table").click()
    page.wait_for_selector(TABLE)
    get_ready(page)
    for _ in range(2):
        wait_for_turn(page)
        click_something(page, random.Random(2))
    busy = page.evaluate(count)
    assert busy > idle / 3
