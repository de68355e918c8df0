# Miért ajánl egy bot egy lépést: miben tér el az eredménye, ugyanazon elképzelt világok átlagában, a következő legjobbétól
# (a legjobb indoka), illetve a legjobbétól (a többi indoka).
# $amount olyan szám, mint a 2,5 (tizednél pontosabb nem lehet), $way értéke more vagy fewer.

hint-only = ez az egyetlen lehetőség
hint-heuristic = józan ésszel; az előre gondolkodó robot még készülődik
hint-clear = semmi más nem ér fel vele
hint-even = nagyjából olyan jó, mint a másik
hint-result = { $way ->
    [more] hamarabb dől el a játszma
   *[fewer] később dől el a játszma
}

## Cartagena

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

## Stratego

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

## Stalag 17

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

## Jailbreakers

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
