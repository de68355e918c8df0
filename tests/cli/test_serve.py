"""`escapade serve`, as it is typed: it says where it is, opens the page, and ends with a word."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from escapade.cli.serve import HOST, PORT
from escapade.kernel.names import BadInput
from escapade.server import run

from .conftest import program


@contextmanager
def usual_port_taken() -> Iterator[None]:
    """Someone, this test or not, listens on the usual port."""
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind((HOST, PORT))
            taken.listen()
        except OSError:
            pass
        yield


def until(path: Path, seconds: float = 30) -> str:
    """What is written there, once it is."""
    end = time.monotonic() + seconds
    while not (path.exists() and path.read_text().endswith("\n")):
        assert time.monotonic() < end
        time.sleep(0.05)
    return path.read_text().strip()


@pytest.mark.skipif(sys.platform == "win32", reason="signals and scripts as a Unix has them")
def test_the_page_is_opened_on_a_free_port_and_ctrl_c_closes_it_with_a_word(tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    env = {**os.environ, "BROWSER": f"{browser} %s", "XDG_DATA_HOME": str(tmp_path / "home"), "COLUMNS": "200"}
    with usual_port_taken():
        server = subprocess.Popen(program("serve", "--open"), stdout=-1, stderr=-1, encoding="utf-8", env=env)
        try:
            address = until(opened)
            with urllib.request.urlopen(f"{address}/healthz", timeout=10) as said:
                assert said.status == 200
            server.send_signal(signal.SIGINT)
            out, err = server.communicate(timeout=20)
        finally:
            server.kill()
    assert server.returncode == 0
    assert re.fullmatch(r"http://localhost:\d+", address)
    assert not address.endswith(f":{PORT}")
    said_all = out + err
    assert f"Escapade is open at {address}" in said_all
    assert f"port {PORT} is taken" in said_all
    assert "every move that was made is kept" in said_all
    assert "Traceback" not in said_all
    assert list((tmp_path / "home").rglob("escapade.db"))


def test_a_port_that_was_asked_for_and_is_taken_is_refused() -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(BadInput, match=f"cannot listen on {HOST}, port {port}"):
            run.listen(HOST, port)
        run.listen(HOST, port, 0).close()
