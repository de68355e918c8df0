"""What the arguments of the messages of Cartagena can be."""

SYMBOLS = ("hook", "jug", "parrot", "pistol", "tricorne", "keys")
PLACES = ("outside", "7", "boat")
VALUES: dict[str, tuple[object, ...]] = {
    "who": (0, 1, "you", "Anna"),
    "card": SYMBOLS,
    "second": SYMBOLS,
    "laid": SYMBOLS,
    "segment": ("A", "F"),
    "first": (1, 31),
    "last": (6, 36),
    "count": (1, 2, 12),
    "actions": (3000,),
    "start": PLACES,
    "end": ("8", "c4"),
    "hand": ("hook ×2 and keys",),
    "crew": ("outside (3) and in the boat (2)",),
}
