"""Invitations: the host's browser remembers what it was told once, and makes a new link where it does not know it."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.web.conftest import House, Visit, settle
from tests.web.player import TABLE

KEPT = "localStorage.getItem('escapade-invitations')"


def copied(page: Page) -> str:
    """The invitation, as it is copied."""
    page.get_by_role("button", name="Copy the invitation").click()
    expect(page.get_by_text("Link copied.").first).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_an_invitation_is_remembered_and_made_anew_on_another_device(
    house: House, visit: Visit, browser: Browser
) -> None:
    host = visit(f"{house.address}/new/cartagena")
    host.select_option("#seat-1", "invited")
    host.get_by_role("button", name="Create table").click()
    host.wait_for_selector(".lobby")
    first = copied(host)
    assert "?invitation=" in first
    host.reload()
    host.wait_for_selector(".lobby")
    assert copied(host) == first

    # The same person, with a browser that knows nothing.
    device = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    settle(device)
    cookies: Any = host.context.cookies()
    device.add_cookies(cookies)
    other = device.new_page()
    other.goto(host.url)
    renew = other.get_by_role("button", name="New link")
    expect(renew).to_have_attribute("title", "Creates a new link to this seat. The old one no longer works.")
    expect(other.get_by_role("button", name="Copy the invitation")).to_have_count(0)
    renew.click()
    second = copied(other)
    assert second != first

    late = visit(first)
    expect(late.locator(".notice.bad")).to_be_visible()
    expect(late.locator(".lobby")).to_be_visible()
    friend = visit(second)
    for page in (friend, host, other):
        page.wait_for_selector(TABLE)
    for page in (host, other):
        page.wait_for_function(f"{KEPT} === null")  # they open nothing any more
    device.close()
