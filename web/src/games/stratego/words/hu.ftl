### Stratego: amit a rajzolt tábla mond.
###
### $square egy mező (a1–h8), $piece egy rang szóval, $side „Piros” vagy „Kék”, $player egy játékos neve.

# Kicsiben a bábun: a rangok erő szerint, a nagyobb szám győz.
short = { $rank ->
    [flag] Z
    [spy] 1
    [scout] 2
    [miner] 3
    [sergeant] 4
    [major] 5
    [colonel] 6
    [general] 7
   *[bomb] B
}
# Nagyban a bábun annak, aki rajz helyett betűt kér.
letters = { $rank ->
    [flag] Zá
    [spy] Ké
    [scout] Fe
    [miner] Ak
    [sergeant] Őr
    [major] Őn
    [colonel] Ez
    [general] Tá
   *[bomb] Bo
}

## A tábla

board = A tábla, alul: { $side }
at-empty = { $square }, üres
# $whose: own (saját), enemy (ellenséges), other annak, aki csak nézi.
at = { $square }, { $whose ->
    [own] tiéd: { $piece }
    [enemy] ellenség: { $piece }
   *[other] { $side }: { $piece }
}
has-moved = már lépett
noted = a jegyzeted: { $piece }
go-here = ide léphet
attack-here = megtámadhatod
picked-up = kézben
moved-last = utolsó lépés
tip = Érintsd meg egy bábudat, aztán egy jelölt mezőt. Egy ellenséges bábu megérintve elárulja, mi lehet, és jegyzetet is írhatsz rá.

## Felállás

set-up = Állítsd fel a sereged
set-up-how = Húzz egy bábut egy másikra, vagy érints meg kettőt: helyet cserélnek. Csak te látod őket.
presets = Kész felállások
mirror = Tükrözés
own = Saját felállásaid
save-name = A felállás neve
save = Mentés
forget = Törlés: { $name }
other-army = Más sereghez készült.
ready = Kész
not-ready = Mégsem kész
pending = A sereged áll. A játék akkor indul, ha a másik fél is kész.
pending-elsewhere = A felállásod lezárva vár; a játék kezdetén meglátod.
other-ready = { $player }: kész
other-arranging = { $player }: még rendezi a seregét
both-arrange = Mindkét fél rendezi a seregét, a másik elől elrejtve.

## A seregek

armies = Ami a két félnek maradt
ranks = A rangok, a legerősebbtől lefelé
rank = Rang
lost = elesett: { $count }
left-lost = áll: { $left }, elesett: { $lost }

## Egy rejtett bábu

inspect = { $square }: mi lehet?
fact-moved = Már lépett: se nem zászló, se nem bomba.
fact-still = Még nem lépett.
fact-known = A rangját már bejelentették.
fact-forgotten = Egyszer már láttad. Ennél az asztalnál magadnak kell emlékezned.
counting = Számolok…
note-title = Írj rá jegyzetet, csak te látod
close = Bezárás

## Ami sürget

shuttle = { $side }: { $count } lépés egymás után { $start } és { $end } között; legfeljebb öt lehet.
draw-offered = { $side }: döntetlent ajánl.

## Bemutató

tour-aim = Az ellenség seregében valahol ott a zászló. Keresd meg, vedd el, és győztél. A saját bábuidat látod, az ellenségéinek csak a hátát.
tour-half = Ez a te térfeled. Állítsd fel a 24 bábudat, ahogy tetszik: húzd egyiket a másikra, vagy érints meg kettőt, és helyet cserélnek.
tour-ranks = Támadáskor a nagyobb szám győz. Három bábu különleges: a kém legyőzi a tábornokot, ha ő támad, bombát csak az aknász szed fel, a felderítő pedig addig fut, ameddig akar.
tour-presets = Nincs még ötleted? Válassz egy kész felállást. A kis térképek a zászlót és a bombákat mutatják: ezek sosem lépnek.
tour-own = Ami tetszik, azt elmentheted egy néven, ebben a böngészőben.
tour-ready = Kész vagy? Amíg a másik fél nem az, meggondolhatod magad.
tour-move = Játék közben érintsd meg egy bábudat: pontok jelzik, hová léphet, keresztbe tett kardok, mit támadhat. Húzhatod is, vagy használd a nyilakat és az Entert.
tour-attack = Támadáskor mindkét bábut felfordítjátok, és a gyengébb lekerül. A túlélőt onnantól mindkét fél ismeri.
tour-guess = Érints meg egy ellenséges bábut: meglátod, mi lehet még, és ceruzával ráírhatod, minek gondolod. A jegyzeteidet más nem látja.
