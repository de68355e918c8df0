"""What is in the box of Jailbreakers: words, options, data and the table of fields. The rules are in `rules`.

Clause numbers (JB-1, …) are those of RULES.md beside this file. A card is a number: first the ten materials, then the
objects. An object's own number, 0 to 10, is its place among the objects.
"""

from escapade.kernel.contract import Option
from escapade.kernel.fields import ALL, OWNER, Axis, Field, Fields, int8, int16
from escapade.kernel.notation import Actions, Verb
from escapade.kernel.pieces import Piecewise

# --- Vocabulary --------------------------------------------------------------

MATERIALS = ("bedsheet", "cloth", "dye", "spoon", "soap", "pipe", "plank", "rope", "wire", "tape")
OBJECTS = (
    *("bed dummy", "guard outfit", "worker outfit", "grappling hook", "raft"),  # used along with something else
    *("brass knuckles", "ladder", "shovel", "lock pick", "soap gun", "money bag"),  # used by saying so
)
(BED_DUMMY, GUARD_OUTFIT, WORKER_OUTFIT, GRAPPLING_HOOK, RAFT,
 BRASS_KNUCKLES, LADDER, SHOVEL, LOCK_PICK, SOAP_GUN, MONEY_BAG) = range(11)  # fmt: skip
CARDS = (*MATERIALS, *OBJECTS)
MADE = OBJECTS[:MONEY_BAG]  # JB-3, JB-41: the ten objects with a recipe
LOCATIONS = (
    *("Cell block", "Yard", "Laundry", "Kitchen", "Library", "Workshop"),
    *("Visiting room", "Showers", "Guard post", "Infirmary", "Storeroom", "Warden's office"),
)
PLANS = (
    *("Over the wall", "Under the fence", "Out of the front gate", "Through the sewer", "Night shift", "Rooftop run"),
    *("Riot", "Delivery van", "The long tunnel", "Across the bay", "Change of guard"),
)
ESCAPE_CARDS = ("success", "failure", "snitch")
SUCCESS, FAILURE, SNITCH_CARD = range(3)
CATCHERS = ("guard", "warden")  # JB-28
PLAYERS = (*(f"seat {seat}" for seat in range(5)), "the phantom")
PHANTOM = 5  # how the phantom is called in the name of an action; at the table it is the player after seat 0 (JB-80)

NUMBERS = tuple(str(number) for number in range(1, 13))  # JB-2
WORKER, HOOK, GUARD = 1, 2, 4  # JB-44 to JB-46: the objects a placing may use, a bit each
MEANS = (
    *("", " with worker outfit", " with grappling hook", " with worker outfit and grappling hook"),
    *(" with guard outfit", " with worker outfit and guard outfit", " with grappling hook and guard outfit"),
    " with worker outfit, grappling hook and guard outfit",
)

# The parts a location's action is made of, in the order in which they are done (JB-30, JB-31)
PARTS = ("move", "draw", "take", "give", "exchange", "steal material", "steal object")
MOVING, DRAWING, TAKING, GIVING, EXCHANGING, STEALING_MATERIAL, STEALING_OBJECT = range(7)

# What is to be decided next: first by chance, then by a player
STEPS = (
    *("double", "offer", "start", "throw", "draw", "look", "turn up"),
    *("roll", "place", "move", "take", "return", "give", "exchange", "replace", "steal"),
    *("act", "pay", "swap", "swap for", "snitch", "ignore", "go on", "keep", "free", "release"),
)
(TO_DOUBLE, TO_OFFER, TO_START, TO_THROW, TO_DRAW, TO_LOOK, TO_TURN_UP,
 TO_ROLL, TO_PLACE, TO_MOVE, TO_TAKE, TO_RETURN, TO_GIVE, TO_EXCHANGE, TO_REPLACE, TO_STEAL,
 TO_ACT, TO_PAY, TO_SWAP, TO_SWAP_FOR, TO_SNITCH, TO_IGNORE, TO_GO_ON, TO_KEEP, TO_FREE, TO_RELEASE,
) = range(26)  # fmt: skip

