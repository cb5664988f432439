"""More players without a browser: three views, their exact numbers, and no guess spoilt."""

import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from as_read import text
from oracle import naive as oracle

from thirtyone import (
    PRESETS,
    SCAT,
    Dist,
    Rules,
    card,
    cards,
    hand_values,
    knock_odds,
    knock_table,
    taken_values,
)
from thirtyone.guesses import PREDICTIONS
from thirtyone.widgets import Opponents
from thirtyone.widgets.old.guess import asked
from thirtyone.widgets.opponents import (
    EXAMPLE,
    Setting,
    against,
    curve_html,
    even,
    evidence,
    ghost_html,
    many_html,
    mark,
    share_html,
    taken_html,
    verdict,
)

pytestmark = pytest.mark.usefixtures("own_folder")

OPENING = (
    "Opponents: K♥ 8♥ 2♣, upcard 5♦: lowest 315, 96, 28, 8, 2, 1, 0, 0 of 1,000 "
    "against 1 to 8 who draw; knocking with 18 pays against 1 to 8"
)
LINES = [333, 200, 143, 111, 91, 77, 67, 59]
MARKS = [18, 16, 15, 14, 14, 13, 13, 12]


def rows(html):
    """For each number of opponents: lowest, the sign and line, and the word."""
    found = re.findall(
        r"<li><b>(\d)</b>.*?</span><b>([\d?]+)</b><span>([^<]*)</span><span>([^<]*)</span></li>",
        html,
    )
    return [(int(k), *rest) for k, *rest in found]


def names(html):
    return re.findall(r'class="t31-column[^>]* aria-label="([^"]*)"', html)


def marks(html):
    return re.findall(r"<li(?: class=\"t31-here\")?>(\w+)<b>([^<]*)</b></li>", html)


def bars(html):
    """The three opponents of a card taken."""
    return re.findall(
        r"<li><span>([^<]*)</span><span class=\"t31-track.*?<b>([^<]*)</b></li>", html
    )


def cells(html):
    return [int(n.replace(",", "")) for n in re.findall(r"<td>([\d,]+)</td>", html)]


def said(key, guess):
    return f"Your guess: {guess} ({PREDICTIONS[key].of})"


def played(*actions, **options):
    widget = Opponents(**options)
    for action in actions:
        widget.act(action)
        assert not widget.refused, widget.said
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
        (k, str(n), f"&lt; {line}", "pays")
        for k, n, line in zip(range(1, 9), lowest, LINES, strict=True)
    ]
    assert "Knocking with 18 pays against 1 to 8." in widget.html
    for line in LINES[:4]:
        assert re.search(rf'class="t31-even" style="left:{int(line / 10)}', widget.html)
    assert "→" not in widget.html


def test_each_bar_shows_all_four_outcomes():
    html = Opponents().html
    labels = re.findall(r'aria-label="Of 1,000 such knocks: ([^"]*)"', html)
    assert labels[0] == "lowest 315, tied 56, beaten by 31 4, safe 625"
    assert labels[7] == "lowest 0, tied 0, beaten by 31 28, safe 972"
    for label in labels:
        assert sum(int(n) for n in re.findall(r"(\d+)(?:,|$)", label)) == 1000


def test_another_hand_leaves_a_ghost():
    widget = played("type KD")
    assert widget.said == "king of diamonds replaces 5 of diamonds"
    assert "lowest against one 315 → 297 (before: upcard 5♦)" in text(widget.html)
    assert len(re.findall(r'class="t31-was" style="left:31.5', widget.html)) == 1
    widget.act("type 8H 6H 2C")
    assert "Knocking with 14 pays against 4 to 8 only." in text(widget.html)
    assert rows(widget.html)[2] == (3, "179", "≥ 143", "doesn't pay")
    assert rows(widget.html)[3] == (4, "98", "&lt; 111", "pays")


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("KH 8H 2C", "pays against 1 to 8"),
        ("8H 6H 2C", "pays against 4 to 8 only"),
        ("9H 8C 2C", "doesn't pay against anyone"),
    ],
)
def test_against_how_many_it_pays(hand, said):
    assert against(Setting("opponents", cards(hand), card("5D"))) == said


def test_the_deck_comes_up_when_a_card_is_chosen():
    widget = played("choose 3")
    assert 'class="t31-picker"' in widget.html and "t31-many" not in widget.html
    widget.act("pick KH")
    assert (widget.said, widget.chosen) == ("the next card replaces king of hearts", 0)
    widget.act("pick KH")
    assert widget.said == "king of hearts stays"
    assert "t31-many" in widget.html
    for action in ("choose 1", "pick 9H"):
        widget.act(action)
    assert widget.setting.hand == cards("KH 9H 2C")
    assert "t31-many" in widget.html
    widget.act("remove 0")
    assert "Pick the missing card." in widget.html and 'class="t31-picker"' in widget.html
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
    assert 'class="t31-level" style="bottom:33.33%"' in widget.html
    assert "333 : below it a knock pays" in text(widget.html)
    assert widget.html.count("t31-dot-pays") == 14 and widget.html.count("t31-dot-fails") == 16


