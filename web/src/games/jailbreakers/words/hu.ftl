### Jailbreakers: amit a rajzolt tábla mond.
###
### $who egy játékos neve, vagy „Te”. $thing alapanyag vagy tárgy, $location helyszín.

## Nevek

escape-card = { $card ->
    [success] siker
    [failure] kudarc
    [snitch] besúgó
   *[hidden] lefordítva
}
# Mit tud egy tárgy, röviden.
ability = { $thing ->
    [bed-dummy] A szökéshez eggyel kevesebb lapot kell húzni.
    [guard-outfit] Baj nélkül beléphetsz, ahol őr áll.
    [worker-outfit] Beléphetsz, ahol másik kocka van.
    [grappling-hook] 2 számmal messzebbre is elérsz.
    [raft] Ha feladod a szökést, egy kivételével minden tárgyad megmarad.
    [brass-knuckles] Megnézed a két felső szökéskártyát.
    [ladder] Megnézed a felső szökéskártyát.
    [shovel] A felső szökéskártya látatlanul alulra kerül.
    [lock-pick] Egyszer újradobsz.
    [soap-gun] Alapanyagot cserélsz egy másik játékossal.
   *[money-bag] Egy kudarckártya nem számít.
}

## A börtön

prison = A börtön
# Egy része annak, amit egy helyszín ad. $things: ezek közül lehet választani.
part = { $part ->
    [move] helyezz át { $count ->
        [one] egy őrt
       *[other] { $count } őrt
    }
    [draw] húzz találomra { $count ->
        [one] egy alapanyagot
       *[other] { $count } alapanyagot
    }
    [take] végy el { $count ->
        [one] egy tetszőleges alapanyagot
       *[other] { $count } tetszőleges alapanyagot
    }
    [take-of] végy el ezekből { $count ->
        [one] egyet
       *[other] ennyit: { $count }
    } – { $things }
    [give] adj egy másik játékosnak { $count ->
        [one] egy alapanyagot
       *[other] { $count } alapanyagot
    } a készletből
    [exchange] cserélj ki legfeljebb { $count ->
        [one] egy alapanyagot
       *[other] { $count } alapanyagot
    } a készletből
    [steal-material] lopj egy alapanyagot
   *[steal-object] lopj egy tárgyat
}
room = { $place } { $location }: { $gives }
room-guarded = itt áll egy őr
room-warden = itt áll az igazgató
room-dice = { $who }: { $count ->
    [one] egy kocka
   *[other] { $count } kocka
}, összesen { $pips }
room-go = Ide mehetsz.
room-danger = Itt elkapnának!
room-choose = Többféleképpen is idejöhetsz: válassz.
room-target = Ide állhat az őr.
guard-choose = Az őr áthelyezése innen: { $place }
warden-choose = Az igazgató áthelyezése innen: { $place }
how = Hogyan mész oda?
danger = elkapnak!
cancel = Mégse
round = { $round }. forduló
round-of = { $round }. forduló, összesen { $last }
die = A kockán: { $face }
# $roll a mostani dobás, $map ami már a térképen van.
value = { $roll } + { $map } = { $sum }
in-trouble = Bajban
free-outside = Szabad!
caught-by = { $who }: { $catcher ->
    [guard] őr kapta el
   *[warden] az igazgató kapta el
}

## Mi jön most

now = Mi jön most?
news = Mi történt
# Mit kell tennie az olvasónak.
step = { $step ->
    [roll] Dobj a kockával, vagy hagyd ki.
    [place] Tedd a kockádat egy megvilágított helyiségre.
    [move] Kattints egy őrre, aztán arra a helyiségre, ahová menjen.
    [take] Végy el egy alapanyagot a készletből.
    [return] Túl sok lapod van. Adj vissza egyet.
    [give] Adj valakinek egy alapanyagot a készletből.
    [exchange] Cserélj ki egy alapanyagot, vagy hagyd.
    [replace] Végy el cserébe egy alapanyagot.
    [steal] Lopj egy lapot.
    [act] Készíts vagy használj tárgyat, kísérelj meg szökést – vagy fejezd be a körödet.
    [pay] Fizess egy alapanyaggal.
    [swap] Szappanpisztoly: melyik alapanyagodat adod oda?
    [swap-for] Szappanpisztoly: mit kérsz érte?
    [snitch] Valaki szökik. Besúgod?
    [ignore] Kudarc! Ráköltöd a pénzeszsákot?
    [go-on] Húzol még, vagy feladod?
    [keep] Feladod. Mely tárgyakat tartod meg?
    [free] Váltsd ki a bajba jutott foglyokat.
   *[release] Egy fogoly ingyen visszajön. Melyik?
}
# Mire készül egy másik játékos.
doing = { $step ->
    [roll] { $who }: dobni készül
    [place] { $who }: leteszi a kockát
    [move] { $who }: őrt helyez át
    [take] { $who }: alapanyagot vesz el
    [return] { $who }: lapot ad vissza
    [give] { $who }: alapanyagot ad
    [exchange] { $who }: alapanyagot cserél
    [replace] { $who }: alapanyagot cserél
    [steal] { $who }: lop
    [act] { $who }: barkácsol és tervez
    [pay] { $who }: fizet
    [swap] { $who }: előkerül a szappanpisztoly
    [swap-for] { $who }: előkerül a szappanpisztoly
    [snitch] { $who }: besúgja vagy hallgat?
    [ignore] { $who }: kudarc – jön a pénzeszsák?
    [go-on] { $who }: éppen szökik
    [keep] { $who }: feladja a szökést
    [free] { $who }: foglyokat vált ki
    [release] { $who }: visszakap egy foglyot
   *[other] Készül az asztal.
}
to-pay = { $count ->
    [one] még egyet kell fizetni
   *[other] még { $count } fizetendő
}
to-keep = { $count ->
    [one] egyet meg kell tartani
   *[other] megtartandó: { $count }
}
may-keep = { $count ->
    [one] még egy megtartható
   *[other] még { $count } megtartható
}
over-won = { $who } – kint van, megvan!
over-draw = A játék véget ért.
to-whom = Kinek?
from-whom = Tőle: { $who }

