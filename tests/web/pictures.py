"""`make pictures`: every page and board, light and dark, wide and narrow, to be looked at. Some are in the README."""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.conftest import FLAGS, House, chromium, settle
from tests.web.player import TABLE, click_something, get_ready, play_now, wait_for_turn

ROOT = Path(__file__).resolve().parents[2]
SHOWN = ROOT / "docs" / "pictures"  # the few that the README shows, kept with it
IN_README = (
    "home-wide-light",
    "cartagena-wide-light",
    "stratego-wide-dark",
    "stalag17-wide-light",
    "jailbreakers-wide-light",
)
SIZES = {"wide": (1280, 800), "narrow": (360, 740)}
GAMES = {"cartagena": 9, "stratego": 12, "stalag17": 7, "jailbreakers": 14}  # actions until there is something to see
PAGES = {"home": "/", "new-table": "/new/cartagena", "settings": "/settings"}


def newcomer(browser: Browser, size: str, theme: str) -> Page:
    """Someone who has seen the tours, and likes this theme."""
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=1, locale="en-GB")
    settle(context, theme=theme)
    page = context.new_page()
    page.set_default_timeout(60_000)
    return page


def take(page: Page, folder: Path, name: str) -> None:
    """Take a picture of the whole page."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(300)
    page.screenshot(path=folder / f"{name}.png", full_page=True)
    print(f"{name}.png", flush=True)


def tables(page: Page, house: House, folder: Path, look: str) -> None:
    """Each game in the middle, at its end, and in a replay."""
    for game, actions in GAMES.items():
        page.goto(house.address)
        play_now(page, game)
        page.wait_for_selector(".board [data-tour]")
        if game == "stratego":
            take(page, folder, f"stratego-set-up-{look}")
        get_ready(page)
        dice = random.Random(5)
        for _ in range(actions):
            if not wait_for_turn(page):
                break
            click_something(page, dice)
        wait_for_turn(page)
        take(page, folder, f"{game}-{look}")
        page.once("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Resign").click()
        page.wait_for_selector("[data-end]")
        take(page, folder, f"{game}-end-{look}")
        page.get_by_text("Replay", exact=True).click()
        page.wait_for_selector("[data-plies]")
        page.get_by_role("button", name="To the end").click()
        take(page, folder, f"{game}-replay-{look}")


def everything(page: Page, house: House, folder: Path, look: str) -> None:
    """Every page, the rules drawer, every game, and a game that nobody has drawn."""
    for name, address in PAGES.items():
        page.goto(house.address + address)
        page.wait_for_selector("main h1")
        take(page, folder, f"{name}-{look}")
    tables(page, house, folder, look)
    page.goto(house.address)
    play_now(page, "cartagena")
    page.get_by_role("button", name="Rules").click()
    page.wait_for_selector(".drawer .clause")
    take(page, folder, f"rules-{look}")
    page.goto(f"{page.url}?board=any")
    page.wait_for_selector(f"{TABLE} .any")
    take(page, folder, f"any-board-{look}")


def main() -> int:
    """Take them all."""
    asked = argparse.ArgumentParser(prog="make pictures", description=__doc__)
    asked.add_argument("--to", type=Path, default=ROOT / "pictures", help="the folder (default: pictures)")
    asked.add_argument("--only", choices=SIZES, help="one size alone")
    given = asked.parse_args()
    given.to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        house = House(Path(home))
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS])
        for size in [given.only] if given.only else SIZES:
            for theme in ("light", "dark"):
                everything(newcomer(browser, size, theme), house, given.to, f"{size}-{theme}")
        browser.close()
        house.close()
    SHOWN.mkdir(parents=True, exist_ok=True)
    for name in IN_README:
        if (taken := given.to / f"{name}.png").exists():
            shutil.copyfile(taken, SHOWN / taken.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
