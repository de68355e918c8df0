### Cartagena: what is said at the table.
###
### $who is who acts: the number of a seat, a player's name, or "you". Where your language has other forms for "you",
### choose them as is done here; a name is used as it is.
### $card, $second and $laid are symbols: hook, jug, parrot, pistol, tricorne, keys.
### $start and $end are places: outside, the number of a space (1 to 36), or boat.
### $hand and $crew are lists, made of the messages held-cards and pirates-at, joined by join-and.

## The game and its options (CAR-2, CAR-6, CAR-8)

title = Cartagena
about = six pirates a player, one tunnel, one boat
option-version = Version
option-version-about = Jamaica hides the hands; in Tortuga they lie open, and so do the next cards.
option-version-jamaica = Jamaica
option-version-tortuga = Tortuga
option-tunnel = Tunnel
option-tunnel-about = The order of the six segments; - turns one round.
option-tunnel-random = Random
option-tunnel-classic = Classic
option-first = Who starts
option-first-about = Who takes the first turn.
option-first-lot = Drawn by lot

## Parts of sentences, used by the messages below.

# Always the first word of a sentence.
player = { $who ->
    [you] You
    [0] Seat 0
    [1] Seat 1
    [2] Seat 2
    [3] Seat 3
    [4] Seat 4
   *[named] { $who }
}
# A symbol by its name, on the board and in lists.
symbol = { $card ->
    [hook] hook
    [jug] jug
    [parrot] parrot
    [pistol] pistol
    [tricorne] tricorne
   *[keys] keys
}
# The symbol on a card that is played or drawn: "plays a jug", "draws a jug".
card = { $card ->
    [hook] a hook
    [jug] a jug
    [parrot] a parrot
    [pistol] a pistol
    [tricorne] a tricorne
   *[keys] keys
}
# The second of two cards.
second = { $second ->
    [hook] a hook
    [jug] a jug
    [parrot] a parrot
    [pistol] a pistol
    [tricorne] a tricorne
   *[keys] keys
}
# The card that is laid at the end of the row.
laid = { $laid ->
    [hook] A hook is
    [jug] A jug is
    [parrot] A parrot is
    [pistol] A pistol is
    [tricorne] A tricorne is
   *[keys] Keys are
}
# Where a pirate comes from.
start-place = { $start ->
    [outside] outside
    [boat] boat
   *[space] { $start }
}
# Where a pirate would go.
end-place = { $end ->
    [boat] boat
   *[space] { $end }
}
# Where a pirate is.
at-place = { $start ->
    [outside] outside
    [boat] in the boat
   *[space] on space { $start }
}
# "draws", in the form that fits $who.
draws = { $who ->
    [you] draw
   *[others] draws
}
# "moves a pirate back", with both places.
moves-back = { player } { $who ->
    [you] move
   *[others] moves
} a pirate back, { start-place } → { $end }

## Lists: $start is all but the last, $end is the last.

join-and = { $start } and { $end }
# $count cards of one symbol.
held-cards = { $count ->
    [1] { symbol }
   *[other] { symbol } ×{ $count }
}
held-nothing = no card at all
# $count pirates at one place.
pirates-at = { $count ->
    [1] { at-place }
   *[other] { at-place } ({ $count })
}

## What a drawn board needs

fortress = Fortress
boat = Boat
hand = Hand
deck = Deck
discards = Discard pile
row = Row

## Before the first turn (CAR-2, CAR-5, CAR-7, CAR-8)

# A segment ($segment: A to F) becomes the spaces $first to $last of the tunnel.
join = Segment { $segment } makes spaces { $first } to { $last }.
join-reversed = Segment { $segment }, turned round, makes spaces { $first } to { $last }.
start = { player } { $who ->
    [you] start
   *[others] starts
}.
deal = { player } { $who ->
    [you] are
   *[others] is
} dealt { card }.
# The card is hidden from the reader.
deal-unseen = { player } { $who ->
    [you] are
   *[others] is
} dealt a card.

## A turn (CAR-10 to CAR-37)

advance = { player } { $who ->
    [you] play
   *[others] plays
} { card }: { start-place } → { $end }.
advance-boat = { player } { $who ->
    [you] play
   *[others] plays
} { card }: { start-place } → into the boat!
# $count cards will be drawn, each of them told on its own.
retreat = { moves-back }, { $count ->
    [0] but there is no card to draw
    [one] for one card
    [2] for two cards
   *[other] for { $count } cards
}.
retreat-take = { moves-back }, and { draws } { card }.
retreat-take-two = { moves-back }, and { draws } { card } and { second }.
draw = { player } { draws } { card }.
# The card is hidden from the reader.
draw-unseen = { player } { draws } a card.
# $count is the card's place in the row.
lay = { laid } laid in the row, card { $count }.
# The row is complete, and a draw that waited for it goes on.
lay-take = { laid } laid in the row, card { $count }. { player } { draws } { card }.
lay-take-two = { laid } laid in the row, card { $count }. { player } { draws } { card } and { second }.
# $count is 1 or 2.
stop = { player } { $who ->
    [you] stop
   *[others] stops
} after { $count ->
    [one] one action
    [2] two actions
   *[other] { $count } actions
}.
pass = { player } can do nothing and { $who ->
    [you] are
   *[others] is
} passed over.

## What can be done: what an action would do, to be chosen.

offer-advance = Play { card }: { start-place } → { end-place }
# $count cards would be drawn: one or two, or none if there are none left.
offer-retreat = Go back { start-place } → { $end }, { $count ->
    [0] though there is no card to draw
    [1] draw one card
    [2] draw two cards
   *[other] draw { $count } cards
}
offer-stop = End the turn
offer-pass = Pass: nothing can be done

## Why not (CAR-2 to CAR-33): reasons, each the end of a sentence.

no-turn = it is not your turn
no-stop-yet = a turn is one action at least; you may stop after the first
no-joining = the tunnel is laid by chance, before the first turn
no-starting = who starts is settled by chance, before the first turn
no-drawing = chance decides which card is drawn; a retreat to one or two pirates draws cards
no-such-card = you hold no { symbol }; you hold { $hand }
no-pirate-there = you have no pirate { at-place }; yours are { $crew }
no-retreat-outside = a pirate outside has nowhere to go back to: only one in the tunnel or in the boat retreats
no-company-behind = no space behind { $start ->
    [boat] the boat
   *[space] space { $start }
} holds one or two pirates, and nobody goes back outside
no-pass-but-stop = you have acted in this turn; say 'stop' to end it
no-pass = you can still do something, and only who cannot is passed over

## The end (CAR-12, CAR-40, CAR-41, CAR-42)

ending-boat = { player } { $who ->
    [you] win
   *[others] wins
}: all six pirates are in the boat.
# $count players are in the lead, $who is one of them.
leader = { $count ->
    [one] { player } { $who ->
        [you] are
       *[others] is
    } furthest ahead
   *[other] { $count } players are equally far ahead
}
ending-stuck = Nobody can do anything any more. { leader }.
# $actions is 3,000.
ending-long = The game ends after { $actions } actions. { leader }.

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

hint-spaces = your pirates come { NUMBER($amount, minimumFractionDigits: 1) } spaces { $way ->
    [more] further
   *[fewer] less far
}
hint-cards = leaves you { NUMBER($amount, minimumFractionDigits: 1) } cards { $way ->
    [more] more
   *[fewer] fewer
}
hint-home = { NUMBER($amount, minimumFractionDigits: 1) } pirates { $way ->
    [more] more
   *[fewer] fewer
} reach the boat
