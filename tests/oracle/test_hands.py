"""Values, discards and draws against plain enumeration."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest
from oracle import naive as oracle

from thirtyone import (
    PRESETS,
    SCAT,
    Dist,
    best_discard,
    cards,
    chance_within,
    draw_values,
    hand_value,
    hand_values,
    outs,
    value_after,
)
from thirtyone.hands import code_of, codes_of

EVERY_TRIPLE = {"trips": 30, "aces": 33, "suited_run": 30}
RULES = {
    "scat": (SCAT, oracle.SCAT),
    "trips 30.5": (replace(SCAT, trips=30.5), oracle.SCAT | {"trips": 30.5}),
    "runs": (replace(SCAT, suited_run=30), oracle.SCAT | {"suited_run": 30}),
    "cadillac": (PRESETS["CADILLAC"], oracle.PRESETS["CADILLAC"]),
    "all triples": (replace(SCAT, **EVERY_TRIPLE), oracle.SCAT | EVERY_TRIPLE),
    "32 cards": (PRESETS["DUTCH"], oracle.PRESETS["DUTCH"]),
    "32 cards, all triples": (
        replace(PRESETS["DUTCH"], **EVERY_TRIPLE),
        oracle.PRESETS["DUTCH"] | EVERY_TRIPLE,
    ),
}
each_rules = pytest.mark.parametrize(("rules", "plain"), RULES.values(), ids=RULES)


def text(card):
    """An engine's card as the oracle writes it."""
    return card.rank.replace("10", "T") + card.suit


