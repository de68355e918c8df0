"""Password, passkeys and devices of an account, as their owner sees and changes them."""

from __future__ import annotations

import random
import secrets
import sqlite3

import pytest
from playwright.sync_api import Page, expect

from .conftest import House, Visit
from .player import click_something, play_now, wait_for_turn

PASSWORD = "correct horse"
DEVICES = "[data-devices] li"


def make_account(page: Page) -> str:
    """Create an account in the settings; return its login."""
    login = f"ada-{secrets.token_hex(4)}"
    page.locator("#login").fill(login)
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Create an account").click()
    expect(page.get_by_text(f"You are signed in as {login}.")).to_be_visible()
    return login


def log_in(page: Page, login: str) -> None:
    """Sign in, in the settings."""
    page.locator("#login").fill(login)
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text(f"You are signed in as {login}.")).to_be_visible()


def with_passkeys(page: Page) -> None:
    """Give a browser a device that makes passkeys."""
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    kind = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": {**kind, "isUserVerified": True}})


def long_ago(house: House, login: str) -> None:
    """Let an hour pass since someone logged in, as the database knows it."""
    with sqlite3.connect(house.db, timeout=30) as link:
        link.execute(
            "UPDATE sessions SET created = created - 3600000 WHERE person = (SELECT id FROM people WHERE login = ?)",
            (login,),
        )
    link.close()


def test_a_device_is_signed_out_from_another_and_its_table_says_so(house: House, visit: Visit) -> None:
    page = visit(f"{house.address}/settings")
    login = make_account(page)
    expect(page.locator(DEVICES)).to_have_count(1)
    other = visit(f"{house.address}/settings")
    log_in(other, login)
    other.goto(house.address)
    play_now(other, "cartagena")
    page.reload()
    expect(page.locator(DEVICES)).to_have_count(2)
    page.get_by_role("button", name="Sign out Chrome, Linux").click()
    expect(page.get_by_text("Device signed out.")).to_be_visible()
    expect(page.locator(DEVICES)).to_have_count(1)
    expect(other.get_by_text("You are signed out. Sign in again in the settings.")).to_be_visible()


def test_a_password_is_changed_and_others_are_signed_out(house: House, visit: Visit) -> None:
    page = visit(f"{house.address}/settings")
    login = make_account(page)
    other = visit(f"{house.address}/settings")
    log_in(other, login)
    page.locator("#current-password").fill("wrong horse")
    page.locator("#new-password").fill("battery staple")
    page.get_by_role("button", name="Change password").click()
    expect(page.locator(".notice.bad")).to_be_visible()
    page.locator("#current-password").fill(PASSWORD)
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed.")).to_be_visible()
    expect(page.locator("#new-password")).to_have_value("")
    page.reload()
    expect(page.get_by_text(f"You are signed in as {login}.")).to_be_visible()
    other.reload()
    expect(other.locator("#login")).to_be_visible()


def test_a_player_who_makes_an_account_in_another_tab_plays_on(house: House, visit: Visit) -> None:
    page = visit(house.address)
    play_now(page, "cartagena")
    tab = page.context.new_page()
    tab.goto(f"{house.address}/settings")
    with page.expect_websocket():  # the table is left, and come back to, with the new session
        make_account(tab)
    assert wait_for_turn(page)
    click_something(page, random.Random(1))


def test_passkeys_are_added_and_removed_by_who_shows_once_more_who_they_are(house: House, visit: Visit) -> None:
    page = visit(house.address.replace("127.0.0.1", "localhost") + "/settings")
    with_passkeys(page)
    login = make_account(page)
    long_ago(house, login)
    page.get_by_role("button", name="Create a passkey").click()
    box = page.get_by_role("dialog", name="Confirm that it is you")
    box.get_by_label("Current password").fill(PASSWORD)
    box.get_by_role("button", name="Confirm", exact=True).click()
    expect(page.get_by_text("Passkey saved.")).to_be_visible()
    expect(page.locator("[data-passkeys] li")).to_have_count(1)
    long_ago(house, login)
    page.get_by_role("button", name="Remove the passkey of Chrome, Linux").click()
    box.get_by_role("button", name="Confirm with a passkey").click()
    expect(page.get_by_text("Passkey removed.")).to_be_visible()
    expect(page.locator("[data-passkeys]")).to_have_count(0)


def test_the_last_way_to_log_in_stays_until_there_is_a_password(house: House, visit: Visit) -> None:
    page = visit(house.address.replace("127.0.0.1", "localhost") + "/settings")
    with_passkeys(page)
    login = f"grace-{secrets.token_hex(4)}"
    page.locator("#login").fill(login)
    page.get_by_role("button", name="Create a passkey").click()
    expect(page.get_by_text(f"You are signed in as {login}.")).to_be_visible()
    remove = page.get_by_role("button", name="Remove the passkey of Chrome, Linux")
    expect(remove).to_be_disabled()
    page.locator("#new-password").fill(PASSWORD)
    page.get_by_role("button", name="Set a password").click()
    expect(page.get_by_text("Password changed.")).to_be_visible()
    remove.click()
    expect(page.get_by_text("Passkey removed.")).to_be_visible()


@pytest.mark.parametrize("lang", ["en-GB", "fr-FR", "hu-HU"])
def test_the_account_is_no_wider_than_a_phone(house: House, visit: Visit, lang: str) -> None:
    page = visit(f"{house.address}/settings", width=360, height=740, touch=True, lang=lang)
    page.locator("#login").fill(f"ada-{secrets.token_hex(4)}")
    page.locator("#password").fill(PASSWORD)
    page.locator("button[value=make]").click()
    expect(page.locator(DEVICES)).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
