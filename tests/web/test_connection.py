"""How a connection ends: for good, with a reason in words, or for a while, with longer and longer waits."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import House, Visit, settle
from tests.web.player import TABLE
from tests.web.test_at_the_table import make_table

# Every connection is noted, and says something that the server cannot read as soon as it has heard anything.
BABBLE = """window.opened = []
const Link = WebSocket
window.WebSocket = class extends Link {
  constructor(address) {
    super(address)
    window.opened.push(performance.now())
    this.addEventListener('message', () => this.readyState === Link.OPEN && this.send('{'), { once: true })
  }
}"""


def sockets(page: Page) -> list[str]:
    """The connections that a page opens from now on."""
    opened: list[str] = []
    page.on("websocket", lambda socket: opened.append(socket.url))
    return opened


def test_who_is_not_let_in_is_told_why_in_words_and_does_not_come_back(house: House, visit: Visit) -> None:
    host, friend = visit(house.address), visit(house.address)
    code = make_table(host, "cartagena", "me", "open", spectators=False)
    looker = visit(house.address)
    opened = sockets(looker)
    looker.goto(f"{house.address}/t/{code}")
    looker.wait_for_selector(".lobby")  # whoever has the link may come, until the game begins
    friend.goto(f"{house.address}/t/{code}")
    friend.locator("[data-join]").click()
    friend.wait_for_selector(TABLE)
    expect(looker.locator("[data-bye=private] p")).to_have_text("This table plays without spectators.")
    for language, said in (("fr", "sans spectateurs"), ("hu", "nincsenek nézők"), ("en", "without spectators")):
        looker.select_option("#language", language)
        expect(looker.locator("[data-bye]")).to_contain_text(said)
    looker.evaluate("dispatchEvent(new Event('online'))")  # nor when the network is back
    looker.wait_for_timeout(1000)  # four times as long as until the first attempt to come back
    assert len(opened) == 1


def test_who_is_cut_off_again_and_again_waits_longer_each_time(house: House, visit: Visit, browser: Browser) -> None:
    host = visit(house.address)
    code = make_table(host, "cartagena", "me", "novice")
    context = browser.new_context()
    settle(context)
    context.add_init_script(BABBLE)
    page = context.new_page()
    page.goto(f"{house.address}/t/{code}")
    page.wait_for_function("() => window.opened.length >= 5")
    opened = page.evaluate("window.opened")
    waits = [after - before for before, after in pairwise(opened)]
    assert waits[3] > 2 * waits[0]  # eight times, but for what is left to chance
    expect(page.locator(".banner")).to_be_visible()  # what was seen last stays
    context.close()
