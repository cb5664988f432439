"""The knock without a browser: every control changes the numbers, and no guess is spoilt."""

import json
import re
from fractions import Fraction
from pathlib import Path

import pytest
from as_read import page, text
from in_page import Page

from thirtyone import PRESETS, SCAT, card, cards, estimate_knock_odds
from thirtyone.guesses import predict, prediction
from thirtyone.widgets import Knock
from thirtyone.widgets.knock import ROUNDS, SEED, Setting, break_even, fate, lives

pytestmark = pytest.mark.usefixtures("own_folder")

OPENING = "Knock: K♥ 8♥ 2♣, upcard 5♦, 1 opponent who uses the upcard"
OPENING_ODDS = "lowest 319, tied 54, beaten by 31 2, safe 625 of 1,000"


def test_it_opens_on_a_knock_that_barely_pays():
    knock = Knock()
    assert repr(knock) == f"{OPENING}: {OPENING_ODDS}"
    shown = text(knock.html)
    assert "Knocking pays, barely." in shown
    assert "you lose 0.640" in shown and "your opponent loses 0.679" in shown
    odds = OPENING_ODDS.removesuffix(" of 1,000")
    assert page(knock).one(".t31-bar")["aria-label"] == f"Of 1,000 such knocks: {odds}"
    assert "319 lowest 54 tied 2 beaten by 31 625 safe" in shown
    assert "→" not in shown


def test_the_pieces_of_the_bar_add_up():
    widths = [piece["style"] for piece in page(Knock()).all(".t31-piece")]
    assert widths == ["width:31.90%", "width:5.40%", "width:0.20%", "width:62.50%"]


def test_changing_only_the_upcard_turns_the_verdict_and_leaves_a_ghost():
    knock = Knock()
    knock.act("pick KD")  # the upcard is what is chosen at first
    assert repr(knock) == (
        "Knock: K♥ 8♥ 2♣, upcard K♦, 1 opponent who uses the upcard: "
        "lowest 488, tied 65, beaten by 31 10, safe 437 of 1,000"
    )
    assert knock.message.text == "king of diamonds replaces 5 of diamonds"
    shown = text(knock.html)
    assert "Knocking doesn't pay." in shown
    assert "you lose 0.987" in shown and "your opponent loses 0.502" in shown
    assert "lowest 319 → 488 (before: upcard 5♦)" in shown


def test_every_control_changes_the_numbers():
    knock = Knock()
    seen = [repr(knock)]
    for action in ("choose 2", "pick 5H", "reply stock", "opponents 2", "type QD"):
        knock.act(action)
        assert not knock.message.refused, knock.message.text
        seen.append(repr(knock))
    assert seen == [
        f"{OPENING}: {OPENING_ODDS}",
        f"{OPENING}: {OPENING_ODDS}",
        "Knock: K♥ 8♥ 5♥, upcard 5♦, 1 opponent who uses the upcard: "
        "lowest 90, tied 24, beaten by 31 2, safe 884 of 1,000",
        "Knock: K♥ 8♥ 5♥, upcard 5♦, 1 opponent who ignores the upcard: "
        "lowest 67, tied 17, beaten by 31 3, safe 913 of 1,000",
        "Knock: K♥ 8♥ 5♥, upcard 5♦, 2 opponents who ignore the upcard: "
        "lowest 4, tied 3, beaten by 31 7, safe 986 of 1,000",
        "Knock: K♥ 8♥ 5♥, upcard Q♦, 2 opponents who ignore the upcard: "
        "lowest 4, tied 2, beaten by 31 6, safe 988 of 1,000",
    ]


