### Jailbreakers: what is said at the table.
###
### $who is who acts: the number of a seat, a player's name, "you", or "phantom": in solo play the phantom is the other
### player, and chance acts for it. $other is another player, in the same way.
### $thing is a material or an object, $given a material; $plan, $location: see below. $catcher is guard or warden.
### $place is the number of a location, from 1 to 12; $start and $end are two of these.
### $hand, $things, $lacking, $places and $plans are lists; how a list is joined stands below.

## The game and what can be agreed

title = Jailbreakers
about = materials, objects, a plan, and escape cards that may fail; alone against a phantom, too
option-money_bag = Money bags
option-money_bag-about = Two money bags join the objects.
option-snitch = Snitches
option-snitch-about = Each player has a snitch card.
option-warden = Warden
option-warden-about = The warden replaces a guard.
option-solo_rounds = Solo rounds
option-solo_rounds-about = Rounds within which a solo game is to be won; 0 means no limit.
option-first = Who starts
option-first-about = Who is first.
option-first-lot = Drawn by lot

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
# The other player, who is given something.
to-other = { other-player }
# The other player, who loses something.
from-other = from { other-player }
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
# A material or an object by its name alone.
card = { $thing ->
    [bedsheet] bedsheet
    [cloth] cloth
    [dye] dye
    [spoon] spoon
    [soap] soap
    [pipe] pipe
    [plank] plank
    [rope] rope
    [wire] wire
    [tape] tape
    [bed-dummy] bed dummy
    [guard-outfit] guard outfit
    [worker-outfit] worker outfit
    [grappling-hook] grappling hook
    [raft] raft
    [brass-knuckles] brass knuckles
    [ladder] ladder
    [shovel] shovel
    [lock-pick] lock pick
    [soap-gun] soap gun
   *[money-bag] money bag
}
# Several cards of one kind.
cards = { card } ×{ $count }
# A hand without cards.
nothing = no card at all
# A material or an object that is not there, after "no".
lacked = { card }
none = no { lacked }
# A list: $start is all but the last, with commas between them, $end is the last.
join-and = { $start } and { $end }
join-or = { $start } or { $end }
join-and-no = { $start } and no { $end }
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
# A location by its name alone.
location-name = { $location ->
    [cell-block] Cell block
    [yard] Yard
    [laundry] Laundry
    [kitchen] Kitchen
    [library] Library
    [workshop] Workshop
    [visiting-room] Visiting room
    [showers] Showers
    [guard-post] Guard post
    [infirmary] Infirmary
    [storeroom] Storeroom
   *[wardens-office] Warden's office
}
# A location by its number and name.
where = { $place } ({ location-name })
# The number of a location, in a list.
number = { $place }
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
# Who caught a prisoner that comes back.
from-catcher = from { catcher }
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
} a prisoner back { from-catcher } for { $count ->
    [2] two materials
    [3] three materials
   *[other] { $count } materials
}.
free-for-object = { player } { $who ->
    [you] buy
   *[others] buys
} a prisoner back { from-catcher } for { thing }.
free-no-more = { player } { $who ->
    [you] buy
   *[others] buys
} no more prisoners back.
release = { player } { $who ->
    [you] get
   *[others] gets
} a prisoner back { from-catcher } for nothing.

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
} { to-other } { thing } from the supply.
steal = { player } { $who ->
    [you] steal
   *[others] steals
} { thing } { from-other }.
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
barter = { player } { $who ->
    [you] offer
   *[others] offers
} { thing } with it.
swap = { player } { $who ->
    [you] give
   *[others] gives
} { to-other } { given } for { thing }.
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

## What can be done (JB-20 to JB-67)

offer-roll = Roll the die
offer-skip = Do not roll
offer-place = Go to { location } ({ $place })
offer-place-with = Go to { location } ({ $place }), { means }
offer-place-caught = Go to { location } ({ $place }), where { catcher } catches a prisoner
offer-place-caught-with = Go to { location } ({ $place }), { means }, where { catcher } catches a prisoner
offer-set-aside = Set the die aside
offer-move-guard = Move { catcher } from { $start } to { $end }
offer-take = Take { thing }
offer-take-in-exchange = Take { thing } in exchange
offer-give = Give { to-other } { thing } from the supply
offer-hand-in = Hand in { thing }
offer-exchange-no-more = Exchange no more
# With the soap gun: what is wanted for it is chosen next.
offer-barter = Exchange { thing }
offer-swap = Give { to-other } { given } for { thing }
offer-steal = Steal { thing } { from-other }
offer-return = Return { thing }
# $things are its materials.
offer-craft = Craft { thing } from { $things }
offer-craft-bag = Make a money bag, for { $count } materials
# $count materials are still to be paid.
offer-pay = Pay { thing }
offer-end = End the turn
offer-use-brass-knuckles = Look at the top two escape cards: brass knuckles
offer-use-ladder = Look at the top escape card: ladder
offer-use-shovel = Put the top escape card at the bottom: shovel
offer-use-lock-pick = Roll again: lock pick
offer-use-soap-gun = Exchange a material with another player: soap gun
offer-use-money-bag = Spend the money bag: the failure does not count
offer-attempt = Attempt { plan }: { $count ->
    [one] one escape card
   *[other] { $count } escape cards
}
offer-attempt-with-dummy = Attempt { plan } with the bed dummy: { $count ->
    [one] one escape card
   *[other] { $count } escape cards
}
offer-snitch = Snitch
offer-stay-silent = Stay silent
# $count cards are still to be drawn.
offer-draw-on = Draw on: { $count ->
    [one] one card
   *[other] { $count } cards
} to go
offer-give-up = Give up
offer-let-it-count = Let the failure count
offer-keep = Keep { thing }
offer-keep-no-more = Keep nothing else
offer-free-for-materials = Buy a prisoner back { from-catcher } for { $count } materials
offer-free-for-object = Buy a prisoner back { from-catcher } for { thing }
offer-free-no-more = Buy no more prisoners back
offer-release = Get a prisoner back { from-catcher } for nothing

