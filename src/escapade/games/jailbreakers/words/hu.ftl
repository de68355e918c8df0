### Jailbreakers: amit az asztalnál mondunk.
###
### $who az, aki cselekszik: egy hely száma, egy játékos neve, „you” (az olvasó, akit tegezünk) vagy „phantom”: egyedül
### játszva a fantom a másik játékos, és helyette a véletlen cselekszik. $other egy másik játékos, ugyanígy. A névhez nem
### kerül rag; a „you” alakban a névmás elmarad, mert az ige mindent elmond.
### $thing egy alapanyag vagy egy tárgy, $given egy alapanyag; $plan, $location: lásd lejjebb. $catcher guard (egy őr) vagy
### warden (az igazgató). $place egy helyszín száma 1-től 12-ig; $start és $end kettő ezek közül.
### $hand, $things, $lacking, $places és $plans felsorolások; hogy mi köti össze őket, az lejjebb áll.

## A játék, és amiben meg lehet állapodni

title = Jailbreakers
about = alapanyagok, tárgyak, egy terv és szökéskártyák, amelyek cserben hagyhatnak; egyedül is, egy fantom ellen
option-money_bag = Pénzeszsákok
option-money_bag-about = Két pénzeszsák is van a tárgyak között.
option-snitch = Besúgók
option-snitch-about = Minden játékosnak van egy besúgókártyája.
option-warden = Igazgató
option-warden-about = Egy őr helyett az igazgató járja a börtönt.
option-solo_rounds = Fordulók egyedül
option-solo_rounds-about = Ennyi fordulón belül kell egyedül győzni; 0: nincs határ.
option-first = Ki kezd
option-first-about = Ki a kezdőjátékos.
option-first-lot = Sorsolás

## Mondatrészek, az alábbi üzenetekhez.