# JB-1, by seats from 1: prisoners (and as many dice) each, guards, materials, objects, plans on offer
TABLE = ((3, 3, 10, 10, 2), (3, 3, 10, 10, 3), (3, 2, 15, 20, 4), (3, 2, 20, 20, 5), (2, 1, 20, 20, 6))
GUARDED = {1: (6,), 2: (6, 12), 3: (3, 6, 9)}  # JB-2: where the guards start
FREE_TO_WIN = 2  # JB-13
LONGEST = 200  # JB-15: rounds
NAMES, WAYS, PRICES = len(PLAYERS), len(MEANS), len(OBJECTS) + 1  # labels of the last part of some verbs below
CROWD = 2  # JB-24: dice on one location, at the most
FURTHER = 2  # JB-46: what the grappling hook adds to the placement value
HAND = 7  # JB-47: cards, at the most
BAG = 3  # JB-90: materials a money bag costs
SPOILED = 2  # JB-61: failures that end an attempt

SEAT = Axis("seat", 5)  # in solo play the phantom sits beside seat 0
MATERIAL = Axis("material", MATERIALS)
OBJECT = Axis("object", OBJECTS)
CARD = Axis("card", CARDS)
PLAN = Axis("plan", PLANS)
LOCATION = Axis("location", LOCATIONS)
NUMBER = Axis("number", NUMBERS)
PART = Axis("part", PARTS)
CATCHER = Axis("catcher", CATCHERS)
ESCAPE = Axis("escape card", ESCAPE_CARDS)
POSITION = Axis("position", 30)  # in the escape deck, from the top
STEP = Axis("step", STEPS)

ACTIONS = Actions(
    Verb("roll"),  # JB-11
    Verb("skip the roll"),  # JB-20
    Verb("place on {number}{means}", number=NUMBERS, means=MEANS),  # JB-23 to JB-26
    Verb("set the die aside"),  # JB-25
    Verb("move the guard on {start} to {end}", start=NUMBERS, end=NUMBERS),  # JB-31
    Verb("take {material}", material=MATERIALS),  # JB-30, JB-31
    Verb("give {material} to {player}", material=MATERIALS, player=PLAYERS),  # JB-30
    Verb("exchange {material}", material=MATERIALS),  # JB-31, JB-46
    Verb("exchange no more"),  # JB-31
    Verb("for {material} of {player}", material=MATERIALS, player=PLAYERS),  # JB-46
    Verb("steal {card} from {player}", card=CARDS, player=PLAYERS),  # JB-30
    Verb("return {card}", card=CARDS),  # JB-47
    Verb("craft {object}", object=OBJECTS),  # JB-40, JB-90
    Verb("pay {material}", material=MATERIALS),  # JB-50, JB-90
    Verb("end the turn"),  # JB-11
    Verb("use {object}", object=OBJECTS[BRASS_KNUCKLES:]),  # JB-42
    Verb("attempt {plan}{means}", plan=PLANS, means=("", " with bed dummy")),  # JB-60, JB-43
    Verb("snitch"),  # JB-91
    Verb("stay silent"),
    Verb("draw on"),  # JB-61
    Verb("give up"),  # JB-64
    Verb("let it count"),  # JB-90
    Verb("keep {object}", object=MADE),  # JB-67
    Verb("keep no more"),  # JB-46
    Verb("free from {catcher} for {price}", catcher=CATCHERS, price=(*OBJECTS, "materials")),  # JB-50
    Verb("free no more"),
    Verb("release from {catcher}", catcher=CATCHERS),  # JB-51
    Verb("a second {material}", material=MATERIALS),  # chance: JB-4
    Verb("offer {plan}", plan=PLANS),  # chance: JB-5, JB-65
    Verb("{player} starts", player=PLAYERS),  # chance: JB-6
    Verb("the die shows {face}", face=("1", "2", "3", "4", "5", "6")),  # chance: JB-11
    Verb("draw {material}", material=MATERIALS),  # chance: JB-31
    Verb("look at {card}", card=ESCAPE_CARDS),  # chance: JB-43
    Verb("turn up {card}", card=ESCAPE_CARDS),  # chance: JB-61
    Verb("look at a card"),  # what others hear of a card looked at: JB-70
)
(ROLL, SKIP, PLACE, SET_ASIDE, MOVE, TAKE, GIVE, EXCHANGE, NO_EXCHANGE, SWAP_FOR, STEAL, RETURN, CRAFT, PAY, END,
 USE, ATTEMPT, SNITCH, SILENCE, DRAW_ON, GIVE_UP, COUNT, KEEP, NO_KEEP, FREE, NO_FREE, RELEASE,
 DOUBLE, OFFER, START, THROW, DRAW, LOOK, TURN_UP, LOOK_UNSEEN) = ACTIONS.bases  # fmt: skip
