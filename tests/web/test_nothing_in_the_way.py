"""What lies over a board leaves everything that is live to be clicked, on a wide screen and on a phone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Locator, Page, expect

from escapade.games import GAMES
from tests.web.conftest import House, Visit
from tests.web.player import ACTION, CHOOSE, COVER, click_something, get_ready, play_now, seq, wait_for_turn
from tests.web.test_at_the_table import PHONE, make_table

WIDE = {"width": 1280, "height": 800}
DECK, PILE, HISTORY = "[data-zone=deck]", "[data-zone=pile]", "[data-part=history]"


def covered(page: Page) -> list[str]:
    """What is live, and would not be hit by a click into its middle."""
    found = page.evaluate(
        """live => [...document.querySelectorAll(live)].filter(part => {
          part.scrollIntoView({ block: 'center', behavior: 'instant' })
          const { x, y, width, height } = part.getBoundingClientRect()
          return !part.contains(document.elementFromPoint(x + width / 2, y + height / 2))
        }).map(part => part.outerHTML)""",
        f"{ACTION}, {CHOOSE}",
    )
    return list(found)


def overlap(one: Locator, other: Locator) -> bool:
    """Does one lie over a part of the other?"""
    a, b = one.bounding_box(), other.bounding_box()
    assert a, one
    assert b, other
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    below = a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]
    return not beside and not below


@pytest.mark.parametrize("game", GAMES)
def test_what_is_live_is_not_covered_on_a_phone(house: House, visit: Visit, game: str) -> None:
    page = visit(house.address, **PHONE)
    play_now(page, game)
    get_ready(page)
    dice, looked = random.Random(7), 0
    for _ in range(10):
        if not wait_for_turn(page):
            break
        if page.locator(COVER).count() == 0:  # what asks to be read first may cover it
            assert covered(page) == []
            looked += 1
        click_something(page, dice, touch=True)
    assert looked


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_roll_call_can_be_read_and_leaves_the_deck_to_be_clicked(
    house: House, visit: Visit, screen: dict[str, int]
) -> None:
    page = visit(house.address, **screen)
    code = make_table(page, "stalag17", "me", *["greedy"] * 4)
    page.goto(f"{house.address}/t/{code}")
    call, dice = page.locator("[data-part=roll-call]"), random.Random(7)
    assert wait_for_turn(page)
    while call.count() == 0:
        click_something(page, dice)
        assert wait_for_turn(page)
    for part in (DECK, PILE, HISTORY):
        assert not overlap(call, page.locator(part))
    expect(call.get_by_role("heading")).to_be_in_viewport()
    expect(call.get_by_role("listitem")).to_have_count(5)
    assert covered(page) == []
    page.locator(HISTORY).click()  # the discards take the same place
    expect(call).to_have_count(0)
    assert not overlap(page.locator(".fan"), page.locator(DECK))
    page.get_by_role("button", name="Last roll-call").click()
    expect(call).to_be_visible()
    before = seq(page)
    page.locator(DECK).click()
    page.wait_for_function("n => Number(document.querySelector('.page')?.dataset.seq) !== n", arg=before)
    expect(call).to_have_count(0)
