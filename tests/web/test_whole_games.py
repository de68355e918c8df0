"""A newcomer clicks "play now" and plays to the end screen, by what is drawn alone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from escapade.games import GAMES
from tests.web.conftest import House, Visit
from tests.web.player import get_ready, is_over, play_now, play_on

ALONE = {"jailbreakers"}  # played against the game itself: won or lost, without places


@pytest.mark.parametrize("game", GAMES)
def test_from_play_now_to_the_end_screen_by_clicking(house: House, visit: Visit, game: str) -> None:
    page = visit(house.address)
    play_now(page, game)
    get_ready(page)
    clicks = play_on(page, seed=3)
    assert clicks > 3
    end = page.locator("[data-end]")
    expect(end).to_be_visible()
    places = end.locator("ol li")
    if game in ALONE:
        expect(places).to_have_count(0)
    else:
        expect(places).not_to_have_count(0)
    for name in ("Rematch", "Replay", "Record"):
        expect(end.get_by_text(name, exact=True)).to_be_visible()
    end.get_by_text("Rematch", exact=True).click()
    page.wait_for_url(lambda url: "/t/" in url)
    page.wait_for_selector(".page[data-status=running]")
    assert not is_over(page)
