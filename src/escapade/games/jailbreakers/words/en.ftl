### Jailbreakers: what is said at the table.
###
### $who is who acts: the number of a seat, a player's name, "you", or "phantom": in solo play the phantom is the other
### player, and chance acts for it. $other is another player, in the same way.
### $thing is a material or an object, $given a material; $plan, $location: see below. $catcher is guard or warden.
### $place is the number of a location, from 1 to 12; $start and $end are two of these.

## Parts of sentences, used by the messages below.

# Always the first word of a sentence.
player = { $who ->
    [you] You
    [phantom] The phantom
    [0] Seat 0
    [1] Seat 1
    [2] Seat 2
    [3] Seat 3
    [4] Seat 4
   *[named] { $who }
}
# The other player, never the first word.
other-player = { $other ->
    [you] you
    [phantom] the phantom
    [0] seat 0
    [1] seat 1
    [2] seat 2
    [3] seat 3
    [4] seat 4
   *[named] { $other }
}
# A material or an object that is taken, made, paid …
thing = { $thing ->
    [bedsheet] a bedsheet
    [cloth] cloth
    [dye] dye
    [spoon] a spoon
    [soap] soap
    [pipe] a pipe
    [plank] a plank
    [rope] a rope
    [wire] wire
    [tape] tape
    [bed-dummy] a bed dummy
    [guard-outfit] a guard outfit
    [worker-outfit] a worker outfit
    [grappling-hook] a grappling hook
    [raft] a raft
    [brass-knuckles] brass knuckles
    [ladder] a ladder
    [shovel] a shovel
    [lock-pick] a lock pick
    [soap-gun] a soap gun
   *[money-bag] a money bag
}
# The material that is given away for another.
given = { $given ->
    [bedsheet] a bedsheet
    [cloth] cloth
    [dye] dye
    [spoon] a spoon
    [soap] soap
    [pipe] a pipe
    [plank] a plank
    [rope] a rope
    [wire] wire
   *[tape] tape
}
# Where a die goes.
location = { $location ->
    [cell-block] the Cell block
    [yard] the Yard
    [laundry] the Laundry
    [kitchen] the Kitchen
    [library] the Library
    [workshop] the Workshop
    [visiting-room] the Visiting room
    [showers] the Showers
    [guard-post] the Guard post
    [infirmary] the Infirmary
    [storeroom] the Storeroom
   *[wardens-office] the Warden's office
}
# The title of a plan.
plan = { $plan ->
    [over-the-wall] Over the wall
    [under-the-fence] Under the fence
    [out-of-the-front-gate] Out of the front gate
    [through-the-sewer] Through the sewer
    [night-shift] Night shift
    [rooftop-run] Rooftop run
    [riot] Riot
    [delivery-van] Delivery van
    [the-long-tunnel] The long tunnel
    [across-the-bay] Across the bay
   *[change-of-guard] Change of guard
}
# Who catches, or moves.
catcher = { $catcher ->
    [guard] a guard
   *[warden] the warden
}
# The objects that help to place a die, after the location.
means = { $means ->
    [worker] in a worker outfit
    [hook] with a grappling hook
    [worker-hook] in a worker outfit and with a grappling hook
    [guard] in a guard outfit
    [worker-guard] in a worker outfit and a guard outfit
    [hook-guard] in a guard outfit and with a grappling hook
   *[worker-hook-guard] in both outfits and with a grappling hook
}
# An escape card.
escape-card = { $drawn ->
    [success] a success
    [failure] a failure
   *[snitch] a snitch
}
# How the attempt stands after a card; it ends the sentence. $count cards are still to be drawn.
outcome = { $result ->
    [going] , with { $count ->
        [one] one card
       *[other] { $count } cards
    } to go.
    [asked] , and may spend a money bag on it.
    [failed] . The attempt has failed.
    [escaped] . A prisoner escapes!
   *[won] . The second prisoner escapes!
}

## Before the first round, and between two rounds (JB-4 to JB-6, JB-50, JB-51)

double = There is a second card of one material: { thing }.
offer = A plan comes on offer: { plan }.
start = { player } { $who ->
    [you] are
   *[others] is
} first.
# $count is 2 or 3; each of them is then told on its own.
free-for-materials = { player } { $who ->
    [you] buy
   *[others] buys
} a prisoner back from { catcher } for { $count ->
    [2] two materials
    [3] three materials
   *[other] { $count } materials
}.
free-for-object = { player } { $who ->
    [you] buy
   *[others] buys
} a prisoner back from { catcher } for { thing }.
free-no-more = { player } { $who ->
    [you] buy
   *[others] buys
} no more prisoners back.
release = { player } { $who ->
    [you] get
   *[others] gets
} a prisoner back from { catcher } for nothing.

## The die (JB-20 to JB-27)

roll = { player } { $who ->
    [you] roll
   *[others] rolls
} the die.
skip = { player } { $who ->
    [you] do not roll
   *[others] does not roll
}.
# $face is from 1 to 6.
throw = { player } { $who ->
    [you] throw
   *[others] throws
} { $face }.
place = { player } { $who ->
    [you] go
   *[others] goes
} to { location } ({ $place }).
place-with = { player } { $who ->
    [you] go
   *[others] goes
} to { location } ({ $place }), { means }.
place-caught = { player } { $who ->
    [you] go
   *[others] goes
} to { location } ({ $place }), where { catcher } catches a prisoner.
place-caught-with = { player } { $who ->
    [you] go
   *[others] goes
} to { location } ({ $place }), { means }, where { catcher } catches a prisoner.
set-aside = { player } { $who ->
    [you] set
   *[others] sets
} the die aside.

