"""One opponent's last turn against plain enumeration: replies, cards held, cards taken."""

from dataclasses import replace
from random import Random

import pytest
from oracle import naive as oracle

from thirtyone import PRESETS, SCAT, Dist, knock_odds, reply_values, taken_values

RULES = {
    "scat": (SCAT, oracle.SCAT),
    "trips 30.5": (replace(SCAT, trips=30.5), oracle.SCAT | {"trips": 30.5}),
    "runs": (replace(SCAT, suited_run=30), oracle.SCAT | {"suited_run": 30}),
    "cadillac": (PRESETS["CADILLAC"], oracle.PRESETS["CADILLAC"]),
    "gin": (PRESETS["GIN"], oracle.PRESETS["GIN"]),
    "four corners": (PRESETS["FOUR_CORNERS"], oracle.PRESETS["FOUR_CORNERS"]),
    "32 cards": (PRESETS["DUTCH"], oracle.PRESETS["DUTCH"]),
}
each_rules = pytest.mark.parametrize(("rules", "plain"), RULES.values(), ids=RULES)
each_reply = pytest.mark.parametrize("reply", oracle.REPLIES)
each_taking_reply = pytest.mark.parametrize("reply", ["greedy", "mean", "sharp"])


def short_decks(plain, seed, count, unseen):
    """Seeded (hand, upcard, unseen cards, seen cards); few ranks, so 31s and trips do occur."""
    rng = Random(seed)
    for i in range(count):
        deck = oracle.deck(plain)
        few = [card for card in deck if card[0] in ("9TQKA" if i % 2 else "5789TKA")]
        pool = few if len(few) >= unseen + 4 else deck
        *hand, upcard = rng.sample(deck, 4)
        hidden = rng.sample(oracle.without(pool, hand, upcard), unseen)
        yield hand, upcard, hidden, oracle.without(deck, hand, upcard, hidden)


def assert_same(dist, counts):
    assert isinstance(dist, Dist)
    assert dict(dist) == dict(counts)
    assert {type(count) for count in dist.values()} == {int}


def assert_same_or_refused(counts, call, *args, **options):
    """What cannot have happened is refused: an empty distribution would say nothing."""
    if sum(counts.values()):
        assert_same(call(*args, **options), counts)
    else:
        with pytest.raises(ValueError, match=r"\w"):
            call(*args, **options)


def odds(hand, counts, plain):
    """The knocker's fate from one opponent's values."""
    finals = {(worth,): count for worth, count in counts.items()}
    return oracle.knock_odds(oracle.counts_as(hand, plain), finals, plain)


def test_a_reply_with_the_whole_deck():
    rules, plain = RULES["cadillac"]
    hand, upcard = ["9S", "4S", "JD"], "9D"
    counts = oracle.reply_values(hand, upcard, "mean", rules=plain)
    dist = reply_values(hand, upcard, reply="mean", rules=rules)
    assert_same(dist, counts)
    assert dist.total % 45 == 0
    fates = knock_odds(hand, upcard, reply="mean", rules=rules)
    assert_same(fates, odds(hand, counts, plain))


@each_rules
@each_reply
def test_replies_with_a_short_deck(rules, plain, reply):
    for hand, upcard, hidden, seen in short_decks(plain, seed=1, count=4, unseen=10):
        options = {"reply": reply, "seen": seen, "rules": rules}
        counts = oracle.reply_values(hand, upcard, reply, seen=seen, rules=plain)
        dist = reply_values(hand, upcard, **options)
        assert_same(dist, counts)
        assert dist.total % (len(hidden) - 3) == 0
        assert_same(knock_odds(hand, upcard, **options), odds(hand, counts, plain))


@each_rules
@each_reply
@pytest.mark.parametrize("number", [1, 2, 3])
def test_replies_with_cards_held(rules, plain, reply, number):
    for hand, upcard, hidden, seen in short_decks(plain, seed=2, count=3, unseen=12):
        held = hidden[:number]
        options = {"reply": reply, "held": held, "seen": seen, "rules": rules}
        counts = oracle.reply_values(hand, upcard, reply, held, seen=seen, rules=plain)
        assert_same_or_refused(counts, reply_values, hand, upcard, **options)
        fates = odds(hand, counts, plain)
        assert_same_or_refused(fates, knock_odds, hand, upcard, **options)


@each_rules
@each_taking_reply
def test_a_card_taken_is_evidence(rules, plain, reply):
    for hand, took, (upcard, *hidden), seen in short_decks(plain, seed=3, count=2, unseen=9):
        takers = oracle.takers(hand, reply, took, (), upcard, seen, plain)
        thrown = {card for _, card in takers}
        for threw in ("", upcard, *sorted(thrown)[:1], hidden[0]):
            known = {"took": took, "threw": threw, "seen": seen}
            options = {"reply": reply, **known, "rules": rules}
            values = oracle.taken_values(hand, reply, **known, rules=plain)
            assert_same_or_refused(values, taken_values, hand, **options)
            for held in ([], hidden[1:2]):
                counts = oracle.reply_values(hand, upcard, reply, held, **known, rules=plain)
                fates = odds(hand, counts, plain)
                assert_same_or_refused(fates, knock_odds, hand, upcard, held=held, **options)


@pytest.mark.parametrize("reply", ["stand", "stock"])
def test_a_reply_that_never_takes_contradicts_a_card_taken(reply):
    with pytest.raises(ValueError, match=reply):
        taken_values("JC 8C 4H", reply=reply, took="5D")
    with pytest.raises(ValueError, match=reply):
        knock_odds("JC 8C 4H", "2S", reply=reply, took="5D")
