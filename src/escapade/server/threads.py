"""Work that takes long, beside the event loop: following logs of thousands of plies. Tables go first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

LONG = 500  # plies of a log from which on it is followed here
LIVE = ThreadPoolExecutor(2, "escapade-logs")  # of its own: whoever hashes a password does not wait for a replay
PAST = ThreadPoolExecutor(1, "escapade-past")  # and who plays does not wait for who looks at what is over

Given = ParamSpec("Given")
Made = TypeVar("Made")


async def in_thread(work: Callable[Given, Made], *args: Given.args, **more: Given.kwargs) -> Made:
    """Do something in a thread; few such things are done at once."""
    return await asyncio.get_running_loop().run_in_executor(LIVE, partial(work, *args, **more))


async def in_spare_thread(work: Callable[Given, Made], *args: Given.args, **more: Given.kwargs) -> Made:
    """Do something in a thread for who looks at matches that are over: one such thing at a time."""
    return await asyncio.get_running_loop().run_in_executor(PAST, partial(work, *args, **more))
