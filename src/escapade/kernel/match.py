"""The one door. A match asks: your turn? legal? Only then do the rules act; a refused action changes nothing.

The log is the truth: the state is what `apply` makes of the opening and the log, and can be made again at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from escapade.kernel.contract import Game
from escapade.kernel.dealer import Dealer, SeededDealer, SystemDealer, VerifiableDealer, commitment
from escapade.kernel.fields import State, set_cell
from escapade.kernel.names import CHANCE, OVER, SPECTATOR, UNHEARD, BadInput, Refused
from escapade.kernel.notation import FORMAT, Action, Ply, chain, read_record, write_record

AnyAction = Action | int | str


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
        self.names: dict[int, str] = {}
        self.refusals: dict[int, Refused] = {}  # why sealed actions of a seat were given back
        self._sealed: dict[int, list[Action]] = {}
        self._restart()
        self._run()

    # --- What there is ---

    @property
    def turn(self) -> int:
        """The seat to act, CHANCE or OVER."""
        turn: int = self._state.turn
        return turn

    def legal(self) -> list[Action]:
        """What may be done now: by the seat to move, or by chance when the dice are the caller's."""
        codes = [code for code, _ in self.odds()] if self.turn == CHANCE else self.game.legal(self._state)
        return [self.game.actions[code] for code in codes]

    def odds(self) -> list[tuple[int, int]]:
        """What chance may do now, as (code, weight)."""
        return self.game.odds(self._state) if self.turn == CHANCE else []

    def anytime(self, seat: int) -> list[Action]:
        """What a seat may do whether or not it is its turn: resign, for instance."""
        return [self.game.actions[code] for code in self.game.anytime(self._state, self._seat(seat))]

    def view(self, seat: int | None) -> State:
        """What a seat may know; None is the public view, a spectator's."""
        return self.game.view(self._state, SPECTATOR if seat is None else self._seat(seat))

    def heard(self, seat: int | None) -> list[tuple[int, Action]]:
        """Who did what, as a seat perceived it; what it did not notice is not in the list."""
        return list(self._heard[SPECTATOR if seat is None else self._seat(seat)])

    def returns(self) -> list[float]:
        """The score of each seat; all 0 before the end."""
        return self.game.returns(self._state, self.seats)

    def ranking(self) -> list[list[int]]:
        """The seats by place, best first; equal seats share a place. Empty before the end."""
        if self.turn != OVER:
            return []
        score = self.returns()
        return [[s for s in range(self.seats) if score[s] == value] for value in sorted(set(score), reverse=True)]

    def result(self) -> str:
        """The ranking as text: "2 > 0 = 1"."""
        return " > ".join(" = ".join(map(str, place)) for place in self.ranking())

    def bytes(self) -> bytes:
        """The state as bytes: equal matches, equal bytes."""
        return self.game.fields.bytes(self._state)

    # --- What can be done ---

    def play(self, action: AnyAction, seat: int | None = None) -> None:
        """Do one action, for the seat whose turn it is unless another is named; then chance and sealed actions follow.

        Raises Refused, with the clause, if the rules do not allow it; nothing has changed then.
        """
        found = self._action(action)
        self._apply(self._door(found, seat), found)
        self._run()

    def play_all(self, actions: Iterable[AnyAction], seat: int | None = None) -> None:
        """Do several actions or, if any of them is refused, none."""
        wanted = [self._action(a) for a in actions]
        kept = self._keep()
        try:
            for i, action in enumerate(wanted):
                try:
                    self.play(action, seat)
                except Refused as no:
                    raise Refused(f"action {i + 1} of {len(wanted)}, {action.name!r}: {no.reason}", no.clause) from None
        except Refused:
            self._put_back(kept)
            raise

    def seal(self, seat: int, actions: Iterable[AnyAction]) -> None:
        """Hand in a seat's next actions before its turn. They stay sealed, and are done in order when it comes.

        They are refused whole: now, where the game says that seats act independently (a simultaneous set-up), else
        when the turn comes; `refusals` says why. Handing in again replaces what was handed in; nothing withdraws it.
        """
        wanted = [self._action(a) for a in actions]
        self._seat(seat)
        if self.turn == OVER:
            raise Refused("the game is over")
        if wanted:
            self._try_sealed(seat, wanted)
        if self.turn == seat:
            self.play_all(wanted, seat)
            return
        self.refusals.pop(seat, None)
        self._sealed[seat] = wanted

    def sealed(self, seat: int) -> int:
        """How many actions of a seat lie sealed. The number may be told to that seat alone."""
        return len(self._sealed.get(seat, ()))

    def confirmed(self, seat: int) -> bool:
        """Whether a seat has handed in its part of what seats do at the same time. This, and no more, all may know."""
        simultaneous = getattr(self.game.rules, "simultaneous", None)
        return bool(simultaneous and simultaneous(self._state) and self.sealed(self._seat(seat)))

    def undo(self, seat: int | None = None) -> Action:
        """Take back the last action, if the seat did it (whoever did it, if none is named) and nothing was revealed.

        Never crosses a chance outcome, another seat's action or a reveal: what was seen cannot be unseen.
        """
        if not self.log:
            raise Refused("there is nothing to take back")
        last = self.log[-1]
        if last.seat == CHANCE:
            raise Refused("a chance outcome cannot be taken back")
        if seat not in (None, last.seat):
            raise Refused("another seat has acted since")
        before = self._fold(self.log[:-1])
        if self._reveals(before, self._state):
            raise Refused("something was revealed, and cannot be unseen")
        self.log.pop()
        self._restart()
        return last.action

    # --- As text ---

    def record(self, **tags: str) -> str:
        """The whole match as text; `escapade.load` reads it back to the same bytes.

        It holds everything, hidden things included: it is for who may see them. The seed of verifiable dice is in it
        only when the match is over.
        """
        head = {"Format": FORMAT, "Game": self.game.name, "Seats": str(self.seats)}
        head |= {f"option_{name}": _text(value) for name, value in self.options.items()}
        if self.pieces is not None and self.pieces != self.game.pieces():
            head["Pieces"] = msgspec.json.encode(self.pieces).decode()
        head |= {f"Seat{seat}": name for seat, name in sorted(self.names.items())}
        head |= self.dealer.tags(self.turn == OVER) if self.dealer else {"Dealer": "none"}
        head |= tags
        if self.turn == OVER:
            head["Result"] = self.result()
        return write_record({**head, "Plies": str(len(self.log))}, self.log)

    # --- Inside ---

    def _restart(self) -> None:
        """Make state and what was heard from the log anew."""
        log, self.log = self.log, []
        self._state = self.game.start(self.seats, self.options, self.pieces)
        self._heard: dict[int, list[tuple[int, Action]]] = {s: [] for s in (*range(self.seats), SPECTATOR)}
        for seat, action in log:
            self._apply(seat, action)

    def _fold(self, log: Sequence[Ply]) -> State:
        state = self.game.start(self.seats, self.options, self.pieces)
        for ply in log:
            self.game.rules.apply(state, ply.action.code)
        return state

    def _apply(self, seat: int, action: Action) -> None:
        """Past the door: the action is legal."""
        hear, names = self.game.rules.hear, self.game.actions
        for ear, heard in self._heard.items():
            code = hear(self._state, action.code, ear)
            if code != UNHEARD:
                heard.append((seat, names[code]))
        self.game.rules.apply(self._state, action.code)
        self.log.append(Ply(seat, action))

    def _door(self, action: Action, seat: int | None) -> int:
        """Return who acts, or refuse."""
        turn = self.turn
        if seat is not None:
            self._seat(seat)
        if turn == OVER:
            raise Refused("the game is over")
        for who in range(self.seats) if seat is None else (seat,):
            if action.code in self.game.anytime(self._state, who):
                return who
        if turn == CHANCE:
            if seat is not None:
                raise Refused("chance acts now, not a seat")
            if action.code not in dict(self.odds()):
                raise Refused(f"{action.name!r} is not a possible outcome now; possible: {self._few()}")
            return CHANCE
        if seat is not None and seat != turn:
            raise Refused(f"it is seat {turn}'s turn, not seat {seat}'s")
        if action.code not in self.game.legal(self._state):
            raise Refused(*self.game.why_not(self.view(turn), action, turn))
        return turn

    def _few(self) -> str:
        names = [action.name for action in self.legal()]
        return ", ".join(names[:6]) + (", …" if len(names) > 6 else "")

    def _run(self) -> None:
        """Let chance and sealed actions act until a seat must decide."""
        while True:
            if self.turn == CHANCE and self.dealer:
                odds = self.odds()
                picked = self.dealer.pick(len(self.log), [weight for _, weight in odds])
                self._apply(CHANCE, self.game.actions[odds[picked][0]])
            elif self._sealed.get(self.turn):
                self._unseal(self.turn)
            else:
                return

    def _unseal(self, seat: int) -> None:
        """Open the next sealed action of a seat; if it is not legal, give all of them back and say why."""
        action = self._sealed[seat].pop(0)
        try:
            self._apply(self._door(action, seat), action)
        except Refused as no:
            self._sealed.pop(seat)
            self.refusals[seat] = Refused(f"sealed action {action.name!r}: {no.reason}", no.clause)

    def _try_sealed(self, seat: int, wanted: Sequence[Action]) -> None:
        """Where seats act independently, try sealed actions on what the seat knows, as if it were its turn."""
        simultaneous = getattr(self.game.rules, "simultaneous", None)
        if not (simultaneous and simultaneous(self._state)):
            return
        trial = self.view(seat)
        set_cell(trial, "turn", (), seat)
        for i, action in enumerate(wanted):
            if trial.turn != seat or action.code not in self.game.legal(trial):
                reason, clause = self.game.why_not(trial, action, seat)
                raise Refused(f"action {i + 1} of {len(wanted)}: {reason}", clause)
            self.game.rules.apply(trial, action.code)
        if trial.turn == seat and simultaneous(trial):
            reason, clause = self.game.incomplete(trial, seat)
            raise Refused(f"these {len(wanted)} actions do not complete it; {reason}", clause)

    def _reveals(self, before: State, after: State) -> bool:
        """Did any eyes come to see a cell that was hidden from them?"""
        hidden = self.game.fields.hidden
        return any(set(hidden(before, eye)) - set(hidden(after, eye)) for eye in (*range(self.seats), SPECTATOR))

    def _seat(self, seat: int) -> int:
        if seat not in range(self.seats):
            raise BadInput(f"there is no seat {seat}; seats are 0 to {self.seats - 1}")
        return seat

    def _action(self, action: AnyAction) -> Action:
        if isinstance(action, str):
            return self.game.actions.parse(action, [a.name for a in self.legal()])
        return self.game.actions[action.code if isinstance(action, Action) else action]

    def _keep(self) -> tuple[list[Ply], dict[int, list[Action]], dict[int, Refused]]:
        return self.log[:], {seat: queue[:] for seat, queue in self._sealed.items()}, dict(self.refusals)

    def _put_back(self, kept: tuple[list[Ply], dict[int, list[Action]], dict[int, Refused]]) -> None:
        self.log, self._sealed, self.refusals = kept
        self._restart()