# Mindig a mondat első szava; a „you” csak akkor, ha hangsúlyos.
player = { $who ->
    [you] Te
    [phantom] A fantom
    [0] A 0. játékos
    [1] Az 1. játékos
    [2] A 2. játékos
    [3] A 3. játékos
    [4] A 4. játékos
   *[named] { $who }
}
# A másik játékos, sosem a mondat elején.
other-player = { $other ->
    [you] te
    [phantom] a fantom
    [0] a 0. játékos
    [1] az 1. játékos
    [2] a 2. játékos
    [3] a 3. játékos
    [4] a 4. játékos
   *[named] { $other }
}
# A másik játékos, aki kap valamit.
to-other = { $other ->
    [you] neked
    [phantom] a fantomnak
    [0] a 0. játékosnak
    [1] az 1. játékosnak
    [2] a 2. játékosnak
    [3] a 3. játékosnak
    [4] a 4. játékosnak
   *[named] { $other } részére
}
# A másik játékos, aki elveszít valamit.
from-other = { $other ->
    [you] tőled
    [phantom] a fantomtól
    [0] a 0. játékostól
    [1] az 1. játékostól
    [2] a 2. játékostól
    [3] a 3. játékostól
    [4] a 4. játékostól
   *[named] { $other } lapjai közül
}
# Egy alapanyag vagy tárgy, amelyet valaki magához vesz, elkészít, kifizet … (tárgyeset)
thing = { $thing ->
    [bedsheet] egy lepedőt
    [cloth] egy szövetet
    [dye] egy festéket
    [spoon] egy kanalat
    [soap] egy szappant
    [pipe] egy csövet
    [plank] egy deszkát
    [rope] egy kötelet
    [wire] egy drótot
    [tape] egy ragasztószalagot
    [bed-dummy] egy ágybábut
    [guard-outfit] egy őrruhát
    [worker-outfit] egy munkásruhát
    [grappling-hook] egy csáklyát
    [raft] egy tutajt
    [brass-knuckles] egy boxert
    [ladder] egy létrát
    [shovel] egy ásót
    [lock-pick] egy álkulcsot
    [soap-gun] egy szappanpisztolyt
   *[money-bag] egy pénzeszsákot
}
# Az alapanyag, amelyet valaki másikért ad. (tárgyeset)
given = { $given ->
    [bedsheet] egy lepedőt
    [cloth] egy szövetet
    [dye] egy festéket
    [spoon] egy kanalat
    [soap] egy szappant
    [pipe] egy csövet
    [plank] egy deszkát
    [rope] egy kötelet
    [wire] egy drótot
   *[tape] egy ragasztószalagot
}
# Egy alapanyag vagy tárgy, csak a nevével.
card = { $thing ->
    [bedsheet] lepedő
    [cloth] szövet
    [dye] festék
    [spoon] kanál
    [soap] szappan
    [pipe] cső
    [plank] deszka
    [rope] kötél
    [wire] drót
    [tape] ragasztószalag
    [bed-dummy] ágybábu
    [guard-outfit] őrruha
    [worker-outfit] munkásruha
    [grappling-hook] csáklya
    [raft] tutaj
    [brass-knuckles] boxer
    [ladder] létra
    [shovel] ásó
    [lock-pick] álkulcs
    [soap-gun] szappanpisztoly
   *[money-bag] pénzeszsák
}
# Több egyforma lap.
cards = { card } ×{ $count }
# Üres kéz.
nothing = semmi
# Egy alapanyag vagy tárgy, amely hiányzik.
lacked = { card }
none = nincs { lacked }
# Felsorolás: $start minden az utolsó kivételével, vesszőkkel, $end az utolsó.
join-and = { $start } és { $end }
join-or = { $start } vagy { $end }
join-and-no = { $start } és { $end }
# Ahová egy kocka kerül.
location = { $location ->
    [cell-block] a Cellablokkba
    [yard] az Udvarra
    [laundry] a Mosodába
    [kitchen] a Konyhába
    [library] a Könyvtárba
    [workshop] a Műhelybe
    [visiting-room] a Beszélőbe
    [showers] a Zuhanyzóba
    [guard-post] az Őrszobába
    [infirmary] a Gyengélkedőre
    [storeroom] a Raktárba
   *[wardens-office] az Igazgatói irodába
}
# Egy helyszín, csak a nevével.
location-name = { $location ->
    [cell-block] Cellablokk
    [yard] Udvar
    [laundry] Mosoda
    [kitchen] Konyha
    [library] Könyvtár
    [workshop] Műhely
    [visiting-room] Beszélő
    [showers] Zuhanyzó
    [guard-post] Őrszoba
    [infirmary] Gyengélkedő
    [storeroom] Raktár
   *[wardens-office] Igazgatói iroda
}
# Egy helyszín a számával és a nevével.
where = { $place } ({ location-name })
# Egy helyszín száma, felsorolásban.
number = { $place }
# Egy terv címe.
plan = { $plan ->
    [over-the-wall] Át a falon
    [under-the-fence] A kerítés alatt
    [out-of-the-front-gate] Ki a főkapun
    [through-the-sewer] A csatornán át
    [night-shift] Éjszakai műszak
    [rooftop-run] Futás a tetőkön
    [riot] Zendülés
    [delivery-van] A szállítókocsi
    [the-long-tunnel] A hosszú alagút
    [across-the-bay] Át az öblön
   *[change-of-guard] Őrségváltás
}
# Aki elkap valakit.
catcher = { $catcher ->
    [guard] egy őr
   *[warden] az igazgató
}
# Akitől egy elkapott fogoly visszajön.
from-catcher = { $catcher ->
    [guard] egy őrtől
   *[warden] az igazgatótól
}
# A tárgyak, amelyek segítenek a kocka elhelyezésében, a helyszín után.
means = { $means ->
    [worker] munkásruhában
    [hook] csáklyával
    [worker-hook] munkásruhában és csáklyával
    [guard] őrruhában
    [worker-guard] munkásruhában és őrruhában
    [hook-guard] őrruhában és csáklyával
   *[worker-hook-guard] mindkét ruhában és csáklyával
}
# Egy szökéskártya. (tárgyeset)
escape-card = { $drawn ->
    [success] egy sikert
    [failure] egy kudarcot
   *[snitch] egy besúgót
}
# Hogy áll a kísérlet egy lap után; ez fejezi be a mondatot. Még $count lapot kell húzni.
outcome = { $result ->
    [going] , még { $count } lap van hátra.
    [asked] , amelyet egy pénzeszsák semmissé tehet.
    [failed] . A kísérlet meghiúsult.
    [escaped] . Egy fogoly megszökött!
   *[won] . A második fogoly is megszökött!
}

