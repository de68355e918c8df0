"""Bribes of `examples/`, as a package that is installed beside Escapade."""

import sys
from pathlib import Path

from escapade.kernel.contract import Game, game_of

SOURCE = Path(__file__).parents[3] / "examples/bribes/src"
if str(SOURCE) not in sys.path:
    sys.path.insert(0, str(SOURCE))
BRIBES: Game = game_of("bribes")


def install(folder: Path) -> str:
    """Install Bribes in a folder as pip would; return what PYTHONPATH has to name besides."""
    about = folder / "escapade_bribes-1.0.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: escapade-bribes\nVersion: 1.0.0\n")
    (about / "entry_points.txt").write_text("[escapade.games]\nbribes = bribes:GAME\n")
    return f"{SOURCE}:{folder}"