def test_from_which_value_it_pays_against_each_number():
    widget = played("view values")
    assert marks(widget.html) == [(str(k), str(v)) for k, v in enumerate(MARKS, 1)]
    for k, value in enumerate(MARKS, 1):
        line = Fraction(1, 2 * k + 1)
        assert even(widget.setting, k) == line
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
    assert re.search(r'aria-pressed="true" data-do="own 21"', widget.html)


def test_several_opponents_can_only_draw_or_stand():
    widget = played("view values", "reply sharp", "opponents 3")
    assert (widget.setting.opponents, widget.setting.reply) == (3, "stock")
    assert (
        widget.said == "several opponents are counted as ignoring the upcard, or as doing nothing"
    )
    assert re.findall(r'<option value="(\w+)"', widget.html) == ["stock", "stand"]
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
    assert (widget.said, widget.refused) == (sentence, True)
    assert 't31-note t31-refused" role="status">' in widget.html
    assert (repr(widget), widget.chosen) == (before, -1)


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
    found = evidence(*EXAMPLE, "mean", SCAT)
    below_31 = hand_values(seen="JC 8C 4H 5D").given(lambda value: value < 31)
    assert found.stranger == below_31 and found.stranger.total == 17_275
    assert found.dealt == hand_values(held="5D", seen="JC 8C 4H")
    assert found.chose == taken_values("JC 8C 4H", took="5D") and found.chose.total == 5_104
    assert found.left.total == 12_171
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
    found = evidence(hand, took, "greedy", rules)
    counts = {True: Counter(), False: Counter()}
    unseen = [c for c in oracle.deck(oracle.PRESETS["DUTCH"]) if c not in ("AS", "KS", "QS", "7C")]
    for before in combinations(unseen, 3):
        value, after = oracle.value(before), oracle.value_after(before, "7C", must_keep=True)
        if value < 31:
            counts[after > value][after] += 1
    assert found.chose == Dist(counts[True]) and found.chose.total == counts[True].total()
    assert found.left == Dist(counts[False]) and found.left.total == counts[False].total()


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
    assert share_html(Fraction(363, 1000), 107, 295) == "<b>363</b> of 1,000."
    assert share_html(Fraction(59, 100), 83, 141) == ("<b>590</b> of 1,000, unrounded.")
    assert share_html(Fraction(1, 3000), 0, 0).endswith("unrounded.")
    assert share_html(None, 0, 0) == "of nobody there is no share."


def test_each_view_keeps_its_own_cards():
    widget = played("view taken", "type 9D", "view opponents")
    assert repr(widget) == OPENING
    assert "Upcard" in widget.html
    widget.act("view values")
    widget.act("view taken")
    assert widget.cards == cards("JC 8C 4H 9D")
    assert "They took" in widget.html
    widget.act("reset")
    assert repr(widget) == OPENING
    widget.act("view taken")
    assert widget.cards == cards("JC 8C 4H 5D")


def test_a_card_that_nobody_would_take_is_said_to_be_one():
    widget = Opponents("KC 9C 8C", "KD", view="taken", reply="sharp")
    before = widget.setting
    widget.act("type 2D")
    assert widget.setting == before
    assert "Nobody who replies" in widget.html and "t31-two" not in widget.html
    widget.act("least 20")
    assert widget.cards == cards("KC 9C 8C 2D")
    widget.act("reset")
    assert "t31-two" in widget.html


# Guesses


def test_more_opponents_wait_for_the_guess():
    widget = Opponents(predict="05-two-opponents")
    assert repr(widget) == "Opponents: K♥ 8♥ 2♣, upcard 5♦: locked until you guess"
    assert [row[1] for row in rows(widget.html)] == ["315", *"???????"]
    assert asked("05-two-opponents") in text(widget.html)
    assert "859" not in widget.html and 'data-do="type"' not in widget.html
    assert "view values" not in widget.html  # which would answer the next question
    widget.act("guess 1001")
    assert (widget.said, widget.refused) == ("A guess from 0 to 1,000 makes sense here.", True)
    widget.act("guess 150")
    assert json.loads(Path(".thirtyone-predictions.json").read_text()) == {"05-two-opponents": 150}
    assert repr(widget) == OPENING
    assert said("05-two-opponents", 150) in text(widget.html)
    listed = widget.html.partition('class="t31-many"')[2].split("<li>")
    assert ['class="t31-guess" style="left:15.0%"' in row for row in listed] == [
        k == 2 for k in range(9)
    ]
    widget.act("view taken")
    assert "t31-guess" not in widget.html and "Your guess" not in widget.html


