"""Every right answer, every named wrong one, and what nobody should ever type."""

import json
import re
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from course.nonsense import NONSENSE

import thirtyone
from thirtyone import (
    SCAT,
    card,
    cards,
    draw_values,
    hand_values,
    knock_lives,
    knock_odds,
    outs,
    taken_values,
    value_after,
)
from thirtyone.exercises import (
    EXERCISES,
    check,
    predict,
    prediction,
)
from thirtyone.guesses import PREDICTIONS
from thirtyone.hands import DECLARED, DOUBLED, hand_table
from thirtyone.replies import takes

ANSWERS = {
    "00-value": 14,
    "00-lowest": 1,
    "00-tie": 0,
    "00-take": 28,
    "00-outcome": Fraction(25120, 221),
    "01-how-many": 22100,
    "01-31": Fraction(24, 22100),
    "01-three-suits": Fraction(8788, 22100),
    "01-21": 624,
    "01-ten-nine": Fraction(5732, 1040),
    "01-cliff": 1,
    "02-at-least": Fraction(2512, 22100),
    "02-mean": Fraction(13668, 22100),
    "02-percentile": Fraction(17888, 22100),
    "02-root": 4,
    "02-ten-deals": Fraction(4897, 5525) ** 10,
    "02-seen": Fraction(12, 18424),
    "03-outs": 8,
    "03-unseen": Fraction(8, 48),
    "03-mean": Fraction(1033, 48),
    "03-goal": Fraction(9, 48),
    "03-two": Fraction(425, 1128),
    "03-due": Fraction(10, 42),
    "04-cost": Fraction(492451, 777375),
    "04-break-even": Fraction(1, 3),
    "04-upcard": Fraction(189799, 388755),
    "05-two-opponents": Fraction(2523549116, 26350322103),
    "05-rule": Fraction(1, 9),
    "05-taken": Fraction(1853, 5104),
    "06-gain": Fraction(174613, 777375),
    "06-rounds": 320_000,
    "06-silence": Fraction(1880, 21468),
    "07-price": Fraction(381, 1000),
    "07-rounds": 6400,
    "07-luckiest": 1 - Fraction(39, 40) ** 10,
}

