### Ce que dit la page elle-même. Les jeux apportent leurs propres mots.

## Partout

skip-to-content = Aller au contenu
to-the-games = Vers les jeux
loading = Un instant…
close = Fermer
cancel = Annuler
dismiss = Masquer
back = Retour
next = Suivant
save = Enregistrer
saved = C’est enregistré.
you = toi
name = Nom
server-silent = Le serveur ne répond pas. Tourne-t-il encore ?
lost-title = Il n’y a rien ici
lost-text = Cette adresse ne mène nulle part ; il manque peut-être une lettre.
link-copied = Le lien est copié.

## Accueil

home-title = Quatre grandes évasions
home-text = Des jeux de société où l’on s’évade et où l’on cache son jeu, contre des robots ou entre amis. Sans compte : choisis un jeu et joue.
for-players = { $low ->
    [one] { $high ->
        [one] Pour un joueur
       *[other] De 1 à { $high } joueurs
    }
   *[other] { $low ->
        [2] { $high ->
            [2] Pour 2 joueurs
           *[other] De 2 à { $high } joueurs
        }
       *[other] De { $low } à { $high } joueurs
    }
}
play-now = Jouer
starting = On commence…
new-table = Nouvelle table
rules = Règles
tables-mine = Tes parties
tables-mine-none = Aucune pour l’instant.
tables-join = Rejoindre une table
tables-join-none = Aucune table n’attend de joueurs.
tables-watch = Regarder
tables-watch-none = Personne ne joue en public en ce moment.
ratings = Meilleurs joueurs
rated-games = { $games ->
    [one] une partie
   *[other] { $games } parties
}
status-open = en attente
status-running = en cours
status-over = terminée
status-closed = fermée
status-damaged = endommagée
show-all = Tout afficher
join-title = Tu as une invitation ?
join-code = Code ou lien d’une table
join = Rejoindre
record-title = Revoir une partie
record-load = Charger un fichier de partie

## Une nouvelle table

new-table-of = Nouvelle table : { $title }
no-such-game = Ce jeu n’existe pas.
seats = Qui joue
how-many = Nombre de joueurs
seat-number = Place { $seat }
kind-me = moi
kind-open = ouverte à tous
kind-invited = sur invitation
kind-guest = quelqu’un devant cet écran
bots-alone = Rien que des robots : tu regarderas.
game-options = Règles de la partie
clock = Pendule
clock-none = sans pendule
clock-live = pour toute la partie
clock-days = des jours par coup
clock-minutes = Minutes par joueur
clock-increment = Secondes de plus à chaque coup
clock-days-a-move = Jours par coup
table-options = À la table
table-aids = Aides
table-aids-about = Des conseils, et ce que les pièces et cartes cachées peuvent encore être, pour toute la table.
table-spectators = Spectateurs
table-spectators-about = Qui a le lien peut regarder, et ne voit que ce qui est public.
table-listed = Affichée
table-listed-about = La table figure sur la page d’accueil de ce serveur.
table-rated = Classée
table-rated-about = Le résultat compte pour le classement des joueurs. Qui s’en va perd, et rien n’est repris sans l’accord de tous.
rated-needs = Une partie classée demande :
# The settings are linked to after this.
rated-needs-account = un compte : connecte-toi ou crées-en un dans les
rated-needs-clock = une pendule
rated-needs-people = des personnes seulement : pas de robot, personne d’autre à cet écran
rated-needs-seats = au moins deux places, une seule par personne
rated-needs-left = pas de robot qui continue pour qui s’en va
table-left = Si quelqu’un s’en va
table-left-about = Ce qui se passe quand un joueur s’absente plus de deux minutes.
left-wait = on l’attend
left-bot = un robot prend la suite
left-forfeit = il perd
table-dice = Dés et cartes
table-dice-about = Vérifiables : le serveur s’engage avant le début, et chacun peut contrôler les dés après la fin.
dice-system = tirés par le serveur
dice-verifiable = vérifiables
open-table = Ouvrir la table

