"""The hand value without a browser: bars, words and shares follow the cards."""

import re

import pytest
from as_read import text

from thirtyone import PRESETS, cards
from thirtyone.widgets import HandValue
from thirtyone.widgets.hand_value import answer_html, beaten, worth


def lit(html):
    return re.findall(r'<li class="t31-(\w+) t31-lit">', html)


def test_it_opens_on_a_hand_that_looks_like_23():
    hand = HandValue()
    assert repr(hand) == ("Hand value: K♦ 9♣ 4♣ is worth 13: clubs 9 + 4; beats 56.1 % of hands")
    assert hand.value == 13
    assert lit(hand.html) == ["clubs"]
    shown = text(hand.html)
    assert "♣ clubs 9 4 13" in shown and "♦ diamonds 10 10" in shown and "♥ hearts 0" in shown
    assert "Beats 56.1 % of hands: 12,404 of the 22,100 are worth less, 1,264 as much." in shown
    assert "Adding all three would be 23 ." in shown
    assert "→" not in shown


def test_swapping_a_card_changes_the_value_and_leaves_a_ghost():
    hand = HandValue()
    hand.act("pick AC")
    assert hand.value == 20
    assert hand.said == "ace of clubs replaces 4 of clubs"
    shown = text(hand.html)
    assert "K♦ 9♣ 4♣ was worth 13: 13 → 20" in shown
    assert "Beats 88.6 % of hands: 19,588 of the 22,100 are worth less, 1,168 as much." in shown
    assert repr(hand) == ("Hand value: K♦ 9♣ A♣ is worth 20: clubs 9 + 11; beats 88.6 % of hands")


def test_while_a_card_is_missing_it_asks_for_it_and_then_compares_with_the_last_hand():
    hand = HandValue()
    hand.act("remove 0")
    assert hand.value is None
    assert '<p class="t31-verdict" role="status">Pick one more card.</p>' in hand.html
    assert repr(hand) == "Hand value: Your hand: 9♣ 4♣, 1 of 3 places empty"
    hand.act("pick KC")
    assert hand.value == 23
    assert "13 → 23" in text(hand.html)
    hand.act("reset")
    assert hand.value == 13
    assert "→" not in text(hand.html)


@pytest.mark.parametrize(
    ("hand", "rules", "value", "counting", "words"),
    [
        ("KC QD JH", "SCAT", 10, "KC", "clubs, diamonds or hearts 10"),
        ("AD 9C 2C", "SCAT", 11, "9C 2C", "clubs 9 + 2, or diamonds 11"),
        ("KS 8S 5S", "SCAT", 23, "KS 8S 5S", "spades 10 + 8 + 5"),
        ("7C 7D 7H", "CADILLAC", 30, "7C 7D 7H", "three of a kind"),
        ("7C 7D 7H", "GIN", 30.5, "7C 7D 7H", "three of a kind"),
        ("AC AD AH", "CADILLAC", 33, "AC AD AH", "three of a kind"),
    ],
)
def test_the_words_say_how_the_value_is_made(hand, rules, value, counting, words):
    assert worth(cards(hand), PRESETS[rules]) == (value, cards(counting), words)


def test_where_a_house_rule_makes_the_value_no_suit_is_lit():
    assert lit(answer_html(cards("7C 7D 7H"), (), PRESETS["CADILLAC"])) == []
    assert lit(answer_html(cards("7C 7D 7H"), (), PRESETS["SCAT"])) == [
        "clubs",
        "diamonds",
        "hearts",
    ]


def test_the_share_is_of_the_hands_worth_less():
    assert beaten(31, PRESETS["SCAT"]) == ("99.9 %", 22_076, 24, 22_100)
    assert beaten(2, PRESETS["SCAT"]) == ("0.0 %", 0, 4, 22_100)
    assert beaten(20, PRESETS["DUTCH"])[3] == 4960


def test_a_bar_is_as_long_as_its_points_on_an_axis_to_31():
    html = answer_html(cards("AS KS QS"), (), PRESETS["SCAT"])
    widths = [float(w) for w in re.findall(r"width:([\d.]+)%", html)]
    assert widths == [35.48, 32.26, 32.26]
