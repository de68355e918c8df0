"""The web client's files: packed, and cached for good."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from escapade.server.http import static
from tests.server.clients import running


def test_what_is_large_is_packed_and_assets_are_kept_for_good(
    file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "assets" / "page-1a2b.js").write_text("let a = 1;\n" * 500)
    (tmp_path / "index.html").write_text("<!doctype html>" + "<p>Escapade</p>" * 200)
    monkeypatch.setattr(static, "STATIC", tmp_path)

    async def script() -> None:
        async with running(file) as server, server.guest("Ann") as ann:
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
