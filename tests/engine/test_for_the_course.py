"""What the notebooks ask of the engine in one word: each against the long way round."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from thirtyone import (
    PRESETS,
    SCAT,
    Estimate,
    deal,
    hand_values_after,
    knock_or_wait,
    knock_table,
    simulate,
    step,
    view,
)
from thirtyone.deck import Card
from thirtyone.game import View
from thirtyone.knock_table import pays_from
from thirtyone.marks import mark_gains
from thirtyone.rounds import decks_of
from thirtyone.simulation import duel
from thirtyone.strategies import Counter, Marks, published_marks
from thirtyone.waiting import at_least

GIN = PRESETS["GIN"]
POINTS = next(rules for rules in PRESETS.values() if rules.scoring != "lives")


def refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()


# The view of an opening


def test_an_opening_is_the_view_of_a_round_dealt_so():
    dealt = view(deal(2, deck="KH 3C 9H 7S 2C 4D 5D 6S", dealer=1), 0)
    assert View.opening("KH 9H 2C", "5D") == replace(dealt, stock=45)
    assert knock_or_wait(View.opening("KH 9H 2C", "5D"), rounds=500) == (
        knock_or_wait(replace(dealt, stock=45), rounds=500)
    )


def test_an_opening_of_more_players_and_later_turns():
    later = View.opening("KH 9H 2C", "5D", players=4, turn=2)
    assert (later.seat, later.dealer, later.players, later.turn) == (0, 3, 4, 2)
    assert (later.stock, later.upcard, later.knocker) == (52 - 13, "5D" and Card(16), None)
    assert later.legal == ("draw", "take", "knock")
    barred = replace(SCAT, first_turn_knock=False)
    assert "knock" not in View.opening("KH 9H 2C", "5D", rules=barred).legal
    assert "knock" in View.opening("KH 9H 2C", "5D", turn=1, rules=barred).legal


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"hand": "KH 9H"}, "a hand is three cards, not 2"),
        ({"hand": "AH KH QH"}, "a 31 is declared before anybody takes a turn"),
        ({"upcard": "KH"}, "K♥ is in two places: the hand and the upcard"),
        ({"upcard": "KH 2D"}, "is not a card"),
        ({"players": 1}, "players is a whole number from 2 to 9"),
        ({"turn": -1}, "turn is a whole number from 0"),
        ({"turn": True}, "turn is a whole number from 0"),
        ({"rules": "SCAT"}, "rules takes Rules"),
    ],
)
def test_an_opening_that_cannot_be(given, says):
    refused(lambda: View.opening(**{"hand": "KH 9H 2C", "upcard": "5D"} | given), says)


# From where a knock pays


@pytest.mark.parametrize(
    ("opponents", "reply"), [*((k, "stock") for k in range(1, 9)), (1, "mean"), (1, "sharp")]
)
def test_from_the_least_value_on_every_knock_pays(opponents, reply):
    least = pays_from(opponents=opponents, reply=reply)
    table = knock_table(opponents=opponents, reply=reply)
    even = Fraction(1, 2 * opponents + 1)
    assert all(table[value].p("lowest") < even for value in range(least, 32))
    assert table[least - 1].p("lowest") >= even


def test_where_each_life_counts_once_a_knock_pays_sooner():
    assert pays_from(rules=replace(SCAT, knocker_lowest=1)) < pays_from()


def test_pays_from_refuses_what_knock_table_and_break_even_refuse():
    refused(lambda: pays_from(opponents=0), "opponents is a whole number from 1 to 8")
    refused(lambda: pays_from(reply="best"), "'best' is not a reply")
    refused(lambda: pays_from(rules=GIN), "not about being lowest")
    refused(lambda: pays_from(rules=POINTS), "not about being lowest")


# What silence leaves


def test_at_least_adds_the_shares_up():
    hands = hand_values_after(1, rounds=2_000)
    share = at_least(hands, 20)
    assert share.value == pytest.approx(sum(hands[v].value for v in hands if v >= 20))
    assert (share.n, share.seed) == (hands[20].n, 0)
    assert at_least(hands, 2).value == 1 and at_least(hands, 34).value == 0


# What another mark gains


def test_another_mark_gains_what_simulate_finds():
    best = published_marks(2)
    gains = mark_gains(2, rounds=80_000, seed=1)
    assert [*gains] == sorted(gains) and gains[22] == Estimate(0.0, 0.0, 80_000, 1)
    for mark in (18, 20, 24):
        changed = Marks((mark, *best.marks[1:]))
        for seat, rounds in enumerate(((changed, best), (best, changed))):
            with_it = simulate(2, strategies=rounds, rounds=40_000, seed=2).gain[seat]
            without = simulate(2, rounds=40_000, seed=2).gain[seat]
            gained = with_it.value - without.value
            assert abs(gained - gains[mark].value) < 0.04  # by seat, so the bound is wide


def test_other_turns_have_their_own_mark():
    second = mark_gains(2, turn=1, rounds=40_000)
    assert second[23].stderr == 0 and second[18].value < -0.02


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"players": 10}, "players is a whole number from 2 to 9"),
        ({"turn": 13}, "turn is a whole number from 0 to 12, not 13"),
        ({"turn": 1.0}, "turn is a whole number"),
        ({"rounds": 0}, "rounds is a whole number from 1"),
        ({"seed": -1}, "seed is a whole number from 0"),
        ({"rules": POINTS}, "not for a points game"),
        ({"rules": None}, "rules takes Rules"),
    ],
)
def test_marks_that_cannot_be_weighed(given, says):
    refused(lambda: mark_gains(**{"players": 2} | given), says)


# Two strategies against each other


def lives_lost(deck, strategies):
    """One round, step by step."""
    state = deal(2, deck=[Card(i) for i in deck])
    while not state.over:
        state = step(state, strategies[state.to_act](view(state, state.to_act)))
    return state.result


def test_a_duel_is_the_rounds_of_its_seed_with_seats_changed_after_each():
    one, other = Marks((18,)), Marks()
    played = duel(one, other, rounds=21, seed=4)
    for i, deck in enumerate(decks_of(SCAT, 4, 0, 21).tolist()):
        lost = lives_lost(deck, (one, other) if i % 2 == 0 else (other, one))
        assert played.lives[i] == lost[1 - i % 2] - lost[i % 2]
    assert (played.gain.n, played.seed, played.ahead().seed) == (21, 4, 4)


def test_a_duel_does_not_depend_on_its_blocks(monkeypatch):
    whole = duel(Marks((18,)), Marks(), rounds=101).lives
    monkeypatch.setattr("thirtyone.simulation.BLOCK", 20)
    assert (duel(Marks((18,)), Marks(), rounds=101).lives == whole).all()


def test_evenings_are_added_up_and_what_is_left_over_is_left_out():
    played = duel(Marks((18,)), Marks(), rounds=25)
    evenings = [sum(played.lives[:10]), sum(played.lives[10:20])]
    assert played.totals(10).tolist() == evenings
    assert played.ahead(10).value == sum(total > 0 for total in evenings) / 2
    assert played.gain.value == pytest.approx(np.mean(played.lives))
    assert duel(Marks((18,)), Marks(), rounds=1).totals(1).shape == (1,)
    refused(lambda: played.totals(26), "rounds is a whole number from 1 to 25, not 26")
    refused(lambda: played.ahead(0), "rounds is a whole number from 1")


def test_a_duel_is_of_marks_and_of_whole_rounds():
    for wrong in (Counter(), print, None, (18,), "best"):
        refused(lambda wrong=wrong: duel(wrong, Marks()), "strategies of marks play a duel, not")
        refused(lambda wrong=wrong: duel(Marks(), wrong), "strategies of marks play a duel, not")
    refused(lambda: duel(Marks(), Marks(), rounds=1.5), "rounds is a whole number")
    refused(lambda: duel(Marks(), Marks(), seed=-1), "seed is a whole number")
