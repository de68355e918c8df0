### Bribes: what is said at the table. $who is the number of a seat, a player's name, or "you".

title = Bribes
about = secret bids for what the guards sell
option-bundles = Bundles
option-bundles-about = How many bundles each prisoner has.
option-overheard = Overheard
option-overheard-about = How often a prisoner is overheard before being caught.

player = { $who ->
    [you] You
    [0] Seat 0
    [1] Seat 1
    [2] Seat 2
    [3] Seat 3
    [4] Seat 4
    [5] Seat 5
   *[named] { $who }
}
good = { $good ->
    [soap] the soap
    [rope] the rope
    [map] the map
    [file] the file
   *[key] the key
}
amount = { $amount ->
    [nothing] nothing
   *[number] { $amount }
}
join-and = { $start } and { $end }
offered = seat { $seat }: { amount }

guard = A guard comes by and sells { good }.
knock = { player } { $who ->
    [you] knock
   *[other] knocks
} { $count ->
    [1] once
   *[other] twice
}.
offer = { player } { $who ->
    [you] offer
   *[other] offers
} { amount }.
offer-unseen = { player } { $who ->
    [you] have
   *[other] has
} made an offer.
shown = All show their offers ({ $offers }). Nobody takes { good }.
shown-taken = All show their offers ({ $offers }). { player } { $who ->
    [you] take
   *[other] takes
} { good }.
gives-up = { player } { $who ->
    [you] give
   *[other] gives
} up.

offer-offer = Offer { amount }
offer-knock = { $count ->
    [1] Knock once
   *[other] Knock twice: worth double, overheard double
}
offer-give-up = Give up

no-chance = only chance does this
no-giving-up = everyone gives up for themselves, and only once
no-knock = only the leader knocks, once in a round
no-offer-yet = an offer is made when the leader has knocked
no-caught = who was caught does not offer
no-bundle = there is no bundle of { amount } left

ending = { player } { $who ->
    [you] win
   *[other] wins
} with goods worth { $count }.
ending-equal = Several have taken goods of the same worth.