def test_properties_change_the_setting_and_can_be_observed():
    knock, settings = Knock(), []
    knock.observe(lambda change: settings.append(change.new), "setting")
    knock.upcard = "KD"
    knock.hand = "KH 9H 2C"
    knock.reply = "stock"
    knock.opponents = 2
    assert (knock.hand, knock.upcard, knock.reply, knock.opponents) == (
        cards("KH 9H 2C"),
        card("KD"),
        "stock",
        2,
    )
    assert [str(s) for s in settings] == [
        "K♥ 8♥ 2♣, upcard K♦, 1 opponent who uses the upcard",
        "K♥ 9♥ 2♣, upcard K♦, 1 opponent who uses the upcard",
        "K♥ 9♥ 2♣, upcard K♦, 1 opponent who ignores the upcard",
        "K♥ 9♥ 2♣, upcard K♦, 2 opponents who ignore the upcard",
    ]
    assert "before: 1 opponent who ignores the upcard" in text(knock.html)


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("hand", "KH 8H", "a hand is three cards, not 2"),
        ("hand", "KH 8H 5D", "5♦ is in two places"),
        ("upcard", "ZZ", "is not a card"),
        ("opponents", 9, "opponents is a whole number from 1 to 8, not 9"),
        ("opponents", True, "opponents is a whole number from 1 to 8, not True"),
        ("reply", "bluff", "'bluff' is not a reply"),
    ],
)
def test_what_the_engine_refuses_is_raised_in_python(name, value, fault):
    knock = Knock()
    with pytest.raises(ValueError, match=fault):
        setattr(knock, name, value)
    assert repr(knock) == f"{OPENING}: {OPENING_ODDS}"
    with pytest.raises(ValueError, match=fault):
        Knock(**{name: value})


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("opponents 9", "opponents is a whole number from 1 to 8, not 9"),
        ("opponents two", "opponents is a whole number from 1 to 8, not 'two'"),
        ("type KH", "K♥ is there already: each card is only once in the deck"),
        ("type 1z", '"1z" is not a card: rank A K Q J 10 (or T) 9 … 2, then suit C D H S'),
    ],
)
def test_what_is_refused_in_the_widget_is_a_sentence(action, sentence):
    knock = Knock()
    knock.act(action)
    assert knock.message == (sentence, True, False)
    assert page(knock).one(".t31-refused").text == sentence[0].upper() + sentence[1:]
    assert repr(knock) == f"{OPENING}: {OPENING_ODDS}"


def test_a_missing_card_is_asked_for():
    knock = Knock()
    knock.act("remove 1")
    assert len(page(knock).all(".t31-answer.t31-stale")) == 1
    assert page(knock).one(".t31-verdict").text == "Pick the missing card."
    assert repr(knock) == (
        "Knock: Your hand: K♥ 2♣, Upcard: 5♦, 1 of 4 places empty. Pick the missing card."
    )
    knock.act("pick 9H")
    assert page(knock).one(".t31-verdict").text != "Pick the missing card."
    assert knock.hand == cards("KH 9H 2C")


def test_a_hand_that_may_not_knock_is_said_to():
    knock = Knock("KH 8H 7H", "JD", rules=PRESETS["JACOBS"])
    assert page(knock).one(".t31-verdict").text == "Of 1,000 such knocks:"
    knock.act("choose 2")
    knock.act("pick 7C")
    refusal = "K♥ 8♥ 7♣ may not knock: it takes three cards of one suit here"
    assert page(knock).one(".t31-verdict").text == refusal
    assert len(page(knock).all(".t31-answer.t31-stale")) == 1
    assert repr(knock) == f"Knock: Your hand: K♥ 8♥ 7♣, Upcard: J♦. {refusal}"


def offered(knock):
    return [option["value"] for option in page(knock).all("option")]


def test_the_other_replies_come_with_more():
    knock = Knock()
    assert offered(knock) == ["stock", "mean", "more"]
    assert page(knock).texts("option[selected]") == ["uses the upcard"]
    knock.act("reply more")
    assert offered(knock) == [
        "stock",
        "mean",
        "stand",
        "greedy",
        "sharp",
    ]
    assert knock.reply == "mean"
    knock.act("reply sharp")
    assert "1 opponent who knows your value" in repr(knock)
    assert "more" not in offered(Knock(reply="greedy"))


