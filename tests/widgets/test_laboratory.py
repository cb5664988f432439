"""The strategy laboratory without a browser: its rounds are those of `simulate`."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from as_read import page, text
from in_page import Page

from thirtyone import PRESETS, Estimate, simulate
from thirtyone.strategies import Marks, at_random, beginner, published_marks
from thirtyone.widgets import Laboratory
from thirtyone.widgets import laboratory as module
from thirtyone.widgets.laboratory import FEW, Setting, verdict

pytestmark = pytest.mark.usefixtures("own_folder")

BEST = published_marks(2)


@pytest.fixture
def quick(monkeypatch):
    """Runs that end soon."""
    monkeypatch.setattr(module, "MOST", 5_000)


def buttons(laboratory):
    return [button["data-do"] for button in page(laboratory).all("button[data-do]")]


def test_it_opens_on_two_seats_and_no_rounds():
    laboratory = Laboratory()
    assert repr(laboratory) == (
        "Laboratory: seat 1 always 18, seat 2 best marks; seed 31: no rounds yet"
    )
    shown = text(laboratory)
    assert "Who gains? Let them play." in shown and "no rounds yet" in shown
    assert len(page(laboratory).all(".t31-zero")) == 2 and not page(laboratory).all(".t31-spread")
    assert laboratory.result is None


@pytest.mark.parametrize("portions", [(1_000,), (10, 10, 480, 500)])
def test_the_rounds_are_those_of_simulate_however_they_are_cut(portions):
    laboratory = Laboratory(["always 18", (22, 25)], seed=5)
    for portion in portions:
        laboratory.play(portion)
    expected = simulate(2, strategies=[Marks((18,)), Marks((22, 25))], rounds=1_000, seed=5)
    assert laboratory.result == expected


@pytest.mark.parametrize(
    ("play", "strategy"),
    [
        ("best marks", BEST),
        ("always 18", Marks((18,))),
        ("beginner", beginner()),
        ("random", at_random(0)),
    ],
)
def test_what_each_seat_plays(play, strategy):
    laboratory = Laboratory([play, "best marks"])
    laboratory.play(40)
    assert laboratory.result == simulate(2, strategies=[strategy, BEST], rounds=40, seed=31)


def test_the_gain_is_what_the_others_lose_more():
    laboratory = Laboratory()
    laboratory.play(20_000)
    gain, lost = laboratory.result.gain, laboratory.result.lost
    assert gain[0].value == pytest.approx(lost[1].value - lost[0].value)
    assert gain[0].stderr == gain[1].stderr
    shown = text(laboratory)
    assert "20,000 rounds ; gain in lives a round" in shown
    assert f"loses {lost[0]!r} a round" in shown and f"loses {lost[1]!r} a round" in shown
    assert f"+{gain[1]!r}" in shown
    assert re.search(r"Seat 2 gains 0\.5\d ± 0\.01 lives a round\.|Seat 2 gains 0\.5\d\d ±", shown)


def test_what_two_standard_errors_do_not_tell_is_too_close_to_call():
    laboratory = Laboratory(["best marks"] * 2)
    laboratory.play(FEW)
    assert verdict(laboratory.result) == "Too close to call."
    assert repr(laboratory).endswith("; seed 31: 10 rounds: too close to call")


def test_the_buttons_play_and_the_errors_sharpen(quick):
    laboratory = Laboratory()
    laboratory.act("few")
    laboratory.act("few")
    assert laboratory.rounds == 20
    wide = laboratory.result.gain[0].stderr
    laboratory.act("run")  # no loop waits here: it runs to its end
    assert (laboratory.rounds, laboratory.working) == (5_000, False)
    assert wide / laboratory.result.gain[0].stderr > 8
    expected = simulate(2, strategies=[Marks((18,)), BEST], rounds=5_000, seed=31)
    assert laboratory.result == expected
    laboratory.act("run")
    assert (laboratory.message.text, laboratory.rounds) == ("5,000 rounds are the most here", 5_000)


def in_a_run(laboratory, pieces=6):
    """The page of a run of which so many pieces were seen."""
    notebook = Page(laboratory)
    notebook.send("run")
    for _ in range(pieces):
        notebook.see()
    return notebook


def test_a_stop_keeps_what_is_done():
    laboratory = Laboratory()
    notebook = Page(laboratory)
    notebook.send("run")
    assert laboratory.rounds == 0  # it only begins: the message is answered at once
    for _ in range(8):
        notebook.see()
    assert laboratory.working and page(laboratory).one(".t31-main").text == "Stop"
    notebook.send("stop")
    rounds = laboratory.rounds
    assert laboratory.message == ("stopped: what was played is kept", False, False)
    assert page(laboratory).one(".t31-main").text == "Run"
    assert rounds == 1_280 and f"{rounds:,} rounds" in text(laboratory)
    expected = simulate(2, strategies=[Marks((18,)), BEST], rounds=rounds, seed=31)
    assert laboratory.result == expected


@pytest.mark.parametrize("action", ["seed 7", "rotate", "seat 0 beginner", "players 3", "reset"])
def test_any_change_in_a_run_begins_anew(action):
    laboratory = Laboratory()
    notebook = in_a_run(laboratory)
    notebook.send(action)
    assert not laboratory.message.refused, laboratory.message.text
    assert (laboratory.rounds, laboratory.working) == (0, False)


def test_ten_rounds_more_in_a_run_end_it_and_none_counts_twice():
    laboratory = Laboratory()
    notebook = in_a_run(laboratory)
    played = laboratory.rounds
    notebook.send("few")
    assert (laboratory.rounds, laboratory.working) == (played + FEW, False)
    expected = simulate(2, strategies=[Marks((18,)), BEST], rounds=played + FEW, seed=31)
    assert laboratory.result == expected


def test_blocks_are_small_where_a_seat_does_not_play_by_tables():
    assert Setting(("random", "best marks")).portion(0) == 50
    played, sizes = 0, []
    for _ in range(13):
        sizes.append(Setting().portion(played))
        played += sizes[-1]
    assert sizes[:4] == [10, 10, 20, 40] and sizes[-1] == 20_000


def test_own_marks_by_turn():
    laboratory = Laboratory()
    laboratory.act("seat 1 own marks")
    shown = " ".join(f"{mark:g}" for mark in BEST.marks)
    assert laboratory.setting.plays[1] == BEST.marks
    assert shown.startswith(page(laboratory).one("input[placeholder]")["placeholder"])
    laboratory.act("marks 1 20, 21.5 24")
    assert laboratory.setting.plays == ("always 18", (20, 21.5, 24))
    assert laboratory.message.text == "seat 2 plays marks 20 21.5 24; all begins anew"
    laboratory.play(50)
    mine = Marks((20, 21.5, 24))
    expected = simulate(2, strategies=[Marks((18,)), mine], rounds=50, seed=31)
    assert laboratory.result == expected


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("marks 0 high", "Marks are values from 0 to 34, one a turn, such as 22 23 25."),
        ("marks 0 ", "Marks are values from 0 to 34, one a turn, such as 22 23 25."),
        ("marks 0 22 99", "Marks are values from 0 to 34, one a turn, such as 22 23 25."),
        ("seed -1", "seed is a whole number from 0, not '-1'"),
        ("seed x", "seed is a whole number from 0, not 'x'"),
    ],
)
def test_what_is_refused_is_a_sentence_and_keeps_what_was_played(action, sentence):
    laboratory = Laboratory()
    laboratory.play(FEW)
    laboratory.act(action)
    assert (laboratory.message.text, laboratory.message.refused) == (sentence, True)
    assert laboratory.rounds == FEW
    assert page(laboratory).one(".t31-refused")["role"] == "status"


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"plays": ["bluff", "best marks"]}, "'bluff' is not played here: best marks, "),
        ({"plays": ["best marks"]}, "2 to 4 seats can be filled here, not 1"),
        ({"plays": ["random"] * 5}, "2 to 4 seats can be filled here, not 5"),
        ({"plays": [(99,), "random"]}, "marks are values from 0 to 34"),
        ({"seed": -1}, "seed is a whole number from 0, not -1"),
        ({"rules": PRESETS["JACOBS"]}, "not a points game"),
        ({"predict": "07-nonsense"}, "no such key"),
    ],
)
def test_what_is_refused_in_python(arguments, fault):
    with pytest.raises(ValueError, match=fault):
        Laboratory(**arguments)


def test_players_come_and_go_and_seats_move_on():
    laboratory = Laboratory(["always 18", "beginner"])
    laboratory.act("players 4")
    assert laboratory.setting.plays == ("always 18", "beginner", "best marks", "best marks")
    laboratory.act("rotate")
    assert laboratory.setting.plays == ("best marks", "always 18", "beginner", "best marks")
    laboratory.act("players 2")
    assert laboratory.setting.plays == ("best marks", "always 18")
    laboratory.act("reset")
    assert laboratory.setting.plays == ("always 18", "beginner")


def test_nothing_is_played_before_the_guess(tmp_path):
    laboratory = Laboratory(predict="07-ahead")
    assert repr(laboratory).endswith("locked until you guess")
    assert "Rounds always-18 is ahead, of 1,000?" in text(laboratory)
    assert buttons(laboratory) == []
    laboratory.act("guess 200")
    stored = Path(tmp_path, ".thirtyone-predictions.json")
    assert json.loads(stored.read_text()) == {"07-ahead": 200}
    assert buttons(laboratory) == ["few", "run", "rotate", "reset"]
    assert "Your guess: 200 (rounds always-18 is ahead, of 1,000)" in text(laboratory)


def test_ones_own_marks_come_back():
    laboratory = Laboratory()
    for action in ("marks 0 15 16", "seat 0 random", "seat 0 own marks"):
        laboratory.act(action)
    assert laboratory.setting.plays[0] == (15, 16)


def test_another_setting_begins_anew():
    laboratory = Laboratory()
    laboratory.play(FEW)
    laboratory.setting = replace(laboratory.setting, plays=("random", "random", "random"))
    assert laboratory.rounds == 0
    laboratory.act("few")
    assert laboratory.result.players == 3


def test_no_action_plays_before_the_guess():
    laboratory = Laboratory(predict="07-ahead")
    for action in ("few", "run"):
        laboratory.act(action)
        assert laboratory.message[:2] == ("First your guess.", True)
    assert laboratory.rounds == 0


def test_a_gain_is_said_to_one_figure_of_its_error():
    result = simulate(2, strategies=[Marks((18,)), BEST], rounds=2_000)
    gain = result.gain[1]
    assert isinstance(gain, Estimate)
    assert verdict(result) == (f"Seat 2 gains {gain.value:.2f} ± {gain.stderr:.2f} lives a round.")