## Why not: parts of a sentence, without a capital and a full stop. First what is due instead (JB-10 to JB-67)

no-turn = it is not your turn
no-roll-first = the turn begins with the roll: roll or skip it
no-place-first = the die is to be placed now
no-move-first = the action of the location comes first: move a guard
no-take-first = the action of the location comes first: take a material
no-return-first = you hold more than seven cards: return one first
no-give-first = the action of the location comes first: give another player a material
no-exchange-first = the action of the location comes first: exchange a material, or say 'exchange no more'
no-replace-first = you have handed in a material: take another one for it
no-steal-first = the action of the location comes first: steal a card
no-act-now = roll and location are done: craft, use an object, attempt an escape or end the turn
no-pay-first = the price is still to be paid, material by material
no-swap-first = the soap gun is in use: say which of your materials you exchange
no-swap-for-first = the soap gun is in use: say which material of another player you want
no-snitch-first = someone attempts an escape: snitch or stay silent
no-ignore-first = a failure was drawn: spend the money bag on it or let it count
no-go-on-first = the attempt is under way: draw on or give up
no-keep-first = you have given up: say which objects you keep
no-free-first = between two rounds prisoners in trouble are freed, and nothing else is done
no-release-first = one of your prisoners comes back: say whether from a guard or from the warden

## Why not: what chance decides (JB-4 to JB-6, JB-11, JB-31, JB-43, JB-61, JB-70)

no-double = chance decides which materials there are two of, before the first round
no-offer = chance decides which plans are on offer
no-start = chance decides who is first
no-throw = chance decides what the die shows: say 'roll'
no-draw = chance decides which material is drawn, where a location says so
no-look = chance decides which escape card lies there: use ladder or brass knuckles to look
no-turn-up = chance decides which escape card is drawn, in an attempt
no-look-unseen = that is what others hear when you use ladder or brass knuckles

## Why not: the die and the guards (JB-23 to JB-26, JB-31, JB-44 to JB-46)

no-set-aside = the die can go on a location without any object, so it has to
# $places is a list of numbers.
no-guard-there = no guard stands on { $place }; they stand on { $places }
no-second-guard = a guard stands on { $place } already, and moves go to numbers without one
no-room = two dice lie on { where }, and there is no room for a third
no-reach = { where } is out of reach: your value is { $value }
no-occupied = { where } is occupied by another player's die
# $thing is an outfit or the grappling hook.
no-need-of = { where } can be reached without the { card }: leave it out
no-guarded = { where } is guarded, and you can place where there is no guard
no-prisoner-to-catch = { where } is guarded, and you have no prisoner left to be caught: set the die aside

## Why not: cards (JB-30, JB-31, JB-46 to JB-48)

no-such-card = you hold { none }; you hold { $hand }
no-supply = there is { none } in the supply
no-take-here = at { where } you take { $things }
no-object-here = at { where } you steal a material
no-material-here = at { where } you steal an object
no-other-but-you = that is yourself: it takes another player
no-such-player = { other-player } does not play
# $hand is the other player's.
no-card-of = { other-player } has { none }, but { $hand }
no-like-for-like = { card } for { card } would be no exchange
no-exchange-for = nobody else has a material other than { card } to exchange for it
no-second-object = { card }: you have that already, and nobody owns two objects of a kind

## Why not: crafting, abilities, attempts, trouble (JB-40 to JB-46, JB-50, JB-60, JB-67, JB-90, JB-92)

no-object = you have { none }
no-object-left = { none } is left in the supply
no-craft = to craft { card } takes { $things }, and you have no { $lacking }
no-money-bags = this game is played without money bags
no-price-of-bag = a money bag costs any { $price } materials, and you have { $count }
no-second-use = you have used the ability of { card } in this turn already
no-use-yet = { card }: not before roll, placing and the action of the location are done
no-lock-pick-now = a lock pick rolls the die again, after the roll and before the die is placed
no-money-bag-now = a money bag is spent on a failure card in an attempt, when it is drawn
no-soap-gun-now = a soap gun is not used in the middle of an attempt
no-swap = there is nothing to exchange: it takes a material of yours and one of another kind elsewhere
no-plan-on-offer = { plan } is not on offer; { $plans } are
no-prisoner-inside = all your prisoners are in trouble, so nobody can escape
no-objects-for = for { plan } you lack { $things }
no-keep = { card }: not among the objects used that can still be kept
no-keep-less = half of the objects used stay with you: say which
no-free-none = all your prisoners are in trouble and you can pay, so you must free one
no-prisoner-of = no prisoner of yours was caught by { catcher }
no-such-object = you have { none }; you hold { $hand }
no-price = that costs { $price } materials, and you have { $count }

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

hint-prisoners = { NUMBER($amount, minimumFractionDigits: 1) } { $way ->
    [more] more
   *[fewer] fewer
} prisoners get away
hint-objects = leaves you { NUMBER($amount, minimumFractionDigits: 1) } { $way ->
    [more] more
   *[fewer] fewer
} objects
hint-materials = leaves you { NUMBER($amount, minimumFractionDigits: 1) } { $way ->
    [more] more
   *[fewer] fewer
} materials
hint-trouble = { NUMBER($amount, minimumFractionDigits: 1) } { $way ->
    [more] more
   *[fewer] fewer
} prisoners get into trouble
