### Stalag 17: what the drawing itself says. The game's own sentences are in the game's folder.

## Cards and dice

# What is printed on a card or a die.
thing = { $thing ->
    [clothes] Clothes
    [food] Food
    [document] Document
    [tool] Tool
    [map] Map
    [double] Double
    [escape] Escape
    [barracks] Barracks
   *[information] Information
}
die-points = Escape die: { $points ->
    [one] one point
   *[other] { $points } points
}
die-escape = Escape 3: three more points
die-falling = A die that has not fallen yet
# $card is what a card is called.
cards = { $count ->
    [one] { $card }
   *[other] { $card }, { $count } cards
}

## The plan

plan = The escape plan
plan-points = The plan asks for { $points ->
    [one] one escape point
   *[other] { $points } escape points
}
points-word = { $points ->
    [one] point
   *[other] points
}
points = Escape points
need-title = Still needed to escape
need-nothing = All is there: escape!
missing = { $count ->
    [one] one thing is missing
   *[other] { $count } things are missing
}
have = { $have } of { $need }

## Players

round = Round { $round }
your-turn = Your turn
turn-of = { $player }’s turn
over = The game is over
at-turn = at turn
place-of = { $player }: prisoners, surveillance and cards
your-place = Your place
prisoners = { $inside ->
    [one] one prisoner
   *[other] { $inside } prisoners
} still inside, { $free } free
surveillance = Surveillance { $count } of 20
held = { $count ->
    [one] one card
   *[other] { $count } cards
} in hand
lying = { $count ->
    [one] one card
   *[other] { $count } cards
} laid
in-hand = Hand
laid = Laid
hand-or-laid = Known to be in hand or laid
place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}

## Deck and discards

deck-short = Deck
deck = Deck: { $count ->
    [one] one card
   *[other] { $count } cards
}.
pile-short = Discards
pile-top = Top discard: { $card }.
pile-none = No discards yet.
pile-history = All discards, from the top: { $count }
unseen = Not seen yet in this round:
close = Close

## The own cards

laid-title = Under the floorboards (laid)
hand-title = Your hand
hand-none = Your hand is empty.
hand-weight = { $count } surveillance in hand

## What can be done

# Short, on buttons.
action-name = { $action ->
    [draw] Draw two
    [take] Take the top discard
    [set] Discard a set…
    [run] Discard a run…
    [attempt] Escape!
    [lay] Lay it
    [discard] Discard it
    [end] Stop adding
   *[cancel] Back
}
advice = Choose a card to lay or discard, or one of the actions.
advice-failed = The attempt has failed. Do something else now.
set = A set
run = A run
tray-more = { $count ->
    [one] Add one more card
   *[other] Add { $count } more cards
}: those that shine fit.
tray-valid = Valid with { $count } cards. Add more, or stop.

## Roll-call

roll-call = Roll-call
last-roll-call = Last roll-call
go-on = Go on

## The first-game tour

tour-welcome = You lead three prisoners. Whoever frees all three first, wins. Nobody knows what the others hide.
tour-plan = The dice are the plan of this round: one object for each object die, and so many escape points.
tour-hand = Your hand. The number in the eye is the surveillance a card costs if you still hold it when someone escapes. Choose a card to lay or discard it.
tour-laid = Laid cards are hidden under the floor. Only these count for an escape. Laying a card also draws one.
tour-need = This list ticks off what your laid cards supply. Your own surveillance is added to the points you need.
tour-self = Your prisoners at the fence, and the searchlight: surveillance from 0 to 20. It stays from round to round.
tour-pile = The discards. Take the top one, or open the pile to see them all. When the deck is empty, the round ends.
tour-others = The other players: prisoners, surveillance, and how many cards they hold and have laid.
tour-acts = One action each turn. Three or more of a type go as a set, five different types as a run. An attempt can always be made, but failing costs 2 surveillance.
