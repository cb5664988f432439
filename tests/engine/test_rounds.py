"""By whatever rules: many rounds at once are the step engine's, and those are the oracle's."""

import random
from collections import Counter

import numpy as np
import pytest
from engine.random_rules import in_plain_words, random_rules
from oracle import naive as oracle

from thirtyone import PRESETS, Card, card, deal, legal_actions, rounds, settle, step, view
from thirtyone.rounds import decks_of, how_it_ended, play_from_deal
from thirtyone.rules import Rules
from thirtyone.scoring import settled
from thirtyone.strategies import Marks, beginner

SEATS = (Marks(), beginner(15), Marks((18,)), Marks((34,)), Marks((5, 9, 31), take="greedy"))
HOUSES = {
    **PRESETS,
    "runs": Rules(suited_run=30, blitz="court", min_knock=17, may_stand=True),
    "short stock": Rules(trips=30, aces=33, late_31=None, lowest_rank=7, may_stand=True),
}
DID = {"knock": "knocked", "take": "took", "draw": "drew", "stop": "stood", "stand": "stood"}


def stepped(deck, players, strategies, rules):
    """One round by the step engine: the state at its end and what was done, turn by turn."""
    state, log = deal(players, deck=[Card(int(c)) for c in deck], rules=rules), []
    while not state.over:
        seat = state.to_act
        action = strategies[seat](view(state, seat))
        assert action in legal_actions(state)
        state = step(state, action)
        if action.startswith("discard"):
            log[-1][1] = int(state.pile[-1])
        elif action in DID:
            log.append([DID[action], -1])
    return state, action, log


def check_rounds(decks, players, strategies, rules):
    """Both play the same, action by action, and come to the same; how the rounds ended."""
    play = play_from_deal(decks, players, strategies, rules=rules)
    logs = [[] for _ in decks]
    while len(play.going):
        turn = play.turn(play.knocks())
        for k, i in enumerate(turn.going):
            did = "stood" if not turn.moved[k] else "took" if turn.took[k] else "drew"
            thrown = int(turn.thrown[k]) if turn.moved[k] else -1
            logs[i].append(["knocked", -1] if turn.knocked[k] and thrown < 0 else [did, thrown])
            if turn.knocked[k] and thrown >= 0:  # and still drew
                logs[i].insert(-1, ["knocked", -1])
    many = play.finish()
    for i, deck in enumerate(decks):
        state, last, log = stepped(deck, players, strategies, rules)
        assert logs[i] == log
        assert (many.values[i] / 2).tolist() == list(state.values)
        assert (many.result[i] / 2).tolist() == list(state.result)
        assert many.knocker[i] == (-1 if state.knocker is None else state.knocker)
        assert many.end[i] == how_it_ended(state, last)
    return many.end


@pytest.mark.parametrize("name", HOUSES)
def test_round_by_round_action_by_action(name):
    rules = HOUSES[name]
    for players in (2, 3, 5, 9):
        strategies = [SEATS[seat % len(SEATS)] for seat in range(players)]
        check_rounds(decks_of(rules, players, 0, 40), players, strategies, rules)


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
    """A deck as the oracle writes cards, cut short, at times with a 31 or three aces dealt."""
    deck = oracle.deck(in_plain_words(rules))
    rng.shuffle(deck)
    gifts = rng.choice(((), ("AS KS QS",), ("AS KS QS", "AH TH KH"), ("AS AH AD",), ("AC QC 9D",)))
    for place, gift in enumerate(gifts):
        for turn, wanted in enumerate(gift.split()):
            here, there = turn * players + place, deck.index(wanted)
            deck[here], deck[there] = deck[there], deck[here]
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
