"""Thread pools for replaying long logs outside the event loop: one for live tables, one for finished matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

LONG = 100  # plies from which a log is replayed in a thread
LIVE = ThreadPoolExecutor(2, "escapade-logs")  # apart from asyncio's, which hashes passwords
PAST = ThreadPoolExecutor(1, "escapade-past")  # so that players do not wait for replays of finished matches

Given = ParamSpec("Given")
Made = TypeVar("Made")


async def in_thread(work: Callable[Given, Made], *args: Given.args, **more: Given.kwargs) -> Made:
    """Run work of a live table in a thread."""
    return await asyncio.get_running_loop().run_in_executor(LIVE, partial(work, *args, **more))


async def in_spare_thread(work: Callable[Given, Made], *args: Given.args, **more: Given.kwargs) -> Made:
    """Run work on a finished match in a thread; one at a time."""
    return await asyncio.get_running_loop().run_in_executor(PAST, partial(work, *args, **more))
