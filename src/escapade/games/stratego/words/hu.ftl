### Stratego, magyarul. Hogy melyik üzenet és adat mit jelent, azt az en.ftl mondja el.
### Az olvasót tegezzük; a nevekhez, a számokhoz és a mezőkhöz nem kerül rag.

## A játék és a beállításai (STR-3, STR-33, STR-42)

title = Stratego
about = oldalanként 24 bábu egy 8 × 8-as táblán, rangjukat csak a gazdájuk látja
option-red = Piros
option-red-about = Ki játszik a pirossal, és lép először.
option-red-lot = Sorsolás
option-memory = Emlékezet
option-memory-about = Ami kiderült, látható marad, vagy visszafordul, ahogyan az asztalnál.
option-memory-assisted = Segített: látható marad
option-memory-classic = Klasszikus: visszafordul
option-quiet = Lépések támadás nélkül
option-quiet-about = Ennyi egymást követő lépés után döntetlen a játszma; a 0 kikapcsolja.

## Kész felállások (STR-6)

preset-fortress = Erőd
preset-fortress-about = a zászló a sarokban két bomba mögött, két további bomba az odavezető utakon
preset-vault = Páncélterem
preset-vault-about = a zászló a szélső sor közepén, mindhárom oldalán egy-egy bomba
preset-twins = Ikrek
preset-twins-about = két egyforma bombafészek a tábla két szélén; csak az egyik rejti a zászlót
preset-shield = Pajzs
preset-shield-about = a zászlót nem bomba, hanem erős bábuk őrzik, a bombák az első sort tartják
preset-lure = Csali
preset-lure-about = bombafészek az egyik szárnyon, a szinte védtelen zászló a másikon
preset-storm = Vihar
preset-storm-about = minden erős bábu elöl, mögöttük a zászló egyetlen bombával
preset-random = Véletlenszerű

## Mondatrészek

seat = { $who ->
    [you] Te
    [0] A 0. játékos
    [1] Az 1. játékos
   *[named] { $who }
}
by-colour = { $colour ->
    [red] A piros
    [blue] A kék
   *[none] { seat }
}
player = { $who ->
    [you] Te
    [0] { by-colour }
    [1] { by-colour }
   *[named] { $who }
}
# A birtokos ragtalan: „Anna tábornoka”. Az olvasóé: „A tábornokod”, birtokos nélkül.
owner = { player }
piece = { $rank ->
    [flag] zászló
    [spy] kém
    [scout] felderítő
    [miner] aknász
    [sergeant] őrmester
    [major] őrnagy
    [colonel] ezredes
    [general] tábornok
    [bomb] bomba
   *[unknown] bábu
}
# Számnév után egyes szám, az olvasó birtoka: „mind a négy aknászod”.
pieces = { $rank ->
    [flag] zászlód
    [spy] kémed
    [scout] felderítőd
    [miner] aknászod
    [sergeant] őrmestered
    [major] őrnagyod
    [colonel] ezredesed
    [general] tábornokod
    [bomb] bombád
   *[unknown] bábud
}
target = { $target ->
    [flag] zászló
    [spy] kém
    [scout] felderítő
    [miner] aknász
    [sergeant] őrmester
    [major] őrnagy
    [colonel] ezredes
    [general] tábornok
    [bomb] bomba
   *[unknown] ismeretlen bábu
}
attacker = { $who ->
    [you] { $attacker ->
        [spy] A kémed
        [scout] A felderítőd
        [miner] Az aknászod
        [sergeant] Az őrmestered
        [major] Az őrnagyod
        [colonel] Az ezredesed
       *[general] A tábornokod
    }
   *[others] { owner } { $attacker ->
        [spy] kéme
        [scout] felderítője
        [miner] aknásza
        [sergeant] őrmestere
        [major] őrnagya
        [colonel] ezredese
       *[general] tábornoka
    }
}
defender = { $defender ->
    [spy] a kém
    [scout] a felderítő
    [miner] az aknász
    [sergeant] az őrmester
    [major] az őrnagy
    [colonel] az ezredes
   *[general] a tábornok
}

