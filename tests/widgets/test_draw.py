"""Draw or take without a browser: the map, the two goals, and several draws."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from as_read import page, text

from thirtyone import PRESETS, Rules, best_discard, card, cards, chance_within, outs, value_after
from thirtyone.deck import pack
from thirtyone.guesses import PREDICTIONS, predict
from thirtyone.widgets import Draw
from thirtyone.widgets.draw import Setting

pytestmark = pytest.mark.usefixtures("own_folder")

OPENING = "Draw: K♠ Q♠ 4♦, upcard 2♠. Take: 22 against a mean of 21.52."
SPADES = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "A")
SELECTED = '[role="gridcell"][aria-selected="true"]'


def spots(draw):
    """The map: each card's name, with how it is marked, what is said of it and what it shows."""
    found = {}
    for spot in page(draw).all('.t31-map [role="gridcell"]'):
        name, _, words = spot["aria-label"].partition(", ")
        (look,) = [cls.removeprefix("t31-") for cls in spot.classes if cls != "t31-spot"] or [""]
        found[name] = look, words, spot.one("b").text
    return found


def marked(draw, kind):
    return [name for name, (look, *_) in spots(draw).items() if look == kind]


def bars(draw):
    """The bars beside the verdict: name and number."""
    rows = page(draw).all(".t31-lives li")
    return [(row.children[0].text, row.one("b").text) for row in rows]


def verdict(draw):
    return page(draw).one(".t31-verdict").text


def count(draw):
    """How many cards serve."""
    return page(draw).one(".t31-answer .t31-lead").text


def note(draw):
    """What happened last and what has changed, and whether it refuses."""
    shown = page(draw).one(".t31-note")
    assert shown["role"] == "status"
    return shown.text, "t31-refused" in shown.classes


def guessed(draw):
    """The marks of the guess in each bar."""
    rows = page(draw).all(".t31-lives li")
    return [[mark["style"] for mark in row.all(".t31-guess")] for row in rows]


def played(*actions, **options):
    draw = Draw(**options)
    for action in actions:
        draw.act(action)
        assert not draw.message.refused, draw.message
    return draw


def test_it_opens_on_ten_cards_lit_and_38_dull():
    draw = Draw()
    assert repr(draw) == OPENING
    assert marked(draw, "serves") == [
        f"{dict(A='ace', J='jack').get(rank, rank)} of spades" for rank in SPADES
    ]
    assert len(marked(draw, "")) == 38
    assert marked(draw, "mine") == [
        "4 of diamonds",
        "2 of spades",
        "queen of spades",
        "king of spades",
    ]
    assert count(draw) == "10 of the 48 cards help, 38 don't."
    assert bars(draw) == [("take 2♠", "22"), ("draw, mean", "21.52")]
    assert note(draw) == (Draw.greeting, False)


def test_each_card_of_the_map_says_what_it_makes():
    shown = spots(Draw())
    for c in pack():
        look, words, figure = shown[c.name]
        if look == "mine":
            continue
        value = value_after("KS QS 4D", c)
        assert figure == str(value)
        if value > 20:
            assert (look, words) == ("serves", f"makes {value}, throw the 4 of diamonds")
        else:
            assert (look, words) == ("", "no help, 20")
    assert shown["2 of spades"] == ("mine", "the upcard", "up")


def test_with_a_value_to_reach_the_advice_turns():
    draw = played("goal value")
    assert repr(draw) == (
        "Draw: K♠ Q♠ 4♦, upcard 2♠, at least 24. Draw: 9 of 48 reach 24, taking never does."
    )
    assert len(marked(draw, "serves")) == 9
    assert marked(draw, "better") == ["3 of spades"]
    assert spots(draw)["3 of spades"][1] == "makes only 23, throw the 4 of diamonds"
    assert bars(draw) == [("take 2♠", "0"), ("one draw", "188")]
    assert count(draw) == "9 of the 48 cards reach 24, 39 don't. The bars are of 1,000."
    assert note(draw)[0] == "21.52 → 9 of 48 (before: the mean)"
    draw.act("goal mean")
    assert repr(draw) == OPENING


