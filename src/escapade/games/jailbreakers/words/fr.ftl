### Jailbreakers : ce qui se dit à la table.
###
### $who est celui qui agit : le numéro d'un siège, le nom d'un joueur, « you » (le lecteur, que l'on tutoie) ou
### « phantom » : en solitaire, le joueur fictif est l'autre joueur, et le hasard agit pour lui. $other est un autre
### joueur, de la même façon.
### $thing est un matériel ou un objet, $given un matériel ; $plan, $location : voir plus bas. $catcher est guard (un
### garde) ou warden (le directeur). $place est le numéro d'un lieu, de 1 à 12 ; $start et $end en sont deux.
### $hand, $things, $lacking, $places et $plans sont des listes ; la façon de les lier est plus bas.

## Le jeu et ce dont on peut convenir

title = Jailbreakers
about = du matériel, des objets, un plan, et des cartes Évasion qui peuvent trahir ; seul aussi, contre un joueur fictif
option-money_bag = Sacs d'argent
option-money_bag-about = Deux sacs d'argent s'ajoutent aux objets.
option-snitch = Balances
option-snitch-about = Chaque joueur a une carte Balance.
option-warden = Directeur
option-warden-about = Le directeur remplace un garde.
option-solo_rounds = Manches en solitaire
option-solo_rounds-about = Nombre de manches pour gagner une partie en solitaire ; 0 : pas de limite.
option-first = Qui commence
option-first-about = Qui est premier joueur.
option-first-lot = Tirage au sort

## Parties de phrases, utilisées par les messages plus bas.