WRONG = [  # key, answer as a learner may write it, words of the hint
    ("00-value", 24, "Only cards of one suit are added"),
    ("00-value", 20, "different suits"),
    ("00-lowest", 3, "added cards of different suits"),
    ("00-lowest", 4, "8♦ and 5♦"),
    ("00-tie", 2, "lowest alone"),
    ("00-tie", 1, "ties for lowest"),
    ("00-take", 32, "must throw one"),
    ("00-take", 25, "smaller card to throw"),
    ("00-outcome", 0, "how often, not whether"),
    ("00-outcome", 500, "equally likely"),
    ("00-outcome", 0.114, "of 1,000 hands does that make"),
    ("00-outcome", 2_512, "the same share come to"),
    ("01-how-many", 132_600, "how many orders"),
    ("01-how-many", 52**3, "can't be dealt again"),
    ("01-31", 0.0333, "not equally likely"),
    ("01-31", "3/11050", "how many suits"),
    ("01-three-suits", "37.5 %", "39 of the other 51"),
    ("01-three-suits", "39/51", "yet another suit"),
    ("01-three-suits", 0.0994, "three suits be chosen"),
    ("01-21", 16, "third cards of another suit"),
    ("01-21", 800, "11 of them"),
    ("01-ten-nine", 1, "ranks that are worth 9"),
    ("01-ten-nine", 4, "under a 10 or under a 9"),
    ("01-cliff", 0.0518, "among all hands"),
    ("01-cliff", Fraction(79, 143), "the suit is asked"),
    ("02-at-least", "5.29 %", "the bar at 20 alone"),
    ("02-at-least", 0.0608, "left out the 20 itself"),
    ("02-mean", 0.5, "below the median"),
    ("02-mean", "51.1 %", "up to 11, the median"),
    ("02-percentile", 0.191, "18 or more"),
    ("02-percentile", 0.848, "not worth less than yours"),
    ("03-mean", 22, "what taking the 2♠ makes"),
    ("02-ten-deals", 1.14, "more than 1"),
    ("02-root", 2, "the square root"),
    ("02-root", "1/2", "make the error larger"),
    ("02-ten-deals", 0, "doesn't know what came before"),
    ("02-ten-deals", 0.886, "All ten must miss"),
    ("02-seen", 0.00109, "what you know has"),
    ("02-seen", "3/5525", "49 unseen cards, not 52"),
    ("03-outs", 10, "3♠ and 4♠ reach 25"),
    ("03-outs", 11, "it isn't unseen"),
    ("03-unseen", 0.205, "in the other hands"),
    ("03-unseen", "8/52", "can't be on top"),
    ("03-mean", 26.3, "weighted by its number of cards"),
    ("03-mean", 27.3, "the ten spades alone"),
    ("03-mean", 20, "what happens most often"),
    ("03-goal", 0, "22 always loses here"),
    ("03-goal", "20.8 %", "level with the knocker"),
    ("03-two", 0.417, "both draws are spades twice"),
    ("03-two", 0.373, "the second draw is from 47"),
    ("03-due", 0.208, "a deck remembers"),
    ("03-due", "25 %", "no longer equally common"),
    ("04-cost", 0.315, "costs a knocker two lives"),
    ("04-cost", 0.749, "A tie costs a knocker nothing"),
    ("04-break-even", 0.5, "2p equal to 1 − p"),
    ("04-break-even", 0.667, "not being lowest"),
    ("04-upcard", 0.319, "the card you leave on the pile"),
    ("04-upcard", 0.391, "averages over all hands"),
    ("05-two-opponents", 0.63, "easier or harder"),
    ("05-two-opponents", 0.315, "two players must both"),
    ("05-two-opponents", 0.0992, "they share one deck"),
    ("05-rule", 0.333, "shared among four"),
    ("05-rule", "40 %", "not a price"),
    ("05-taken", 0.0895, "dealt to them"),
    ("05-taken", 0.195, "hands that take the card"),
    ("05-taken", 0.442, "given a good hand"),
    ("06-gain", 0.516, "what you lose"),
    ("06-gain", 225, "How many in one"),
    ("06-gain", 0.741, "what they lose"),
    ("06-rounds", 80_000, "a half of that half"),
    ("06-rounds", 5_000, "make the error larger"),
    ("06-silence", "628/5525", "That is a stranger"),
    ("06-silence", 0.0851, "among how many"),
    ("07-price", 0.058, "You counted rounds"),
    ("07-price", 381, "is that a round"),
    ("07-price", 0.865, "The opponent loses lives too"),
    ("07-rounds", 1_600, "It shall be two"),
    ("07-rounds", 80, "the square root of the number"),
    ("07-luckiest", "25 %", "two are lucky at once"),
    ("07-luckiest", 0.025, "any of the ten"),
]

CHANCES = [key for key in ANSWERS if EXERCISES[key].unit == "chance"]
WHOLE = [key for key, answer in ANSWERS.items() if isinstance(answer, int)]
MEASURED = [key for key, answer in ANSWERS.items() if isinstance(answer, Fraction)]


def test_the_answers_are_those_of_this_list():
    assert {key: exercise.answer for key, exercise in EXERCISES.items()} == ANSWERS


