"""Short stories of Jailbreakers, kept as texts to be read: who acts, and what every observer sees of it."""

from collections.abc import Sequence

from escapade import CHANCE, OVER, Match, State

from ..playthroughs import Panel, check_story
from .table import CARDS, ESCAPE_CARDS, do, equip, guards, idle, new, plans, step

THREE = "Over the wall, Delivery van, Under the fence"
FIVE = THREE + ", Riot, Night shift"


def panel(view: State) -> Panel:
    """What lies on the table, as one observer sees it."""
    shown = {"turn": turn(view), "round": f"{view.round}, {name(view, view.first)} first"}
    shown["plans"] = ", ".join(plans(view)) or "none"
    shown["guards"] = ", ".join(f"{who} on {number}" for number, who in guards(view).items())
    for player in range(view.players):
        shown[name(view, player)] = prisoners(view, player)
    for player in range(view.players):
        shown[f"hand of {player}"] = listed(view.hand[player]) or "none"
    for player in range(view.players):
        shown[f"dice of {player}"] = dice(view, player) or "none"
    shown["materials"] = listed(view.supply[:10]) or "no material"
    shown["escape deck"] = counted(view.deck)
    shown["drawn"] = counted(view.drawn)
    for seat in range(view.seats):
        shown[f"seen by {seat}"] = seen(view, seat) or "nothing"
    return shown


def turn(view: State) -> str:
    if view.turn == OVER:
        return f"over, won by {name(view, view.winner)}" if view.winner >= 0 else "over"
    if view.turn == CHANCE:
        return f"chance, to {step(view)}"
    return f"seat {view.turn}, to {step(view)}"


def name(view: State, player: int) -> str:
    return f"seat {player}" if player < view.seats else "the phantom"


def prisoners(view: State, player: int) -> str:
    """Where a player's prisoners are."""
    said = f"prisoners inside {view.inside[player]}, escaped {view.escaped[player]}"
    for who, n in zip(("guards", "the warden"), view.caught[player], strict=True):
        said += f", caught by {who} {n}" if n else ""
    return said + (", has a snitch card" if view.snitch[player] else "")


def listed(held: Sequence[int]) -> str:
    """Cards counted by kind, as text."""
    return ", ".join(kind + (f" ×{n}" if n > 1 else "") for kind, n in zip(CARDS, held, strict=False) if n)


def counted(some: Sequence[int]) -> str:
    return ", ".join(f"{kind} {n}" for kind, n in zip(ESCAPE_CARDS, some, strict=True) if n) or "none"


def dice(view: State, player: int) -> str:
    """Where a player's dice lie, and what they show."""
    lying = [(i + 1, view.dice[player][i], view.pips[player][i]) for i in range(12) if view.dice[player][i]]
    return ", ".join(f"{pips} on {number}" + (" (two dice)" if n > 1 else "") for number, n, pips in lying)


def seen(view: State, seat: int) -> str:
    """Which cards of the escape deck a seat has looked at; 1 is the top one."""
    looked = [i for i in range(30) if view.looked[seat][i]]
    return ", ".join(f"{i + 1}: {ESCAPE_CARDS[c] if (c := view.known[seat][i]) >= 0 else '?'}" for i in looked)


def tell(file: str, title: str, match: Match, stream: str) -> None:
    check_story(__file__, file, title, match, stream, panel)


def next_round(match: Match) -> None:
    """Let the rest of a round pass."""
    now = match.view(None).round
    if step(match.view(None)) == "act":
        match.play("end the turn")
    while match.view(None).round == now:
        idle(match)