# Toujours en tête de phrase.
player = { $who ->
    [you] Tu
    [phantom] Le joueur fictif
    [0] Le siège 0
    [1] Le siège 1
    [2] Le siège 2
    [3] Le siège 3
    [4] Le siège 4
   *[named] { $who }
}
# L'autre joueur, jamais en tête de phrase.
other-player = { $other ->
    [you] toi
    [phantom] le joueur fictif
    [0] le siège 0
    [1] le siège 1
    [2] le siège 2
    [3] le siège 3
    [4] le siège 4
   *[named] { $other }
}
# L'autre joueur, à qui l'on donne.
to-other = { $other ->
    [you] à toi
    [phantom] au joueur fictif
    [0] au siège 0
    [1] au siège 1
    [2] au siège 2
    [3] au siège 3
    [4] au siège 4
   *[named] à { $other }
}
# L'autre joueur, à qui l'on prend.
from-other = { to-other }
# Un matériel ou un objet que l'on prend, fabrique, paie …
thing = { $thing ->
    [bedsheet] un drap
    [cloth] du tissu
    [dye] de la teinture
    [spoon] une cuillère
    [soap] du savon
    [pipe] un tuyau
    [plank] une planche
    [rope] une corde
    [wire] du fil de fer
    [tape] du ruban adhésif
    [bed-dummy] un mannequin de lit
    [guard-outfit] une tenue de garde
    [worker-outfit] une tenue d'ouvrier
    [grappling-hook] un grappin
    [raft] un radeau
    [brass-knuckles] un coup-de-poing américain
    [ladder] une échelle
    [shovel] une pelle
    [lock-pick] un crochet
    [soap-gun] un pistolet en savon
   *[money-bag] un sac d'argent
}
# Le matériel que l'on cède contre un autre.
given = { $given ->
    [bedsheet] un drap
    [cloth] du tissu
    [dye] de la teinture
    [spoon] une cuillère
    [soap] du savon
    [pipe] un tuyau
    [plank] une planche
    [rope] une corde
    [wire] du fil de fer
   *[tape] du ruban adhésif
}
# Un matériel ou un objet par son seul nom.
card = { $thing ->
    [bedsheet] drap
    [cloth] tissu
    [dye] teinture
    [spoon] cuillère
    [soap] savon
    [pipe] tuyau
    [plank] planche
    [rope] corde
    [wire] fil de fer
    [tape] ruban adhésif
    [bed-dummy] mannequin de lit
    [guard-outfit] tenue de garde
    [worker-outfit] tenue d'ouvrier
    [grappling-hook] grappin
    [raft] radeau
    [brass-knuckles] coup-de-poing américain
    [ladder] échelle
    [shovel] pelle
    [lock-pick] crochet
    [soap-gun] pistolet en savon
   *[money-bag] sac d'argent
}
# Plusieurs cartes identiques.
cards = { card } ×{ $count }
# Une main sans cartes.
nothing = aucune carte
# Un matériel ou un objet qui manque, après « pas » ou « ni ».
lacked = { $thing ->
    [ladder] d'échelle
   *[others] de { card }
}
none = pas { lacked }
# Une liste : $start est tout sauf le dernier, séparé par des virgules, $end est le dernier.
join-and = { $start } et { $end }
join-or = { $start } ou { $end }
join-and-no = { $start } ni { $end }
# Où va un dé.
location = { $location ->
    [cell-block] au Bloc cellulaire
    [yard] dans la Cour
    [laundry] à la Buanderie
    [kitchen] à la Cuisine
    [library] à la Bibliothèque
    [workshop] à l'Atelier
    [visiting-room] au Parloir
    [showers] aux Douches
    [guard-post] au Poste de garde
    [infirmary] à l'Infirmerie
    [storeroom] au Dépôt
   *[wardens-office] au Bureau du directeur
}
# Un lieu par son seul nom.
location-name = { $location ->
    [cell-block] Bloc cellulaire
    [yard] Cour
    [laundry] Buanderie
    [kitchen] Cuisine
    [library] Bibliothèque
    [workshop] Atelier
    [visiting-room] Parloir
    [showers] Douches
    [guard-post] Poste de garde
    [infirmary] Infirmerie
    [storeroom] Dépôt
   *[wardens-office] Bureau du directeur
}
# Un lieu par son numéro et son nom.
where = le lieu { $place } ({ location-name })
# Le numéro d'un lieu, dans une liste.
number = { $place }
# Le titre d'un plan.
plan = { $plan ->
    [over-the-wall] Par-dessus le mur
    [under-the-fence] Sous la clôture
    [out-of-the-front-gate] Par la grande porte
    [through-the-sewer] Par les égouts
    [night-shift] Équipe de nuit
    [rooftop-run] Course sur les toits
    [riot] Émeute
    [delivery-van] Camion de livraison
    [the-long-tunnel] Le long tunnel
    [across-the-bay] À travers la baie
   *[change-of-guard] Relève de la garde
}
# Qui attrape, ou se déplace.
catcher = { $catcher ->
    [guard] un garde
   *[warden] le directeur
}
# Qui avait attrapé un prisonnier qui revient.
from-catcher = { $catcher ->
    [guard] à un garde
   *[warden] au directeur
}
# Les objets qui aident à placer un dé, après le lieu.
means = { $means ->
    [worker] en tenue d'ouvrier
    [hook] avec un grappin
    [worker-hook] en tenue d'ouvrier et avec un grappin
    [guard] en tenue de garde
    [worker-guard] en tenue d'ouvrier et en tenue de garde
    [hook-guard] en tenue de garde et avec un grappin
   *[worker-hook-guard] avec les deux tenues et un grappin
}
# Une carte Évasion.
escape-card = { $drawn ->
    [success] un succès
    [failure] un échec
   *[snitch] une balance
}
# Où en est la tentative après une carte ; termine la phrase. Il reste $count cartes à piocher.
outcome = { $result ->
    [going] , et il reste { $count ->
        [1] une carte
       *[other] { $count } cartes
    }.
    [asked] , qu'un sac d'argent peut annuler.
    [failed] . La tentative a échoué.
    [escaped] . Un prisonnier s'évade !
   *[won] . Le second prisonnier s'évade !
}

## Avant la première manche, et entre deux manches (JB-4 à JB-6, JB-50, JB-51)