MAX_ACTIONS = 64

OPTIONS = (
    Option("money_bag", False, "two money bags join the objects", "JB-90"),
    Option("snitch", False, "each player has a snitch card", "JB-91"),
    Option("warden", False, "the warden replaces a guard", "JB-92"),
    Option(
        "solo_rounds", 12, "rounds within which a solo game is to be won; 0: no limit", "JB-83", low=0, high=LONGEST
    ),
    Option("first", "lot", "who is first", "JB-6", ("lot",), seat=True),
)


# --- Data --------------------------------------------------------------------


class Deck(Piecewise, frozen=True):
    """JB-3: the escape deck."""

    success: int
    failure: int


class Location(Piecewise, frozen=True):
    """JB-30, JB-31: a location's number and the parts of its action."""

    number: int
    move: int = 0
    draw: int = 0
    take: int = 0
    of: tuple[str, ...] = ()
    give: int = 0
    exchange: int = 0
    steal: str = ""

    def parts(self):
        """How often each part is done, in the order of PARTS."""
        steals = [int(self.steal == "material"), int(self.steal == "object")]
        return [self.move, self.draw, self.take, self.give, self.exchange, *steals]

    def fault(self):
        """What keeps this from being a location: (field, reason), or None."""
        if not 1 <= self.number <= len(NUMBERS):
            return "number", f"locations are numbered from 1 to {len(NUMBERS)}, not {self.number}"
        for part in ("move", "draw", "take", "give", "exchange"):
            if not 0 <= getattr(self, part) <= 3:
                return part, f"must be from 0 to 3, not {getattr(self, part)}"
        if self.of and self.take == 0:
            return "of", "says what may be taken, but nothing is taken here"
        for name in self.of:
            if name not in MATERIALS:
                return "of", f"there is no material {name!r}"
        if self.steal not in ("", "material", "object"):
            return "steal", f"must be material or object, not {self.steal!r}"
        return None


class Plan(Piecewise, frozen=True):
    """JB-69: what a plan takes, and how many escape cards are drawn."""

    draws: int
    objects: list[str]


