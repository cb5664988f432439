"""Whatever is passed to what a notebook imports from `exercises` and `plots` gets a sentence."""

import inspect
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from course.nonsense import NONSENSE

from thirtyone import PRESETS, Dist, Estimate, exercises, hand_values, plots
from thirtyone.answers import Feedback
from thirtyone.exercises import check, guesses, predict, prediction, summed_up
from thirtyone.guesses import Guess
from thirtyone.plots import (
    binomial_figure,
    contest_figure,
    gains_figure,
    guessed_hands,
    guesses_figure,
    knock_figure,
    rematch_figure,
    running_figure,
    silence_figure,
    values_figure,
)

HUGE, NAN = 10**5000, float("nan")
NUMBERS = [0, 2.5, Fraction(1, 3), np.int64(30), np.float32(0.5)]
NO_NUMBERS = [True, np.True_, 2j, Decimal(3), float("inf"), NAN, np.float32("nan"), HUGE, -HUGE]
TEXTS = ["", "22", "x" * 100_000]
OTHERS = [..., b"22", object(), print, [22], {22}, range(3), np.array([1, 2]), [HUGE]]
ODD = [None, *NUMBERS, *NO_NUMBERS, *TEXTS, *OTHERS]
ANYTHING = [*ODD, *(answer for answer, _ in NONSENSE)]

GUESS, ODDS = Guess("hands worth 22", 480, 96), Dist({"lowest": 1, "safe": 3})
NO_GUESSES = [GUESS, {GUESS}, {"a": GUESS}, [GUESS, None], [[GUESS]], (480, 96), *ODD]
NO_HEIGHTS = [{22: wrong} for wrong in (-1, 1001, None, *NO_NUMBERS, *TEXTS)]
OFF_THE_AXIS = [-1, 33.5, *NO_NUMBERS, *TEXTS, *OTHERS, {34: 1}, {"22": 1}, {NAN: 1}]
NO_TABLES = [{18: 3}, {18: None}, {18: {"lowest": 1}}, {18: hand_values()}]
SHARE = Estimate(0.445, 0.002, 75_000, 0)
NO_ESTIMATES = [*ODD, {}, [SHARE], SHARE, {18: SHARE}.items()]
NO_ERRORS = [{18: wrong} for wrong in (0.4, None, ODDS, "0.4", [SHARE])]
NO_MARKS = [{wrong: SHARE} for wrong in (34, -1, "18", NAN, None)]
NO_TURNS = [{wrong: SHARE} for wrong in (-1, 41, 1.5, "1", True, None)]
NO_LIVES = [wrong for wrong in ODD if not isinstance(wrong, list | range | np.ndarray)]
NO_LIVES += [[], ["1"], [None], [NAN], [float("inf")], [[1]], [HUGE], {1}, {1: 2}, [2j], [True]]
NO_LIVES += [[1, [2]]]
POINTS = next(rules for rules in PRESETS.values() if rules.scoring != "lives")

