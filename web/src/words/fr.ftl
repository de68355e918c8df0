### Ce que dit la page elle-même. Les jeux apportent leurs propres mots.

## Partout

skip-to-content = Aller au contenu
to-the-games = Vers les jeux
loading = Chargement…
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
lost-title = Page introuvable
lost-text = Il n’y a rien à cette adresse ; il manque peut-être une lettre.
link-copied = Lien copié.

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
seats = Joueurs
how-many = Nombre de joueurs
seat-number = Place { $seat }
kind-me = moi
kind-open = ouverte à tous
kind-invited = sur invitation
kind-guest = quelqu’un devant cet écran
bots-alone = Rien que des robots : tu seras spectateur.
game-options = Options du jeu
clock = Pendule
clock-none = sans pendule
clock-live = pour toute la partie
clock-days = des jours par coup
clock-minutes = Minutes par joueur
clock-increment = Incrément en secondes
clock-days-a-move = Jours par coup
table-options = Options de la table
table-aids = Aides
table-aids-about = Des indices, et ce que les pièces et cartes cachées peuvent encore être, pour toute la table.
table-spectators = Spectateurs
table-spectators-about = Toute personne qui a le lien peut regarder. Les spectateurs ne voient que ce qui est public.
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
open-table = Créer la table

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
is-to-act = au trait
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
rated-join = Cette table est classée : pour t’asseoir, il te faut un compte. Connecte-toi ou crées-en un dans les paramètres, puis reviens à cette page.
table-settings = Options de la table
lobby-link = Le lien de cette table
yes = oui
no = non
seat-a-bot = Ajouter un robot…
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
game-over = Partie terminée
watching = Tu es spectateur.
unrated-pairs = Cette partie ne change aucun classement : deux de ses joueurs se sont rencontrés trop souvent en un jour.
unrated-unfit = Cette partie ne change aucun classement : tout le monde n’a pas un compte et une place à soi, ou il n’y a pas de pendule.
unrated-undone = Cette partie ne change aucun classement : qui gère le serveur a modifié ce qui a été joué.
connecting-again = Connexion perdue. Reconnexion…
bye = La connexion est terminée
bye-ended = Le serveur a mis fin à la connexion.
bye-private = Cette table se joue sans spectateurs.
bye-refused = Le serveur ne te laisse pas entrer ici.
bye-signed-out = Tu es déconnecté. Reconnecte-toi dans les paramètres.
bye-outdated = Cette page est plus ancienne que le serveur. Recharge-la.
load-again = Recharger la page
hint = Indice
hint-thinking = Réflexion…
chance-to-win = { $percent } % de chances de gagner
no-aids = Cette table joue sans aides.
undo = Annuler le coup
undo-ask = Demander l’annulation du coup
resign = Abandonner
really-resign = Veux-tu vraiment abandonner ?
tour = Visite
tour-skip = Passer la visite
tour-play = À toi de jouer !
beside-the-board = À côté du plateau
tab-moves = Coups
tab-log = Journal
tab-chat = Chat
log = Journal de la partie
log-earlier = Afficher ce qui précède
chat = Chat
nothing-yet = Il ne s’est encore rien passé.
nothing-said = Aucun message.
say-something = Écris un message
send = Envoyer
hear-again = Ne plus mettre { $name } en sourdine
mute = Mettre { $name } en sourdine
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

## A game without a board of its own

any-just-now = Ce qui vient de se passer
any-chosen = Tu as choisi : { $names }. Tu peux changer d’avis tant que tous n’ont pas choisi.
any-choose-anew = Choisir à nouveau
any-hidden = caché
any-matters = Règles du moment
any-meanings = Sens des mots
# $names are names of fields, separated by commas.
any-idle = Vide ou fixe : { $names }

## Ce que le serveur refuse sans que ce soit une affaire de règles

no-stale = Quelqu’un a été plus rapide : la partie a avancé.
no-busy = Cela n’a pas pu être enregistré, donc rien n’a été fait. Réessaie.
no-not-yours = Tu n’as pas le droit de faire cela.
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
end-over = Partie terminée
rematch-join = Rejoindre la revanche
rematch-waits = La revanche t’attend.
rematch = Revanche
replay = Rediffusion
share-replay = Copier le lien de la rediffusion
download-record = Fichier
dice-seed = La graine des dés :

## Revoir une partie

