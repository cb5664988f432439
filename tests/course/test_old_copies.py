"""A learner's changed copy of an older notebook still runs, or is told what the new name is."""

import json
from pathlib import Path

import pytest

import thirtyone
from thirtyone.exercises import guesses, prediction
from thirtyone.guesses import GUESSES_FILE, PREDICTIONS

IMPORTS = """
from thirtyone import PRESETS, cards, hand_value, hand_values, settle, value_after
from thirtyone import PRESETS, cards, hand_values
from thirtyone import PRESETS, hand_values
from thirtyone import best_discard, cards, chance_within, draw_values, outs, value_after
from thirtyone import knock_lives, knock_odds, knock_table
from thirtyone import hand_values, knock_lives, knock_odds, knock_table, taken_values
from thirtyone import hand_values, hand_values_after, knock_lives, knock_or_wait, simulate
from thirtyone import SCAT, simulate
from thirtyone.exercises import check, predict
from thirtyone.exercises import check, predict, prediction
from thirtyone.exercises import check, guesses, predict, summed_up
from thirtyone.game import deal, view
from thirtyone.plots import guesses_figure
from thirtyone.plots import knock_figure
from thirtyone.plots import values_figure
from thirtyone.simulation import decks_of, play_from_deal
from thirtyone.strategies import Counter, Marks, beginner, published_marks
from thirtyone.strategies import Marks, published_marks
from thirtyone.widgets import Cards, Figure, HandValue
from thirtyone.widgets import Deal, HandValue
from thirtyone.widgets import Draw
from thirtyone.widgets import Figure, Knock
from thirtyone.widgets import Figure, Opponents
from thirtyone.widgets import HandValues
from thirtyone.widgets import KnockNow
from thirtyone.widgets import Laboratory
""".strip().splitlines()  # all that notebooks 00 to 07 had before the engine's modules were renamed

KEYS = [
    *("00-lowest", "00-adding", "00-twenty", "01-how-many", "01-ten-nine", "01-cliff"),
    *("02-below-mean", "02-ten-deals", "02-seen", "03-due", "03-mean", "03-two"),
    *("04-upcard", "04-stock", "04-break-even", "05-two-opponents", "05-mark", "05-taken"),
    *("06-wait", "06-mark", "06-silence", "07-ahead", "07-ten", "07-luckiest"),
]


@pytest.mark.parametrize("line", IMPORTS)
def test_every_import_of_an_older_notebook_still_works(line):
    exec(line, {})


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("from thirtyone import best_thresholds", "thirtyone.best_marks"),
        ("import thirtyone; thirtyone.best_thresholds(2)", "thirtyone.best_marks"),
        ("from thirtyone import counting", "thirtyone.deals"),
    ],
)
def test_a_name_that_is_gone_names_the_new_one(line, says):
    with pytest.raises(ImportError, match=f"is now called {says}$"):
        exec(line, {})


def test_a_name_that_never_was_is_unknown_as_ever():
    assert not hasattr(thirtyone, "worst_marks")
    with pytest.raises(ImportError, match="cannot import name 'worst_marks'"):
        exec("from thirtyone import worst_marks", {})


def test_an_older_file_of_guesses_is_read(own_folder):
    assert [key for key in KEYS if key not in PREDICTIONS] == []
    Path(GUESSES_FILE).write_text(json.dumps(dict.fromkeys(KEYS, 2), indent=1))
    assert {prediction(key) for key in KEYS} == {2}
    assert len(guesses()) == len(KEYS) - 1  # a seat is no amount