# Of each function: arguments that will do; by parameter, what is said and of which values.
REFUSED = {
    check: ({"key": "00-value"}, {"key": [("no such key as .*; the nearest are 0", ODD)]}),
    predict: ({"key": "00-value"}, {"key": [("no such key as .*; the nearest are 0", ODD)]}),
    prediction: ({}, {"key": [("no such key as .*; the nearest are 0", ODD)]}),
    guesses: ({}, {}),
    summed_up: ({}, {"guesses": [(r"a list as guesses\(\) gives it, not", NO_GUESSES)]}),
    Guess: (
        {"of": "hands worth 22", "guess": 480, "answer": 96},
        {
            "of": [("is said in words, not by", [None, *NUMBERS, *NO_NUMBERS, *OTHERS])],
            "guess": [("a guess is a number from", [None, *NO_NUMBERS, *TEXTS, *OTHERS])],
            "answer": [
                ("the answer to a guess is a number from 0", [None, -1, *NO_NUMBERS, *TEXTS]),
                ("which can't be 0", [0, 0.0, Fraction(0), np.int8(0)]),
            ],
        },
    ),
    values_figure: (
        {"dist": hand_values()},
        {
            "dist": [
                ("a Dist of values is drawn", [*ODD, {22: 3}]),
                ("a value is a number from 0 to 33, not", [ODDS, Dist({34: 1}), Dist({-1: 1})]),
            ],
            "guess": [
                ("a value is a number from 0 to 33, not", OFF_THE_AXIS),
                ("a guess is a number from 0 to 1000, not", NO_HEIGHTS),
            ],
        },
    ),
    knock_figure: (
        {"table": {18: ODDS}},
        {
            "table": [
                ("a table of knocks is drawn", [*ODD, {}, [ODDS], ODDS.items()]),
                ("a value's odds of being lowest are drawn, not", NO_TABLES),
                ("a value is a number from 0 to 33, not", [{v: ODDS} for v in (34, "18", NAN)]),
            ],
            "opponents": [
                ("opponents is a whole number from 1 to 8, not", [0, -1, 9, 2.5, Fraction(3, 2)]),
                ("opponents is a whole number", [None, *NO_NUMBERS, *TEXTS, *OTHERS]),
            ],
            "rules": [
                ("rules takes Rules", ODD),
                ("a knock is not about being lowest", [PRESETS["GIN"], POINTS]),
            ],
            "guess": [("a guess is a number from 0 to 1000, not", [-1, 1001, *NO_NUMBERS, *TEXTS])],
        },
    ),
    guesses_figure: ({}, {"guesses": [(r"a list as guesses\(\) gives it, not", NO_GUESSES)]}),
    guessed_hands: (
        {"value": 22, "hands": 442},
        {
            "value": [("a value is a number from 0 to 33, not", [None, *OFF_THE_AXIS])],
            "hands": [
                ("a guess is a number from 0 to 22100, not", [-1, 22_101, *NO_NUMBERS, *TEXTS])
            ],
        },
    ),
    binomial_figure: (
        {"tries": 10, "chance": 0.5},
        {
            "tries": [
                ("tries is a whole number from 1 to 100, not", [0, -1, 101, 2.5, Fraction(3, 2)]),
                ("tries is a whole number", [None, *NO_NUMBERS, *TEXTS, *OTHERS]),
            ],
            "chance": [("a chance is a number from 0 to 1, not", [None, -0.1, 1.1, *NO_NUMBERS])],
        },
    ),
    gains_figure: (
        {"gains": {22: SHARE}},
        {
            "gains": [
                ("estimates by name or number are drawn, not", NO_ESTIMATES),
                ("an Estimate is drawn with its error, not", NO_ERRORS),
                ("a value is a number from 0 to 33, not", NO_MARKS),
            ],
            "guess": [("a value is a number from 0 to 33, not", OFF_THE_AXIS[:-3])],
            "level": [("level is a number from 0 to 1, not", [None, -1, 1.5, *NO_NUMBERS])],
            "lowest": [
                ("lowest is a number from -2 to 2, not", [None, -3, *NO_NUMBERS, *TEXTS]),
                ("lowest is the end of the axis below nothing, not", [0, 0.1]),
            ],
        },
    ),
    silence_figure: (
        {"silent": {1: SHARE}, "never": {1: SHARE}},
        {
            "silent": [
                ("estimates by name or number are drawn, not", NO_ESTIMATES),
                ("an Estimate is drawn with its error, not", NO_ERRORS),
                ("a turn is a whole number from 0 to 40, not", NO_TURNS),
            ],
            "never": [
                ("estimates by name or number are drawn, not", NO_ESTIMATES),
                ("an Estimate is drawn with its error, not", NO_ERRORS),
                ("a turn is a whole number from 0 to 40, not", NO_TURNS),
            ],
            "guess": [
                ("a guess is a count by turn, not", [wrong for wrong in ODD if wrong is not None]),
                ("a guess is a number from 0 to 1000, not", [{2: -1}, {2: 1001}, {2: "445"}]),
                ("a turn is a whole number from 0 to 40, not", [{-1: 5}, {2.5: 5}, {"2": 5}]),
            ],
        },
    ),
    running_figure: (
        {"gains": {"a coin": [1, -1] * 5}},
        {
            "gains": [
                ("gains are those of one or two names, not", [*ODD, {}, {1: 1, 2: 2, 3: 3}]),
                ("at least 10 numbers is wanted, not", [{"a": wrong} for wrong in NO_LIVES]),
                ("at least 10 numbers is wanted, not", [{"a": [1] * 9}]),
            ],
        },
    ),
    contest_figure: (
        {"results": {"always 18": SHARE}},
        {
            "results": [
                ("estimates by name or number are drawn, not", NO_ESTIMATES),
                ("an Estimate is drawn with its error, not", NO_ERRORS),
            ],
        },
    ),
    rematch_figure: (
        {"first": [5, 2], "again": [1, 0]},
        {
            "first": [
                ("at least 1 number is wanted, not", NO_LIVES),
                ("1 player began and 2 came again", [[5]]),
            ],
            "again": [
                ("at least 1 number is wanted, not", NO_LIVES),
                ("2 players began and 3 came again", [[5, 6, 7]]),
            ],
            "guess": [("a guess is a number from 0 to 1000, not", [-1, 1001, *NO_NUMBERS, *TEXTS])],
        },
    ),
}
ANSWERED = {check: ("answer", "more"), predict: ("guess", "more")}  # nothing is raised at these


def test_every_public_function_and_parameter_has_its_odd_values():
    drawn = [f for name, f in vars(plots).items() if name.endswith("_figure")] + [guessed_hands]
    assert {*REFUSED} == {Guess, *drawn, *(getattr(exercises, name) for name in exercises.__all__)}
    for function, (_, by_parameter) in REFUSED.items():
        parameters = {*by_parameter, *ANSWERED.get(function, ())}
        assert parameters == {*inspect.signature(function).parameters}, function


@pytest.mark.parametrize(
    ("function", "parameter"),
    [(function, name) for function, (_, names) in REFUSED.items() for name in names],
    ids=lambda it: getattr(it, "__name__", it),
)
def test_what_will_not_do_is_refused_in_a_sentence(function, parameter):
    right, by_parameter = REFUSED[function]
    for says, values in by_parameter[parameter]:
        for wrong in values:
            with pytest.raises(ValueError, match=says) as raised:
                function(**right | {parameter: wrong})
            assert len(str(raised.value)) < 120, raised.value


@pytest.mark.parametrize(
    "call",
    [
        lambda odd: check("00-value", odd),
        lambda odd: check("01-31", odd),
        lambda odd: check("00-value", 14, odd),
        lambda odd: predict("00-lowest", odd),
        lambda odd: predict("00-adding", odd),
        lambda odd: predict("00-adding", 1, odd),
    ],
)
def test_nothing_is_raised_at_an_answer_or_a_guess(own_folder, call):
    for odd in ANYTHING:
        said = call(odd)
        assert said is None or (isinstance(said, Feedback) and len(said.text) < 160), odd
