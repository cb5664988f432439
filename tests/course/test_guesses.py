"""Every guess: its answer, its range, how it is kept, and what is said of all of them."""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest
from course.nonsense import NONSENSE

from thirtyone import (
    chance_within,
    draw_values,
    hand_values,
    knock_odds,
    knock_table,
    taken_values,
)
from thirtyone.guesses import (
    GUESSES_FILE,
    PREDICTIONS,
    SPOILT_FILE,
    Guess,
    guesses,
    predict,
    prediction,
    summed_up,
)
from thirtyone.plots import guesses_figure


def lowest(opponents=1, upcard="5D", reply="stock"):
    odds = knock_odds("KH 8H 2C", upcard, opponents=opponents, reply=reply)
    return 1000 * odds.p("lowest")


COMPUTED = {  # what the engine makes of the guesses, in the notebooks' units
    "00-twenty": 1000 * hand_values().at_least(20),
    "01-how-many": hand_values().total,
    "01-ten-nine": hand_values().p(10) / hand_values().p(9),
    "01-cliff": hand_values()[22],
    "02-below-mean": 1000 * hand_values().p(lambda value: value < hand_values().mean),
    "02-ten-deals": 1000 * (1 - hand_values().at_least(20)) ** 10,
    "02-seen": 100_000 * hand_values(seen="AS AH 2D").p(31),
    "03-due": 1000 * draw_values("KS QS 4D", "2S", seen="2C 3C 5D 6D 7H 8H").at_least(23),
    "03-mean": draw_values("KS QS 4D", "2S").mean,
    "03-two": 1000 * chance_within("KS QS 4D", 23, 2, "2S"),
    "04-upcard": lowest(upcard="KD", reply="mean"),
    "04-stock": lowest(upcard="KD"),
    "04-break-even": Fraction(1000, 3),
    "05-two-opponents": lowest(2),
    "05-mark": next(v for v, odds in knock_table(opponents=4).items() if odds.p("lowest") < 1 / 9),
    "05-taken": 1000 * taken_values("JC 8C 4H", took="5D").at_least(18),
}


SIMULATED = {  # these are asserted in the notebooks, as far as their errors allow
    "06-wait": Fraction(39, 100),
    "06-mark": 22,
    "06-silence": 445,
    "07-ahead": 471,
    "07-ten": 165,
    "07-luckiest": 18,
}


def test_the_answers_beside_the_guesses_are_the_engines():
    answers = {key: asked.answer for key, asked in PREDICTIONS.items()}
    assert answers.pop("00-lowest") is None  # a seat is no amount
    assert answers.pop("00-adding") == 399  # simulated: 39.9 ± 0.1 %
    simulated = {key: answers.pop(key) for key in [*answers] if key[:2] in ("06", "07")}
    assert simulated == SIMULATED
    assert answers == COMPUTED


def test_a_guess_is_kept_and_read_back(own_folder):
    assert prediction("00-adding") is None
    assert repr(predict("00-adding", 250)) == "Noted. Your guess is 250. Now read on and see."
    predict("01-ten-nine", "5/2")
    assert prediction("00-adding") == 250
    assert prediction("01-ten-nine") == 2.5
    predict("00-adding", 300)
    assert json.loads(Path(GUESSES_FILE).read_text()) == {"00-adding": 300, "01-ten-nine": 2.5}
    assert [path.name for path in own_folder.iterdir()] == [GUESSES_FILE]


@pytest.mark.parametrize("key", PREDICTIONS)
def test_the_range_of_each_guess(own_folder, key):
    low, high = PREDICTIONS[key].low, PREDICTIONS[key].high
    for guess in (low, high):
        assert predict(key, guess).state == "noted"
        assert prediction(key) == guess
    for guess in (low - 1, high + 1, -(10**400), 10**400):
        assert repr(predict(key, guess)) == (
            f"Once more. A guess from {low:,} to {high:,} makes sense here."
        )
    assert prediction(key) == high


def test_no_guess_is_silent_and_writes_nothing(own_folder):
    assert predict("00-adding") is None
    assert predict("00-adding", ...) is None
    assert list(own_folder.iterdir()) == []


@pytest.mark.parametrize("guess", [0.208, "20.8 %", "208/1000", Fraction(26, 125)])
def test_a_chance_in_place_of_a_count_of_1000(own_folder, guess):
    assert repr(predict("03-two", guess)) == "Once more. Of 1,000: did you mean 208?"
    assert list(own_folder.iterdir()) == []


