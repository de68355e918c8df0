### Cartagena, magyarul. Hogy melyik üzenet és adat mit jelent, azt az en.ftl mondja el.
### Az olvasót tegezzük; a nevekhez és a számokhoz nem kerül rag.

## A játék és a beállításai (CAR-2, CAR-6, CAR-8)

title = Cartagena
about = játékosonként hat kalóz, egy alagút, egy csónak
option-version = Változat
option-version-about = Jamaica: a kézben tartott lapok titkosak. Tortuga: nyíltak, és a következő lapok is láthatók.
option-version-jamaica = Jamaica
option-version-tortuga = Tortuga
option-tunnel = Alagút
option-tunnel-about = A hat szakasz sorrendje; a „-” megfordít egy szakaszt.
option-tunnel-random = Véletlenszerű
option-tunnel-classic = Klasszikus
option-first = Ki kezd
option-first-about = Ki kezdi a játékot.
option-first-lot = Sorsolás

## Mondatrészek

player = { $who ->
    [you] Te
    [0] A 0. játékos
    [1] Az 1. játékos
    [2] A 2. játékos
    [3] A 3. játékos
    [4] A 4. játékos
   *[named] { $who }
}
symbol = { $card ->
    [hook] kampó
    [jug] korsó
    [parrot] papagáj
    [pistol] pisztoly
    [tricorne] kalap
   *[keys] kulcscsomó
}
# Tárgyesetben.
card = { $card ->
    [hook] egy kampót
    [jug] egy korsót
    [parrot] egy papagájt
    [pistol] egy pisztolyt
    [tricorne] egy kalapot
   *[keys] egy kulcscsomót
}
second = { $second ->
    [hook] egy kampót
    [jug] egy korsót
    [parrot] egy papagájt
    [pistol] egy pisztolyt
    [tricorne] egy kalapot
   *[keys] egy kulcscsomót
}
laid = { $laid ->
    [hook] Egy kampó kerül
    [jug] Egy korsó kerül
    [parrot] Egy papagáj kerül
    [pistol] Egy pisztoly kerül
    [tricorne] Egy kalap kerül
   *[keys] Egy kulcscsomó kerül
}
start-place = { $start ->
    [outside] kint
    [boat] csónak
   *[space] { $start }
}
end-place = { $end ->
    [boat] csónak
   *[space] { $end }
}
at-place = { $start ->
    [outside] kint
    [boat] csónak
   *[space] { $start }. mező
}
draws = { $who ->
    [you] húzol
   *[others] húz
}
moves-back = { $who ->
    [you] Visszalépsz
   *[others] { player } visszalép
} egy kalózzal, { start-place } → { $end }

## Felsorolások

join-and = { $start } és { $end }
held-cards = { $count ->
    [1] { symbol }
   *[other] { symbol } ×{ $count }
}
held-nothing = egyetlen lap sem
pirates-at = { $count ->
    [1] { at-place }
   *[other] { at-place } ({ $count })
}

## Ami a tábla rajzához kell

fortress = Erőd
boat = Csónak
hand = Kézben
deck = Húzópakli
discards = Dobópakli
row = Sor

## Az első kör előtt (CAR-2, CAR-5, CAR-7, CAR-8)

join = Az alagút { $first }–{ $last }. mezője: { $segment } szakasz.
join-reversed = Az alagút { $first }–{ $last }. mezője: { $segment } szakasz, megfordítva.
start = { player } { $who ->
    [you] kezdesz
   *[others] kezd
}.
deal = { $who ->
    [you] Kapsz
   *[others] { player } kap
} { card }.
deal-unseen = { $who ->
    [you] Kapsz
   *[others] { player } kap
} egy lapot.

## Egy kör (CAR-10 – CAR-37)

