### Cartagena, en français. Ce que disent les messages et leurs arguments est expliqué dans en.ftl.
### « Tu » s'adresse à qui lit ; un nom est employé tel quel, sans « de » ni « à » devant lui.

## Le jeu et ses options (CAR-2, CAR-6, CAR-8)

title = Cartagena
about = six pirates par joueur, un tunnel, une chaloupe
option-version = Version
option-version-about = Jamaïque : les mains sont secrètes. Tortue : elles sont visibles, tout comme les prochaines cartes.
option-version-jamaica = Jamaïque
option-version-tortuga = Tortue
option-tunnel = Tunnel
option-tunnel-about = L'ordre des six segments ; « - » met un segment à l'envers.
option-tunnel-random = Au hasard
option-tunnel-classic = Classique
option-first = Qui commence
option-first-about = Qui joue le premier tour.
option-first-lot = Tirage au sort

## Parties de phrases

player = { $who ->
    [you] Tu
    [0] Le siège 0
    [1] Le siège 1
    [2] Le siège 2
    [3] Le siège 3
    [4] Le siège 4
   *[named] { $who }
}
symbol = { $card ->
    [hook] crochet
    [jug] cruche
    [parrot] perroquet
    [pistol] pistolet
    [tricorne] tricorne
   *[keys] trousseau de clés
}
card = { $card ->
    [hook] un crochet
    [jug] une cruche
    [parrot] un perroquet
    [pistol] un pistolet
    [tricorne] un tricorne
   *[keys] un trousseau de clés
}
second = { $second ->
    [hook] un crochet
    [jug] une cruche
    [parrot] un perroquet
    [pistol] un pistolet
    [tricorne] un tricorne
   *[keys] un trousseau de clés
}
laid = { $laid ->
    [hook] Un crochet est posé
    [jug] Une cruche est posée
    [parrot] Un perroquet est posé
    [pistol] Un pistolet est posé
    [tricorne] Un tricorne est posé
   *[keys] Un trousseau de clés est posé
}
start-place = { $start ->
    [outside] dehors
    [boat] chaloupe
   *[space] { $start }
}
end-place = { $end ->
    [boat] chaloupe
   *[space] { $end }
}
at-place = { $start ->
    [outside] dehors
    [boat] dans la chaloupe
   *[space] sur la case { $start }
}
draws = { $who ->
    [you] pioches
   *[others] pioche
}
moves-back = { player } { $who ->
    [you] recules
   *[others] recule
} un pirate, { start-place } → { $end }

## Listes

join-and = { $start } et { $end }
held-cards = { $count ->
    [1] { symbol }
   *[other] { symbol } ×{ $count }
}
held-nothing = aucune carte
pirates-at = { $count ->
    [1] { at-place }
   *[other] { at-place } ({ $count })
}

## Ce qu'il faut pour dessiner le plateau

fortress = Forteresse
boat = Chaloupe
hand = Main
deck = Pioche
discards = Défausse
row = Rangée

## Avant le premier tour (CAR-2, CAR-5, CAR-7, CAR-8)

join = Le segment { $segment } forme les cases { $first } à { $last }.
join-reversed = Le segment { $segment }, mis à l'envers, forme les cases { $first } à { $last }.
start = { player } { $who ->
    [you] commences
   *[others] commence
}.
deal = { player } { $who ->
    [you] reçois
   *[others] reçoit
} { card }.
deal-unseen = { player } { $who ->
    [you] reçois
   *[others] reçoit
} une carte.

## Un tour (CAR-10 à CAR-37)

advance = { player } { $who ->
    [you] joues
   *[others] joue
} { card } : { start-place } → { $end }.
advance-boat = { player } { $who ->
    [you] joues
   *[others] joue
} { card } : { start-place } → dans la chaloupe !
retreat = { moves-back }, { $count ->
    [0] mais il n'y a plus de carte à piocher
    [1] pour une carte
    [2] pour deux cartes
   *[other] pour { $count } cartes
}.
retreat-take = { moves-back }, et { draws } { card }.
retreat-take-two = { moves-back }, et { draws } { card } et { second }.
draw = { player } { draws } { card }.
draw-unseen = { player } { draws } une carte.
lay = { laid } dans la rangée, carte { $count }.
lay-take = { laid } dans la rangée, carte { $count }. { player } { draws } { card }.
lay-take-two = { laid } dans la rangée, carte { $count }. { player } { draws } { card } et { second }.
stop = { player } { $who ->
    [you] t'arrêtes
   *[others] s'arrête
} après { $count ->
    [1] une action
    [2] deux actions
   *[other] { $count } actions
}.
pass = { player } ne { $who ->
    [you] peux rien faire et passes ton tour
   *[others] peut rien faire et passe son tour
}.

## Ce qu'on peut faire

offer-advance = Jouer { card } : { start-place } → { end-place }
offer-retreat = Reculer { start-place } → { $end }, { $count ->
    [0] sans carte à piocher
    [1] piocher une carte
    [2] piocher deux cartes
   *[other] piocher { $count } cartes
}
offer-stop = Finir le tour
offer-pass = Passer : aucune action possible

## Pourquoi pas (CAR-2 à CAR-33)

no-turn = ce n'est pas ton tour
no-stop-yet = un tour compte au moins une action ; tu pourras t'arrêter après la première
no-joining = c'est le hasard qui pose le tunnel, avant le premier tour
no-starting = c'est le hasard qui décide qui commence, avant le premier tour
no-drawing = c'est le hasard qui décide quelle carte est piochée ; on pioche en reculant jusqu'à un ou deux pirates
no-such-card = tu n'as pas de { symbol } ; dans ta main : { $hand }
no-pirate-there = tu n'as pas de pirate { at-place } ; les tiens sont { $crew }
no-retreat-outside = un pirate encore dehors ne peut pas reculer : il faut être dans le tunnel ou dans la chaloupe
no-company-behind = aucune case derrière { $start ->
    [boat] la chaloupe
   *[space] la case { $start }
} ne porte un ou deux pirates, et personne ne ressort du tunnel
no-pass-but-stop = tu as déjà agi pendant ce tour ; pour le terminer, choisis « Finir le tour »
no-pass = tu peux encore agir, et on ne passe son tour que si rien n'est possible

## La fin (CAR-12, CAR-40, CAR-41, CAR-42)

ending-boat = { player } { $who ->
    [you] gagnes
   *[others] gagne
} : les six pirates sont dans la chaloupe.
leader = { $count ->
    [1] { player } { $who ->
        [you] es
       *[others] est
    } en tête
   *[other] { $count } joueurs sont en tête à égalité
}
ending-stuck = Plus personne ne peut rien faire. { leader }.
ending-long = La partie s'arrête après { $actions } actions. { leader }.

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

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
