"""The cards of Stalag 17: kinds, what each supplies, and the data file that counts them."""

from escapade.kernel.pieces import Piecewise

OBJECTS = ("clothes", "food", "document", "tool", "map")
TYPES = (*OBJECTS, "information", "barracks", "escape")  # S17-2
PAIRS = tuple((a, b) for a in range(5) for b in range(a + 1, 5))
WEIGHTS, VALUES = (1, 2, 3), (1, 2, 3, 4, 5, 6)  # surveillance and escape values a card may show (S17-3)

KINDS = (
    *(f"{name} {weight}" for name in OBJECTS for weight in WEIGHTS),
    *(f"{OBJECTS[a]}-{OBJECTS[b]}" for a, b in PAIRS),
    *(f"escape {value}/{weight}" for value in VALUES for weight in WEIGHTS),
    "barracks",
    "information",
)
DOUBLE, ESCAPE, BARRACKS, INFORMATION = 15, 25, 43, 44  # where the single objects end and each other sort begins
WILD = 31  # all five objects
# S17-7, S17-8: which objects a laid card can supply, one bit each; S17-9: an information card none
MASK = (*(1 << i // 3 for i in range(15)), *(1 << a | 1 << b for a, b in PAIRS), *(0,) * 18, WILD, 0)
BITS = tuple(group.bit_count() for group in range(32))  # how many objects are in a group of objects
POINTS = (*(0,) * 25, *(1 + i // 3 for i in range(18)), 0, 0)
IN_HAND, WHEN_LAID = 4, 4  # S17-4: surveillance of an information card in a hand, and of a barracks card laid
PRISONERS = 3  # S17-6: a player


class Others(Piecewise, frozen=True):
    """S17-1: the cards that are neither objects nor escape cards."""

    barracks: int
    information: int


class Pieces(Piecewise, frozen=True):
    """S17-1, S17-3: what a data file says."""

    reconstructed: bool
    objects: dict[str, list[int]]
    doubles: dict[str, int]
    escape: dict[str, list[int]]
    others: Others

    def check(self):
        """Say what is wrong, by field."""
        for table, names in (("objects", OBJECTS), ("doubles", KINDS[DOUBLE:ESCAPE]), ("escape", map(str, VALUES))):
            entries, wanted = getattr(self, table), list(names)
            if set(entries) != set(wanted):
                return {table: f"must have exactly these entries: {', '.join(wanted)}"}
            for name, number in entries.items():
                if table == "doubles" and not 0 <= number <= 9:
                    return {f"doubles.{name}": f"a surveillance value is from 0 to 9, not {number}"}
                if table != "doubles" and (len(number) != 3 or min(number) < 0):
                    return {f"{table}.{name}": "must be three numbers of cards, for surveillance 1, 2 and 3"}
        if min(self.others.barracks, self.others.information) < 0:
            return {"others": "a number of cards cannot be less than 0"}
        if not 40 <= sum(self.copies()) <= 99:
            return {"others": f"the game needs 40 to 99 cards in all, not {sum(self.copies())}"}
        if max(self.copies()) > 50:
            return {"objects": "there can be 50 cards of one kind at the most"}
        return {}

    def copies(self):
        """How many cards of each kind there are."""
        singles = [n for name in OBJECTS for n in self.objects[name]]
        escapes = [n for value in VALUES for n in self.escape[str(value)]]
        return [*singles, *(1 for _ in PAIRS), *escapes, self.others.barracks, self.others.information]

    def watched(self):
        """S17-3, S17-4: the surveillance value of each kind in a hand."""
        doubles = [self.doubles[name] for name in KINDS[DOUBLE:ESCAPE]]
        return [*WEIGHTS * len(OBJECTS), *doubles, *WEIGHTS * len(VALUES), 0, IN_HAND]
