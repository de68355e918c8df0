"""The only dice."""

import hashlib
import random
from collections import Counter

import pytest

import escapade
from escapade.kernel.dealer import SeededDealer, SystemDealer, VerifiableDealer, commitment


def finished(dealer: escapade.Dealer) -> escapade.Match:
    match, choose = escapade.new("cartagena", dealer=dealer), random.Random(4)
    while match.turn != escapade.OVER:
        match.play(choose.choice(match.legal()))
    return match


@pytest.mark.parametrize("dealer", [SeededDealer(1), SystemDealer(), VerifiableDealer("v")])
def test_outcomes_come_in_proportion_to_their_weights(dealer: escapade.Dealer) -> None:
    count = Counter(dealer.pick(ply, [1, 0, 3]) for ply in range(4000))
    assert set(count) == {0, 2}
    assert 850 < count[0] < 1150  # 1,000 expected, five standard deviations either way


def test_a_seed_decides_every_outcome_and_another_seed_others() -> None:
    def throws(seed: int | str) -> list[int]:
        return [SeededDealer(seed).pick(ply, [1] * 6) for ply in range(50)]

    assert throws(7) == throws("7") != throws(8)


def test_the_commitment_is_published_at_the_start_and_the_seed_at_the_end() -> None:
    dealer = VerifiableDealer()
    match = escapade.new("cartagena", dealer=dealer)
    said = match.record()
    assert f'[Commitment "{hashlib.sha256(dealer.seed.encode()).hexdigest()}"]' in said
    assert dealer.seed not in said
    assert f'[Seed "{dealer.seed}"]' in finished(dealer).record()


def test_anyone_can_re_derive_every_outcome() -> None:
    match = finished(VerifiableDealer(salt="tea"))
    outcomes = sum(ply.seat == escapade.CHANCE for ply in match.log)
    assert escapade.verify(match.record()) == outcomes > 19


def test_loaded_dice_are_found_out() -> None:
    record = finished(VerifiableDealer("honest")).record()
    lie = record.replace('[Seed "honest"]', '[Seed "crooked"]')
    with pytest.raises(escapade.BadInput, match="not the one that was committed"):
        escapade.verify(lie)
    with pytest.raises(escapade.BadInput, match=r"ply \d+: the seed gives"):
        escapade.verify(lie.replace(commitment("honest"), commitment("crooked")))


def test_a_commitment_noted_before_the_start_must_be_that_of_the_record() -> None:
    dealer = VerifiableDealer("first")
    record = finished(dealer).record()
    assert escapade.verify(record, dealer.commitment)
    with pytest.raises(escapade.BadInput, match="not the one that was committed"):
        escapade.verify(record, commitment("second"))


def test_only_what_is_in_the_record_is_counted() -> None:
    match = escapade.new("stratego", seed=1)
    text = match.record()
    assert escapade.verify(text) == 1
    empty = escapade.Match(match.game).record().replace('"none"', '"seeded"]\n[Seed "1"')
    assert escapade.verify(empty) == 0


def test_dice_without_a_seed_cannot_be_checked() -> None:
    with pytest.raises(escapade.BadInput, match="no seed"):
        escapade.verify(finished(SystemDealer()).record())


def test_every_system_deal_is_another() -> None:
    assert len({escapade.new("cartagena").bytes() for _ in range(5)}) == 5


def test_a_seed_and_a_dealer_together_are_refused() -> None:
    with pytest.raises(escapade.BadInput, match="either a seed or a dealer"):
        escapade.new("cartagena", seed=1, dealer=None)
