"""The benchmark page: everything measured stands in it, a missed floor is named, what was not measured is said."""

import re

import pytest
from bench.__main__ import against_others
from bench.page import ONE, PLAIN, SEEN_ONE, SEEN_TWO, Line, Run

from bench import others, page
from escapade.games import GAMES

RATE = {
    **{(how, name): 1e6 for how in (ONE, PLAIN, SEEN_ONE, SEEN_TWO) for name in GAMES},
    (others.ROLLOUTS, "backgammon"): 2e5,
    (others.ROLLOUTS, "connect_four"): 1.5e6,
    (others.ROLLOUTS, "breakthrough"): 1e6,
    (others.ZOO, "tictactoe"): 4e4,
    (others.ZOO, "go"): 2e3,
}
PARTS = {name: {"legal": 300.0, "apply": 200.0} for name in GAMES}


def run() -> Run:
    seeing, starts = {"stratego": 600.0}, {"stratego": (9.0, 0.5)}
    return Run(RATE, against_others(RATE), [Line("yardstick", 3e6)], PARTS, seeing, starts, 0.1, 3.0)


def test_what_is_promised_beside_others_is_checked() -> None:
    found = {line.what: (line.ratio, line.fine) for line in against_others(RATE)}
    assert len(found) == 5 * len(GAMES)
    assert found["stratego, compiled, one thread / OpenSpiel's backgammon in C++"] == (5, False)
    batched = "batched with observations, two threads"
    assert found[f"stratego, {batched} / PettingZoo's fastest classic environment"] == (25, True)
    assert found[f"stratego, {batched} / OpenSpiel's breakthrough in C++, without"] == (1, True)
    assert found[f"cartagena, {batched} / OpenSpiel's connect_four in C++, without"] == (2 / 3, False)
    told = f"cartagena, {batched.replace('two threads', 'one thread')} / OpenSpiel's connect_four in C++, without"
    assert found[told] == (2 / 3, True)  # told, not promised
    assert not against_others({key: rate for key, rate in RATE.items() if key[0] in (ONE, PLAIN)})


def test_the_page_shows_every_figure() -> None:
    text = page.text(run())
    assert text.count("MISSED") == len(GAMES) + 1  # backgammon, and the small board beside Cartagena
    assert text.count("not measured") == len(GAMES)
    assert "| Stratego | 1000 | 300 | 200 | 500 | the rest |" in text
    assert "| Stratego | 1000 | 600 | 300 | 100 | what is seen |" in text
    assert "| PettingZoo, with observations | go | 2 k |" in text
    assert "| Stratego | 9.0 s | 0.50 s |" in text
    assert "quick" not in text
    assert "not for quoting" in page.text(run()._replace(quick=True))


def test_the_picture_has_a_bar_for_everything_on_one_thread_and_fetches_nothing() -> None:
    pytest.importorskip("matplotlib")
    drawn = page.picture(RATE)
    assert drawn == page.picture(RATE)
    assert "compiled: stalag17" in drawn
    assert "PettingZoo: go" in drawn
    assert not re.search(r"https?:", re.sub(r'xmlns(:\w+)?="[^"]*"', "", drawn))


def test_other_libraries_play_by_their_own_loops() -> None:
    pyspiel, env = pytest.importorskip("pyspiel"), others.environment("tictactoe_v3")
    length, _ = others.looped(pyspiel.load_game("tic_tac_toe"), 20)
    assert 5 <= length <= 9
    moves, seconds = others.rollouts(pyspiel.load_game("tic_tac_toe"), length)()
    assert moves / seconds > 0
    if env is not None:
        moves, _ = others.classic(env, 4)
        assert 20 <= moves <= 36
