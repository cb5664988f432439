"""More players without a browser: three views, their exact numbers, and no guess spoilt."""

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import htpy as h
import pytest
from as_read import page, text
from in_page import Page
from oracle import naive as oracle

from thirtyone import (
    PRESETS,
    Dist,
    Rules,
    card,
    cards,
    hand_values,
    knock_odds,
    knock_table,
    taken_values,
)
from thirtyone.guesses import PREDICTIONS, predict
from thirtyone.knock_table import pays_from
from thirtyone.replies import taken_evidence
from thirtyone.scoring import break_even
from thirtyone.widgets import Opponents
from thirtyone.widgets.evidence import share
from thirtyone.widgets.opponents import EXAMPLE, Setting, against
from thirtyone.widgets.parts.guess import Guess

pytestmark = pytest.mark.usefixtures("own_folder")

OPENING = (
    "Opponents: K♥ 8♥ 2♣, upcard 5♦: lowest 315, 96, 28, 8, 2, 1, 0, 0 of 1,000 "
    "against 1 to 8 who draw; knocking with 18 pays against 1 to 8"
)
LINES = [333, 200, 143, 111, 91, 77, 67, 59]
MARKS = [18, 16, 15, 14, 14, 13, 13, 12]


def rows(html):
    """For each number of opponents: lowest, the sign and line, and the word."""
    shown = [li.children for li in page(html).all(".t31-many li")]
    return [(int(k.text), n.text, line.text, word.text) for k, _, n, line, word in shown]


def names(html):
    return [column["aria-label"] for column in page(html).all(".t31-column")]


def marks(html):
    return [tuple(li.text.split()) for li in page(html).all(".t31-marks li")]


def bars(html):
    """The three opponents of a card taken."""
    shown = [li.children for li in page(html).all(".t31-lives li")]
    return [(who.text, figure.text) for who, _, figure in shown]


def cells(html):
    return [int(n.replace(",", "")) for n in page(html).texts(".t31-two td")]


def guessed(html):
    """The rows with the guess on them."""
    shown = page(html).all(".t31-many li")
    return [k for k, row in enumerate(shown, 1) if row.all(".t31-guess")]


def styles(html, selector):
    return [element["style"] for element in page(html).all(selector)]


def has(widget, selector):
    return bool(page(widget).all(selector))


def said(key, guess):
    return f"Your guess: {guess} ({PREDICTIONS[key].of})"


def played(*actions, **options):
    widget = Opponents(**options)
    for action in actions:
        widget.act(action)
        assert not widget.message.refused, widget.message.text
    return widget


# One hand against 1 to 8


def test_it_opens_on_one_hand_against_one_to_eight():
    widget = Opponents()
    assert repr(widget) == OPENING
    lowest = [
        round(1000 * knock_odds("KH 8H 2C", "5D", opponents=k).p("lowest")) for k in range(1, 9)
    ]
    assert lowest == [315, 96, 28, 8, 2, 1, 0, 0]
    assert rows(widget.html) == [
        (k, str(n), f"< {line}", "pays")
        for k, n, line in zip(range(1, 9), lowest, LINES, strict=True)
    ]
    assert "Knocking with 18 pays against 1 to 8." in widget.html
    even = [style.removeprefix("left:") for style in styles(widget, ".t31-over .t31-even")]
    assert even == [f"{100 / (2 * k + 1):.2f}%" for k in range(1, 9)]
    assert "→" not in widget.html


def test_each_bar_shows_all_four_outcomes():
    said = [bar["aria-label"] for bar in page(Opponents()).all(".t31-bar")]
    labels = [label.removeprefix("Of 1,000 such knocks: ") for label in said]
    assert labels[0] == "lowest 315, tied 56, beaten by 31 4, safe 625"
    assert labels[7] == "lowest 0, tied 0, beaten by 31 28, safe 972"
    for label in labels:
        assert sum(int(n) for n in re.findall(r"(\d+)(?:,|$)", label)) == 1000


