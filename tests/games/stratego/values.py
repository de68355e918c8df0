"""What the arguments of the messages of Stratego can be."""

RANKS = ("spy", "scout", "miner", "sergeant", "major", "colonel", "general")
PLACES = ("outside", "7", "boat")
VALUES: dict[str, tuple[object, ...]] = {
    "who": (0, 1, "you", "Anna"),
    "count": (1, 2, 12),
    "colour": ("red", "blue", "none"),
    "loser": ("red", "blue", "none"),
    "rank": ("flag", *RANKS, "bomb", "unknown"),
    "attacker": RANKS,
    "defender": RANKS,
    "start": PLACES,
    "end": ("8", "c4"),
    "left": ("flag, spy",),
    "filled": (0, 23),
    "limit": (200,),
    "target": ("flag", *RANKS, "bomb", "unknown"),
}
