### Stratego: what is said at the table.
###
### $who is who acts: the number of a seat, a player's name, or "you". Where your language has other forms for "you",
### choose them as is done here; a name is used as it is, and a seat's number is told as its colour.
### $colour is red or blue; none before the colours are drawn.
### $rank, $attacker, $defender and $target are ranks; $start and $end are squares (a1 to h8).
### $left is a list, made of the message pieces-left, joined by join-comma.

## The game and its options (STR-3, STR-33, STR-42)

title = Stratego
about = 24 pieces a side on a board of 8 × 8, seen by their owner alone
option-red = Red
option-red-about = Who plays red and moves first.
option-red-lot = Drawn by lot
option-memory = Memory
option-memory-about = What was revealed stays visible, or is turned over again as on a table.
option-memory-assisted = Assisted: it stays visible
option-memory-classic = Classic: it is turned over again
option-quiet = Moves without an attack
option-quiet-about = How many in a row draw the game; 0 switches this off.

## Ready-made set-ups (STR-6)

preset-fortress = Fortress
preset-fortress-about = the flag in a corner behind two bombs, two more bombs on the roads that lead there
preset-vault = Vault
preset-vault-about = the flag in the middle of the edge, a bomb on each of its three sides
preset-twins = Twins
preset-twins-about = two bomb nests that look alike, one at each end; only one holds the flag
preset-shield = Shield
preset-shield-about = no bomb touches the flag: strong pieces guard it, and the bombs hold the front
preset-lure = Lure
preset-lure-about = a bomb nest on one wing, the flag almost bare on the other
preset-storm = Storm
preset-storm-about = every strong piece in front, the flag behind them with one bomb
preset-random = Random

## Parts of sentences, used by the messages below.

# A player by seat, where the colour would say nothing. Always the first word of a sentence.
seat = { $who ->
    [you] You
    [0] Seat 0
    [1] Seat 1
   *[named] { $who }
}
# A seat that has no name is called by its colour. Always the first word of a sentence.
by-colour = { $colour ->
    [red] Red
    [blue] Blue
   *[none] { seat }
}
player = { $who ->
    [you] You
    [0] { by-colour }
    [1] { by-colour }
   *[named] { $who }
}
# Whose piece it is: "Red's general". Always the first word of a sentence.
owner = { $who ->
    [you] Your
   *[others] { player }'s
}
# The piece that moves or is placed; unknown where the reader may not know.
piece = { $rank ->
    [flag] flag
    [spy] spy
    [scout] scout
    [miner] miner
    [sergeant] sergeant
    [major] major
    [colonel] colonel
    [general] general
    [bomb] bomb
   *[unknown] piece
}
# The same, more than one.
pieces = { $rank ->
    [flag] flags
    [spy] spies
    [scout] scouts
    [miner] miners
    [sergeant] sergeants
    [major] majors
    [colonel] colonels
    [general] generals
    [bomb] bombs
   *[unknown] pieces
}
# The piece that would be attacked.
target = { $target ->
    [flag] flag
    [spy] spy
    [scout] scout
    [miner] miner
    [sergeant] sergeant
    [major] major
    [colonel] colonel
    [general] general
    [bomb] bomb
   *[unknown] piece
}
# The piece that attacks.
attacker = { $attacker ->
    [spy] spy
    [scout] scout
    [miner] miner
    [sergeant] sergeant
    [major] major
    [colonel] colonel
   *[general] general
}
# The piece that is attacked; flag and bomb have messages of their own.
defender = { $defender ->
    [spy] spy
    [scout] scout
    [miner] miner
    [sergeant] sergeant
    [major] major
    [colonel] colonel
   *[general] general
}

## Lists: $start is all but the last, $end is the last.

join-comma = { $start }, { $end }
# $count pieces of one rank.
pieces-left = { $count ->
    [1] { piece }
   *[other] { piece } ×{ $count }
}

## What a drawn board needs

side = { $colour ->
    [red] Red
    [blue] Blue
   *[none] No colour yet
}
removed = Removed pieces
# $count moves in a row without an attack; $limit of them draw the game (STR-33).
quiet-moves = { $count } of { $limit } moves without an attack

## Set-up (STR-3, STR-4)

colours = { seat } { $who ->
    [you] play
   *[others] plays
} red and { $who ->
    [you] move
   *[others] moves
} first.
# Told to the owner only.
arrange = { player } { $who ->
    [you] place
   *[others] places
} a { piece } on { $end }.