def test_another_hand_leaves_a_ghost():
    widget = played("type KD")
    assert widget.message.text == "king of diamonds replaces 5 of diamonds"
    assert "lowest against one 315 → 297 (before: upcard 5♦)" in text(widget.html)
    assert styles(widget, ".t31-over .t31-was")[0].startswith("left:31.5")
    widget.act("type 8H 6H 2C")
    assert "Knocking with 14 pays against 4 to 8 only." in text(widget.html)
    assert rows(widget.html)[2] == (3, "179", "≥ 143", "doesn't pay")
    assert rows(widget.html)[3] == (4, "98", "< 111", "pays")


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("KH 8H 2C", "pays against 1 to 8"),
        ("8H 6H 2C", "pays against 4 to 8 only"),
        ("9H 8C 2C", "doesn't pay against anyone"),
    ],
)
def test_against_how_many_it_pays(hand, said):
    assert against(Setting(cards(hand), card("5D"))) == said


def test_the_deck_comes_up_when_a_card_is_chosen():
    widget = played("choose 3")
    assert has(widget, ".t31-picker") and not has(widget, ".t31-many")
    widget.act("pick KH")
    assert (widget.message.text, widget.state.spot.chosen) == (
        "the next card replaces king of hearts",
        0,
    )
    widget.act("pick KH")
    assert widget.message.text == "king of hearts stays"
    assert has(widget, ".t31-many")
    for action in ("choose 1", "pick 9H"):
        widget.act(action)
    assert widget.setting.hand == cards("KH 9H 2C")
    assert has(widget, ".t31-many")
    widget.act("remove 0")
    assert page(widget).one(".t31-verdict").text == "Pick the missing card."
    assert repr(widget).endswith("Pick the missing card.") and has(widget, ".t31-picker")
    widget.act("pick QH")
    assert repr(widget).startswith("Opponents: Q♥ 9♥ 2♣, upcard 5♦: lowest ")


# Every own value


def test_every_own_value_has_its_chance_and_the_line():
    widget = played("view values")
    assert (
        repr(widget)
        == "Opponents: 1 opponent who ignores the upcard: against 1, knocking pays from 18"
    )
    table = knock_table(opponents=1)
    found = names(widget.html)
    assert found[16] == "18: lowest 297 of 1,000, pays"
    assert found[15] == "17: lowest 358 of 1,000, doesn't pay"
    assert found == [
        f"{v}: lowest {float(1000 * table[v].p('lowest')):,.0f} of 1,000, "
        f"{'pays' if table[v].p('lowest') < Fraction(1, 3) else 'doesn' + chr(39) + 't pay'}"
        for v in range(2, 32)
    ]
    assert styles(widget, ".t31-level") == ["bottom:33.33%"]
    assert "333 : below it a knock pays" in text(widget.html)
    assert [len(page(widget).all(f".t31-dot-{look}")) for look in ("pays", "fails")] == [14, 16]


def test_from_which_value_it_pays_against_each_number():
    widget = played("view values")
    assert marks(widget.html) == [(str(k), str(v)) for k, v in enumerate(MARKS, 1)]
    for k, value in enumerate(MARKS, 1):
        line = Fraction(1, 2 * k + 1)
        assert break_even(k) == line and pays_from(opponents=k) == value
        table = knock_table(opponents=k)
        assert [v for v in table if table[v].p("lowest") < line] == [*range(value, 32)]
        widget.act(f"opponents {k}")
        assert f"Against {k}, knocking pays from {value}." in widget.html
    assert "pays from 13 → 12 (before: 7 opponents who ignore the upcard)" in text(widget.html)
    widget.act("reply stand")
    assert [v for _, v in marks(widget.html)][:2] == ["14", "12"]