def test_the_beginning_of_a_game() -> None:
    """JB-4, JB-5, JB-6, JB-30, JB-31"""
    stream = """
        > Three players have fifteen materials: one of each kind, and a second of five kinds, drawn by lot.
        a second soap
        a second rope
        a second wire
        a second tape
        a second cloth
        > Four of the eleven plans come on offer, and the lot decides who is first.
        offer Riot
        offer Under the fence
        offer Night shift
        offer Across the bay
        seat 2 starts
        > Seat 2 rolls a 4 and may go to any location up to 4. In the Yard a material is taken for oneself, and one
        > is given to another player: seat 2 gives something that it has no use for.
        roll
        the die shows 4
        place on 2
        take cloth
        give pipe to seat 1
        end the turn
        > Seat 0 would like the Yard, too, but there lies a die.
        roll
        the die shows 3
        place on 3
        take cloth
        """
    tell("beginning", "The beginning of a game", new(3, first="lot"), stream)


def test_an_attempt_saved_by_the_money_bag() -> None:
    """JB-90, JB-61, JB-62, JB-65"""
    match = new(2, THREE, money_bag=True)
    equip(match, 0, "ladder, grappling hook, soap, pipe, cloth")
    stream = """
        > Ladder and grappling hook are all it takes to get over the wall, but six cards are to be drawn. Three
        > materials that it can spare go into a bribe.
        craft money bag
        pay soap
        pay pipe
        pay cloth
        attempt Over the wall
        turn up success
        draw on
        > The first failure does no harm yet, and seat 0 lets it count.
        turn up failure
        let it count
        draw on
        turn up success
        draw on
        turn up success
        draw on
        > The second one would be the end of it. The guard looks at the bag, and then the other way.
        turn up failure
        use money bag
        draw on
        > The sixth card: a prisoner is free. The objects go back, new plans come on offer.
        turn up success
        offer Riot
        offer Over the wall
        offer Rooftop run
        """
    tell("money-bag", "An attempt saved by the money bag", match, stream)


def test_three_snitches() -> None:
    """JB-91, JB-66, JB-68"""
    match = new(4, FIVE, snitch=True)
    equip(match, 0, "ladder, grappling hook")
    stream = """
        > Seat 0 names its plan, and everyone else has a word with the guards, from its left on.
        attempt Over the wall
        snitch
        snitch
        snitch
        > Ten cards of twenty are bad now. An attempt cannot be withdrawn; it can only be given up after a card.
        turn up success
        draw on
        turn up snitch
        draw on
        turn up success
        draw on
        > Seat 0 has gone on for too long. A second snitch is a second failure.
        turn up snitch
        > The three snitch cards are out of the game, and one failure card is out of the deck: next time it will be
        > easier. Only seat 0 can snitch now.
        """
    tell("three-snitches", "Three snitches", match, stream)


def test_the_phantom_is_caught_twice() -> None:
    """JB-80, JB-81, JB-82, JB-26, JB-31, JB-50"""
    match = new(1, "Over the wall, Riot", first="lot")
    do(match, "the phantom starts", "roll", "the die shows 1", "place on 1", "draw plank", "end the turn")
    idle(match)
    do(match, "roll", "the die shows 1", "place on 1", "draw tape", "end the turn")
    idle(match)
    do(match, "roll", "the die shows 1", "place on 2", "take soap", "give wire to seat 0", "end the turn")
    idle(match)
    stream = """
        > The phantom always goes to the lowest number that is open to it. That can be used. In the second round seat 0
        > first closes number 2 with a die of its own.
        roll
        the die shows 6
        place on 2
        take dye
        give pipe to the phantom
        end the turn
        > The phantom has pipe and tape now, and whatever it can craft it does craft.
        roll
        the die shows 1
        place on 1
        draw rope
        craft brass knuckles
        craft ladder
        end the turn
        > From the Guard post seat 0 sends a guard to number 1.
        roll
        the die shows 3
        place on 9
        move the guard on 4 to 1
        draw cloth
        end the turn
        > The phantom rolls another 1: with the die it has lying it can reach 2, which is occupied, and 1, which is
        > guarded. It is caught, and its die does not count.
        roll
        the die shows 1
        place on 1
        end the turn
        > So that it happens again.
        skip the roll
        craft guard outfit
        end the turn
        roll
        the die shows 1
        place on 1
        end the turn
        > Between the rounds the phantom buys them free whenever it can: not for its single material, but for each of
        > its objects.
        free from guard for ladder
        free from guard for brass knuckles
        """
    tell("phantom-caught-twice", "The phantom is caught twice", match, stream)


