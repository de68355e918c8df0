"""What everyone sees on the first day: names of any length, small screens, the end of a game, the rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from escapade.games import GAMES
from escapade.kernel.rulebook import rulebook
from tests.web.conftest import House, Visit
from tests.web.player import TABLE, wait_for_turn
from tests.web.test_at_the_table import PHONE, make_table, resign

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("hu", "fr", "en")
WIDTHS = (360, 768, 1280, 1920)
LONG = ("Wolfgangwilhelmmaximilia", "MMMMMMMMMMMMMMMMMMMMMMMM")  # as long as a name may be, without a place to break


def ask(page: Page, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """Ask the server for something, as whoever has this browser."""
    return page.evaluate(
        """([method, path, body]) => fetch(path, { method, headers: { 'content-type': 'application/json' },
          body: body && JSON.stringify(body) }).then(answer => answer.json())""",
        [method, path, body],
    )


def named(page: Page, name: str) -> Page:
    """Someone with this name."""
    ask(page, "POST", "/api/guest", {})
    assert ask(page, "PATCH", "/api/me", {"name": name})["name"] == name
    return page


def speak(page: Page, language: str) -> None:
    """Change the page's language."""
    page.select_option("#language", language)
    expect(page.locator("html")).to_have_attribute("lang", language)


def sideways(page: Page) -> int:
    """How far the page can be scrolled sideways."""
    return int(page.evaluate("document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"))


def outside(page: Page, boxes: str) -> list[str]:
    """What reaches out of the box it belongs to."""
    found = page.evaluate(
        """boxes => [...document.querySelectorAll(boxes)].flatMap(box => {
          const around = box.getBoundingClientRect()
          return [...box.querySelectorAll('*')].filter(part => {
            const { left, right, width } = part.getBoundingClientRect()
            return width > 1 && (left < around.left - 1 || right > around.right + 1)
          }).map(part => part.outerHTML)
        })""",
        boxes,
    )
    return list(found)


def test_names_of_any_length_stay_in_their_card_on_the_home_page(house: House, visit: Visit) -> None:
    one, two, three = (visit(house.address) for _ in range(3))
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    for page, name in zip((one, two), LONG, strict=True):
        named(page, name)
    code = ask(one, "POST", "/api/tables", {"game": "jailbreakers", "seats": seats, "listed": True})["code"]
    ask(two, "POST", f"/api/tables/{code}/join", {"seat": 1})
    ask(named(three, LONG[1]), "POST", f"/api/tables/{code}/join", {"seat": 2})
    ask(two, "POST", "/api/tables", {"game": "jailbreakers", "seats": seats, "listed": True})
    for page, lists in ((one, ("mine", "join")), (visit(house.address), ("join", "watch"))):
        page.goto(house.address)
        for which in lists:
            expect(page.locator(f"[data-tables={which}]")).to_contain_text(LONG[1])
        for language in LANGUAGES:
            speak(page, language)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                assert (sideways(page), outside(page, ".lists .panel")) == (0, []), (language, width)


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_a_game_scrolls_sideways_on_a_phone(house: House, visit: Visit, game: str) -> None:
    """The form, the lobby, the table, its end and the replay, with the longest names, in every language."""
    page, other = named(visit(house.address, **PHONE), LONG[1]), named(visit(house.address), LONG[0])
    invited = {"kind": "invited", "name": LONG[0]}
    code = ask(page, "POST", "/api/tables", {"game": game, "seats": [{"kind": "me"}, invited]})["code"]
    seen: dict[str, int] = {}

    def look(where: str) -> None:
        for language in LANGUAGES:
            speak(page, language)
            page.wait_for_timeout(50)
            seen[f"{where}, {language}"] = sideways(page)

    for where, address, there in (
        ("new", f"/new/{game}", "main h1"),
        ("lobby", f"/t/{code}", ".lobby"),
    ):
        page.goto(house.address + address)
        page.wait_for_selector(there)
        look(where)
    ask(page, "PUT", f"/api/tables/{code}/seats/1", {"kind": "open"})
    ask(other, "POST", f"/api/tables/{code}/join", {"seat": 1})
    page.wait_for_selector(f"{TABLE} .board [data-tour]")
    look("table")
    other.goto(f"{house.address}/t/{code}")
    other.wait_for_selector(TABLE)
    for ready in [one.locator("[data-ready]") for one in (page, other) if game == "stratego"]:
        ready.click()
    look("ready")
    resign(page)  # the page speaks English again
    page.wait_for_selector("[data-end]")
    look("end")
    page.goto(f"{house.address}/t/{code}/replay")
    page.wait_for_selector("[data-plies]")
    look("replay")
    assert {where: too_far for where, too_far in seen.items() if too_far} == {}


