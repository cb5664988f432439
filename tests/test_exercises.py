"""Every right answer, every named wrong one, and what nobody should ever type."""

import json
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import thirtyone
from thirtyone import Dist, card
from thirtyone.exercises import EXERCISES, GUESSES_FILE, PREDICTIONS, check, predict, prediction

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
    "04-cost": Fraction(492451, 777375),
    "04-break-even": Fraction(1, 3),
    "04-upcard": Fraction(189799, 388755),
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
    ("01-how-many", 132_600, "how many orders"),
    ("01-how-many", 52**3, "can't be dealt again"),
    ("01-31", 0.0333, "not equally likely"),
    ("01-31", "3/11050", "how many suits"),
    ("01-three-suits", "37.5 %", "39 of the other 51"),
    ("01-three-suits", 0.0994, "three suits be chosen"),
    ("01-21", 16, "third cards of another suit"),
    ("01-21", 800, "11 of them"),
    ("01-ten-nine", 1, "ranks that are worth 9"),
    ("01-ten-nine", 4, "under a 10 or under a 9"),
    ("01-cliff", 0.0518, "among all hands"),
    ("01-cliff", Fraction(79, 143), "the suit is asked"),
    ("04-cost", 0.315, "costs a knocker two lives"),
    ("04-cost", 0.749, "A tie costs a knocker nothing"),
    ("04-break-even", 0.5, "2p equal to 1 − p"),
    ("04-break-even", 0.667, "not being lowest"),
    ("04-upcard", 0.319, "the card you leave on the pile"),
    ("04-upcard", 0.391, "averages over all hands"),
]

CHANCES = [key for key in ANSWERS if EXERCISES[key].unit == "chance"]
WHOLE = [key for key, answer in ANSWERS.items() if isinstance(answer, int)]
MEASURED = [key for key, answer in ANSWERS.items() if isinstance(answer, Fraction)]


def test_the_answers_are_those_of_this_list():
    assert {key: exercise.answer for key, exercise in EXERCISES.items()} == ANSWERS


@pytest.mark.parametrize(("function", "table"), [("check", EXERCISES), ("predict", PREDICTIONS)])
def test_each_key_is_asked_once_and_in_its_own_notebook(function, table):
    asked = []
    for path in sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb")):
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
    assert check(key, answer * 1.0041).text.startswith("Close.")
    assert check(key, answer * 0.9959).text.startswith("Close.")
    assert not check(key, answer * 1.06).text.startswith("Close.")


@pytest.mark.parametrize("key", CHANCES)
def test_a_chance_may_be_a_percentage(key):
    percent = f"{100 * float(ANSWERS[key]):.6g}"
    assert check(key, percent + "%").state == "right"
    assert check(key, percent + " %").state == "right"


@pytest.mark.parametrize("key", [key for key in ANSWERS if key not in CHANCES])
def test_anything_else_may_not(key):
    found = check(key, f"{float(100 * ANSWERS[key])} %")
    assert found.text == "A plain number is wanted here, without the percent sign."


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
    assert len(WRONG) == sum(len(exercise.wrong) for exercise in EXERCISES.values()) == 28


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


NONSENSE = [
    (True, "One number is wanted here, and this is of the type bool."),
    (None, "One number is wanted here, and this is of the type NoneType."),
    ([14], "One number is wanted here, and this is of the type list."),
    ({}, "One number is wanted here, and this is of the type dict."),
    (2j, "One number is wanted here, and this is of the type complex."),
    (check, "One number is wanted here, and this is of the type function."),
    (np.array([1, 2]), "One number is wanted here, and this is of the type ndarray."),
    (card("3D"), "One number is wanted here, and this is of the type Card."),
    (Dist({14: 1}), "That is a whole distribution."),
    (float("nan"), "That is no finite number."),
    (float("-inf"), "That is no finite number."),
    (Decimal("sNaN"), "That is no finite number."),
    (Decimal("1e999"), "That is no finite number."),
    ("fourteen", "That can't be read as a number."),
    ("0,398", "That can't be read as a number."),
    ("1e999999999", "That can't be read as a number."),
    ("1/0", "That can't be read as a number."),
    ("1/", "That can't be read as a number."),
    ("%", "That can't be read as a number."),
    ("nan", "That can't be read as a number."),
    ("__import__('os')", "That can't be read as a number."),
    ("14 " * 100_000, "That can't be read as a number."),
    ("1" * 100_000, "That can't be read as a number."),
]


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


@pytest.fixture
def notebook_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_guess_is_kept_and_read_back(notebook_folder):
    assert prediction("00-adding") is None
    assert repr(predict("00-adding", 250)) == "Noted. Your guess is 250. Now read on and see."
    predict("01-ten-nine", "5/2")
    assert prediction("00-adding") == 250
    assert prediction("01-ten-nine") == 2.5
    predict("00-adding", 300)
    assert json.loads(Path(GUESSES_FILE).read_text()) == {"00-adding": 300, "01-ten-nine": 2.5}
    assert [path.name for path in notebook_folder.iterdir()] == [GUESSES_FILE]


@pytest.mark.parametrize("key", PREDICTIONS)
def test_the_range_of_each_guess(notebook_folder, key):
    low, high = PREDICTIONS[key]
    for guess in (low, high):
        assert predict(key, guess).state == "noted"
        assert prediction(key) == guess
    for guess in (low - 1, high + 1, -(10**400), 10**400):
        assert repr(predict(key, guess)) == (
            f"Not yet. A guess from {low:,} to {high:,} makes sense here."
        )
    assert prediction(key) == high


def test_no_guess_is_silent_and_writes_nothing(notebook_folder):
    assert predict("00-adding") is None
    assert predict("00-adding", ...) is None
    assert list(notebook_folder.iterdir()) == []


@pytest.mark.parametrize(("guess", "words"), NONSENSE)
def test_a_nonsense_guess_is_answered_and_not_kept(notebook_folder, guess, words):
    assert predict("00-adding", guess).text.startswith(words)
    assert list(notebook_folder.iterdir()) == []


BROKEN = ["", "{", "[1]", "\udcff", "[" * 100_000, '"text"']


@pytest.mark.parametrize("content", BROKEN)
def test_a_broken_file_is_begun_afresh(notebook_folder, content):
    Path(GUESSES_FILE).write_text(content, errors="surrogateescape", encoding="utf-8")
    assert prediction("00-adding") is None
    assert predict("00-adding", 1).text == (
        "Your guess is 1. Now read on and see. Earlier guesses could not be read and are gone."
    )
    assert prediction("00-adding") == 1


@pytest.mark.parametrize("value", ["true", '"7"', "null", "NaN", "-1", "1001", "[]"])
def test_a_stored_value_that_is_no_guess(notebook_folder, value):
    Path(GUESSES_FILE).write_text(f'{{"00-adding": {value}, "00-twenty": 5}}')
    assert prediction("00-adding") is None
    assert prediction("00-twenty") == 5


def test_a_file_that_cannot_be_written(notebook_folder, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError("read-only")

    said = "Noted. Your guess could not be saved. Keep it in mind and read on."
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", refuse)
        assert repr(predict("00-adding", 1)) == said
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refuse)
        assert repr(predict("00-adding", 1)) == said
    Path(GUESSES_FILE).mkdir()
    assert repr(predict("00-adding", 1)) == said
    assert prediction("00-adding") is None
    assert [path.name for path in notebook_folder.iterdir()] == [GUESSES_FILE]
