### Jailbreakers : ce que dit le plateau dessiné.
###
### $who est le nom d'un joueur, ou « Toi ». $thing est un matériel ou un objet, $location un lieu.

## Noms

escape-card = { $card ->
    [success] succès
    [failure] échec
    [snitch] balance
   *[hidden] face cachée
}
# Ce que fait un objet, en bref.
ability = { $thing ->
    [bed-dummy] Une tentative pioche une carte de moins.
    [guard-outfit] Entre sans ennui dans une salle gardée.
    [worker-outfit] Entre là où se trouve un autre dé.
    [grappling-hook] Atteins des salles jusqu'à 2 numéros plus loin.
    [raft] Si tu abandonnes une tentative, garde tous les objets sauf un.
    [brass-knuckles] Regarde les deux premières cartes Évasion.
    [ladder] Regarde la première carte Évasion.
    [shovel] Mets la première carte Évasion sous le paquet, sans la voir.
    [lock-pick] Relance le dé, une fois.
    [soap-gun] Échange un matériel avec un autre joueur.
   *[money-bag] Ignore une carte échec.
}

## La prison

prison = La prison
# Une partie de ce que donne un lieu. $things sont les matériels au choix ; vide : tous.
part = { $part ->
    [move] déplace { $count ->
        [one] un garde
       *[other] { $count } gardes
    }
    [draw] pioche { $count ->
        [one] un matériel
       *[other] { $count } matériels
    } au hasard
    [take] prends { $count ->
        [one] un matériel
       *[other] { $count } matériels
    } de ton choix
    [take-of] prends-en { $count ->
        [one] un
       *[other] { $count }
    } : { $things }
    [give] donne à un autre joueur { $count ->
        [one] un matériel
       *[other] { $count } matériels
    } de la réserve
    [exchange] échange jusqu'à { $count ->
        [one] un matériel
       *[other] { $count } matériels
    } avec la réserve
    [steal-material] vole un matériel
   *[steal-object] vole un objet
}
room = { $place } { $location } : { $gives }
room-guarded = un garde est ici
room-warden = le directeur est ici
room-dice = { $who } : { $count ->
    [one] un dé
   *[other] { $count } dés
} montrant { $pips }
room-go = Tu peux aller ici.
room-danger = Tu te ferais prendre ici !
room-choose = Plusieurs façons d'y aller : choisis.
room-target = Le garde peut aller ici.
guard-choose = Déplacer le garde en { $place }
warden-choose = Déplacer le directeur en { $place }
how = Comment y vas-tu ?
danger = pris !
cancel = Annuler
round = Manche { $round }
round-of = Manche { $round } sur { $last }
die = Le dé montre { $face }
# $roll est le dé lancé, $map ce qui se trouve déjà sur le plan.
value = { $roll } + { $map } = { $sum }
in-trouble = Au cachot
free-outside = Libre !
caught-by = { $who } : pris par { $catcher ->
    [guard] un garde
   *[warden] le directeur
}

## Et maintenant

now = Et maintenant ?
news = Ce qui s’est passé
# Ce que le lecteur doit faire.
step = { $step ->
    [roll] Lance le dé, ou passe.
    [place] Pose ton dé sur une salle éclairée.
    [move] Clique sur un garde, puis sur la salle où il va.
    [take] Prends un matériel de la réserve.
    [return] Tu as trop de cartes. Rends-en une.
    [give] Donne à quelqu'un un matériel de la réserve.
    [exchange] Échange un de tes matériels, ou laisse.
    [replace] Prends un matériel en échange.
    [steal] Vole une carte.
    [act] Fabrique, utilise un objet, tente une évasion – ou termine ton tour.
    [pay] Paie avec un matériel.
    [swap] Le pistolet en savon : lequel de tes matériels donnes-tu ?
    [swap-for] Le pistolet en savon : que veux-tu en échange ?
    [snitch] Quelqu'un s'évade. Tu le balances ?
    [ignore] Un échec ! Tu dépenses le sac d'argent ?
    [go-on] Tu continues, ou tu abandonnes ?
    [keep] Tu abandonnes. Quels objets gardes-tu ?
    [free] Rachète des prisonniers au cachot.
   *[release] Un prisonnier revient gratuitement. Lequel ?
}
# Ce qu'un autre joueur s'apprête à faire.
doing = { $step ->
    [roll] { $who } : va lancer le dé
    [place] { $who } : pose le dé
    [move] { $who } : déplace un garde
    [take] { $who } : prend un matériel
    [return] { $who } : rend une carte
    [give] { $who } : donne un matériel
    [exchange] { $who } : échange des matériels
    [replace] { $who } : échange des matériels
    [steal] { $who } : vole une carte
    [act] { $who } : bricole et manigance
    [pay] { $who } : paie
    [swap] { $who } : pistolet en savon au poing
    [swap-for] { $who } : pistolet en savon au poing
    [snitch] { $who } : balancer ou se taire ?
    [ignore] { $who } : un échec – et le sac d'argent ?
    [go-on] { $who } : en pleine évasion
    [keep] { $who } : abandonne l'évasion
    [free] { $who } : rachète des prisonniers
    [release] { $who } : récupère un prisonnier
   *[other] On prépare la table.
}
to-pay = { $count ->
    [one] encore un à payer
   *[other] encore { $count } à payer
}
to-keep = { $count ->
    [one] un est à garder
   *[other] { $count } sont à garder
}
may-keep = { $count ->
    [one] un de plus peut être gardé
   *[other] { $count } de plus peuvent être gardés
}
over-won = { $who } – dehors, et pour de bon !
over-draw = La partie est finie.
to-whom = À qui ?
from-whom = De { $who }