## Az első forduló előtt és két forduló között (JB-4 – JB-6, JB-50, JB-51)

double = Az egyik alapanyagból két lap van: { card }.
offer = Választható terv: { plan }.
start = { $who ->
    [you] Te vagy
   *[others] { player }
} a kezdőjátékos.
# $count 2 vagy 3; az alapanyagokat ezután egyenként mondjuk.
free-for-materials = { $who ->
    [you] Kiváltasz
   *[others] { player } kivált
} egy foglyot { from-catcher }, és { $count ->
    [2] két
    [3] három
   *[other] { $count }
} alapanyagot { $who ->
    [you] adsz
   *[others] ad
} érte.
free-for-object = { $who ->
    [you] Kiváltasz
   *[others] { player } kivált
} egy foglyot { from-catcher }, és { thing } { $who ->
    [you] adsz
   *[others] ad
} érte.
free-no-more = { $who ->
    [you] Nem váltasz
   *[others] { player } nem vált
} ki több foglyot.
release = { $who ->
    [you] Ingyen visszakapsz
   *[others] { player } ingyen visszakap
} egy foglyot { from-catcher }.

## A kocka (JB-20 – JB-27)

roll = { $who ->
    [you] Dobsz
   *[others] { player } dob
} a kockával.
skip = { $who ->
    [you] Nem dobsz
   *[others] { player } nem dob
}.
# $face 1-től 6-ig.
throw = { $who ->
    [you] A dobásod
   *[others] { player } dobása
}: { $face }.
place = { $who ->
    [you] Elmész
   *[others] { player } elmegy
} { location } ({ $place }).
place-with = { $who ->
    [you] Elmész
   *[others] { player } elmegy
} { location } ({ $place }), { means }.
place-caught = { $who ->
    [you] Elmész
   *[others] { player } elmegy
} { location } ({ $place }), ahol { catcher } elkap egy foglyot.
place-caught-with = { $who ->
    [you] Elmész
   *[others] { player } elmegy
} { location } ({ $place }), { means }, ahol { catcher } elkap egy foglyot.
set-aside = { $who ->
    [you] Félreteszed
   *[others] { player } félreteszi
} a kockát.

## Helyszínek és lapok (JB-30 – JB-32, JB-46, JB-47)

move-guard = { $catcher ->
    [guard] { $who ->
        [you] Áthelyezel
       *[others] { player } áthelyez
    } egy őrt
   *[warden] { $who ->
        [you] Áthelyezed
       *[others] { player } áthelyezi
    } az igazgatót
}: { $start } → { $end }.
draw = { $who ->
    [you] Húzol
   *[others] { player } húz
} { thing }.
take = { $who ->
    [you] Magadhoz veszel
   *[others] { player } magához vesz
} { thing }.
# A Könyvtárban: ezután valami mást kap érte.
hand-in = { $who ->
    [you] Beadsz
   *[others] { player } bead
} { thing }.
take-in-exchange = { $who ->
    [you] Cserébe magadhoz veszel
   *[others] { player } cserébe magához vesz
} { thing }.
exchange-no-more = { $who ->
    [you] Nem cserélsz
   *[others] { player } nem cserél
} többet.
give = { $who ->
    [you] A készletből adsz
   *[others] { player } a készletből ad
} { to-other } { thing }.
steal = { $who ->
    [you] Ellopsz
   *[others] { player } ellop
} { from-other } { thing }.
return = { $who ->
    [you] Túl sok lapot tartasz, és visszateszel
   *[others] { player } túl sok lapot tart, és visszatesz
} { thing }.

