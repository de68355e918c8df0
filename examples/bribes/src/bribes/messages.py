"""What is said at a table of Bribes. All of it is made from views; the sentences are in `words/`."""

from bribes.rules import AMOUNTS, GIVE_UP, GOODS, KNOCK, OFFER, ONCE, SELLS, UNSEEN


def tell(before, seat, code, after):
    """What an observer is told of an action."""
    if code == UNSEEN or code < ONCE:
        return tell_offer(before, seat, code, after)
    if code < GIVE_UP:
        return "knock", {"who": seat, "count": code - ONCE + 1}
    if code < SELLS:
        return "gives-up", {"who": code - GIVE_UP}
    return "guard", {"good": GOODS[code - SELLS]}


def tell_offer(before, seat, code, after):
    """BRI-12: an offer is secret; BRI-5: after the last one all are shown."""
    if before.stage == OFFER and after.stage != OFFER:
        offered = [p for p in range(after.seats) if after.chosen[p] and after.shown[p]]
        offers = [("offered", {"seat": p, "amount": AMOUNTS[after.offer[p]]}) for p in offered]
        takers = [p for p in offered if after.worth[p] > before.worth[p]]
        args = {"offers": {"list": offers, "with": "and"}, "good": GOODS[before.good]}
        return ("shown-taken", {"who": takers[0], **args}) if takers else ("shown", args)
    if code == UNSEEN:
        return "offer-unseen", {"who": seat}
    return "offer", {"who": seat, "amount": AMOUNTS[code]}


def offer(view, seat, code):
    """What an action would do."""
    if code < ONCE:
        return "offer-offer", {"amount": AMOUNTS[code]}
    if code < GIVE_UP:
        return "offer-knock", {"count": code - ONCE + 1}
    return "offer-give-up", {}


def why_not(view, code, seat):
    """Why an action is not legal: the message, its arguments, and the clause."""
    if code >= SELLS:
        return "no-chance", {}, "BRI-3"
    if code >= GIVE_UP:
        return "no-giving-up", {}, "BRI-9"
    if code >= ONCE:
        return "no-knock", {}, "BRI-4"
    if view.stage != OFFER:
        return "no-offer-yet", {}, "BRI-5"
    if view.caught[seat]:
        return "no-caught", {}, "BRI-7"
    return "no-bundle", {"amount": AMOUNTS[code]}, "BRI-1"


def incomplete(view, seat):
    """BRI-5: one offer is a choice."""
    return "no-offer-yet", {}, "BRI-5"


def clauses(view):
    """The clauses that matter now."""
    return ("BRI-4", "BRI-6", "BRI-7") if view.stage == KNOCK else ("BRI-5", "BRI-6", "BRI-7")


def ending(view):
    """BRI-11: who has taken the most."""
    best = [p for p in range(view.seats) if not view.caught[p]]
    best = [p for p in best if view.worth[p] == max(view.worth[q] for q in best)]
    if len(best) == 1:
        return "ending", {"who": best[0], "count": view.worth[best[0]]}
    return "ending-equal", {}
