"""What the page needs: offers and refusals as messages, what can be taken back, words, rules, records, packed files."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

import escapade
from escapade.games import GAMES
from escapade.kernel.rulebook import rulebook
from escapade.kernel.words import text
from escapade.server import app
from escapade.server.limits import Limits
from tests.server.guests import Guest, Place, Running, running
from tests.server.test_tables import seen

MESSAGES: Any = GAMES["cartagena"].messages


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "escapade.db")


async def at_the_turn(place: Place) -> Place:
    """Look through the eyes of the seat that is to act: all seats are one's own."""
    if place.now["observer"] != place.now["turn"]:
        await place.send(type="look", observer=place.now["turn"])
        await place.until("snapshot")
    return place


async def at_once(place: Place, code: int) -> None:
    """Do something, and wait until it is seen."""
    said = await place.act(code)
    assert said["type"] == "ack", said
    await seen(place, lambda place: place.seq >= said["seq"])


# --- Offers ------------------------------------------------------------------


def test_who_asks_for_offers_is_told_what_each_action_would_do(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        MESSAGES, "offer", lambda view, seat, code: ("stop", {"who": seat, "code": code}), raising=False
    )
    monkeypatch.setattr(MESSAGES, "clauses", lambda view: ("CAR-10", "CAR-11"))

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            code = (await ann.table("cartagena", "me", "guest"))["code"]
            async with ann.at(code, offers=True) as page, ann.at(code) as program:
                await at_the_turn(page)
                await at_the_turn(program)
                observer, legal = page.now["observer"], page.now["legal"]
                offers = [
                    {"action": code, "message": "stop", "args": {"who": observer, "code": code}} for code in legal
                ]
                assert page.now["offers"] == offers
                assert page.now["clauses"] == ["CAR-10", "CAR-11"]
                assert program.now["legal"] == legal
                assert (program.now["offers"], program.now["clauses"]) == ([], [])
                assert program.now["take_back"] == "no"
                await at_once(page, legal[0])
                await seen(program, lambda place: place.seq == page.seq)
                assert program.now["offers"] == []
                assert [offer["action"] for offer in page.now["offers"]] == page.now["legal"] + page.now["anytime"]
            async with ann.at(code, offers=True, observer=observer) as again:
                await again.send(type="look", observer=None)
                assert (await again.until("snapshot"))["projection"]["offers"] == []

    asyncio.run(script())


def test_what_can_be_done_at_any_time_is_offered_too(db: str) -> None:
    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            code = (await ann.table("stratego", "me", "guest"))["code"]
            async with ann.at(code, offers=True) as page:
                now = page.now
                assert now["anytime"]
                assert [offer["action"] for offer in now["offers"]] == now["legal"] + now["anytime"]

    asyncio.run(script())


# --- Refusals ----------------------------------------------------------------


def test_a_game_refuses_in_words_for_any_language(db: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MESSAGES, "why_not", lambda view, code, seat: ("pass", {"who": seat}, "CAR-12"))

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            code = (await ann.table("cartagena", "me", "guest"))["code"]
            async with ann.at(code) as place:
                await at_the_turn(place)
                seat = place.now["turn"]
                illegal = next(code for code in range(1000) if code not in place.now["legal"])
                expected: dict[str, Any] = {
                    "reason": f"Seat {seat} can do nothing and is passed over.",
                    "clause": "CAR-12",
                }
                expected |= {"message": "pass", "args": {"who": seat}}
                for said in (await place.act(illegal), await place.wish("whynot", action=illegal)):
                    assert {key: said[key] for key in expected} == expected
                stale = await place.act(illegal, seq=0)
                assert (stale["error"], stale["message"], stale["args"]) == ("stale", "", {})

    asyncio.run(script())


