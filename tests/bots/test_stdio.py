"""Programs that play a seat over their standard input and output: real processes, good and bad."""

from __future__ import annotations

import gc
import json
import random
import sys
import weakref
from pathlib import Path
from typing import Any

import pytest

import escapade
from escapade.bots import Budget
from escapade.bots.outside_protocol import Start, Time
from escapade.bots.stdio import Failed, GivenUp, Outside, Player, Program, command_of
from escapade.games import GAMES
from escapade.kernel.names import BadInput

START = Start(1, "cartagena", 2, 0, {}, ["a", "b"])
SECOND = Time(1000)
LOOP = """
import json, sys, time
def say(**what): print(json.dumps(what), flush=True)
for line in sys.stdin:
    said = json.loads(line)
    {body}
"""
GOOD = 'if said["type"] == "choose": say(type="choice", id=said["id"], action=said["legal"][-1])'


class Bots:
    """Writes programs, and keeps what their hosts say."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.said = folder, list[str]()
        self.players: list[Player] = []

    def __call__(self, body: str, grace: float = 20.0) -> Player:
        path = self.folder / f"bot{len(self.players)}.py"
        path.write_text(LOOP.format(body=body))
        player = Player([sys.executable, str(path)], self.said.append, grace)
        player.begin(START)
        self.players.append(player)
        return player


@pytest.fixture
def bots(tmp_path: Path) -> Any:
    made = Bots(tmp_path)
    yield made
    for player in made.players:
        player.close()


def ask(player: Player, legal: list[int], heard: list[tuple[int, int]] | None = None, budget: Time = SECOND) -> int:
    return player.choose({"turn": 0}, legal, heard or [], budget)


def test_a_program_is_told_what_is_new_and_answers(bots: Bots) -> None:
    player = bots('print(line, end="", file=sys.stderr)\n    ' + GOOD)
    assert ask(player, [4, 5], [(-1, 7)]) == 5
    assert ask(player, [6], [(-1, 7), (0, 5), (1, 9)]) == 6
    player.over([[0], [1]])
    player.close()
    lines = [json.loads(line) for line in bots.said]
    assert [line["type"] for line in lines] == ["start", "choose", "choose", "over"]
    assert lines[0] == {"type": "start", "protocol": 1, "game": "cartagena", "seats": 2, "seat": 0, "options": {},
                        "actions": ["a", "b"]}  # fmt: skip
    assert [line["heard"] for line in lines[1:3]] == [[[-1, 7]], [[0, 5], [1, 9]]]
    assert lines[1]["budget"] == {"milliseconds": 1000}
    assert lines[3]["ranking"] == [[0], [1]]


def test_what_was_taken_back_is_told_from_the_beginning(bots: Bots) -> None:
    player = bots('print(line, end="", file=sys.stderr)\n    ' + GOOD)
    ask(player, [4], [(-1, 7), (1, 8)])
    ask(player, [4], [(-1, 7), (1, 9)])
    player.close()
    lines = [json.loads(line) for line in bots.said]
    assert [line["type"] for line in lines] == ["start", "choose", "start", "choose"]
    assert lines[3]["heard"] == [[-1, 7], [1, 9]]


def test_a_wrong_answer_is_told_and_asked_once_more(bots: Bots) -> None:
    player = bots(
        'if said["type"] == "error": wrong = False; print("told:", said["reason"], file=sys.stderr)\n'
        '    if said["type"] == "start": wrong = True\n'
        '    if said["type"] == "choose": say(type="choice", id=said["id"], action=99 if wrong else 4)'
    )
    assert ask(player, [4, 5]) == 4
    player.close()
    assert "told: action 99 is not legal now; legal: 4, 5" in bots.said


BAD = {
    "an illegal action": ('say(type="choice", id=said["id"], action=99)', "action 99 is not legal now"),
    "no JSON": ('print("thinking", flush=True)', "not a line of JSON: 'thinking'; print what is not an answer to"),
    "another kind of line": ('say(type="move", id=said["id"], action=4)', "an answer is"),
    "no id": ('say(type="choice", action=4)', "missing required field `id`"),
    "a name for a code": ('say(type="choice", id=said["id"], action="a")', "Expected `int`, got `str`"),
    "an id of its own": ('say(type="choice", id=77, action=4)', "the answer is to 77, and"),
    "an endless line": ('print("x" * 100_000, flush=True)', "a line of more than 64 KiB"),
    "broken UTF-8": ('sys.stdout.buffer.write(b"\\xff\\n"); sys.stdout.flush()', "not a line of JSON"),
}


@pytest.mark.parametrize("body", BAD)
def test_who_is_wrong_twice_has_failed(body: str, bots: Bots) -> None:
    wrong, reason = BAD[body]
    player = bots(f'if said["type"] == "choose": {wrong}')
    with pytest.raises(Failed) as no:
        ask(player, [4, 5])
    assert reason in str(no.value)


def test_a_late_answer_to_an_old_question_is_passed_over(bots: Bots) -> None:
    player = bots(
        'if said["type"] == "choose": say(type="choice", id=said["id"] - 1, action=5);'
        ' say(type="choice", id=said["id"], action=4)'
    )
    assert [ask(player, [4, 5]) for _ in range(3)] == [4, 4, 4]


def test_a_program_that_does_not_answer_is_ended(bots: Bots, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escapade.bots.stdio.STARTING", 1.0)
    player = bots("time.sleep(600)", grace=0.1)
    with pytest.raises(Failed, match="no answer in 10 ms: answer sooner, and flush"):
        ask(player, [4, 5], budget=Time(10))
    assert player.program is None


def test_who_does_not_even_read_holds_nobody_up(tmp_path: Path) -> None:
    path = tmp_path / "deaf.py"
    path.write_text("import time; time.sleep(600)")
    program = Program([sys.executable, str(path)])
    for _ in range(100):
        program.send_text(b"x" * 100_000)
    program.close()
    assert program.process.returncode is not None


def test_a_program_that_ends_is_started_again_and_told_everything(bots: Bots, tmp_path: Path) -> None:
    flag = tmp_path / "flag"
    player = bots(
        f"import pathlib; flag = pathlib.Path({str(flag)!r})\n"
        '    print(line, end="", file=sys.stderr)\n'
        '    if said["type"] == "choose" and said["legal"] == [6, 7] and not flag.exists():\n'
        '        flag.touch(); sys.exit("out of memory")\n'
        f"    {GOOD}"
    )
    ask(player, [4, 5], [(-1, 7)])
    assert ask(player, [6, 7], [(-1, 7), (1, 8)]) == 7
    player.close()
    assert any("exit code 1; its last words: " in line and "out of memory" in line for line in bots.said)
    lines = [json.loads(line) for line in bots.said if line.startswith("{")]
    assert [line["type"] for line in lines] == ["start", "choose", "choose", "start", "choose"]
    assert lines[-1]["heard"] == [[-1, 7], [1, 8]]


def test_a_program_that_always_ends_is_given_up(bots: Bots) -> None:
    player = bots('sys.exit("no licence")')
    with pytest.raises(GivenUp, match=r"started 3 times without one good answer.*no licence"):
        ask(player, [4, 5])


def test_nobody_is_left_behind(bots: Bots) -> None:
    """A program ends with its host, also one that started others and one that nobody has closed."""
    player = bots('import subprocess; subprocess.Popen(["sleep", "600"])\n    ' + GOOD)
    ask(player, [4])
    assert player.program is not None
    process, gone, threads = player.program.process, weakref.ref(player.program), player.program._threads
    player.program = None
    gc.collect()
    assert gone() is None
    assert process.returncode is not None
    assert not any(thread.is_alive() for thread in threads)  # nobody holds the other end of the pipes any more


# --- What cannot be started ---


def test_why_a_program_cannot_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "plain.py").write_text("pass")
    (tmp_path / "nothing").write_text("pass")
    (tmp_path / "nothing").chmod(0o755)
    (tmp_path / "lost.py").write_text("#!/no/such/interpreter\n")
    (tmp_path / "lost.py").chmod(0o755)
    for name, reason in {
        "./absent": "there is no program './absent'",
        "plain.py": "for the file beside you, write ./plain.py",
        "./plain.py": "chmod +x ./plain.py, or name what runs it, as in: python3 ./plain.py",
        "./nothing": "its first line must name what runs it",
        "./lost.py": "the interpreter that its first line names is not there",
    }.items():
        with pytest.raises(BadInput) as no:
            Program([name])
        assert reason in str(no.value)
    for name, reason in {"cmd:./absent": "there is no program", "cmd:./plain.py": "chmod", "cmd:": "stands a command",
                         "cmd:'": "No closing quotation"}.items():  # fmt: skip
        with pytest.raises(BadInput) as no:
            command_of(name)
        assert reason in str(no.value)


# --- As a bot ---


def test_a_program_is_a_bot_with_a_process_for_each_seat(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(LOOP.format(body=GOOD))
    match, dice = escapade.new("cartagena", seats=3, seed=4), random.Random(1)
    bot = Outside(match.game, f"cmd:{sys.executable} {tmp_path / 'bot.py'}", 3, match.options)
    for _ in range(12):
        seat, legal = match.turn, [action.code for action in match.legal()]
        assert bot.choose(match.view(seat), legal, match.heard_codes(seat), Budget(), dice) == legal[-1]
        match.play(legal[-1] if len(match.log) % 2 else legal[0])
    assert len({player.program for player in bot._players.values()}) == len(bot._players) == 3
    starts = [player.start for player in bot._players.values()]
    assert {start.seat for start in starts if start} == {0, 1, 2}
    with pytest.raises(TypeError, match="never a State"):
        bot.choose(match._state, [1], [], Budget(), dice)  # type: ignore[arg-type]
    bot.close()


def test_no_bot_of_a_server_can_be_a_command() -> None:
    """Only who sits at the machine may start programs: names that come over the network stand for our own bots."""
    with pytest.raises(BadInput, match="there is no bot"):
        escapade.bots.level_of("cmd:true")
    with pytest.raises(BadInput, match="there is no bot"):
        escapade.bots.bot(GAMES["cartagena"], "cmd:true")