def test_all_replies_against_one():
    widget = played("view values", "reply mean")
    assert marks(widget.html) == [
        ("stock", "18"),
        ("mean", "19"),
        ("stand", "14"),
        ("greedy", "19"),
        ("sharp", "20"),
    ]
    assert "pays from 18 → 19 (before: 1 opponent who ignores the upcard)" in text(widget.html)
    assert "With 18 you are lowest in 391 of 1,000: not under 333, so it doesn't pay." in text(
        widget.html
    )
    widget.act("own 21")
    assert "With 21 you are lowest in 142 of 1,000: under 333, so it pays." in text(widget.html)
    assert page(widget).one('.t31-column[aria-pressed="true"]')["data-do"] == "own 21"


def test_several_opponents_can_only_draw_or_stand():
    widget = played("view values", "reply sharp", "opponents 3")
    assert (widget.setting.opponents, widget.setting.reply) == (3, "stock")
    assert (
        widget.message.text
        == "several opponents are counted as ignoring the upcard, or as doing nothing"
    )
    assert [option["value"] for option in page(widget).all("option")] == ["stock", "stand"]
    widget.act("reply stand")
    widget.act("opponents 5")
    assert widget.setting.reply == "stand"


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("opponents 9", "opponents is a whole number from 1 to 8, not 9"),
        ("opponents two", "opponents is a whole number from 1 to 8, not 'two'"),
        ("reply bluff", "'bluff' is not a reply: 'stand', 'stock', 'greedy', 'mean', 'sharp'"),
        ("type 1z", '"1z" is not a card: rank A K Q J 10 (or T) 9 … 2, then suit C D H S'),
        ("type KH", "K♥ is there already: each card is only once in the deck"),
        ("type ", "Type a card, such as KH or 10 D."),
        ("least 40", "Ask about a value from 0 to 33."),
        ("least many", "Ask about a value from 0 to 33."),
    ],
)
def test_what_is_refused_is_a_sentence(action, sentence):
    widget = Opponents(view="taken" if action.startswith("least") else "opponents")
    before = repr(widget)
    if action.startswith(("opponents", "reply")):
        widget.act("view values")
        before = repr(widget)
    widget.act(action)
    assert (widget.message.text, widget.message.refused) == (sentence, True)
    assert page(widget).one(".t31-note.t31-refused").text == sentence[:1].upper() + sentence[1:]
    assert repr(widget) == before


# A card taken


def test_a_card_taken_is_evidence():
    widget = played("view taken")
    assert repr(widget) == (
        "Opponents: J♣ 8♣ 4♥, they took 5♦, an opponent who uses the upcard, 18 or more: "
        "363 of 1,000, not 195"
    )
    assert bars(widget.html) == [
        ("a stranger", "195"),
        ("dealt the 5♦", "90"),
        ("took the 5♦", "363"),
    ]
    assert cells(widget.html) == [107, 188, 295, 135, 570, 705, 242, 758, 1000]
    assert "Of the 295 who take it, 107 then have 18 or more: 363 of 1,000." in text(widget.html)
    assert "Of the 242 who with it have 18 or more, 107 take it: 442 of 1,000." in text(widget.html)


def test_the_evidence_is_what_the_engine_says():
    found = taken_evidence(EXAMPLE[0], took=EXAMPLE[1])
    below_31 = hand_values(seen="JC 8C 4H 5D").given(lambda value: value < 31)
    assert found.stranger == below_31 and found.stranger.total == 17_275
    assert found.dealt == hand_values(held="5D", seen="JC 8C 4H")
    assert found.chose == taken_values("JC 8C 4H", took="5D") and found.chose.total == 5_104
    assert sum(found.left.values()) == 12_171
    high = [sum(n for v, n in d.items() if v >= 18) for d in (found.chose, found.left)]
    assert high == [1_853, 2_335]
    assert [
        float(round(d.at_least(18), 3)) for d in (found.stranger, found.dealt, found.chose)
    ] == [
        0.195,
        0.090,
        0.363,
    ]


