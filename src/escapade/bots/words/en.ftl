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
