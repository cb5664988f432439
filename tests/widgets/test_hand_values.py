"""Hand values without a browser: first a guess, then exact bars, then deals over them."""

import json
import re
from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from as_read import text

from thirtyone import PRESETS, SCAT, Rules, cards, hand_value, hand_values
from thirtyone.deck import Card, pack, shuffled
from thirtyone.guesses import PREDICTIONS
from thirtyone.widgets import HandValues
from thirtyone.widgets.hand_values import (
    MOST,
    Setting,
    answer_html,
    bars_html,
    ghost_html,
    nth_hand,
    simulated,
    verdict,
)
from thirtyone.widgets.old.guess import asked

pytestmark = pytest.mark.usefixtures("own_folder")


def names(html):
    """The name of each column."""
    found = re.findall(r'class="t31-column[^>]* aria-label="([^"]*)"', html)
    return {name.partition(":")[0]: name.partition(": ")[2] for name in found}


def heights(html, kind):
    """The heights of a kind of mark, in percent of the frame."""
    return [float(h) for h in re.findall(rf'class="t31-{kind}" style="[^"]*?([\d.]+)%', html)]


def opened(*actions, **options):
    values = HandValues(shown=True, **options)
    for action in actions:
        values.act(action)
        assert not values.refused, values.said
    return values


# The guess of the shape


def test_it_opens_on_an_empty_frame_that_tells_nothing():
    values = HandValues()
    assert repr(values) == "Hand values of 52 cards: draw your guess, then show the bars"
    shown = text(values.html)
    assert "What are hands worth? Draw your guess." in shown
    assert values.html.count('role="slider"') == 30
    assert list(names(values.html))[:2] == ["Worth 2", "Worth 3"]
    assert 'data-do="show" aria-disabled="true"' in values.html
    assert not any(number in shown for number in ("114", "13.09", "259", "22,100"))


def test_the_bars_wait_until_something_is_drawn():
    values = HandValues()
    values.act("show")
    assert values.refused and not values.shown
    assert values.said == "First draw what you expect: pull up at least one bar."
    values.act("draw 9:60 10:200")
    assert values.drawn == {9: 60, 10: 200}
    assert "Your bars add up to 260 ; all hands are 1,000." in text(values.html)
    assert 'aria-valuenow="200" style="--drawn:66.67%"' in values.html
    values.act("show")
    assert repr(values) == (
        "Hand values of 52 cards: of 1,000 hands, 114 are worth 20 or more; mean 13.09"
    )


def test_what_was_drawn_stays_as_an_outline():
    values = HandValues()
    for action in ("draw 9:60 10:200", "show"):
        values.act(action)
    assert re.findall(r'class="t31-drawn" style="--drawn:([\d.]+)%', values.html) == [
        "20.00",
        "66.67",
    ]
    values.act("view at most")  # cumulated as if it added up to 1,000
    outline = re.findall(r'class="t31-drawn" style="--drawn:([\d.]+)%', values.html)
    assert outline[6:10] == ["0.00", "23.08", "100.00", "100.00"]


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        ("10: 250", {10: 250}),
        ("10:250", {10: 250}),
        ("10 250", {10: 250}),
        ("10: 250, 9: 60; 31: 1", {10: 250, 9: 60, 31: 1}),
        ("10: 0", {}),
    ],
)
def test_a_height_can_be_typed(typed, drawn):
    values = HandValues()
    values.act(f"draw {typed}")
    assert (values.drawn, values.refused) == (drawn, False)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Type a value and its height, such as 7: 50."),
        ("ten", "Type a value and its height, such as 7: 50."),
        ("10: 250 <b>", "Type a value and its height, such as 7: 50."),
        ("1: 5", "No hand is worth 1: the values are 2 to 31."),
        ("32: 5", "No hand is worth 32: the values are 2 to 31."),
        ("10: 1001", "1,001 of 1,000 hands? A height is 0 to 1,000."),
    ],
)
def test_what_is_no_height_gets_a_sentence(typed, sentence):
    values = HandValues()
    values.act(f"draw {typed}")
    assert (values.said, values.refused, values.drawn) == (sentence, True, {})
    assert '<p class="t31-note t31-refused" role="status">' in values.html


