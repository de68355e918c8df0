### Stratego: what the drawn board says.
###
### $square is a square (a1 to h8), $piece a rank in words, $side "Red" or "Blue", $player a player's name.

# What stands small on a piece: ranks by strength, so that the higher number wins.
short = { $rank ->
    [flag] F
    [spy] 1
    [scout] 2
    [miner] 3
    [sergeant] 4
    [major] 5
    [colonel] 6
    [general] 7
   *[bomb] B
}
# What stands large on a piece for who wants letters instead of drawings.
letters = { $rank ->
    [flag] Fl
    [spy] Sp
    [scout] Sc
    [miner] Mi
    [sergeant] Se
    [major] Ma
    [colonel] Co
    [general] Ge
   *[bomb] Bo
}

## The board

board = The board, { $side } at the bottom
at-empty = { $square }, empty
# $whose: own, enemy, or other for who only watches.
at = { $square }, { $whose ->
    [own] yours: { $piece }
    [enemy] enemy: { $piece }
   *[other] { $side }: { $piece }
}
has-moved = has moved
noted = your note: { $piece }
go-here = move here
attack-here = attack
picked-up = picked up
moved-last = last move
tip = Press one of your pieces, then a marked square. Press an enemy piece to see what it can be and to take a note.

## Set-up

set-up = Arrange your army
set-up-how = Drag a piece onto another, or press two, and they change places. Only you see them.
presets = Ready-made set-ups
mirror = Mirror
own = Your own set-ups
save-name = A name for this set-up
save = Save
forget = Delete { $name }
other-army = It was made for another army.
ready = Ready
not-ready = Not ready after all
pending = Your army stands. Play starts when the other side is ready.
pending-elsewhere = Your set-up lies sealed; you will see it when play starts.
other-ready = { $player } is ready
other-arranging = { $player } is still arranging
both-arrange = Both sides are arranging their armies, unseen by the other.

## The armies

armies = What both sides have left
ranks = The ranks, strongest first
rank = Rank
lost = { $count } lost
left-lost = { $left } left, { $lost } lost

## A hidden piece

inspect = { $square }: what can it be?
fact-moved = It has moved: it is neither flag nor bomb.
fact-still = It has not moved yet.
fact-known = Its rank was announced.
fact-forgotten = You have seen it once. At this table you remember for yourself.
counting = Counting…
note-title = Take a note, for your eyes only
close = Close

## What presses

shuttle = { $side }: { $count } moves in a row between { $start } and { $end }; five is the most.
draw-offered = { $side } offers a draw.

## The tour

tour-aim = Somewhere in the enemy’s army is the flag. Find it, take it, and you win. You see your own pieces; of the enemy’s you see only the backs.
tour-half = This is your half. Put your 24 pieces here as you like: drag one onto another, or press two, and they change places.
tour-ranks = The higher number wins an attack. Three pieces are special: a spy beats the general if it attacks first, only a miner clears a bomb, and a scout runs as far as it likes.
tour-presets = No idea yet? Take a ready-made set-up. The little maps show flag and bombs; neither ever moves.
tour-own = A set-up that you like can be kept under a name, in this browser.
tour-ready = Ready? As long as the other side is not, you can change your mind.
tour-move = In play, press one of your pieces: dots mark where it can go, crossed swords what it can attack. You can drag it, too, or use the arrow keys and Enter.
tour-attack = In an attack both pieces are turned up, and the weaker one is removed. From then on both sides know the survivor.
tour-guess = Press an enemy piece to see what it can still be, and to pencil in what you take it for. Nobody else sees your notes.