def test_who_takes_and_who_leaves_by_the_slow_way():
    """A greedy opponent takes what improves the hand: hand by hand, from a deck of 32."""
    hand, took, rules = cards("AS KS QS"), card("7C"), PRESETS["DUTCH"]
    found = taken_evidence(hand, reply="greedy", took=took, rules=rules)
    counts = {True: Counter(), False: Counter()}
    unseen = [c for c in oracle.deck(oracle.PRESETS["DUTCH"]) if c not in ("AS", "KS", "QS", "7C")]
    for before in combinations(unseen, 3):
        value, after = oracle.value(before), oracle.value_after(before, "7C", must_keep=True)
        if value < 31:
            counts[after > value][after] += 1
    assert found.chose == Dist(counts[True]) and found.chose.total == counts[True].total()
    assert dict(found.left) == dict(counts[False])


def test_every_control_of_the_evidence_changes_it():
    widget = played("view taken", "least 20")
    assert bars(widget.html)[2] == ("took the 5♦", "267")
    assert "once they took it 363 → 267 (before: 18 or more)" in text(widget.html)
    widget.act("taker greedy")
    assert bars(widget.html)[2][1] == str(
        round(1000 * taken_values("JC 8C 4H", took="5D", reply="greedy").at_least(20))
    )
    widget.act("type KD")
    assert widget.setting.upcard == card("KD")
    assert bars(widget.html)[1][0] == "dealt the K♦"


def test_a_share_that_the_rounded_counts_do_not_give_says_so():
    said = [
        ((1853, 3251), (107, 188), "363 of 1,000."),
        ((59, 41), (83, 58), "590 of 1,000, unrounded."),
        ((1, 2999), (0, 0), "0 of 1,000, unrounded."),
        ((0, 0), (0, 0), "of nobody there is no share."),
    ]
    for cases, rounded, words in said:
        assert text(h.p[share(cases, rounded)]) == words


def test_each_view_keeps_its_own_cards():
    widget = played("view taken", "type 9D", "view opponents")
    assert repr(widget) == OPENING
    assert "Upcard" in widget.html
    widget.act("view values")
    widget.act("view taken")
    assert widget.state.spot.cards == cards("JC 8C 4H 9D")
    assert "They took" in widget.html
    widget.act("reset")
    assert repr(widget) == OPENING
    widget.act("view taken")
    assert widget.state.spot.cards == cards("JC 8C 4H 5D")


def test_a_card_that_nobody_would_take_is_said_to_be_one():
    widget = Opponents("KC 9C 8C", "KD", view="taken", reply="sharp")
    before = widget.setting
    widget.act("type 2D")
    assert widget.setting == before
    assert page(widget).one(".t31-verdict").text.startswith("Nobody who replies")
    assert not has(widget, ".t31-two")
    widget.act("least 20")
    assert widget.state.spot.cards == cards("KC 9C 8C 2D")
    widget.act("reset")
    assert has(widget, ".t31-two")


# Guesses


def test_more_opponents_wait_for_the_guess():
    widget = Opponents(predict="05-two-opponents")
    assert repr(widget) == "Opponents: K♥ 8♥ 2♣, upcard 5♦: locked until you guess"
    assert [row[1] for row in rows(widget.html)] == ["315", *"???????"]
    assert Guess("05-two-opponents").asked in text(widget.html)
    assert "859" not in widget.html and not has(widget, '[data-do="type"]')
    assert "view values" not in widget.html  # which would answer the next question
    widget.act("guess 1001")
    assert (widget.message.text, widget.message.refused) == (
        "A guess from 0 to 1,000 makes sense here.",
        True,
    )
    widget.act("guess 150")
    assert json.loads(Path(".thirtyone-predictions.json").read_text()) == {"05-two-opponents": 150}
    assert repr(widget) == OPENING
    assert said("05-two-opponents", 150) in text(widget.html)
    assert guessed(widget) == [2]
    assert styles(widget, ".t31-many .t31-guess") == ["left:15.00%"]
    widget.act("view taken")
    assert not has(widget, ".t31-guess") and "Your guess" not in widget.html


def test_the_other_views_stay_away_after_the_guess_too():
    widget = Opponents(predict="05-two-opponents")
    widget.act("guess 150")
    assert not has(widget, ".t31-switch")
    assert len(page(Opponents()).all(".t31-switch button")) == 3


