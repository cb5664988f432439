"""The self-test of the course: every figure that it gives, worked out again."""

import re
from fractions import Fraction
from math import comb, sqrt
from pathlib import Path

import numpy as np

from thirtyone import (
    SCAT,
    card,
    cards,
    draw_values,
    hand_value,
    hand_values,
    outs,
    settle,
    taken_values,
    value_after,
)
from thirtyone.hands import DECLARED, DOUBLED, hand_table

TEXT = (Path(__file__).parents[2] / "notebooks" / "self-test.md").read_text(encoding="utf-8")
QUESTION = re.compile(
    r"\*\*(\d+)\.\*\* ([^\n]+)\n\n<details><summary>Answer</summary>\n\n([^\n]+)\n\n</details>"
)
ASKED = {int(number): question for number, question, _ in QUESTION.findall(TEXT)}
ANSWERED = {int(number): answer for number, _, answer in QUESTION.findall(TEXT)}

HANDS = hand_values()
HIGH = HANDS.at_least(20)


def error(deals):
    return sqrt(HIGH * (1 - HIGH) / deals)


def figures(text):
    """The numbers of a text, but for those of cards and of links to notebooks."""
    text = re.sub(r"\(\[.*\)$", "", text)
    text = re.sub(r"\b(10|[2-9AKQJ])[♣♦♥♠]", "", text)
    return re.findall(r"\d[\d,.]*/\d+|\d[\d,]*\.\d+|\d[\d,]*\d|\d", text)


def test_there_are_ten_questions_each_with_its_folded_answer():
    assert [*ASKED] == [*range(1, 11)]
    assert TEXT.count("<details>") == TEXT.count("</details>") == 10
    link = r"\[0\d\]\(0\d-[\w-]+\.ipynb\)"
    for answer in ANSWERED.values():
        assert re.search(rf"\({link}(, {link})?\)$", answer)


def test_1_and_2_rules():
    assert [hand_value(hand) for hand in ("AC 9D 8D", "KS 7S 2H")] == [17, 17]
    assert figures(ANSWERED[1]) == ["17", "9", "8", "17", "10", "7", "17"]
    assert settle([19, 19, 19, 24], knocker=0) == (0, 1, 1, 0)
    assert figures(ANSWERED[2]) == ["0", "19", "1", "24", "0"]


def test_3_and_4_counts():
    each = comb(4, 3) + 4
    assert HANDS[30] == 4 * each == 32
    assert figures(ANSWERED[3]) == ["4", "3", "4", "4", "8", "4", "8", "32"]
    one_suit, high = 4 * comb(13, 3), sum(HANDS[value] for value in range(22, 32))
    share = f"{high / one_suit:.2f}"
    assert figures(ANSWERED[4]) == [f"{one_suit:,}", str(high), "22", share, "22"]


def test_5_and_6_expectations():
    assert round(float(HANDS.mean), 2) == 13.09
    less = f"{float(HANDS.p(lambda value: value < 12)):.3f}"
    assert figures(ANSWERED[5]) == [less, "12", str(HANDS.median)]
    high, few, many = (f"{x:.3f}" for x in (float(HIGH), error(20), error(2000)))
    off = f"{(0.2 - float(HIGH)) / error(20):.1f}"
    assert high in ASKED[6]
    assert figures(ANSWERED[6]) == ["20", few, "0.200", off, high, "2,000", many]


def test_7_and_8_draws():
    hand, up = "AH 9H 5C", "2H"
    better = outs(hand, 26, up)
    chance = draw_values(hand, up).at_least(26)
    assert value_after(hand, up) == 22 and len(better) == 7
    assert f"({' '.join(map(str, better))})" in ANSWERED[7]
    assert chance == Fraction(7, 48) and f"7/48 or {float(chance):.3f}" in ANSWERED[7]
    shown = "2C 3C 4C 5C 6C 7C 2D 3D 2H 3H 4H 5H"
    before, after = (draw_values("KS QS 4D", "2S", seen=seen) for seen in ("", shown))
    spades = int(before.total * before.at_least(23))
    assert (before.total, after.total, spades) == (48, 36, 10)
    chances = [f"{float(dist.at_least(23)):.3f}" for dist in (after, before)]
    assert figures(ANSWERED[8]) == ["36", "10", chances[0], "10/48", chances[1]]


def test_9_break_even():
    lines = {k: Fraction(1, 2 * k + 1) for k in (1, 3)}
    assert 1000 * lines[3] < 180 < 1000 * lines[1]
    told = [text for line in lines.values() for text in (str(round(1000 * line)), str(line))]
    assert figures(ANSWERED[9]) == ["180", *told[:2], "180", *told[2:]]


def test_10_evidence():
    table, up = hand_table(SCAT), card("3D")
    rows = table.holding((), (*cards("JC 8C 4H"), up))
    rows = rows[table.codes[rows] < DECLARED]
    good = int((DOUBLED[table.take[rows, up]] >= 2 * 18).sum())
    took = taken_values("JC 8C 4H", took=up)
    both = int(took.at_least(18) * took.total)
    counts = [f"{1000 * n / len(rows):.0f}" for n in (took.total, both, good - both)]
    assert figures(ASKED[10]) == ["1,000", *counts[:2], "18", counts[2], "18", "18", "83/225"]
    stranger = float(np.mean(DOUBLED[table.codes[rows]] >= 2 * 18))
    chances = [f"{share:.2f}" for share in (both / took.total, both / good, stranger)]
    assert figures(ANSWERED[10]) == [
        *(chances[0], "83", "141", "83/225", chances[1], "18", "18", chances[2])
    ]
    assert 83 + 142 == 225