advance = { $who ->
    [you] Kijátszol
   *[others] { player } kijátszik
} { card }: { start-place } → { $end }.
advance-boat = { $who ->
    [you] Kijátszol
   *[others] { player } kijátszik
} { card }: { start-place } → be a csónakba!
retreat = { moves-back }, { $count ->
    [0] de nincs húzható lap
    [1] egy lapért
    [2] két lapért
   *[other] { $count } lapért
}.
retreat-take = { moves-back }, és { draws } { card }.
retreat-take-two = { moves-back }, és { draws } { card } és { second }.
draw = { $who ->
    [you] Húzol
   *[others] { player } húz
} { card }.
draw-unseen = { $who ->
    [you] Húzol
   *[others] { player } húz
} egy lapot.
lay = { laid } a sorba ({ $count }. lap).
lay-take = { laid } a sorba ({ $count }. lap). { $who ->
    [you] Húzol
   *[others] { player } húz
} { card }.
lay-take-two = { laid } a sorba ({ $count }. lap). { $who ->
    [you] Húzol
   *[others] { player } húz
} { card } és { second }.
stop = { $who ->
    [you] Megállsz
   *[others] { player } megáll
} { $count ->
    [1] egy akció
    [2] két akció
   *[other] { $count } akció
} után.
pass = { $who ->
    [you] Semmit sem tudsz tenni, ezért kimaradsz
   *[others] { player } semmit sem tud tenni, ezért kimarad
}.

## Amit meg lehet tenni

offer-advance = Játssz ki { card }: { start-place } → { end-place }
offer-retreat = Lépj vissza: { start-place } → { $end }, { $count ->
    [0] de nincs húzható lap
    [1] húzz egy lapot
    [2] húzz két lapot
   *[other] húzz { $count } lapot
}
offer-stop = Fejezd be a kört
offer-pass = Passzolj: semmit sem lehet tenni

## Miért nem (CAR-2 – CAR-33)

no-turn = most nem te következel
no-stop-yet = egy kör legalább egy akcióból áll; az első után már megállhatsz
no-joining = az alagutat a véletlen rakja le, az első kör előtt
no-starting = hogy ki kezd, azt a véletlen dönti el, az első kör előtt
no-drawing = hogy milyen lapot húzol, azt a véletlen dönti el; lapot az húz, aki egy vagy két kalózhoz lép vissza
no-such-card = nincs nálad { symbol }; a kezedben: { $hand }
no-pirate-there = itt nincs kalózod: { at-place }; a kalózaid helye: { $crew }
no-retreat-outside = aki kint van, nem tud visszalépni: csak az alagútban vagy a csónakban lévő kalóz léphet vissza
no-company-behind = a kalóz mögött ({ $start ->
    [boat] csónak
   *[space] { $start }. mező
}) nincs olyan mező, amelyen egy vagy két kalóz áll, és senki sem megy ki újra az alagút elé
no-pass-but-stop = ebben a körben már cselekedtél; ha végeztél, válaszd ezt: „Fejezd be a kört”
no-pass = még tudsz tenni valamit, és csak az marad ki, aki semmit sem tehet

## A játék vége (CAR-12, CAR-40, CAR-41, CAR-42)

ending-boat = { $who ->
    [you] Győztél
   *[others] { player } győzött
}: mind a hat kalóz a csónakban van.
leader = { $count ->
    [1] { player } { $who ->
        [you] állsz
       *[others] áll
    } az élen
   *[other] { $count } játékos holtversenyben áll az élen
}
ending-stuck = Már senki sem tud semmit tenni. { leader }.
ending-long = A játék { $actions } akció után véget ér. { leader }.

## What hints speak of: $amount is a number such as 2.5 (a tenth is as exact as it gets), $way is more or fewer.

hint-spaces = a kalózaid { NUMBER($amount, minimumFractionDigits: 1) } mezővel { $way ->
    [more] messzebb jutnak
   *[fewer] kevésbé jutnak messzire
}
hint-cards = { NUMBER($amount, minimumFractionDigits: 1) } lappal { $way ->
    [more] többed
   *[fewer] kevesebbed
} marad
hint-home = { NUMBER($amount, minimumFractionDigits: 1) } kalózzal { $way ->
    [more] több
   *[fewer] kevesebb
} jut el a csónakig
