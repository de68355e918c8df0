### Amit maga az oldal mond. A játékok a saját szavaikat hozzák.

## Mindenütt

skip-to-content = Ugrás a tartalomhoz
to-the-games = A játékokhoz
loading = Betöltés…
close = Bezárás
cancel = Mégse
dismiss = Elrejtés
back = Vissza
next = Tovább
save = Mentés
saved = Elmentve.
you = te
name = Név
server-silent = A kiszolgáló nem válaszol. Fut még?
lost-title = Az oldal nem található
lost-text = Ezen a címen nincs semmi; talán hiányzik belőle egy betű.
link-copied = Hivatkozás másolva.

## Kezdőlap

home-title = Négy nagy szökés
home-text = Szökésről és titkokról szóló társasjátékok, robotok vagy barátok ellen. Fiók nem kell: válassz egyet, és játssz!
for-players = { $low ->
    [one] { $high ->
        [one] Egy játékosnak
       *[other] 1–{ $high } játékosnak
    }
   *[other] { $low ->
        [2] { $high ->
            [2] 2 játékosnak
           *[other] 2–{ $high } játékosnak
        }
       *[other] { $low }–{ $high } játékosnak
    }
}
play-now = Játék indul
starting = Indul…
new-table = Új asztal
rules = Szabályok
tables-mine = A játszmáid
tables-mine-none = Még nincs egy sem.
tables-join = Csatlakozás asztalhoz
tables-join-none = Egy asztal sem vár játékosra.
tables-watch = Nézhető játszmák
tables-watch-none = Most senki sem játszik nyilvánosan.
ratings = A legjobb játékosok
rated-games = { $games } játszma
status-open = várakozik
status-running = folyik
status-over = véget ért
status-closed = bezárt
status-damaged = megsérült
show-all = Mind
join-title = Meghívót kaptál?
join-code = Asztal kódja vagy hivatkozása
join = Csatlakozás
record-title = Játszma visszanézése
record-load = Játszmafájl betöltése

## Új asztal

new-table-of = Új asztal: { $title }
no-such-game = Ilyen játék nincs.
seats = Játékosok
how-many = Játékosok száma
seat-number = { $seat }. hely
kind-me = én
kind-open = bárki előtt nyitva
kind-invited = meghívóval
kind-guest = valaki ennél a képernyőnél
bots-alone = Csak robotok: te néző leszel.
game-options = A játék beállításai
clock = Óra
clock-none = nincs óra
clock-live = az egész játszmára
clock-days = nap lépésenként
clock-minutes = Perc játékosonként
clock-increment = Többletidő lépésenként (másodperc)
clock-days-a-move = Nap lépésenként
table-options = Az asztal beállításai
table-aids = Segítség
table-aids-about = Tippek, és hogy a rejtett bábuk és lapok mik lehetnek még; mindenkinek az asztalnál.
table-spectators = Nézők
table-spectators-about = Akinél ott a hivatkozás, nézheti; csak azt látja, ami nyilvános.
table-listed = Nyilvános
table-listed-about = Az asztal látszik a kiszolgáló kezdőlapján.
table-rated = Értékszámos
table-rated-about = Az eredmény beleszámít a játékosok értékszámába. Aki elmegy, veszít, és semmit sem lehet visszavenni, hacsak mindenki bele nem egyezik.
rated-needs = Értékszámos játszmához kell:
# The settings are linked to after this.
rated-needs-account = fiók: jelentkezz be, vagy hozz létre egyet itt:
rated-needs-clock = óra
rated-needs-people = csak emberek: se robot, se más ennél a képernyőnél
rated-needs-seats = legalább két hely, mindenkinek csak egy
rated-needs-left = ne robot játsszon tovább a távozók helyett
table-left = Ha valaki elmegy
table-left-about = Mi történjen, ha egy játékos két percnél tovább marad távol.
left-wait = megvárjuk
left-bot = robot folytatja
left-forfeit = veszít
table-dice = Kockák és lapok
table-dice-about = Ellenőrizhető: a kiszolgáló a kezdés előtt elkötelezi magát, és a végén bárki ellenőrizheti a kockákat.
dice-system = a kiszolgáló húzza
dice-verifiable = ellenőrizhető
open-table = Asztal létrehozása

## Játékosok

