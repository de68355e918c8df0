"""`escapade bot check`, outside bots in the arena, and what `escapade bot run` says when it cannot begin."""

from __future__ import annotations

import json
import shutil
import socket
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples" / "bots"
LEAPER = (sys.executable, EXAMPLES / "leaper.py")
PLAIN = """
import json, sys
def say(**what): print(json.dumps(what), flush=True)
for line in sys.stdin:
    said = json.loads(line)
    {body}
"""
GOOD = 'if said["type"] == "choose": say(type="choice", id=said["id"], action=said["legal"][0])'


def wrong(said: str) -> dict[str, str]:
    """What a check found, by name."""
    return {row["check"]: row["wrong"] for row in json.loads(said)["checks"] if row["wrong"]}


def test_the_python_example_passes_with_every_game(run: Run) -> None:
    said = run("bot", "check", "--games", 1, "--milliseconds", 9000, "--json", "--", *LEAPER)
    data = json.loads(said.out)
    assert (said.code, data["ok"]) == (0, True)
    assert {name: result["matches"] for name, result in data["games"].items()} == dict.fromkeys(data["games"], 1)
    assert len(data["games"]) == 4
    assert all(row["tried"] > 0 for row in data["checks"])


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed, so its example cannot be run")
def test_the_javascript_example_passes(run: Run) -> None:
    said = run("bot", "check", "--games", 1, "--milliseconds", 9000, "--", "node", EXAMPLES / "leaper.mjs")
    assert said.code == 0
    assert "it can play" in said.out
    assert "not reached" not in said.out


BROKEN = {
    "answers": ('print("thinking", flush=True)\n    ' + GOOD, "not a line of JSON: 'thinking'"),
    "ids": ('if said["type"] == "choose": say(type="choice", id=1, action=said["legal"][0])', "the answer is to 1"),
    "legal": ('if said["type"] == "choose": say(type="choice", id=said["id"], action=0)', "action 0 is not legal now"),
    "forced moves": ('if said["type"] == "choose" and len(said["legal"]) < 2: sys.exit(3)\n    ' + GOOD, "exit code 3"),
    "unknown fields": ('assert len(said) < 8, "too much"\n    ' + GOOD, "too much"),
    "unknown lines": ('assert said["type"] in ("start", "choose", "error", "over"), "what?"\n    ' + GOOD, "what?"),
    "errors": ('if said["type"] == "error": sys.exit("I give up")\n    ' + GOOD, "I give up"),
    "next match": ('if said["type"] == "over": sys.exit()\n    ' + GOOD, "exit code 0"),
    "resuming": ('if said["type"] == "choose": first = globals().get("first", said["heard"]); assert len(first) < 30\n'
                 '    if said["type"] == "over": del first\n    ' + GOOD, "AssertionError"),
    "leaving": (GOOD + '\nimport time; print("bye", file=sys.stderr); time.sleep(600)', "it still ran"),
}  # fmt: skip


@pytest.mark.parametrize("check", BROKEN)
def test_what_is_broken_is_found_under_its_name(
    check: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("escapade.lab.conformance.LEAVES", 0.5)
    body, reason = BROKEN[check]
    (tmp_path / "bot.py").write_text(PLAIN.format(body=body))
    line = ("--game", "cartagena", "--games", 2, "--milliseconds", 9000, "--", sys.executable, tmp_path / "bot.py")
    said = run("bot", "check", "--json", *line)
    assert said.code == 1
    assert reason in wrong(said.out)[check]


def test_who_never_answers_is_not_waited_for_forever(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LEAVES", "STARTING"):
        monkeypatch.setattr(f"escapade.lab.conformance.{name}", 0.3)
    (tmp_path / "bot.py").write_text("import sys; sys.stdin.read()")
    said = run("bot", "check", "--milliseconds", 10, "--", sys.executable, tmp_path / "bot.py")
    assert said.code == 1
    assert "in time: no answer in " in said.out
    assert "→ think less, and flush the output after each line" in said.out
    assert "not reached" in said.out
    assert "it cannot play yet" in said.out


def test_an_outside_bot_plays_in_the_arena(run: Run) -> None:
    name = f"cmd:{sys.executable} {EXAMPLES / 'leaper.py'}@9000ms"
    said = run("arena", "cartagena", name, "random", "--seats", 3, "--games", 3, "--workers", 1, "--json")
    assert said.code == 0
    data = json.loads(said.out)
    assert data["bots"][0]["milliseconds"] == 9000
    assert data["pairings"][0]["share"] == 1


def test_an_outside_bot_that_fails_ends_the_arena_with_its_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import sys; sys.exit('no licence')")
    said = run("arena", "cartagena", f"cmd:{sys.executable} {tmp_path / 'bot.py'}", "random", "--workers", 1)
    assert said.code == 2
    assert "bot.py: started 3 times without one good answer" in said.err
    assert "no licence" in said.err


UNABLE = {
    "no program": (("check", "--", "./absent"), "there is no program './absent'"),
    "an unknown game": (("check", "--game", "cartagna", "--", *LEAPER), "did you mean 'cartagena'"),
    "an unknown opponent": (("check", "--against", "cmd:x", "--", *LEAPER), "there is no bot 'cmd:x'"),
    "no address": (("run", "--url", "abcdefgh", "--token", "t", "--", *LEAPER), "no table's address"),
    "a strange port": (("run", "--url", "http://h:x/t/abc", "--token", "t", "--", *LEAPER), "no table's address"),
    "no token": (("run", "--url", "http://localhost/table/abcdefgh", "--", *LEAPER), "--token TOKEN"),
    "no such program": (("run", "--url", "http://localhost/t/abc", "--token", "t", "--", "./absent"), "no program"),
}


@pytest.mark.parametrize("case", UNABLE)
def test_what_is_wrong_is_said_in_one_line(case: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ESCAPADE_TOKEN", raising=False)
    args, reason = UNABLE[case]
    said = run("bot", *args)
    assert said.code == 2
    assert reason in said.err
    assert said.err.count("\n") == 1


def test_a_server_that_is_not_there_is_named(run: Run) -> None:
    with socket.socket() as taken:  # bound, but nobody listens
        taken.bind(("127.0.0.1", 0))
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        said = run("bot", "run", "--url", f"http://{where}/table/abcdefgh", "--token", "t", "--", *LEAPER)
    assert said.code == 2
    assert f"cannot reach {where}" in said.err
