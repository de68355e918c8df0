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
