"""Someone who plays by clicking on what is drawn: they see the page, and nothing else."""

from __future__ import annotations

import random

from playwright.sync_api import Page

ACTION = ".board [data-action]:not([disabled]):not([aria-disabled=true])"
CHOOSE = ".board [data-choose]:not([data-choose=close]):not([disabled]):not([aria-disabled=true])"
COVER = ".board [data-choose=close]"
TABLE = ".page[data-game]"


def play_now(page: Page, game: str) -> None:
    """One click on the home page, and one is at a table."""
    page.click(f"[data-play={game}]")
    page.wait_for_selector(TABLE)


def is_over(page: Page) -> bool:
    """Is the game over?"""
    return page.get_attribute(TABLE, "data-status") == "over"


def wait_for_turn(page: Page) -> bool:
    """Wait until there is something to do; False if the game is over."""
    page.wait_for_function("() => document.querySelector('[data-end]') || document.querySelector('.banner.mine')")
    return not is_over(page)


def seq(page: Page) -> int:
    """How far the table is."""
    return int(page.get_attribute(TABLE, "data-seq") or 0)


def click_something(page: Page, dice: random.Random, touch: bool = False) -> None:
    """Do something that the drawing offers: at once, or in two steps, a thing first and what to do with it then."""
    before = seq(page)
    for _ in range(8):
        if page.locator(COVER).count():  # what stands before the board is read first
            page.locator(COVER).first.click()
        for wanted in (ACTION, CHOOSE):
            found = page.locator(wanted)
            number = found.count()
            if number:
                chosen = found.nth(dice.randrange(number))
                (chosen.tap if touch else chosen.click)()
                break
        else:
            page.wait_for_timeout(20)
            continue
        if wanted == ACTION:
            page.wait_for_function("n => Number(document.querySelector('.page')?.dataset.seq) !== n", arg=before)
            return
    raise AssertionError("the board offers nothing that can be clicked")


def play_on(page: Page, seed: int = 1, most: int = 600, touch: bool = False) -> int:
    """Play to the end by clicking; return how many clicks it took."""
    dice = random.Random(seed)
    for number in range(most):
        if not wait_for_turn(page):
            return number
        click_something(page, dice, touch)
    raise AssertionError(f"not over after {most} actions")


def get_ready(page: Page) -> None:
    """Where a game begins with a set-up, take the one that is offered."""
    page.wait_for_selector(f"{ACTION}, {CHOOSE}, .banner:not(.mine)")
    ready = page.locator("[data-ready]")
    if ready.count():
        ready.click()
        page.wait_for_function("() => !document.querySelector('[data-ready]')")