def test_a_raft_keeps_all_but_one() -> None:
    """JB-46, JB-64, JB-67"""
    match = new(2, THREE)
    equip(match, 0, "worker outfit, guard outfit, brass knuckles, raft")
    stream = """
        > The delivery van takes three objects, the raft is not among them.
        attempt Delivery van
        turn up failure
        > There are four cards to go. Instead of trusting to the lot, seat 0 looks: brass knuckles work in the middle
        > of an attempt, too.
        use brass knuckles
        look at success
        look at failure
        > The next one is fine, the one after it would be the second failure. Seat 0 gives up.
        give up
        > Half of three objects is one. But who has a raft may keep all but one of them.
        keep guard outfit
        keep brass knuckles
        """
    tell("raft", "A raft keeps all but one", match, stream)


def test_a_guard_outfit_on_a_guarded_location() -> None:
    """JB-44, JB-26, JB-28, JB-50"""
    match = new(2, THREE)
    equip(match, 0, "guard outfit")
    while guards(match.view(None)).get(1) is None:
        next_round(match)
    if match.turn == 1:
        idle(match)
    stream = """
        > A guard stands on 1. Seat 0 rolls a 1, and has nowhere else to go. Dressed as a guard it passes for one, and
        > does what is done in the Cell block.
        roll
        the die shows 1
        place on 1 with guard outfit
        draw rope
        end the turn
        > Seat 1 has no outfit. The location is occupied, so that the die is set aside, which is luck of a kind.
        roll
        the die shows 1
        set the die aside
        end the turn
        > Seat 0 may leave the outfit at home if it likes; with it on, 1 is still open to its second die.
        roll
        the die shows 1
        place on 1 with guard outfit
        draw wire
        """
    tell("guard-outfit", "A guard outfit on a guarded location", match, stream)


def test_peek_and_shovel() -> None:
    """JB-43, JB-46, JB-70"""
    match = new(2, THREE)
    equip(match, 0, "brass knuckles, shovel, worker outfit")
    stream = """
        > Before seat 0 attempts anything, it looks at the top two cards. Seat 1 sees that it looks, and at what, but
        > not what it sees.
        use brass knuckles
        look at failure
        look at success
        > A failure on top. The shovel puts it at the bottom, and seat 0 still knows where it is.
        use shovel
        attempt Under the fence
        turn up success
        draw on
        turn up failure
        > Not all is known, and a failure has come up. Giving up saves one of the two objects; then the deck is
        > shuffled, and nobody knows anything of it any more.
        give up
        keep shovel
        """
    tell("peek-and-shovel", "Peek and shovel", match, stream)


def test_all_prisoners_in_trouble() -> None:
    """JB-26, JB-10, JB-51"""
    match = new(2, THREE)
    idle(match, 24)
    stream = """
        > In round 5 a guard stands on 1. Whoever rolls a 1 then has no choice.
        roll
        the die shows 1
        place on 1
        end the turn
        skip the roll
        end the turn
        > The die has left the board, so that the next roll starts from nothing again.
        roll
        the die shows 1
        place on 1
        end the turn
        skip the roll
        end the turn
        roll
        the die shows 1
        place on 1
        end the turn
        skip the roll
        > The round is over. Seat 0 has nobody left inside, and neither materials nor objects: one prisoner comes back
        > for nothing, and in the next round seat 0 has a single turn.
        end the turn
        """
    tell("all-in-trouble", "All prisoners in trouble", match, stream)


