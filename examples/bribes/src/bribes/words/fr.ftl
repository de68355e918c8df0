### Pots-de-vin : ce qui se dit à la table. $who est le numéro d'une place, le nom d'un joueur, ou « you ».

title = Pots-de-vin
about = des offres secrètes pour ce que vendent les gardiens
option-bundles = Paquets
option-bundles-about = Combien de paquets chaque prisonnier possède.
option-overheard = Entendu
option-overheard-about = Combien de fois un prisonnier est entendu avant d'être pris.

player = { $who ->
    [you] Tu
    [0] Place 0
    [1] Place 1
    [2] Place 2
    [3] Place 3
    [4] Place 4
    [5] Place 5
   *[named] { $who }
}
good = { $good ->
    [soap] le savon
    [rope] la corde
    [map] la carte
    [file] la lime
   *[key] la clé
}
amount = { $amount ->
    [nothing] rien
   *[number] { $amount }
}
join-and = { $start } et { $end }
offered = place { $seat } : { amount }

guard = Un gardien passe et vend { good }.
knock = { player } { $who ->
    [you] frappes
   *[other] frappe
} { $count ->
    [1] une fois
   *[other] deux fois
}.
offer = { player } { $who ->
    [you] offres
   *[other] offre
} { amount }.
offer-unseen = { player } { $who ->
    [you] as
   *[other] a
} fait une offre.
shown = Les offres sont montrées ({ $offers }). Personne ne prend { good }.
shown-taken = Les offres sont montrées ({ $offers }). { player } { $who ->
    [you] prends
   *[other] prend
} { good }.
gives-up = { player } { $who ->
    [you] abandonnes
   *[other] abandonne
}.

offer-offer = Offrir { amount }
offer-knock = { $count ->
    [1] Frapper une fois
   *[other] Frapper deux fois : tout compte double
}
offer-give-up = Abandonner

no-chance = seul le hasard fait cela
no-giving-up = chacun n'abandonne que pour soi, et une seule fois
no-knock = seul le meneur frappe, une fois par tour
no-offer-yet = on fait une offre quand le meneur a frappé
no-caught = un prisonnier pris ne fait plus d'offre
no-bundle = il ne reste pas de paquet de { amount }

ending = { player } { $who ->
    [you] gagnes
   *[other] gagne
} avec des biens d'une valeur de { $count }.
ending-equal = Plusieurs ont pris des biens de même valeur.
