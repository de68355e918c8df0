"""What tests of deductions ask of Jailbreakers: tables, and what an unknown is in a guessed world."""

from random import Random

from escapade import State
from escapade.bots.deductions import Unknown
from escapade.games.jailbreakers.box import ACTIONS, ESCAPE_CARDS, SUCCESS
from escapade.games.jailbreakers.escape import card_at
from escapade.kernel.names import NONE
from escapade.laws.tables import Table

TABLES = [Table("jailbreakers", 1, {}), Table("jailbreakers", 3, {"snitch": True})]
LIKES = tuple(100 if "look" in verb.says or "use" in verb.says else 10 for verb in ACTIONS.verbs)
UNTOLD = {"known"}  # cards are told by their place in the deck
BY_CELL = False


def reading(unknown: Unknown, world: State, order: list[int]) -> str:
    """A card of the deck, or how many of the next ones are no success."""
    if unknown.index:
        return ESCAPE_CARDS[order[unknown.index[0]]]
    ahead = 1 if "next card" in unknown.what else int(unknown.what.split()[-2])
    return str(sum(card != SUCCESS for card in order[:ahead]))


def shuffled(world: State, dice: Random) -> list[int]:
    """The deck in some order that fits what is known of it."""
    order = [card_at(world, position) for position in range(sum(world.deck))]
    rest = [card for card, n in enumerate(world.deck) for _ in range(n - order.count(card))]
    dice.shuffle(rest)
    return [card if card != NONE else rest.pop() for card in order]