def test_who_loses_alone_is_told_so_and_has_no_place(house: House, visit: Visit) -> None:
    page = visit(house.address)
    code = make_table(page, "jailbreakers", "me", options={"solo_rounds": 1})
    page.goto(f"{house.address}/t/{code}?board=any")
    while wait_for_turn(page):
        before = page.get_attribute(TABLE, "data-seq")
        page.locator(".any [data-action]").last.click()
        page.wait_for_function("n => document.querySelector('.page')?.dataset.seq !== n", arg=before)
    end = page.locator("[data-end]")
    expect(end).to_contain_text("the phantom wins")
    expect(end.get_by_role("heading")).to_have_text("You lose")
    expect(page.locator(".page")).not_to_contain_text("1st")
    assert ask(page, "GET", f"/api/tables/{code}")["result"] == "lost"


def test_the_first_turn_of_stratego_begins_with_the_board_in_sight(house: House, visit: Visit) -> None:
    page = visit(house.address, **PHONE)
    code = make_table(page, "stratego", "me", "novice", options={"red": "0"})
    page.goto(f"{house.address}/t/{code}")
    ready = page.locator("[data-ready]")
    ready.evaluate("button => button.scrollIntoView({ block: 'start', behavior: 'instant' })")
    expect(page.locator("[data-square=a8]")).not_to_be_in_viewport()
    ready.tap()
    assert wait_for_turn(page)
    for corner in ("a1", "h1", "a8", "h8"):
        expect(page.locator(f"[data-square={corner}]")).to_be_in_viewport(ratio=1)
    banner, board = page.locator(".banner").bounding_box(), page.locator("[data-square=a8]").bounding_box()
    assert banner
    assert board
    assert banner["y"] + banner["height"] <= board["y"]


def test_a_bots_set_up_in_stratego_is_there_at_once(tmp_path: Path, visit: Visit) -> None:
    """Its 24 pieces take one beat of the server and not 24, which the page would not wait for."""
    house = House(tmp_path, pace=2)
    try:
        page = visit(house.address)
        code = make_table(page, "stratego", "me", "novice", options={"red": "0"})
        page.goto(f"{house.address}/t/{code}")
        page.locator("[data-ready]").click()
        assert wait_for_turn(page)
    finally:
        house.close()


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_drawer_shows_words_for_every_mark_of_a_clause(house: House, visit: Visit, game: str) -> None:
    page = visit(house.address)
    page.locator(f"[data-game={game}]").get_by_role("button", name="Rules").click()
    for language in LANGUAGES:
        page.evaluate("language => { document.querySelector('#language').value = language }", language)
        page.dispatch_event("#language", "change")
        words = marks_in(language)
        clauses = rulebook(GAMES[game], language).clauses
        marked = [f"({', '.join(words[mark] for mark in clause.marks)})" for clause in clauses if clause.marks]
        expect(page.locator(".drawer .clause")).to_have_count(len(clauses))
        expect(page.locator(".drawer .clause i")).to_have_text(marked)
        expect(page.locator(".drawer")).not_to_contain_text("mark-")


def marks_in(language: str) -> dict[str, str]:
    """What the marks of clauses are called."""
    said = (ROOT / "web/src/words" / f"{language}.ftl").read_text()
    return dict(re.findall(r"^mark-(\w+) = (.+)$", said, re.MULTILINE))
