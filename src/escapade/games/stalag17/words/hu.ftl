### Stalag 17: amit az asztalnál mondunk.
###
### $who az, aki cselekszik: egy hely száma, egy játékos neve vagy „you” (az olvasó, akit tegezünk). A névhez nem kerül
### rag; a „you” alakban a névmás elmarad, mert az ige mindent elmond.
### $shows az, amit a lap mutat: egy tárgy, két tárgy, escape, barracks vagy information; $points a szökési értéke,
### $weight az őrizetértéke.
### $hand és $there lapok felsorolása; hogy mi köti össze őket, az lejjebb áll.

## A játék, és amiben meg lehet állapodni

title = Stalag 17
about = játékosonként három fogoly, kockával dobott terv és lerakott lapok, amelyeket senki más nem ismer
option-play_on = Továbbjátszás
option-play_on-about = Az első győzelme után a többiek továbbjátszanak a helyezésekért.
option-first = Ki kezd
option-first-about = Ki kezdi az első fordulót.
option-first-lot = Sorsolás
option-counting = Számolás
option-counting-about = Az oldal számolja a fordulóban látott lapokat.

## Mondatrészek, az alábbi üzenetekhez.

# Mindig a mondat első szava; a „you” csak akkor, ha hangsúlyos.
player = { $who ->
    [you] Te
    [0] A 0. játékos
    [1] Az 1. játékos
    [2] A 2. játékos
    [3] A 3. játékos
    [4] A 4. játékos
   *[named] { $who }
}
# Egy lap, ahogy az asztalnál hívjuk: az „étel 2” őrizetértéke 2, a „szökés 6/3” 6 pontot ér.
card = { $shows ->
    [clothes] ruha { $weight }
    [food] étel { $weight }
    [document] irat { $weight }
    [tool] szerszám { $weight }
    [map] térkép { $weight }
    [clothes-food] ruha-étel
    [clothes-document] ruha-irat
    [clothes-tool] ruha-szerszám
    [clothes-map] ruha-térkép
    [food-document] étel-irat
    [food-tool] étel-szerszám
    [food-map] étel-térkép
    [document-tool] irat-szerszám
    [document-map] irat-térkép
    [tool-map] szerszám-térkép
    [escape] szökés { $points }/{ $weight }
    [barracks] cella
   *[information] információ
}
# Több egyforma lap.
cards = { card } ×{ $count }
# Üres kéz.
nothing = semmi
# Felsorolás: $start minden az utolsó kivételével, vesszőkkel, $end az utolsó.
join-and = { $start } és { $end }
# Az alany és a „húz” ige.
draws = { $who ->
    [you] Húzol
   *[others] { player } húz
}
# Az alany és a „lerak” ige.
lays = { $who ->
    [you] Képpel lefelé leraksz
   *[others] { player } képpel lefelé lerak
}
# Az alany és az „eldob” ige.
discards = { $who ->
    [you] Eldobsz
   *[others] { player } eldob
}
# S17-60: akkor mondjuk, amikor valaki a pakli utolsó lapját húzza.
empty-deck = A pakli elfogyott: senki sem szökött meg, és mindenki 6 őrizetpontot ad le minden meg nem szökött foglya után

## A szökési terv (S17-10, S17-16, S17-18)

start = { $who ->
    [you] Te kezdesz
   *[others] { player } kezd
}.
# $face egy tárgy, vagy escape: az a „szökés 3” oldal.
throw = { $who ->
    [you] A dobásod
   *[others] { player } dobása
}: { $face ->
    [clothes] ruha
    [food] étel
    [document] irat
    [tool] szerszám
    [map] térkép
   *[escape] szökés 3
}.
# $face a dobott szám; a tervhez összesen $count tárgy és $points pont kell.
escape-die = A szökéskocka eredménye { $face }: a tervhez { $count ->
    [0] tárgy nem kell, csak { $points } pont
   *[other] { $count } tárgy és { $points } pont kell
}.
deal = { $who ->
    [you] Kapsz
   *[others] { player } kap
} egy { card } lapot.
# A lap az olvasó elől rejtve marad.
deal-unseen = { $who ->
    [you] Kapsz
   *[others] { player } kap
} egy lapot.

## Egy kör (S17-30 – S17-38)

draw-two = { draws } két lapot.
draw = { draws } egy { card } lapot.
# A lap az olvasó elől rejtve marad.
draw-unseen = { draws } egy lapot.
# A pakli utolsó lapjával véget ér a forduló.
draw-last = { draws } egy { card } lapot. { empty-deck }.
draw-unseen-last = { $who ->
    [you] Kihúzod
   *[others] { player } kihúzza
} az utolsó lapot. { empty-deck }.
lay = { lays } egy { card } lapot.
# A lap az olvasó elől rejtve marad.
lay-unseen = { lays } egy lapot.
discard = { discards } egy { card } lapot.
begin-set = { $who ->
    [you] Elkezdesz
   *[others] { player } elkezd
} eldobni egy csoportot.
begin-run = { $who ->
    [you] Elkezdesz
   *[others] { player } elkezd
} eldobni egy sort.
add = { $who ->
    [you] Hozzáteszel
   *[others] { player } hozzátesz
} egy { card } lapot.
# $count a lapjainak száma.
end-set = { $who ->
    [you] Eldobtál
   *[others] { player } eldobott
} egy { $count } lapos csoportot.
end-run = { $who ->
    [you] Eldobtál
   *[others] { player } eldobott
} egy { $count } lapos sort.
take = { $who ->
    [you] Felveszel
   *[others] { player } felvesz
} egy { card } lapot a dobott lapok tetejéről.