def test_a_seat_is_a_whole_number(own_folder):
    assert predict("00-lowest", 2.5).text == "A guess from 1 to 4 makes sense here."


def test_percent_are_no_count_of_1000(own_folder):
    assert predict("00-adding", "100 %").text == "Of 1,000: did you mean 1,000?"


def test_a_file_with_a_byte_order_mark_can_be_read(own_folder):
    Path(GUESSES_FILE).write_text('{"03-two": 300}', encoding="utf-8-sig")
    predict("00-adding", 250)
    assert (prediction("03-two"), prediction("00-adding")) == (300, 250)


def test_a_ratio_is_not_taken_for_a_chance(own_folder):
    assert repr(predict("01-ten-nine", 0.5)) == "Noted. Your guess is 0.5. Now read on and see."


def test_an_unreadable_guess_is_told_what_makes_sense(own_folder):
    assert predict("03-two", "fewer").text == (
        "That can't be read as a number. A guess from 0 to 1,000 makes sense here."
    )


def test_nothing_is_a_guess_too(own_folder):
    found = predict("03-two", "0/5")
    assert (found.state, found.guess) == ("noted", 0)


@pytest.mark.parametrize(("guess", "words"), NONSENSE)
def test_a_nonsense_guess_is_answered_and_not_kept(own_folder, guess, words):
    assert predict("00-adding", guess).text.startswith(words)
    assert list(own_folder.iterdir()) == []


BROKEN = ["", "{", "[1]", "\udcff", "[" * 100_000, '"text"']


@pytest.mark.parametrize("content", BROKEN)
def test_a_broken_file_is_begun_afresh(own_folder, content):
    Path(GUESSES_FILE).write_text(content, errors="surrogateescape", encoding="utf-8")
    assert prediction("00-adding") is None
    assert predict("00-adding", 1).text == (
        "Your guess is 1. Now read on and see. "
        "Earlier ones can't be read: they are in .thirtyone-predictions-spoilt.json."
    )
    kept = Path(".thirtyone-predictions-spoilt.json")
    assert kept.read_text(errors="surrogateescape", encoding="utf-8") == content
    assert prediction("00-adding") == 1


@pytest.mark.parametrize("value", ["true", '"7"', "null", "NaN", "-1", "1001", "[]"])
def test_a_stored_value_that_is_no_guess(own_folder, value):
    Path(GUESSES_FILE).write_text(f'{{"00-adding": {value}, "00-twenty": 5}}')
    assert prediction("00-adding") is None
    assert prediction("00-twenty") == 5


@pytest.mark.parametrize("call", ["touch", "open", "replace"])
def test_a_folder_that_cannot_be_written(own_folder, monkeypatch, call):
    predict("00-adding", 1)
    whole = getattr(Path, call)

    def cannot(path, *arguments, **options):
        if options.get("mode") == "r":
            return whole(path, *arguments, **options)
        raise PermissionError("read-only")

    with monkeypatch.context() as patch:
        patch.setattr(Path, call, cannot)
        found = predict("00-adding", 2)
    said = "Noted. Your guess could not be saved. Keep it in mind and read on."
    assert (repr(found), found.guess, found.warns) == (said, 2, True)
    assert prediction("00-adding") == 1
    assert [path.name for path in own_folder.iterdir()] == [GUESSES_FILE]


def test_a_folder_in_the_place_of_the_file(own_folder):
    Path(GUESSES_FILE).mkdir()
    assert predict("00-adding", 1).text.startswith("Your guess could not be saved.")
    assert prediction("00-adding") is None
    assert [path.name for path in own_folder.iterdir()] == [GUESSES_FILE]


def test_what_cannot_be_read_is_not_lost_where_it_cannot_be_moved(own_folder, monkeypatch):
    Path(GUESSES_FILE).write_text("{")
    Path(SPOILT_FILE).mkdir()
    assert predict("00-adding", 1).text.startswith("Your guess could not be saved.")
    assert Path(GUESSES_FILE).read_text() == "{"


SENSIBLE = {key: asked.low + 1 for key, asked in PREDICTIONS.items()}


def test_no_guess_of_many_threads_is_lost(own_folder):
    with ThreadPoolExecutor(8) as threads:
        for _ in range(5):
            noted = threads.map(predict, SENSIBLE, SENSIBLE.values())
            assert {(found.state, found.warns) for found in noted} == {("noted", False)}
            assert json.loads(Path(GUESSES_FILE).read_text()) == SENSIBLE
            Path(GUESSES_FILE).unlink()
    assert list(own_folder.iterdir()) == []