def test_an_exchange_in_the_library() -> None:
    """JB-31, JB-21, JB-40"""
    match = new(2, THREE)
    do(match, "roll", "the die shows 6", "place on 1", "draw soap", "end the turn")
    idle(match)
    do(match, "roll", "the die shows 6", "place on 11", "take dye", "take wire", "end the turn")
    idle(match)
    stream = """
        > Seat 0 has soap, dye and wire, and is in need of a ladder. Its dice show 12 together, so that it may go
        > wherever it likes.
        roll
        the die shows 1
        place on 5
        > What is handed in waits aside: it cannot be taken again.
        exchange soap
        take plank
        exchange dye
        take rope
        > Two are exchanged, and only now do soap and dye lie in the supply.
        craft ladder
        end the turn
        """
    tell("library", "An exchange in the Library", match, stream)


def test_the_wardens_price() -> None:
    """JB-92, JB-28, JB-50"""
    match = new(2, THREE, warden=True)
    idle(match, 54)
    idle(match)
    do(match, "roll", "the die shows 6", "place on 1", "draw soap", "end the turn")
    idle(match)
    do(match, "roll", "the die shows 6", "place on 11", "take dye", "take wire", "end the turn")
    idle(match)
    do(match, "skip the roll", "end the turn")
    stream = """
        > The warden has come round to number 1, and seat 0 rolls a 1.
        roll
        the die shows 1
        place on 1
        end the turn
        skip the roll
        end the turn
        > The others of the round pass by.
        skip the roll
        end the turn
        skip the roll
        end the turn
        skip the roll
        end the turn
        skip the roll
        end the turn
        > For who was caught by a guard two materials would do. The warden takes three, or an object.
        free from warden for materials
        pay soap
        pay dye
        pay wire
        """
    tell("warden", "The warden's price", match, stream)


def test_discarding_down_to_seven() -> None:
    """JB-47, JB-27, JB-30"""
    match = new(2, THREE)
    equip(match, 1, "ladder, shovel, lock pick, soap gun, raft, grappling hook")
    equip(match, 1, "tape")
    equip(match, 0, "bed dummy, guard outfit")
    equip(match, 0, "bedsheet, dye, spoon, plank")
    next_round(match)
    next_round(match)
    stream = """
        > Both players hold seven cards, and seven is the limit. Seat 0 goes to the Yard all the same, and takes the
        > rope that a ladder is made with.
        roll
        the die shows 6
        place on 2
        take rope
        > Eight cards: before anything else is done, one goes back. It may be any, also an object.
        return cloth
        > Only then is seat 1 given something. It is of no use to seat 1, who has to part with a card in the middle of
        > another player's turn.
        give pipe to seat 1
        return tape
        end the turn
        skip the roll
        end the turn
        > In the Storeroom two are taken. That is one gain: both come first, then two are returned, and they may be
        > others than those that came.
        roll
        the die shows 6
        place on 11
        take wire
        take soap
        return spoon
        return bedsheet
        """
    tell("seven-cards", "Discarding down to seven", match, stream)


def test_the_second_one_out() -> None:
    """JB-13, JB-65, JB-43"""
    match = new(2, THREE)
    equip(match, 0, "ladder, grappling hook")
    do(match, "attempt Over the wall", "turn up success")
    for _ in range(5):
        do(match, "draw on", "turn up success")
    do(match, "offer Rooftop run", "offer Across the bay", "offer Riot")
    equip(match, 0, "ladder, grappling hook, bed dummy")
    stream = """
        > One prisoner of seat 0 is out already. The rooftop takes three objects and draws five cards; the bed dummy,
        > which is one of the three, makes four of them.
        attempt Rooftop run with bed dummy
        turn up success
        draw on
        turn up failure
        draw on
        turn up success
        draw on
        > With the last card the second prisoner is free, and the game is won. Nothing is tidied up any more.
        turn up success
        """
    tell("second-one-out", "The second one out", match, stream)