def test_a_guess_is_marked_only_where_it_was_asked_for():
    Path(".thirtyone-predictions.json").write_text('{"05-mark": 15}')
    widget = Opponents(view="values", opponents=4, predict="05-mark")
    assert has(widget, ".t31-guess")
    widget.act("opponents 3")
    assert not has(widget, ".t31-guess")
    widget.act("opponents 4")
    assert has(widget, ".t31-guess")


def test_an_estimate_may_be_too_close_to_call():
    widget = Opponents("KH 5H 2C", "5D", rules=PRESETS["CADILLAC"])
    shown = rows(widget.html)
    assert [row[1:] for row in shown if "too close" in row[-1]] == [("142", "≈ 143", "too close")]
    assert "lowest, of 1,000 (estimated from 2 on)" in text(widget.html)
    assert "estimated" not in text(Opponents().html)


def test_eight_who_do_nothing_can_be_dealt_from_32_cards():
    widget = Opponents(
        "KH 8H 7C", "9D", view="values", reply="stand", opponents=8, rules=PRESETS["DUTCH"]
    )
    assert "8 opponents" in repr(widget)


def test_a_setting_brings_its_cards():
    widget = Opponents()
    widget.setting = replace(widget.setting, hand=cards("2C 3C 4C"), upcard=card("5C"))
    assert widget.state.spot.cards == cards("2C 3C 4C 5C")


def test_a_reply_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="'bluff' is not a reply"):
        Opponents(reply="bluff")


def test_two_typed_cards_are_too_many_for_the_upcard():
    widget = Opponents()
    widget.act("choose 3")
    widget.act("type KD QD")
    assert (widget.message.text, widget.message.refused) == (
        "Type one card: here is one place.",
        True,
    )


def test_a_guess_about_three_is_marked_there():
    Path(".thirtyone-predictions.json").write_text('{"05-two-opponents": 150}')
    assert guessed(Opponents(opponents=3, predict="05-two-opponents")) == [3]


def test_the_mark_that_pays_waits_for_the_guess():
    widget = Opponents(view="values", opponents=4, predict="05-mark")
    assert repr(widget) == "Opponents: 4 opponents who ignore the upcard: locked until you guess"
    assert {value for _, value in marks(widget.html)} == {"?"}
    assert names(widget.html) == [str(value) for value in range(2, 32)]
    assert not has(widget, ".t31-dot-pays") and not has(widget, ".t31-dot-fails")
    widget.act("guess 17")
    assert "Against 4, knocking pays from 14." in widget.html
    assert styles(widget, ".t31-guess") == ["left:51.67%"]  # the middle of the 17


def test_what_a_take_tells_waits_for_the_guess():
    widget = Opponents("JC 8C 4H", "5D", view="taken", predict="05-taken")
    assert "locked until you guess" in repr(widget)
    assert bars(widget.html) == [("a stranger", "195"), ("dealt the 5♦", "?"), ("took the 5♦", "?")]
    assert "363" not in widget.html and not has(widget, ".t31-two")
    predict("05-taken", 0)
    assert bars(widget.html)[2] == ("took the 5♦", "363")
    assert styles(widget, ".t31-guess") == ["left:0.00%"]


def test_a_guess_on_another_scale_is_said_and_not_marked():
    Path(".thirtyone-predictions.json").write_text('{"05-mark": 17}')
    widget = Opponents(predict="05-mark")
    assert said("05-mark", 17) in text(widget.html)
    assert not has(widget, ".t31-guess")


# Rules, purity, speed


