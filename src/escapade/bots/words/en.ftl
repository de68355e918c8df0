# Why a bot recommends an action: by what its outcome differs, on average over the same guessed worlds, from the
# outcome of the next best (the best one's reason) or of the best (the others' reasons).
# $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

hint-only = the only thing that is possible
hint-heuristic = by rule of thumb; the bot that looks ahead is still getting ready
hint-clear = nothing else comes near
hint-even = about as good as the other
hint-result = { $way ->
    [more] sooner decided
   *[fewer] later decided
}

## Cartagena

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

## Stratego

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

## Stalag 17

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

## Jailbreakers

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