def test_sealed_actions_that_are_given_back_say_why(db: str) -> None:
    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
            code = (await ann.table("cartagena", "me", "open"))["code"]
            await bob.join(code)
            async with ann.at(code) as first, bob.at(code) as second:
                here, there = (first, second) if first.now["legal"] else (second, first)
                stop = GAMES["cartagena"].actions.parse("stop").code
                assert (await there.wish("submitahead", actions=[stop]))["type"] == "ack"
                assert not there.now["given_back"]
                for _ in range(3):
                    await at_once(here, here.now["legal"][0])
                await seen(there, lambda place: place.now["legal"])
                given = there.now["given_back"]
                assert given["clause"] == "CAR-11"
                assert given["reason"].startswith("sealed action 'stop': ")

    asyncio.run(script())


# --- Taking back -------------------------------------------------------------


def test_what_can_be_taken_back_is_told_before_it_is_asked_for(db: str) -> None:
    """Tortuga hides nothing but the deck: an advance reveals nothing."""

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
            options = {"version": "tortuga"}
            code = (await ann.table("cartagena", "me", "open", options=options))["code"]
            await bob.join(code)
            async with ann.at(code, offers=True) as first, bob.at(code, offers=True) as second:
                me, other = (first, second) if first.now["legal"] else (second, first)
                assert (me.now["take_back"], other.now["take_back"]) == ("no", "no")
                await advance(me)
                assert me.now["take_back"] == "free"
                assert (await me.wish("takeback", seq=me.seq))["type"] == "ack"
                await seen(me, lambda place: place.now["take_back"] == "no")
                for _ in range(3):
                    await advance(me)
                await seen(other, lambda place: place.seq == me.seq)
                assert (me.now["take_back"], other.now["take_back"]) == ("free", "no")
                await advance(other)
                await seen(me, lambda place: place.seq == other.seq)
                assert (me.now["take_back"], other.now["take_back"]) == ("ask", "free")
                assert (await me.wish("takeback", seq=me.seq))["type"] == "ack"
                assert (await other.until("questionupdate"))["question"]["plies"] == 2
                await me.wish("resign", seq=me.seq)
                for place in (me, other):
                    await seen(place, lambda place: place.now["turn"] == -2)
                assert (me.now["take_back"], other.now["take_back"]) == ("no", "no")

    asyncio.run(script())


async def advance(place: Place) -> None:
    """Play the first card that carries a pirate forward, and wait until it is seen."""
    actions = GAMES["cartagena"].actions
    await at_once(place, next(code for code in place.now["legal"] if "back" not in actions[code].name))


# --- Aids --------------------------------------------------------------------


def test_what_is_hidden_is_told_by_its_place_in_the_view(db: str) -> None:
    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            code = (await ann.table("cartagena", "me", "guest"))["code"]
            async with ann.at(code) as place:
                known = (await place.wish("knowplease"))["unknown"]
                assert [(one["field"], one["index"]) for one in known[:2]] == [("hand", [1, 0]), ("hand", [1, 1])]
                assert place.now["view"]["hand"][1][0] == -2
                assert (known[-1]["field"], known[-1]["index"]) == ("deck", [])

    asyncio.run(script())


# --- Words and rules ---------------------------------------------------------


def test_words_and_rules_are_served_and_kept(db: str) -> None:
    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            said = await ann.http.get("/api/games/stratego/words/en")
            assert said.headers["content-type"].startswith("text/plain")
            assert said.text == text(GAMES["stratego"], "en")
            again = await ann.http.get("/api/games/stratego/words/en", headers={"if-none-match": said.headers["etag"]})
            assert (again.status_code, again.text) == (304, "")
            assert "hint-only" in (await ann.http.get("/api/words/hu")).text
            book = (await ann.http.get("/api/games/stratego/rules/en")).json()
            own = rulebook(GAMES["stratego"])
            clauses = [clause for section in book["sections"] for clause in section["clauses"]]
            assert book["title"] == own.title
            assert [clause["id"] for clause in clauses] == [clause.id for clause in own.clauses]
            assert clauses[0] == {"id": "STR-1", "marks": own.clauses[0].marks, "text": own.clauses[0].text}
            assert (await ann.http.get("/api/games/stratego/rules/tlh")).json()["title"]

    asyncio.run(script())


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/api/games/stratego/words/tlh", "it is told in: en"),
        ("/api/words/tlh", "it is told in: en, fr, hu"),
        ("/api/games/strategy/words/en", "did you mean 'stratego'?"),
        ("/api/games/strategy/rules/en", "did you mean 'stratego'?"),
        ("/api/words/..%2Fen", ""),
    ],
)
def test_words_that_are_not_there_are_not_found_and_those_that_are_are_named(path: str, reason: str, db: str) -> None:
    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            said = await ann.http.get(path)
            assert said.status_code == 404
            assert reason in said.json()["reason"]

    asyncio.run(script())


