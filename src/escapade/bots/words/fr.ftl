# Pourquoi un bot conseille une action : ce qui distingue son résultat, en moyenne sur les mêmes mondes devinés, de celui
# de la suivante (pour la meilleure) ou de la meilleure (pour les autres).
# $amount est un nombre comme 2,5 (un dixième est la précision qu'il peut avoir), $way vaut more ou fewer.

hint-only = c'est la seule chose possible
hint-heuristic = d'après les règles de bon sens ; le robot qui réfléchit plus loin se prépare encore
hint-clear = rien d'autre ne s'en approche
hint-even = à peu près aussi bien que l'autre
hint-result = { $way ->
    [more] la partie se décide plus tôt
   *[fewer] la partie se décide plus tard
}

## Cartagena

hint-spaces = tes pirates avancent de { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] case
   *[other] cases
} de { $way ->
    [more] plus
   *[fewer] moins
}
hint-cards = te laisse { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] carte
   *[other] cartes
} de { $way ->
    [more] plus
   *[fewer] moins
}
hint-home = { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] pirate
   *[other] pirates
} de { $way ->
    [more] plus
   *[fewer] moins
} à bord de la chaloupe

## Stratego

hint-pieces = coûte à l'adversaire { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] point
   *[other] points
} de grade de { $way ->
    [more] plus
   *[fewer] moins
} qu'à toi
hint-shown = dévoile { NUMBER($amount, minimumFractionDigits: 1) } de tes pièces de { $way ->
    [more] plus
   *[fewer] moins
}
hint-news = t'apprend { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] grade adverse
   *[other] grades adverses
} de { $way ->
    [more] plus
   *[fewer] moins
}

## Stalag 17

hint-escapes = { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] prisonnier
   *[other] prisonniers
} de { $way ->
    [more] plus
   *[fewer] moins
} en liberté
hint-laid = met sur la table { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] carte
   *[other] cartes
} de ton plan de { $way ->
    [more] plus
   *[fewer] moins
}
hint-surveillance = { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] point
   *[other] points
} de surveillance de { $way ->
    [more] plus
   *[fewer] moins
}

## Jailbreakers

hint-prisoners = { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] prisonnier
   *[other] prisonniers
} de { $way ->
    [more] plus
   *[fewer] moins
} en liberté
hint-objects = te laisse { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] objet
   *[other] objets
} de { $way ->
    [more] plus
   *[fewer] moins
}
hint-materials = te laisse { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] matériel
   *[other] matériels
} de { $way ->
    [more] plus
   *[fewer] moins
}
hint-trouble = { NUMBER($amount, minimumFractionDigits: 1) } { $amount ->
    [one] prisonnier
   *[other] prisonniers
} de { $way ->
    [more] plus
   *[fewer] moins
} dans le pétrin
