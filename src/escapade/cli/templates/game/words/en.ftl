### @TITLE@: what is said at the table. $who is who acts: the number of a seat, a player's name, or "you".

title = @TITLE@
about = a number drawn unseen, and one chance to draw again

# Always the first word of a sentence.
seat = { $who ->
@SEATS@
   *[named] { $who }
}

draws = { $who ->
    [you] You draw { $number }.
   *[other] { seat } draws { $number }.
}
draws-unseen = { seat } { $who ->
    [you] draw
   *[other] draws
} a number.
draws-again = { $who ->
    [you] You draw again.
   *[other] { seat } draws again.
}
keeps = { $who ->
    [you] You keep your number.
   *[other] { seat } keeps the number.
}
ending = The highest number is { $number }.

offer-keep = keep the { $number }
offer-again = draw another number

no-drawing = only chance does this
no-turn = it is not your turn