def test_rules_in_another_language_are_taken_if_they_are_there(tmp_path: Path) -> None:
    game = escapade.kernel.contract.Game(GAMES["cartagena"].rules)
    game.folder = tmp_path
    (tmp_path / "RULES.md").write_text("# Cartagena\n")
    (tmp_path / "RULES.fr.md").write_text("# Carthagène\n")
    assert [rulebook(game, lang).title for lang in ("en", "fr", "hu")] == ["Cartagena", "Carthagène", "Cartagena"]


# --- Records -----------------------------------------------------------------


def played(game: str = "cartagena", most: int = 10_000) -> str:
    """The record of a match, or of its beginning."""
    match, dice = escapade.new(game, 2, 3), random.Random(1)
    match.names = {0: "Zoe", 1: "greedy bot"}
    while match.turn >= 0 and len(match.log) < most:
        match.play(dice.choice(match.legal()))
    return match.record(Table="ourtable22")


async def put_up(guest: Guest, record: str) -> Any:
    return await guest.http.post("/api/records", json={"record": record}, timeout=60)


async def tables(server: Running) -> int:
    return int((await server.registry.store.driver.ask("SELECT count(*) FROM tables"))[0][0])


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_put_up_to_be_looked_at_and_shared(game: str, db: str) -> None:
    record = played(game)

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann, server.guest("Bob") as bob:
            said = await put_up(ann, record)
            assert said.status_code == 201
            info = said.json()
            assert info["code"] != "ourtable22"
            assert (info["status"], info["listed"], info["rated"], info["mine_to_host"]) == ("over", False, False, True)
            assert [(seat["name"], seat["kind"], seat["mine"]) for seat in info["seats"]] == [
                ("Zoe", "person", False),
                ("greedy bot", "bot", False),
            ]
            assert f'[Result "{info["result"]}"]' in record
            where = f"/api/tables/{info['code']}/replay"
            for observer in ("all", "public", "0", "1"):
                page = (await bob.http.get(where, params={"observer": observer})).json()
                assert len(page["moments"]) == min(201, page["plies"] + 1)
            end = (await bob.http.get(where, params={"observer": "all", "from": page["plies"]})).json()["moments"]
            assert [(moment["ply"], moment["turn"]) for moment in end] == [(page["plies"], -2)]
            beyond = (await bob.http.get(where, params={"observer": "all", "from": page["plies"] + 1})).json()
            assert beyond["moments"] == []
            again = (await bob.http.get(f"/api/tables/{info['code']}/record")).text
            assert again.split("\n\n")[1] == record.split("\n\n")[1]
            assert [table["code"] for table in (await ann.http.get("/api/tables?which=mine")).json()["tables"]] == [
                info["code"]
            ]
            assert (await bob.http.get("/api/tables?which=watch")).json()["tables"] == []

    asyncio.run(script())


@pytest.mark.parametrize("game", GAMES)
def test_an_unfinished_record_ends_where_it_ends_and_nobody_has_won(game: str, db: str) -> None:
    record = played(game, 40)

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            info = (await put_up(ann, record)).json()
            assert (info["status"], info["result"], info["turn"]) == ("over", "", [])
            page = (await ann.http.get(f"/api/tables/{info['code']}/replay?observer=all")).json()
            assert page["plies"] == int(record.split('[Plies "')[1].split('"')[0])
            assert page["moments"][-1]["turn"] >= 0
            assert page["moments"][-1]["events"][-1]["message"] == "table-stops"
            async with ann.at(info["code"]) as place:
                assert (place.now["turn"], place.now["ranking"], place.now["legal"]) == (-2, [], [])
                assert (await place.wish("resign", seq=place.seq))["type"] == "error"
            text = (await ann.http.get(f"/api/tables/{info['code']}/record")).text
            assert "[Result" not in text
            other = (await put_up(ann, text)).json()
            assert (other["status"], other["result"]) == ("over", "")

    asyncio.run(script())


