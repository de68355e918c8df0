### Stalag 17 : ce qui se dit à la table.
###
### $who est celui qui agit : le numéro d'un siège, le nom d'un joueur, ou « you » (le lecteur, que l'on tutoie).
### $shows est ce que montre une carte : un objet, deux objets, escape, barracks ou information ; $points sont ses points
### d'évasion, $weight sa valeur de surveillance. Les cartes prennent une majuscule, sinon « Carte » serait équivoque.
### $hand et $there sont des listes de cartes ; la façon de les lier est plus bas.

## Le jeu et ce dont on peut convenir

title = Stalag 17
about = trois prisonniers par joueur, un plan tiré aux dés, et des cartes posées que personne d'autre ne connaît
option-play_on = Continuer
option-play_on-about = Après la victoire du premier, les autres continuent pour le classement.
option-first = Qui commence
option-first-about = Qui commence la première manche.
option-first-lot = Tirage au sort
option-counting = Compte des cartes
option-counting-about = La page tient le compte des cartes vues pendant la manche.

## Parties de phrases, utilisées par les messages plus bas.

# Toujours en tête de phrase.
player = { $who ->
    [you] Tu
    [0] Le siège 0
    [1] Le siège 1
    [2] Le siège 2
    [3] Le siège 3
    [4] Le siège 4
   *[named] { $who }
}
# Une carte, telle qu'on l'appelle : « Nourriture 2 » a 2 de surveillance, « Évasion 6/3 » vaut 6 points.
card = { $shows ->
    [clothes] Vêtements { $weight }
    [food] Nourriture { $weight }
    [document] Document { $weight }
    [tool] Outil { $weight }
    [map] Carte { $weight }
    [clothes-food] Vêtements-Nourriture
    [clothes-document] Vêtements-Document
    [clothes-tool] Vêtements-Outil
    [clothes-map] Vêtements-Carte
    [food-document] Nourriture-Document
    [food-tool] Nourriture-Outil
    [food-map] Nourriture-Carte
    [document-tool] Document-Outil
    [document-map] Document-Carte
    [tool-map] Outil-Carte
    [escape] Évasion { $points }/{ $weight }
    [barracks] Baraquement
   *[information] Information
}
# Plusieurs cartes identiques.
cards = { card } ×{ $count }
# Une main sans cartes.
nothing = aucune carte
# Une liste : $start est tout sauf le dernier, séparé par des virgules, $end est le dernier.
join-and = { $start } et { $end }
# « pioche », à la personne qui convient.
draws = { $who ->
    [you] pioches
   *[others] pioche
}
# « pose », à la personne qui convient.
lays = { $who ->
    [you] poses
   *[others] pose
}
# « défausse », à la personne qui convient.
discards = { $who ->
    [you] défausses
   *[others] défausse
}
# S17-60 : dit quand la dernière carte de la pioche est prise.
empty-deck = La pioche est vide : personne ne s'est évadé, et chacun rend 6 points de Surveillance par prisonnier non évadé

## Le plan d'évasion (S17-10, S17-16, S17-18)

start = { player } { $who ->
    [you] commences
   *[others] commence
}.
# $face est un objet, ou escape pour la face « évasion 3 ».
throw = { player } { $who ->
    [you] obtiens
   *[others] obtient
} { $face ->
    [clothes] Vêtements
    [food] Nourriture
    [document] Document
    [tool] Outil
    [map] Carte
   *[escape] Évasion 3
}.
# $face est le nombre obtenu ; le plan demande $count objets et $points points en tout.
escape-die = Le dé d'Évasion donne { $face } : le plan demande { $count ->
    [0] zéro objet
    [1] un objet
   *[other] { $count } objets
} et { $points ->
    [1] un point
   *[other] { $points } points
}.
deal = { player } { $who ->
    [you] reçois
   *[others] reçoit
} { card }.
# La carte est cachée au lecteur.
deal-unseen = { player } { $who ->
    [you] reçois
   *[others] reçoit
} une carte.

## Un tour (S17-30 à S17-38)

draw-two = { player } { draws } deux cartes.
draw = { player } { draws } { card }.
# La carte est cachée au lecteur.
draw-unseen = { player } { draws } une carte.
# La dernière carte de la pioche met fin à la manche.
draw-last = { player } { draws } { card }. { empty-deck }.
draw-unseen-last = { player } { draws } la dernière carte. { empty-deck }.
lay = { player } { lays } { card } face cachée.
# La carte est cachée au lecteur.
lay-unseen = { player } { lays } une carte face cachée.
discard = { player } { discards } { card }.
begin-set = { player } { $who ->
    [you] commences
   *[others] commence
} à défausser une série.
begin-run = { player } { $who ->
    [you] commences
   *[others] commence
} à défausser une suite.
add = { player } { $who ->
    [you] ajoutes
   *[others] ajoute
} { card }.
# $count est le nombre de ses cartes.
end-set = { player } { $who ->
    [you] as
   *[others] a
} défaussé une série de { $count } cartes.
end-run = { player } { $who ->
    [you] as
   *[others] a
} défaussé une suite de { $count } cartes.
take = { player } { $who ->
    [you] prends
   *[others] prend
} { card } sur la défausse.

