"""Bad input gets a ValueError that names the fault and the mend."""

from fractions import Fraction

import numpy as np
import pytest

from thirtyone import (
    PRESETS,
    SCAT,
    Dist,
    Rules,
    best_discard,
    best_marks,
    card,
    cards,
    chance_within,
    deal,
    differences,
    draw_values,
    estimate_knock_odds,
    hand_value,
    hand_values,
    hand_values_after,
    knock_lives,
    knock_odds,
    knock_or_wait,
    knock_table,
    legal_actions,
    outs,
    reply_values,
    settle,
    simulate,
    step,
    taken_values,
    value_after,
    view,
)
from thirtyone.deck import pack
from thirtyone.strategies import Marks

HAND, UP = "KH 8H 2C", "5D"
ALMOST_ALL = [c for c in pack() if c not in cards("KH 8H 2C 5D 3C 4C 5C")]


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: hand_value("KH 8H"), "a hand is three cards, not 2: K♥ 8♥"),
        (lambda: hand_value(""), "a hand is three cards, not 0: nothing"),
        (lambda: hand_value("KH 8H 2C 5D"), "a hand is three cards, not 4"),
        (lambda: hand_value("KH KH 2C"), "K♥ is there twice"),
        (lambda: hand_value([37, 32, 0]), "37 is not a card"),
        (lambda: hand_value(HAND, rules="DUTCH"), "rules takes Rules"),
        (lambda: hand_value(HAND, rules=PRESETS["DUTCH"]), "2♣ is not in this deck of 32 cards"),
        (lambda: value_after(HAND, "KH"), "K♥ is in two places: hand and card"),
        (lambda: value_after(HAND, "5D 6D"), "one card is wanted here, not 2"),
        (lambda: best_discard(HAND, ""), "one card is wanted here, not 0"),
        (lambda: hand_values(held="KH", seen="KH"), "two places: held and seen"),
        (lambda: hand_values(held="KH 8H 2C 5D"), "a hand is three cards: 4 can't be held"),
        (lambda: hand_values(seen=pack()[:50]), "too many cards are held or seen"),
        (lambda: draw_values(HAND, "5D 6D"), "there is one upcard, not 2"),
        (lambda: draw_values(HAND, seen=[c for c in pack() if c not in cards(HAND)]), "no card"),
        (lambda: outs(HAND, 34), "a target is a value from 0 to 33, not 34"),
        (lambda: outs(HAND, -1), "from 0 to 33"),
        (lambda: outs(HAND, True), "from 0 to 33"),
        (lambda: outs(HAND, "20"), "from 0 to 33"),
        (lambda: chance_within(HAND, 25, -1), "draws is a whole number from 0 to 49, not -1"),
        (lambda: chance_within(HAND, 25, 1.5), "draws is a whole number"),
        (lambda: chance_within(HAND, 25, True), "draws is a whole number"),
        (lambda: chance_within(HAND, 25, 50), "from 0 to 49"),
        (lambda: reply_values(HAND, "8H"), "8♥ is in two places: hand and upcard"),
        (lambda: reply_values(HAND, ""), "a knock leaves one upcard, not 0"),
        (lambda: reply_values(HAND, UP, reply="best"), "'best' is not a reply: 'stand', 'stock'"),
        (lambda: reply_values(HAND, UP, held="2D 3D 4D 6D"), "held and took are more"),
        (lambda: taken_values(HAND, took="5D", reply="stock"), "never takes a card"),
        (lambda: taken_values(HAND, took="5D 6D"), "took is one card, not 2"),
        (lambda: taken_values(HAND, took="2D", threw="3D"), "nobody who replies"),
        (lambda: knock_odds(HAND, UP, threw="3C"), "threw=3♣ says nothing without took"),
        (lambda: knock_odds(HAND, UP, took="3C", threw="8H"), "two places: hand and threw"),
        (lambda: knock_odds(HAND, UP, opponents=0), "opponents is a whole number from 1 to 8"),
        (lambda: knock_odds(HAND, UP, opponents=9), "from 1 to 8, not 9"),
        (lambda: knock_odds(HAND, UP, opponents=True), "from 1 to 8, not True"),
        (lambda: knock_odds(HAND, UP, opponents=2.0), "from 1 to 8, not 2.0"),
        (lambda: knock_odds(HAND, UP, seen=ALMOST_ALL), "3 unseen cards are too few"),
        (lambda: knock_odds(HAND, UP, opponents=2, held="3C"), "use estimate_knock_odds"),
        (lambda: knock_odds(HAND, UP, opponents=2, reply="mean"), "use estimate_knock_odds"),
        (lambda: knock_odds(HAND, UP, opponents=2, rules=Rules(trips=30)), "estimate_knock_odds"),
        (lambda: knock_odds(HAND, UP, rules=PRESETS["COMPUTER"]), "the hand is not frozen"),
        (lambda: knock_odds(HAND, UP, rules=Rules(min_knock=21)), "is worth 18: these rules allow"),
        (lambda: knock_odds(HAND, UP, rules=PRESETS["JACOBS"]), "three cards of one suit"),
        (
            lambda: knock_odds("KH 8H 7C", "9D", opponents=8, rules=PRESETS["DUTCH"]),
            "28 unseen cards are too few for 8 opponents to hold and draw: at most 7",
        ),
        (lambda: knock_lives("KH 8H 2H", UP, rules=PRESETS["JACOBS"]), "broken by ranks"),
        (lambda: knock_table(opponents=8, rules=PRESETS["DUTCH"]), "at most 7 are possible"),
        (lambda: knock_table(opponents=2, reply="greedy"), "estimate_knock_odds"),
        (lambda: knock_table(reply="best"), "is not a reply"),
        (lambda: estimate_knock_odds(HAND, UP, rounds=0), "rounds is a whole number from 1"),
        (lambda: estimate_knock_odds(HAND, UP, rounds=1e5), "rounds is a whole number"),
        (lambda: estimate_knock_odds(HAND, UP, seed=-1), "seed is a whole number from 0"),
    ],
)
def test_refused_with_a_sentence(call, says):
    with pytest.raises(ValueError) as raised:
        call()
    assert says in str(raised.value)


