"""Hand values without a browser: first a guess, then exact bars, then deals over them."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest
from as_read import page, text
from in_page import Page

from thirtyone import PRESETS, SCAT, Dist, Rules, cards, hand_value, hand_values
from thirtyone.deck import Card, pack, shuffled
from thirtyone.guesses import PREDICTIONS, predict
from thirtyone.widgets import HandValues
from thirtyone.widgets.hand_values import BLOCK, MOST, Setting

pytestmark = pytest.mark.usefixtures("own_folder")


def names(values):
    """The name of each column, and what is said of it."""
    found = [column["aria-label"] for column in page(values).all(".t31-column")]
    return {name.partition(":")[0]: name.partition(": ")[2] for name in found}


def styles(values, kind):
    """The figures in the style of each mark of a kind, in percent of the frame."""
    return [
        [float(part.partition(":")[2].removesuffix("%")) for part in mark["style"].split(";")]
        for mark in page(values).all(f".t31-column .t31-{kind}")
    ]


def heights(values, kind):
    """The heights of a kind of mark, in percent of the frame."""
    return [height for (height,) in styles(values, kind)]


def verdict(values):
    return page(values).one(".t31-verdict").text


def lead(values):
    return page(values).texts(".t31-lead")[0]


def dealt(values):
    return page(values).texts(".t31-lead")[1]


def strip(values):
    return page(values).one(".t31-strip").text


def note(values):
    """What happened last and what has changed, and whether it refuses."""
    shown = page(values).one(".t31-note")
    assert shown["role"] == "status"
    return shown.text, "t31-refused" in shown.classes


def counted(values):
    return len(page(values).all(".t31-counted"))


def opened(*actions, **options):
    values = HandValues(shown=True, **options)
    for action in actions:
        values.act(action)
        assert not values.message.refused, values.message
    return values


# The guess of the shape


def test_it_opens_on_an_empty_frame_that_tells_nothing():
    values = HandValues()
    assert repr(values) == "Hand values of 52 cards: draw your guess, then show the bars"
    assert verdict(values) == "What are hands worth? Draw your guess."
    assert len(page(values).all('.t31-column[role="slider"]')) == 30
    assert list(names(values))[:2] == ["Worth 2", "Worth 3"]
    assert page(values).one('[data-do="show"]')["aria-disabled"] == "true"
    shown = text(values.html)
    assert not any(number in shown for number in ("114", "13.09", "259", "22,100"))


def test_the_bars_wait_until_something_is_drawn():
    values = HandValues()
    values.act("show")
    first = "First draw what you expect: pull up at least one bar."
    assert values.message[:2] == (first, True) and not values.state.shown
    values.act("draw 9:60 10:200")
    assert values.drawn == {9: 60, 10: 200}
    assert lead(values) == "Your bars add up to 260 ; all hands are 1,000."
    ten = page(values).one('.t31-column[data-name="10"]')
    assert (ten["aria-valuenow"], ten["style"]) == ("200", "--drawn:66.67%")
    values.act("show")
    assert repr(values) == (
        "Hand values of 52 cards: of 1,000 hands, 114 are worth 20 or more; mean 13.09"
    )


def test_what_was_drawn_stays_as_an_outline():
    values = HandValues()
    for action in ("draw 9:60 10:200", "show"):
        values.act(action)
    assert heights(values, "drawn") == [20.00, 66.67]
    values.act("view at most")  # cumulated as if it added up to 1,000
    assert heights(values, "drawn")[6:10] == [0.00, 23.08, 100.00, 100.00]


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
    assert (values.drawn, values.message.refused) == (drawn, False)


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
    assert (values.message[:2], values.drawn) == ((sentence, True), {})
    assert note(values) == (sentence, True)


def test_a_prediction_is_asked_for_beside_the_drawing():
    values = HandValues(predict="02-below-mean", line=13.09)
    (form,) = (f for f in page(values).all("form") if f["data-do"] == "guess")
    assert form.one("label").text == "Hands below the mean, of 1,000"
    assert page(values).all('[data-do="show"]') == []
    values.act("guess 500")
    assert values.message.refused and values.guess.wanted  # nothing is drawn yet
    values.act("draw 10:200")
    values.act("guess 2000")
    assert values.message[:2] == ("A guess from 0 to 1,000 makes sense here.", True)
    values.act("guess 500")
    assert json.loads(Path(".thirtyone-predictions.json").read_text()) == {"02-below-mean": 500}
    assert note(values)[0] == f"Your guess: 500 ({PREDICTIONS['02-below-mean'].of})"
    assert verdict(values) == "Of 1,000 hands, 382 are worth 13.09 or more."
    assert strip(values) == "618 ← → 382"
    values.act("reset")  # the guess stays, the drawing does not
    assert (values.drawn, values.guess.value) == ({}, 500)
    assert "aria-disabled" in page(values).one('[data-do="show"]')


def test_shown_at_once_it_is_locked_until_the_guess_is_made():
    values = HandValues(shown=True, predict="02-below-mean")
    assert repr(values) == "Hand values of 52 cards: locked until you guess"
    assert verdict(values) == "First your guess." and "114" not in text(values.html)
    predict("02-below-mean", 0)
    assert note(values)[0].startswith("Your guess: 0 (")
    assert "of 1,000 hands, 382 are" in repr(
        HandValues(shown=True, line=14, predict="02-below-mean")
    )
    with pytest.raises(ValueError, match="no such key"):
        HandValues(predict="02-nonsense")


# The exact bars


def test_every_bar_is_the_exact_count():
    values = opened()
    exact = hand_values()
    found = names(values)
    assert list(found) == [str(value) for value in range(2, 32)]
    for value, share in exact.pmf().items():
        assert found[str(value)] == f"{float(1000 * share):.1f} of 1,000"
    assert heights(values, "fill")[8] == 86.46  # 259.4 of 300
    assert lead(values) == (
        "Exactly 2,512 of the 22,100. The mean is 13.09 ; 618 of 1,000 lie below it."
    )
    assert page(values).texts(".t31-column b") == ["259", "120"]


def test_the_line_divides_them():
    values = opened("line 10")
    assert verdict(values) == "Of 1,000 hands, 868 are worth 10 or more."
    assert strip(values) == "132 ← → 868"
    assert note(values) == ("114 → 868 (before: 20 or more)", False)
    assert counted(values) == 22
    assert page(values).one(".t31-rule")["style"] == "left:26.67%"
    values.act("line 13.09")
    assert verdict(values) == "Of 1,000 hands, 382 are worth 13.09 or more."
    assert counted(values) == 18


@pytest.mark.parametrize("line", ["34", "-1", "twenty", "", "nan", "inf"])
def test_a_line_elsewhere_gets_a_sentence(line):
    values = opened()
    values.act(f"line {line}")
    assert values.message[:2] == ("The line is a value from 0 to 33.", True)
    assert values.setting == Setting()


def test_what_is_rare_is_counted_of_100_000():
    values = opened("line 31", seen="AS AH 2D")
    assert verdict(values) == "Of 100,000 hands, 65 are worth 31 or more."
    assert lead(values).startswith("Exactly 12 of the 18,424.")
    assert strip(values) == "99,935 ← → 65"
    assert note(values)[0].startswith("103 → 0.651 ")
    values.act("line 33")
    assert verdict(values) == "Of 1,000 hands, 0 are worth 33 or more."


def test_both_counts_of_a_rare_value_are_of_100_000():
    values = opened("line 31", "pick AS")
    assert verdict(values) == "Of 100,000 hands, 86 are worth 31 or more."
    values.act("pick AS")
    assert verdict(values) == "Of 100,000 hands, 109 are worth 31 or more."
    assert note(values)[0] == "86 → 109 (before: without A♠)"


def test_a_view_that_changes_no_number_is_no_change():
    assert note(opened("view at least"))[0] == ""


def test_the_dots_are_explained_and_a_bar_that_leaves_the_frame_is_open():
    values = opened("deal 20")
    assert note(values)[0].startswith("A dot is a share of your hands, with its standard error")
    assert page(values).all(".t31-open") == []
    assert page(opened("deal 1", "deal 1", "deal 1")).all(".t31-off")


def test_a_card_that_the_deck_has_not_is_no_longer_seen():
    values = opened("pick 2D", "pick AS", "deck 7")
    assert note(values)[0].startswith("2♦ not in this deck: no longer seen · ")
    assert values.setting.seen == cards("AS")


def test_the_other_views_add_the_bars_up():
    values = opened("view at least")
    found = names(values)
    assert found["20 or more"] == "113.7 of 1,000" and found["2 or more"] == "1,000.0 of 1,000"
    assert verdict(values) == "Of 1,000 hands, 114 are worth 20 or more."
    values.act("view at most")
    found = names(values)
    assert found["13 or less"] == "618.5 of 1,000" and found["31 or less"] == "1,000.0 of 1,000"
    assert verdict(values) == "Of 1,000 hands, 939 are worth 20 or less."
    assert strip(values) == "939 ← → 61"
    assert counted(values) == 19
    assert note(values)[0] == "114 → 939 (before: 20 or more)"
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
    assert f"→ {share} (before: " in note(values)[0]
    assert len(heights(values, "was")) == len(values.setting.axis)  # the bars as they were


def test_a_house_rule_has_its_own_columns():
    assert "30.5" in names(opened("house 2"))
    assert list(names(opened("house 3")))[-1] == "33"
    drawing = HandValues(rules=PRESETS["GIN"])
    drawing.act("draw 30.5: 5")
    assert drawing.drawn == {30.5: 5}


def test_rules_that_are_none_of_the_common_ones_can_be_chosen_again():
    values = opened("more", rules=Rules(trips=30.5, suited_run=30, knocker_lowest=1))
    own = "three of a kind 30.5, three in a row of a suit 30"
    assert repr(values).startswith(f"Hand values of 52 cards, {own}: ")
    selects = {select["data-do"]: select for select in page(values).all("select")}
    assert [len(select.all("option")) for select in selects.values()] == [3, 2, 6]
    assert selects["house"].texts("[selected]") == [own]
    values.act("house 0")
    values.act("house 5")
    assert values.setting == values.state.start


def test_a_seen_card_can_be_taken_back_and_leaves_with_its_deck():
    values = opened("more", "picking", "pick KS", "pick 2C", "pick KS")
    assert values.setting.seen == cards("2C")
    gone = page(values).one('.t31-picker [aria-selected="true"]')
    assert gone["aria-label"] == "2 of clubs"
    values.act("pick AS")
    values.act(gone["data-delete"])
    assert values.setting.seen == cards("AS")
    values.act("pick 2C")
    values.act("deck 7")
    assert values.setting.seen == cards("AS")


def test_bars_that_pass_300_get_an_axis_to_500():
    low = " ".join(f"{rank}{suit}" for rank in range(2, 10) for suit in "CDHS")
    values = opened(seen=low)
    assert values.setting.top == 500
    assert names(values)["20"] == "315.8 of 1,000"
    assert heights(values, "fill")[18] == 63.16


# Deals laid over


def first_hands(seed, count, deck=None):
    """The naive way to the first hands of a seed: all its shuffles at once."""
    rows = shuffled(deck or pack(), seed=seed, count=count)[:, :3]
    return [tuple(map(Card, row)) for row in rows.tolist()]


def test_the_deals_are_the_seeds_shuffles():
    values = opened("deal 1", "deal 4000", "deal 100", seed=7)
    hands = first_hands(7, 4_102)
    assert values.state.dealt == Dist(Counter(map(hand_value, hands[:-1])))
    values.act("deal 1")
    shown = " ".join(map(str, hands[-1]))
    assert values.message.text == f"hand 4,102: {shown} is worth {hand_value(hands[-1])}"


def test_one_then_many():
    values = opened("deal 1")
    assert values.message.text == "hand 1: K♣ 5♣ 9♦ is worth 15"
    assert dealt(values) == "1 hand dealt (seed 0): 0 are worth 20 or more."
    values.act("deal 20")
    values.act("deal 2000")
    hits = round(2_021 * values.state.dealt.at_least(20))
    error = 1000 * sqrt(hits / 2_021 * (1 - hits / 2_021) / 2_021)
    assert (hits, round(error, 1)) == (234, 7.1)
    assert dealt(values) == (
        "2,021 hands dealt (seed 0): 234, that is 115.8 ± 7.1 of 1,000, are worth 20 or more."
    )


def test_each_share_dealt_has_its_standard_error():
    values = opened("deal 2000")
    met = values.state.dealt
    share = float(met.p(10))
    error = sqrt(share * (1 - share) / 2_000)
    at = [value for value in range(2, 32) if met.p(value)].index(10)  # what came has a dot
    low, height = styles(values, "error")[at]
    assert heights(values, "dot")[at] == round(100 * share / 0.3, 2)
    assert low == pytest.approx(100 * (share - error) / 0.3, abs=0.01)
    assert height == pytest.approx(200 * error / 0.3, abs=0.01)


def test_a_share_above_the_frame_is_marked_at_its_edge():
    values = opened("deal 1")
    assert (heights(values, "off"), heights(values, "dot")) == ([100.0], [])


def test_changing_the_rules_keeps_the_seed_and_the_number():
    values = opened("deal 2000", "house 2")
    assert (values.state.dealt.total, values.state.seed) == (2000, 0)
    gin = Counter(hand_value(hand, rules=Rules(trips=30.5)) for hand in first_hands(0, 2000))
    assert values.state.dealt == Dist(gin) != opened("deal 2000").state.dealt
    values.act("seed 3")
    assert dealt(values).startswith("2,000 hands dealt (seed 3)")
    for bad in ("-1", "1.5", "x", ""):
        values.act(f"seed {bad}")
        assert values.message[:2] == (f"seed is a whole number from 0, not {bad!r}", True)


def test_there_is_an_end_to_dealing():
    values = opened(f"deal {MOST}")
    values.act("deal 1")
    end = "200,000 hands are the most here. Another seed deals others."
    assert values.message[:2] == (end, True)
    values.act("deal x")
    assert values.message.refused


def test_what_takes_time_comes_block_by_block_and_can_be_stopped():
    values = opened()
    notebook = Page(values)
    notebook.send(f"deal {3 * BLOCK}")
    assert (values.renders, values.working, values.state.dealt.total) == (2, True, BLOCK)
    assert dealt(values) == "Counting … 20,000 of 60,000 hands dealt (seed 0) Stop"
    notebook.send("line 10")  # what deals nothing else leaves it going
    notebook.see()
    assert values.working and values.state.dealt.total == 2 * BLOCK
    notebook.send("house 2")  # the same hands anew
    assert values.working and values.state.dealt.total == BLOCK
    notebook.send("stop")
    assert (values.message.text, values.working) == ("stopped", False)
    assert dealt(values).startswith("20,000 of 60,000 hands dealt (seed 0): ")
    notebook.send("deal 1")  # goes on from there
    assert values.state.dealt.total == 2 * BLOCK
    notebook.see()
    assert values.working and values.state.dealt.total == 3 * BLOCK
    notebook.see()
    assert (values.state.dealt.total, values.working) == (3 * BLOCK + 1, False)
    assert values.state.dealt == opened(f"deal {3 * BLOCK + 1}", "house 2").state.dealt
    notebook.send("reset")
    assert (values.working, values.state) == (False, values.opening)


# Resetting, setting, refusing


def test_reset_goes_back_to_the_empty_frame():
    values = HandValues()
    start = values.html
    for action in ("draw 10:200", "show", "more", "picking", "pick KS", "deal 20", "line 9"):
        values.act(action)
    values.act("reset")
    assert (values.html, values.state) == (start, values.opening)
    assert (values.drawn, values.state.dealt, values.setting) == ({}, None, Setting())


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
    assert (values.state.seed, values.state.dealt) == (3, None)


@pytest.mark.parametrize("seed", [-1, 1.5, True, "x"])
def test_a_bad_seed_is_refused(seed):
    with pytest.raises(ValueError, match="seed is a whole number from 0"):
        HandValues(seed=seed)


def test_rules_from_elsewhere_can_be_chosen_again():
    values = opened()
    values.change(rules=Rules(trips=30.5, aces=33))
    values.act("more")
    assert "three of a kind 30.5, three aces 33" in page(values).texts("option")


def test_the_mean_can_be_the_last_value():
    only = [c for c in pack() if c not in cards("AS KS QS")]
    values = opened(seen=only)
    assert "mean 31.00" in repr(values)
    assert page(values).one(".t31-mean")["style"] == "left:98.33%"


def test_a_fraction_will_do_as_the_line():
    mean = hand_values().mean
    assert isinstance(mean, Fraction)
    assert verdict(opened(line=mean)) == "Of 1,000 hands, 382 are worth 13.088 or more."


def test_the_scat_setting_is_the_default():
    assert Setting() == Setting(rules=SCAT) == replace(Setting(line=3), line=20)