double = Un matériel existe en deux exemplaires : { card }.
offer = Un plan est disponible : { plan }.
start = { player } { $who ->
    [you] es
   *[others] est
} premier joueur.
# $count vaut 2 ou 3 ; chaque matériel est ensuite annoncé.
free-for-materials = { player } { $who ->
    [you] rachètes
   *[others] rachète
} un prisonnier { from-catcher } pour { $count ->
    [2] deux cartes Matériel
    [3] trois cartes Matériel
   *[other] { $count } cartes Matériel
}.
free-for-object = { player } { $who ->
    [you] rachètes
   *[others] rachète
} un prisonnier { from-catcher } contre { thing }.
free-no-more = { player } ne { $who ->
    [you] rachètes
   *[others] rachète
} plus de prisonnier.
release = { player } { $who ->
    [you] reprends
   *[others] reprend
} gratuitement un prisonnier { from-catcher }.

## Le dé (JB-20 à JB-27)

roll = { player } { $who ->
    [you] lances
   *[others] lance
} le dé.
skip = { player } ne { $who ->
    [you] lances
   *[others] lance
} pas le dé.
# $face va de 1 à 6.
throw = { player } { $who ->
    [you] obtiens
   *[others] obtient
} { $face }.
place = { player } { $who ->
    [you] vas
   *[others] va
} { location } ({ $place }).
place-with = { player } { $who ->
    [you] vas
   *[others] va
} { location } ({ $place }), { means }.
place-caught = { player } { $who ->
    [you] vas
   *[others] va
} { location } ({ $place }), où { catcher } attrape un prisonnier.
place-caught-with = { player } { $who ->
    [you] vas
   *[others] va
} { location } ({ $place }), { means }, où { catcher } attrape un prisonnier.
set-aside = { player } { $who ->
    [you] mets
   *[others] met
} le dé de côté.

## Lieux et cartes (JB-30 à JB-32, JB-46, JB-47)

move-guard = { player } { $who ->
    [you] déplaces
   *[others] déplace
} { catcher } de { $start } à { $end }.
draw = { player } { $who ->
    [you] pioches
   *[others] pioche
} { thing }.
take = { player } { $who ->
    [you] prends
   *[others] prend
} { thing }.
# À la Bibliothèque : autre chose est pris ensuite en échange.
hand-in = { player } { $who ->
    [you] rends
   *[others] rend
} { thing }.
take-in-exchange = { player } { $who ->
    [you] prends
   *[others] prend
} { thing } en échange.
exchange-no-more = { player } { $who ->
    [you] n'échanges
   *[others] n'échange
} plus rien.
give = { player } { $other ->
    [you] te donne
   *[others] { $who ->
        [you] donnes
       *[others] donne
    } { to-other }
} { thing } de la réserve.
steal = { player } { $other ->
    [you] te vole { thing }
   *[others] { $who ->
        [you] voles
       *[others] vole
    } { thing } { from-other }
}.
return = { player } { $who ->
    [you] as
   *[others] a
} trop de cartes et { $who ->
    [you] rends
   *[others] rend
} { thing }.

## Fabrication et capacités (JB-40 à JB-46, JB-90)

craft = { player } { $who ->
    [you] fabriques
   *[others] fabrique
} { thing }.
# Chaque matériel est ensuite annoncé.
craft-bag = { player } { $who ->
    [you] prépares
   *[others] prépare
} un sac d'argent, pour trois cartes Matériel.
pay = { player } { $who ->
    [you] paies
   *[others] paie
} { thing }.
pay-for-bag = { player } { $who ->
    [you] paies
   *[others] paie
} { thing } et { $who ->
    [you] prends
   *[others] prend
} le sac d'argent.
# Les deux matériels échangés sont annoncés ensuite.
use-soap-gun = { player } { $who ->
    [you] sors
   *[others] sort
} le pistolet en savon.
# Avec le pistolet en savon.
barter = { player } { $who ->
    [you] proposes
   *[others] propose
} { thing }.
swap = { player } { $other ->
    [you] te donne
   *[others] { $who ->
        [you] donnes
       *[others] donne
    } { to-other }
} { given } contre { thing }.
use-lock-pick = { player } { $who ->
    [you] crochètes une serrure et relances
   *[others] crochète une serrure et relance
} le dé.
use-shovel = { player } { $who ->
    [you] creuses
   *[others] creuse
} avec la pelle : la première carte Évasion passe sous le paquet.
# Chaque carte regardée est ensuite annoncée.
use-ladder = { player } { $who ->
    [you] montes
   *[others] monte
} à l'échelle pour voir le paquet de cartes Évasion.
use-brass-knuckles = { player } { $who ->
    [you] montres ton
   *[others] montre son
} coup-de-poing américain pour voir le paquet de cartes Évasion.
look = { player } { $who ->
    [you] regardes
   *[others] regarde
} une carte Évasion : { escape-card }.
# La carte est cachée au lecteur.
look-unseen = { player } { $who ->
    [you] regardes
   *[others] regarde
} une carte Évasion.
end = { player } { $who ->
    [you] termines ton
   *[others] termine son
} tour.
# $rounds est le numéro de la manche.
end-round = { player } { $who ->
    [you] termines ton
   *[others] termine son
} tour, et la manche { $rounds } avec lui.

