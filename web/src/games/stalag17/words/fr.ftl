### Stalag 17 : ce que dit le dessin lui-même. Les phrases du jeu sont dans le dossier du jeu.

## Cartes et dés

# Ce qui est imprimé sur une carte ou un dé.
thing = { $thing ->
    [clothes] Vêtements
    [food] Nourriture
    [document] Document
    [tool] Outil
    [map] Carte
    [double] Double
    [escape] Évasion
    [barracks] Baraquement
   *[information] Information
}
die-points = Dé d’évasion : { $points ->
    [one] { $points } point
   *[other] { $points } points
}
die-escape = Évasion 3 : trois points de plus
die-falling = Un dé qui n’est pas encore tombé
# $card est le nom d’une carte.
cards = { $count ->
    [one] { $card }
   *[other] { $card }, { $count } cartes
}

## Le plan

plan = Le plan d’évasion
plan-points = Le plan demande { $points ->
    [one] { $points } point d’évasion
   *[other] { $points } points d’évasion
}
points-word = { $points ->
    [one] point
   *[other] points
}
points = Points d’évasion
need-title = Il manque pour t’évader
need-nothing = Tout y est : évade-toi !
missing = { $count ->
    [one] il manque { $count } chose
   *[other] il manque { $count } choses
}
have = { $have } sur { $need }

## Les joueurs

round = Manche { $round }
your-turn = À toi de jouer
turn-of = À { $player } de jouer
over = La partie est finie
at-turn = joue
place-of = { $player } : prisonniers, surveillance et cartes
your-place = Ta place
prisoners = { $inside ->
    [one] { $inside } prisonnier
   *[other] { $inside } prisonniers
} encore au camp, { $free ->
    [one] { $free } évadé
   *[other] { $free } évadés
}
surveillance = Surveillance : { $count } sur 20
held = { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} en main
lying = { $count ->
    [one] { $count } carte posée
   *[other] { $count } cartes posées
}
in-hand = Main
laid = Posé
hand-or-laid = On sait qu’elles sont en main ou posées
place = { $place ->
    [1] 1ᵉʳ
   *[other] { $place }ᵉ
}

## Pioche et défausse

deck-short = Pioche
deck = Pioche : { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
}.
pile-short = Défausse
pile-top = Dessus de la défausse : { $card }.
pile-none = Rien n’est encore défaussé.
pile-history = Toute la défausse, depuis le dessus : { $count }
unseen = Pas encore vues dans cette manche :
close = Fermer

## Ses propres cartes

laid-title = Sous le plancher (posées)
hand-title = Ta main
hand-none = Ta main est vide.
hand-weight = { $count } de surveillance en main

## Ce qu’on peut faire

# Court, sur des boutons.
action-name = { $action ->
    [draw] Piocher deux
    [take] Prendre la défausse
    [set] Défausser une série…
    [run] Défausser une suite…
    [attempt] Évasion !
    [lay] La poser
    [discard] La défausser
    [end] Terminer
   *[cancel] Retour
}
advice = Choisis une carte à poser ou à défausser, ou l’une des actions.
advice-failed = La tentative a échoué. Fais maintenant autre chose.
set = Une série
run = Une suite
tray-more = Ajoute encore { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
} : celles qui brillent conviennent.
tray-valid = Valable avec { $count } cartes. Ajoute d’autres cartes ou termine.

## L’appel

roll-call = L’appel
last-roll-call = Dernier appel
go-on = Continuer

## La visite de la première partie

tour-welcome = Tu mènes trois prisonniers. Qui fait évader les trois le premier gagne. Personne ne sait ce que cachent les autres.
tour-plan = Les dés sont le plan de cette manche : un objet par dé objet, et tant de points d’évasion.
tour-hand = Ta main. Le nombre dans l’œil est la surveillance que coûte la carte si tu la tiens encore quand quelqu’un s’évade. Choisis une carte pour la poser ou la défausser.
tour-laid = Les cartes posées sont cachées sous le plancher. Elles seules comptent pour une évasion. Poser une carte en fait aussi piocher une.
tour-need = Cette liste coche ce que fournissent tes cartes posées. Ta surveillance s’ajoute aux points qu’il te faut.
tour-self = Tes prisonniers à la clôture, et le projecteur : ta surveillance, de 0 à 20. Elle reste d’une manche à l’autre.
tour-pile = La défausse. Prends la carte du dessus, ou ouvre la pile pour les voir toutes. Quand la pioche est vide, la manche finit.
tour-others = Les autres joueurs : prisonniers, surveillance, cartes en main et cartes posées.
tour-acts = Une action par tour. Trois cartes ou plus d’un type forment une série, cinq types différents une suite. On peut toujours tenter une évasion, mais un échec coûte 2 de surveillance.