## Moves and attacks (STR-10 to STR-28)

move = { owner } { piece } moves { $start } → { $end }.
attack-wins = { owner } { attacker } on { $start } beats the { defender } on { $end }.
attack-falls = { owner } { attacker } on { $start } falls to the { defender } on { $end }.
attack-both = { owner } { attacker } on { $start } and the { defender } on { $end } both fall.
attack-bomb = { owner } { attacker } on { $start } falls to a bomb on { $end }.
attack-clears = { owner } { attacker } on { $start } clears the bomb on { $end }.
attack-flag = { owner } { attacker } on { $start } takes the flag on { $end }!

## Draw and resignation (STR-34)

resign = { player } { $who ->
    [you] resign
   *[others] resigns
}.
offer = { player } { $who ->
    [you] offer
   *[others] offers
} a draw.
agree = { player } { $who ->
    [you] accept
   *[others] accepts
} the draw.

## What can be done: what an action would do, to be chosen.

offer-move = Move the { piece }: { $start } → { $end }
# $target is unknown, or what the reader has seen of it.
offer-attack = Attack the { target } on { $end } with the { piece } from { $start }
offer-arrange = Place a { piece } on { $end }
offer-resign = Resign
offer-draw = Offer a draw
offer-agree = Accept the draw

## Why not (STR-2 to STR-34): reasons, each the end of a sentence.

no-turn = it is not your turn
no-resigning-for-others = you can resign for yourself only
no-second-draw = you have offered a draw already; the other side has not answered yet
no-draw-for-others = you can offer a draw for yourself only
no-choice-of-colours = colours are drawn by lot, before the set-up
# $count is 24.
no-square-left = all { $count } squares of your half are filled: nothing is left to place
no-turn-to-place = it is not your turn to place a piece
no-such-rank = this army has no { piece }; left to place: { $left }
# $count is how many pieces of this rank an army has.
no-more-of-rank = { $count ->
    [1] your only { piece } stands already
    [2] both your { pieces } stand already
    [3] all three of your { pieces } stand already
    [4] all four of your { pieces } stand already
    [5] all five of your { pieces } stand already
    [6] all six of your { pieces } stand already
   *[other] all { $count } of your { pieces } stand already
}; left to place: { $left }
# $filled of $count squares.
no-part-of-a-set-up = { $filled } of your { $count } squares are filled, and a set-up is handed in whole
no-move-yet = nothing moves before both armies stand; place your pieces first
no-piece-there = there is no piece on { $start }
no-piece-of-yours = the piece on { $start } is not yours
no-moving-rank = the { piece } on { $start } never moves
no-way-to-stay = { $start }-{ $end } is no move: the piece must leave its square
no-diagonal-way = { $start }-{ $end } is diagonal: a piece moves one square forward, back or sideways
no-straight-way = { $start }-{ $end } is not a straight line: a piece moves one square forward, back or sideways
no-way-so-far = { $start }-{ $end } is too far for a { piece }: only a scout moves more than one square
# $end is the square of the piece that stands in the way.
no-way-past = the scout on { $start } cannot pass the piece on { $end }
no-way-onto-own = your own { piece } stands on { $end }
# $count is 5.
no-more-shuttling = this piece has moved { $count } times in a row between { $end } and { $start }: it must go elsewhere

## The end (STR-30 to STR-34). $who is the winner, $loser the other side's colour.

wins = { player } { $who ->
    [you] win
   *[others] wins
}
other-side = { $loser ->
    [red] red
    [blue] blue
   *[none] the other side
}
ending-flag = { wins }: the flag is taken.
ending-stuck = { wins }: { other-side } cannot move any piece.
ending-resigned = { wins }: { other-side } has resigned.
ending-agreed = The game is drawn: both sides agree.
ending-no-movers = The game is drawn: neither side has a piece left that can move.
# $count is the number of moves in a row without an attack.
ending-quiet = The game is drawn after { $count } { $count ->
    [one] move
   *[other] moves
} without an attack.

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

hint-pieces = costs the enemy { NUMBER($amount, minimumFractionDigits: 1) } points of rank { $way ->
    [more] more
   *[fewer] less
} than you
hint-shown = shows { NUMBER($amount, minimumFractionDigits: 1) } { $way ->
    [more] more
   *[fewer] fewer
} of your pieces
hint-news = tells you { NUMBER($amount, minimumFractionDigits: 1) } { $way ->
    [more] more
   *[fewer] fewer
} enemy ranks
