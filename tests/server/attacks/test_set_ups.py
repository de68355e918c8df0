"""What seats do at the same time: nobody undoes what another has handed in, nor stops a clock by it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from escapade.server.live import audit
from tests.server.clients import running
from tests.server.live.test_table import Clockwork, placements, seen

LIVE = {"kind": "live", "seconds": 60, "increment": 5}


def test_a_take_back_leaves_what_the_other_has_handed_in(tmp_path: Path) -> None:
    """Red places a piece and takes it back: Blue's set-up lies where it lay, in memory, on the disk and elsewhere."""
    clock = Clockwork()

    async def script() -> None:
        async with (
            running(str(tmp_path / "t.db"), clock) as server,
            server.guest("Ann") as ann,
            server.guest("Ben") as ben,
        ):
            code = (await ann.table("stratego", "me", "open", clock=LIVE))["code"]
            await ben.join(code)
            async with ann.at(code) as first, ben.at(code) as second:
                red, blue = (first, second) if first.now["turn"] == 0 else (second, first)
                table, store = server.registry.tables[1], server.registry.store
                assert (await blue.wish("submitahead", actions=placements(blue)))["type"] == "ack"
                kept = await store.pending(table.row.id)
                for _ in range(2):
                    await seen(red, lambda p: p.seq == table.history.seq)
                    assert (await red.act(red.now["legal"][0]))["type"] == "ack"
                    assert (await red.wish("takeback", seq=red.seq))["type"] == "ack"
                await seen(blue, lambda p: p.seq == table.history.seq)
                assert blue.now["confirmed"][blue.now["observer"]]
                assert blue.now["pending"] == 24
                assert await store.pending(table.row.id) == kept
                again = await audit.read(store, table.row)
                assert again.fault is None
                assert again.match is not None
                assert again.match.confirmed(blue.now["observer"])
                await seen(red, lambda p: p.seq == table.history.seq)
                assert (await red.wish("submitahead", actions=placements(red)))["type"] == "ack"
                await seen(blue, lambda p: not p.now["together"])

    asyncio.run(script())
