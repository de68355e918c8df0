"""A real `escapade serve` in a process of its own, and what it costs its machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

STRANGERS = {"FORWARDED_ALLOW_IPS": "192.0.2.1"}  # this machine is then no proxy, but a client like any other
PAGE = os.sysconf("SC_PAGE_SIZE")


class ServerProcess:
    """A running server, which leads a session of processes."""

    def __init__(self, going: subprocess.Popen[str], port: int) -> None:
        self.going, self.port = going, port
        self.url = f"http://127.0.0.1:{port}"

    def processes(self) -> list[int]:
        """The resident bytes of it, and of each process that it has started."""
        found = []
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                with suppress(OSError, IndexError):  # it may end while it is looked at
                    after_name = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                    if int(after_name[3]) == self.going.pid:
                        found.append(int(after_name[21]) * PAGE)
        return found

    def worked(self) -> float:
        """Seconds that its first process has had of any processor."""
        after_name = Path(f"/proc/{self.going.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self) -> int:
        """Bytes of memory that all of it holds now."""
        return sum(self.processes())


@contextmanager
def serving(folder: Path, *options: str, env: dict[str, str] | None = None) -> Iterator[ServerProcess]:
    """Start a server on a free port, and end it with all that it has started."""
    command = [sys.executable, "-m", "escapade", "serve", "--db", str(folder / "t.db"), "--port", "0", *options]
    more: dict[str, Any] = {"env": {**os.environ, **(env or {})}, "text": True, "start_new_session": True}
    log = folder / "server.log"
    with log.open("w") as said:
        going = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, **more)
    try:
        assert going.stdout is not None
        line = going.stdout.readline()
        found = [word for word in line.split() if word.startswith("http://")]
        assert found, f"the server did not start: {log.read_text()[-500:]}"
        yield ServerProcess(going, int(found[0].rpartition(":")[2]))
    finally:
        going.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            going.wait(20)
        with suppress(ProcessLookupError):
            os.killpg(going.pid, signal.SIGKILL)
        going.wait()
        if going.stdout is not None:
            going.stdout.close()
