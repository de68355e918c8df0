"""The league's page is made of what was played."""

from bench.league import BEGIN, END, PAGE, Tie, played, row, table, ties
from rich.progress import Progress

from escapade.bots import level_of
from escapade.bots.levels import OTHERS
from escapade.games import GAMES


def test_every_line_names_a_game_its_seats_and_bots_that_exist() -> None:
    for tie in ties():
        assert tie.seats in GAMES[tie.game].seats
        for who in (tie.one, tie.other):
            assert who in OTHERS.get(tie.game, {}) or who == "random" or level_of(who)
    assert {tie.game for tie in ties()} == set(GAMES)


def test_a_line_says_who_won_how_often_and_whether_the_aim_was_reached() -> None:
    tie = Tie("cartagena", 2, "greedy", "random", 0.9, (("version", "tortuga"),))
    said = row(tie, played(tie, 10, Progress(disable=True), workers=1))
    assert said.startswith("| Cartagena tortuga | 2 | greedy | random | 100.0% (")
    assert "| 10 | 90% reached |" in said
    assert said in table([said], "--games 2")


def test_the_page_has_a_place_for_the_league() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page.index(BEGIN) < page.index(END)