@pytest.mark.parametrize(
    ("goal", "said"),
    [
        (20, "Either: both are sure of 20."),
        (22, "Take: 22 is sure, drawing has 10 of 48."),
        (23, "Draw: 10 of 48 reach 23, taking never does."),
        (24, "Draw: 9 of 48 reach 24, taking never does."),
        (30, "Draw: 3 of 48 reach 30, taking never does."),
        (31, "Draw: 1 of 48 reaches 31, taking never does."),
        (32, "Neither way reaches 32 now."),
    ],
)
def test_the_verdict_for_each_goal(goal, said):
    draw = played(f"goal {goal}")
    assert verdict(draw) == said
    assert draw.setting.outs == len(outs("KS QS 4D", goal, "2S"))


@pytest.mark.parametrize(
    ("hand", "upcard", "said"),
    [
        ("KS QS 4D", "2S", "Take: 22 against a mean of 21.52."),
        ("KH 8H 2C", "5D", "Draw: a mean of 19.60 against 18."),
        ("KD 9C 4C", "AC", "Take: 24 against a mean of 15.52."),
        ("AS KS QS", "2D", "Draw: a mean of 31.00 against 21."),
    ],
)
def test_the_better_mean(hand, upcard, said):
    assert verdict(Draw(hand, upcard)) == said


def test_seen_cards_leave_the_stock():
    draw = played("pick 6S")
    assert draw.message.text == "6 of spades is seen: it can't come"
    assert marked(draw, "gone") == ["6 of spades"]
    assert [spot["aria-label"] for spot in page(draw).all(SELECTED)] == ["6 of spades, seen"]
    assert count(draw) == "9 of the 47 cards help, 38 don't."
    assert "21.52 → 21.43 (before: nothing seen)" in note(draw)[0]
    draw.act("goal 22")
    draw.act("pick 6S")
    assert draw.message.text == "6 of spades may come again"
    assert "9 of 47 → 10 of 48 (before: seen 6♠)" in note(draw)[0]
    draw.act("type 2C 3C 4C 5C 6C 7C")
    assert draw.message.text.endswith("seen: can't come")
    assert draw.setting.outs == 10 and draw.setting.draw.total == 42
    assert bars(draw)[1] == ("one draw", "238")  # six more gone: 5/21
    assert repr(draw) == (
        "Draw: K♠ Q♠ 4♦, upcard 2♠, seen 2♣ 3♣ 4♣ 5♣ 6♣ 7♣, at least 22. "
        "Take: 22 is sure, drawing has 10 of 42."
    )


def test_ones_own_cards_are_swapped_by_choosing_them_first():
    draw = played("choose 2", "pick AH")
    assert draw.setting.hand == draw.hand == cards("KS QS AH")
    said = draw.message.text, draw.state.spot.chosen
    assert said == ("ace of hearts replaces 4 of diamonds", -1)
    draw.act("pick AH")  # in the map: chooses it
    said = draw.message.text, draw.state.spot.chosen
    assert said == ("the next card replaces ace of hearts", 2)
    draw.act("pick AH")
    assert (draw.message.text, draw.state.spot.chosen) == ("ace of hearts stays", -1)
    draw.act("choose 3")
    draw.act("type 9D")
    assert draw.setting.upcard == card("9D")
    assert "21.54 → 21.54" not in text(draw.html)
    draw.act("pick 5S")
    draw.act("choose 0")
    draw.act("pick 5S")  # what was seen is now held
    assert (draw.setting.hand, draw.setting.seen) == (cards("5S QS AH"), ())
    assert note(draw)[0].endswith("(before: K♠ Q♠ A♥, seen 5♠)")


def test_a_missing_card_is_asked_for():
    draw = played("remove 0")
    assert verdict(draw) == "Pick the missing card."
    assert repr(draw) == (
        "Draw: Your hand: Q♠ 4♦, Upcard: 2♠, 1 of 4 places empty. Pick the missing card."
    )
    assert "→" not in text(draw.html) and not marked(draw, "serves")
    assert "king of spades" in marked(draw, "")
    draw.act("goal value")
    assert draw.state.spot.slots[0] is None
    draw.act("pick KS")
    assert "9 of 48 reach 24" in repr(draw)


