"""What people do at a table, each in a browser of their own."""

from __future__ import annotations

import itertools
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import House, Visit
from tests.web.player import (
    ACTION,
    CHOOSE,
    TABLE,
    click_something,
    get_ready,
    is_over,
    play_now,
    play_on,
    seq,
    wait_for_turn,
)

PHONE = {"width": 360, "height": 740, "touch": True}


def make_table(page: Page, game: str, *kinds: str, **options: Any) -> str:
    """A table with these seats; return its code. `kinds` are me, open, invited, guest or the name of a bot."""
    people = ("me", "open", "invited", "guest")
    seats = [
        {"kind": kind, "name": f"Player {i}"} if kind in people else {"kind": "bot", "bot": kind}
        for i, kind in enumerate(kinds)
    ]
    asked = {"game": game, "seats": seats, **options}
    found = page.evaluate(
        """async asked => {
          const post = (where, body) => fetch(where, { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body) }).then(answer => answer.json())
          await post('/api/guest', {})
          return post('/api/tables', asked)
        }""",
        asked,
    )
    return str(found["code"])


def make_account(page: Page, login: str) -> None:
    """Have an account from now on."""
    made = page.evaluate(
        """async login => {
          const post = (where, body) => fetch(where, { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body) })
          await post('/api/guest', {})
          return (await post('/api/account', { login, password: 'a long secret' })).status
        }""",
        login,
    )
    assert made == 201


def resign(page: Page) -> None:
    """Give up, and mean it."""
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()


# --- On any screen, by any means ---


def test_a_game_on_a_phone_by_touch(house: House, visit: Visit) -> None:
    page = visit(house.address, **PHONE)
    page.locator("[data-play=cartagena]").tap()
    page.wait_for_selector(TABLE)
    play_on(page, seed=5, touch=True)
    expect(page.locator("[data-end]")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("lang", ["en-GB", "fr-FR", "hu-HU"])
def test_no_page_is_wider_than_a_phone_in_any_language(house: House, visit: Visit, lang: str) -> None:
    page = visit(house.address, lang=lang, **PHONE)
    for address in ("/", "/new/stratego", "/new/jailbreakers", "/settings"):
        page.goto(house.address + address)
        page.wait_for_selector("main h1")
        page.wait_for_timeout(200)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address


def test_a_reader_gets_the_first_of_their_languages_that_there_is(house: House, browser: Browser) -> None:
    context = browser.new_context()
    context.add_init_script("Object.defineProperty(navigator, 'languages', { value: ['de-DE', 'hu-HU', 'en-US'] })")
    page = context.new_page()
    page.goto(house.address)
    expect(page.locator("html")).to_have_attribute("lang", "hu")
    context.close()


def test_a_rated_match_of_two_people_its_ratings_and_a_rematch(house: House, visit: Visit) -> None:
    one, two = visit(house.address), visit(house.address)
    for page, login in ((one, "rated-one"), (two, "rated-two")):
        make_account(page, login)
    code = make_table(one, "cartagena", "me", "open", rated=True, clock={"kind": "live"})
    for page in (one, two):
        page.goto(f"{house.address}/t/{code}")
    two.locator("[data-join]").click()
    for page in (one, two):
        page.wait_for_selector(TABLE)
        expect(page.locator("[data-rating]")).to_have_text(["Rating 1500?"] * 2)
    resign(one)
    for page in (one, two):
        page.wait_for_selector("[data-end]")
        expect(page.locator("[data-change]")).to_have_text(["1611? (+111)", "1389? (−111)"])
        assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    looker = visit(house.address)
    best = looker.locator("[data-ratings] li")
    expect(best).to_have_count(2)
    assert best.locator("b").all_inner_texts() == ["1611?", "1389?"]
    asked: list[str] = []
    looker.on("request", lambda request: asked.append(request.url))
    looker.reload()
    expect(best).to_have_count(2)
    assert sum("/api/ratings/" in url for url in asked) == 4  # a game once, whenever its words come
    one.get_by_role("button", name="Rematch").click()
    two.get_by_role("button", name="Join the rematch").click()
    for page in (one, two):
        page.wait_for_selector(".page[data-status=running]")
    assert one.url == two.url


@pytest.mark.parametrize("lang", ["en-GB", "fr-FR", "hu-HU"])
def test_the_switch_of_rated_games_says_what_they_need(house: House, visit: Visit, lang: str) -> None:
    page = visit(f"{house.address}/new/cartagena", lang=lang, **PHONE)
    rated, needs = page.locator("#rated"), page.locator("[data-needs] li")
    expect(needs).to_have_count(3)  # an account, a clock, people
    expect(rated).to_be_disabled()
    make_account(page, f"switch-{lang}")
    page.reload()
    expect(needs).to_have_count(2)
    page.locator("input[name=number]").nth(0).check()
    page.locator("#seat-1").select_option("open")
    expect(needs).to_have_count(1)
    page.locator("input[name=clock][value=live]").check()
    expect(needs).to_have_count(0)
    rated.check()
    page.locator("#seat-1").select_option("guest")  # which a rated game is not for
    expect(rated).to_be_disabled()
    expect(rated).not_to_be_checked()
    page.locator("#seat-1").select_option("open")
    rated.check()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".lobby")
    assert page.locator(".lobby select").count() == 0  # no bot can be seated here


