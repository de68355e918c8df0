### Ce que le dessin de Cartagena dit de lui-même. Les messages sont expliqués dans en.ftl.

symbol = { $card ->
    [hook] crochet
    [jug] cruche
    [parrot] perroquet
    [pistol] pistolet
    [tricorne] tricorne
   *[keys] clés
}
# rouge, bleu, vert, jaune, violet
seat-letter = { $seat ->
    [0] R
    [1] B
    [2] V
    [3] J
   *[4] Vi
}

## Le dessin

tunnel = Le tunnel, de la forteresse à la chaloupe
space = Case { $place } : { symbol }
crew = { $who } : { $count ->
    [one] un pirate
   *[other] { $count } pirates
}
choose-pirate = Choisir
piles = Pioche : { $deck }. Défausse : { $discards }.

## Les cartes et les joueurs

your-cards = Tes cartes, et le recul
held-card = { symbol } : { $count ->
    [0] aucune
    [one] une carte
   *[other] { $count } cartes
}
retreat-card = Reculer et piocher
retreat-short = reculer
players = Les cartes des joueurs
held = { $count ->
    [0] aucune carte
    [one] une carte
   *[other] { $count } cartes
}
in-boat = { $count } sur 6 dans la chaloupe
row = La rangée, la prochaine carte d'abord : { $count ->
    [one] une carte
   *[other] { $count } cartes
}
row-next = suite
row-empty = La rangée est vide.

## Le tour

prompt = Choisis une carte ou l'un de tes pirates
prompt-card = { $card ->
    [hook] Crochet : quel pirate avance ?
    [jug] Cruche : quel pirate avance ?
    [parrot] Perroquet : quel pirate avance ?
    [pistol] Pistolet : quel pirate avance ?
    [tricorne] Tricorne : quel pirate avance ?
   *[keys] Clés : quel pirate avance ?
}
prompt-retreat = Quel pirate recule pour piocher ?
prompt-pirate = Choisis une case ou une carte
prompt-which-pirate = Lequel de ces pirates ?
prompt-which-card = Avec quelle carte ?
prompt-pass = Tu ne peux rien faire ce tour-ci
turn-of = { $who } joue
drawing = On pioche
laying = On prépare la table
actions-done = { $count ->
    [one] { $count } action faite sur 3
   *[other] { $count } actions faites sur 3
}
stop = Finir le tour
pass = Passer

## La visite guidée

tour-aim = Bienvenue à Carthagène ! Tes six pirates s'évadent. La victoire revient à qui réunit le premier les six siens dans la chaloupe.
tour-fortress = Tout le monde part d'ici, de la forteresse. À ton tour, ta rangée est encadrée.
tour-cards = Voici tes cartes. En jouer une fait avancer un pirate jusqu'à la prochaine case libre portant le même symbole.
tour-landing = Choisis une carte : des flèches montrent où arriverait chacun de tes pirates. Clique ensuite sur le pirate ou sur son arrivée. Les cases occupées sont sautées : la foule te porte plus loin.
tour-boat = S'il n'y a plus de case libre de ce symbole devant lui, le pirate monte tout droit dans la chaloupe.
tour-retreat = Pour piocher, il faut reculer jusqu'à la première case derrière soi qui porte un ou deux pirates : une carte pour chacun d'eux.
tour-turn = Tu as jusqu'à trois actions par tour, en avant ou en arrière, à ton gré. Après la première, tu peux t'arrêter.
tour-players = Ici, tu vois combien de cartes tiennent les autres. Qui dépense tout trop tôt devra reculer. Bonne chance !