def test_seven_opponents_are_enough_for_32_cards():
    odds = knock_odds("KH 8H 7C", "9D", opponents=7, rules=PRESETS["DUTCH"])
    assert odds["beaten by 31"] == 0
    assert odds.total > 0


def test_the_card_thrown_may_be_the_upcard():
    there = knock_odds("JC 8C 4H", "2D", took="5D", threw="2D", reply="mean")
    elsewhere = knock_odds("JC 8C 4H", "3D", took="5D", threw="2D", reply="mean")
    assert there.total and elsewhere.total and there != elsewhere


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            lambda: knock_odds(HAND, None),
            'a knock leaves one upcard, not 0: give a card such as "5D"',
        ),
        (lambda: reply_values(HAND, None), "a knock leaves one upcard"),
        (lambda: knock_odds(HAND, UP).mean, "these outcomes are no numbers: ask for the chance of"),
        (lambda: knock_odds(HAND, UP).median, "these outcomes are no numbers"),
        (lambda: knock_odds("AS KS QS", UP, rules=Rules(min_knock=31)), "is worth 30"),
        (lambda: Rules(min_knock="30"), "min_knock, where there is one, is a number"),
        (lambda: Rules(min_knock=True), "a number from 0 to 31, not True"),
        (lambda: settle([20, 21], rules="SCAT"), "rules takes Rules"),
        (lambda: hand_values().at_least("safe"), "'safe' is no number, as the outcomes here are"),
        (lambda: hand_values().p("10"), "'10' is no outcome here"),
        (lambda: knock_odds(HAND, UP).p("lowset"), "'lowset' is no outcome here: 'lowest', 'tied'"),
        (lambda: knock_odds(HAND, UP).at_most("safe"), "these outcomes are no numbers"),
        (lambda: card("K" * 500), "KKKKKK… is not a card: rank A"),
        (lambda: differences(SCAT, "DUTCH"), "rules takes Rules such as SCAT"),
        (lambda: legal_actions(None), "a state is what deal and step return, not None"),
        (lambda: step("state", "draw"), "a state is what deal and step return, not 'state'"),
        (lambda: view(None, 0), "a state is what deal and step return, not None"),
        (lambda: simulate(2, rounds=10, executor=5), "an executor is one of concurrent.futures"),
        (lambda: simulate(2, strategies=Marks(), rounds=10), "2 players need 2 strategies, not 1"),
        (lambda: taken_values(HAND, took=""), "took is the card that they took"),
        (
            lambda: estimate_knock_odds(HAND, UP, opponents=8, rounds=1, seed=85),
            "in each of these rounds somebody was dealt a 31: ask for more rounds",
        ),
        (lambda: simulate(2, rounds=10**12), "rounds is a whole number from 1 to 10,000,000,000"),
        (lambda: settle("ab"), "values are those of at least two hands, a list, not 'ab'"),
        (lambda: settle([17, None]), "each of the values is a number from 0 to 33, not None"),
        (lambda: settle([17, 99]), "from 0 to 33, not 99"),
        (lambda: settle([17, 17], knocker=0.0), "a seat is a whole number from 0 to 1, not 0.0"),
        (lambda: deal(2, dealer=1.0), "the dealer's seat is a whole number from 0 to 1, not 1.0"),
        (lambda: best_marks(1), "players is a whole number from 2 to 9"),
        (lambda: hand_values_after(1, players=10), "players is a whole number from 2 to 9"),
        (lambda: knock_or_wait(deal(2, seed=1)), "a View is wanted"),
        (lambda: simulate(2, strategies=["best", "best"]), "'best' is no strategy"),
        (lambda: Marks(22), "marks are one for each turn"),
        (
            lambda: simulate(2, rounds=1, strategies=[lambda view: view.legal[0]] * 2),
            "never end a round",
        ),
    ],
)
def test_slips_get_a_sentence_too(call, says):
    with pytest.raises(ValueError) as raised:
        call()
    assert says in str(raised.value)


def test_numpys_whole_numbers_are_whole_numbers():
    for k in np.arange(1, 4):
        assert knock_odds(HAND, UP, opponents=k) == knock_odds(HAND, UP, opponents=int(k))
        assert knock_lives(HAND, UP, opponents=k) == knock_lives(HAND, UP, opponents=int(k))
    assert outs(HAND, np.int64(19)) == outs(HAND, 19) == outs(HAND, Fraction(37, 2))
    assert Dist({np.int64(3): np.int64(1)}).mean == 3
    assert chance_within(HAND, 25, np.int8(1)) == chance_within(HAND, 25, 1)
    two, ten = np.uint8(2), np.int16(10)
    assert simulate(two, rounds=ten, seed=two) == simulate(2, rounds=10, seed=2)
    assert deal(two, seed=two) == deal(2, seed=2)
    assert view(deal(2, seed=2), np.int64(1)) == view(deal(2, seed=2), 1)