class Pieces(Piecewise, frozen=True):
    """JB-3, JB-31, JB-41, JB-69: what a data file says."""

    reconstructed: list[str]
    escape: Deck
    locations: dict[str, Location]
    recipes: dict[str, list[str]]
    plans: dict[str, Plan]

    def check(self):
        """Say what is wrong, by field."""
        tables = (("locations", LOCATIONS), ("recipes", MADE), ("plans", PLANS))
        for name in self.reconstructed:
            if name not in ("escape", *(table for table, _ in tables)):
                return {"reconstructed": f"there is no table {name!r}"}
        for table, names in tables:
            if set(getattr(self, table)) != set(names):
                return {table: f"must have exactly these entries: {', '.join(names)}"}
        return self.check_locations() or self.check_recipes() or self.check_plans() or self.check_deck()

    def check_locations(self):
        """JB-2: twelve numbers, each once."""
        taken: dict[int, str] = {}
        for name, location in self.locations.items():
            fault = location.fault()
            if fault:
                return {f"locations.{name}.{fault[0]}": fault[1]}
            if location.number in taken:
                return {
                    f"locations.{name}.number": f"{taken[location.number]} has the number {location.number} already"
                }
            taken[location.number] = name
        return {}

    def check_recipes(self):
        """JB-40: two materials, and different ones, since with one card of each (JB-4) there is no second."""
        for name, recipe in self.recipes.items():
            for material in recipe:
                if material not in MATERIALS:
                    return {f"recipes.{name}": f"there is no material {material!r}"}
            if len(recipe) != 2 or recipe[0] == recipe[1]:
                return {f"recipes.{name}": "must be two different materials"}
        return {}

    def check_plans(self):
        """JB-60, JB-61: objects that can be made and held, and cards to draw."""
        for name, plan in self.plans.items():
            for thing in plan.objects:
                if thing not in MADE:
                    return {f"plans.{name}.objects": f"there is no object {thing!r}"}
                if plan.objects.count(thing) > 1:
                    return {f"plans.{name}.objects": f"{thing} stands twice, and nobody owns two"}
            if not 2 <= len(plan.objects) <= HAND:
                return {f"plans.{name}.objects": f"must be from 2 to {HAND} objects, not {len(plan.objects)}"}
            if not 2 <= plan.draws <= 9:
                return {f"plans.{name}.draws": f"must be from 2 to 9 cards, not {plan.draws}"}
        return {}

    def check_deck(self):
        """JB-61: even without any failure card there is a card for every draw."""
        most = max(plan.draws for plan in self.plans.values())
        if not most <= self.escape.success <= 15:
            return {"escape.success": f"must be from {most} (the most a plan draws) to 15, not {self.escape.success}"}
        if not 1 <= self.escape.failure <= 10:
            return {"escape.failure": f"must be from 1 to 10, not {self.escape.failure}"}
        return {}


# --- State -------------------------------------------------------------------

