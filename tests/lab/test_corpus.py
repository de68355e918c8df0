"""A folder of records: what goes in comes through the door, is there once, is found again, and comes out as it was."""

from pathlib import Path

import polars as pl
import pytest

import escapade
from escapade.bots import bot
from escapade.games import GAMES
from escapade.kernel.match import Match
from escapade.kernel.names import BadInput
from escapade.kernel.notation import read_record, split_records
from escapade.lab import corpus, dataset
from escapade.lab.corpus import Filter, Importer, entries
from escapade.lab.setting import self_play_match, validated


def match_of(game: str, seed: int, *names: str, **options: object) -> Match:
    """A match of greedy bots with these names."""
    match = self_play_match(validated(GAMES[game], len(names), options), bot(GAMES[game], "greedy"), str(seed))
    match.names = dict(enumerate(names))
    return match


CLUB = (
    match_of("cartagena", 1, "Ada", "Ben"),
    match_of("cartagena", 2, "Ada", "Cleo", "Ben", version="tortuga"),
    match_of("stratego", 3, "Ben", "Éva"),
)
DATES = ("2026-11-05", "2026-11-12", "2026.12.03")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A corpus of three matches, and one that is not over."""
    adding = Importer(tmp_path / "club")
    for match, date in zip(CLUB, DATES, strict=True):
        adding.add("here", match.record(Date=date, Event="Thursday's club"))
    begun = escapade.new("cartagena", seed=4)
    begun.names = {0: "Ada", 1: "Dora"}
    adding.add("here", begun.record())
    assert adding.refused == []
    return adding.folder


def found(folder: Path, **given: object) -> list[str]:
    return [entry.path.stem.rpartition("-")[0] for entry in entries(folder, Filter(**given))[0]]  # type: ignore[arg-type]


def test_files_are_named_after_what_is_in_them(folder: Path) -> None:
    assert found(folder) == [
        "2026-11-05-cartagena-ada-ben",
        "2026-11-12-cartagena-ada-cleo-ben",
        "2026-12-03-stratego-ben-eva",
        "cartagena-ada-dora",
    ]


def test_records_are_found_by_what_stands_in_them(folder: Path) -> None:
    winner = CLUB[2].names[CLUB[2].ranking()[0][0]]
    assert len(found(folder, game="cartagena")) == 3
    assert found(folder, seats=3) == found(folder, options={"version": "Tortuga"})
    assert found(folder, player="dora") == found(folder, finished=False) == ["cartagena-ada-dora"]
    assert "2026-12-03-stratego-ben-eva" in found(folder, winner=winner)
    assert found(folder, since="2026-11-10", until="2026-11-99") == ["2026-11-12-cartagena-ada-cleo-ben"]
    assert len(found(folder, tags={"Event": "thursday"})) == 3
    lengths = sorted(len(match.log) for match in CLUB)
    assert len(found(folder, shortest=lengths[1], finished=True)) == 2
    assert len(found(folder, longest=lengths[0], finished=True)) == 1
    assert found(folder, game="stalag17") == []


def test_a_match_is_there_once_whatever_its_tags_say(folder: Path) -> None:
    adding = Importer(folder)
    stranger = match_of("cartagena", 1, "Someone", "Else")
    adding.add("twin.txt", stranger.record(Date="1999-01-01"))
    by_hand = "\n".join(line for line in CLUB[0].record().splitlines() if not line.startswith("check"))
    adding.add("by hand.txt", by_hand.replace("draw", "DRAW "))
    assert adding.added == []
    assert [refusal.where for refusal in adding.refused] == ["twin.txt", "by hand.txt"]
    assert all("there already, in 2026-11-05-cartagena-ada-ben" in reason for _, reason in adding.refused)


def test_what_does_not_come_through_the_door_is_refused_with_its_reason(tmp_path: Path) -> None:
    text = CLUB[0].record()
    first = CLUB[0].log[0].action.name
    adding = Importer(tmp_path / "club")
    adding.add("none.txt", "hello\n")
    adding.add("short.txt", text[: text.rindex("\n", 0, len(text) // 2) + 1])
    adding.add("changed.txt", text.replace(first, "draw the line", 1))
    adding.add("fine.txt", text)
    assert [where for where, _ in adding.refused] == ["none.txt", "short.txt", "changed.txt"]
    assert "neither a tag" in adding.refused[0].reason
    assert "truncated" in adding.refused[1].reason
    assert "ply 1 " in adding.refused[2].reason
    assert [path.name for path in (tmp_path / "club").iterdir()] == [adding.added[0].name]


def test_what_is_kept_is_the_same_match_in_one_spelling_with_its_tags(tmp_path: Path) -> None:
    adding = Importer(tmp_path, {"Event": "Finals"})
    bare = "\n".join(line for line in CLUB[2].record(Date="2026-01-02").splitlines() if not line.startswith("check"))
    adding.add("here", bare)
    kept = adding.added[0].read_text(encoding="utf-8")
    assert escapade.load(kept).bytes() == CLUB[2].bytes()
    record = read_record(kept)
    assert (record.tags["Event"], record.tags["Date"], record.tags["Dealer"]) == ("Finals", "2026-01-02", "seeded")
    assert len(record.checks) == len(record.plies)
    assert corpus.canonical(kept) == kept
    assert escapade.verify(kept) > 0  # the seed is still there


def test_many_records_in_one_text_come_apart_again(folder: Path, tmp_path: Path) -> None:
    chosen, _ = entries(folder)
    text = corpus.joined(chosen)
    assert len(split_records(text)) == 4
    (tmp_path / "all.txt").write_text(text, encoding="utf-8")
    other = Importer(tmp_path / "other")
    other.add_file(tmp_path / "all.txt")
    assert other.refused == []
    assert [p.read_text() for p in corpus.files(other.folder)] == [p.read_text() for p in corpus.files(folder)]


@pytest.mark.parametrize("workers", [1, 2])
def test_a_check_names_what_fails_and_what_is_there_twice(
    folder: Path, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(corpus, "MIN_PARALLEL", 2)  # so that a few records are enough for other processes
    assert [checked.reason for checked in corpus.check(folder, workers)] == [""] * 4
    first = corpus.files(folder)[0]
    (folder / "again.txt").write_text(first.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "cut.txt").write_text(first.read_text(encoding="utf-8")[:700], encoding="utf-8")
    wrong = {checked.path.name: checked.reason for checked in corpus.check(folder, workers) if checked.reason}
    assert set(wrong) == {"again.txt", "cut.txt"}
    assert wrong["again.txt"] == f"the same match as {first.name}"


def test_what_cannot_be_read_is_told_apart(folder: Path) -> None:
    (folder / "broken.txt").write_text("nothing\n", encoding="utf-8")
    some, broken = entries(folder)
    assert (len(some), [where for where, _ in broken]) == (4, ["broken.txt"])
    with pytest.raises(BadInput, match="there is no such folder"):
        entries(folder / "nowhere")


# --- As data ---


def test_plies_of_records_are_those_of_the_simulation(tmp_path: Path) -> None:
    played, exported = tmp_path / "played.parquet", tmp_path / "told.parquet"
    dataset.write(played, validated(GAMES["cartagena"], 3, {"first": 1}), 3, seed=6)
    adding = Importer(tmp_path / "club")
    for number in range(3):
        adding.add("here", dataset.match(played, (6 << 32) + number).record())
    chosen, _ = entries(adding.folder)
    matches, left_out = corpus.of_one_kind(chosen)
    plies = corpus.as_plies(exported, matches, "escapade corpus export")
    rows = dataset.load(exported).collect()
    assert (len(matches), plies, left_out) == (3, len(rows), [])
    assert dataset.manifest(exported).bot == "records"
    same = {escapade.load(entry.path).bytes(): number for number, entry in enumerate(chosen)}
    for number in range(3):
        there = same[dataset.match(played, (6 << 32) + number).bytes()]
        mine = rows.filter(pl.col("match") == there).drop("match")
        assert mine.equals(dataset.load(played).filter(pl.col("match") == (6 << 32) + number).drop("match").collect())
        assert dataset.match(exported, there).bytes() == dataset.match(played, (6 << 32) + number).bytes()


def test_records_that_rows_cannot_tell_are_left_out_and_kinds_are_not_mixed(folder: Path) -> None:
    with pytest.raises(BadInput, match=r"of several: cartagena for 2, .*; cartagena for 3"):
        corpus.of_one_kind(entries(folder)[0])
    resigned = escapade.new("stratego", seed=1)
    resigned.play(f"seat {1 - resigned.turn} resigns", 1 - resigned.turn)
    adding = Importer(folder)
    adding.add("here", resigned.record())
    chosen, _ = entries(folder, Filter(game="stratego"))
    exported = corpus.of_one_kind(chosen)
    assert [len(match.log) for match in exported[0]] == [len(CLUB[2].log)]
    assert "out of turn" in exported[1][0].reason
    with pytest.raises(BadInput, match="nothing to write"):
        corpus.of_one_kind(entries(folder, Filter(finished=False))[0])