## Játékosok, lapok, készlet

players = Játékosok
prisoners = { $inside } bent, { $caught } bajban, { $escaped } kint
turns-left = { $count ->
    [one] még egy kör ebben a fordulóban
   *[other] még { $count } kör ebben a fordulóban
}
first-player = ebben a fordulóban az első
has-snitch = van besúgókártyája
hand = A lapjaid
hand-empty = Még nincs lapod
hand-of = { $who } lapjai: { $things }
bench = Munkapad
supply = Készlet
left = { $thing }: { $count } a készletben
craft-can = Elkészíthető: { $thing }, ebből: { $things }
craft-lacks = { $thing }: hiányzik: { $things }
craft-owned = { $thing }: már a tiéd
craft-of = { $thing }: ebből: { $things }
craft-none = { $thing }: elfogyott
any-three = bármely három alapanyag

## Tervek és szökések

plans = Szökési tervek
plan-draws = { $count ->
    [one] egy szökéskártyát kell húzni
   *[other] { $count } szökéskártyát kell húzni
}
plan-ready = Mindened megvan!
plan-lacks = hiányzik: { $things }
plan-takes = kell hozzá: { $things }
plan-chance = { $percent } % esély
go = Szökés!
go-dummy = …ágybábuval
deck = Szökéspakli
deck-holds = { $success } siker, { $failure } kudarc, { $snitch } besúgó van a pakliban
peek-known = { $who }, a pakli { $place }. lapja: { $card }
peek-unknown = { $who }: megnézte a pakli { $place }. lapját
attempt = { $who }: { $plan }
strikes = Kudarcok: { $failed }. A második mindent elront.
cards-left = { $count ->
    [0] nincs több húzás
    [one] még egy lap
   *[other] még { $count } lap
}
card-ignored = { $card }, nem számít
odds-next = Következő lap
odds-rest = Kudarcok a következő { $count } lapban
odds-none = nincs
odds-more = { $count }+
snitch-question = { $who } szökik: { $plan }. Beleteszed a besúgókártyádat a szökéspakliba?
snitches-in = { $count ->
    [one] Egy besúgó van a pakliban.
   *[other] { $count } besúgó van a pakliban.
}
result = { $result ->
    [escaped] Egy fogoly megszökött!
    [won] A második fogoly is kint van – győzelem!
    [failed] Elkapták! A szökés nem sikerült.
   *[gave-up] A szökés félbemaradt.
}
close = Vissza a börtönbe

## Körbevezetés

tour-welcome = Ez a te börtönöd. Aki elsőként két foglyot kijuttat, nyer. Nézzünk körül!
tour-map = Tizenkét számozott helyiség az udvar körül. A jelek mutatják, mit adnak: lapot találomra (?), választott lapot (+), vagy valami ravaszabbat.
tour-die = Dobj, aztán tedd a kockát egy megvilágított helyiségre. A térképen lévő kockáid hozzáadódnak, így később messzebbre érsz.
tour-guards = Az őrök minden forduló után egy helyiséggel továbbmennek. Ha csak őrzött helyre mehetsz, egy foglyod bajba kerül, és ki kell váltanod.
tour-hand = A lapjaid: alapanyagok és tárgyak. A tárgyaknak képességük van; amelyiket most használhatod, világít.
tour-bench = Két alapanyagból lesz egy tárgy. Amit most elkészíthetsz, világít; a többinél látod, mi hiányzik.
tour-plans = Egy tervhez bizonyos tárgyak kellenek és néhány szökéskártya. Egy kudarc még belefér, a második mindent elront.
tour-now = Itt mindig olvashatod, mi a következő teendő, minden választással. Valami nem világít? Kattints rá, és megtudod, miért.
