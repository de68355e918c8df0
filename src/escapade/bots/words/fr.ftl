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