## A szökés (S17-45 – S17-48)

# $surveillance az, amennyi most van.
attempt-fails = { $who ->
    [you] Szökni próbálsz, de nem sikerül: mindenki látta a lerakott lapjaidat, és most { $surveillance } őrizetpontod van
   *[others] { player } szökni próbál, de nem sikerül: mindenki látta a lerakott lapjait, és most { $surveillance } őrizetpontja van
}.
# Még $count fogoly van hátra, és a névsorolvasás megtörtént.
escape = { $who ->
    [you] Megszöktetsz
   *[others] { player } megszöktet
} egy foglyot, még { $count ->
    [1] egy
    [2] kettő
   *[other] { $count }
} van hátra! A névsorolvasás után { $who ->
    [you] { $surveillance } őrizetpontod
   *[others] { $surveillance } őrizetpontja
} van.
escape-wins = { $who ->
    [you] Megszökteted a harmadik foglyodat
   *[others] { player } megszökteti a harmadik foglyát
} is!
# Akkor mondjuk, ha a többiek továbbjátszanak: $place 1, ha valaki elsőként végzett.
escape-place = { $who ->
    [you] Megszökteted a harmadik foglyodat
   *[others] { player } megszökteti a harmadik foglyát
} is, és { $place ->
    [1] az első
    [2] a második
    [3] a harmadik
   *[other] a negyedik
} helyen { $who ->
    [you] végzel
   *[others] végez
}!

## A vége (S17-47, S17-48, S17-62)

ending-free = { $who ->
    [you] Győztél: mindhárom foglyod
   *[others] { player } győzött: mindhárom foglya
} szabad.
ending-places = { $who ->
    [you] Győztél
   *[others] { player } győzött
}, és minden helyezés eldőlt.
# $count játékos áll az élen, $who egyikük. $rounds értéke 200.
ending-long = A játék { $rounds } forduló után véget ér. { $count ->
    [1] { player } { $who ->
        [you] vezetsz
       *[others] vezet
    }
   *[other] { $count } játékos holtversenyben vezet
}.

## Amit tenni lehet (S17-30 – S17-40)

# $count értéke 1, ha a pakliban már csak egy lap van, különben 2.
offer-draw-two = { $count ->
    [1] Húzd ki az utolsó lapot
    [2] Húzz két lapot
   *[other] Húzz { $count } lapot
}
offer-lay = Rakd le: { card }
offer-discard = Dobd el: { card }
offer-begin-set = Dobj el egy csoportot
offer-begin-run = Dobj el egy sort
offer-add = Tedd hozzá: { card }
# $count a lapjainak száma.
offer-end-set = Fejezd be: { $count } lapos csoport
offer-end-run = Fejezd be: { $count } lapos sor
offer-take = Vedd fel: { card }, és húzz egy lapot
offer-attempt = Kísérelj meg szökést

## Miért nem: mondatrészek nagybetű és pont nélkül (S17-20 – S17-45)

no-turn = most nem te következel
no-hand = egyetlen lap sincs a kezedben
no-card = nincs a kezedben { card } lap; ami a kezedben van: { $hand }
no-set = nincs a kezedben három azonos típusú lap; ami a kezedben van: { $hand }
no-run = nincs a kezedben öt különböző típusú lap; ami a kezedben van: { $hand }
no-adding = most nem folyik több lap eldobása; előbb kezdd el egy csoport vagy egy sor eldobását
no-discard = nincs eldobott lap, amelyet felvehetnél
no-second-attempt = ebben a körben már volt egy sikertelen kísérleted, és második nincs; csinálj valami mást
# $count az eddig letett lapok száma.
no-end-set = egy csoport legalább három lap, és eddig ennyit tettél le: { $count }
no-end-run = egy sor legalább öt lap, és eddig ennyit tettél le: { $count }
no-other-than-set = éppen egy csoportot dobsz el; tegyél hozzá lapokat, és fejezd be, ha kész
no-other-than-run = éppen egy sort dobsz el; tegyél hozzá lapokat, és fejezd be, ha kész
no-set-with = ezzel a lappal nem lehet csoportot alkotni: { card }
no-run-with = ezzel a lappal nem lehet sort alkotni: { card }
no-set-with-these = a csoportba nem illik { card } lap ezek mellé: { $there }
no-run-with-these = a sorba nem illik { card } lap ezek mellé: { $there }
no-start = hogy ki kezd, azt az első forduló előtt a véletlen dönti el
no-throw = a kockákat a forduló elején a véletlen dobja
no-draw = hogy melyik lapot húzod, azt a véletlen dönti el; válaszd azt, hogy két lapot húzol
no-lay-unseen = mondd meg, melyik lapot rakod le

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

hint-escapes = { NUMBER($amount, minimumFractionDigits: 1) } fogollyal { $way ->
    [more] több
   *[fewer] kevesebb
} jut ki
hint-laid = a terved lapjaiból { NUMBER($amount, minimumFractionDigits: 1) } lappal { $way ->
    [more] több
   *[fewer] kevesebb
} kerül az asztalra
hint-surveillance = { NUMBER($amount, minimumFractionDigits: 1) } őrizetponttal { $way ->
    [more] több
   *[fewer] kevesebb
}
