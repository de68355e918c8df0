"""What the arguments of the messages of Jailbreakers can be."""

from escapade.games.jailbreakers import box
from escapade.games.jailbreakers.messages import slug

OBJECTS = ("clothes", "food", "document", "tool", "map")
PLACES = ("outside", "7", "boat")
VALUES: dict[str, tuple[object, ...]] = {
    "who": (0, 1, "you", "Anna"),
    "count": (1, 2, 12),
    "start": PLACES,
    "end": ("8", "c4"),
    "face": (*OBJECTS, "escape", 4),
    "place": (1, 2, 3, 4),
    "rounds": (200,),
    "other": (0, 1, "you", "phantom", "Anna"),
    "thing": tuple(map(slug, box.CARDS)),
    "given": tuple(map(slug, box.MATERIALS)),
    "plan": tuple(map(slug, box.PLANS)),
    "location": tuple(map(slug, box.LOCATIONS)),
    "catcher": ("guard", "warden"),
    "means": ("worker", "hook", "worker-hook", "guard", "worker-guard", "hook-guard", "worker-hook-guard"),
    "drawn": ("success", "failure", "snitch"),
    "hand": ("hook ×2 and keys",),
    "things": ("plank and rope",),
    "lacking": ("plank and no rope",),
    "places": ("3 and 6",),
    "plans": ("Riot and Night shift",),
    "value": (1, 12),
    "price": (2, 3),
    "result": ("asked", "failed", "escaped", "won", "going"),
}