def test_a_prediction_is_asked_for_beside_the_drawing():
    values = HandValues(predict="02-below-mean", line=13.09)
    assert asked("02-below-mean") in text(values.html)
    assert 'data-do="show"' not in values.html
    values.act("guess 500")
    assert values.refused and values.guess is None  # nothing is drawn yet
    values.act("draw 10:200")
    values.act("guess 2000")
    assert (values.said, values.refused) == ("A guess from 0 to 1,000 makes sense here.", True)
    values.act("guess 500")
    assert json.loads(Path(".thirtyone-predictions.json").read_text()) == {"02-below-mean": 500}
    assert f"Your guess: 500 ({PREDICTIONS['02-below-mean'].of})" in text(values.html)
    assert verdict(values.setting) == "Of 1,000 hands, 382 are worth 13.09 or more."
    assert "618 ← → 382" in text(values.html)


def test_shown_at_once_it_is_locked_until_the_guess_is_made():
    values = HandValues(shown=True, predict="02-below-mean")
    assert repr(values) == "Hand values of 52 cards: locked until you guess"
    assert "114" not in values.html
    Path(".thirtyone-predictions.json").write_text('{"02-below-mean": 0}')
    values.act("line 14")
    assert "Your guess: 0 (" in text(values.html)
    assert "of 1,000 hands, 382 are" in repr(
        HandValues(shown=True, line=14, predict="02-below-mean")
    )
    with pytest.raises(ValueError, match="no such key"):
        HandValues(predict="02-nonsense")


# The exact bars


def test_every_bar_is_the_exact_count():
    values = opened()
    exact = hand_values()
    found = names(values.html)
    assert list(found) == [str(value) for value in range(2, 32)]
    for value, share in exact.pmf().items():
        assert found[str(value)] == f"{float(1000 * share):.1f} of 1,000"
    assert heights(values.html, "fill")[8] == 86.46  # 259.4 of 300
    assert "Exactly 2,512 of the 22,100. The mean is 13.09 ; 618 of 1,000 lie below it." in text(
        values.html
    )
    assert re.findall(r'<b style="bottom:[\d.]+%">(\d+)</b>', values.html) == ["259", "120"]


def test_the_line_divides_them():
    values = opened("line 10")
    assert verdict(values.setting) == "Of 1,000 hands, 868 are worth 10 or more."
    assert "132 ← → 868" in text(values.html)
    assert "114 → 868 (before: 20 or more)" in text(values.html)
    assert values.html.count("t31-counted") == 22
    assert 'class="t31-rule" style="left:26.67%"' in values.html
    values.act("line 13.09")
    assert verdict(values.setting) == "Of 1,000 hands, 382 are worth 13.09 or more."
    assert values.html.count("t31-counted") == 18


@pytest.mark.parametrize("line", ["34", "-1", "twenty", "", "nan", "inf"])
def test_a_line_elsewhere_gets_a_sentence(line):
    values = HandValues(shown=True)
    values.act(f"line {line}")
    assert (values.said, values.refused) == ("The line is a value from 0 to 33.", True)
    assert values.setting == Setting()


def test_what_is_rare_is_counted_of_100_000():
    values = opened("line 31", seen="AS AH 2D")
    assert verdict(values.setting) == "Of 100,000 hands, 65 are worth 31 or more."
    assert "Exactly 12 of the 18,424." in text(values.html)
    assert "99,935 ← → 65" in text(values.html)
    assert "103 → 0.651" in text(values.html)
    values.act("line 33")
    assert verdict(values.setting) == "Of 1,000 hands, 0 are worth 33 or more."


def test_both_counts_of_a_rare_value_are_of_100_000():
    values = opened("line 31", "pick AS")
    assert verdict(values.setting) == "Of 100,000 hands, 86 are worth 31 or more."
    values.act("pick AS")
    assert verdict(values.setting) == "Of 100,000 hands, 109 are worth 31 or more."
    assert "86 → 109 (before: without A♠)" in text(values.html)


def test_a_view_that_changes_no_number_is_no_change():
    values = opened("view at least")
    assert "before" not in text(values.html)


def test_the_dots_are_explained_and_a_bar_that_leaves_the_frame_is_open():
    values = opened("deal 20")
    assert "A dot is a share of your hands, with its standard error" in text(values.html)
    assert "t31-open" not in values.html
    values = opened("deal 1")
    values.act("deal 1")
    values.act("deal 1")
    assert "t31-off" in values.html


def test_a_card_that_the_deck_has_not_is_no_longer_seen():
    values = opened("pick 2D", "pick AS", "deck 7")
    assert "2♦ not in this deck: no longer seen" in text(values.html)
    assert values.setting.seen == cards("AS")


