"""The league's page is made of what was played, and what was played is kept block by block."""

import gzip
import json
from pathlib import Path

import pytest
from bench.league import KEPT, PAGE, Book, Tie, concerns, marked, open_jobs, played, row, table, tables, ties

from bench import league
from escapade.adapters import PEERS
from escapade.bots import level_of
from escapade.bots.levels import others
from escapade.games import GAMES

QUICK = Tie("cartagena", 2, "greedy", "random", 0.9, (("version", "tortuga"),))


def test_every_line_names_a_game_its_seats_and_bots_that_exist() -> None:
    for tie in ties():
        assert tie.seats in GAMES[tie.game].seats
        for who in (tie.one, tie.other):
            name = who.removeprefix("cheat ").partition("@")[0]
            assert name in others(GAMES[tie.game]) or name in ("random", *PEERS) or level_of(name)
    assert {tie.game for tie in ties()} == set(GAMES)
    assert len({tie.key for tie in ties()}) == len(ties())


def test_every_level_meets_the_one_below_and_every_game_its_largest_table() -> None:
    steps = {(tie.game, tie.one, tie.other) for tie in ties() if tie.step}
    below = [("greedy", "novice"), ("planner", "greedy"), ("expert", "planner"), ("master", "expert")]
    assert steps == {(game, *pair) for game in GAMES for pair in below}
    for name, game in GAMES.items():
        assert max(tie.seats for tie in ties() if tie.game == name) == game.seats[-1]


def test_bots_of_other_libraries_have_the_same_time() -> None:
    for tie in (tie for tie in ties() if tie.other.partition("@")[0] in PEERS):
        assert tie.one.partition("@")[2] == tie.other.partition("@")[2] == "500ms"
        assert tie.aim == 0.9


def test_a_line_says_who_won_how_often_and_whether_the_aim_was_reached() -> None:
    blocks: list[list[float]] = []
    assert len(list(played(QUICK, blocks, 2, workers=1))) == 5  # nobody thinks: five times as many
    said = row(QUICK, blocks)
    assert said.startswith("| Cartagena tortuga | 2 | greedy | random | 100.0% (")
    assert "| 10 | 90% reached |" in said


def test_a_cross_table_has_both_sides_of_every_pair(tmp_path: Path) -> None:
    book = Book(tmp_path / "kept.json")
    for one, other, share in (("greedy", "random", 1.0), ("greedy", "novice", 0.75), ("novice", "random", 0.5)):
        tie = Tie("stratego", 2, one, other, step=other == "novice")
        book.keep(tie.key, [[share, share], [share, share]])
    assert league.cross_table("Stratego", book).splitlines() == [
        "| Stratego | random | novice | greedy |",
        "|---|---|---|---|",
        "| **random** |  | 50% of 4 | 0% of 4 |",
        "| **novice** | 50% of 4 |  | 25% of 4 |",
        "| **greedy** | 100% of 4 | 75% of 4 |  |",
    ]


def test_a_line_goes_on_where_it_was_and_comes_to_the_same() -> None:
    whole: list[list[float]] = []
    list(played(QUICK, whole, 2, workers=1))
    parts = whole[:2]
    assert [job.number for job in open_jobs(QUICK, parts, 2)] == [2, 3, 4]
    list(played(QUICK, parts, 2, workers=1))
    assert parts == whole
    assert list(open_jobs(QUICK, parts, 2)) == []


def test_a_step_between_levels_ends_when_it_is_sure() -> None:
    step = QUICK._replace(step=True)
    blocks: list[list[float]] = []
    list(played(step, blocks, 2, workers=1))
    assert len(blocks) * 2 < league.MOST
    assert row(step, blocks).endswith("| stronger |")
    even = [[1.0, 0.0]] * 4
    assert row(step, even).endswith("| open |")


def test_the_cheat_sees_the_state_and_plays_by_the_rules() -> None:
    tie = Tie("stratego", 2, "cheat planner@20", "planner@20")
    blocks: list[list[float]] = []
    list(played(tie, blocks, 2, workers=1))
    assert len(blocks) == 1


def test_what_was_played_is_kept_beside_what_others_keep(tmp_path: Path) -> None:
    path = tmp_path / "league.json.gz"
    one, other = Book(path), Book(path)
    one.keep("a", [[1.0, 0.0]])
    other.keep("b", [[0.5, 0.5]])
    assert Book(path).entries == {"a": [[1.0, 0.0]], "b": [[0.5, 0.5]]}
    one.keep("a", [])
    assert json.loads(gzip.decompress(path.read_bytes())) == {"b": [[0.5, 0.5]]}


@pytest.mark.parametrize(
    ("words", "meant"), [([], True), (["cartagena"], True), (["stratego"], False), (["cartagena", "master"], False)]
)
def test_lines_are_chosen_by_game_and_bot(words: list[str], meant: bool) -> None:
    assert concerns(QUICK, words) == meant


def test_the_page_shows_what_is_kept() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name, text in tables(Book(KEPT)).items():
        begin, end = marked(name)
        assert page.partition(begin)[2].partition(end)[0] == text, f"{name} is stale: make league ARGS=--page"
    assert all(tie.title in table(Book(KEPT)) for tie in ties())


def test_level_3_is_brief_at_tables_of_two_but_not_beside_a_cheat() -> None:
    assert Tie("stalag17", 2, "expert", "planner").bots == ("expert@4200", "planner@250")
    assert Tie("stalag17", 4, "planner", "greedy").bots == ("planner@1900", "greedy")
    assert Tie("stalag17", 2, "cheat planner", "planner").bots == ("cheat planner@1900", "planner@1900")
    assert Tie("cartagena", 2, "planner", "greedy").bots == ("planner@4500", "greedy")