def test_several_draws():
    draw = played("several")
    assert draw.setting.goal == 24
    exact = [chance_within("KS QS 4D", 24, n, "2S") for n in (1, 2, 3)]
    assert exact == [Fraction(3, 16), Fraction(129, 376), Fraction(24479, 51888)]
    assert [*draw.setting.within.values()] == exact
    assert bars(draw) == [
        ("take 2♠", "0"),
        ("one draw", "188"),
        ("two draws", "343"),
        ("three draws", "472"),
    ]
    assert verdict(draw) == "Three draws: 24 in 472 of 1,000."
    assert repr(draw).endswith(". Three draws: 24 in 472 of 1,000.")
    draw.act("goal 23")
    assert bars(draw)[2] == ("two draws", "377")  # 425/1128
    draw.act("goal 22")
    assert verdict(draw).startswith("Take: 22 is sure")
    draw.act("goal 23")
    draw.act("several")
    assert len(bars(draw)) == 2
    draw.act("several")
    draw.act("goal mean")
    assert not draw.state.several and bars(draw)[0] == ("take 2♠", "22")


def test_it_can_open_on_a_goal_and_several_draws():
    draw = Draw(goal=23, draws=2)
    assert bars(draw)[2] == ("two draws", "377")
    assert Draw(draws=3).setting.goal == 24
    with pytest.raises(ValueError, match="draws is 1, 2 or 3, not 4"):
        Draw(draws=4)


@pytest.mark.parametrize(
    ("hand", "upcard", "said"),
    [
        (
            "KS QS 4D",
            "2S",
            "If you take the 2♠, throw the 4♦ : that leaves 22, any other at most 12.",
        ),
        (
            "KH 8H 2C",
            "5D",
            "If you take the 5♦, throw the 2♣ : that leaves 18, any other at most 10.",
        ),
        (
            "KH 9D 2C",
            "10S",
            "If you take the 10♠, throw the 2♣ : 10 is left either way, but one more draw then "
            "makes a mean of 15.00, else 13.73.",
        ),
        (
            "9H 9D 9C",
            "10S",
            "If you take the 10♠, throw the 9♣ : 10 is left either way, and nothing else decides.",
        ),
    ],
)
def test_which_card_to_throw_and_why(hand, upcard, said):
    assert page(Draw(hand, upcard)).one(".t31-kept").text == said
    assert str(best_discard(hand, upcard, must_keep=True)) == said.split()[7]


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("goal 34", "The goal is a value from 0 to 33."),
        ("goal many", "The goal is a value from 0 to 33."),
        ("goal nan", "The goal is a value from 0 to 33."),
        ("type ", "Type a card that you have seen, such as KH or 10 D."),
        ("type KS", "K♠ is in two places: your cards and what you typed"),
        ("type 1z", '"1z" is not a card: rank A K Q J 10 (or T) 9 … 2, then suit C D H S'),
    ],
)
def test_what_is_refused_is_a_sentence(action, sentence):
    draw = Draw()
    draw.act(action)
    assert draw.message[:2] == (sentence, True)
    assert note(draw) == (sentence, True)
    assert repr(draw) == OPENING


def test_the_last_card_cannot_be_seen_away():
    rest = [c for c in Rules().deck if c not in cards("KS QS 4D 2S")]
    draw = Draw(seen=rest[:-1])
    draw.act(f"pick {rest[-1]}")
    assert draw.message[:2] == ("no card is left to draw: every other card is seen", True)


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"hand": "KS QS"}, "a hand is three cards, not 2"),
        ({"upcard": "KS"}, "K♠ is in two places"),
        ({"seen": "ZZ"}, "is not a card"),
        ({"goal": 40}, "a target is a value from 0 to 33"),
        ({"predict": "03-nonsense"}, "no such key"),
    ],
)
def test_what_the_engine_refuses_is_raised(options, fault):
    with pytest.raises(ValueError, match=fault):
        Draw(**options)


def test_a_guess_of_the_mean_is_asked_for_and_marked():
    draw = Draw(predict="03-mean")
    assert repr(draw) == "Draw: K♠ Q♠ 4♦, upcard 2♠. Locked until you guess."
    assert count(draw) == f"{draw.guess.asked}?"
    assert "21.52" not in text(draw.html) and not marked(draw, "serves")
    assert "throw" not in text(draw.html)
    draw.act("guess 40")
    assert draw.message[:2] == ("A guess from 2 to 31 makes sense here.", True)
    draw.act("guess 24.8")
    assert json.loads(Path(".thirtyone-predictions.json").read_text()) == {"03-mean": 24.8}
    assert repr(draw) == OPENING
    assert note(draw)[0] == f"Your guess: 24.8 ({PREDICTIONS['03-mean'].of})"
    assert guessed(draw) == [[], ["left:80.00%"]]
    draw.act("goal value")  # another axis, which it is no guess on
    assert guessed(draw) == [[], []]