## L'évasion (S17-45 à S17-48)

# $surveillance est ce que le joueur a maintenant.
attempt-fails = { player } { $who ->
    [you] tentes
   *[others] tente
} une évasion et { $who ->
    [you] échoues
   *[others] échoue
} : tous ont vu les cartes posées, et la surveillance monte à { $surveillance }.
# Il reste $count prisonniers, et le décompte a eu lieu.
escape = { player } { $who ->
    [you] fais
   *[others] fait
} évader un prisonnier, il en reste { $count ->
    [1] un
    [2] deux
   *[other] { $count }
} ! Après le décompte, { $who ->
    [you] ta
   *[others] sa
} surveillance est de { $surveillance }.
escape-wins = { player } { $who ->
    [you] fais évader ton
   *[others] fait évader son
} troisième prisonnier !
# Dit quand les autres continuent : $place vaut 1 pour qui a fini en premier.
escape-place = { player } { $who ->
    [you] fais évader ton
   *[others] fait évader son
} troisième prisonnier et { $who ->
    [you] termines
   *[others] termine
} à la { $place ->
    [1] première
    [2] deuxième
    [3] troisième
   *[other] quatrième
} place !

## La fin (S17-47, S17-48, S17-62)

ending-free = { player } { $who ->
    [you] gagnes : tes
   *[others] gagne : ses
} trois prisonniers sont libres.
ending-places = { player } { $who ->
    [you] gagnes
   *[others] gagne
}, et toutes les places sont attribuées.
# $count joueurs sont en tête, $who est l'un d'eux. $rounds vaut 200.
ending-long = La partie s'arrête après { $rounds } manches. { $count ->
    [1] { player } { $who ->
        [you] es
       *[others] est
    } en tête
   *[other] { $count } joueurs sont en tête à égalité
}.

## Ce que l'on peut faire (S17-30 à S17-40)

# $count vaut 1 s'il ne reste qu'une carte dans la pioche, sinon 2.
offer-draw-two = { $count ->
    [1] Piocher la dernière carte
    [2] Piocher deux cartes
   *[other] Piocher { $count } cartes
}
offer-lay = Poser { card }
offer-discard = Défausser { card }
offer-begin-set = Défausser une série
offer-begin-run = Défausser une suite
offer-add = Ajouter { card }
# $count est le nombre de ses cartes.
offer-end-set = Terminer : une série de { $count } cartes
offer-end-run = Terminer : une suite de { $count } cartes
offer-take = Prendre { card } et piocher une carte
offer-attempt = Tenter une évasion

## Pourquoi pas : des morceaux de phrase, sans majuscule ni point (S17-20 à S17-45)

no-turn = ce n'est pas ton tour
no-hand = tu n'as aucune carte en main
no-card = tu n'as pas la carte { card } ; tu as en main : { $hand }
no-set = tu n'as pas trois cartes du même type ; tu as en main : { $hand }
no-run = tu n'as pas cinq cartes de types différents ; tu as en main : { $hand }
no-adding = aucune défausse carte par carte n'est en cours ; choisis d'abord de défausser une série ou une suite
no-discard = la défausse est vide, il n'y a rien à y prendre
no-second-attempt = ta tentative de ce tour a échoué, et il n'y en a pas de seconde ; fais autre chose
# $count est le nombre de cartes déjà défaussées.
no-end-set = une série compte au moins trois cartes, et tu en as défaussé { $count }
no-end-run = une suite compte au moins cinq cartes, et tu en as défaussé { $count }
no-other-than-set = tu es en train de défausser une série ; ajoutes-y des cartes, et termine quand elle est complète
no-other-than-run = tu es en train de défausser une suite ; ajoutes-y des cartes, et termine quand elle est complète
no-set-with = aucune série n'est possible avec { card }
no-run-with = aucune suite n'est possible avec { card }
no-set-with-these = { card } ne forme pas de série avec { $there }
no-run-with-these = { card } ne forme pas de suite avec { $there }
no-start = c'est le hasard qui décide qui commence, avant la première manche
no-throw = c'est le hasard qui lance les dés, au début de la manche
no-draw = c'est le hasard qui décide de la carte piochée ; choisis de piocher deux cartes
no-lay-unseen = dis quelle carte tu poses

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

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
