### Jailbreakers: what the drawn board says.
###
### $who is a player's name, or "You". $thing is a material or an object, $location a location.

## Names

escape-card = { $card ->
    [success] success
    [failure] failure
    [snitch] snitch
   *[hidden] face down
}
# What an object does, as a short reminder.
ability = { $thing ->
    [bed-dummy] An attempt draws one card fewer.
    [guard-outfit] Enter a guarded room without trouble.
    [worker-outfit] Enter a room where another die lies.
    [grappling-hook] Reach rooms up to 2 numbers further.
    [raft] Giving up an attempt, keep all objects but one.
    [brass-knuckles] Look at the top two escape cards.
    [ladder] Look at the top escape card.
    [shovel] Put the top escape card unseen at the bottom.
    [lock-pick] Roll the die again, once.
    [soap-gun] Exchange a material with another player.
   *[money-bag] Ignore one failure card.
}

## The prison

prison = The prison
# One part of what a location gives. $things are materials to choose from; empty: any.
part = { $part ->
    [move] move { $count ->
        [one] a guard
       *[other] { $count } guards
    }
    [draw] draw { $count ->
        [one] a material
       *[other] { $count } materials
    } at random
    [take] take { $count ->
        [one] a material
       *[other] { $count } materials
    } of your choice
    [take-of] take { $count ->
        [one] one
       *[other] { $count }
    } of: { $things }
    [give] give another player { $count ->
        [one] a material
       *[other] { $count } materials
    } from the supply
    [exchange] exchange up to { $count ->
        [one] one material
       *[other] { $count } materials
    } with the supply
    [steal-material] steal a material
   *[steal-object] steal an object
}
room = { $place } { $location }: { $gives }
room-guarded = a guard is here
room-warden = the warden is here
room-dice = { $who }: { $count ->
    [one] a die
   *[other] { $count } dice
} showing { $pips }
room-go = You can go here.
room-danger = You would be caught here!
room-choose = Several ways to go here: choose one.
room-target = The guard can go here.
guard-choose = Move the guard on { $place }
warden-choose = Move the warden on { $place }
how = How do you go there?
danger = caught!
cancel = Cancel
round = Round { $round }
round-of = Round { $round } of { $last }
die = The die shows { $face }
# $roll is the die just rolled, $map what lies on the map already.
value = { $roll } + { $map } = { $sum }
in-trouble = In trouble
free-outside = Free!
caught-by = { $who }, caught by { $catcher ->
    [guard] a guard
   *[warden] the warden
}

## What now

now = What now?
news = What happened
# What the reader is to do.
step = { $step ->
    [roll] Roll the die, or skip it.
    [place] Place your die on a lit room.
    [move] Click a guard, then the room it goes to.
    [take] Take a material from the supply.
    [return] You hold too many cards. Return one.
    [give] Give someone a material from the supply.
    [exchange] Exchange a material of yours, or leave it.
    [replace] Take a material in exchange.
    [steal] Steal a card.
    [act] Craft, use an object, attempt an escape – or end your turn.
    [pay] Pay with a material.
    [swap] The soap gun: which of your materials do you give?
    [swap-for] The soap gun: what do you want for it?
    [snitch] Someone is breaking out. Do you snitch?
    [ignore] A failure! Spend the money bag on it?
    [go-on] Draw on, or give up?
    [keep] You give up. Which objects do you keep?
    [free] Buy prisoners back out of trouble.
   *[release] One prisoner comes back for nothing. Which?
}
# What another player is about to do.
doing = { $step ->
    [roll] { $who }: about to roll
    [place] { $who }: placing the die
    [move] { $who }: moving a guard
    [take] { $who }: taking a material
    [return] { $who }: returning a card
    [give] { $who }: giving a material
    [exchange] { $who }: exchanging materials
    [replace] { $who }: exchanging materials
    [steal] { $who }: stealing a card
    [act] { $who }: crafting and scheming
    [pay] { $who }: paying
    [swap] { $who }: soap gun at the ready
    [swap-for] { $who }: soap gun at the ready
    [snitch] { $who }: to snitch or not to snitch
    [ignore] { $who }: a failure – is the money bag spent?
    [go-on] { $who }: in the middle of an escape
    [keep] { $who }: giving up an escape
    [free] { $who }: buying prisoners back
    [release] { $who }: getting a prisoner back
   *[other] The table is being laid.
}
to-pay = { $count ->
    [one] one more to pay
   *[other] { $count } more to pay
}
to-keep = { $count ->
    [one] one must be kept
   *[other] { $count } must be kept
}
may-keep = { $count ->
    [one] one more may be kept
   *[other] { $count } more may be kept
}
over-won = { $who } – out and away!
over-draw = The game is over.
to-whom = To whom?
from-whom = From { $who }

## Players, hands and supply

players = Players
prisoners = { $inside } inside, { $caught } in trouble, { $escaped } escaped
turns-left = { $count ->
    [one] one more turn in this round
   *[other] { $count } more turns in this round
}
first-player = first in this round
has-snitch = has a snitch card
hand = Your hand
hand-empty = No cards yet
hand-of = { $who } holds: { $things }
bench = Workbench
supply = Supply
left = { $thing }: { $count } in the supply
craft-can = Craft: { $thing } from { $things }
craft-lacks = { $thing }: lacks { $things }
craft-owned = { $thing }: you have it
craft-of = { $thing }: from { $things }
craft-none = { $thing }: none left
any-three = any three materials

## Plans and attempts

plans = Escape plans
plan-draws = { $count ->
    [one] one escape card to draw
   *[other] { $count } escape cards to draw
}
plan-ready = You have everything!
plan-lacks = lacks { $things }
plan-takes = takes { $things }
plan-chance = { $percent } % chance to make it
go = Escape!
go-dummy = …with bed dummy
deck = Escape deck
deck-holds = { $success } successes, { $failure } failures, { $snitch } snitches in the deck
peek-known = { $who }, card { $place } of the deck: { $card }
peek-unknown = { $who } has looked at card { $place } of the deck
attempt = { $who }: { $plan }
strikes = Failures: { $failed }. The second one ends it.
cards-left = { $count ->
    [0] no card to go
    [one] one card to go
   *[other] { $count } cards to go
}
card-ignored = { $card }, not counted
odds-next = Next card
odds-rest = Failures in the next { $count }
odds-none = none
odds-more = { $count }+
snitch-question = { $who } is breaking out: { $plan }. Put your snitch card into the escape deck?
snitches-in = { $count ->
    [one] A snitch is in the deck.
   *[other] { $count } snitches are in the deck.
}
result = { $result ->
    [escaped] A prisoner escapes!
    [won] The second prisoner is out – won!
    [failed] Caught! The attempt has failed.
   *[gave-up] The attempt was given up.
}
close = Back to the prison

## The tour

tour-welcome = This is your prison. Whoever gets two prisoners out first, wins. Let's look around.
tour-map = Twelve numbered rooms around the courtyard. The signs show what each one gives: cards at random (?), cards of your choice (+), or something more sly.
tour-die = Roll, then place the die on a lit room. The dice you already have on the map add up, so later rolls reach further.
tour-guards = Guards walk on by one room after each round. Who must go to a guarded room loses a prisoner to trouble, and has to buy them back.
tour-hand = Your cards: materials and objects. Objects have abilities; those you can use now light up.
tour-bench = Two materials make an object. Whatever you can build now lights up; for the rest you see what is missing.
tour-plans = A plan takes certain objects and a number of escape cards. One failure is all right, the second one spoils everything.
tour-now = Here you always read what is to be done next, with every choice. Something is not lit? Click it and you are told why.