def _text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


# --- Reading a record back ---------------------------------------------------


def match_of(text: str, games: Mapping[str, Game], dealer: Dealer | None = None) -> Match:
    """Replay a record through the door. BadInput names the ply that is refused, and why.

    An unfinished match goes on with the dice its tags name, or with `dealer`.
    """
    from escapade.kernel.contract import find_game

    record = read_record(text)
    tags = record.tags
    game = find_game(games, tags.get("Game", ""))
    seats = tags.get("Seats", "")
    if not seats.isdigit():
        raise BadInput(f"the tag Seats must be a whole number, and is {seats!r}")
    options = {key.removeprefix("option_"): value for key, value in tags.items() if key.startswith("option_")}
    match = Match(game, int(seats), options, _pieces(game, tags))
    match.names = {int(key[4:]): name for key, name in tags.items() if key.startswith("Seat") and key[4:].isdigit()}
    digits = chain(record.plies)
    for i, (seat, name) in enumerate(record.plies):
        where = f"ply {i + 1} (line {record.lines[i]})"
        try:
            _replay(match, seat, name)
        except ValueError as no:
            raise BadInput(f"{where} is refused: {no}") from None
        if record.checks and digits[i] != record.checks[i]:
            raise BadInput(f"{where} is refused: {name!r} is not what was recorded, its check digits do not fit")
    if "Result" in tags and tags["Result"] != match.result():
        raise BadInput(
            f"the tag Result says {tags['Result']!r}, but the actions lead to {match.result() or 'no end'!r}"
        )
    match.dealer = dealer or _dealer(tags)
    match._run()
    return match


