"""What each strategy does with what it sees."""

import pytest

from thirtyone import PRESETS, deal, legal_actions, step, view
from thirtyone.rules import Rules
from thirtyone.strategies import (
    Counter,
    Marks,
    at_random,
    beginner,
    calculator,
    maximiser,
    published_marks,
)

ALL = {
    "marks": Marks(),
    "beginner": beginner(),
    "maximiser": maximiser,
    "counter": Counter(),
    "calculator": calculator,
    "random": at_random(7),
}


def seen_by(hand, upcard, rest="7S 8S 9S JS 2H 3H 4H 5H 6H 9H JD 6C", log=(), rules=None):
    """What seat 0 sees of a round with two players in which it acts first."""
    own, other = hand.split(), ["3D", "7C", "9D"]
    deck = [c for pair in zip(own, other, strict=True) for c in pair] + [upcard, *rest.split()]
    state = deal(2, deck=deck, dealer=1, rules=rules or Rules())
    for action in log:
        state = step(state, action)
    return view(state, 0)


@pytest.mark.parametrize("name", ALL)
def test_every_strategy_plays_rounds_to_their_end_by_legal_actions(name):
    for players in (2, 4):
        for seed in range(4):
            state = deal(players, seed=seed)
            while not state.over:
                action = ALL[name](view(state, state.to_act))
                assert action in legal_actions(state)
                state = step(state, action)


def test_marks_by_own_turn():
    strategy = Marks((20, 25))
    assert strategy(seen_by("KH QH 3C", "4D")) == "knock"
    later = seen_by("KH QH 3C", "4D", log=("draw", "discard 7S", "draw", "discard 8S"))
    assert later.turn == 1
    assert strategy(later) == "draw"
    assert [strategy.mark(turn) for turn in (0, 1, 2, 9)] == [20, 25, 25, 25]


def test_take_or_draw_by_the_mean_and_by_greed():
    poor = seen_by("KS QS 4D", "2S")
    assert Marks((34,))(poor) == "take"  # 22 against a mean of 21.52
    useless = seen_by("KS QS 4D", "2C")
    assert Marks((34,))(useless) == beginner(34)(useless) == "draw"
    small = seen_by("KS 4S 2D", "3C")  # 14 stays 14: no improvement, and below the mean
    assert beginner(34)(small) == "draw"


def test_a_31_is_declared_and_the_best_hand_kept():
    made = seen_by("AH KH 2C", "QH", log=("take",))
    assert {s(made) for n, s in ALL.items() if n != "random"} == {"discard 2C"}
    state = deal(2, deck=["AH", "3D", "KH", "7C", "2C", "9D", "QH", "7S", "8S"], dealer=1)
    state = step(step(state, "take"), "discard 2C")
    assert {s(view(state, 0)) for n, s in ALL.items() if n != "random"} == {"declare"}


def test_an_upcard_taken_is_not_thrown_back():
    taken = seen_by("KS QS 4D", "2C", log=("take",))
    assert Marks()(taken) == "discard 4D"


def test_with_an_empty_stock_only_an_improvement_is_taken():
    short = dict(rest="7S 8S", log=("draw", "discard 7S", "draw", "discard 8S"))
    assert Marks((34,))(seen_by("KS QS 4D", "2C", **short)) == "take"
    short = dict(rest="6C 2H", log=("draw", "discard 6C", "draw", "discard 2H"))
    assert Marks((34,))(seen_by("KS QS 4D", "2C", **short)) == "stop"


def test_the_counter_reckons_with_what_is_gone():
    log = ("draw", "discard AS", "draw", "discard JS", "draw", "discard 10S", "draw", "discard 2S")
    gone = seen_by("KS QS 4D", "9C", rest="AS JS 10S 2S 5H 6H 7H", log=log)
    fresh = seen_by("KS QS 4D", "2S", rest="AS JS 10S 5H 6H 7H")
    assert Counter(Marks((34,)))(gone) == "take"
    assert Marks((34,))(fresh) == "take"
    near = seen_by("KS 8S 4D", "2S", rest="AS QS JS 10S 9S 7S 6S 5S 4S 3S 6H 7H")
    assert Marks((34,))(near) == "take"


def test_the_calculator_knocks_when_it_expects_to_lose_less():
    assert calculator(seen_by("KH 8H 2C", "5D")) == "knock"  # 0.640 against 0.679
    assert calculator(seen_by("KH 7H 2C", "5D")) != "knock"
    with pytest.raises(ValueError, match="does not play points games"):
        calculator(seen_by("KH 7H 2C", "5D", rules=PRESETS["FRENCH_CANADIAN"]))


def test_published_marks_are_those_of_the_nearest_number():
    assert published_marks(9) == published_marks(6)
    assert published_marks(2, rules=PRESETS["RIDE_THE_BUS"]) == published_marks(2)
    assert published_marks(2, rules=PRESETS["FRENCH_CANADIAN"]) == Marks()
    assert published_marks(3, rules=PRESETS["DUTCH"]) == published_marks(2, rules=PRESETS["DUTCH"])