GUESS_A_THIRD = """
import sys
from thirtyone.guesses import PREDICTIONS, predict
for key in [*PREDICTIONS][int(sys.argv[1]) :: 3]:
    assert predict(key, PREDICTIONS[key].low + 1).warns is False
"""


def test_no_guess_of_three_kernels_is_lost(own_folder):
    kernels = [subprocess.Popen([sys.executable, "-c", GUESS_A_THIRD, str(n)]) for n in range(3)]
    assert [kernel.wait(60) for kernel in kernels] == [0, 0, 0]
    assert json.loads(Path(GUESSES_FILE).read_text()) == SENSIBLE
    assert [path.name for path in own_folder.iterdir()] == [GUESSES_FILE]


# All guesses beside the answers


def test_guesses_come_in_the_order_of_the_course_and_without_seats(own_folder):
    assert guesses() == ()
    for key in ("05-mark", "01-ten-nine", "00-lowest", "00-adding"):
        predict(key, 4)
    assert guesses() == (
        Guess("wrong losers by adding all, of 1,000", 4, 399),
        Guess("times as common: 10 as 9", 4, Fraction(1433, 260)),
        Guess("least value that pays, five players", 4, 14),
    )
    Path(GUESSES_FILE).write_text('{"00-adding": 1001, "01-cliff": "many", "elsewhere": 3}')
    assert guesses() == ()


def test_what_is_guessed_is_said_in_a_few_words():
    told = [asked.of for asked in PREDICTIONS.values()]
    assert len({*told}) == len(told) == 24
    assert max(map(len, told)) <= 40


@pytest.mark.parametrize(
    ("guess", "verdict"),
    [
        (0, "too low"),
        (89.9, "too low"),
        (90, "within a tenth of the answer"),
        (100, "within a tenth of the answer"),
        (110, "within a tenth of the answer"),
        (110.1, "too high"),
        (10_000, "too high"),
    ],
)
def test_near_is_within_a_tenth(guess, verdict):
    assert Guess("something", guess, 100).verdict == verdict


def test_a_guess_is_shown_in_three_figures_or_whole():
    shown = Guess("x", 2.5, Fraction(1433, 260)), Guess("x", 1_234_567.8, Fraction(2, 3))
    assert [guess.shown for guess in shown] == ["2.5 → 5.51", "1,234,568 → 0.667"]


LOW, NEAR, HIGH = Guess("a", 0, 100), Guess("b", 95, 100), Guess("c", 2000, 100)


def test_the_guesses_summed_up():
    assert summed_up([]) == (
        "No guess is stored beside this page yet. "
        "Make some in the predict cells, then run this cell again."
    )
    assert summed_up([NEAR]) == (
        "You made 1 guess: 0 too low, 1 within a tenth of the answer, 0 too high."
    )
    assert summed_up([HIGH, NEAR]) == (
        "You made 2 guesses: 0 too low, 1 within a tenth of the answer, 1 too high. "
        "Farthest off: c, 2,000 → 100 (your guess → the answer)."
    )
    assert "Farthest off: a, 0 → 100 " in summed_up([HIGH, LOW])


def test_the_guesses_drawn():
    figure = guesses_figure([LOW, NEAR, HIGH])
    stems, marks = figure.data
    assert marks.x == (0.1, 0.95, 10)  # at most tenfold
    assert marks.marker.symbol == ("triangle-left", "circle", "triangle-right")
    assert stems.x == (1, 0.1, None, 1, 0.95, None, 1, 10, None)
    assert marks.text == ("a: 0 → 100", "b: 95 → 100", "c: 2,000 → 100")
    assert [note.text for note in figure.layout.annotations] == [
        "<b>0 → 100</b><br>a",
        "<b>95 → 100</b><br>b",
        "<b>2,000 → 100</b><br>c",
    ]
    assert (figure.layout.xaxis.type, figure.layout.xaxis.range) == ("log", (-1.1, 1.1))


def test_the_scale_of_a_guess_stands_beside_its_numbers():
    (note,) = guesses_figure([Guess("lowest against two, of 1,000", 150, 96)]).layout.annotations
    assert note.text == "<b>150 → 96 of 1,000</b><br>lowest against two"


def test_no_guesses_drawn_are_an_empty_frame_of_the_same_scale():
    figure = guesses_figure([])
    assert [trace.x for trace in figure.data] == [(), ()]
    assert figure.layout.xaxis.ticktext == ("a tenth", "half", "twice", "tenfold")
    assert figure.layout.font.size >= 18
