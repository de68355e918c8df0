### What the drawing of Cartagena says by itself. $card is a symbol: hook, jug, parrot, pistol, tricorne, keys.
### $who is a player's name, or "you".

# Short: written on cards and, for who prefers letters, on the spaces.
symbol = { $card ->
    [hook] hook
    [jug] jug
    [parrot] parrot
    [pistol] pistol
    [tricorne] tricorne
   *[keys] keys
}
# The letter of a crew, by its colour: red, blue, green, yellow, violet.
seat-letter = { $seat ->
    [0] R
    [1] B
    [2] G
    [3] Y
   *[4] V
}

## The picture

tunnel = The tunnel, from the fortress to the boat
space = Space { $place }: { symbol }
crew = { $who }: { $count ->
    [one] one pirate
   *[other] { $count } pirates
}
choose-pirate = Choose
piles = Deck: { $deck }. Discard pile: { $discards }.

## Cards and players

your-cards = Your cards, and the way back
held-card = { symbol }: { $count ->
    [0] none
    [one] one card
   *[other] { $count } cards
}
retreat-card = Go back and draw cards
retreat-short = back
players = Cards of the players
held = { $count ->
    [0] no cards
    [one] one card
   *[other] { $count } cards
}
in-boat = { $count } of 6 in the boat
row = The row, next card first: { $count ->
    [one] one card
   *[other] { $count } cards
}
row-next = next
row-empty = The row is empty.

## The turn

prompt = Choose a card or one of your pirates
prompt-card = { $card ->
    [hook] Hook: which pirate moves?
    [jug] Jug: which pirate moves?
    [parrot] Parrot: which pirate moves?
    [pistol] Pistol: which pirate moves?
    [tricorne] Tricorne: which pirate moves?
   *[keys] Keys: which pirate moves?
}
prompt-retreat = Which pirate goes back to draw cards?
prompt-pirate = Choose a marked space or a card
prompt-which-pirate = Which of these pirates?
prompt-which-card = With which card?
prompt-pass = You can do nothing in this turn
turn-of = { $who } to play
drawing = Cards are being drawn
laying = The table is being laid
actions-done = { $count } of 3 actions done
stop = End turn
pass = Pass

## The first-game tour

tour-aim = Welcome to Cartagena! Your six pirates are breaking out. Whoever has all six in the boat first wins.
tour-fortress = Everyone starts here, in the fortress. Your line is marked when it is your turn.
tour-cards = These are your cards. Playing one carries a pirate forward to the next free space with the same symbol.
tour-landing = Choose a card, and arrows show where each of your pirates would land. Then click the pirate or its target. Spaces where anyone stands are skipped, so crowds help you jump further.
tour-boat = If no such space is free ahead, the pirate goes straight into the boat.
tour-retreat = New cards come from going back: to the nearest space behind with one or two pirates. You draw one card for each pirate there.
tour-turn = You have up to three actions in a turn, forward or back as you like. After the first you may stop.
tour-players = Here you see how many cards the others hold. Spend all your cards too early, and you must go back. Good luck!
