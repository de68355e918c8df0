### What the page itself says. Games bring their own words; see games/<game>/words.

## Everywhere

skip-to-content = Skip to the content
to-the-games = To the games
loading = Loading …
close = Close
cancel = Cancel
dismiss = Dismiss
back = Back
next = Next
save = Save
saved = Saved.
you = you
name = Name
server-silent = The server does not answer. Is it still running?
lost-title = Page not found
lost-text = Nothing is at this address; perhaps a letter is missing.
link-copied = Link copied.

## Home

home-title = Four great escapes
home-text = Board games of escape and hidden information, against bots or friends. No account needed: pick one and play.
# $low and $high are numbers of players.
for-players = { $low ->
    [one] { $high ->
        [one] For one player
       *[other] For 1 to { $high } players
    }
   *[other] { $low ->
        [2] { $high ->
            [2] For 2 players
           *[other] For 2 to { $high } players
        }
       *[other] For { $low } to { $high } players
    }
}
play-now = Play now
starting = Starting …
new-table = New table
rules = Rules
tables-mine = Your games
tables-mine-none = None yet.
tables-join = Join a table
tables-join-none = No table is waiting for players.
tables-watch = Watch
tables-watch-none = Nobody is playing in public right now.
ratings = Best players
rated-games = { $games ->
    [one] one game
   *[other] { $games } games
}
status-open = waiting
status-running = in progress
status-over = finished
status-closed = closed
status-damaged = damaged
show-all = Show all
join-title = Have an invitation?
join-code = Code or link of a table
join = Join
record-title = Watch a replay
record-load = Load a record file

## A new table

# $title is the title of a game.
new-table-of = New table: { $title }
no-such-game = There is no such game.
seats = Players
how-many = Number of players
# $seat is a number from 1.
seat-number = Seat { $seat }
kind-me = me
kind-open = open to anyone
kind-invited = by invitation link
kind-guest = someone else at this screen
bots-alone = Only bots: you will be a spectator.
game-options = Game options
clock = Clock
clock-none = no clock
clock-live = for the whole game
clock-days = days per move
clock-minutes = Minutes per player
clock-increment = Increment in seconds
clock-days-a-move = Days per move
table-options = Table options
table-aids = Aids
table-aids-about = Hints, and what hidden pieces and cards can still be, for everyone at the table.
table-spectators = Spectators
table-spectators-about = Anyone with the link may watch. Spectators see only what is public.
table-listed = Listed
table-listed-about = The table is listed on the home page of this server.
table-rated = Rated
table-rated-about = The result counts for the players’ ratings. Leaving is losing, and nothing is taken back unless all agree.
rated-needs = A rated game needs:
# The settings are linked to after this.
rated-needs-account = an account: sign in or create one in the
rated-needs-clock = a clock
rated-needs-people = people only: no bots, nobody else at this screen
rated-needs-seats = at least two seats, one for each person
rated-needs-left = no bot that plays on for those who leave
table-left = If someone leaves
table-left-about = What happens when a player stays away for more than two minutes.
left-wait = wait for them
left-bot = a bot plays on
left-forfeit = they lose
table-dice = Dice and cards
table-dice-about = Verifiable: the server commits itself before the start, and everyone can check the dice after the end.
dice-system = drawn by the server
dice-verifiable = verifiable
open-table = Create table

## Players

players = Players
bot-novice = novice
bot-greedy = greedy
bot-planner = planner
bot-expert = expert
bot-master = master
# $level is one of the levels above.
bot-of-level = bot, { $level }
seat-open = free seat
seat-invited = invited
seat-outside = program
seat-replaced = a bot plays on
away = away
is-to-act = to move
rating = Rating
rating-provisional = ? means provisional: there were too few opponents yet.
# $place is a number from 1.
place = { $place ->
    [1] 1st
    [2] 2nd
    [3] 3rd
   *[other] { $place }th
}
# $days is a number.
days = { $days ->
    [one] one day
   *[other] { $days } days
}

## Before the start

lobby-waiting = This table waits for players.
lobby-begins = The game begins when every seat is taken.
rated-join = This table is rated: to sit down you need an account. Sign in or create one in the settings, then come back to this page.
table-settings = Table settings
lobby-link = The link of this table
yes = yes
no = no
seat-a-bot = Add a bot …
sit-down = Sit down
leave = Leave
copy-link = Copy the link of this table
copy-invitation = Copy the invitation
new-invitation = New link
new-invitation-about = Creates a new link to this seat. The old one no longer works.
invitation-made = A new link is ready; the old one no longer works.
table-closed = This table was closed before the game began.
table-damaged = This table is damaged and kept out of play until whoever runs the server repairs it: { $reason }
dice-commitment = The dice are committed to:

## At the table

table-not-open = Cannot open this table
your-turn = Your turn
# $names are players, separated by commas.
waiting-for = Waiting for { $names }
chance-acts = Cards and dice …
game-over = Game over
watching = You are watching.
unrated-pairs = This match changes no rating: two of its players have met too often in a day.
unrated-unfit = This match changes no rating: not everyone has an account and a seat of their own, or there is no clock.
unrated-undone = This match changes no rating: whoever runs the server has changed what was played.
connecting-again = Connection lost. Reconnecting …
bye = The connection has ended
bye-ended = The server has ended the connection.
bye-private = This table plays without spectators.
bye-refused = The server does not let you in here.
bye-signed-out = You are signed out. Sign in again in the settings.
bye-outdated = This page is older than the server. Reload it.
load-again = Reload the page
hint = Hint
hint-thinking = Thinking …
# $percent is a number.
chance-to-win = { $percent } % to win
no-aids = This table plays without aids.
undo = Take back
undo-ask = Ask to take back
resign = Resign
really-resign = Do you really want to resign?
tour = Tour
tour-skip = Skip the tour
tour-play = Play!
beside-the-board = Beside the board
tab-moves = Moves
tab-log = Log
tab-chat = Chat
log = Game log
log-earlier = Show what happened earlier
chat = Chat
nothing-yet = Nothing has happened yet.
nothing-said = No messages yet.
say-something = Write a message
send = Send
# $name is a person.
# $name is a person who was muted.
hear-again = Unmute { $name }
mute = Mute { $name }
what-can-be-done = What you can do
nothing-to-do = There is nothing for you to do now.
type-a-move = Type a move, or its number
# $count is how many moves fit what was typed.
moves-match = { $count } moves match: type on.
no-such-move = No move matches.
# $count is how many are not shown.
and-more = … and { $count } more: type to find them.
take-back-request-title = A player asks to take back a move
# $name is a player.
take-back-request = { $name } would like to take the last move back.
take-back-waiting = You have asked to take your last move back. The others are deciding.
agree = Agree
take-back-refused = Your move stays: the others did not agree.
refuse = Refuse
# $name is a player who shares the screen.
curtain-title = { $name } is next
curtain-text = Pass the device to { $name }. The others look away.
curtain-ready = I am { $name }

## A game without a board of its own

any-just-now = What happened last
any-chosen = You have chosen: { $names }. You can change this until all have chosen.
any-choose-anew = Choose again
any-hidden = hidden
any-matters = What matters now
any-meanings = What the words mean
# $names are names of fields, separated by commas.
any-idle = Empty or unchanging: { $names }

## What a server refuses that is no matter of rules

no-stale = Someone was faster: the table has moved on.
no-busy = That could not be saved, so it was not done. Try again.
no-not-yours = You are not allowed to do that.
no-not-now = That is not possible at the moment.

## What the table itself does. $who is a player's name, or "you".

table-player = { $who ->
    [you] You
    [0] Seat 1
    [1] Seat 2
    [2] Seat 3
    [3] Seat 4
    [4] Seat 5
   *[named] { $who }
}
table-gives-up = { table-player } { $who ->
    [you] give
   *[others] gives
} up.
table-time-is-up = { $who ->
    [you] Your time is up.
   *[others] { table-player } has no time left.
}
table-bot-plays-on = { $who ->
    [you] A bot plays on for you.
   *[others] A bot plays on for { $who }.
}
table-is-back = { table-player } { $who ->
    [you] are
   *[others] is
} back.
table-is-ready = { table-player } { $who ->
    [you] are
   *[others] is
} ready.
table-is-not-ready = { table-player } { $who ->
    [you] are
   *[others] is
} not ready yet.
table-goes-on = The game goes on here.
table-stops = The record ends here.
table-takes-back = { table-player } { $who ->
    [you] take
   *[others] takes
} a move back.

## The end

end-won = You win!
end-drawn = A draw
end-lost = You lose
end-over = Game over
rematch-join = Join the rematch
rematch-waits = A rematch is waiting for you.
rematch = Rematch
replay = Replay
share-replay = Copy the link to the replay
download-record = Record
dice-seed = The seed of the dice:

## Replay

