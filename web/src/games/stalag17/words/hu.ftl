### Stalag 17: amit maga a rajz mond. A játék saját mondatai a játék mappájában vannak.

## Lapok és kockák

# Ami egy lapon vagy kockán áll.
thing = { $thing ->
    [clothes] Ruha
    [food] Étel
    [document] Irat
    [tool] Szerszám
    [map] Térkép
    [double] Dupla
    [escape] Szökés
    [barracks] Cella
   *[information] Információ
}
die-points = Szökéskocka: { $points } pont
die-escape = Szökés 3: három további pont
die-falling = Még el nem dobott kocka
# $card a lap neve.
cards = { $count ->
    [one] { $card }
   *[other] { $card }, { $count } lap
}

## A terv

plan = A szökési terv
plan-points = A terv { $points } szökési pontot kér
points-word = pont
points = Szökési pontok
need-title = A szökéshez még kell
need-nothing = Minden megvan: szökj meg!
missing = { $count } dolog hiányzik
have = { $have } / { $need }

## A játékosok

round = { $round }. forduló
your-turn = Te jössz
turn-of = Soron van: { $player }
over = Vége a játéknak
at-turn = soron
place-of = { $player }: foglyok, őrizet és lapok
your-place = A te helyed
prisoners = { $inside } fogoly még bent, { $free } szabad
surveillance = Őrizet: { $count }, legfeljebb 20
held = { $count } lap kézben
lying = { $count } lerakott lap
in-hand = Kéz
laid = Lerakva
hand-or-laid = Biztosan kézben van vagy le van rakva
place = { $place }.

## Pakli és dobott lapok

deck-short = Pakli
deck = Pakli: { $count } lap.
pile-short = Dobott
pile-top = A legfelső dobott lap: { $card }.
pile-none = Még nincs dobott lap.
pile-history = Minden dobott lap, felülről: { $count }
unseen = Ebben a fordulóban még nem látott lapok:
close = Bezárás

## A saját lapok

laid-title = A padló alatt (lerakva)
hand-title = A kezed
hand-none = Üres a kezed.
hand-weight = { $count } őrizet kézben

## Amit tenni lehet

# Rövid, gombokon.
action-name = { $action ->
    [draw] Húzz kettőt
    [take] Vedd fel a dobottat
    [set] Dobj el egy csoportot…
    [run] Dobj el egy sort…
    [attempt] Szökés!
    [lay] Rakd le
    [discard] Dobd el
    [end] Fejezd be
   *[cancel] Vissza
}
advice = Válassz egy lapot, hogy lerakd vagy eldobd, vagy válassz egy akciót.
advice-failed = A kísérlet nem sikerült. Most tégy valami mást.
set = Csoport
run = Sor
tray-more = Tegyél hozzá még { $count } lapot: a fénylők illenek hozzá.
tray-valid = { $count } lappal érvényes. Tegyél hozzá többet, vagy fejezd be.

## Névsorolvasás

roll-call = Névsorolvasás
last-roll-call = Utolsó névsorolvasás
go-on = Tovább

## Az első játék bemutatója

tour-welcome = Három foglyot vezetsz. Az nyer, aki elsőként mindhármat megszökteti. Senki sem tudja, mit rejtegetnek a többiek.
tour-plan = A kockák mutatják e forduló tervét: minden tárgykocka egy tárgyat kér, és ennyi szökési pont kell.
tour-hand = A kezed. A szemben álló szám az az őrizet, amibe a lap kerül, ha még nálad van, amikor valaki megszökik. Válassz egy lapot, hogy lerakd vagy eldobd.
tour-laid = A lerakott lapok a padló alatt rejtőznek. A szökéshez csak ezek számítanak. Aki lerak egy lapot, húz is egyet.
tour-need = Ez a lista kipipálja, amit a lerakott lapjaid adnak. A szükséges pontokhoz hozzáadódik a saját őrizeted.
tour-self = A foglyaid a kerítésnél és a fényszóró: az őrizeted 0 és 20 között. Fordulóról fordulóra megmarad.
tour-pile = A dobott lapok. Vedd fel a legfelsőt, vagy nyisd ki a paklit, és nézd meg mindet. Ha elfogy a húzópakli, véget ér a forduló.
tour-others = A többi játékos: foglyok, őrizet, és hogy hány lap van kézben és lerakva.
tour-acts = Körönként egy akció. Három vagy több egyforma típusú lap csoport, öt különböző típus sor. Szökni mindig meg lehet próbálni, de a kudarc 2 őrizetbe kerül.
