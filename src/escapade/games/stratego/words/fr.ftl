### Stratego, en français. Ce que disent les messages et leurs arguments est expliqué dans en.ftl.
### « Tu » s'adresse à qui lit ; un nom est employé tel quel, sans « de » ni « à » devant lui.

## Le jeu et ses options (STR-3, STR-33, STR-42)

title = Stratego
about = 24 pièces par camp sur un plateau de 8 × 8, que seul leur propriétaire voit
option-red = Les rouges
option-red-about = Qui joue les rouges et commence.
option-red-lot = Tirage au sort
option-memory = Mémoire
option-memory-about = Ce qui a été révélé reste visible, ou se retourne comme sur une vraie table.
option-memory-assisted = Assistée : tout reste visible
option-memory-classic = Classique : la pièce se retourne
option-quiet = Coups sans attaque
option-quiet-about = Combien de coups de suite rendent la partie nulle ; 0 supprime la limite.

## Dispositions toutes prêtes (STR-6)

preset-fortress = Forteresse
preset-fortress-about = le drapeau dans un coin derrière deux bombes, deux autres bombes sur les chemins qui y mènent
preset-vault = Coffre-fort
preset-vault-about = le drapeau au milieu du bord, une bombe sur chacun de ses trois côtés
preset-twins = Jumeaux
preset-twins-about = deux nids de bombes qui se ressemblent, un à chaque bout ; un seul abrite le drapeau
preset-shield = Bouclier
preset-shield-about = aucune bombe ne touche le drapeau : de fortes pièces le gardent, et les bombes tiennent le front
preset-lure = Leurre
preset-lure-about = un nid de bombes sur une aile, le drapeau presque nu sur l'autre
preset-storm = Tempête
preset-storm-about = toutes les fortes pièces devant, le drapeau derrière elles avec une seule bombe
preset-random = Au hasard

## Parties de phrases

seat = { $who ->
    [you] Tu
    [0] Le siège 0
    [1] Le siège 1
   *[named] { $who }
}
by-colour = { $colour ->
    [red] Rouge
    [blue] Bleu
   *[none] { seat }
}
player = { $who ->
    [you] Tu
    [0] { by-colour }
    [1] { by-colour }
   *[named] { $who }
}
# « Ton général », mais « Anna : le général ».
owner = { $who ->
    [you] Ton
   *[others] { player } :
}
piece = { $rank ->
    [flag] drapeau
    [spy] espion
    [scout] éclaireur
    [miner] démineur
    [sergeant] sergent
    [major] commandant
    [colonel] colonel
    [general] général
    [bomb] bombe
   *[unknown] pièce
}
pieces = { $rank ->
    [flag] drapeaux
    [spy] espions
    [scout] éclaireurs
    [miner] démineurs
    [sergeant] sergents
    [major] commandants
    [colonel] colonels
    [general] généraux
    [bomb] bombes
   *[unknown] pièces
}
target = { $target ->
    [flag] le drapeau
    [spy] l'espion
    [scout] l'éclaireur
    [miner] le démineur
    [sergeant] le sergent
    [major] le commandant
    [colonel] le colonel
    [general] le général
    [bomb] la bombe
   *[unknown] la pièce
}
attacker = { $who ->
    [you] { $attacker ->
        [spy] espion
        [scout] éclaireur
        [miner] démineur
        [sergeant] sergent
        [major] commandant
        [colonel] colonel
       *[general] général
    }
   *[others] { $attacker ->
        [spy] l'espion
        [scout] l'éclaireur
        [miner] le démineur
        [sergeant] le sergent
        [major] le commandant
        [colonel] le colonel
       *[general] le général
    }
}
defender = { $defender ->
    [spy] l'espion
    [scout] l'éclaireur
    [miner] le démineur
    [sergeant] le sergent
    [major] le commandant
    [colonel] le colonel
   *[general] le général
}

## Listes

join-comma = { $start }, { $end }
pieces-left = { $count ->
    [1] { piece }
   *[other] { piece } ×{ $count }
}

## Ce qu'il faut pour dessiner le plateau

side = { $colour ->
    [red] Rouge
    [blue] Bleu
   *[none] Pas encore de couleur
}
removed = Pièces retirées
quiet-moves = Coups sans attaque : { $count } sur { $limit }

## Mise en place (STR-3, STR-4)

colours = { seat } { $who ->
    [you] joues les rouges et commences
   *[others] joue les rouges et commence
}.
arrange = { player } { $who ->
    [you] places
   *[others] place
} { $rank ->
    [bomb] une bombe
    [unknown] une pièce
   *[other] un { piece }
} en { $end }.

## Déplacements et attaques (STR-10 à STR-28)