replay-of = Replay: { $title }
observer-label = Seen by
observer-all = everyone: nothing hidden
observer-public = a spectator
step-first = To the beginning
step-back = One step back
step-on = One step on
step-last = To the end
replay-play = Play
replay-pause = Pause
# $ply and $plies are numbers.
replay-at = Step { $ply } of { $plies }
share-step = Copy a link to this step
replay-download = Download the record
analysis = Analysis
analysis-open = Open an analysis
analysis-how = A file that is made from the record: escapade analyse RECORD --out analysis.json
analysis-none = This file is no analysis.
analysis-of-another = This analysis is of another match.
analysis-curve = How each seat stood, from the beginning to the end; the line in the middle is an even game
analysis-points = Turning points
analysis-no-points = No step changed much for sure.
# $change is a number with its sign, $kind is skill, luck or other.
analysis-point = Step { $ply }: { $who } { $change } %, { $kind ->
    [skill] by skill
    [luck] by luck
   *[other] by another’s doing
}
# $bot is the name of a level.
analysis-same = The bot ({ $bot }) would have done the same.
analysis-better = The bot ({ $bot }) would have chosen: { $action }
analysis-gave = Given away: { $loss } % (± { $error })
analysis-as-good = This was as good.
analysis-luck = Luck: { $who } { $change } % (± { $error })
analysis-nothing = Nothing to say of this step.

## Settings

settings = Settings
settings-look = Appearance and sound
settings-me = Profile
setting-language = Language
setting-theme = Theme
theme-auto = system
theme-light = light
theme-dark = dark
theme-contrast = high contrast
setting-motion = Motion
motion-auto = system
motion-full = full
motion-none = reduced
setting-pieces = Pieces and cards
pieces-drawn = drawn
pieces-letters = as letters
setting-coordinates = Coordinates on the board
setting-sound = Sound
setting-notify = Notify me when it is my turn
tours-again = Show the tours again
account-about = You are playing as a guest in this browser. An account keeps your games and ratings on every device.
login = Username
password = Password
make-account = Create an account
log-in = Sign in
passkey-about = Or use a passkey of this device or of your password manager instead of a password. It needs a username, too.
make-passkey = Create a passkey
show-passkey = Sign in with a passkey
logged-in = You are signed in.
# $login is what an account is called.
logged-in-as = You are signed in as { $login }.
log-out = Sign out
account-security = Password, passkeys and devices
password-current = Current password
password-new = New password
password-none = You sign in with passkeys only. A password is a second way to sign in.
password-about = At least 8 characters. You stay signed in here and are signed out everywhere else.
password-change = Change password
password-set = Set a password
password-changed = Password changed.
passkeys = Passkeys
passkeys-about = A passkey of a device or of a password manager signs you in without a password.
# $date is a day and a time.
passkey-made = Created { $date }
last-used = Last used { $date }
passkey-remove = Remove
# $name is a browser and its system.
passkey-remove-named = Remove the passkey of { $name }
passkey-removed = Passkey removed.
passkey-last = This is the only way to sign in to your account, so it cannot be removed.
passkey-added = Passkey saved.
devices = Devices
devices-about = Where you are signed in. If you do not recognise a device, sign it out and change your password.
device-unknown = Another device
device-this = this device
device-end = Sign out
# $name is a browser and its system.
device-end-named = Sign out { $name }
device-ended = Device signed out.
devices-end-others = Sign out everywhere else
devices-ended = You are signed out everywhere else.
confirm-title = Confirm that it is you
confirm-text = You signed in a while ago. Before you change how you sign in, confirm once more that it is you.
confirm = Confirm
confirm-passkey = Confirm with a passkey

## The rules drawer

mark-data = data
mark-ruling = ruling
mark-example = example

## What went wrong, by its sort

problem-confirm = Sign in again to do that.
problem-reserved = This name is reserved; choose another.
problem-taken = This username is taken; choose another.
problem-unknown = You are not signed in. Try again.
problem-wrong-login = Wrong username or password.
problem-not-yours = You are not allowed to do that.
problem-needs-account = You need an account for this: sign in or create one in the settings.
problem-not-found = There is no such table, or it is not open to you.
problem-not-now = That is not possible at the moment.
problem-too-large = That is too large.
problem-not-json = Invalid request.
problem-too-many = Too many requests. Wait a moment and try again.
problem-busy = The server is busy. Try again.
problem-bad = Invalid request.
problem-broken = Something went wrong on the server.
problem-wrong-method = Invalid request.