## Készítés és képességek (JB-40 – JB-46, JB-90)

craft = { $who ->
    [you] Készítesz
   *[others] { player } készít
} { thing }.
# Az alapanyagokat ezután egyenként mondjuk.
craft-bag = { $who ->
    [you] Szerzel
   *[others] { player } szerez
} egy pénzeszsákot három alapanyagért.
pay = { $who ->
    [you] Kifizetsz
   *[others] { player } kifizet
} { thing }.
pay-for-bag = { $who ->
    [you] Kifizetsz
   *[others] { player } kifizet
} { thing }, és { $who ->
    [you] magadhoz veszed
   *[others] magához veszi
} a pénzeszsákot.
# A két elcserélt alapanyagot ezután mondjuk.
use-soap-gun = { $who ->
    [you] Előveszed
   *[others] { player } előveszi
} a szappanpisztolyt.
# A szappanpisztollyal.
barter = { $who ->
    [you] Felkínálsz
   *[others] { player } felkínál
} vele { thing }.
swap = { $who ->
    [you] Odaadsz
   *[others] { player } odaad
} { to-other } { given }, és cserébe { $who ->
    [you] kapsz
   *[others] kap
} { thing }.
use-lock-pick = { $who ->
    [you] Álkulccsal kinyitsz egy zárat, és újra dobsz
   *[others] { player } álkulccsal kinyit egy zárat, és újra dob
}.
use-shovel = { $who ->
    [you] Ásol
   *[others] { player } ás
} az ásóval: a legfelső szökéskártya a pakli aljára kerül.
# A megnézett lapokat ezután egyenként mondjuk.
use-ladder = { $who ->
    [you] Felmászol a létrán, hogy megnézd
   *[others] { player } felmászik a létrán, hogy megnézze
} a szökéspakli tetejét.
use-brass-knuckles = { $who ->
    [you] Megvillantod a boxert, hogy megnézd
   *[others] { player } megvillantja a boxert, hogy megnézze
} a szökéspakli tetejét.
look = { $who ->
    [you] Megnézel
   *[others] { player } megnéz
} egy szökéskártyát: { escape-card }.
# A lap az olvasó elől rejtve marad.
look-unseen = { $who ->
    [you] Megnézel
   *[others] { player } megnéz
} egy szökéskártyát.
end = { $who ->
    [you] Befejezed a körödet
   *[others] { player } befejezi a körét
}.
# $rounds a forduló száma.
end-round = { $who ->
    [you] Befejezed a körödet
   *[others] { player } befejezi a körét
}, és ezzel véget ér { $rounds ->
    [1] az 1
    [5] az 5
    [50] az 50
    [51] az 51
    [52] az 52
    [53] az 53
    [54] az 54
    [55] az 55
    [56] az 56
    [57] az 57
    [58] az 58
    [59] az 59
   *[other] a { $rounds }
}. forduló.

## Kísérletek (JB-60 – JB-68, JB-90, JB-91)