def test_the_other_views_stay_away_after_the_guess_too():
    widget = Opponents(predict="05-two-opponents")
    widget.act("guess 150")
    assert 'data-do="view' not in widget.html
    assert 'data-do="view' in Opponents().html


def test_a_guess_is_marked_only_where_it_was_asked_for():
    Path(".thirtyone-predictions.json").write_text('{"05-mark": 15}')
    widget = Opponents(view="values", opponents=4, predict="05-mark")
    assert "t31-guess" in widget.html
    widget.act("opponents 3")
    assert "t31-guess" not in widget.html
    widget.act("opponents 4")
    assert "t31-guess" in widget.html


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
    assert widget.cards == cards("2C 3C 4C 5C")


def test_a_reply_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match="'bluff' is not a reply"):
        Opponents(reply="bluff")


def test_two_typed_cards_are_too_many_for_the_upcard():
    widget = Opponents()
    widget.act("choose 3")
    widget.act("type KD QD")
    assert (widget.said, widget.refused) == ("Type one card: here is one place.", True)


def test_a_guess_about_three_is_marked_there():
    Path(".thirtyone-predictions.json").write_text('{"05-two-opponents": 150}')
    html = Opponents(opponents=3, predict="05-two-opponents").html
    listed = html.partition('class="t31-many"')[2].split("<li>")
    assert ["t31-guess" in row for row in listed].index(True) == 3


def test_the_mark_that_pays_waits_for_the_guess():
    widget = Opponents(view="values", opponents=4, predict="05-mark")
    assert repr(widget) == "Opponents: 4 opponents who ignore the upcard: locked until you guess"
    assert {value for _, value in marks(widget.html)} == {"?"}
    assert names(widget.html) == [str(value) for value in range(2, 32)]
    assert "t31-dot" not in widget.html
    widget.act("guess 17")
    assert "Against 4, knocking pays from 14." in widget.html
    assert 'class="t31-guess" style="left:51.67%"' in widget.html  # the middle of the 17


def test_what_a_take_tells_waits_for_the_guess():
    widget = Opponents("JC 8C 4H", "5D", view="taken", predict="05-taken")
    assert "locked until you guess" in repr(widget)
    assert bars(widget.html) == [("a stranger", "195"), ("dealt the 5♦", "?"), ("took the 5♦", "?")]
    assert "363" not in widget.html and "t31-two" not in widget.html
    Path(".thirtyone-predictions.json").write_text('{"05-taken": 0}')
    widget.act("least 18")
    assert bars(widget.html)[2] == ("took the 5♦", "363")
    assert 'class="t31-guess" style="left:0.00%"' in widget.html


def test_a_guess_on_another_scale_is_said_and_not_marked():
    Path(".thirtyone-predictions.json").write_text('{"05-mark": 17}')
    widget = Opponents(predict="05-mark")
    assert said("05-mark", 17) in text(widget.html)
    assert "t31-guess" not in widget.html


# Rules, purity, speed


def test_house_rules():
    dutch = Opponents("KH 8H 7C", "9D", rules=PRESETS["DUTCH"])
    assert len(rows(dutch.html)) == 7  # the cards suffice for no more
    dutch.act("view taken")  # the example's cards are not in this deck
    assert dutch.cards == cards("KH 8H 7C 9D")
    one = Opponents(rules=Rules(knocker_lowest=1))
    assert rows(one.html)[0] == (1, "315", "&lt; 500", "pays")
    assert mark(1, "stock", one.setting.rules, Fraction(1, 2)) == 15
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
        ({"rules": PRESETS["GIN"]}, "under these rules a knock is not about being lowest"),
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
    assert widget.cards == cards("KH 8H 2C KD")


def test_the_views_are_pure_functions_of_the_setting():
    now = Setting("opponents", cards("KH 8H 2C"), card("KD"))
    before = Opponents().setting
    assert many_html(now, before) in played("type KD").html
    assert ghost_html(now, before) in played("type KD").html
    two = Setting("values", cards("KH 8H 2C"), card("5D"), opponents=2)
    assert curve_html(two) in Opponents(view="values", opponents=2).html
    took = Setting("taken", *EXAMPLE)
    assert taken_html(took) in played("view taken").html
    assert verdict(took) == "18 or more: 363 of 1,000, not 195."
