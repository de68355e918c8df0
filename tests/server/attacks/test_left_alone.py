"""Tables that everybody has left: no bots play on among themselves."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.server.clients import running
from tests.server.live.test_table import Clockwork

GRACE = 10


def test_a_bot_plays_on_for_the_others_sake_and_not_among_bots(tmp_path: Path) -> None:
    """Or whoever opens tables with a bot and never comes would have more tables of bots alone than one may host."""

    async def script() -> None:
        clock = Clockwork()
        async with running(str(tmp_path / "t.db"), clock) as server, server.guest("Ann") as ann:
            more = {"left": "bot", "grace": GRACE, "options": {"first": 0}}
            codes = [(await ann.table("cartagena", "me", "novice", **more))["code"] for _ in range(6)]
            for _ in range(3):
                clock.now += GRACE * 1000 + 1
                await server.registry.upkeep.round()
            tables = [await server.registry.find(code) for code in codes]
            assert [table.history.replaced for table in tables] == [set()] * 6
            assert all(table.match is not None and table.match.turn == 0 for table in tables)

    asyncio.run(script())


def test_when_all_have_left_the_game_waits_for_them(tmp_path: Path) -> None:
    async def script() -> None:
        clock = Clockwork()
        async with (
            running(str(tmp_path / "t.db"), clock) as server,
            server.guest("Ann") as ann,
            server.guest("Bob") as bob,
        ):
            code = (await ann.table("cartagena", "me", "open", left="bot", grace=GRACE, options={"first": 0}))["code"]
            await bob.join(code)
            table = await server.registry.find(code)
            for _ in range(6):
                clock.now += GRACE * 1000 + 1
                await server.registry.upkeep.round()
                while table.bot_turns.running:
                    await asyncio.sleep(0.01)
            assert table.history.replaced == {0}
            assert table.match is not None
            assert table.match.turn == 1
            async with ann.at(code):  # who comes back does not wait for who stays away
                for _ in range(2):
                    clock.now += GRACE * 1000 + 1
                    await server.registry.upkeep.round()
                assert table.history.replaced == {1}

    asyncio.run(script())