def test_an_estimate_shows_its_standard_error():
    setting = Setting(cards("KH 8H 2C"), card("5D"), opponents=3, reply="mean")
    found = fate(setting)
    expected = estimate_knock_odds(
        "KH 8H 2C", "5D", opponents=3, reply="mean", rounds=ROUNDS, seed=SEED
    )
    assert lives(setting) is None and found.estimates == expected
    assert sum(found.counts.values()) == 1000
    knock = Knock(opponents=3)
    assert repr(knock).startswith(
        "Knock: K♥ 8♥ 2♣, upcard 5♦, 3 opponents who use the upcard: about lowest 4"
    )
    shown = text(knock.html)
    assert re.search(
        r"lowest 4\d\.\d ± 1\.\d, break-even 143 estimated from 19,\d{3} knocks", shown
    )
    assert "Knocking pays." in shown


def test_the_break_even_chance_is_1_in_2k_plus_1():
    hand, up = cards("KH 8H 2C"), card("5D")
    chances = [break_even(Setting(hand, up, opponents=k)) for k in (1, 2, 3)]
    assert chances == [Fraction(1, 3), Fraction(1, 5), Fraction(1, 7)]
    assert break_even(Setting(hand, up, rules=PRESETS["GIN"])) is None


@pytest.mark.parametrize(
    ("hand", "upcard", "words"),
    [
        ("KH 8H 2C", "5D", "Knocking pays, barely."),
        ("KH 8H 2C", "KD", "Knocking doesn't pay."),
        ("AH KH 2C", "5D", "Knocking pays well."),
        ("4H 3D 2C", "KD", "Knocking costs dear."),
    ],
)
def test_the_verdict_follows_the_lives(hand, upcard, words):
    assert page(Knock(hand, upcard)).one(".t31-verdict").text == words


@pytest.mark.parametrize(
    ("rules", "odds"),
    [
        ("GIN", "highest 608, tied 54, beaten by 31 3, beaten 335"),
        ("DUTCH", "lowest 780, tied 57, beaten by 31 0, safe 163"),
        ("NO_ELIMINATION", "highest 625, tied 54, beaten by 31 2, beaten 319"),
        ("FOUR_CORNERS", "lowest 321, tied 54, beaten by 31 0, safe 625"),
    ],
)
def test_house_rules_bring_their_own_outcomes(rules, odds):
    hand = "KH 8H 7C" if rules == "DUTCH" else "KH 8H 2C"
    knock = Knock(hand, "9D" if rules == "DUTCH" else "5D", rules=PRESETS[rules])
    assert odds in repr(knock)
    score = "you score" if rules == "NO_ELIMINATION" else "you lose"
    assert score in text(knock.html)


def test_reset_goes_back_to_the_opening():
    knock = Knock()
    for action in ("pick KD", "reply stock", "opponents 2", "remove 0", "reset"):
        knock.act(action)
    assert repr(knock) == f"{OPENING}: {OPENING_ODDS}"
    assert "→" not in text(knock.html)


def test_what_differs_from_the_opening_waits_for_a_guess(tmp_path):
    knock = Knock(predict="04-upcard")
    assert OPENING_ODDS in repr(knock)
    knock.act("pick KD")
    assert repr(knock) == (
        "Knock: K♥ 8♥ 2♣, upcard K♦, 1 opponent who uses the upcard: locked until you guess"
    )
    assert "488" not in knock.html
    assert "Before it was 319." in text(knock.html)
    for bad in ("guess 2000", "guess many", "guess "):
        knock.act(bad)
        assert knock.message.refused and knock.state.locked
    knock.act("guess 350")
    assert json.loads(Path(tmp_path, ".thirtyone-predictions.json").read_text()) == {
        "04-upcard": 350
    }
    assert "lowest 319 → 488" in text(knock.html)
    assert "350 your guess" in text(knock.html)
    assert page(knock).one(".t31-bar .t31-guess")["style"] == "left:35.00%"
    said = page(knock).one(".t31-bar")["aria-label"]
    assert said.endswith("beaten by 31 10, safe 437; your guess: 350")