attempt = { $who ->
    [you] Szökést kísérelsz meg („{ plan }”), és { $count } szökéskártyát kell húznod
   *[others] { player } szökést kísérel meg („{ plan }”), és { $count } szökéskártyát kell húznia
}.
attempt-with-dummy = { $who ->
    [you] Ágybábuval kísérelsz meg szökést („{ plan }”), és { $count } szökéskártyát kell húznod
   *[others] { player } ágybábuval kísérel meg szökést („{ plan }”), és { $count } szökéskártyát kell húznia
}.
snitch = { $who ->
    [you] Beköpöd
   *[others] { player } beköpi
} a szökést: egy besúgókártyát keverünk a szökéspakliba.
stay-silent = { $who ->
    [you] Hallgatsz
   *[others] { player } hallgat
}.
draw-on = { $who ->
    [you] Folytatod
   *[others] { player } folytatja
}.
turn-up = { $who ->
    [you] Húzol
   *[others] { player } húz
} { escape-card }{ outcome }
use-money-bag = { $who ->
    [you] Elköltesz
   *[others] { player } elkölt
} egy pénzeszsákot, és a kudarc nem számít{ outcome }
let-it-count = { $who ->
    [you] Hagyod
   *[others] { player } hagyja
}, hogy a kudarc számítson{ outcome }
give-up = { $who ->
    [you] Feladod
   *[others] { player } feladja
} a kísérletet.
keep = { $who ->
    [you] Megtartasz
   *[others] { player } megtart
} { thing }.
keep-no-more = { $who ->
    [you] Mást nem tartasz
   *[others] { player } mást nem tart
} meg.

## A vége (JB-13, JB-15, JB-83)

ending-won = { $who ->
    [you] Győztél: két foglyod
   *[others] { player } győzött: két foglya
} szabad.
# $rounds az egyedül játszott játék utolsó fordulója.
ending-late = Letelt { $rounds } forduló, és senki sem nyert: a fantom győzött.
# $count játékos áll az élen, $who egyikük.
ending-long = A játék { $rounds } forduló után véget ér. { $count ->
    [1] { player } { $who ->
        [you] vezetsz
       *[others] vezet
    }
   *[other] { $count } játékos holtversenyben vezet
}.

## Amit tenni lehet (JB-20 – JB-67)

offer-roll = Dobj a kockával
offer-skip = Ne dobj
offer-place = Menj { location } ({ $place })
offer-place-with = Menj { location } ({ $place }), { means }
offer-place-caught = Menj { location } ({ $place }), ahol { catcher } elkap egy foglyot
offer-place-caught-with = Menj { location } ({ $place }), { means }, ahol { catcher } elkap egy foglyot
offer-set-aside = Tedd félre a kockát
offer-move-guard = { $catcher ->
    [guard] Helyezz át egy őrt
   *[warden] Helyezd át az igazgatót
}: { $start } → { $end }
offer-take = Vegyél magadhoz { thing }
offer-take-in-exchange = Vegyél magadhoz cserébe { thing }
offer-give = Adj { to-other } { thing } a készletből
offer-hand-in = Adj be { thing }
offer-exchange-no-more = Ne cserélj többet
# A szappanpisztollyal: hogy mit kérsz érte, azt ezután választod.
offer-barter = Cserélj el { thing }
offer-swap = Adj { to-other } { given }, és kapj érte { thing }
offer-steal = Lopj el { from-other } { thing }
offer-return = Tegyél vissza { thing }
# $things az alapanyagai.
offer-craft = Készíts { thing }: { $things }
offer-craft-bag = Szerezz egy pénzeszsákot { $count } alapanyagért
# Még $count alapanyagot kell kifizetni.
offer-pay = Fizess ki { thing }
offer-end = Fejezd be a körödet
offer-use-brass-knuckles = Nézd meg a két legfelső szökéskártyát: boxer
offer-use-ladder = Nézd meg a legfelső szökéskártyát: létra
offer-use-shovel = Tedd a legfelső szökéskártyát a pakli aljára: ásó
offer-use-lock-pick = Dobj újra: álkulcs
offer-use-soap-gun = Cserélj alapanyagot egy másik játékossal: szappanpisztoly
offer-use-money-bag = Költsd el a pénzeszsákot: a kudarc nem számít
offer-attempt = Szökési kísérlet: „{ plan }”, { $count } szökéskártya
offer-attempt-with-dummy = Szökési kísérlet ágybábuval: „{ plan }”, { $count } szökéskártya
offer-snitch = Köpd be
offer-stay-silent = Hallgass
# Még $count lapot kell húzni.
offer-draw-on = Húzz tovább: még { $count } lap
offer-give-up = Add fel
offer-let-it-count = Hagyd, hogy a kudarc számítson
offer-keep = Tarts meg { thing }
offer-keep-no-more = Ne tarts meg mást
offer-free-for-materials = Válts ki egy foglyot { from-catcher } { $count } alapanyagért
offer-free-for-object = Válts ki egy foglyot { from-catcher }, és adj érte { thing }
offer-free-no-more = Ne válts ki több foglyot
offer-release = Kapj vissza ingyen egy foglyot { from-catcher }

