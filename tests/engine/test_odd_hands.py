"""Odd arguments of what hands and draws are asked: a sentence, or the same as the plain ones."""

from fractions import Fraction
from inspect import signature
from math import inf, nan

import numpy as np
import pytest

from thirtyone import (
    SCAT,
    Rules,
    best_discard,
    card,
    cards,
    chance_within,
    draw_values,
    hand_value,
    hand_values,
    outs,
    value_after,
)

HAND = "KH 8H 2C"
FUNCTIONS = (hand_value, value_after, best_discard, hand_values, draw_values, outs, chance_within)
RIGHT = {"hand": HAND, "card": "5D", "upcard": "5D", "held": "5D", "seen": "6D", "target": 20}
RIGHT |= {"draws": 1, "must_keep": False, "rules": SCAT}

NO_CARDS = (37, 1.5, nan, True, 10**400, np.int64(3), np.array("KH"), b"KH", {"KH": 1}, 1j)
NO_CARDS += ([37], [None], [["KH"]], {37}, range(10**12), "KX", "KH KH", SCAT, len)
NO_NUMBERS = ("1", b"1", None, True, nan, inf, -1, 1j, 10**400, card("5D"), [1], {1}, (), len)
WRONG = {
    "hand": (*NO_CARDS, None, "", "KH 8H", {"KH", "8H"}, "KH 8H 2C 5S", set()),
    "card": (*NO_CARDS, None, "", "4D 3D", "KH", set()),
    "upcard": (*NO_CARDS, "4D 3D"),
    "held": (*NO_CARDS, "KH 8H 2C 5S"),
    "seen": NO_CARDS,
    "target": (*NO_NUMBERS, 34),
    "draws": (*NO_NUMBERS, 1.0, np.float64(1), Fraction(1), 50),
    "must_keep": ("", "no", None, 0, 1, 1.0, nan, [], {True}, np.int64(1)),
    "rules": ("SCAT", None, True, 7, {}, Rules, nan),
}
RAW = ("ambiguous", "convert", "unhashable", "unpack", "iterat", "Exceeds", "object")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_wrong_argument_gets_a_sentence(function):
    right = {name: RIGHT[name] for name in signature(function).parameters}
    function(**right)
    for name in right:
        for wrong in WRONG[name]:
            with pytest.raises(ValueError) as raised:
                function(**right | {name: wrong})
            sentence = str(raised.value)
            assert len(sentence) > 20 and not any(word in sentence for word in RAW), sentence


def test_a_hand_has_no_order_and_may_be_a_set():
    assert hand_value({"KH", "8H", "2C"}) == hand_value(np.array(["KH", "8H", "2C"])) == 18
    assert draw_values(frozenset(cards(HAND)), seen={"5D"}) == draw_values(HAND, "5D")
    assert best_discard(iter(cards(HAND)), {"5D"}) == best_discard(HAND, "5D")


def test_numpys_numbers_are_numbers():
    assert value_after(HAND, "2D", must_keep=np.True_) == value_after(HAND, "2D", must_keep=True)
    assert outs(HAND, np.float64(20)) == outs(HAND, np.uint8(20)) == outs(HAND, Fraction(39, 2))
    assert chance_within(HAND, np.int8(20), np.uint8(2)) == chance_within(HAND, 20, 2)