def test_a_guest_is_told_that_a_rated_table_needs_an_account_and_comes_back(house: House, visit: Visit) -> None:
    host, guest = visit(house.address), visit(house.address)
    make_account(host, "rated-host")
    code = make_table(host, "cartagena", "me", "invited", rated=True, clock={"kind": "days"})
    host.goto(f"{house.address}/t/{code}")
    token = host.evaluate(
        """async code => (await (await fetch(`/api/tables/${code}/seats/1`, { method: 'PUT',
          headers: { 'content-type': 'application/json' }, body: '{"kind": "invited"}' })).json()).invitations[1]""",
        code,
    )
    address = f"{house.address}/t/{code}?invitation={token}"
    guest.goto(address)
    expect(guest.locator("[data-needs-account]")).to_be_visible()
    make_account(guest, "rated-guest")
    guest.goto(address)
    guest.wait_for_selector(TABLE)


@pytest.mark.parametrize("game", ["cartagena", "stratego", "stalag17", "jailbreakers"])
def test_nothing_is_wider_than_a_phone(house: House, visit: Visit, game: str) -> None:
    page = visit(house.address, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(f"[data-play={game}]").tap()
    page.wait_for_selector(f"{ACTION}, {CHOOSE}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    get_ready(page)
    for _ in range(3):
        if wait_for_turn(page):
            click_something(page, random.Random(2), touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_game_by_keyboard_alone(house: House, visit: Visit) -> None:
    """From the home page to the end screen without a mouse: tab, enter, and typed moves."""
    page = visit(house.address)
    page.wait_for_selector("[data-play=cartagena]")
    tab_to(page, "[data-play=cartagena]")
    page.keyboard.press("Enter")
    page.wait_for_selector(TABLE)
    tab_to(page, "#tab-moves")
    page.keyboard.press("Enter")
    wait_for_turn(page)
    tab_to(page, "#typed")
    for _ in range(400):
        if not wait_for_turn(page):
            break
        before = seq(page)
        page.keyboard.type("1")
        page.keyboard.press("Enter")
        page.wait_for_function("n => Number(document.querySelector('.page')?.dataset.seq) !== n", arg=before)
    expect(page.locator("[data-end]")).to_be_visible()
    tab_to(page, "[data-end] button")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


def tab_to(page: Page, wanted: str) -> None:
    """Press tab until it is there, as somebody does who has no mouse."""
    for _ in range(150):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => document.activeElement?.matches(wanted)", wanted):
            return
    raise AssertionError(f"{wanted} cannot be reached by keyboard")


def test_a_board_by_keyboard(house: House, visit: Visit) -> None:
    """A move on the drawing itself: choose a card, then a place."""
    page = visit(house.address)
    play_now(page, "cartagena")
    wait_for_turn(page)
    before = seq(page)
    page.locator(CHOOSE).first.focus()
    page.keyboard.press("Enter")
    page.locator(ACTION).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("n => Number(document.querySelector('.page')?.dataset.seq) !== n", arg=before)


# --- What may happen to anyone ---


def test_the_language_is_switched_in_the_middle_of_a_game(house: House, visit: Visit) -> None:
    page = visit(house.address)
    play_now(page, "cartagena")
    wait_for_turn(page)
    click_something(page, random.Random(1))
    for language, turn, line in (("fr", "À toi de jouer", "Tu joues"), ("hu", "Te jössz", "ijátsz")):
        page.select_option("#language", language)
        wait_for_turn(page)
        expect(page.locator(".banner")).to_contain_text(turn)
        expect(page.locator(".log")).to_contain_text(line)
        expect(page.locator("html")).to_have_attribute("lang", language)
    page.select_option("#language", "en")
    expect(page.locator(".banner")).to_contain_text("Your turn")


def test_a_reload_and_a_restart_of_the_server_lose_nothing(house: House, visit: Visit) -> None:
    page = visit(house.address)
    play_now(page, "cartagena")
    dice = random.Random(4)
    for _ in range(3):
        wait_for_turn(page)
        click_something(page, dice)
    wait_for_turn(page)
    lines, far = page.locator(".log li").all_inner_texts(), seq(page)
    page.reload()
    page.wait_for_selector(TABLE)
    wait_for_turn(page)
    assert page.locator(".log li").all_inner_texts() == lines
    house.kill()
    expect(page.locator(".banner")).to_contain_text("Connection lost")
    house.start()
    expect(page.locator(".banner")).not_to_contain_text("Connection lost")
    assert seq(page) == far
    assert page.locator(".log li").all_inner_texts() == lines
    click_something(page, dice)
    assert seq(page) > far


def test_two_who_share_a_screen_have_a_curtain_between_them(house: House, visit: Visit) -> None:
    page = visit(house.address)
    code = make_table(page, "stalag17", "me", "guest")
    page.goto(f"{house.address}/t/{code}")
    seen: list[str] = []
    dice = random.Random(3)
    for _ in range(8):
        page.wait_for_selector("[data-curtain]")
        assert page.locator("[data-zone], [data-card], .board").count() == 0  # nothing of the table is on the page
        seen.append(page.get_attribute("[data-curtain]", "data-curtain") or "")
        page.get_by_role("button", name="I am").click()
        page.wait_for_selector(TABLE)
        while page.locator("[data-curtain]").count() == 0:
            click_something(page, dice)
            page.wait_for_selector(f"[data-curtain], {ACTION}, {CHOOSE}")
    assert {*seen} == {"0", "1"}
    assert all(a != b for a, b in itertools.pairwise(seen))


# --- Two people and a spectator ---


def frames_of(page: Page) -> list[dict[str, Any]]:
    """All that comes through this page's WebSockets, from now on."""
    heard: list[dict[str, Any]] = []

    def listen(socket: Any) -> None:
        socket.on("framereceived", lambda text: heard.extend(json.loads(line) for line in str(text).split("\n")))

    page.on("websocket", listen)
    return heard


def sights(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What eyes saw."""
    return [frame["projection"] for frame in frames if frame.get("projection")]


def views(*pages: list[dict[str, Any]]) -> dict[tuple[int | None, int], Any]:
    """What which eyes saw when."""
    seen = [frame for frames in pages for frame in frames if frame.get("projection")]
    return {(frame["projection"]["observer"], frame["seq"]): frame["projection"]["view"] for frame in seen}


def stored(page: Page) -> str:
    """What the browser keeps."""
    return str(page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])"))


def stripped(page: Page, code: str) -> str:
    """All that is on the page, without what names this table."""
    html = str(page.evaluate("document.querySelector('#app').innerHTML"))
    return re.sub(r"\b[A-Z][a-z]+ [A-Z][a-z]+ \d+", "SOMEONE", html.replace(code, "CODE"))


def stratego_seen(house: House, visit: Visit, preset: str) -> tuple[list[str], dict[tuple[int | None, int], Any]]:
    """Two people and a spectator; the first arranges this preset and moves. Return what the two others' pages show."""
    one, two, three = (visit(house.address) for _ in range(3))
    code = make_table(one, "stratego", "me", "open", options={"red": "0"})
    frames = [frames_of(page) for page in (two, three)]
    for page in (one, two, three):
        page.goto(f"{house.address}/t/{code}")
    two.locator("[data-join]").click()
    for page in (one, two, three):
        page.wait_for_selector(TABLE)
    one.locator(f"[data-preset={preset}]").click()
    two.locator("[data-preset=fortress]").click()
    for page in (one, two):
        page.locator("[data-ready]").click()
    wait_for_turn(one)
    one.locator("[data-square=a3]").click()
    one.locator("[data-square=a4]").click()
    wait_for_turn(two)
    three.wait_for_function("n => Number(document.querySelector('.page')?.dataset.seq) === n", arg=seq(two))
    for page in (two, three):
        assert "rank" not in stored(page)
    shown = [stripped(page, code) for page in (two, three)]
    return shown, views(*frames)


def test_neither_page_nor_frames_nor_storage_hold_a_secret_of_stratego(house: House, visit: Visit) -> None:
    """Whatever the first has arranged: to the second and to a spectator it is the same game, letter by letter."""
    before, seen = stratego_seen(house, visit, "fortress")
    after, more = stratego_seen(house, visit, "vault")
    assert before == after
    both = seen.keys() & more.keys()  # who came a little later has missed a moment, and no harm done
    assert {observer for observer, _ in both} == {1, None}
    assert max(seq for _, seq in seen) == max(seq for _, seq in more) == max(seq for _, seq in both)
    for when in both:
        assert seen[when] == more[when]
    for (observer, _), view in seen.items():
        hidden = range(24) if observer == 1 else range(48)
        assert all(view["rank"][piece] < 0 or view["shown"][piece] for piece in hidden)


def test_neither_page_nor_frames_nor_storage_hold_a_secret_of_stalag17(house: House, visit: Visit) -> None:
    one, two, three = (visit(house.address) for _ in range(3))
    code = make_table(one, "stalag17", "me", "open")
    pages = {0: one, 1: two, None: three}
    frames = {seat: frames_of(page) for seat, page in pages.items()}
    for page in pages.values():
        page.goto(f"{house.address}/t/{code}")
    two.locator("[data-join]").click()
    dice = random.Random(6)
    for page in pages.values():
        page.wait_for_selector(TABLE)
    acted = set()
    for _ in range(24):
        acting = next((page for page in (one, two) if page.locator(".banner.mine").count()), None)
        if acting is None:
            one.wait_for_timeout(30)
            continue
        click_something(acting, dice)
        acted.add(acting)
        for seat, page in pages.items():
            own_only(page, seat, sights(frames[seat])[-1]["view"])
    assert acted == {one, two}
    for seat, heard in frames.items():
        assert sights(heard)
        for projection in sights(heard):
            view = projection["view"]
            for other in {0, 1} - {seat}:
                assert view["hand_up"][other] or all(number == -2 for number in view["hand"][other])
                assert view["face_up"][other] or all(number == -2 for number in view["laid"][other])
        assert "hand" not in stored(pages[seat])


def own_only(page: Page, seat: int | None, view: dict[str, Any]) -> None:
    """No card of another player's hand has a face on this page."""
    for other in {0, 1} - {seat}:
        if not view["hand_up"][other] and not view["face_up"][other] and not sum(view["sure"][other]):
            assert page.locator(f"[data-zone=seat-{other}] [data-card]").count() == 0


# --- Set-up, records, replays ---


def label(page: Page, square: str) -> str:
    """What is said of a square."""
    return page.get_attribute(f"[data-square={square}]", "aria-label") or ""


def test_the_set_up_editor(house: House, visit: Visit) -> None:
    page = visit(house.address)
    play_now(page, "stratego")
    page.wait_for_selector("[data-ready]")
    page.locator("[data-preset=vault]").click()
    columns = "abcdefgh"
    side = "123" if "yours" in label(page, "a1") else "678"

    def army() -> dict[str, str]:
        names = [f"{column}{row}" for row in side for column in columns]
        return {name: label(page, name).removeprefix(name) for name in names}

    vault = army()
    assert all("yours" in piece for piece in vault.values())
    page.get_by_role("button", name="Mirror").click()
    mirrored = army()
    assert [mirrored[f"{c}{r}"] for r in side for c in reversed(columns)] == [*vault.values()]
    first, second = next((a, b) for a in mirrored for b in mirrored if mirrored[a] != mirrored[b])
    page.locator(f"[data-square={first}]").click()
    page.locator(f"[data-square={second}]").click()
    swapped = army()
    assert (swapped[first], swapped[second]) == (mirrored[second], mirrored[first])
    page.locator(f"[data-square={first}]").drag_to(page.locator(f"[data-square={second}]"))
    assert army() == mirrored
    page.get_by_placeholder("A name for this set-up").fill("Mine")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Random").click()
    page.reload()
    page.locator("[data-own=Mine]").first.click()
    assert army() == mirrored
    get_ready(page)
    assert wait_for_turn(page)


def test_a_record_is_downloaded_put_up_again_and_replayed_through_any_eyes(
    house: House, visit: Visit, tmp_path: Path
) -> None:
    page = visit(house.address)
    play_now(page, "stalag17")
    dice = random.Random(8)
    for _ in range(4):
        if wait_for_turn(page):
            click_something(page, dice)
    wait_for_turn(page)
    resign(page)
    page.wait_for_selector("[data-end]")
    with page.expect_download() as download:
        page.get_by_text("Record", exact=True).click()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    assert "stalag17" in file.read_text().lower()
    other = visit(house.address)
    other.set_input_files("[data-upload]", file)
    other.wait_for_selector("[data-plies]")
    plies = int(other.get_attribute("[data-plies]", "data-plies") or 0)
    assert plies > 10
    other.select_option("#observer", "0")
    other.wait_for_selector("[data-observer='0']")
    other.get_by_role("button", name="To the end").click()
    expect(other.locator("[data-ply]")).to_have_attribute("data-ply", str(plies))
    other.keyboard.press("ArrowLeft")
    expect(other.locator("[data-ply]")).to_have_attribute("data-ply", str(plies - 1))
    assert other.locator(".board .option").count() == 0  # what is past cannot be played
    other.get_by_text("Copy a link to this step").click()
    link = other.evaluate("navigator.clipboard.readText()")
    third = visit(link)
    third.wait_for_selector(f"[data-ply='{plies - 1}']")
    assert third.input_value("#observer") == "0"


def test_a_bad_record_is_refused_with_its_line(house: House, visit: Visit, tmp_path: Path) -> None:
    page = visit(house.address)
    file = tmp_path / "bad.txt"
    file.write_text("this is no record\n")
    page.wait_for_selector("[data-play]")
    page.set_input_files("[data-upload]", file)
    expect(page.locator(".notice.bad")).to_be_visible()
    assert "/t/" not in page.url


# --- Help ---


def test_a_hint_a_reason_and_the_rules(house: House, visit: Visit) -> None:
    page = visit(house.address)
    play_now(page, "cartagena")
    wait_for_turn(page)
    page.get_by_role("button", name="Rules").click()
    expect(page.locator(".drawer .clause.matters").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_have_count(0)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("[data-hints]")
    expect(page.locator("[data-hints] li").first).to_be_visible()


def test_the_tour_is_shown_once_and_can_be_skipped(house: House, visit: Visit) -> None:
    page = visit(house.address)
    page.evaluate("localStorage.setItem('escapade-settings', JSON.stringify({ motion: 'none' }))")
    page.reload()
    play_now(page, "cartagena")
    for number in range(3):
        page.wait_for_selector(f"[data-tour-step='{number}']")
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Skip the tour").click()
    expect(page.locator("[data-tour-step]")).to_have_count(0)
    page.reload()
    page.wait_for_selector(TABLE)
    expect(page.locator("[data-tour-step]")).to_have_count(0)


def test_a_move_is_taken_back_where_nothing_was_learnt(house: House, visit: Visit) -> None:
    page = visit(house.address)
    code = make_table(page, "cartagena", "me", "novice", options={"version": "tortuga", "first": "0"})
    page.goto(f"{house.address}/t/{code}")
    wait_for_turn(page)
    page.locator("#tab-moves").click()
    page.locator("[data-move]").first.click()
    back = page.get_by_role("button", name="Take back")
    expect(back).to_be_enabled()
    lines = page.locator("[data-move]").count()
    back.click()
    expect(back).to_be_disabled()
    assert page.locator("[data-move]").count() != lines or not is_over(page)


def test_any_game_can_be_played_without_a_drawing(house: House, visit: Visit) -> None:
    page = visit(house.address)
    code = make_table(page, "jailbreakers", "me")
    page.goto(f"{house.address}/t/{code}?board=any")
    page.wait_for_selector(".any")
    dice = random.Random(5)
    for _ in range(10):
        if wait_for_turn(page):
            click_something(page, dice)
    cards = page.locator(".any [data-seat]")
    expect(cards.first).to_have_class(re.compile(r"\bown\b"))
    expect(page.locator('.any [data-field="step"] dd').first).not_to_have_text(re.compile(r"\d"))  # a name
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Resign").click()
    expect(page.locator('.any [data-field="turn"] dd').first).to_have_text("Game over")


def test_a_table_without_a_drawing_fits_a_phone_and_hides_what_the_others_hold(house: House, visit: Visit) -> None:
    page = visit(house.address, **PHONE)
    code = make_table(page, "stalag17", "me", "novice", "novice")
    page.goto(f"{house.address}/t/{code}?board=any")
    page.wait_for_selector(".any")
    dice = random.Random(5)
    for _ in range(3):
        if wait_for_turn(page):
            click_something(page, dice, touch=True)
    assert wait_for_turn(page)
    hands = page.locator(".any [data-seat] dd:has(> .hidden)")
    expect(hands).to_have_count(4)  # two hands, and what lies before them
    expect(page.locator(".any .own dd:has(> .hidden)")).to_have_count(0)
    news = page.locator(".any .news .said")  # the last few lines: bots may have pushed what one did oneself away
    assert 1 <= news.count() <= 5
    expect(page.locator(".any .news")).to_contain_text(re.compile("You |Blas |Cato "))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


# --- People ---


def test_an_account_by_password_on_two_devices(house: House, visit: Visit) -> None:
    page = visit(f"{house.address}/settings")
    page.locator("#name").fill("Ada")
    page.get_by_role("button", name="Save").click()
    page.locator("#login").fill("ada.l")
    page.locator("#password").fill("correct horse")
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_text("You are signed in as ada.l.")).to_be_visible()
    other = visit(f"{house.address}/settings")
    other.locator("#login").fill("ada.l")
    other.locator("#password").fill("wrong horse")
    other.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.locator(".notice.bad")).to_be_visible()
    other.locator("#password").fill("correct horse")
    other.get_by_role("button", name="Sign in", exact=True).click()
    expect(other.get_by_text("You are signed in as ada.l.")).to_be_visible()
    expect(other.locator("#name")).to_have_value("Ada")
    other.get_by_role("button", name="Sign out", exact=True).click()
    expect(other.locator("#login")).to_be_visible()


def test_a_passkey_of_the_device(house: House, visit: Visit) -> None:
    page = visit(house.address.replace("127.0.0.1", "localhost") + "/settings")
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, "isUserVerified": True}})
    page.locator("#login").fill("grace")
    page.get_by_role("button", name="Create a passkey").click()
    expect(page.get_by_text("You are signed in as grace.")).to_be_visible()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("You are signed in as grace.")).to_be_visible()