## Les joueurs

players = Joueurs
bot-novice = débutant
bot-greedy = fonceur
bot-planner = stratège
bot-expert = expert
bot-master = maître
bot-of-level = robot, { $level }
seat-open = place libre
seat-invited = sur invitation
seat-outside = programme
seat-replaced = un robot joue à sa place
away = absent
is-to-act = doit jouer
rating = Classement
rating-provisional = ? veut dire provisoire : il y a eu trop peu d’adversaires jusqu’ici.
place = { $place ->
    [1] 1er
   *[other] { $place }e
}
days = { $days ->
    [one] un jour
   *[other] { $days } jours
}

## Avant le début

lobby-waiting = Cette table attend des joueurs.
lobby-begins = La partie commence quand toutes les places sont prises.
rated-join = Cette table est classée : pour t’asseoir, il te faut un compte. Connecte-toi ou crées-en un dans les réglages, puis reviens à cette page.
table-settings = Options de la table
lobby-link = Le lien de cette table
yes = oui
no = non
seat-a-bot = installer un robot…
sit-down = S’asseoir
leave = Partir
copy-link = Copier le lien de la table
copy-invitation = Copier l’invitation
new-invitation = Nouveau lien
new-invitation-about = Crée un nouveau lien vers cette place. L’ancien ne fonctionne plus.
invitation-made = Le nouveau lien est prêt ; l’ancien ne fonctionne plus.
table-closed = Cette table a été fermée avant le début de la partie.
table-damaged = Cette table est endommagée et reste hors jeu jusqu’à ce que la personne qui gère le serveur la répare : { $reason }
dice-commitment = L’empreinte des dés :

## À la table

table-not-open = Impossible d’ouvrir cette table
your-turn = À toi de jouer
waiting-for = On attend { $names }
chance-acts = Cartes et dés…
game-over = La partie est terminée
watching = Tu regardes.
unrated-pairs = Cette partie ne change aucun classement : deux de ses joueurs se sont rencontrés trop souvent en un jour.
unrated-unfit = Cette partie ne change aucun classement : tout le monde n’a pas un compte et une place à soi, ou il n’y a pas de pendule.
unrated-undone = Cette partie ne change aucun classement : qui gère le serveur a modifié ce qui a été joué.
connecting-again = Connexion perdue, elle revient…
bye = La connexion est terminée
bye-ended = Le serveur a mis fin à la connexion.
bye-private = Cette table se joue sans spectateurs.
bye-refused = Le serveur ne te laisse pas entrer ici.
bye-signed-out = Tu es déconnecté. Reconnecte-toi dans les réglages.
bye-outdated = Cette page est plus ancienne que le serveur. Recharge-la.
load-again = Recharger la page
hint = Conseil
hint-thinking = Réflexion…
chance-to-win = { $percent } % de chances de gagner
no-aids = Cette table joue sans aides.
undo = Reprendre
undo-ask = Demander à reprendre
resign = Abandonner
really-resign = Veux-tu vraiment abandonner ?
tour = Visite
tour-skip = Passer la visite
tour-play = À toi de jouer !
beside-the-board = À côté du plateau
tab-moves = Coups
tab-log = Journal
tab-chat = Discussion
log = Ce qui s’est passé
log-earlier = Afficher ce qui précède
chat = Discussion
nothing-yet = Il ne s’est encore rien passé.
nothing-said = Personne n’a rien dit.
say-something = Dis quelque chose
send = Envoyer
hear-again = Entendre de nouveau { $name }
mute = Ne plus entendre { $name }
what-can-be-done = Ce que tu peux faire
nothing-to-do = Tu n’as rien à faire pour l’instant.
type-a-move = Tape un coup, ou son numéro
moves-match = { $count } coups correspondent : continue à taper.
no-such-move = Aucun coup ne correspond.
and-more = … et { $count } de plus : tape pour les trouver.
take-back-request-title = Un joueur demande à reprendre un coup
take-back-request = { $name } voudrait reprendre son dernier coup.
take-back-waiting = Tu as demandé à reprendre ton dernier coup. Les autres décident.
agree = Accepter
take-back-refused = Ton coup reste joué : les autres n’ont pas accepté.
refuse = Refuser
curtain-title = { $name }, à toi
curtain-text = Passe l’appareil à { $name }. Les autres regardent ailleurs.
curtain-ready = C’est moi, { $name }