def test_a_guess_of_1_000_is_marked_at_its_number_of_draws():
    predict("03-two", 300)
    draw = Draw(goal=23, draws=2, predict="03-two")
    assert guessed(draw) == [[], [], ["left:30.00%"], []]
    draw.act("several")  # folded: that row is not shown
    assert guessed(draw) == [[], []]
    draw = Draw(goal=22, predict="03-two")
    assert guessed(draw) == [[], ["left:30.00%"]]
    draw.act("goal 25")  # another question
    assert guessed(draw) == [[], []]


def test_a_guess_made_meanwhile_in_the_notebook_opens_it_too():
    draw = Draw(predict="03-mean")
    predict("03-mean", 24)
    assert verdict(draw) == "Take: 22 against a mean of 21.52."
    assert not draw.message.refused and "Take: 22" in repr(draw)


def test_a_setting_brings_its_cards():
    draw = Draw()
    draw.setting = replace(draw.setting, hand=cards("2C 3C 4C"), upcard=card("5C"))
    assert draw.state.spot.cards == cards("2C 3C 4C 5C")
    draw.act("pick 9S")
    assert draw.setting.hand == cards("2C 3C 4C") and draw.setting.seen == cards("9S")


def test_a_guess_that_cannot_be_saved_is_said_to_be_so():
    Path(".thirtyone-predictions.json").mkdir()
    draw = Draw(predict="03-mean")
    draw.act("guess 24")
    kept = "Your guess could not be saved. Keep it in mind and read on."
    assert draw.message[:2] == (kept, False)
    assert "Take: 22" in repr(draw)


def test_nothing_can_be_drawn_twice_from_one_card():
    seen = [c for c in pack() if c not in cards("KS QS 4D 2S 3S")]
    draw = played("several", seen=seen)
    assert bars(draw) == [("take 2♠", "0"), ("one draw", "0")]


def test_a_place_that_is_left_empty_is_chosen_again():
    draw = played("choose 0", "remove 0", "pick QS", "pick QS", "pick KS")
    assert draw.state.spot.complete and draw.setting.hand == cards("KS QS 4D")


def test_the_field_of_the_goal_stays_in_its_place():
    field = '[aria-label="The value to reach"]'
    assert "hidden" in page(Draw()).one(field)
    assert "hidden" not in page(played("several")).one(field)


def test_a_goal_from_python_is_the_one_that_the_field_shows():
    draw = Draw()
    draw.change(goal=30.5)
    assert page(draw).one('[aria-label="The value to reach"]')["value"] == "30.5"
    draw.act("goal mean")
    draw.act("goal value")
    assert draw.setting.goal == 30.5


def test_the_button_says_what_becomes_of_a_typed_card():
    draw = Draw()
    assert page(draw).one("form button").text == "Seen"
    draw.act("choose 1")
    assert page(draw).one("form button").text == "Swap"


def test_reset_goes_back_to_the_opening():
    draw = Draw()
    for action in ("goal 30", "several", "pick 6S", "choose 1", "pick 2D", "remove 0", "reset"):
        draw.act(action)
    assert (draw.html, draw.state) == (Draw().html, draw.opening)
    draw.act("goal value")
    assert draw.setting.goal == 24


def test_the_setting_can_be_set_and_observed():
    draw, settings = Draw(), []
    draw.observe(lambda change: settings.append(str(change.new)), "setting")
    draw.change(hand=cards("KH 8H 2C"), upcard=card("5D"))
    draw.change(goal=20)
    assert settings == ["K♥ 8♥ 2♣, upcard 5♦", "K♥ 8♥ 2♣, upcard 5♦, at least 20"]
    assert draw.state.spot.cards == cards("KH 8H 2C 5D")
    with pytest.raises(ValueError, match="5♦ is in two places"):
        draw.change(seen=cards("5D"))


def test_other_rules():
    draw = Draw("KS QS 8D", "7S", rules=PRESETS["DUTCH"])
    assert len(spots(draw)) == 32 and page(draw).one(".t31-map")["data-columns"] == "8"
    gin = Draw("7C 7D 2H", "7H", rules=PRESETS["GIN"])
    assert verdict(gin).startswith("Take: 30.5 against a mean of ")


def test_a_setting_that_is_asked_twice_is_one():
    now = Setting(cards("KS QS 4D"), card("2S"), goal=24)
    draw = played("goal value")
    assert draw.setting == now and draw.setting.figure == now.figure == "9 of 48"
    assert now.within[1] == Fraction(9, 48)
