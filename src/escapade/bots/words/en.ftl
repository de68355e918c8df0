# Why a bot recommends an action: by what its outcome differs, on average over the same guessed worlds, from the
# outcome of the next best (the best one's reason) or of the best (the others' reasons).
# $amount is a number such as 2.5, $way is more or fewer.

hint-only = the only thing that is possible
hint-clear = nothing else comes near
hint-even = about as good as the other
hint-result = { $way ->
    [more] sooner decided
   *[fewer] later decided
}

## Cartagena

hint-spaces = your pirates come { $amount } spaces { $way ->
    [more] further
   *[fewer] less far
}
hint-cards = leaves you { $amount } cards { $way ->
    [more] more
   *[fewer] fewer
}
hint-home = { $amount } pirates { $way ->
    [more] more
   *[fewer] fewer
} reach the boat

## Stratego

hint-pieces = costs the enemy { $amount } points of rank { $way ->
    [more] more
   *[fewer] less
} than you
hint-shown = shows { $amount } { $way ->
    [more] more
   *[fewer] fewer
} of your pieces
hint-news = tells you { $amount } { $way ->
    [more] more
   *[fewer] fewer
} enemy ranks

## Stalag 17

hint-escapes = { $amount } { $way ->
    [more] more
   *[fewer] fewer
} prisoners get away
hint-laid = brings { $amount } { $way ->
    [more] more
   *[fewer] fewer
} cards of your plan onto the table
hint-surveillance = { $amount } { $way ->
    [more] more
   *[fewer] fewer
} points of surveillance

## Jailbreakers

hint-prisoners = { $amount } { $way ->
    [more] more
   *[fewer] fewer
} prisoners get away
hint-objects = leaves you { $amount } { $way ->
    [more] more
   *[fewer] fewer
} objects
hint-materials = leaves you { $amount } { $way ->
    [more] more
   *[fewer] fewer
} materials
hint-trouble = { $amount } { $way ->
    [more] more
   *[fewer] fewer
} prisoners get into trouble