def _replay(match: Match, seat: int, name: str) -> None:
    if (match.turn == CHANCE) != (seat == CHANCE) and match.turn != OVER and not _out_of_turn(match, seat, name):
        raise Refused(f"{_who(match.turn)} acts now, not {_who(seat)}")
    match.play(name, None if seat == CHANCE else seat)


def _out_of_turn(match: Match, seat: int, name: str) -> bool:
    return seat != CHANCE and match._action(name) in match.anytime(seat)


def _who(turn: int) -> str:
    return "chance" if turn == CHANCE else f"seat {turn}"


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


def verify(text: str, games: Mapping[str, Game]) -> int:
    """Check the dice of a finished record against its seed; return how many chance outcomes were checked.

    BadInput says which outcome is not the one the seed gives, or that the seed is not the one committed to.
    """
    match = match_of(text, games)
    tags = read_record(text).tags
    dealer = _dealer(tags)
    if not isinstance(dealer, SeededDealer | VerifiableDealer):
        raise BadInput("this record tells no seed, so its dice cannot be checked")
    if isinstance(dealer, VerifiableDealer) and commitment(dealer.seed) != tags.get("Commitment"):
        raise BadInput("the seed is not the one that was committed to before the start")
    state, checked = match.game.start(match.seats, match.options, match.pieces), 0
    for i, ply in enumerate(match.log):
        if ply.seat == CHANCE:
            odds = match.game.odds(state)
            given = odds[dealer.pick(i, [weight for _, weight in odds])][0]
            if given != ply.action.code:
                raise BadInput(
                    f"ply {i + 1}: the seed gives {match.game.actions[given].name!r}, not {ply.action.name!r}"
                )
            checked += 1
        match.game.rules.apply(state, ply.action.code)
    return checked