## Tentatives (JB-60 à JB-68, JB-90, JB-91)

attempt = { player } { $who ->
    [you] tentes
   *[others] tente
} une évasion, « { plan } », avec { $count ->
    [1] une carte Évasion
   *[other] { $count } cartes Évasion
} à piocher.
attempt-with-dummy = { player } { $who ->
    [you] tentes
   *[others] tente
} une évasion, « { plan } », avec un mannequin de lit et { $count ->
    [1] une carte Évasion
   *[other] { $count } cartes Évasion
} à piocher.
snitch = { player } { $who ->
    [you] balances
   *[others] balance
} : une carte Balance est mélangée au paquet de cartes Évasion.
stay-silent = { player } { $who ->
    [you] gardes
   *[others] garde
} le silence.
draw-on = { player } { $who ->
    [you] continues
   *[others] continue
}.
turn-up = { player } { $who ->
    [you] pioches
   *[others] pioche
} { escape-card }{ outcome }
use-money-bag = { player } { $who ->
    [you] dépenses
   *[others] dépense
} un sac d'argent pour que l'échec ne compte pas{ outcome }
let-it-count = { player } { $who ->
    [you] laisses
   *[others] laisse
} compter l'échec{ outcome }
give-up = { player } { $who ->
    [you] abandonnes
   *[others] abandonne
} la tentative.
keep = { player } { $who ->
    [you] conserves
   *[others] conserve
} { thing }.
keep-no-more = { player } ne { $who ->
    [you] conserves
   *[others] conserve
} rien d'autre.

## La fin (JB-13, JB-15, JB-83)

ending-won = { player } { $who ->
    [you] gagnes
   *[others] gagne
} : deux prisonniers sont libres.
# $rounds est la dernière manche d'une partie en solitaire.
ending-late = La manche { $rounds } est finie et personne n'a gagné : victoire du joueur fictif.
# $count joueurs sont en tête, $who est l'un d'eux.
ending-long = La partie s'arrête après { $rounds } manches. { $count ->
    [1] { player } { $who ->
        [you] es
       *[others] est
    } en tête
   *[other] { $count } joueurs sont en tête à égalité
}.

## Ce que l'on peut faire (JB-20 à JB-67)

