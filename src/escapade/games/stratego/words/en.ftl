### Stratego: what is said at the table.
###
### $who is who acts: the number of a seat, a player's name, or "you". Where your language has other forms for "you",
### choose them as is done here; a name is used as it is, and a seat's number is told as its colour.
### $colour is red or blue; none before the colours are drawn.
### $rank, $attacker and $defender are ranks; $start and $end are squares (a1 to h8).

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
