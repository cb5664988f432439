"""What each strategy does with what it sees."""

import math
import os
import pickle
import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest

from thirtyone import PRESETS, card, deal, legal_actions, step, view
from thirtyone.rules import Rules
from thirtyone.strategies import (
    Counter,
    Marks,
    at_random,
    beginner,
    calculator,
    maximiser,
    published_marks,
    routine,
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


def played(players, strategies, seed, rules):
    """The actions of a round."""
    state, log = deal(players, seed=seed, rules=rules), []
    while not state.over:
        log.append(strategies[state.to_act](view(state, state.to_act)))
        state = step(state, log[-1])
    return log


@pytest.mark.parametrize(
    ("players", "rules"),
    [(3, PRESETS["GIN"]), (9, PRESETS["DUTCH"]), (4, Rules(trips=30, aces=33))],
)
def test_the_calculator_plays_to_the_end_where_few_cards_are_left_or_trips_count(players, rules):
    strategies = [calculator, *[at_random(1)] * (players - 1)]
    for seed in range(3):
        assert played(players, strategies, seed, rules)


def test_a_random_choice_hangs_on_the_seed_and_the_view_alone():
    views = [seen_by("KH QH 3C", upcard) for upcard in ("4D", "5D", "6D", "7D", "8D", "10D", "QD")]
    choices = [at_random(3)(one) for one in views]
    assert choices == [at_random(3)(one) for one in views]
    assert choices[::-1] == [at_random(3)(one) for one in views[::-1]]
    assert len({tuple(at_random(seed)(one) for one in views) for seed in range(5)}) == 5
    assert at_random(3) == pickle.loads(pickle.dumps(at_random(3))) != at_random(4)


def test_every_legal_action_is_as_likely_as_any_other():
    counts = dict.fromkeys(("draw", "take", "knock"), 0)
    for seed in range(3_000):
        counts[at_random(seed)(seen_by("KH QH 3C", "4D"))] += 1
    assert all(abs(count - 1_000) < 4 * math.sqrt(3_000 * 2 / 9) for count in counts.values())


def test_a_random_choice_is_the_same_in_every_process():
    code = (
        "from thirtyone import deal, view\nfrom thirtyone.strategies import at_random\n"
        "print(*(at_random(1)(view(deal(2, seed=seed), 1)) for seed in range(2, 20)))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


def test_the_routine_is_what_all_share():
    assert routine(seen_by("KH QH 3C", "4D")) is None
    made = seen_by("AH KH 2C", "QH", log=("take",))
    assert routine(made) == "discard 2C"


def test_marks_are_plain_numbers_whatever_they_come_as():
    marks = Marks([np.int64(22), np.float64(24.5), Fraction(25), 26.0])
    assert marks == Marks((22, 24.5, 25, 26))
    assert repr(marks) == "Marks(marks=(22, 24.5, 25, 26), take='mean')"
    assert [type(mark) for mark in marks.marks] == [int, float, int, int]
    assert marks.mark(np.int8(1)) == 24.5
    assert beginner(np.uint8(21)) == beginner(21)
    assert published_marks(np.int64(2)) == published_marks(2)
    assert at_random(np.int64(1)) == at_random(1)


def test_what_learners_import_from_here_is_here():
    from thirtyone.simulation import decks_of, play_from_deal

    assert callable(decks_of) and callable(play_from_deal)
    assert Counter(published_marks(2)).marks == published_marks(2) and beginner().marks == (21,)


WRONG_VIEWS = [None, "view", 5, deal(2, seed=1), view(deal(2, seed=1, dealer=1), 1)]


@pytest.mark.parametrize("wrong", WRONG_VIEWS, ids=lambda wrong: type(wrong).__name__)
@pytest.mark.parametrize("name", [*ALL, "routine"])
def test_a_strategy_is_asked_with_a_view_of_the_seat_to_act(name, wrong):
    strategy = {**ALL, "routine": routine}[name]
    with pytest.raises(ValueError, match=r"a View is wanted, as view\(|this seat is not to act"):
        strategy(wrong)


@pytest.mark.parametrize("wrong", [None, 22, "22", {22, 25}, range(22, 25), np.array([22])])
def test_marks_are_a_list(wrong):
    with pytest.raises(ValueError, match="marks are one for each turn, such as"):
        Marks(wrong)


@pytest.mark.parametrize(
    "wrong", [-1, 35, math.nan, math.inf, True, card("2H"), None, "x", 22 + 0j, [22]]
)
def test_a_mark_is_a_value(wrong):
    for call in (lambda: Marks((22, wrong)), lambda: beginner(wrong)):
        with pytest.raises(ValueError, match="marks are values from 0 to 34, one a turn, not"):
            call()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: Marks(take=None), 'take is "mean" or "greedy", not None'),
        (lambda: Marks(take={"mean"}), 'take is "mean" or "greedy"'),
        (lambda: Marks().mark(-1), "turn is a whole number from 0, not -1"),
        (lambda: Marks().mark("x"), "turn is a whole number from 0, not 'x'"),
        (lambda: Counter((22, 25)), "a counter takes Marks((22, 25)) or such, not (22, 25)"),
        (lambda: Counter(None), "a counter takes Marks"),
        (lambda: Counter(beginner), "a counter takes Marks"),
        (lambda: at_random(-1), "seed is a whole number from 0, not -1"),
        (lambda: at_random(None), "seed is a whole number from 0, not None"),
        (lambda: at_random(1.0), "seed is a whole number from 0, not 1.0"),
        (lambda: at_random(True), "seed is a whole number"),
        (lambda: published_marks(1), "players is a whole number from 2 to 9, not 1"),
        (lambda: published_marks(100), "players is a whole number from 2 to 9, not 100"),
        (lambda: published_marks(2.0), "players is a whole number from 2 to 9, not 2.0"),
        (lambda: published_marks(None), "players is a whole number"),
        (lambda: published_marks(2, rules="SCAT"), "rules takes Rules such as SCAT"),
        (lambda: published_marks(2, rules=None), "rules takes Rules"),
    ],
)
def test_refused_with_a_sentence(call, says):
    with pytest.raises(ValueError) as raised:
        call()
    assert says in str(raised.value)
