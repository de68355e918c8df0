### Stratego : ce que dit le plateau dessiné.
###
### $square est une case (a1 à h8), $piece un grade en toutes lettres, $side « Rouge » ou « Bleu », $player un nom.

# En petit sur une pièce : les grades par force, le plus grand nombre l’emporte.
short = { $rank ->
    [flag] D
    [spy] 1
    [scout] 2
    [miner] 3
    [sergeant] 4
    [major] 5
    [colonel] 6
    [general] 7
   *[bomb] B
}
# En grand sur une pièce, pour qui préfère les lettres aux dessins.
letters = { $rank ->
    [flag] Dr
    [spy] Es
    [scout] Éc
    [miner] Dé
    [sergeant] Se
    [major] Co
    [colonel] Cl
    [general] Gé
   *[bomb] Bo
}

## Le plateau

board = Le plateau, { $side } en bas
at-empty = { $square }, vide
# $whose : own (à moi), enemy (à l’ennemi), ou other pour qui ne fait que regarder.
at = { $square }, { $whose ->
    [own] à toi : { $piece }
    [enemy] ennemi : { $piece }
   *[other] { $side } : { $piece }
}
has-moved = déjà déplacé
noted = ta note : { $piece }
go-here = aller ici
attack-here = attaquer
picked-up = en main
moved-last = dernier coup
tip = Choisis une de tes pièces, puis une case marquée. Touche une pièce ennemie pour voir ce qu’elle peut être et la noter.

## Mise en place

set-up = Dispose ton armée
set-up-how = Fais glisser une pièce sur une autre, ou touches-en deux : elles changent de place. Personne d’autre ne les voit.
presets = Dispositions toutes faites
mirror = Miroir
own = Tes propres dispositions
save-name = Un nom pour cette disposition
save = Garder
forget = Supprimer { $name }
other-army = Elle a été faite pour une autre armée.
ready = C’est prêt
not-ready = À revoir
pending = Ton armée est en place. La partie commence quand l’autre camp est prêt.
pending-elsewhere = Ta disposition est sous pli ; tu la verras au début de la partie.
other-ready = { $player } : c’est prêt
other-arranging = { $player } dispose encore ses pièces
both-arrange = Les deux camps disposent leur armée à l’abri des regards.

## Les armées

armies = Ce qui reste aux deux camps
ranks = Les grades, du plus fort au plus faible
rank = Grade
lost = { $count ->
    [one] { $count } perdue
   *[other] { $count } perdues
}
left-lost = en jeu : { $left }, perdues : { $lost }

## Une pièce cachée

inspect = { $square } : quelle pièce ?
fact-moved = Elle s’est déplacée : ce n’est ni le drapeau ni une bombe.
fact-still = Elle ne s’est pas encore déplacée.
fact-known = Son grade a été annoncé.
fact-forgotten = Tu l’as déjà vue. À cette table, c’est à toi de t’en souvenir.
counting = Je compte…
note-title = Prends une note, que personne d’autre ne voit
close = Fermer

## Ce qui presse

shuttle = { $side } : { $count } coups de suite entre { $start } et { $end } ; cinq au plus.
draw-offered = { $side } propose la nulle.

## La visite

tour-aim = Quelque part dans l’armée ennemie se trouve le drapeau. Trouve-le, prends-le, et tu gagnes. Tu vois tes pièces ; de celles de l’ennemi, tu ne vois que le dos.
tour-half = Voici ta moitié. Place tes 24 pièces comme tu veux : fais-en glisser une sur une autre, ou touches-en deux, et elles changent de place.
tour-ranks = Le plus grand nombre gagne l’attaque. Trois pièces sont à part : l’espion bat le général s’il l’attaque, seul le démineur enlève une bombe, et l’éclaireur court aussi loin qu’il veut.
tour-presets = Pas encore d’idée ? Prends une disposition toute faite. Les petites cartes montrent le drapeau et les bombes, qui ne bougent jamais.
tour-own = Une disposition qui te plaît se garde sous un nom, dans ce navigateur.
tour-ready = Tout est en place ? Tant que l’autre camp n’est pas prêt, tu peux encore changer d’avis.
tour-move = En jeu, touche une de tes pièces : les points montrent où elle peut aller, les épées croisées ce qu’elle peut attaquer. Tu peux aussi la faire glisser, ou te servir des flèches et d’Entrée.
tour-attack = Dans une attaque, les deux pièces sont retournées et la plus faible est retirée. Ensuite, les deux camps connaissent la survivante.
tour-guess = Touche une pièce ennemie pour voir ce qu’elle peut encore être et noter au crayon ce que tu crois. Personne d’autre ne voit tes notes.