move = { $who ->
    [you] { $rank ->
        [bomb] Ta bombe
        [unknown] Ta pièce
       *[other] Ton { piece }
    }
   *[others] { owner } { $rank ->
        [spy] l'espion
        [scout] l'éclaireur
        [bomb] la bombe
        [unknown] une pièce
       *[other] le { piece }
    }
} va de { $start } en { $end }.
attack-wins = { owner } { attacker } en { $start } bat { defender } en { $end }.
attack-falls = { owner } { attacker } en { $start } est battu par { defender } en { $end }.
attack-both = { owner } { attacker } en { $start } et { defender } en { $end } tombent tous les deux.
attack-bomb = { owner } { attacker } en { $start } saute sur une bombe en { $end }.
attack-clears = { owner } { attacker } en { $start } désamorce la bombe en { $end }.
attack-flag = { owner } { attacker } en { $start } s'empare du drapeau en { $end } !

## Nulle et abandon (STR-34)

resign = { player } { $who ->
    [you] abandonnes
   *[others] abandonne
}.
offer = { player } { $who ->
    [you] proposes
   *[others] propose
} la nulle.
agree = { player } { $who ->
    [you] acceptes
   *[others] accepte
} la nulle.

## Ce qu'on peut faire

offer-move = Déplacer ton { piece } : { $start } → { $end }
offer-attack = Attaquer { target } en { $end } avec ton { piece } en { $start }
offer-arrange = Placer { $rank ->
    [bomb] une bombe
    [unknown] une pièce
   *[other] un { piece }
} en { $end }
offer-resign = Abandonner
offer-draw = Proposer la nulle
offer-agree = Accepter la nulle

## Pourquoi pas (STR-2 à STR-34)

no-turn = ce n'est pas ton tour
no-resigning-for-others = tu ne peux abandonner qu'en ton propre nom
no-second-draw = tu as déjà proposé la nulle ; l'autre camp n'a pas encore répondu
no-draw-for-others = tu ne peux proposer la nulle qu'en ton propre nom
no-choice-of-colours = les couleurs sont tirées au sort, avant la mise en place
no-square-left = les { $count } cases de ton camp sont occupées : il ne reste rien à placer
no-turn-to-place = ce n'est pas à toi de placer une pièce
no-such-rank = cette armée n'a { $rank ->
    [bomb] aucune bombe
    [unknown] aucune pièce
   *[other] aucun { piece }
} ; reste à placer : { $left }
no-more-of-rank = { $count ->
    [1] { $rank ->
        [bomb] ta seule bombe est déjà placée
        [unknown] ta seule pièce est déjà placée
       *[other] ton seul { piece } est déjà placé
    }
    [2] tes deux { pieces } sont déjà en place
   *[other] tes { $count } { pieces } sont déjà en place
} ; reste à placer : { $left }
no-part-of-a-set-up = cases occupées : { $filled } sur { $count } ; une disposition se remet en entier
no-move-yet = rien ne bouge avant que les deux armées soient en place ; dispose d'abord tes pièces
no-piece-there = il n'y a pas de pièce en { $start }
no-piece-of-yours = la pièce en { $start } n'est pas à toi
no-moving-rank = { $rank ->
    [bomb] la bombe
    [spy] l'espion
    [scout] l'éclaireur
    [unknown] la pièce
   *[other] le { piece }
} en { $start } ne bouge jamais
no-way-to-stay = { $start }-{ $end } n'est pas un déplacement : la pièce doit quitter sa case
no-diagonal-way = { $start }-{ $end } est en diagonale : une pièce va d'une case en avant, en arrière ou de côté
no-straight-way = { $start }-{ $end } n'est pas en ligne droite : une pièce va d'une case en avant, en arrière ou de côté
no-way-so-far = { $start }-{ $end } est trop loin pour { $rank ->
    [bomb] une bombe
    [unknown] cette pièce
   *[other] un { piece }
} : seul un éclaireur va à plus d'une case
no-way-past = l'éclaireur en { $start } ne peut pas franchir la pièce en { $end }
no-way-onto-own = { $rank ->
    [bomb] ta propre bombe
    [unknown] ta propre pièce
   *[other] ton propre { piece }
} occupe déjà { $end }
no-more-shuttling = cette pièce a fait { $count } fois de suite le trajet entre { $end } et { $start } : elle doit aller ailleurs

## La fin (STR-30 à STR-34)

wins = { player } { $who ->
    [you] gagnes
   *[others] gagne
}
other-side = { $loser ->
    [red] le camp rouge
    [blue] le camp bleu
   *[none] l'autre camp
}
ending-flag = { wins } : le drapeau est pris.
ending-stuck = { wins } : { other-side } ne peut plus déplacer aucune pièce.
ending-resigned = { wins } : { other-side } a abandonné.
ending-agreed = La partie est nulle : les deux camps sont d'accord.
ending-no-movers = La partie est nulle : aucun des deux camps n'a plus de pièce qui puisse bouger.
ending-quiet = La partie est nulle après { $count } { $count ->
    [one] coup
   *[other] coups
} sans attaque.

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

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