def test_the_other_views_add_the_bars_up():
    values = opened("view at least")
    found = names(values.html)
    assert found["20 or more"] == "113.7 of 1,000" and found["2 or more"] == "1,000.0 of 1,000"
    assert verdict(values.setting) == "Of 1,000 hands, 114 are worth 20 or more."
    values.act("view at most")
    found = names(values.html)
    assert found["13 or less"] == "618.5 of 1,000" and found["31 or less"] == "1,000.0 of 1,000"
    assert verdict(values.setting) == "Of 1,000 hands, 939 are worth 20 or less."
    assert "939 ← → 61" in text(values.html)
    assert values.html.count("t31-counted") == 19
    assert "114 → 939 (before: 20 or more)" in text(values.html)
    with pytest.raises(ValueError, match="'median' is not a view: 'exactly', 'at least'"):
        values.change(view="median")


@pytest.mark.parametrize(
    ("actions", "words", "share", "mean"),
    [
        (["deck 7"], "32 cards", "258", "15.67"),
        (["house 2"], "52 cards, three of a kind 30.5", "116", "13.14"),
        (["house 3"], "52 cards, three of a kind 30, three aces 33", "116", "13.14"),
        (["house 4"], "52 cards, three in a row of a suit 30", "115", "13.11"),
        (["deck 7", "house 1"], "32 cards, three of a kind 30", "265", "15.80"),
        (["pick KS", "pick AS"], "52 cards, without K♠ A♠", "103", "12.91"),
    ],
)
def test_decks_house_rules_and_seen_cards(actions, words, share, mean):
    values = opened("more", "picking", *actions)
    assert repr(values) == (
        f"Hand values of {words}: of 1,000 hands, {share} are worth 20 or more; mean {mean}"
    )
    assert f"→ {share} (before: " in text(values.html)
    assert len(heights(values.html, "was")) == len(values.setting.axis)  # the bars as they were


def test_a_house_rule_has_its_own_columns():
    assert "30.5" in names(opened("house 2").html)
    assert list(names(opened("house 3").html))[-1] == "33"
    drawing = HandValues(rules=PRESETS["GIN"])
    drawing.act("draw 30.5: 5")
    assert drawing.drawn == {30.5: 5}


def test_rules_that_are_none_of_the_common_ones_can_be_chosen_again():
    values = opened("more", rules=Rules(trips=30.5, suited_run=30, knocker_lowest=1))
    own = "three of a kind 30.5, three in a row of a suit 30"
    assert repr(values).startswith(f"Hand values of 52 cards, {own}: ")
    assert values.html.count("<option") == 3 + 2 + 6
    values.act("house 0")
    values.act("house 5")
    assert values.setting == values.start


def test_a_seen_card_can_be_taken_back_and_leaves_with_its_deck():
    values = opened("pick KS", "pick 2C", "pick KS")
    assert values.setting.seen == cards("2C")
    values.act("deck 7")
    assert values.setting.seen == ()


def test_bars_that_pass_300_get_an_axis_to_500():
    low = " ".join(f"{rank}{suit}" for rank in range(2, 10) for suit in "CDHS")
    values = opened(seen=low)
    assert values.setting.top == 500
    assert names(values.html)["20"] == "315.8 of 1,000"
    assert heights(values.html, "fill")[18] == 63.16


# Deals laid over


def test_the_deals_are_the_seeds_shuffles():
    rows = shuffled(pack(), seed=7, count=4_100)[:, :3]
    now = Setting()
    hands = [tuple(map(Card, row)) for row in rows.tolist()]
    assert nth_hand(now, 7, 1) == hands[0]
    assert nth_hand(now, 7, 4_100) == hands[-1]
    counts = np.bincount([hand_value(hand) for hand in hands], minlength=32)
    assert [simulated(now, 7, 4_100).get(value, 0) for value in range(32)] == counts.tolist()


def test_one_then_many():
    values = opened("deal 1")
    assert values.said == "hand 1: K♣ 5♣ 9♦ is worth 15"
    assert "1 hand dealt (seed 0): 0 are worth 20 or more." in text(values.html)
    values.act("deal 20")
    values.act("deal 2000")
    hits = round(2_021 * simulated(Setting(), 0, 2_021).at_least(20))
    error = 1000 * sqrt(hits / 2_021 * (1 - hits / 2_021) / 2_021)
    assert (hits, round(error, 1)) == (234, 7.1)
    assert "2,021 hands dealt (seed 0): 234, that is 115.8 ± 7.1 of 1,000, are" in text(values.html)