def test_house_rules():
    dutch = Opponents("KH 8H 7C", "9D", rules=PRESETS["DUTCH"])
    assert len(rows(dutch.html)) == 7  # the cards suffice for no more
    dutch.act("view taken")  # the example's cards are not in this deck
    assert dutch.state.spot.cards == cards("KH 8H 7C 9D")
    one = Opponents(rules=Rules(knocker_lowest=1))
    assert rows(one.html)[0] == (1, "315", "< 500", "pays")
    assert pays_from(rules=one.setting.rules) == 15
    trips = Opponents(rules=PRESETS["WEST_LANSING"])  # estimated for several
    assert len(rows(trips.html)) == 8


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"hand": "KH 8H"}, "a hand is three cards, not 2"),
        ({"upcard": "KH"}, "K♥ is in two places"),
        ({"view": "curve"}, "'curve' is not a view: 'opponents', 'values', 'taken'"),
        ({"view": "values", "opponents": 9}, "opponents is a whole number from 1 to 8, not 9"),
        ({"view": "values", "opponents": 2, "reply": "mean"}, "use estimate_knock_odds"),
        ({"rules": PRESETS["GIN"]}, "a knock is not about being lowest"),
        ({"predict": "05-nonsense"}, "no such key"),
    ],
)
def test_what_the_engine_refuses_is_raised(options, fault):
    with pytest.raises(ValueError, match=fault):
        Opponents(**options)


def test_reset_goes_back_to_the_opening():
    widget = Opponents()
    for action in (
        "view values",
        "opponents 3",
        "own 9",
        "view taken",
        "least 9",
        "type 9D",
        "reset",
    ):
        widget.act(action)
    assert widget.html == Opponents().html


def test_the_setting_can_be_set_and_observed():
    widget, settings = Opponents(), []
    widget.observe(lambda change: settings.append(str(change.new)), "setting")
    widget.change(upcard=card("KD"))
    widget.change(view="values", opponents=2)
    assert settings == ["K♥ 8♥ 2♣, upcard K♦", "2 opponents who ignore the upcard"]
    widget.change(view="opponents")
    assert widget.state.spot.cards == cards("KH 8H 2C KD")
    with pytest.raises(ValueError, match="this is no setting of the view 'opponents'"):
        widget.setting = Opponents(view="values").setting


# Work


def test_the_rows_come_one_after_another():
    widget = Opponents()
    notebook = Page(widget)
    notebook.send("type KD")
    assert [row[1] for row in rows(widget)] == ["297", *"???????"]
    assert page(widget).one(".t31-verdict").text == "Knocking with 18 …."
    assert "Counting … Stop" in text(widget.html)
    for shown in range(2, 9):
        notebook.see()
        assert [row[1] for row in rows(widget)].count("?") == 8 - shown
    assert not widget.working
    assert page(widget).one(".t31-verdict").text == "Knocking with 18 pays against 1 to 8."
    assert "lowest against one 315 → 297" in text(widget.html)


def test_what_was_stopped_is_said_to_be_unknown_and_another_view_is_counted():
    widget = Opponents()
    notebook = Page(widget)
    for action in ("type KD", "stop"):
        notebook.send(action)
    assert not widget.working
    assert repr(widget) == (
        "Opponents: K♥ 8♥ 2♣, upcard K♦: lowest 297 of 1,000 against 1 to 1 who draw; "
        "knocking with 18 …"
    )
    notebook.send("view values")
    assert not widget.working and len(marks(widget)) == 8
    notebook.send("view opponents")
    assert widget.working  # goes on where it was stopped
    widget.finish()
    assert [row[1] for row in rows(widget)].count("?") == 0


def test_under_house_rules_the_table_is_work():
    widget = Opponents("KH 8H 7C", "9D", rules=PRESETS["DUTCH"])
    notebook = Page(widget)
    notebook.send("view values")
    assert widget.working and marks(widget) == [("1", "?")]
    assert page(widget).one(".t31-verdict").text == "Against 1, knocking pays from …."
    notebook.see()
    value = pays_from(rules=PRESETS["DUTCH"])
    assert marks(widget) == [("1", f"{value:g}")] and not widget.working


def test_rules_under_which_nobody_knocks():
    with pytest.raises(ValueError, match="under these rules nobody may knock"):
        Opponents("KH 8H 2C", "5D", view="values", rules=Rules(min_knock=31))