## Locations and cards (JB-30 to JB-32, JB-46, JB-47)

move-guard = { player } { $who ->
    [you] move
   *[others] moves
} { catcher } from { $start } to { $end }.
draw = { player } { $who ->
    [you] draw
   *[others] draws
} { thing }.
take = { player } { $who ->
    [you] take
   *[others] takes
} { thing }.
# In the Library: something else is taken for it next.
hand-in = { player } { $who ->
    [you] hand in
   *[others] hands in
} { thing }.
take-in-exchange = { player } { $who ->
    [you] take
   *[others] takes
} { thing } in exchange.
exchange-no-more = { player } { $who ->
    [you] exchange
   *[others] exchanges
} no more.
give = { player } { $who ->
    [you] give
   *[others] gives
} { other-player } { thing } from the supply.
steal = { player } { $who ->
    [you] steal
   *[others] steals
} { thing } from { other-player }.
return = { player } { $who ->
    [you] hold
   *[others] holds
} too much and { $who ->
    [you] return
   *[others] returns
} { thing }.

## Crafting and abilities (JB-40 to JB-46, JB-90)

craft = { player } { $who ->
    [you] craft
   *[others] crafts
} { thing }.
# Each of them is then told on its own.
craft-bag = { player } { $who ->
    [you] make
   *[others] makes
} a money bag, for three materials.
pay = { player } { $who ->
    [you] pay
   *[others] pays
} { thing }.
pay-for-bag = { player } { $who ->
    [you] pay
   *[others] pays
} { thing } and { $who ->
    [you] take
   *[others] takes
} the money bag.
# The two materials it exchanges are told next.
use-soap-gun = { player } { $who ->
    [you] draw
   *[others] draws
} the soap gun.
# With the soap gun.
offer-swap = { player } { $who ->
    [you] offer
   *[others] offers
} { thing } with it.
swap = { player } { $who ->
    [you] give
   *[others] gives
} { other-player } { given } for { thing }.
use-lock-pick = { player } { $who ->
    [you] pick
   *[others] picks
} a lock and { $who ->
    [you] roll
   *[others] rolls
} again.
use-shovel = { player } { $who ->
    [you] dig
   *[others] digs
} with the shovel: the top escape card goes to the bottom.
# Each card looked at is told on its own.
use-ladder = { player } { $who ->
    [you] climb
   *[others] climbs
} the ladder for a look at the escape deck.
use-brass-knuckles = { player } { $who ->
    [you] show
   *[others] shows
} brass knuckles for a look at the escape deck.
look = { player } { $who ->
    [you] look
   *[others] looks
} at an escape card: { escape-card }.
# The card is hidden from the reader.
look-unseen = { player } { $who ->
    [you] look
   *[others] looks
} at an escape card.
end = { player } { $who ->
    [you] end
   *[others] ends
} the turn.
# $rounds is the number of the round.
end-round = { player } { $who ->
    [you] end
   *[others] ends
} the turn, and with it round { $rounds }.

## Attempts (JB-60 to JB-68, JB-90, JB-91)

attempt = { player } { $who ->
    [you] attempt
   *[others] attempts
} an escape, { plan }, with { $count ->
    [one] one escape card
   *[other] { $count } escape cards
} to draw.
attempt-with-dummy = { player } { $who ->
    [you] attempt
   *[others] attempts
} an escape, { plan }, with a bed dummy and { $count ->
    [one] one escape card
   *[other] { $count } escape cards
} to draw.
snitch = { player } { $who ->
    [you] snitch
   *[others] snitches
}: a snitch card is shuffled into the escape deck.
stay-silent = { player } { $who ->
    [you] stay
   *[others] stays
} silent.
draw-on = { player } { $who ->
    [you] go
   *[others] goes
} on.
turn-up = { player } { $who ->
    [you] draw
   *[others] draws
} { escape-card }{ outcome }
use-money-bag = { player } { $who ->
    [you] spend
   *[others] spends
} a money bag, and the failure does not count{ outcome }
let-it-count = { player } { $who ->
    [you] let
   *[others] lets
} the failure count{ outcome }
give-up = { player } { $who ->
    [you] give
   *[others] gives
} up the attempt.
keep = { player } { $who ->
    [you] keep
   *[others] keeps
} { thing }.
keep-no-more = { player } { $who ->
    [you] keep
   *[others] keeps
} nothing else.

## The end (JB-13, JB-15, JB-83)

ending-won = { player } { $who ->
    [you] win
   *[others] wins
}: two prisoners are free.
# $rounds is the last round of a solo game.
ending-late = Round { $rounds } is over and nobody has won: the phantom wins.
# $count players are in the lead, $who is one of them.
ending-long = The game ends after { $rounds } rounds. { $count ->
    [one] { player } { $who ->
        [you] are
       *[others] is
    } ahead
   *[other] { $count } players are equally far ahead
}.