offer-roll = Lancer le dé
offer-skip = Ne pas lancer le dé
offer-place = Aller { location } ({ $place })
offer-place-with = Aller { location } ({ $place }), { means }
offer-place-caught = Aller { location } ({ $place }), où { catcher } attrape un prisonnier
offer-place-caught-with = Aller { location } ({ $place }), { means }, où { catcher } attrape un prisonnier
offer-set-aside = Mettre le dé de côté
offer-move-guard = Déplacer { catcher } de { $start } à { $end }
offer-take = Prendre { thing }
offer-take-in-exchange = Prendre { thing } en échange
offer-give = Donner { to-other } { thing } de la réserve
offer-hand-in = Rendre { thing }
offer-exchange-no-more = Ne plus rien échanger
# Avec le pistolet en savon : ce que l'on veut en échange est choisi ensuite.
offer-barter = Échanger { thing }
offer-swap = Donner { to-other } { given } contre { thing }
offer-steal = Voler { thing } { from-other }
offer-return = Rendre { thing }
# $things sont ses matériels.
offer-craft = Fabriquer { thing } : { $things }
offer-craft-bag = Préparer un sac d'argent, pour { $count } cartes Matériel
# Il reste $count matériels à payer.
offer-pay = Payer { thing }
offer-end = Terminer le tour
offer-use-brass-knuckles = Regarder les deux premières cartes Évasion : coup-de-poing américain
offer-use-ladder = Regarder la première carte Évasion : échelle
offer-use-shovel = Passer la première carte Évasion sous le paquet : pelle
offer-use-lock-pick = Relancer le dé : crochet
offer-use-soap-gun = Échanger un matériel avec un autre joueur : pistolet en savon
offer-use-money-bag = Dépenser le sac d'argent : l'échec ne compte pas
offer-attempt = Tenter « { plan } » : { $count ->
    [1] une carte Évasion
   *[other] { $count } cartes Évasion
}
offer-attempt-with-dummy = Tenter « { plan } » avec le mannequin de lit : { $count ->
    [1] une carte Évasion
   *[other] { $count } cartes Évasion
}
offer-snitch = Balancer
offer-stay-silent = Garder le silence
# Il reste $count cartes à piocher.
offer-draw-on = Continuer : encore { $count ->
    [1] une carte
   *[other] { $count } cartes
}
offer-give-up = Abandonner
offer-let-it-count = Laisser compter l'échec
offer-keep = Conserver { thing }
offer-keep-no-more = Ne rien conserver d'autre
offer-free-for-materials = Racheter un prisonnier { from-catcher } pour { $count } cartes Matériel
offer-free-for-object = Racheter un prisonnier { from-catcher } contre { thing }
offer-free-no-more = Ne plus racheter de prisonnier
offer-release = Reprendre gratuitement un prisonnier { from-catcher }

## Pourquoi pas : des morceaux de phrase, sans majuscule ni point. D'abord ce qui est à faire (JB-10 à JB-67)

no-turn = ce n'est pas ton tour
no-roll-first = le tour commence par le dé : lance-le ou renonce à le lancer
no-place-first = il faut maintenant placer le dé
no-move-first = d'abord l'action du lieu : déplace un garde
no-take-first = d'abord l'action du lieu : prends un matériel
no-return-first = tu as plus de sept cartes : rends-en d'abord une
no-give-first = d'abord l'action du lieu : donne un matériel à un autre joueur
no-exchange-first = d'abord l'action du lieu : échange un matériel, ou choisis de ne plus rien échanger
no-replace-first = tu as rendu un matériel : prends-en un autre en échange
no-steal-first = d'abord l'action du lieu : vole une carte
no-act-now = le dé et le lieu sont joués : fabrique, utilise un objet, tente une évasion ou termine ton tour
no-pay-first = le prix reste à payer, un matériel après l'autre
no-swap-first = le pistolet en savon est sorti : dis lequel de tes matériels tu échanges
no-swap-for-first = le pistolet en savon est sorti : dis quel matériel d'un autre joueur tu veux
no-snitch-first = quelqu'un tente une évasion : balance ou garde le silence
no-ignore-first = un échec est sorti : dépense le sac d'argent ou laisse compter l'échec
no-go-on-first = la tentative est en cours : continue de piocher ou abandonne
no-keep-first = tu as abandonné : dis quels objets tu conserves
no-free-first = entre deux manches, on ne fait que libérer les prisonniers dans la mouise
no-release-first = l'un de tes prisonniers revient : dis si c'est de chez un garde ou de chez le directeur

## Pourquoi pas : ce que décide le hasard (JB-4 à JB-6, JB-11, JB-31, JB-43, JB-61, JB-70)