def test_a_guess_made_in_the_notebook_unlocks_it_and_a_later_one_takes_its_place():
    knock = Knock(predict="04-upcard")
    knock.act("pick KD")
    renders = knock.renders
    predict("04-upcard", 0)
    assert knock.renders == renders + 1
    assert "lowest 488" in repr(knock)
    assert "0 your guess" in text(knock.html)
    predict("04-stock", 700)  # another widget's
    assert knock.renders == renders + 1
    knock.act("guess 350")
    assert "350 your guess" in text(knock.html)
    assert prediction("04-upcard") == 350


def test_a_guess_that_is_stored_already_unlocks_it_from_the_start(tmp_path):
    Path(tmp_path, ".thirtyone-predictions.json").write_text('{"04-upcard": 0}')
    knock = Knock(predict="04-upcard")
    knock.act("pick KD")
    assert "lowest 488" in repr(knock)
    assert "0 your guess" in text(knock.html)


def test_nothing_is_read_from_disk_but_at_the_opening(tmp_path):
    knock = Knock(predict="04-upcard")
    Path(tmp_path, ".thirtyone-predictions.json").write_text('{"04-upcard": 0}')
    knock.act("pick KD")
    assert "locked until you guess" in repr(knock)


def test_a_guess_is_not_marked_on_the_opening_which_it_is_no_guess_of(tmp_path):
    Path(tmp_path, ".thirtyone-predictions.json").write_text('{"04-upcard": 350}')
    knock = Knock(predict="04-upcard")
    for action, marks in [
        ("reset", 0),
        ("pick KD", 2),
        ("pick 5D", 0),
        ("pick 6D", 2),
        ("reset", 0),
    ]:
        knock.act(action)
        assert (action, len(page(knock).all(".t31-guess"))) == (action, marks)
        assert ("350 your guess" in text(knock.html)) == bool(marks)
        assert ("; your guess: 350" in knock.html) == bool(marks)


def test_an_unknown_prediction_is_refused():
    with pytest.raises(ValueError, match="no such key"):
        Knock(predict="04-nonsense")


def test_with_one_opponent_the_lives_come_with_the_odds():
    knock = Knock()
    knock.act("pick KD")
    assert knock.renders == 2 and knock.state.lives == lives(knock.setting)


def test_with_several_the_odds_come_at_once_and_the_lives_when_those_were_seen():
    knock = Knock(reply="stock")
    notebook = Page(knock)
    notebook.send("opponents 2")
    shown = page(knock)
    assert (knock.renders, knock.message.working, knock.working) == (2, True, True)
    assert shown.one(".t31-lives").text == "Counting the lives … Stop"
    assert shown.one(".t31-verdict").text == "Of 1,000 such knocks:"
    assert shown.texts(".t31-key b") == ["96", "38", "7", "859"]
    notebook.send("choose 1")  # what does not change the setting leaves it going
    notebook.see(2)  # too late: something else is shown by now
    assert knock.working and knock.renders == 3
    notebook.see()
    assert (knock.renders, knock.working) == (4, False)
    assert knock.state.lives == lives(knock.setting)
    assert knock.message.text == "the next card replaces 8 of hearts"
    assert "each opponent loses" in text(knock.html)


def test_another_setting_makes_the_old_ones_lives_unwanted_and_stop_ends_the_counting():
    knock = Knock(reply="stock")
    notebook = Page(knock)
    notebook.send("opponents 2")
    notebook.send("opponents 3")
    notebook.see()
    assert knock.renders == 4 and knock.state.lives == lives(knock.setting)
    notebook.send("opponents 4")
    notebook.send("stop")
    notebook.see()
    assert (knock.message.text, knock.working, knock.state.lives) == ("stopped", False, None)
    assert page(knock).one(".t31-lives").text == ""
    notebook.send("reset")
    assert "1 opponent who ignores the upcard: lowest 315" in repr(knock)
    assert "your opponent loses" in text(knock.html)


def test_fates_are_remembered_by_rules_too():
    hand, up = cards("KH 8H 2C"), card("5D")
    assert fate(Setting(hand, up)).counts != fate(Setting(hand, up, rules=PRESETS["GIN"])).counts
    assert fate(Setting(hand, up)) is fate(Setting(hand, up, 1, "mean", SCAT))