replay-of = Rediffusion : { $title }
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
analysis-same = Le robot ({ $bot }) aurait fait de même.
analysis-better = Le robot ({ $bot }) aurait choisi : { $action }
analysis-gave = Abandonné : { $loss } % (± { $error })
analysis-as-good = C’était aussi bon.
analysis-luck = Chance : { $who } { $change } % (± { $error })
analysis-nothing = Rien à dire de cette étape.

## Réglages

settings = Paramètres
settings-look = Apparence et son
settings-me = Profil
setting-language = Langue
setting-theme = Thème
theme-auto = système
theme-light = clair
theme-dark = sombre
theme-contrast = contraste élevé
setting-motion = Animations
motion-auto = système
motion-full = complètes
motion-none = réduites
setting-pieces = Pièces et cartes
pieces-drawn = dessinées
pieces-letters = en lettres
setting-coordinates = Coordonnées sur le plateau
setting-sound = Son
setting-notify = M’avertir quand c’est à moi
tours-again = Afficher de nouveau les visites
account-about = Tu joues en tant qu’invité dans ce navigateur. Un compte garde tes parties et ton classement sur tous tes appareils.
login = Nom d’utilisateur
password = Mot de passe
make-account = Créer un compte
log-in = Se connecter
passkey-about = Ou une clé d’accès de cet appareil ou de ton gestionnaire de mots de passe, à la place du mot de passe. Il faut aussi un nom d’utilisateur.
make-passkey = Créer une clé d’accès
show-passkey = Se connecter avec une clé d’accès
logged-in = Tu es connecté.
logged-in-as = Connecté en tant que { $login }.
log-out = Se déconnecter
account-security = Mot de passe, clés d’accès et appareils
password-current = Mot de passe actuel
password-new = Nouveau mot de passe
password-none = Tu te connectes avec des clés d’accès seulement. Un mot de passe est une deuxième façon de te connecter.
password-about = Au moins 8 caractères. Tu restes connecté ici, et tu es déconnecté partout ailleurs.
password-change = Changer le mot de passe
password-set = Choisir un mot de passe
password-changed = Mot de passe changé.
passkeys = Clés d’accès
passkeys-about = Une clé d’accès d’un appareil ou d’un gestionnaire de mots de passe te connecte sans mot de passe.
# $date is a day and a time.
passkey-made = Créée le { $date }
last-used = Dernière utilisation le { $date }
passkey-remove = Supprimer
# $name is a browser and its system.
passkey-remove-named = Supprimer la clé d’accès de { $name }
passkey-removed = Clé d’accès supprimée.
passkey-last = C’est la seule façon de te connecter à ton compte : elle ne peut pas être supprimée.
passkey-added = Clé d’accès enregistrée.
devices = Appareils
devices-about = Là où tu es connecté. Si tu ne reconnais pas un appareil, déconnecte-le et change ton mot de passe.
device-unknown = Autre appareil
device-this = cet appareil
device-end = Déconnecter
# $name is a browser and its system.
device-end-named = Déconnecter { $name }
device-ended = Appareil déconnecté.
devices-end-others = Se déconnecter partout ailleurs
devices-ended = Tu es déconnecté partout ailleurs.
confirm-title = Confirme ton identité
confirm-text = Ta connexion date un peu. Avant de changer ta façon de te connecter, confirme encore une fois que c’est toi.
confirm = Confirmer
confirm-passkey = Confirmer avec une clé d’accès

## Le tiroir des règles

mark-data = données
mark-ruling = interprétation
mark-example = exemple

## What went wrong, by its sort

problem-confirm = Reconnecte-toi pour faire cela.
problem-reserved = Ce nom est réservé ; choisis-en un autre.
problem-taken = Ce nom d’utilisateur est pris ; choisis-en un autre.
problem-unknown = Tu n’es pas connecté. Réessaie.
problem-wrong-login = Nom d’utilisateur ou mot de passe incorrect.
problem-not-yours = Tu n’as pas le droit de faire cela.
problem-needs-account = Il te faut un compte pour cela : connecte-toi ou crées-en un dans les paramètres.
problem-not-found = Cette table n’existe pas, ou ne t’est pas ouverte.
problem-not-now = Ce n’est pas possible pour l’instant.
problem-too-large = C’est trop volumineux.
problem-not-json = Requête invalide.
problem-too-many = Trop de requêtes. Attends un peu, puis réessaie.
problem-busy = Le serveur est occupé. Réessaie.
problem-bad = Requête invalide.
problem-broken = Une erreur s’est produite sur le serveur.
problem-wrong-method = Requête invalide.