## Ce que le serveur refuse sans que ce soit une affaire de règles

no-stale = Quelqu’un a été plus rapide : la partie a avancé.
no-busy = Cela n’a pas pu être enregistré, donc rien n’a été fait. Réessaie.
no-not-yours = C’est à quelqu’un d’autre de le faire.
no-not-now = Ce n’est pas possible pour l’instant.

## Ce que fait la table elle-même

table-player = { $who ->
    [you] Tu
    [0] Place 1
    [1] Place 2
    [2] Place 3
    [3] Place 4
    [4] Place 5
   *[named] { $who }
}
table-gives-up = { table-player } { $who ->
    [you] abandonnes
   *[others] abandonne
}.
table-time-is-up = { $who ->
    [you] Ton temps est écoulé.
   *[others] { table-player } n’a plus de temps.
}
table-bot-plays-on = { $who ->
    [you] Un robot joue à ta place.
   *[others] { $who } : un robot prend la suite.
}
table-is-back = { $who ->
    [you] Te revoilà.
   *[others] Revoilà { $who }.
}
table-is-ready = { $who ->
    [you] Tout est prêt de ton côté.
   *[others] { table-player } a terminé ses préparatifs.
}
table-is-not-ready = { $who ->
    [you] Tu reprends tes préparatifs.
   *[others] { table-player } reprend ses préparatifs.
}
table-goes-on = La partie continue ici.
table-stops = L’enregistrement s’arrête ici.
table-takes-back = { table-player } { $who ->
    [you] reprends
   *[others] reprend
} un coup.

## La fin

end-won = Tu as gagné !
end-drawn = Partie nulle
end-lost = Tu as perdu
end-over = La partie est terminée
rematch-join = Rejoindre la partie suivante
rematch-waits = La partie suivante t’attend.
rematch = Encore une
replay = Revoir
share-replay = Copier le lien pour revoir
download-record = Fichier
dice-seed = La graine des dés :

## Revoir une partie

replay-of = Revoir : { $title }
observer-label = Vu par
observer-all = tout le monde : rien de caché
observer-public = un spectateur
step-first = Au début
step-back = Un pas en arrière
step-on = Un pas en avant
step-last = À la fin
replay-play = Lecture
replay-pause = Pause
replay-at = Étape { $ply } sur { $plies }
share-step = Copier un lien vers cette étape
replay-download = Télécharger la partie
analysis = Analyse
analysis-open = Ouvrir une analyse
analysis-how = Un fichier tiré de la partie : escapade analyse PARTIE --out analysis.json
analysis-none = Ce fichier n’est pas une analyse.
analysis-of-another = Cette analyse est celle d’une autre partie.
analysis-curve = La situation de chaque place, du début à la fin ; la ligne du milieu est une partie égale
analysis-points = Tournants
analysis-no-points = Aucune étape n’a changé grand-chose à coup sûr.
analysis-point = Étape { $ply } : { $who } { $change } %, { $kind ->
    [skill] par le jeu
    [luck] par la chance
   *[other] par le jeu d’un autre
}
analysis-same = Le bot ({ $bot }) aurait fait de même.
analysis-better = Le bot ({ $bot }) aurait choisi : { $action }
analysis-gave = Abandonné : { $loss } % (± { $error })
analysis-as-good = C’était aussi bon.
analysis-luck = Chance : { $who } { $change } % (± { $error })
analysis-nothing = Rien à dire de cette étape.

## Réglages

