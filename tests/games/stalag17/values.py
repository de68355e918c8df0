"""What the arguments of the messages of Stalag 17 can be."""

OBJECTS = ("clothes", "food", "document", "tool", "map")
DOUBLES = tuple(f"{a}-{b}" for i, a in enumerate(OBJECTS) for b in OBJECTS[i + 1 :])
PLACES = ("outside", "7", "boat")
VALUES: dict[str, tuple[object, ...]] = {
    "who": (0, 1, "you", "Anna"),
    "count": (1, 2, 12),
    "start": PLACES,
    "end": ("8", "c4"),
    "shows": (*OBJECTS, *DOUBLES, "escape", "barracks", "information"),
    "points": (1, 6),
    "weight": (1, 3),
    "surveillance": (1, 20),
    "face": (*OBJECTS, "escape", 4),
    "place": (1, 2, 3, 4),
    "rounds": (200,),
    "hand": ("hook ×2 and keys",),
    "there": ("food 1 and food-map",),
}
