### Stalag 17: what is said at the table.
###
### $who is who acts: the number of a seat, a player's name, or "you". Where your language has other forms for "you",
### choose them as is done here; a name is used as it is.
### $shows is what a card shows: an object, two objects, escape, barracks or information; $points are its escape points,
### $weight its surveillance value.
### $hand and $there are lists of cards; how a list is joined stands below.

## The game and what can be agreed

title = Stalag 17
about = three prisoners a player, a plan rolled with dice, and laid cards nobody else knows
option-play_on = Play on
option-play_on-about = After the first has won, the others play on for the places.
option-first = Who starts
option-first-about = Who starts the first round.
option-first-lot = Drawn by lot
option-counting = Counting
option-counting-about = The page counts the cards seen in a round.

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
# A card as it is called at the table: "food 2" is food of surveillance 2, "escape 6/3" has 6 points.
card = { $shows ->
    [clothes] clothes { $weight }
    [food] food { $weight }
    [document] document { $weight }
    [tool] tool { $weight }
    [map] map { $weight }
    [clothes-food] clothes-food
    [clothes-document] clothes-document
    [clothes-tool] clothes-tool
    [clothes-map] clothes-map
    [food-document] food-document
    [food-tool] food-tool
    [food-map] food-map
    [document-tool] document-tool
    [document-map] document-map
    [tool-map] tool-map
    [escape] escape { $points }/{ $weight }
    [barracks] barracks
   *[information] information
}
# Several cards of one kind.
cards = { card } ×{ $count }
# A hand without cards.
nothing = no card at all
# A list: $start is all but the last, with commas between them, $end is the last.
join-and = { $start } and { $end }
# "draws", in the form that fits $who.
draws = { $who ->
    [you] draw
   *[others] draws
}
# "lays", in the form that fits $who.
lays = { $who ->
    [you] lay
   *[others] lays
}
# "discards", in the form that fits $who.
discards = { $who ->
    [you] discard
   *[others] discards
}
# S17-60: said when the last card of the deck is drawn.
empty-deck = The deck is empty: nobody has escaped, and all hand back 6 surveillance for each prisoner they still have

## The plan (S17-10, S17-16, S17-18)