settings = Réglages
settings-look = Apparence et sons
settings-me = Toi
setting-language = Langue
setting-theme = Couleurs
theme-auto = comme l’appareil
theme-light = claires
theme-dark = sombres
theme-contrast = contraste élevé
setting-motion = Mouvements
motion-auto = comme l’appareil
motion-full = tout bouge
motion-none = rien ne bouge
setting-pieces = Pièces et cartes
pieces-drawn = dessinées
pieces-letters = en lettres
setting-coordinates = Numéros sur le plateau
setting-sound = Sons
setting-notify = Me prévenir quand c’est à moi
tours-again = Remontrer les visites
account-about = Tu joues en invité de ce navigateur. Un compte garde tes parties et ton classement sur tous tes appareils.
login = Identifiant
password = Mot de passe
make-account = Créer un compte
log-in = Se connecter
passkey-about = Ou sans mot de passe : une clé d’accès de cet appareil ou de ton gestionnaire. Il faut aussi un identifiant.
make-passkey = Créer une clé d’accès
show-passkey = Se connecter avec une clé d’accès
logged-in = Te voilà connecté.
logged-in-as = Compte : { $login }
log-out = Se déconnecter
account-security = Mot de passe, clés d’accès et appareils
password-current = Mot de passe actuel
password-new = Nouveau mot de passe
password-none = Tu te connectes avec des clés d’accès seulement. Un mot de passe serait une deuxième entrée.
password-about = Au moins 8 caractères. Tu restes connecté ici, et tu es déconnecté partout ailleurs.
password-change = Changer le mot de passe
password-set = Choisir un mot de passe
password-changed = Ton mot de passe est changé.
passkeys = Clés d’accès
passkeys-about = Une clé d’accès d’un appareil ou d’un gestionnaire te connecte sans mot de passe.
# $date is a day and a time.
passkey-made = Créée le { $date }
last-used = Dernière utilisation le { $date }
passkey-remove = Supprimer
# $name is a browser and its system.
passkey-remove-named = Supprimer la clé d’accès de { $name }
passkey-removed = La clé d’accès est supprimée.
passkey-last = C’est la seule façon de te connecter à ton compte : elle ne peut pas être supprimée.
passkey-added = La clé d’accès est gardée.
devices = Appareils
devices-about = Là où tu es connecté. Déconnecte ce que tu ne connais pas, et change ton mot de passe.
device-unknown = Autre appareil
device-this = cet appareil
device-end = Déconnecter
# $name is a browser and its system.
device-end-named = Déconnecter { $name }
device-ended = Cet appareil est déconnecté.
devices-end-others = Se déconnecter partout ailleurs
devices-ended = Tu es déconnecté partout ailleurs.
confirm-title = Est-ce bien toi ?
confirm-text = Ta connexion date un peu. Avant de changer ta façon de te connecter, montre encore une fois que c’est toi.
confirm = Confirmer
confirm-passkey = Confirmer avec une clé d’accès

## Le tiroir des règles

mark-data = données
mark-ruling = interprétation
mark-example = exemple

## What went wrong, by its sort

problem-confirm = Reconnecte-toi pour faire cela.
problem-reserved = Les robots et le serveur s’appellent ainsi ; choisis un autre nom.
problem-taken = Cet identifiant est pris ; choisis-en un autre.
problem-unknown = Personne ne te connaît encore ici. Réessaie.
problem-wrong-login = L’identifiant ou le mot de passe est faux.
problem-not-yours = Ce n’est pas à toi de le faire.
problem-needs-account = Il te faut un compte pour cela : connecte-toi ou crées-en un dans les réglages.
problem-not-found = Cette table n’existe pas, ou ne t’est pas ouverte.
problem-not-now = Ce n’est pas possible pour l’instant.
problem-too-large = C’est trop volumineux.
problem-not-json = Le serveur n’a pas compris.
problem-too-many = C’est trop souvent ; attends un peu.
problem-busy = Le serveur est occupé. Réessaie.
problem-bad = Le serveur ne peut pas lire cela.
problem-broken = Quelque chose est cassé sur le serveur.
problem-wrong-method = Le serveur n’a pas compris.