no-double = le hasard décide quels matériels sont en double, avant la première manche
no-offer = le hasard décide quels plans sont disponibles
no-start = le hasard décide qui est premier joueur
no-throw = le hasard décide du résultat du dé : choisis de le lancer
no-draw = le hasard décide quel matériel est pioché, là où un lieu le demande
no-look = le hasard décide quelle carte Évasion se trouve là : utilise l'échelle ou le coup-de-poing américain pour la voir
no-turn-up = le hasard décide quelle carte Évasion est piochée, pendant une tentative
no-look-unseen = c'est ce que les autres entendent quand tu utilises l'échelle ou le coup-de-poing américain

## Pourquoi pas : le dé et les gardes (JB-23 à JB-26, JB-31, JB-44 à JB-46)

no-set-aside = le dé peut aller sur un lieu sans aucun objet, donc il le doit
# $places est une liste de numéros.
no-guard-there = il n'y a pas de garde sur le lieu { $place } ; il y en a sur : { $places }
no-second-guard = il y a déjà un garde sur le lieu { $place }, et un garde ne va que là où il n'y en a pas
no-room = il y a deux dés sur { where }, et pas de place pour un troisième
no-reach = { where } est hors de portée : ta valeur est { $value }
no-occupied = { where } est occupé par le dé d'un autre joueur
# $thing est une tenue ou le grappin.
no-need-of = { where } est accessible sans { card } : inutile de s'en servir
no-guarded = { where } est gardé, et tu peux placer le dé là où il n'y a pas de garde
no-prisoner-to-catch = { where } est gardé, et tu n'as plus de prisonnier à faire attraper : mets le dé de côté

## Pourquoi pas : les cartes (JB-30, JB-31, JB-46 à JB-48)

no-such-card = tu n'as { none } ; tu as en main : { $hand }
no-supply = il n'y a { none } dans la réserve
no-take-here = sur { where }, on prend : { $things }
no-object-here = sur { where }, on vole un matériel
no-material-here = sur { where }, on vole un objet
no-other-but-you = c'est toi-même : il faut un autre joueur
no-such-player = { other-player } ne joue pas
# $hand est la main de l'autre joueur.
no-card-of = { other-player } n'a { none } ; sa main : { $hand }
no-like-for-like = { card } contre { card }, ce ne serait pas un échange
no-exchange-for = contre { thing }, personne d'autre n'a un matériel différent à échanger
no-second-object = { card } : tu as déjà cet objet, et personne n'en possède deux de même type

## Pourquoi pas : fabrication, capacités, tentatives, mouise (JB-40 à JB-46, JB-50, JB-60, JB-67, JB-90, JB-92)

no-object = tu n'as { none }
no-object-left = il ne reste { none } dans la réserve
no-craft = pour fabriquer { thing }, il faut { $things }, et tu n'as pas { $lacking }
no-money-bags = cette partie se joue sans sacs d'argent
no-price-of-bag = un sac d'argent coûte { $price } cartes Matériel au choix, et tu en as { $count }
no-second-use = { card } : tu as déjà utilisé la capacité de cet objet pendant ce tour
no-use-yet = { card } : pas avant d'avoir lancé et placé le dé et fait l'action du lieu
no-lock-pick-now = un crochet sert à relancer le dé, après le lancer et avant de placer le dé
no-money-bag-now = un sac d'argent se dépense contre une carte Échec, au moment où elle est piochée dans une tentative
no-soap-gun-now = un pistolet en savon ne s'utilise pas au milieu d'une tentative
no-swap = il n'y a rien à échanger : il faut un matériel à toi et un autre, différent, chez quelqu'un
no-plan-on-offer = « { plan } » n'est pas disponible ; il y a : { $plans }
no-prisoner-inside = tous tes prisonniers sont dans la mouise, donc personne ne peut s'évader
no-objects-for = pour « { plan } », il te manque : { $things }
no-keep = { card } : ce n'est pas l'un des objets utilisés que tu peux encore conserver
no-keep-less = tu conserves la moitié des objets utilisés : dis lesquels
no-free-none = tous tes prisonniers sont dans la mouise et tu peux payer, donc tu dois en libérer un
no-prisoner-of = aucun de tes prisonniers n'a été attrapé par { catcher }
no-such-object = tu n'as { none } ; tu as en main : { $hand }
no-price = cela coûte { $price } cartes Matériel, et tu en as { $count }

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

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