## Felsorolások

join-comma = { $start }, { $end }
pieces-left = { $count ->
    [1] { piece }
   *[other] { piece } ×{ $count }
}

## Ami a tábla rajzához kell

side = { $colour ->
    [red] Piros
    [blue] Kék
   *[none] Még nincs szín
}
removed = Levett bábuk
quiet-moves = Lépések támadás nélkül: { $count } / { $limit }

## Felállítás (STR-3, STR-4)

colours = { seat } { $who ->
    [you] játszol a pirossal, és te lépsz először
   *[others] játszik a pirossal, és ő lép először
}.
arrange = { $who ->
    [you] Felállítasz
   *[others] { player } felállít
} { $rank ->
    [flag] egy zászlót
    [spy] egy kémet
    [scout] egy felderítőt
    [miner] egy aknászt
    [sergeant] egy őrmestert
    [major] egy őrnagyot
    [colonel] egy ezredest
    [general] egy tábornokot
    [bomb] egy bombát
   *[unknown] egy bábut
} ide: { $end }.

## Lépések és támadások (STR-10 – STR-28)

move = { $who ->
    [you] { $rank ->
        [flag] A zászlód
        [spy] A kémed
        [scout] A felderítőd
        [miner] Az aknászod
        [sergeant] Az őrmestered
        [major] Az őrnagyod
        [colonel] Az ezredesed
        [general] A tábornokod
        [bomb] A bombád
       *[unknown] A bábud
    }
   *[others] { owner } { $rank ->
        [flag] zászlója
        [spy] kéme
        [scout] felderítője
        [miner] aknásza
        [sergeant] őrmestere
        [major] őrnagya
        [colonel] ezredese
        [general] tábornoka
        [bomb] bombája
       *[unknown] bábuja
    }
} lép: { $start } → { $end }.
attack-wins = { attacker } ({ $start }) győz, { defender } ({ $end }) elesik.
attack-falls = { attacker } ({ $start }) elesik, { defender } ({ $end }) állva marad.
attack-both = { attacker } ({ $start }) és { defender } ({ $end }) egyaránt elesik.
attack-bomb = { attacker } ({ $start }) bombára fut ({ $end }), és elesik.
attack-clears = { attacker } ({ $start }) hatástalanítja a bombát ({ $end }).
attack-flag = { attacker } ({ $start }) megszerzi a zászlót ({ $end })!

## Döntetlen és feladás (STR-34)

resign = { $who ->
    [you] Feladod
   *[others] { player } feladja
} a játszmát.
offer = { $who ->
    [you] Döntetlent ajánlasz
   *[others] { player } döntetlent ajánl
}.
agree = { $who ->
    [you] Elfogadod
   *[others] { player } elfogadja
} a döntetlent.

## Amit meg lehet tenni

offer-move = Lépj { $rank ->
    [flag] a zászlóval
    [spy] a kémmel
    [scout] a felderítővel
    [miner] az aknásszal
    [sergeant] az őrmesterrel
    [major] az őrnaggyal
    [colonel] az ezredessel
    [general] a tábornokkal
    [bomb] a bombával
   *[unknown] a bábuval
}: { $start } → { $end }
offer-attack = Támadj { $rank ->
    [flag] a zászlóval
    [spy] a kémmel
    [scout] a felderítővel
    [miner] az aknásszal
    [sergeant] az őrmesterrel
    [major] az őrnaggyal
    [colonel] az ezredessel
    [general] a tábornokkal
    [bomb] a bombával
   *[unknown] a bábuval
}: { $start } → { $end } ({ target })
offer-arrange = Állíts fel { $rank ->
    [flag] egy zászlót
    [spy] egy kémet
    [scout] egy felderítőt
    [miner] egy aknászt
    [sergeant] egy őrmestert
    [major] egy őrnagyot
    [colonel] egy ezredest
    [general] egy tábornokot
    [bomb] egy bombát
   *[unknown] egy bábut
} ide: { $end }
offer-resign = Add fel a játszmát
offer-draw = Ajánlj döntetlent
offer-agree = Fogadd el a döntetlent