# fmt: off
FIELDS = Fields(
    Field("seats",     int8,  (),               ALL,   "seats at the table"),
    Field("players",   int8,  (),               ALL,   "how many play: the seats or, in solo play, 2"),
    Field("deadline",  int16, (),               ALL,   "solo: rounds within which it is to be won; 0: no such limit"),
    Field("location",  int8,  (NUMBER,),        ALL,   "what lies at each number", holds=LOCATION),
    Field("action",    int8,  (NUMBER, PART),   ALL,   "how often each part of its action is done"),
    Field("of",        int16, (NUMBER,),        ALL,   "materials that may be taken there; none: any", bits=MATERIAL),
    Field("recipe",    int8,  (OBJECT, 2),      ALL,   "the two materials; NONE: any three", holds=MATERIAL),
    Field("needs",     int16, (PLAN,),          ALL,   "objects of each plan", bits=OBJECT),
    Field("draws",     int8,  (PLAN,),          ALL,   "escape cards it draws"),
    Field("failures",  int8,  (),               ALL,   "failure cards there are, in the deck or out of it"),
    Field("step",      int8,  (),               ALL,   "what is to be decided", holds=STEP),
    Field("to_double", int8,  (),               ALL,   "kinds of material that still get a second card"),
    Field("on_offer",  int8,  (),               ALL,   "how many plans are on offer, when all are"),
    Field("offered",   int8,  (PLAN,),          ALL,   "1: on offer"),
    Field("supply",    int8,  (CARD,),          ALL,   "cards of each kind in the common supply"),
    Field("stock",     int8,  (),               ALL,   "how many of them are materials"),
    Field("hand",      int8,  (SEAT, CARD),     ALL,   "cards of each player, open to all", seated=True),
    Field("materials", int8,  (SEAT,),          ALL,   "how many of them are materials", seated=True),
    Field("objects",   int8,  (SEAT,),          ALL,   "… and objects", seated=True),
    Field("inside",    int8,  (SEAT,),          ALL,   "prisoners neither escaped nor in trouble", seated=True),
    Field("caught",    int8,  (SEAT, CATCHER),  ALL,   "prisoners in trouble, by who caught them", seated=True),
    Field("escaped",   int8,  (SEAT,),          ALL,   "prisoners escaped", seated=True),
    Field("snitch",    int8,  (SEAT,),          ALL,   "1: has a snitch card", seated=True),
    Field("guard",     int8,  (NUMBER,),        ALL,   "1: a guard stands there, 2: the warden"),
    Field("dice",      int8,  (SEAT, NUMBER),   ALL,   "dice of each player on each location", seated=True),
    Field("pips",      int8,  (SEAT, NUMBER),   ALL,   "what they show together", seated=True),
    Field("round",     int16, (),               ALL,   "rounds begun"),
    Field("first",     int8,  (),               ALL,   "who is first in this round; NONE before the lot", holds=SEAT),
    Field("turns",     int8,  (SEAT,),          ALL,   "turns still to come in this round", seated=True),
    Field("player",    int8,  (),               ALL,   "whose turn it is, whoever decides", holds=SEAT),
    Field("roll",      int8,  (),               ALL,   "the die rolled in this turn; 0: none"),
    Field("used",      int16, (),               ALL,   "objects whose ability was used in this turn", bits=OBJECT),
    Field("at",        int8,  (),               ALL,   "where the die went in this turn, or NONE", holds=NUMBER),
    Field("todo",      int8,  (PART,),          ALL,   "what is still to be done of the location's action"),
    Field("aside",     int8,  (MATERIAL,),      ALL,   "handed in for exchange, not yet in the supply"),
    Field("swapped",   int8,  (),               ALL,   "what the soap gun gives away, or NONE", holds=MATERIAL),
    Field("to_pay",    int8,  (),               ALL,   "materials still to be paid, for a money bag or a prisoner"),
    Field("plan",      int8,  (),               ALL,   "the plan being attempted, or NONE", holds=PLAN),
    Field("staked",    int16, (),               ALL,   "objects used in the attempt, but for those kept", bits=OBJECT),
    Field("asked",     int8,  (),               ALL,   "who is asked for a snitch, or NONE", holds=SEAT),
    Field("to_draw",   int8,  (),               ALL,   "escape cards still to be drawn"),
    Field("failed",    int8,  (),               ALL,   "failures that count against the attempt"),
    Field("to_keep",   int8,  (),               ALL,   "objects to be kept after giving up"),
    Field("may_keep",  int8,  (),               ALL,   "… and that may be kept besides"),
    Field("deck",      int8,  (ESCAPE,),        ALL,   "cards in the escape deck"),
    Field("drawn",     int8,  (ESCAPE,),        ALL,   "cards drawn in the attempt"),
    Field("looked",    int8,  (SEAT, POSITION), ALL,   "1: has looked at this card of the deck", seated=True),
    Field("known",     int8,  (SEAT, POSITION), OWNER, "the card seen there, or NONE", holds=ESCAPE),
    Field("to_look",   int8,  (),               ALL,   "cards still to be looked at"),
    Field("looking",   int8,  (),               ALL,   "which one is next", holds=POSITION),
    Field("to_free",   int8,  (),               ALL,   "players who may still free prisoners between two rounds"),
    Field("winner",    int8,  (),               ALL,   "who has won; NONE: nobody yet, or nobody", holds=SEAT),
    Field("turn",      int8,  (),               ALL,   "a seat, CHANCE (also for the phantom) or OVER", holds=SEAT),
)
# fmt: on
