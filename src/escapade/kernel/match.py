"""The one door. A match asks: your turn? legal? Only then do the rules act; a refused action changes nothing.

The log is the truth: the state is what `apply` makes of the opening and the log, and can be made again at any time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from escapade.kernel.contract import Game
from escapade.kernel.dealer import (
    Dealer,
    SeededDealer,
    SystemDealer,
    VerifiableDealer,
    commitment,
    draw_number,
    offsets_as_text,
    parse_offsets,
)
from escapade.kernel.fields import State, View, set_cell
from escapade.kernel.names import CHANCE, NONE, OVER, SPECTATOR, UNHEARD, BadInput, Refused, whole_number
from escapade.kernel.notation import FORMAT, Action, Ply, chain, read_record, write_record

AnyAction = Action | int | str
CHOSEN = "you have chosen; take it back to choose otherwise, as long as not all have chosen"


class MatchListener(Protocol):
    """A listener that follows a match as it is played, and may see everything."""

    def hear(self, ply: Ply, heard: Mapping[int, int]) -> None:
        """This will be done now, and each pair of ears hears this of it."""
        ...

    def see(self, ply: Ply) -> None:
        """This was done."""
        ...


class Trial(NamedTuple):
    """A seat's view with its pending actions in it, as if it were its turn."""

    view: View
    complete: bool  # is the seat's choice complete?
    refused: Refused | None  # why its pending actions do not fit, if they do not


