"""By whatever rules: many rounds at once are the step engine's, and those are the oracle's."""

import random
from collections import Counter

import numpy as np
import pytest
from engine.game_checks import HOUSES, STARTS, check_rounds, check_rounds_of, give
from engine.random_rules import in_plain_words, random_rules
from oracle import naive as oracle

from thirtyone import card, deal, legal_actions, rounds, settle, step
from thirtyone.rounds import decks_of
from thirtyone.scoring import settled
from thirtyone.strategies import Marks


@pytest.mark.parametrize("players", (2, 3, 5, 9))
@pytest.mark.parametrize("name", HOUSES)
def test_round_by_round_action_by_action(name, players):
    check_rounds_of(name, players, 40)


def by_table():
    """500 random rules, those that share a table of hands together."""
    rng = random.Random(9)
    drawn = [random_rules(rng) for _ in range(500)]
    return sorted(drawn, key=lambda rules: repr(rules.only("value")))


def test_any_rules_any_marks_any_stock():
    rng, ends, valued = random.Random(31), Counter(), None
    for number, rules in enumerate(by_table()):
        if valued not in (None, rules.only("value")):
            rounds._moves.cache_clear()  # else those of 48 ways to value a hand are kept
        valued = rules.only("value")
        players = rng.randint(2, 6)
        strategies = [
            Marks(
                tuple(rng.randint(0, 34) for _ in range(rng.randint(1, 4))),
                take=rng.choice(("mean", "greedy")),
            )
            for _ in range(players)
        ]
        most = len(rules.deck) - 3 * players - 1
        stock = rng.choice((1, rng.randint(1, 8), rng.randint(1, most), most))
        decks = decks_of(rules, number, 0, 3)[:, : 3 * players + 1 + min(stock, most)]
        ends.update(check_rounds(decks, players, strategies, rules).tolist())
    assert all(ends[end] > 10 for end in range(len(rounds.ENDS))), ends


def dealt(rules, players, rng):
    """A deck as the oracle writes cards, cut short, at times with hands that seldom come."""
    deck = oracle.deck(in_plain_words(rules))
    rng.shuffle(deck)
    hands, upcard = rng.choice((*STARTS, (("AS AH AD",), "")))
    deck = give(deck, players, [hand.split() for hand in hands], upcard.split())
    most = len(deck) - 3 * players - 1
    return deck[: 3 * players + 1 + rng.choice((1, rng.randint(1, min(9, most)), most))]


def choose(actions, hand, plain, rng, eager):
    """At random, but that one may always keep the best hand, and seldom ends the round."""
    if actions[0].startswith("discard") and eager:
        left = {action: oracle.without(hand, action.split()[1]) for action in actions}
        return max(actions, key=lambda action: oracle.value(left[action], plain))
    if "hammer" in actions and rng.random() < 0.5:
        return "hammer"
    seldom = {"knock", "throw down", "stop", "declare"}
    return rng.choice([a for a in actions if a not in seldom or rng.random() < 0.4] or actions)


def text(cards):
    return [f"{c.rank}{c.suit}".replace("10", "T") for c in cards]


def test_the_oracle_plays_scores_and_values_any_rules_alike():
    rng, done = random.Random(1), Counter()
    for rules in [random_rules(rng) for _ in range(1_000)]:
        plain, players = in_plain_words(rules), rng.randint(2, 6)
        deck, dealer, eager = dealt(rules, players, rng), rng.randrange(players), rng.random() < 0.7
        state = deal(players, deck=[card(c) for c in deck], dealer=dealer, rules=rules)
        story = oracle.play(deck, players, dealer, plain)
        seat, actions = next(story)
        while True:
            legal = [action.replace("10", "T") for action in legal_actions(state)]
            assert (state.to_act, sorted(legal)) == (seat, sorted(actions))
            action = choose(actions, text(state.hands[seat]), plain, rng, eager)
            state = step(state, action)
            done[action.partition(" ")[0]] += 1
            try:
                seat, actions = story.send(action)
            except StopIteration as end:
                assert (list(state.values), state.result) == end.value
                break
        assert state.over
    rare = ("hammer", "throw", "look", "quiet", "declare", "knock", "stand", "stop", "take")
    assert all(done[action] > 50 for action in rare), done


def showdowns(rng, rules, count):
    """Ends of rounds that rules may or may not come to: arguments of ``settle``."""
    deck = rules.deck
    for _ in range(count):
        players = rng.randint(2, 6)
        cards = rng.sample(deck, 3 * players)
        hands = [cards[i : i + 3] for i in range(0, 3 * players, 3)]
        values = [rng.choice((9, 10, 20, 30, 30.5, 31, 33)) for _ in range(players)]
        yield {
            "values": values,
            "hands": hands,
            "knocker": rng.choice((None, *range(players))),
            "declared": rng.sample(range(players), rng.choice((0, 0, 1, players - 1))),
            "stock_empty": rng.random() < 0.3,
        }


def test_settle_and_the_oracle_score_any_showdown_alike():
    rng = random.Random(5)
    for rules in [random_rules(rng) for _ in range(500)]:
        for end in showdowns(rng, rules, 4):
            expected = oracle.settle(
                **{**end, "hands": list(map(text, end["hands"]))}, rules=in_plain_words(rules)
            )
            assert settle(**end, rules=rules) == expected, (end, rules)


def test_many_showdowns_at_once_are_each_of_them():
    rng = random.Random(6)
    for rules in [random_rules(rng) for _ in range(100)]:
        ends = [end for end in showdowns(rng, rules, 30) if len(end["values"]) == 3]
        if ends:
            many = settled(
                np.array([[round(2 * value) for value in end["values"]] for end in ends]),
                np.array([-1 if end["knocker"] is None else end["knocker"] for end in ends]),
                np.array([[seat in end["declared"] for seat in range(3)] for end in ends]),
                np.array([end["stock_empty"] for end in ends]),
                np.array([end["hands"] for end in ends]),
                rules,
            )
            assert [tuple(row) for row in (many / 2).tolist()] == [
                settle(**end, rules=rules) for end in ends
            ]
