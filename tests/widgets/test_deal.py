"""The deal without a browser: nothing is shown before a guess, and the same seed deals the same."""

import pytest
from as_read import page

from thirtyone import cards, hand_value
from thirtyone.widgets import Deal
from thirtyone.widgets.deal import Round, State, adding, dealt, verdict


def play(deal, *actions):
    for action in actions:
        deal.act(action)
    return deal


def seats(deal, attribute):
    return [seat[attribute] for seat in page(deal).all("button.t31-seat")]


def values(deal):
    return page(deal).texts(".t31-value b")


def below(deal):
    return page(deal).one(".t31-lead").text


def test_it_opens_on_four_hands_without_their_values():
    deal = Deal()
    assert seats(deal, "aria-label") == [
        "Seat 1: king of clubs, queen of diamonds, jack of hearts",
        "Seat 2: 9 of spades, 8 of spades, 3 of diamonds",
        "Seat 3: ace of hearts, 5 of hearts, 2 of clubs",
        "Seat 4: 8 of diamonds, 7 of clubs, 5 of diamonds",
    ]
    assert values(deal) == ["?"] * 4
    assert page(deal).all(".t31-marked") == []
    assert page(deal).one(".t31-verdict").text == "Which hand is worth least? Point at it."
    assert repr(deal) == (
        "Deal 0: K♣ Q♦ J♥, 9♠ 8♠ 3♦, A♥ 5♥ 2♣, 8♦ 7♣ 5♦. Which hand is worth least? Point at it."
    )


def test_the_values_stay_hidden_until_a_guess():
    deal = play(Deal(), "reveal")
    assert not deal.state.round.revealed
    assert below(deal) == "Point at a hand first."
    assert page(deal).one('[data-do="reveal"]')["aria-disabled"] == "true"
    play(deal, "guess 5")
    assert below(deal) == "The seats are 1 to 4."
    play(deal, "guess 2", "guess 3")
    assert seats(deal, "aria-pressed") == ["false", "false", "true", "false"]
    assert "aria-disabled" not in page(deal).one('[data-do="reveal"]')
    assert values(deal) == ["?"] * 4


def test_the_reveal_shows_the_values_the_cards_that_make_them_and_the_loser():
    deal = play(Deal(), "guess 3", "reveal")
    shown = page(deal)
    assert values(deal) == ["10", "17", "16", "13"]
    assert len(shown.all(".t31-marked")) == 7 and len(shown.all(".t31-dimmed")) == 5
    assert ["t31-loser" in seat.classes for seat in shown.all(".t31-seat")] == [True, *[False] * 3]
    assert shown.one(".t31-verdict").text == "Seat 1 is lowest with 10; you said seat 3."
    assert below(deal) == "Adding all three cards gives 30, 20, 18, 20: that would blame seat 3."
    assert shown.one(".t31-score").text == "Deal 0 · right 0 of 1"
    assert repr(deal) == (
        "Deal 0: K♣ Q♦ J♥ is 10, 9♠ 8♠ 3♦ is 17, A♥ 5♥ 2♣ is 16, 8♦ 7♣ 5♦ is 13. "
        "Seat 1 is lowest with 10; you said seat 3."
    )


def test_after_the_reveal_the_guess_is_fixed_and_counted_once():
    deal = play(Deal(), "guess 1", "reveal", "guess 2", "reveal")
    assert deal.state == State(Round(pointed=0, revealed=True), right=1, played=1)
    assert page(deal).one(".t31-verdict").text == "Seat 1 is lowest with 10: you were right."


def test_dealing_again_counts_on():
    deal = play(Deal(), "guess 1", "reveal", "again")
    assert deal.state == State(Round(number=1), right=1, played=1)
    assert values(deal) == ["?"] * 4
    assert page(deal).one(".t31-score").text == "Deal 1 · right 1 of 1"
    wrong = next(seat for seat in range(4) if seat not in deal.state.round.losers)
    play(deal, f"guess {wrong + 1}", "reveal")
    assert page(deal).one(".t31-score").text == "Deal 1 · right 1 of 2"
    play(deal, "reset")
    assert deal.state == State()


def test_the_same_seed_deals_the_same_hands():
    first, second = Deal(), Deal()
    first.seed = 31
    play(second, "seed 31")
    assert first.state.round == second.state.round
    assert repr(first) == repr(second)
    assert first.seed == second.seed == 31
    play(first, "again", "again")
    assert first.state.round.hands == dealt(31, 3) != dealt(31, 2) != dealt(32, 2)
    assert len({c for hand in dealt(31, 3) for c in hand}) == 12


@pytest.mark.parametrize("seed", [-1, 1.5, True, "x"])
def test_a_bad_seed_is_refused(seed):
    deal = Deal()
    with pytest.raises(ValueError, match="whole number from 0"):
        deal.seed = seed
    play(deal, f"seed {seed}")
    assert deal.state == State()
    assert below(deal).startswith("Seed is a whole number from 0, not '")


def test_the_losers_are_those_of_lowest_value():
    for number in range(1, 200):
        now = Round(seed=5, number=number)
        values = [hand_value(hand) for hand in now.hands]
        assert now.values == values
        if 31 not in values:
            assert now.losers == [seat for seat in range(4) if values[seat] == min(values)]


def rounds(condition):
    return next(now for n in range(1, 5000) if condition(now := Round(1, n, 0, True)))


def test_a_tie_and_a_31_have_their_words():
    tie = rounds(lambda now: len(now.losers) == 2 and not now.blitz)
    first, second = (seat + 1 for seat in tie.losers)
    assert verdict(tie).startswith(f"Seats {first} and {second} are lowest with {min(tie.values)}")
    blitz = rounds(lambda now: now.blitz and 0 in now.losers)
    (seat,) = blitz.blitz
    assert verdict(blitz) == f"Seat {seat + 1} was dealt 31 and all others lose: you were right."
    assert len(blitz.losers) == 3


def test_adding_all_cards_may_name_the_same_seat():
    same = rounds(
        lambda now: now.losers == [now.sums.index(min(now.sums))] and len(now.losers) == 1
    )
    assert adding(same).endswith(f"that would blame seat {same.losers[0] + 1} too.")


def test_the_opening_is_the_deal_of_the_first_notebook():
    assert dealt(0, 0) == tuple(map(cards, ("KC QD JH", "9S 8S 3D", "AH 5H 2C", "8D 7C 5D")))