players = Játékosok
bot-novice = kezdő
bot-greedy = mohó
bot-planner = tervező
bot-expert = szakértő
bot-master = mester
bot-of-level = robot, { $level }
seat-open = szabad hely
seat-invited = meghívóval
seat-outside = program
seat-replaced = robot játszik helyette
away = távol
is-to-act = következik
rating = Értékszám
rating-provisional = A ? azt jelenti: ideiglenes, még kevés ellenfél volt.
place = { $place }.
days = { $days ->
    [one] egy nap
   *[other] { $days } nap
}

## Kezdés előtt

lobby-waiting = Ez az asztal játékosokra vár.
lobby-begins = A játék akkor kezdődik, amikor minden hely betelt.
rated-join = Ez az asztal értékszámos: a leüléshez fiók kell. Jelentkezz be, vagy hozz létre egyet a beállításoknál, aztán térj vissza erre az oldalra.
table-settings = Az asztal beállításai
lobby-link = Az asztal hivatkozása
yes = igen
no = nem
seat-a-bot = Robot hozzáadása…
sit-down = Leülök
leave = Felállok
copy-link = Az asztal hivatkozásának másolása
copy-invitation = Meghívó másolása
new-invitation = Új hivatkozás
new-invitation-about = Új hivatkozást készít ehhez a helyhez. A régi már nem működik.
invitation-made = Kész az új hivatkozás; a régi már nem működik.
table-closed = Ezt az asztalt a játék kezdete előtt bezárták.
table-damaged = Ez az asztal megsérült, ezért nem játszható, amíg a kiszolgáló üzemeltetője helyre nem állítja: { $reason }
dice-commitment = A kockák elkötelezése:

## Az asztalnál

table-not-open = Ez az asztal nem nyitható meg
your-turn = Te jössz
waiting-for = Várunk: { $names }
chance-acts = Lapok és kockák…
game-over = Vége a játéknak
watching = Néző vagy.
unrated-pairs = Ez a játszma nem változtat értékszámot: két játékosa túl sokszor találkozott egy nap alatt.
unrated-unfit = Ez a játszma nem változtat értékszámot: nincs mindenkinek fiókja és saját helye, vagy nincs óra.
unrated-undone = Ez a játszma nem változtat értékszámot: a kiszolgáló üzemeltetője módosította, amit játszottatok.
connecting-again = Megszakadt a kapcsolat. Újracsatlakozás…
bye = A kapcsolat véget ért
bye-ended = A kiszolgáló lezárta a kapcsolatot.
bye-private = Ennél az asztalnál nincsenek nézők.
bye-refused = A kiszolgáló nem enged be ide.
bye-signed-out = Kijelentkeztél. A beállításokban újra bejelentkezhetsz.
bye-outdated = Ez az oldal régebbi, mint a kiszolgáló. Töltsd be újra.
load-again = Az oldal újratöltése
hint = Tipp
hint-thinking = Gondolkodik…
chance-to-win = { $percent } % esély a győzelemre
no-aids = Ennél az asztalnál nincs segítség.
undo = Visszavonás
undo-ask = Visszavonás kérése
resign = Feladás
really-resign = Biztosan feladod?
tour = Bemutató
tour-skip = Bemutató kihagyása
tour-play = Játsszunk!
beside-the-board = A tábla mellett
tab-moves = Lépések
tab-log = Napló
tab-chat = Csevegés
log = Játéknapló
log-earlier = Korábbiak megjelenítése
chat = Csevegés
nothing-yet = Még nem történt semmi.
nothing-said = Még nincs üzenet.
say-something = Írj üzenetet
send = Küldés
hear-again = Némítás feloldása: { $name }
mute = Némítás: { $name }
what-can-be-done = Amit tehetsz
nothing-to-do = Most nincs teendőd.
type-a-move = Írj be egy lépést vagy a számát
moves-match = { $count } lépés illik rá: írd tovább.
no-such-move = Nincs ilyen lépés.
and-more = … és még { $count }: gépelj, hogy megtaláld.
take-back-request-title = Egy játékos visszavonna egy lépést
take-back-request = { $name } visszavonná az utolsó lépését.
take-back-waiting = Visszavonást kértél. A többiek döntenek.
agree = Elfogadás
take-back-refused = A lépésed marad: a többiek nem egyeztek bele.
refuse = Elutasítás
curtain-title = { $name } következik
curtain-text = Add tovább a készüléket. A többiek nézzenek félre.
curtain-ready = Én vagyok: { $name }