def spots(plain, seed, count):
    """A seeded sample of (hand, card, seen cards), half of it rich in ties of rank and suit."""
    rng = Random(seed)
    deck = oracle.deck(plain)
    few = [card for card in deck if card[0] in "9TQKA"]
    for i in range(count):
        *hand, card = rng.sample(few if i % 2 else deck, 4)
        seen = rng.sample(oracle.without(deck, hand, card), rng.randrange(len(deck) // 2))
        yield hand, card, seen


@each_rules
def test_value_of_every_hand(rules, plain):
    deck = oracle.deck(plain)
    assert [text(card) for card in rules.deck] == deck
    wrong = [
        (hand, got)
        for hand in combinations(deck, 3)
        if (got := hand_value(hand, rules=rules)) != oracle.value(hand, plain)
        or type(got) is not (float if got == 30.5 else int)
    ]
    assert wrong == []


@each_rules
def test_one_hand_and_many_have_the_same_codes(rules, plain):
    hands = list(combinations(rules.deck, 3))
    assert [code_of(hand, rules) for hand in hands] == codes_of(np.array(hands), rules).tolist()
    shuffled = [Random(9).sample(hand, 3) for hand in hands[::50]]
    assert [code_of(tuple(h), rules) for h in shuffled] == codes_of(
        np.array(shuffled), rules
    ).tolist()


@each_rules
def test_hand_values(rules, plain):
    dist = hand_values(rules=rules)
    assert isinstance(dist, Dist)
    assert dict(dist) == oracle.hand_values(rules=plain)
    assert {type(count) for count in dist.values()} == {int}
    assert dist.total == {52: 22_100, 32: 4_960}[len(rules.deck)]


@each_rules
def test_hand_values_with_cards_held_and_seen(rules, plain):
    for hand, card, seen in spots(plain, seed=1, count=12):
        for held in ([], hand[:1], hand[:2], hand):
            dist = hand_values(held=held, seen=[card, *seen], rules=rules)
            assert dict(dist) == oracle.hand_values(held, [card, *seen], plain)


@each_rules
@pytest.mark.parametrize("must_keep", [False, True])
def test_value_after_and_best_discard(rules, plain, must_keep):
    for hand, card, _ in spots(plain, seed=2, count=150):
        value = value_after(hand, card, must_keep=must_keep, rules=rules)
        assert value == oracle.value_after(hand, card, must_keep, plain), (hand, card)
        assert type(value) is (float if value == 30.5 else int)
        thrown = best_discard(hand, card, must_keep=must_keep, rules=rules)
        assert text(thrown) == oracle.best_discard(hand, card, must_keep, plain), (hand, card)


@each_rules
def test_draw_values_and_outs(rules, plain):
    for i, (hand, card, seen) in enumerate(spots(plain, seed=3, count=60)):
        upcard = card if i % 3 else ()
        dist = draw_values(hand, upcard or None, seen=seen, rules=rules)
        assert dict(dist) == oracle.draw_values(hand, upcard, seen, plain)
        assert {type(count) for count in dist.values()} == {int}
        assert dist.total == len(rules.deck) - 3 - bool(upcard) - len(seen)
        for target in (12, 20, 24, 31):
            found = outs(hand, target, upcard or None, seen=seen, rules=rules)
            assert isinstance(found, tuple)
            assert sorted(map(text, found)) == sorted(
                oracle.outs(hand, target, upcard, seen, plain)
            )


@each_rules
def test_chance_within_one_draw(rules, plain):
    for hand, card, seen in spots(plain, seed=4, count=20):
        for target in (0, 14, 21, 26, 31, 33):
            chance = chance_within(hand, target, 1, card, seen=seen, rules=rules)
            assert type(chance) is Fraction
            assert chance == oracle.chance_within(hand, target, 1, card, seen, plain)


@pytest.mark.parametrize(
    ("hand", "target", "name"),
    [
        ("2S 4S 7S", 14, "scat"),
        ("QD 9D 4C", 26, "scat"),
        ("9D 9C 4C", 30, "cadillac"),
    ],
)
def test_chance_within_two_draws_of_the_whole_deck(hand, target, name):
    rules, plain = RULES[name]
    hand = hand.split()
    chance = chance_within(hand, target, 2, rules=rules)
    assert chance == oracle.chance_within(hand, target, 2, rules=plain)


@each_rules
@pytest.mark.parametrize("draws", [2, 3])
def test_chance_within_several_draws_of_a_short_deck(rules, plain, draws):
    rng = Random(5)
    for target in (17, 22, 25, 28, 30, 31):
        *hand, card = rng.sample(oracle.deck(plain), 4)
        unseen = rng.sample(oracle.without(oracle.deck(plain), hand, card), 9 - draws)
        seen = oracle.without(oracle.deck(plain), hand, card, unseen)
        chance = chance_within(hand, target, draws, card, seen=seen, rules=rules)
        assert chance == oracle.chance_within(hand, target, draws, card, seen, plain)


@each_rules
def test_chance_within_as_many_draws_as_there_are_cards(rules, plain):
    rng = Random(6)
    for target in (20, 26):
        *hand, card = rng.sample(oracle.deck(plain), 4)
        unseen = rng.sample(oracle.without(oracle.deck(plain), hand, card), 4)
        seen = oracle.without(oracle.deck(plain), hand, card, unseen)
        chance = chance_within(hand, target, 4, card, seen=seen, rules=rules)
        assert chance == oracle.chance_within(hand, target, 4, card, seen, plain)
        assert chance_within(hand, target, 0, card, seen=seen, rules=rules) == 0


def test_five_draws_are_one_and_the_best_four_after_it():
    hand = cards("2S 4S 7S")
    chances = []
    for new in oracle.without(oracle.deck(), *map(text, hand)):
        four = [*map(text, hand), new]
        left = [(oracle.without(four, thrown), thrown) for thrown in four]
        chances.append(max(chance_within(kept, 31, 4, seen=[thrown]) for kept, thrown in left))
    assert chance_within(hand, 31, 5) == sum(chances) / 49


def test_more_draws_than_can_be_followed_are_refused():
    assert chance_within("2S 4S 7S", 31, 5) == Fraction(9_689, 794_535)
    with pytest.raises(ValueError, match="6 draws of 49 cards can't be followed: at most 5"):
        chance_within("2S 4S 7S", 31, 6)
    seen = [card for card in SCAT.deck if card not in cards("2S 4S 7S AS KS QS JS 9S 9D 9C 9H")]
    assert chance_within("2S 4S 7S", 31, 8, seen=seen) == 1


def test_the_first_discard_is_not_always_the_greedy_one():
    hand = ["2S", "4S", "7S"]
    assert chance_within(hand, 14, 2) == Fraction(24, 49)
    greedy = Fraction(0)
    for card in oracle.without(oracle.deck(), hand):
        thrown = oracle.best_discard(hand, card)
        kept = oracle.without([*hand, card], thrown)
        greedy += oracle.chance_within(kept, 14, 1, seen=[thrown]) / 49
    assert round(float(greedy), 3) == 0.37
