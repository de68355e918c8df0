"""What is true of every position of Bribes, how long a game can be, and which seats are alike."""

from bribes import rules
from escapade.kernel.names import NONE


def facts(s):
    """BRI-2 to BRI-12."""
    seats = range(s.seats)
    yield "BRI-2: no more than two guards sell the same", all(0 <= n <= rules.COPIES for n in s.guards)
    yield (
        "BRI-5: who has chosen offers what he has",
        all(s.shown[p] or not s.chosen[p] or s.bundle[p][s.offer[p]] for p in seats),
    )
    yield "BRI-5: who has not chosen offers nothing yet", all(s.chosen[p] or s.offer[p] == NONE for p in seats)
    yield "BRI-7: the caught have nothing", all(not s.caught[p] or s.worth[p] == 0 for p in seats)
    yield "BRI-7: who was overheard too often is caught", all(s.caught[p] or s.overheard[p] < s.limit for p in seats)
    yield "BRI-8: the leader is in the game", s.turn < 0 or not s.caught[s.leader]
    yield "a seat in the game acts", s.turn < 0 or not s.caught[s.turn]


def bound(s):
    """BRI-2: a round for each guard, in each a guard, a knock and offers; and everyone may give up once."""
    return rules.GOOD * rules.COPIES * (2 + s.seats) + s.seats


def symmetries(s):
    """Seats bid alike, but the order in which they lead is not renamed."""
    return []
