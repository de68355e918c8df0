### Amit a Cartagena rajza magától mond. Hogy melyik üzenet mit jelent, azt az en.ftl mondja el.

symbol = { $card ->
    [hook] kampó
    [jug] korsó
    [parrot] papagáj
    [pistol] pisztoly
    [tricorne] kalap
   *[keys] kulcsok
}
# piros, kék, zöld, sárga, lila
seat-letter = { $seat ->
    [0] P
    [1] K
    [2] Z
    [3] S
   *[4] L
}

## A kép

tunnel = Az alagút az erődtől a csónakig
space = { $place }. mező: { symbol }
crew = { $who }: { $count ->
    [one] egy kalóz
   *[other] { $count } kalóz
}
choose-pirate = Választás
piles = Húzópakli: { $deck }. Dobópakli: { $discards }.

## Lapok és játékosok

your-cards = A lapjaid és a visszalépés
held-card = { symbol }: { $count ->
    [0] nincs
    [one] egy lap
   *[other] { $count } lap
}
retreat-card = Lépj vissza, és húzz lapot
retreat-short = vissza
players = A játékosok lapjai
held = { $count ->
    [0] nincs lapja
    [one] egy lap
   *[other] { $count } lap
}
in-boat = A csónakban: { $count } a hatból
row = A sor, elöl a következő lap: { $count ->
    [one] egy lap
   *[other] { $count } lap
}
row-next = jön
row-empty = A sor üres.

## A kör

prompt = Válassz egy lapot vagy egy kalózt
prompt-card = { $card ->
    [hook] Kampó: melyik kalóz lép?
    [jug] Korsó: melyik kalóz lép?
    [parrot] Papagáj: melyik kalóz lép?
    [pistol] Pisztoly: melyik kalóz lép?
    [tricorne] Kalap: melyik kalóz lép?
   *[keys] Kulcsok: melyik kalóz lép?
}
prompt-retreat = Melyik kalóz lép vissza lapért?
prompt-pirate = Válassz jelölt mezőt vagy lapot
prompt-which-pirate = E kalózok közül melyik?
prompt-which-card = Melyik lappal?
prompt-pass = Ebben a körben semmit sem tehetsz
turn-of = Most lép: { $who }
drawing = Laphúzás
laying = Az asztal előkészítése
actions-done = 3 akcióból { $count } kész
stop = Kör vége
pass = Passz

## Az első játék bemutatója

tour-aim = Üdv Cartagenában! A hat kalózod szökésre készül. Az nyer, akinek előbb ül mind a hat kalóza a csónakban.
tour-fortress = Mindenki innen indul, az erődből. Amikor te jössz, a te sorod keretet kap.
tour-cards = Ezek a lapjaid. Ha kijátszol egyet, egy kalózod előrelép a következő szabad mezőre, amelyen ugyanez a jel áll.
tour-landing = Válassz egy lapot: nyilak mutatják, hová érkeznének a kalózaid. Aztán kattints a kalózra vagy a célra. A foglalt mezőket átugorják, így a tömeg messzebbre visz.
tour-boat = Ha előtte nincs már ilyen szabad mező, a kalóz egyenesen a csónakba száll.
tour-retreat = Új lapot visszalépéssel szerzel: a legközelebbi olyan mezőre hátul, ahol egy vagy két kalóz áll. Ahányan ott állnak, annyi lapot húzol.
tour-turn = Egy körben legfeljebb három akciód van, előre vagy vissza, ahogy tetszik. Az első után már megállhatsz.
tour-players = Itt látod, hány lapja van a többieknek. Aki túl hamar kijátssza minden lapját, kénytelen visszalépni. Sok szerencsét!
