"""A replay opens an analysis of its match: the curve, turning points to jump to, and what the bot would have done."""

from pathlib import Path

import msgspec
from playwright.sync_api import Browser, expect

import escapade
from escapade.bots.analysed import Analysis
from escapade.kernel.match import Match
from escapade.lab.analysis import analyse
from tests.web.conftest import House
from tests.web.test_quality import faults_in_every_theme, settled

SPENT = 26  # plies: the deal, and some turns in which whatever comes first is done


def spent() -> Match:
    match = escapade.new("cartagena", seed=5, first=0)
    while len(match.log) < SPENT:
        match.play(match.legal()[0])
    return match


def written(path: Path, found: Analysis) -> Path:
    path.write_bytes(msgspec.json.encode(found))
    return path


def test_an_analysis_is_opened_in_the_replay_of_its_match_and_of_no_other(
    house: House, browser: Browser, tmp_path: Path
) -> None:
    match = spent()
    found = analyse(match, "planner@200", worlds=16)
    assert found.turning_points
    (tmp_path / "match.txt").write_text(match.record(), encoding="utf-8")
    context = settled(browser)
    page = context.new_page()
    page.goto(house.address)
    page.set_input_files("[data-upload]", tmp_path / "match.txt")
    page.wait_for_selector("[data-plies]")

    page.set_input_files("[data-open-analysis]", tmp_path / "match.txt")
    page.get_by_text("This file is no analysis.").wait_for()
    other = msgspec.structs.replace(found, check="0000 " + found.check[5:])
    page.set_input_files("[data-open-analysis]", written(tmp_path / "other.json", other))
    page.get_by_text("This analysis is of another match.").wait_for()
    assert page.locator("[data-analysis]").count() == 0

    page.set_input_files("[data-open-analysis]", written(tmp_path / "analysis.json", found))
    page.wait_for_selector("[data-analysis]")
    expect(page.locator("[data-turning]")).to_have_count(len(found.turning_points))
    point = found.turning_points[0]
    page.click(f"[data-turning='{point.ply}']")
    expect(page.locator("[data-ply]")).to_have_attribute("data-ply", str(point.ply))
    expect(page.locator(f"[data-turning='{point.ply}']")).to_contain_text(f"Step {point.ply}: ")
    advised = next(step for step in found.steps if step.advice and not step.advice.same)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Home")
    for _ in range(advised.ply):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-advice]")).to_contain_text("The bot (planner) would have chosen")
    assert not faults_in_every_theme(page)
    context.close()