## Joueurs, mains et réserve

players = Joueurs
prisoners = { $inside } dedans, { $caught } au cachot, { $escaped } dehors
turns-left = { $count ->
    [one] encore un tour dans cette manche
   *[other] encore { $count } tours dans cette manche
}
first-player = premier de cette manche
has-snitch = a une carte Balance
hand = Ta main
hand-empty = Pas encore de cartes
hand-of = { $who } a : { $things }
bench = Établi
supply = Réserve
left = { $thing } : { $count } dans la réserve
craft-can = Fabriquer : { $thing } avec { $things }
craft-lacks = { $thing } : manque { $things }
craft-owned = { $thing } : tu l'as
craft-of = { $thing } : avec { $things }
craft-none = { $thing } : épuisé
any-three = trois matériels quelconques

## Plans et tentatives

plans = Plans d'évasion
plan-draws = { $count ->
    [one] une carte Évasion à piocher
   *[other] { $count } cartes Évasion à piocher
}
plan-ready = Tu as tout !
plan-lacks = manque { $things }
plan-takes = demande { $things }
plan-chance = { $percent } % de chances
go = Évasion !
go-dummy = …avec mannequin
deck = Paquet Évasion
deck-holds = { $success } succès, { $failure } échecs, { $snitch } balances dans le paquet
peek-known = { $who }, carte { $place } du paquet : { $card }
peek-unknown = { $who } : a regardé la carte { $place } du paquet
attempt = { $who } : { $plan }
strikes = Échecs : { $failed }. Le deuxième met fin à tout.
cards-left = { $count ->
    [0] plus de carte à piocher
    [one] encore une carte
   *[other] encore { $count } cartes
}
card-ignored = { $card }, ne compte pas
odds-next = Prochaine carte
odds-rest = Échecs dans les { $count } suivantes
odds-none = aucun
odds-more = { $count }+
snitch-question = { $who } s'évade : { $plan }. Tu mets ta carte Balance dans le paquet ?
snitches-in = { $count ->
    [one] Une balance est dans le paquet.
   *[other] { $count } balances sont dans le paquet.
}
result = { $result ->
    [escaped] Un prisonnier s'échappe !
    [won] Le deuxième prisonnier est dehors – gagné !
    [failed] Pris ! La tentative a échoué.
   *[gave-up] La tentative a été abandonnée.
}
close = Retour à la prison

## La visite

tour-welcome = Voici ta prison. Le premier qui fait sortir deux prisonniers gagne. Faisons le tour.
tour-map = Douze salles numérotées autour de la cour. Les signes montrent ce que chacune donne : des cartes au hasard (?), des cartes au choix (+), ou quelque chose de plus rusé.
tour-die = Lance le dé, puis pose-le sur une salle éclairée. Les dés que tu as déjà sur le plan s'ajoutent : les lancers suivants vont plus loin.
tour-guards = Les gardes avancent d'une salle après chaque manche. Qui doit entrer dans une salle gardée a un prisonnier au cachot, et doit le racheter.
tour-hand = Tes cartes : matériels et objets. Les objets ont des pouvoirs ; ceux que tu peux utiliser s'éclairent.
tour-bench = Deux matériels font un objet. Ce que tu peux fabriquer s'éclaire ; pour le reste, tu vois ce qui manque.
tour-plans = Un plan demande certains objets et un nombre de cartes Évasion. Un échec passe, le deuxième gâche tout.
tour-now = Ici tu lis toujours ce qu'il y a à faire, avec tous les choix. Quelque chose n'est pas éclairé ? Clique dessus et tu sauras pourquoi.