def test_each_share_dealt_has_its_standard_error():
    values = opened("deal 2000")
    met = simulated(Setting(), 0, 2_000)
    share = float(met.p(10))
    error = sqrt(share * (1 - share) / 2_000)
    dots, bars = (
        heights(values.html, "dot"),
        re.findall(r'class="t31-error" style="bottom:([\d.]+)%;height:([\d.]+)%', values.html),
    )
    at = [value for value in range(2, 32) if met.p(value)].index(10)  # what came has a dot
    low, height = map(float, bars[at])
    assert dots[at] == round(100 * share / 0.3, 2)
    assert low == pytest.approx(100 * (share - error) / 0.3, abs=0.01)
    assert height == pytest.approx(200 * error / 0.3, abs=0.01)


def test_a_share_above_the_frame_is_marked_at_its_edge():
    values = opened("deal 1")
    assert (heights(values.html, "off"), heights(values.html, "dot")) == ([100.0], [])


def test_changing_the_rules_keeps_the_seed_and_the_number():
    values = opened("deal 2000", "house 2")
    assert (values.dealt, values.seed) == (2000, 0)
    same = simulated(Setting(rules=Rules(trips=30.5)), 0, 2000)
    plain = simulated(Setting(), 0, 2000)
    assert same != plain and same.total == plain.total
    values.act("seed 3")
    assert "2,000 hands dealt (seed 3)" in text(values.html)
    for bad in ("-1", "1.5", "x", ""):
        values.act(f"seed {bad}")
        assert values.refused and values.said == f"seed is a whole number from 0, not {bad!r}"


def test_there_is_an_end_to_dealing():
    values = opened()
    values.dealt = MOST
    values.act("deal 1")
    assert (
        values.refused
        and values.said == "200,000 hands are the most here. Another seed deals others."
    )
    values.act("deal x")
    assert values.refused


# Resetting, purity, speed


def test_reset_goes_back_to_the_empty_frame():
    values = HandValues()
    for action in (
        "draw 10:200",
        "show",
        "more",
        "picking",
        "pick KS",
        "deal 20",
        "line 9",
        "reset",
    ):
        values.act(action)
    assert values.html == HandValues().html
    assert (values.drawn, values.dealt, values.setting) == ({}, 0, Setting())


def test_the_setting_can_be_set_and_observed():
    values, settings = HandValues(shown=True), []
    values.observe(lambda change: settings.append(change.new), "setting")
    values.setting = Setting(line=31)
    values.change(seen=cards("AS"))
    assert settings == [Setting(line=31), Setting(line=31, seen=cards("AS"))]
    assert "26 are" not in repr(values) and "without A♠" in repr(values)
    assert values.values == hand_values(seen="AS")


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"seen": "KS KS"}, "K♠ is there twice"),
        ({"seen": "2C", "rules": PRESETS["DUTCH"]}, "2♣ is not in this deck of 32 cards"),
        ({"line": 40}, "a target is a value from 0 to 33"),
        ({"view": "pmf"}, "'pmf' is not a view"),
        ({"rules": "SCAT"}, "rules takes Rules"),
    ],
)
def test_what_the_engine_refuses_is_raised(options, fault):
    with pytest.raises(ValueError, match=fault):
        HandValues(**options)


def test_reset_goes_back_to_the_seed_that_it_opened_with():
    values = opened("seed 5", "deal 20", "reset", seed=3)
    assert (values.seed, values.dealt) == (3, 0)


@pytest.mark.parametrize("seed", [-1, 1.5, True, "x"])
def test_a_bad_seed_is_refused(seed):
    with pytest.raises(ValueError, match="seed is a whole number from 0"):
        HandValues(seed=seed)


def test_rules_from_elsewhere_can_be_chosen_again():
    values = opened()
    values.change(rules=Rules(trips=30.5, aces=33))
    values.act("more")
    assert "three of a kind 30.5, three aces 33" in text(values.html)


def test_the_mean_can_be_the_last_value():
    only = [c for c in pack() if c not in cards("AS KS QS")]
    values = opened(seen=only)
    assert "mean 31.00" in repr(values)
    assert 'class="t31-mean" style="left:98.33%"' in values.html


def test_a_fraction_will_do_as_the_line():
    mean = hand_values().mean
    assert isinstance(mean, Fraction)
    assert verdict(opened(line=mean).setting) == "Of 1,000 hands, 382 are worth 13.088 or more."


def test_the_answer_is_a_pure_function_of_its_setting():
    now, before = Setting(line=10), Setting()
    values = opened("line 10")
    assert answer_html(now, {}, None, before=before) in values.html
    assert bars_html(now, {}, None, before) in values.html
    assert ghost_html(now, before) in values.html
    assert ghost_html(now, now) == ""


def test_the_scat_setting_is_the_default():
    assert Setting() == Setting(rules=SCAT)