def test_a_record_that_ends_where_chance_acts_stays_as_it_is(db: str) -> None:
    """Nothing is dealt that the record does not hold."""
    match = escapade.new("stalag17", 2, 3)
    cut = escapade.Match(match.game, match.seats, match.options)
    cut.replay([(ply.seat, ply.action.code) for ply in match.log[:5]])
    assert cut.turn == escapade.CHANCE

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            info = (await put_up(ann, cut.record())).json()
            page = (await ann.http.get(f"/api/tables/{info['code']}/replay?observer=all")).json()
            assert page["plies"] == 5

    asyncio.run(script())


def broken() -> dict[str, tuple[str, str]]:
    good = played()
    lines = good.splitlines()
    middle = len(lines) // 2
    return {
        "no record": ("hello", "line 1: this is neither a tag"),
        "another game": (good.replace('[Game "cartagena"]', '[Game "chess"]'), "there is no game 'chess'"),
        "own pieces": (good.replace("[Seats", '[Pieces "{}"]\n[Seats'), "pieces of someone's own"),
        "a wrong result": (good.replace("[Result", '[Result "9"]\n[Old'), "Result"),
        "a ply is missing": ("\n".join(lines[:middle] + lines[middle + 1 :]), ""),
    }


@pytest.mark.parametrize("what", broken())
def test_a_bad_record_is_refused_with_its_reason_and_nothing_is_written(what: str, db: str) -> None:
    record, reason = broken()[what]

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            said = await put_up(ann, record)
            assert said.status_code == 400, said.text
            assert reason in said.json()["reason"]
            assert await tables(server) == 0

    asyncio.run(script())


def test_how_large_and_how_many_records_are_is_bounded(db: str) -> None:
    async def script() -> None:
        async with running(db, limits=Limits(records=2)) as server, server.guest("Ann") as ann:
            assert (await put_up(ann, "x" * (1 << 20))).status_code == 413
            short = played(most=30)
            assert [(await put_up(ann, short)).status_code for _ in range(3)] == [201, 201, 429]
            async with server.guest("Bob") as bob:
                assert (await put_up(bob, short)).status_code == 201

    asyncio.run(script())


# --- Files -------------------------------------------------------------------


def test_what_is_large_is_packed_and_assets_are_kept_for_good(
    db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "page-1a2b.js").write_text("let a = 1;\n" * 500)
    (tmp_path / "index.html").write_text("<!doctype html>" + "<p>Escapade</p>" * 200)
    monkeypatch.setattr(app, "STATIC", tmp_path)

    async def script() -> None:
        async with running(db) as server, server.guest("Ann") as ann:
            script = await ann.http.get("/assets/page-1a2b.js")
            assert script.headers["content-encoding"] == "gzip"
            assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
            assert script.text == "let a = 1;\n" * 500
            known = {"if-none-match": script.headers["etag"]}
            assert (await ann.http.get("/assets/page-1a2b.js", headers=known)).status_code == 304
            plain = await ann.http.get("/assets/page-1a2b.js", headers={"accept-encoding": "identity"})
            assert "content-encoding" not in plain.headers
            assert (await ann.http.get("/assets/none.js")).status_code == 404
            for where in ("/", "/table/abc", "/api/games"):
                assert (await ann.http.get(where)).headers["content-encoding"] == "gzip"
            assert "content-encoding" not in (await ann.http.get("/api/me")).headers
            assert (await ann.http.get("/")).headers["cache-control"] == "no-cache"
            policy = script.headers["content-security-policy"]
            assert "default-src 'self'" in policy
            assert "script-src" not in policy  # so that it is 'self', and nothing inline
            assert "style-src 'self' 'unsafe-inline'" in policy  # a drawing's style attributes

    asyncio.run(script())