## Miért nem: mondatrészek nagybetű és pont nélkül. Először az, ami most esedékes (JB-10 – JB-67)

no-turn = most nem te következel
no-roll-first = a kör a dobással kezdődik: dobj, vagy hagyd ki
no-place-first = most a kockát kell elhelyezni
no-move-first = előbb a helyszín akciója: helyezz át egy őrt
no-take-first = előbb a helyszín akciója: vegyél el egy alapanyagot
no-return-first = hétnél több lapod van: előbb tegyél vissza egyet
no-give-first = előbb a helyszín akciója: adj egy másik játékosnak egy alapanyagot
no-exchange-first = előbb a helyszín akciója: cserélj alapanyagot, vagy jelezd, hogy nem cserélsz többet
no-replace-first = beadtál egy alapanyagot: vegyél el érte egy másikat
no-steal-first = előbb a helyszín akciója: lopj el egy lapot
no-act-now = a dobás és a helyszín megvolt: készíts valamit, használj egy tárgyat, kísérelj meg szökést, vagy fejezd be a körödet
no-pay-first = az árat még ki kell fizetni, alapanyagonként
no-swap-first = elővetted a szappanpisztolyt: mondd meg, melyik alapanyagodat cseréled el
no-swap-for-first = elővetted a szappanpisztolyt: mondd meg, melyik alapanyagot kéred egy másik játékostól
no-snitch-first = valaki szökést kísérel meg: köpd be, vagy hallgass
no-ignore-first = kudarcot húztál: költsd rá a pénzeszsákot, vagy hagyd, hogy számítson
no-go-on-first = folyik a kísérlet: húzz tovább, vagy add fel
no-keep-first = feladtad: mondd meg, mely tárgyakat tartod meg
no-free-first = két forduló között csak a bajban lévő foglyokat lehet kiváltani, mást nem lehet tenni
no-release-first = egy foglyod visszajön: mondd meg, hogy egy őrtől vagy az igazgatótól

## Miért nem: amit a véletlen dönt el (JB-4 – JB-6, JB-11, JB-31, JB-43, JB-61, JB-70)

no-double = a véletlen dönti el az első forduló előtt, hogy melyik alapanyagból van kettő
no-offer = a véletlen dönti el, hogy mely tervek választhatók
no-start = a véletlen dönti el, hogy ki a kezdőjátékos
no-throw = a véletlen dönti el, mit mutat a kocka: válaszd a dobást
no-draw = a véletlen dönti el, melyik alapanyagot húzod, ahol egy helyszín így kívánja
no-look = a véletlen dönti el, melyik szökéskártya van ott: használd a létrát vagy a boxert, hogy megnézd
no-turn-up = a véletlen dönti el, hogy egy kísérletben melyik szökéskártyát húzod
no-look-unseen = ezt hallják a többiek, amikor a létrát vagy a boxert használod

## Miért nem: a kocka és az őrök (JB-23 – JB-26, JB-31, JB-44 – JB-46)