start = { player } { $who ->
    [you] start
   *[others] starts
}.
# $face is an object, or escape for the face "escape 3".
throw = { player } { $who ->
    [you] throw
   *[others] throws
} { $face ->
    [clothes] clothes
    [food] food
    [document] document
    [tool] tool
    [map] map
   *[escape] escape 3
}.
# $face is the number thrown; the plan asks for $count objects and $points points in all.
escape-die = The escape die shows { $face }: the plan asks for { $count ->
    [0] no object
    [one] one object
   *[other] { $count } objects
} and { $points ->
    [one] one point
   *[other] { $points } points
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

## A turn (S17-30 to S17-38)

draw-two = { player } { draws } two cards.
draw = { player } { draws } { card }.
# The card is hidden from the reader.
draw-unseen = { player } { draws } a card.
# The last card of the deck ends the round.
draw-last = { player } { draws } { card }. { empty-deck }.
draw-unseen-last = { player } { draws } the last card. { empty-deck }.
lay = { player } { lays } { card } face down.
# The card is hidden from the reader.
lay-unseen = { player } { lays } a card face down.
discard = { player } { discards } { card }.
begin-set = { player } { $who ->
    [you] begin
   *[others] begins
} to discard a set.
begin-run = { player } { $who ->
    [you] begin
   *[others] begins
} to discard a run.
add = { player } { $who ->
    [you] put
   *[others] puts
} down { card }.
# $count is the number of its cards.
end-set = { player } { $who ->
    [you] have
   *[others] has
} discarded a set of { $count } cards.
end-run = { player } { $who ->
    [you] have
   *[others] has
} discarded a run of { $count } cards.
take = { player } { $who ->
    [you] take
   *[others] takes
} { card } from the discards.

## Escaping (S17-45 to S17-48)

# $surveillance is what the player has now.
attempt-fails = { player } { $who ->
    [you] try
   *[others] tries
} to escape and { $who ->
    [you] fail
   *[others] fails
}: all have seen the laid cards, and surveillance goes up to { $surveillance }.
# $count prisoners are left, and the roll-call has been held.
escape = { player } { $who ->
    [you] free
   *[others] frees
} a prisoner, with { $count ->
    [one] one
    [2] two
   *[other] { $count }
} to go! After the roll-call { $who ->
    [you] your surveillance
   *[others] that player's surveillance
} is { $surveillance }.
escape-wins = { player } { $who ->
    [you] free
   *[others] frees
} the third prisoner!
# Told where the others play on: $place is 1 for who finished first.
escape-place = { player } { $who ->
    [you] free
   *[others] frees
} the third prisoner and { $who ->
    [you] finish
   *[others] finishes
} { $place ->
    [1] first
    [2] second
    [3] third
   *[other] fourth
}!

## The end (S17-47, S17-48, S17-62)

ending-free = { player } { $who ->
    [you] win
   *[others] wins
}: all three prisoners are free.
ending-places = { player } { $who ->
    [you] win
   *[others] wins
}, and all places are decided.
# $count players are in the lead, $who is one of them. $rounds is 200.
ending-long = The game ends after { $rounds } rounds. { $count ->
    [one] { player } { $who ->
        [you] are
       *[others] is
    } ahead
   *[other] { $count } players are equally far ahead
}.

## What can be done (S17-30 to S17-40)

# $count is 1 if the deck has only one card left, else 2.
offer-draw-two = { $count ->
    [one] Draw the last card
    [2] Draw two cards
   *[other] Draw { $count } cards
}
offer-lay = Lay { card }
offer-discard = Discard { card }
offer-begin-set = Discard a set
offer-begin-run = Discard a run
offer-add = Add { card }
# $count is the number of its cards.
offer-end-set = Stop: a set of { $count } cards
offer-end-run = Stop: a run of { $count } cards
offer-take = Take { card } and draw a card
offer-attempt = Attempt an escape

## Why not: parts of a sentence, without a capital and a full stop (S17-20 to S17-45)

no-turn = it is not your turn
no-hand = you hold no card at all
no-card = you hold no { card }; you hold { $hand }
no-set = no three cards of one type are in your hand; you hold { $hand }
no-run = no five cards of different types are in your hand; you hold { $hand }
no-adding = nothing is being discarded card by card; say 'discard a set' or 'discard a run' first
no-discard = there is no discard to take
no-second-attempt = your attempt of this turn has failed, and there is no second one; do something else
# $count is the number of cards put down so far.
no-end-set = a set is three cards at least, and you have put down { $count }
no-end-run = a run is five cards at least, and you have put down { $count }
no-other-than-set = you are discarding a set; add cards to it, and stop when it is complete
no-other-than-run = you are discarding a run; add cards to it, and stop when it is complete
no-set-with = no set can be made with { card }
no-run-with = no run can be made with { card }
no-set-with-these = { card } makes no set with { $there }
no-run-with-these = { card } makes no run with { $there }
no-start = who starts is settled by chance, before the first round
no-throw = chance throws the dice, at the beginning of a round
no-draw = chance decides which card is drawn; say 'draw two'
no-lay-unseen = say which card you lay

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

hint-escapes = { NUMBER($amount, minimumFractionDigits: 1) } { $way ->
    [more] more
   *[fewer] fewer
} prisoners get away
hint-laid = brings { NUMBER($amount, minimumFractionDigits: 1) } { $way ->
    [more] more
   *[fewer] fewer
} cards of your plan onto the table
hint-surveillance = { NUMBER($amount, minimumFractionDigits: 1) } { $way ->
    [more] more
   *[fewer] fewer
} points of surveillance
