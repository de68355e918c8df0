### Kenőpénz: ami az asztalnál elhangzik. $who egy hely száma, egy játékos neve vagy „you” (az olvasó).

title = Kenőpénz
about = titkos ajánlatok arra, amit az őrök árulnak
option-bundles = Kötegek
option-bundles-about = Hány kötege van egy-egy fogolynak.
option-overheard = Meghallva
option-overheard-about = Hányszor hallják meg a foglyot, mielőtt elfogják.

player = { $who ->
    [you] Te
    [0] 0. hely
    [1] 1. hely
    [2] 2. hely
    [3] 3. hely
    [4] 4. hely
    [5] 5. hely
   *[named] { $who }
}
good = { $good ->
    [soap] a szappan
    [rope] a kötél
    [map] a térkép
    [file] a reszelő
   *[key] a kulcs
}
amount = { $amount ->
    [nothing] semmi
   *[number] { $amount }
}
join-and = { $start } és { $end }
offered = { $seat }. hely: { amount }

guard = Jön egy őr; ami nála eladó: { good }.
knock = { player } { $count ->
    [1] egyszer
   *[other] kétszer
} { $who ->
    [you] kopogsz
   *[other] kopog
}.
offer = { player } ajánlatot { $who ->
    [you] teszel
   *[other] tesz
}: { amount }.
offer-unseen = { player } ajánlatot { $who ->
    [you] tettél
   *[other] tett
}.
shown = Mindenki megmutatja az ajánlatát ({ $offers }). Senkié sem lett: { good }.
shown-taken = Mindenki megmutatja az ajánlatát ({ $offers }). { player } { $who ->
    [you] viszed el
   *[other] viszi el
}: { good }.
gives-up = { player } { $who ->
    [you] feladod
   *[other] feladja
}.

offer-offer = Ajánlat: { amount }
offer-knock = { $count ->
    [1] Kopogás egyszer
   *[other] Kopogás kétszer: minden duplán számít
}
offer-give-up = Feladás

no-chance = ezt csak a véletlen teheti
no-giving-up = mindenki csak magáért adhatja fel, és csak egyszer
no-knock = csak a vezető kopog, körönként egyszer
no-offer-yet = ajánlatot akkor lehet tenni, ha a vezető kopogott
no-caught = akit elfogtak, nem tesz ajánlatot
no-bundle = nincs több ekkora köteg: { amount }

ending = { player } { $who ->
    [you] nyertél
   *[other] nyert
}, a javak értéke { $count }.
ending-equal = Többen is egyforma értékű javakat szereztek.