## Miért nem (STR-2 – STR-34)

no-turn = most nem te következel
no-resigning-for-others = csak a saját nevedben adhatod fel a játszmát
no-second-draw = már ajánlottál döntetlent; az ellenfél még nem válaszolt
no-draw-for-others = csak a saját nevedben ajánlhatsz döntetlent
no-choice-of-colours = a színeket sorsolás dönti el, a felállítás előtt
no-square-left = a térfeleden mind a { $count } mező foglalt: nincs több felállítandó bábu
no-turn-to-place = most nem te állítasz fel bábut
no-such-rank = ebben a seregben nincs { piece }; még felállítandó: { $left }
no-more-of-rank = { $count ->
    [1] az egyetlen { pieces } már áll
    [2] mindkét { pieces } áll már
    [3] mind a három { pieces } áll már
    [4] mind a négy { pieces } áll már
    [5] mind az öt { pieces } áll már
    [6] mind a hat { pieces } áll már
   *[other] mind áll már: { $count } { pieces }
}; még felállítandó: { $left }
no-part-of-a-set-up = elfoglalt mezők: { $filled } / { $count }; a felállást csak egészben lehet leadni
no-move-yet = semmi sem lép, amíg mindkét sereg fel nem állt; előbb állítsd fel a bábuidat
no-piece-there = nincs bábu ezen a mezőn: { $start }
no-piece-of-yours = az itt álló bábu nem a tiéd: { $start }
no-moving-rank = ez a bábu sosem lép: { piece } ({ $start })
no-way-to-stay = { $start }-{ $end } nem lépés: a bábunak el kell hagynia a mezőjét
no-diagonal-way = { $start }-{ $end } átlós irány: a bábuk egy mezőt lépnek előre, hátra vagy oldalra
no-straight-way = { $start }-{ $end } nem egyenes út: a bábuk egy mezőt lépnek előre, hátra vagy oldalra
no-way-so-far = { $start }-{ $end } túl messze van ennek a bábunak ({ piece }): csak a felderítő léphet egynél több mezőt
no-way-past = a felderítő ({ $start }) nem juthat túl az útjában álló bábun ({ $end })
no-way-onto-own = ezen a mezőn a saját bábud áll: { $end } ({ piece })
no-more-shuttling = ez a bábu már { $count } egymást követő lépésével e két mező között járt: { $end } és { $start }; máshová kell lépnie

## A játszma vége (STR-30 – STR-34)

wins = { $who ->
    [you] Győztél
   *[others] { player } győzött
}
other-side = { $loser ->
    [red] a piros
    [blue] a kék
   *[none] az ellenfél
}
ending-flag = { wins }: a zászló elesett.
ending-stuck = { wins }: { other-side } egyetlen bábujával sem tud lépni.
ending-resigned = { wins }: { other-side } feladta a játszmát.
ending-agreed = Döntetlen: mindkét fél beleegyezett.
ending-no-movers = Döntetlen: egyik félnek sem maradt olyan bábuja, amely lépni tud.
ending-quiet = Döntetlen: { $count } lépés telt el támadás nélkül.

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

hint-pieces = az ellenfélnek { NUMBER($amount, minimumFractionDigits: 1) } rangponttal kerül { $way ->
    [more] többe
   *[fewer] kevesebbe
}, mint neked
hint-shown = { NUMBER($amount, minimumFractionDigits: 1) } bábuval { $way ->
    [more] többet
   *[fewer] kevesebbet
} fed fel a tieid közül
hint-news = { NUMBER($amount, minimumFractionDigits: 1) } ellenséges ranggal { $way ->
    [more] többet
   *[fewer] kevesebbet
} tudsz meg