## A game without a board of its own

any-just-now = Ami az imént történt
any-chosen = A választásod: { $names }. Amíg nem választott mindenki, változtathatsz rajta.
any-choose-anew = Újra választok
any-hidden = rejtett
any-matters = Most fontos szabályok
any-meanings = Mit jelentenek a szavak
# $names are names of fields, separated by commas.
any-idle = Üres vagy állandó: { $names }

## Amit a kiszolgáló visszautasít, de nem a szabályok miatt

no-stale = Valaki gyorsabb volt: az asztalnál közben történt valami.
no-busy = Ezt nem sikerült menteni, ezért nem történt meg. Próbáld újra.
no-not-yours = Ehhez nincs jogod.
no-not-now = Ez most nem lehetséges.

## Amit maga az asztal tesz

table-player = { $who ->
    [you] Te
    [0] 1. hely
    [1] 2. hely
    [2] 3. hely
    [3] 4. hely
    [4] 5. hely
   *[named] { $who }
}
table-gives-up = { $who ->
    [you] Feladod.
   *[others] { table-player } feladja.
}
table-time-is-up = { $who ->
    [you] Lejárt az időd.
   *[others] Lejárt az ideje: { $who }.
}
table-bot-plays-on = { $who ->
    [you] Helyetted robot játszik tovább.
   *[others] Robot játszik tovább a helyén: { $who }.
}
table-is-back = { $who ->
    [you] Visszatértél.
   *[others] { table-player } visszatért.
}
table-is-ready = { $who ->
    [you] Készen állsz.
   *[others] { table-player } készen áll.
}
table-is-not-ready = { $who ->
    [you] Még nem állsz készen.
   *[others] { table-player } még nem áll készen.
}
table-goes-on = A játék itt folytatódik.
table-stops = A feljegyzés itt véget ér.
table-takes-back = { $who ->
    [you] Visszavonsz egy lépést.
   *[others] { table-player } visszavon egy lépést.
}

## A vége

end-won = Győztél!
end-drawn = Döntetlen
end-lost = Vesztettél
end-over = Vége a játéknak
rematch-join = Csatlakozás a visszavágóhoz
rematch-waits = A visszavágó rád vár.
rematch = Visszavágó
replay = Visszajátszás
share-replay = A visszajátszás hivatkozásának másolása
download-record = Játszmafájl
dice-seed = A kockák magja:

## Visszajátszás

replay-of = Visszajátszás: { $title }
observer-label = Nézőpont
observer-all = mindenki: semmi sem rejtett
observer-public = egy néző
step-first = Az elejére
step-back = Egy lépés vissza
step-on = Egy lépés előre
step-last = A végére
replay-play = Lejátszás
replay-pause = Szünet
replay-at = { $ply }. lépés, összesen { $plies }
share-step = Hivatkozás másolása ehhez a lépéshez
replay-download = Játszma letöltése
analysis = Elemzés
analysis-open = Elemzés megnyitása
analysis-how = A játszmából készített fájl: escapade analyse JÁTSZMA --out analysis.json
analysis-none = Ez a fájl nem elemzés.
analysis-of-another = Ez az elemzés egy másik játszmáé.
analysis-curve = Hogyan álltak a helyek az elejétől a végéig; a középső vonal az egyenlő állás
analysis-points = Fordulópontok
analysis-no-points = Egyik lépés sem változtatott biztosan sokat.
analysis-point = { $ply }. lépés: { $who } { $change } %, { $kind ->
    [skill] ügyesség
    [luck] szerencse
   *[other] más játéka
}
analysis-same = A robot ({ $bot }) ugyanezt tette volna.
analysis-better = A robot ({ $bot }) ezt választotta volna: { $action }
analysis-gave = Odaadva: { $loss } % (± { $error })
analysis-as-good = Ez ugyanolyan jó volt.
analysis-luck = Szerencse: { $who } { $change } % (± { $error })
analysis-nothing = Erről a lépésről nincs mit mondani.

## Beállítások

