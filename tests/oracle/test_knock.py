"""Knocking against several opponents: every deal and every draw of a short deck is walked."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest
from oracle import naive as oracle

from thirtyone import PRESETS, SCAT, Dist, knock_lives, knock_odds, knock_table, settle
from thirtyone.checks import OnlyEstimate

BOTH = {
    **{name: (PRESETS[name], plain) for name, plain in oracle.PRESETS.items()},
    "runs": (replace(SCAT, suited_run=30), oracle.SCAT | {"suited_run": 30}),
    "one life": (replace(SCAT, knocker_lowest=1), oracle.SCAT | {"knocker_lowest": 1}),
    "promise": (replace(SCAT, promise=True), oracle.SCAT | {"promise": "highest"}),
}
WITHIN_A_SUIT = [name for name, (_, plain) in BOTH.items() if not plain["trips"]]

# Short decks: all that the opponents and the stock can hold. A 31 can be dealt (and is left out) or
# be made on the last turn; in all but the first, two opponents can be about to make one.
NINE = "AC KC TC 5C 9D 8D 2H 3S 4S"
TEN = "AH QH JH 9H AS KS TS 6D 2C 3C"
TRIPS = "AC AD AH KC QC JH 7D 7S 3S"
TWELVE = "AS TS KS 8D 7D 6D 2C 3C AH QH JH 5H"
DUTCH = "AC KC TC AD QD TD 9D 7H 8S QC"

# Knockers from 7 to 31, each with an upcard; a deck meets those it shares no card with.
KNOCKERS = {
    "2D 6H 7S": "5D",
    "7C 8H 9S": "JS",
    "8C 9C 5S": "2D",
    "TD 7H 5D": "AD",
    "TD JD 4H": "6C",
    "7H 8H 6H": "QS",
    "JD QD 3D": "8H",
    "JD KD AD": "4H",
    "9H TH JS": "AS",
    "QS KS 7S": "9C",
    "KH QH JD": "KD",
    "AD JD TD": "7S",
}


def knockers(unseen, plain):
    """(hand, upcard, seen cards, what the hand counts) of each knocker who can meet this deck."""
    deck = oracle.deck(plain)
    for hand, upcard in KNOCKERS.items():
        known = [*hand.split(), upcard]
        if set(known) <= set(deck) - set(unseen.split()):
            seen = oracle.without(deck, known, unseen.split())
            yield hand, upcard, seen, oracle.counts_as(hand.split(), plain)


@pytest.fixture(scope="module")
def walk():
    """Showdowns of a short deck; one walk serves every knocker and all rules that play it alike."""
    walked = {}

    def showdowns(unseen, opponents, reply, plain, alike=False):
        rules = [plain[name] for name in ("trips", "aces", "suited_run")]
        played_out = reply == "stand" or plain["late_31"] == "high"
        key = (unseen, opponents, reply, alike, *rules, played_out)
        if key not in walked:
            walked[key] = oracle.showdowns(unseen.split(), opponents, reply, plain, alike)
        return walked[key]

    return showdowns


def assert_odds(dist, fates):
    assert isinstance(dist, Dist)
    assert set(dist) == set(fates)
    assert {type(count) for count in dist.values()} == {int}
    assert dist.total == sum(dist.values())
    assert dist == Dist(fates)


def assert_lives(pair, lives):
    assert isinstance(pair, tuple)
    assert [type(mean) for mean in pair] == [Fraction, Fraction]
    assert pair == lives


def assert_knock(unseen, finals, opponents, reply, rules, plain):
    met = 0
    for hand, upcard, seen, own in knockers(unseen, plain):
        options = {"opponents": opponents, "reply": reply, "seen": seen, "rules": rules}
        assert_odds(knock_odds(hand, upcard, **options), oracle.knock_odds(own, finals, plain))
        assert_lives(knock_lives(hand, upcard, **options), oracle.knock_lives(own, finals, plain))
        met += 1
    assert met >= 3


@pytest.mark.parametrize(
    ("name", "reply"),
    sorted(set(product(WITHIN_A_SUIT, ["stand", "stock"])) - {("NO_ELIMINATION", "stock")}),
)
def test_two_opponents(name, reply, walk):
    rules, plain = BOTH[name]
    for unseen in [DUTCH] if name == "DUTCH" else [NINE, TEN]:
        finals = walk(unseen, 2, reply, plain)
        assert (31 in {worth for others in finals for worth in others}) == (reply == "stock")
        assert_knock(unseen, finals, 2, reply, rules, plain)


@pytest.mark.parametrize(
    ("name", "reply"),
    [
        *product(["SCAT", "SCAT_STRICT", "FRENCH_CANADIAN", "promise"], ["stand", "stock"]),
        ("NO_ELIMINATION", "stand"),
        ("FOUR_CORNERS", "stand"),
        pytest.param("FOUR_CORNERS", "stock", marks=pytest.mark.slow),
    ],
)
def test_three_opponents(name, reply, walk):
    """Not the places of no elimination: who draws first matters there, so no seats are alike."""
    rules, plain = BOTH[name]
    finals = walk(TWELVE, 3, reply, plain, alike=True)
    assert_knock(TWELVE, finals, 3, reply, rules, plain)


@pytest.mark.parametrize("name", ["SCAT", "SCAT_STRICT", "FOUR_CORNERS", "NO_ELIMINATION"])
def test_four_opponents_who_stand(name, walk):
    rules, plain = BOTH[name]
    finals = walk(TWELVE, 4, "stand", plain, alike=True)
    assert_knock(TWELVE, finals, 4, "stand", rules, plain)


@pytest.mark.parametrize(
    ("opponents", "reply", "unseen"), [(2, "stand", 8), (2, "stock", 8), (3, "stand", 9)]
)
@pytest.mark.parametrize("name", ["SCAT", "FOUR_CORNERS", "DUTCH", "runs"])
def test_many_short_decks(name, opponents, reply, unseen):
    rules, plain = BOTH[name]
    rng = Random(opponents)
    for _ in range(6):
        deck = oracle.deck(plain)
        high = [card for card in deck if card[0] in "89TQKA"]
        hidden = rng.sample(high, unseen)
        *hand, upcard = rng.sample(oracle.without(deck, hidden), 4)
        finals = oracle.showdowns(hidden, opponents, reply, plain)
        own, seen = oracle.counts_as(hand, plain), oracle.without(deck, hidden, hand, upcard)
        options = {"opponents": opponents, "reply": reply, "seen": seen, "rules": rules}
        assert_odds(knock_odds(hand, upcard, **options), oracle.knock_odds(own, finals, plain))
        assert_lives(knock_lives(hand, upcard, **options), oracle.knock_lives(own, finals, plain))


def test_places_when_two_draw_are_exact_or_refused(walk):
    """A 31 ends the round, so that who comes after it is placed by a hand without a draw."""
    rules, plain = BOTH["NO_ELIMINATION"]
    finals = walk(NINE, 2, "stock", plain)
    for hand, upcard, seen, own in knockers(NINE, plain):
        options = {"opponents": 2, "reply": "stock", "seen": seen, "rules": rules}
        assert_odds(knock_odds(hand, upcard, **options), oracle.knock_odds(own, finals, plain))
        try:
            lives = knock_lives(hand, upcard, **options)
        except ValueError as refusal:
            assert "knock_odds" in str(refusal)
        else:
            assert_lives(lives, oracle.knock_lives(own, finals, plain))


@pytest.mark.parametrize("reply", ["stand", "stock"])
@pytest.mark.parametrize("name", sorted(set(BOTH) - set(WITHIN_A_SUIT)))
def test_two_opponents_where_trips_count_are_exact_or_refused(name, reply, walk):
    rules, plain = BOTH[name]
    finals = walk(TRIPS, 2, reply, plain)
    for hand, upcard, seen, own in knockers(TRIPS, plain):
        options = {"opponents": 2, "reply": reply, "seen": seen, "rules": rules}
        try:
            dist = knock_odds(hand, upcard, **options)
        except OnlyEstimate as refusal:
            assert "estimate_knock_odds" in str(refusal)
        else:
            assert_odds(dist, oracle.knock_odds(own, finals, plain))


@pytest.mark.parametrize("reply", oracle.REPLIES)
@pytest.mark.parametrize("name", BOTH)
def test_the_lives_of_a_knock_against_one_opponent(name, reply):
    rules, plain = BOTH[name]
    unseen = DUTCH if name == "DUTCH" else NINE
    for hand, upcard, seen, own in knockers(unseen, plain):
        values = oracle.reply_values(hand.split(), upcard, reply, seen=seen, rules=plain)
        finals = {(worth,): count for worth, count in values.items()}
        options = {"reply": reply, "seen": seen, "rules": rules}
        assert_odds(knock_odds(hand, upcard, **options), oracle.knock_odds(own, finals, plain))
        assert_lives(knock_lives(hand, upcard, **options), oracle.knock_lives(own, finals, plain))


# The table of knocks. Few hands have the lowest values, so that they can be pooled naively: four
# are worth 2 (7 with 32 cards), alike but for the suit that is missing, and 28 are worth 3 (8).


@pytest.mark.parametrize(("name", "own"), [("SCAT", 2), ("DUTCH", 7), ("DUTCH", 8)])
def test_table_of_knocks_against_one_who_stands(name, own):
    rules, plain = BOTH[name]
    pooled = Counter()
    for hand in combinations(oracle.deck(plain), 3):
        if oracle.value(hand, plain) == own:
            left = oracle.without(oracle.deck(plain), hand)
            finals = oracle.showdowns(left, 1, "stand", plain)
            pooled.update(oracle.knock_odds(own, finals, plain))
    assert_odds(knock_table(reply="stand", rules=rules)[own], pooled)


def test_table_of_knocks_against_one_who_draws():
    rules, plain = BOTH["DUTCH"]
    left = oracle.without(oracle.deck(plain), "7C", "7D", "7H")
    finals = oracle.showdowns(left, 1, "stock", plain)
    assert_odds(knock_table(rules=rules)[7], oracle.knock_odds(7, finals, plain))


@pytest.mark.parametrize(
    ("opponents", "reply"),
    [
        (2, "stock"),
        (5, "stand"),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in [(1, "greedy"), (1, "sharp"), (8, "stock")]
        ),
    ],
)
def test_table_of_knocks_pools_every_upcard(opponents, reply):
    """Of the upcards beside 2C 2D 2H, those of the three suits are alike."""
    options = {"opponents": opponents, "reply": reply}
    pooled = Counter()
    for upcard in oracle.without(oracle.deck(), "2C", "2D", "2H"):
        alike = {"C": 3, "S": 1}.get(upcard[1], 0)
        if alike:
            for fate, count in knock_odds("2C 2D 2H", upcard, **options).items():
                pooled[fate] += alike * count
    assert_odds(knock_table(**options)[2], pooled)


# Settling


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", BOTH)
def test_settle(name, seats):
    rules, plain = BOTH[name]
    for values in product([10, 17, 30.5, 31], repeat=seats):
        blitzes = [seat for seat in range(seats) if values[seat] == 31]
        for knocker in (None, *range(seats)):
            for declared in ((), blitzes[:1], blitzes):
                for stock_empty in (False, True):
                    if knocker not in declared:
                        end = {"knocker": knocker, "declared": declared, "stock_empty": stock_empty}
                        result = settle(values, **end, rules=rules)
                        assert result == oracle.settle(values, **end, rules=plain), (values, end)
