"""The hand value without a browser: bars, words and shares follow the cards."""

import pytest
from as_read import page, text

from thirtyone import PRESETS, cards
from thirtyone.widgets import HandValue
from thirtyone.widgets.hand_value import beaten
from thirtyone.widgets.parts.words import worth


def lit(hand):
    """The suits that make the value."""
    return [row.one(".t31-suit span").text for row in page(hand).all("li.t31-lit")]


def ghost(hand):
    return page(hand).one(".t31-ghost").text


def test_it_opens_on_a_hand_that_looks_like_23():
    hand = HandValue()
    assert repr(hand) == "Hand value: K♦ 9♣ 4♣ is worth 13: clubs 9 + 4; beats 56.1 % of hands"
    assert hand.value == 13
    assert lit(hand) == ["clubs"]
    rows = page(hand).texts(".t31-suits li")
    assert rows == ["♣ clubs 9 4 13", "♦ diamonds 10 10", "♥ hearts 0", "♠ spades 0"]
    assert page(hand).one(".t31-verdict").text == "13 clubs 9 + 4"
    assert page(hand).texts(".t31-lead") == [
        "Beats 56.1 % of hands: 12,404 of the 22,100 are worth less, 1,264 as much.",
        "Adding all three would be 23 .",
    ]
    assert ghost(hand) == ""


def test_swapping_a_card_changes_the_value_and_leaves_a_ghost():
    hand, values = HandValue(), []
    hand.observe(lambda change: values.append(change.new), "value")
    hand.act("pick AC")
    assert (hand.value, values) == (20, [20])
    assert hand.message.text == "ace of clubs replaces 4 of clubs"
    assert ghost(hand) == "K♦ 9♣ 4♣ was worth 13: 13 → 20"
    share = "Beats 88.6 % of hands: 19,588 of the 22,100 are worth less, 1,168 as much."
    assert share in text(hand.html)
    assert repr(hand) == "Hand value: K♦ 9♣ A♣ is worth 20: clubs 9 + 11; beats 88.6 % of hands"


def test_while_a_card_is_missing_it_asks_for_it_and_then_compares_with_the_last_hand():
    hand = HandValue()
    hand.act("remove 0")
    assert hand.value is None
    assert page(hand).one(".t31-verdict").text == "Pick one more card."
    assert repr(hand) == "Hand value: Your hand: 9♣ 4♣, 1 of 3 places empty"
    hand.act("remove 1")
    assert page(hand).one(".t31-verdict").text == "Pick 2 more cards."
    hand.act("type KC 9C")
    assert hand.value == 23
    assert ghost(hand) == "K♦ 9♣ 4♣ was worth 13: 13 → 23"
    hand.act("reset")
    assert (hand.value, ghost(hand)) == (13, "")


def test_the_hand_can_be_set_and_need_not_be_whole_at_first():
    hand = HandValue("KD")
    hand.cards = "KD 9C 4C"
    assert (hand.value, ghost(hand)) == (13, "")
    with pytest.raises(ValueError, match="4 cards for 3 places"):
        hand.cards = "KD 9C 4C 2C"


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
    shown = HandValue(hand, rules=PRESETS[rules])
    assert (shown.value, page(shown).one(".t31-verdict").text) == (value, f"{value} {words}")


def test_where_a_house_rule_makes_the_value_no_suit_is_lit():
    assert lit(HandValue("7C 7D 7H", rules=PRESETS["CADILLAC"])) == []
    assert lit(HandValue("7C 7D 7H")) == ["clubs", "diamonds", "hearts"]


def test_the_share_is_of_the_hands_worth_less():
    assert beaten(31, PRESETS["SCAT"]) == ("99.9 %", 22_076, 24, 22_100)
    assert beaten(2, PRESETS["SCAT"]) == ("0.0 %", 0, 4, 22_100)
    assert beaten(20, PRESETS["DUTCH"])[3] == 4960


def test_a_bar_is_as_long_as_its_points_on_an_axis_to_31():
    pieces = page(HandValue("AS KS QS")).all(".t31-suits .t31-track span")
    assert [piece["style"] for piece in pieces] == ["width:35.48%", "width:32.26%", "width:32.26%"]