@pytest.mark.parametrize(("function", "table"), [("check", EXERCISES), ("predict", PREDICTIONS)])
def test_each_key_is_asked_once_and_in_its_own_notebook(function, table):
    asked = []
    for path in sorted((Path(__file__).parents[2] / "notebooks").glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        code = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
        keys = re.findall(rf'^{function}\("([^"]+)", \.\.\.\)$', code, re.M)
        assert {key[:2] for key in keys} <= {path.name[:2]}
        asked += keys
    assert sorted(asked) == sorted(table)


@pytest.mark.parametrize("key", [key for key in ANSWERS if EXERCISES[key].one_line])
def test_the_one_line_computes_the_answer(key):
    found = eval(EXERCISES[key].one_line, vars(thirtyone).copy())
    if key == "00-lowest":
        assert found == [10, 17, 16, 13]
    elif key == "00-tie":
        assert found == (0, 1, 0)
    else:
        assert found == pytest.approx(float(ANSWERS[key]), rel=1e-12)


def knock(opponents=1, upcard="5D", reply="stock"):
    return knock_odds("KH 8H 2C", upcard, opponents=opponents, reply=reply)


def test_the_figures_in_the_wrong_answers_are_what_they_say():
    hands, draws = hand_values(), draw_values("KS QS 4D", "2S")
    lowest = knock().p("lowest")
    stranger = hand_values(seen="JC 8C 4H 5D")
    quiet = stranger.total - stranger[31]
    mine, theirs = knock_lives("KH 9H 2C", "5D", reply="mean")
    slips = {
        "00-outcome": (0, 500, hands.at_least(20), 22_100 * hands.at_least(20)),
        "01-three-suits": (Fraction(3, 8), Fraction(39, 51), Fraction(13**3, hands.total)),
        "02-at-least": (hands.p(20), hands.at_least(21)),
        "02-mean": (Fraction(1, 2), hands.at_most(hands.median)),
        "02-percentile": (hands.at_least(18), hands.at_most(18)),
        "02-ten-deals": (0, 1 - hands.at_least(20), 10 * hands.at_least(20)),
        "02-seen": (hands.p(31), Fraction(12, hands.total)),
        "03-outs": (len(outs("KS QS 4D", 21, "2S")), len(outs("KS QS 4D", 21))),
        "03-unseen": (Fraction(8, 52 - 4 - 9), Fraction(8, 52)),
        "03-mean": (
            Fraction(sum({*range(23, 32)}) + 20, 10),
            draws.given(lambda value: value >= 23).mean,
            draws.mode,
            value_after("KS QS 4D", "2S"),
        ),
        "03-goal": (0, draws.at_least(23)),
        "03-two": (2 * draws.at_least(23), 1 - draws.at_most(22) ** 2),
        "04-cost": (lowest, 2 - 2 * knock().p("safe")),
        "05-two-opponents": (
            2 * knock().p("lowest"),
            knock().p("lowest"),
            knock().p("lowest") ** 2,
        ),
        "05-taken": (
            hand_values(held="5D", seen="JC 8C 4H").at_least(18),
            Fraction(sum(stranger[value] for value in range(18, 31)), quiet),
            Fraction(1853, 1853 + 2335),
        ),
        "06-gain": (mine, 1000 * (theirs - mine), theirs),
        "06-silence": (hands.at_least(20), Fraction(hands[20] + hands[21], hands.total)),
        "07-price": (Fraction(336 + 193 - 13 - 458, 1000), 381, Fraction(2 * 336 + 193, 1000)),
        "07-luckiest": (10 * Fraction(1, 40), Fraction(1, 40)),
    }
    for key, values in slips.items():
        assert tuple(EXERCISES[key].wrong) == values, key


def test_those_who_take_and_those_who_leave_the_card_of_05_taken():
    table, up = hand_table(SCAT), card("5D")
    rows = table.holding((), (*cards("JC 8C 4H"), up))
    rows = rows[table.codes[rows] < DECLARED]
    good = (DOUBLED[table.take[rows, up]] >= 2 * 18).sum()
    took = taken_values("JC 8C 4H", took="5D")
    assert (len(rows), took.total, len(rows) - took.total) == (17_275, 5_104, 12_171)
    assert (took.at_least(18) * took.total, good) == (1_853, 1_853 + 2_335)
    known = np.empty((len(rows), 0), dtype=np.intp)
    chose = takes(table, rows, up, reply="mean", known=known, knocker=0)
    diamonds = (table.hands[rows] // 13 == 1).any(axis=1)
    assert chose.sum() == took.total and diamonds[chose].all() and diamonds[~chose].mean() < 0.5


@pytest.mark.parametrize("key", ANSWERS)
def test_right(key):
    answer = ANSWERS[key]
    for form in (answer, float(answer), str(answer), f" {float(answer)!r} "):
        found = check(key, form)
        assert (found.state, found.text) == ("right", EXERCISES[key].why), form
        assert found.code == EXERCISES[key].one_line


@pytest.mark.parametrize("key", MEASURED)
def test_three_significant_figures_will_do(key):
    answer = float(ANSWERS[key])
    assert check(key, f"{answer:.3g}").state == "right"
    assert check(key, answer * 1.0039).state == "right"
    assert check(key, answer * 1.0041).text == EXERCISES[key].hint
    assert check(key, answer * 0.9959).text == EXERCISES[key].hint


@pytest.mark.parametrize("key", MEASURED)
@pytest.mark.parametrize("figures", [1, 2])
def test_fewer_figures_are_close_unless_they_are_a_slip(key, figures):
    exercise, short = EXERCISES[key], f"{float(ANSWERS[key]):.{figures}g}"
    found = check(key, short)
    if found.state == "right":  # 0.4 for 0.3992
        assert abs(Fraction(short) / exercise.answer - 1) <= Fraction(4, 1000)
    elif hints := [hint for wrong, hint in exercise.wrong.items() if Fraction(short) == wrong]:
        assert found.text == hints[0]
    else:
        fraction = "Write it as a fraction, and nothing is rounded."
        figures = "Three significant figures must be right, or a fraction."
        short = exercise.answer.denominator < 100
        assert found.text == f"Close. {fraction if short else figures}"


def test_a_slip_has_its_hint_though_it_is_rounded():
    assert check("01-cliff", "55 %").text == EXERCISES["01-cliff"].wrong[Fraction(79, 143)]
    assert check("05-taken", 0.09).text == EXERCISES["05-taken"].wrong[Fraction(101, 1128)]
    assert check("01-three-suits", Fraction(39 * 26, 51 * 51)).text == (
        EXERCISES["01-three-suits"].hint
    )


@pytest.mark.parametrize("key", CHANCES)
def test_a_chance_may_be_a_percentage(key):
    percent = f"{100 * float(ANSWERS[key]):.6g}"
    assert check(key, percent + "%").state == "right"
    assert check(key, percent + " %").state == "right"


@pytest.mark.parametrize("key", [key for key in ANSWERS if key not in CHANCES])
def test_anything_else_may_not(key):
    found = check(key, f"{float(100 * ANSWERS[key])} %")
    assert found.text == "A plain number is wanted here, without the percent sign."


def test_a_third_is_no_33_percent():
    assert check("04-break-even", "33 %").text.startswith("Close. Write it as a fraction")
    assert check("04-break-even", "1/3").state == "right"


@pytest.mark.parametrize("text", ["0,114", "11,4 %", ",114", "5,51"])
def test_a_decimal_comma_in_quotation_marks_is_told(text):
    point = text.replace(",", ".").removesuffix("%").rstrip()
    said = f"A decimal comma is written as a point: {point}."
    assert check("02-at-least", text).text == predict("00-adding", text).text == said


def test_a_percentage_without_its_sign():
    assert check("01-three-suits", 39.8).text.startswith("A chance lies between 0 and 1.")


@pytest.mark.parametrize("key", WHOLE)
def test_whole_numbers_are_wanted_exactly(key):
    for off in (Fraction(1, 1000), 1):
        assert check(key, ANSWERS[key] + off).state == "wrong"


def test_whole_numbers_as_people_write_them():
    for text in ("22,100", "22100", "22100.0", " 22100 "):
        assert check("01-how-many", text).state == "right"
    assert check("01-how-many", np.int64(22100)).state == "right"
    assert check("01-how-many", 22, 100).text.startswith("Leave out the comma")
    assert check("01-how-many", 22100.5).text == "A whole number is wanted here."


@pytest.mark.parametrize(("key", "answer", "words"), WRONG)
def test_a_named_wrong_answer_has_its_own_hint(key, answer, words):
    found = check(key, answer)
    assert found.state == "wrong"
    assert words in found.text
    assert found.text != EXERCISES[key].hint


def test_every_named_wrong_answer_is_in_that_list():
    assert len(WRONG) == sum(len(exercise.wrong) for exercise in EXERCISES.values()) == 80


@pytest.mark.parametrize("key", ANSWERS)
def test_any_other_wrong_answer_has_the_general_hint(key):
    other = Fraction(3, 1000) if key in CHANCES else 77_777
    assert check(key, other).text == EXERCISES[key].hint


@pytest.mark.parametrize("key", ANSWERS)
def test_no_hint_gives_the_answer_away(key):
    exercise = EXERCISES[key]
    answer = float(exercise.answer)
    answers = {str(exercise.answer), f"{answer:,.0f}", f"{answer:.3g}", f"{answer:.4f}"}
    numbers = set()
    for hint in (exercise.hint, *exercise.wrong.values()):
        numbers |= set(re.findall(r"\d[\d,./]*\d|\d", hint))
    # a seat, a number of lives and a sure thing are among the small numbers of any sentence
    assert key in ("00-lowest", "00-tie", "01-cliff") or not answers & numbers


@pytest.mark.parametrize(("answer", "words"), NONSENSE)
def test_nonsense_is_answered_by_a_sentence(answer, words):
    for key in ANSWERS:
        found = check(key, answer)
        assert found.state == "wrong"
        assert found.text.startswith(words)
        assert len(repr(found)) < 120


def test_absurdly_large_and_small_numbers():
    for answer in (10**5000, -(10**5000), 1e308, 5e-324, Fraction(1, 10**5000), -1):
        assert check("00-value", answer).state == "wrong"
        assert check("01-31", answer).state == "wrong"


def test_empty_is_still_to_do():
    for empty in (..., "", "  "):
        assert repr(check("00-value", empty)) == (
            "To do. Put your answer in place of the ... and run the cell again."
        )


def test_html_has_a_status_role_and_words_beside_the_colour():
    assert check("01-31", 0.9)._repr_html_() == (
        '<div role="status" style="border-left:.4em solid #9a3412;padding:.4em .8em">'
        "<strong>Not yet.</strong> Count the hands of an ace and two ten-point cards of its "
        "suit; divide by 22,100.</div>"
    )
    right = check("00-value", 14)._repr_html_()
    assert "<strong>Right.</strong>" in right
    assert "<code>hand_value(&quot;10C JD 4C&quot;)</code>" in right
    assert "<strong>To do.</strong>" in check("00-value")._repr_html_()


@pytest.mark.parametrize("function", [check, predict, prediction])
def test_an_unknown_key_names_its_neighbours(function):
    with pytest.raises(ValueError, match=r"'00-lowst'; the nearest are 00-lowest, "):
        function("00-lowst")
    for key in (None, 3, "", "x" * 100_000, ["00-value"]):
        with pytest.raises(ValueError, match="no such key as"):
            function(key)


@pytest.mark.parametrize("digits", ["1/٠", "٣", "1٣"])
def test_other_digits_are_no_number(digits):
    assert check("00-value", digits).text.startswith("That can't be read as a number.")


def test_what_a_number_may_look_like_depends_on_what_is_asked():
    assert check("01-31", "x").text.endswith('Write it like 0.125, "1/8" or "12.5 %".')
    assert check("00-value", "14 clubs").text.endswith("Write it like 24 or 5.5.")
    assert check("01-31", "39/51 * 26/50").text.startswith("Leave off the quotation marks")
    assert check("01-ten-nine", 5, 5).text.endswith("A decimal comma is written as a point, 5.5.")