class Match:
    """A game being played: options, log and state. Everything that leaves for a seat comes from `view` and `heard`."""

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        pieces: Any = None,
        dealer: Dealer | None = None,
    ) -> None:
        self.game = game
        self.seats = game.check_seats(seats)
        self.options = game.check_options(options or {}, self.seats)
        self.pieces = game.pieces() if pieces is None else pieces
        self.dealer = dealer
        self.log: list[Ply] = []
        self.draw_offsets: list[tuple[int, int]] = []  # from which ply on how many had been taken back, for the dice
        self.names: dict[int, str] = {}
        self.refusals: dict[int, Refused] = {}  # why pending actions of a seat were given back
        self._pending: dict[int, list[Action]] = {}
        self._legal: list[int] | None = None  # by code, if that was asked since the last action
        self.listener: MatchListener | None
        self._looked: tuple[int, State, int]  # for reveals: so many plies, the state after them, the last that told
        self._restart()
        self._run()

    # --- What there is ---

    @property
    def turn(self) -> int:
        """The seat to act, CHANCE or OVER."""
        turn: int = self._state.turn
        return turn

    @property
    def together(self) -> bool:
        """Do seats choose simultaneously, unseen by each other?"""
        return bool(self._choosing)

    @property
    def phase(self) -> int:
        """The number of plies at which the present simultaneous phase began; NONE outside of one."""
        return self._phase

    def acting(self) -> list[int]:
        """The seats that have to choose now: the one at the turn, or all whose simultaneous choice is not handed in."""
        if not self._choosing:
            return [self.turn] if self.turn >= 0 else []
        return [seat for seat in self._choosing if not self.confirmed(seat)]

    def legal(self, seat: int | None = None) -> list[Action]:
        """What a seat may do now: the seat at the turn, or chance when the dice are the caller's, if none is named."""
        return [self.game.actions[code] for code in self.legal_codes(seat)]

    def legal_codes(self, seat: int | None = None) -> list[int]:
        """The same by code; asked of the rules once for every state, and from the view of a seat that chooses ahead."""
        seat = self.turn if seat is None else self._seat(seat)
        if seat == self.turn and not self._pending.get(seat):
            return self._legal_now()[:]
        return self.game.legal(self._trial(seat).view) if seat in self.acting() else []

    def acting_view(self, seat: int) -> View:
        """What a seat knows that has to choose now, as if it were its turn, with its pending actions done."""
        return self._trial(seat).view.copy() if self._seat(seat) in self._choosing else self.view(seat)

    def chosen_codes(self, seat: int) -> list[int]:
        """What a seat has chosen so far in this simultaneous phase. Only that seat may learn it."""
        if not self._choosing:
            return []
        plies = enumerate(self.log[self._phase :], self._phase)
        done = [ply.action.code for i, ply in plies if ply.seat == seat and i not in self.anytime_plies]
        return done + [action.code for action in self._pending.get(self._seat(seat), ())]

    def _legal_now(self) -> list[int]:
        if self._legal is None:
            self._legal = [code for code, _ in self.odds()] if self.turn == CHANCE else self.game.legal(self._state)
        return self._legal

    def odds(self) -> list[tuple[int, int]]:
        """What chance may do now, as (code, weight)."""
        return self.game.odds(self._state) if self.turn == CHANCE else []

    def anytime(self, seat: int) -> list[Action]:
        """What a seat may do whether or not it is its turn: resign, for instance."""
        return [self.game.actions[code] for code in self.anytime_codes(seat)]

    def anytime_codes(self, seat: int) -> list[int]:
        """The same by code."""
        return self.game.anytime(self._state, self._seat(seat))

    def view(self, seat: int | None) -> View:
        """What a seat may know; None is the public view, a spectator's."""
        return self.game.view(self._state, SPECTATOR if seat is None else self._seat(seat))

    def seen(self, eye: int) -> View:
        """What any observer see: a seat's, a spectator's, or OMNISCIENT, who may see everything."""
        return self.game.seen(self._state, eye)

    def heard(self, seat: int | None) -> list[tuple[int, Action]]:
        """Who did what, as a seat perceived it; what it did not notice is not in the list."""
        return [(who, self.game.actions[code]) for who, code in self.heard_codes(seat)]

    def heard_codes(self, seat: int | None) -> list[tuple[int, int]]:
        """The same by code, as bots receive it."""
        return self._heard[SPECTATOR if seat is None else self._seat(seat)][:]

    def returns(self) -> list[float]:
        """The score of each seat; all 0 before the end."""
        return self.game.returns(self._state, self.seats)

    def ranking(self) -> list[list[int]]:
        """The seats by place, best first; equal seats share a place. Empty before the end.

        A seat alone plays against the game, which has a place but no seat: [[0], []] is won, and [[], [0]] lost.
        """
        if self.turn != OVER:
            return []
        score = self.returns()
        if self.seats == 1:
            return solo_ranking(score[0])
        return [[s for s in range(self.seats) if score[s] == value] for value in sorted(set(score), reverse=True)]

    def result(self) -> str:
        """The ranking as text: "2 > 0 = 1"; of a seat alone, "won", "lost" or "drawn"."""
        return result_text(self.ranking())

    def bytes(self) -> bytes:
        """The state as bytes: equal matches, equal bytes."""
        return self.game.fields.bytes(self._state)

    # --- What can be done ---

    def play(self, action: AnyAction, seat: int | None = None) -> None:
        """Do one action, for the seat whose turn it is unless another is named; then chance and pending actions follow.

        Where seats choose simultaneously, the choice of a seat that is not at the turn stays pending until it is.
        Raises Refused, with the clause, if the rules do not allow it; nothing has changed then.
        """
        found = self._action(action, seat)
        who = self.turn if seat is None else self._seat(seat)
        if self._ahead(who) and found.code not in self.game.anytime(self._state, who):
            self._choose(who, found)
        else:
            self._apply(self._door(found, seat), found)
        self._run()

    def play_all(self, actions: Iterable[AnyAction], seat: int | None = None) -> None:
        """Do several actions of one seat or, if any of them is refused, none.

        Only what the seat can foresee can be done together: after an action that passes the turn on, lets chance act
        or reveals something, the next one must wait; or it could be used to look and then take back.
        """
        wanted = [self._action(action, seat) for action in actions]
        who = self.turn if seat is None else self._seat(seat)
        if wanted and who < 0:  # rules give reasons to seats alone
            raise Refused("the game is over" if who == OVER else "chance acts now, not a seat")
        self._foresee(self.acting_view(who) if self._ahead(who) else self._state.copy(), who, wanted)
        for action in wanted:
            self.play(action, seat)

    def submit_ahead(self, seat: int, actions: Iterable[AnyAction]) -> None:
        """Submit a seat's next actions before its turn. They stay pending, and are done in order when it comes.

        Where seats choose simultaneously they are checked at once, on what the seat knows, and refused whole if they
        are not all legal or do not complete its choice. Else the first that is not legal when its turn comes is given
        back with all after it, and `refusals` says why. Submitting again replaces what is pending; submitting nothing
        withdraws it. A record holds what was done, so pending actions are not in it.
        """
        wanted = [self._action(action, seat) for action in actions]
        if self.turn == OVER:
            raise Refused("the game is over")
        if wanted and self._choosing:
            self._must_complete(self._seat(seat), wanted)
        self._pend(self._seat(seat), [] if self.turn == seat else wanted)
        if self.turn == seat:
            self.play_all(wanted, seat)

    def pending(self, seat: int) -> int:
        """How many actions of a seat are pending. Only that seat may learn the number."""
        return len(self._pending.get(self._seat(seat), ()))

    def confirmed(self, seat: int) -> bool:
        """Whether a seat's simultaneous choice is complete, in the log or pending. This, and no more, all may know."""
        return self._trial(seat).complete if seat in self._choosing else seat in self._acted

    def undo(self, seat: int | None = None) -> Action:
        """Take back the last action, if the seat did it (whoever did it, if none is named) and nothing was revealed.

        Never crosses a chance outcome, another seat's action or a reveal: what was seen cannot be unseen. A
        simultaneous choice can be taken back until all have chosen, whatever others have chosen since.
        """
        if self.turn == OVER:
            raise Refused("the game is over, and everything was revealed")
        if seat in self._choosing and self._pending.get(seat):
            *rest, last_pending = self._pending[seat]
            self._pend(seat, rest)
            return last_pending
        if not self.log:
            raise Refused("there is nothing to take back")
        if seat is not None and (ply := self.last_choice(seat)) is not None:
            return self._take_choice_back(ply)
        last = self.log[-1]
        if last.seat == CHANCE:
            raise Refused("a chance outcome cannot be taken back")
        if seat not in (None, last.seat):
            raise Refused("another seat has acted since")
        if len(self.log) == self._phase_ended:
            raise Refused("all have chosen, and what they chose counts")
        if len(self.log) == self._phase and any(map(self.confirmed, self._choosing)):
            raise Refused("another seat has acted since")
        before = self._fold(self.log[:-1])
        if self.game.fields.reveals(before, self._state):
            raise Refused("something was revealed, and cannot be unseen")
        if len(self.log) == self._phase:  # what was begun in the phase that is no more
            self._pending.clear()
        self.log.pop()
        self._restart()
        return last.action

    def last_choice(self, seat: int) -> int | None:
        """The number of a seat's last ply in this simultaneous phase; None if it has none in the log."""
        if not self._choosing:
            return None
        plies = range(len(self.log) - 1, self._phase - 1, -1)
        return next((i for i in plies if self.log[i].seat == seat and i not in self.anytime_plies), None)

    def take_choice_back(self, ply: int) -> None:
        """Take back a ply of this simultaneous phase and no other: what others chose after it is pending again."""
        stand, again = self.log[:ply], self.log[ply + 1 :]
        for seat in {other.seat for other in again}:
            back = [other.action for other in again if other.seat == seat]
            self._pending[seat] = back + self._pending.get(seat, [])
        self.log = stand
        self._restart()

    def _take_choice_back(self, ply: int) -> Action:
        """Take back a ply of this simultaneous phase, if nothing else than such choices came after it."""
        if any(i >= ply for i in self.anytime_plies):
            raise Refused("another seat has acted since")
        if self.game.fields.reveals(self._fold(self.log[:ply]), self._state):
            raise Refused("something was revealed, and cannot be unseen")
        action = self.log[ply].action
        self.take_choice_back(ply)
        return action

    def revealed_since(self, ply: int) -> bool:
        """Did chance act, or did anyone come to see something, after so many plies?"""
        if any(seat == CHANCE for seat, _ in self.log[ply:]):
            return True
        reveals = self.game.fields.reveals
        for _, action in self.log[self._looked[0] :]:  # every ply is looked at once, however often this is asked
            plies, state, last = self._looked
            after = state.copy()
            self.game.rules.apply(after, action.code)
            self._looked = plies + 1, after, plies if reveals(state, after) else last
        return self._looked[2] >= ply

    def shown_to(self, listener: MatchListener) -> State:
        """Let someone follow from now on, until the log is made anew; return the state, which is theirs to read."""
        self.listener = listener
        return self._state

    # --- From a log ---

    def replay(self, plies: Iterable[tuple[int, int]]) -> None:
        """Begin anew with a log of (who, code) that came through this door when it was made, and is trusted."""
        self.log = [Ply(seat, self.game.actions[code]) for seat, code in plies]
        self._pending, self.refusals = {}, {}
        self._restart()

    def follow(self, seat: int, code: int) -> None:
        """Do what was done elsewhere, where it came through the door; chance and pending actions wait for `go_on`."""
        self._apply(seat, self.game.actions[code])

    def go_on(self) -> None:
        """Let chance and pending actions act if it is their time."""
        self._run()

    def restore_pending(self, seat: int, codes: Iterable[int]) -> None:
        """Restore what a seat has submitted ahead, unchecked: it is checked when the match goes on."""
        self._pend(self._seat(seat), [self.game.actions[code] for code in codes])

    def pending_codes(self) -> dict[int, list[int]]:
        """The pending actions of each seat: for whoever stores them, and nobody else."""
        return {seat: [action.code for action in held] for seat, held in self._pending.items() if held}

    # --- As text ---

    def record(self, **tags: str) -> str:
        """The whole match as text; `escapade.load` reads it back to the same bytes.

        It holds everything, hidden things included: it is for who may see them. The seed of verifiable dice is in it
        only when the match is over.
        """
        head = {"Format": FORMAT, "Game": self.game.name}
        head |= {"Rules": self.game.signature} if self.game.signature else {}
        head |= {"Seats": str(self.seats)}
        head |= {f"option_{name}": _text(value) for name, value in self.options.items()}
        if self.pieces is not None and self.pieces != self.game.pieces():
            head["Pieces"] = msgspec.json.encode(self.pieces).decode()
        head |= {f"Seat{seat}": name for seat, name in sorted(self.names.items())}
        head |= self.dealer.tags(self.turn == OVER) if self.dealer else {"Dealer": "none"}
        if self.draw_offsets:
            head["TakenBack"] = offsets_as_text(self.draw_offsets)
        head |= tags
        if self.turn == OVER:
            head["Result"] = self.result()
        return write_record({**head, "Plies": str(len(self.log))}, self.log)

    # --- Inside ---

    def _restart(self) -> None:
        """Make state and what was heard from the log anew."""
        log, self.log = self.log, []
        pending, self._pending = self._pending, {}
        self._state = self.game.start(self.seats, self.options, self.pieces)
        self._heard: dict[int, list[tuple[int, int]]] = {s: [] for s in (*range(self.seats), SPECTATOR)}
        self.anytime_plies: set[int] = set()  # plies of the log that were done whether or not it was one's turn
        self._choosing: list[int] = []  # seats that have to choose simultaneously, by the log alone
        self._acted: set[int] = set()  # seats that have acted in this simultaneous phase
        self._phase = self._phase_ended = NONE  # plies at which it began, and at which the last one ended
        self._trials: dict[int, Trial] = {}  # made since the last action
        self.listener = None  # of another state
        self._legal = None
        self._looked = 0, self._state.copy(), NONE
        self._follow_phase(NONE, anytime=True)
        for seat, action in log:
            self._apply(seat, action)
        self._pending = pending
        self._trials.clear()

    def _fold(self, log: Sequence[Ply]) -> State:
        state = self.game.start(self.seats, self.options, self.pieces)
        for ply in log:
            self.game.rules.apply(state, ply.action.code)
        return state

    def _apply(self, seat: int, action: Action) -> None:
        """Past the door: the action is legal."""
        ply, state, listener, game, code = Ply(seat, action), self._state, self.listener, self.game, action[0]
        hear = game.rules.hear
        heard = {ear: hear(state, code, ear) for ear in self._heard}
        if listener is not None:
            listener.hear(ply, heard)
        for ear, noticed in heard.items():
            if noticed != UNHEARD:
                self._heard[ear].append((seat, noticed))
        if anytime := seat >= 0 and code in game.anytime(state, seat):
            self.anytime_plies.add(len(self.log))
        game.rules.apply(state, code)
        self._legal = None
        self.log.append(ply)
        self._follow_phase(seat, anytime)
        if listener is not None:
            listener.see(ply)

    def _follow_phase(self, seat: int, anytime: bool) -> None:
        """A seat has acted: who has to choose simultaneously now? A seat that had not is the sign of a new phase."""
        before, now = self._choosing, self.game.simultaneous(self._state)
        if not before and not now:
            return
        self._trials.clear()
        self._choosing = now
        if now and {*now} <= {*before}:
            self._acted |= set() if anytime else {seat}
            for done in {*before} - {*now}:
                self._pending.pop(done, None)
            return
        if before:  # what was pending was meant for the phase that is over
            self._pending.clear()
            self._phase_ended = len(self.log)
        self._acted.clear()
        self._phase = len(self.log) if now else NONE

    def _door(self, action: Action, seat: int | None) -> int:
        """Return who acts, or refuse."""
        turn = self.turn
        if seat is not None:
            self._seat(seat)
        if turn == OVER:
            raise Refused("the game is over")
        if seat == turn and action.code in self._legal_now():
            return turn
        for who in range(self.seats) if seat is None else (seat,):
            if action.code in self.game.anytime(self._state, who):
                return who
        if turn == CHANCE:
            if seat is not None:
                raise Refused("chance acts now, not a seat")
            if action.code not in dict(self.odds()):
                raise Refused(f"{action.name!r} is not a possible outcome now; possible: {self._few()}")
            return CHANCE
        if seat is not None and self.confirmed(seat):
            raise Refused(CHOSEN)
        if seat is not None and seat != turn:
            raise Refused(f"it is seat {turn}'s turn, not seat {seat}'s")
        if action.code not in self._legal_now():
            raise Refused(*self.game.why_not(self.view(turn), action, turn))
        return turn

    def _few(self) -> str:
        names = [action.name for action in self.legal()]
        return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")

    def _run(self) -> None:
        """Let chance and pending actions act until a seat must decide."""
        while True:
            turn = self.turn
            self._check_pending()
            if turn == CHANCE and self.dealer:
                odds = self.odds()
                number = draw_number(len(self.log), self.draw_offsets)
                picked = self.dealer.pick(number, [weight for _, weight in odds])
                self._apply(CHANCE, self.game.actions[odds[picked][0]])
            elif self._pending.get(turn) and (turn not in self._choosing or self.confirmed(turn)):
                self._play_pending(turn)
            else:
                return

    def _play_pending(self, seat: int) -> None:
        """Do a seat's pending actions while it is its turn; if one is not legal, give it and the rest back."""
        while self.turn == seat and (pending := self._pending.get(seat)):
            action = pending.pop(0)
            try:
                self._apply(self._door(action, seat), action)
            except Refused as no:
                self._give_back(seat, action, no)

    def _check_pending(self) -> None:
        """Give back what was chosen ahead and is not possible any more, by what the seat knows."""
        for seat in self._choosing:
            if self._pending.get(seat) and (no := self._trial(seat).refused):
                self._give_back(seat, self._pending[seat][0], no)

    def _give_back(self, seat: int, action: Action, no: Refused) -> None:
        """Pending actions cannot be done: drop them and say why."""
        self._pend(seat, [])
        self.refusals[seat] = Refused(
            f"sealed action {action.name!r}: {no.reason}", no.clause, no.message, no.message_args
        )

    def _pend(self, seat: int, actions: list[Action]) -> None:
        """Replace what is pending of a seat."""
        self.refusals.pop(seat, None)
        self._trials.pop(seat, None)
        self._pending[seat] = actions

    def _ahead(self, seat: int) -> bool:
        """Does a seat choose before its turn, or go on with such a choice?"""
        return seat in self._choosing and (seat != self.turn or bool(self._pending.get(seat)))

    def _choose(self, seat: int, action: Action) -> None:
        """Add an action to what a seat chooses ahead; the door is the seat's view."""
        trial = self._trial(seat)
        if trial.complete:
            raise Refused(CHOSEN)
        if action.code not in self.game.legal(trial.view):
            raise Refused(*self.game.why_not(trial.view, action, seat))
        self._pend(seat, [*self._pending.get(seat, ()), action])

    def _trial(self, seat: int) -> Trial:
        """What a seat that has to choose would see with its pending actions done; made once for every state."""
        if seat not in self._trials:
            self._trials[seat] = self._try(seat, self._pending.get(seat, ()))
        return self._trials[seat]

    def _try(self, seat: int, wanted: Sequence[Action]) -> Trial:
        """Try actions as if it were the seat's turn: on its view, where the choice of another is still to come."""
        view = self.view(seat)
        set_cell(view, "turn", (), seat)
        trial = self._state.copy() if seat == self.turn else view.copy()
        try:
            self._foresee(trial, seat, wanted)
        except Refused as no:
            return Trial(view, False, no)
        now = self.game.simultaneous(trial)
        complete = trial.turn != seat or not now or not {*now} <= {*self._choosing}
        return Trial(view if complete else self.game.view(trial, seat), complete, None)

    def _must_complete(self, seat: int, wanted: Sequence[Action]) -> None:
        """Refuse a simultaneous choice that is not legal or not complete."""
        if seat not in self._choosing:
            raise Refused(CHOSEN if self.confirmed(seat) else "you have nothing to choose now")
        trial = self._try(seat, wanted)
        if trial.refused:
            raise trial.refused
        if not trial.complete:
            why = self.game.incomplete(trial.view, seat)
            raise Refused(f"these {len(wanted)} actions do not complete it; {why.reason}", *why[1:])

    def _foresee(self, trial: State, seat: int, wanted: Sequence[Action]) -> None:
        """Do actions on a copy; refuse all if one is not legal or follows on something that cannot be foreseen."""
        before = trial
        for i, action in enumerate(wanted):
            which = f"action {i + 1} of {len(wanted)}, {action.name!r}: "
            passed = trial.turn != seat or self.game.fields.reveals(before, trial)
            if passed and not self._choosing:
                reason = "it is not your turn" if i == 0 else "what comes before it ends the turn or tells something"
                raise Refused(f"{which}{reason}; do it by itself when its time comes")
            if passed or action.code not in self.game.legal(trial):
                why = self.game.why_not(self.game.view(trial, seat), action, seat)
                raise Refused(which + why.reason, *why[1:])
            before = trial.copy()
            self.game.rules.apply(trial, action.code)

    def _seat(self, seat: int) -> int:
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadInput(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")
        return seat

    def _action(self, action: AnyAction, seat: int | None = None) -> Action:
        """Find what is meant. What is legal is suggested only to a seat that has to choose: to others it would tell."""
        if isinstance(action, str):
            likely = [a.name for a in self.legal(seat)] if seat is None or seat in self.acting() else []
            return self.game.actions.parse(action, likely)
        code = action.code if isinstance(action, Action) else action
        if type(code) is not int:
            raise BadInput(f"an action is an Action, its code or its name, not {action!r}")
        return self.game.actions[code]


def _text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


# --- Who came where ----------------------------------------------------------


def solo_ranking(score: float) -> list[list[int]]:
    """The places of a seat and of the game that it plays against."""
    if score == 0:
        return [[0]]
    return [[0], []] if score > 0 else [[], [0]]


def result_text(places: Sequence[Sequence[int]], called: Callable[[int], str] = str) -> str:
    """A ranking as text: "2 > 0 = 1"; of a seat alone, "won", "lost" or "drawn"."""
    if sum(map(len, places)) == 1:
        return "drawn" if len(places) == 1 else "won" if places[0] else "lost"
    return " > ".join(" = ".join(map(called, place)) for place in places)


# --- Reading a record back ---------------------------------------------------


def match_of(text: str, games: Mapping[str, Game], dealer: Dealer | None = None, go_on: bool = True) -> Match:
    """Replay a record through the door. BadInput names the ply that is refused, and why.

    An unfinished match goes on with the dice its tags name, or with `dealer`; unless it is only to be looked at.
    """
    from escapade.kernel.contract import find_game

    record = read_record(text)
    tags = record.tags
    game = find_game(games, tags.get("Game", ""))
    if other := game.other_rules(tags.get("Rules", "")):
        raise BadInput(f"this record is refused: {other}; without its tag Rules it is replayed by the present ones")
    seats = whole_number(tags.get("Seats", ""))
    if seats is None:
        raise BadInput(f"the tag Seats must be a whole number, and is {tags.get('Seats')!r}")
    options = {key.removeprefix("option_"): value for key, value in tags.items() if key.startswith("option_")}
    match = Match(game, seats, options, _pieces(game, tags))
    match.names = {seat: tags[f"Seat{seat}"] for seat in range(match.seats) if f"Seat{seat}" in tags}
    digits = chain(record.plies)
    for i, (seat, name) in enumerate(record.plies):
        where = f"ply {i + 1} (line {record.lines[i]})"
        try:
            _replay(match, seat, name)
        except ValueError as no:
            raise BadInput(f"{where} is refused: {no}") from None
        if record.checks and digits[i] != record.checks[i]:
            raise BadInput(f"{where} is refused: {name!r} is not what was recorded, its check digits do not fit")
    old = ["0"] if match.seats == 1 and match.turn == OVER else []  # what older records say of a seat alone
    if "Result" in tags and tags["Result"] not in (match.result(), *old):
        raise BadInput(
            f"the tag Result says {tags['Result']!r}, but the actions lead to {match.result() or 'no end'!r}"
        )
    if go_on:
        match.draw_offsets = parse_offsets(tags.get("TakenBack", ""))
        match.dealer = dealer or _dealer(tags)
        match._run()
    return match


def _replay(match: Match, seat: int, name: str) -> None:
    """Let who is named do what is named."""
    action = match._action(name)
    if seat != CHANCE and match.turn != seat and action not in match.anytime(match._seat(seat)):
        raise Refused(f"{_who(match.turn)} acts now, not {_who(seat)}")
    if seat == CHANCE and match.turn != CHANCE:
        raise Refused(f"{_who(match.turn)} acts now, not chance")
    if seat == CHANCE and action not in match.legal():
        raise Refused(f"{action.name!r} is not a possible outcome")
    match.play(action, None if seat == CHANCE else seat)


def _who(turn: int) -> str:
    return {CHANCE: "chance", OVER: "nobody"}.get(turn, f"seat {turn}")


def _pieces(game: Game, tags: Mapping[str, str]) -> Any:
    if "Pieces" not in tags:
        return None
    try:
        pieces = msgspec.json.decode(tags["Pieces"], type=game.rules.Pieces)
    except (msgspec.DecodeError, AttributeError) as error:
        raise BadInput(f"the tag Pieces cannot be read: {error}") from None
    for path, reason in pieces.check().items():
        raise BadInput(f"the tag Pieces: {path}: {reason}")
    return pieces


def _dealer(tags: Mapping[str, str]) -> Dealer | None:
    kind, seed = tags.get("Dealer", "none"), tags.get("Seed")
    if kind == "seeded" and seed is not None:
        return SeededDealer(seed)
    if kind == "verifiable" and seed is not None:
        return VerifiableDealer(seed, tags.get("Salt", ""))
    return SystemDealer() if kind == "system" else None


def verify(text: str, games: Mapping[str, Game], committed: str | None = None) -> int:
    """Check the dice of a record against its seed; return how many chance outcomes were checked.

    `committed` is the commitment noted before the start; without it only the record's own is checked. BadInput says
    which outcome is not the one the seed gives, or that the seed is not the one committed to.
    """
    match, record = match_of(text, games), read_record(text)
    dealer, tags = _dealer(record.tags), record.tags
    if not isinstance(dealer, SeededDealer | VerifiableDealer):
        raise BadInput("this record tells no seed, so its dice cannot be checked")
    promised = tags.get("Commitment", "") if committed is None and isinstance(dealer, VerifiableDealer) else committed
    if promised is not None and commitment(dealer.seed) != promised:
        raise BadInput("the seed is not the one that was committed to before the start")
    state, checked = match.game.start(match.seats, match.options, match.pieces), 0
    for i, ply in enumerate(match.log[: len(record.plies)]):
        if ply.seat == CHANCE:
            odds = match.game.odds(state)
            given = odds[dealer.pick(draw_number(i, match.draw_offsets), [weight for _, weight in odds])][0]
            if given != ply.action.code:
                raise BadInput(
                    f"ply {i + 1}: the seed gives {match.game.actions[given].name!r}, not {ply.action.name!r}"
                )
            checked += 1
        match.game.rules.apply(state, ply.action.code)
    return checked