settings = Beállítások
settings-look = Megjelenés és hang
settings-me = Profil
setting-language = Nyelv
setting-theme = Téma
theme-auto = rendszer
theme-light = világos
theme-dark = sötét
theme-contrast = nagy kontrasztú
setting-motion = Animációk
motion-auto = rendszer
motion-full = teljes
motion-none = csökkentett
setting-pieces = Bábuk és lapok
pieces-drawn = rajzolva
pieces-letters = betűkkel
setting-coordinates = Koordináták a táblán
setting-sound = Hang
setting-notify = Értesítés, ha én jövök
tours-again = Bemutatók megjelenítése újra
account-about = Vendégként játszol ebben a böngészőben. Egy fiókkal minden eszközön megmaradnak a játszmáid és az értékszámod.
login = Felhasználónév
password = Jelszó
make-account = Fiók létrehozása
log-in = Bejelentkezés
passkey-about = Vagy jelszó helyett azonosítókulccsal, amelyet az eszközöd vagy a jelszókezelőd őriz. Felhasználónév ehhez is kell.
make-passkey = Azonosítókulcs létrehozása
show-passkey = Bejelentkezés azonosítókulccsal
logged-in = Bejelentkeztél.
logged-in-as = Bejelentkezve mint { $login }.
log-out = Kijelentkezés
account-security = Jelszó, azonosítókulcsok és eszközök
password-current = Jelenlegi jelszó
password-new = Új jelszó
password-none = Csak azonosítókulccsal jelentkezel be. Egy jelszó második lehetőség.
password-about = Legalább 8 karakter. Itt bejelentkezve maradsz, mindenhol máshol kijelentkeztetünk.
password-change = Jelszó módosítása
password-set = Jelszó megadása
password-changed = A jelszó megváltozott.
passkeys = Azonosítókulcsok
passkeys-about = Egy eszköz vagy jelszókezelő azonosítókulcsával jelszó nélkül jelentkezhetsz be.
# $date is a day and a time.
passkey-made = Létrehozva: { $date }
last-used = Utoljára használva: { $date }
passkey-remove = Eltávolítás
# $name is a browser and its system.
passkey-remove-named = Azonosítókulcs eltávolítása: { $name }
passkey-removed = Azonosítókulcs eltávolítva.
passkey-last = Csak így tudsz bejelentkezni a fiókodba, ezért nem távolítható el.
passkey-added = Azonosítókulcs elmentve.
devices = Eszközök
devices-about = Ahol be vagy jelentkezve. Ha egy eszközt nem ismersz fel, jelentkeztesd ki, és változtasd meg a jelszavad.
device-unknown = Másik eszköz
device-this = ez az eszköz
device-end = Kijelentkeztetés
# $name is a browser and its system.
device-end-named = Kijelentkeztetés: { $name }
device-ended = Az eszközt kijelentkeztettük.
devices-end-others = Kijelentkezés mindenhol máshol
devices-ended = Mindenhol máshol kijelentkeztél.
confirm-title = Erősítsd meg, hogy te vagy az
confirm-text = Egy ideje jelentkeztél be. Mielőtt megváltoztatod, hogyan jelentkezel be, erősítsd meg még egyszer, hogy te vagy az.
confirm = Megerősítés
confirm-passkey = Megerősítés azonosítókulccsal

## A szabályok fiókja

mark-data = adat
mark-ruling = döntés
mark-example = példa

## What went wrong, by its sort

problem-confirm = Ehhez jelentkezz be újra.
problem-reserved = Ez a név foglalt; válassz másikat.
problem-taken = Ez a felhasználónév foglalt; válassz másikat.
problem-unknown = Nem vagy bejelentkezve. Próbáld újra.
problem-wrong-login = Hibás felhasználónév vagy jelszó.
problem-not-yours = Ehhez nincs jogod.
problem-needs-account = Ehhez fiók kell: jelentkezz be, vagy hozz létre egyet a beállításoknál.
problem-not-found = Ilyen asztal nincs, vagy nem nyitott előtted.
problem-not-now = Ez most nem lehetséges.
problem-too-large = Ez túl nagy.
problem-not-json = Érvénytelen kérés.
problem-too-many = Túl sok kérés. Várj egy kicsit, és próbáld újra.
problem-busy = A kiszolgáló elfoglalt. Próbáld újra.
problem-bad = Érvénytelen kérés.
problem-broken = Hiba történt a kiszolgálón.
problem-wrong-method = Érvénytelen kérés.