no-set-aside = a kocka tárgy nélkül is elhelyezhető egy helyszínen, ezért el kell helyezni
# $places számok felsorolása.
no-guard-there = ezen a számon nem áll őr: { $place }; ahol őr áll: { $places }
no-second-guard = ezen a számon már áll őr: { $place }, és csak oda lehet lépni, ahol nincs
no-room = { where }: már két kocka van itt, és egy harmadik nem fér el
no-reach = { where }: nem éred el, az értéked { $value }
no-occupied = { where }: egy másik játékos kockája foglalja el
# $thing egy ruha vagy a csáklya.
no-need-of = { where } e nélkül is elérhető, hagyd ki: { card }
no-guarded = { where }: őrzik, és olyan helyre is mehetsz, ahol nincs őr
no-prisoner-to-catch = { where }: őrzik, és nincs több foglyod, akit elkaphatnának: tedd félre a kockát

## Miért nem: lapok (JB-30, JB-31, JB-46 – JB-48)

no-such-card = { none } a kezedben; ami a kezedben van: { $hand }
no-supply = { none } a készletben
no-take-here = { where }: itt ezt veheted el: { $things }
no-object-here = { where }: itt alapanyagot lopsz
no-material-here = { where }: itt tárgyat lopsz
no-other-but-you = ez te vagy: egy másik játékos kell
no-such-player = { other-player } nem játszik
# $hand a másik játékosé.
no-card-of = { other-player } lapjai között { none }; ami nála van: { $hand }
no-like-for-like = ugyanazt ugyanazért ({ card }) elcserélni nem csere
no-exchange-for = senki másnál nincs olyan alapanyag, amely más, mint ez: { card }
no-second-object = { card }: ilyened már van, és senkinek sem lehet két egyforma tárgya

## Miért nem: készítés, képességek, kísérletek, baj (JB-40 – JB-46, JB-50, JB-60, JB-67, JB-90, JB-92)

no-object = nálad { none }
no-object-left = már { none } a készletben
no-craft = { card }: { $things } kell hozzá, és hiányzik: { $lacking }
no-money-bags = ebben a játékban nincsenek pénzeszsákok
no-price-of-bag = egy pénzeszsák { $price } tetszőleges alapanyagba kerül, és neked ennyi van: { $count }
no-second-use = { card }: ennek a képességét ebben a körben már használtad
no-use-yet = { card }: csak a dobás, az elhelyezés és a helyszín akciója után
no-lock-pick-now = az álkulccsal újra lehet dobni, de csak a dobás után és a kocka elhelyezése előtt
no-money-bag-now = a pénzeszsák egy kísérletben húzott kudarcra költhető, amikor kihúzod
no-soap-gun-now = a szappanpisztoly nem használható kísérlet közben
no-swap = nincs mit cserélni: kell egy saját alapanyag és valaki másnál egy másféle
no-plan-on-offer = „{ plan }” nem választható; ezek választhatók: { $plans }
no-prisoner-inside = minden foglyod bajban van, ezért senki sem szökhet meg
no-objects-for = „{ plan }”: hiányzik hozzá { $things }
no-keep = { card }: nincs a felhasznált és még megtartható tárgyak között
no-keep-less = a felhasznált tárgyak fele nálad marad: mondd meg, melyek
no-free-none = minden foglyod bajban van, és tudsz fizetni, ezért egyet ki kell váltanod
no-prisoner-of = egyetlen foglyodat sem kapta el { catcher }
no-such-object = nálad { none }; ami a kezedben van: { $hand }
no-price = ez { $price } alapanyagba kerül, és neked ennyi van: { $count }

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

hint-prisoners = { NUMBER($amount, minimumFractionDigits: 1) } fogollyal { $way ->
    [more] több
   *[fewer] kevesebb
} jut ki
hint-objects = { NUMBER($amount, minimumFractionDigits: 1) } tárggyal { $way ->
    [more] többed
   *[fewer] kevesebbed
} marad
hint-materials = { NUMBER($amount, minimumFractionDigits: 1) } alapanyaggal { $way ->
    [more] többed
   *[fewer] kevesebbed
} marad
hint-trouble = { NUMBER($amount, minimumFractionDigits: 1) } fogollyal { $way ->
    [more] több
   *[fewer] kevesebb
} kerül bajba
