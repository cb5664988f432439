"""The engine against published figures: exact counts, decimals, and settled rounds."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from thirtyone import (
    PRESETS,
    SCAT,
    draw_values,
    hand_values,
    knock_odds,
    knock_table,
    reply_values,
    settle,
    taken_values,
    value_after,
)

CASES = Path(__file__).parents[1] / "cases"
EXACT = json.loads((CASES / "exact.json").read_text())
SETTLEMENT = json.loads((CASES / "settlement.json").read_text())
DECKS = {"52": SCAT, "52_trips30.5": replace(SCAT, trips=30.5), "32": PRESETS["DUTCH"]}


def entries(kind):
    """The entries `kind OPTION HAND|UPCARD|REST` as parameters (option, hand, upcard, rest, …)."""
    found = []
    for key, expected in EXACT.items():
        if key.startswith(kind + " "):
            _, *option, spot = key.split()
            hand, upcard, rest = spot.split("|")
            found.append((*option, hand.replace("-", " "), upcard, rest, expected))
    return found


def counts(dist):
    return {str(outcome): count for outcome, count in dist.items()}


def test_every_entry_is_tested():
    values = {f"values_{name}": 1 for name in DECKS}
    kinds = Counter(key.split()[0] for key in EXACT)
    assert kinds == {**values, "draw": 1, "keep_up": 1, "knock1": 5, "many": 8, "table1": 4}


@pytest.mark.parametrize("name", DECKS)
def test_values(name):
    assert counts(hand_values(rules=DECKS[name])) == EXACT[f"values_{name}"]


@pytest.mark.parametrize(("hand", "upcard", "seen", "expected"), entries("draw"))
def test_draw(hand, upcard, seen, expected):
    assert counts(draw_values(hand, upcard, seen=seen)) == expected


@pytest.mark.parametrize(("hand", "upcard", "seen", "expected"), entries("keep_up"))
def test_keep_up(hand, upcard, seen, expected):
    assert value_after(hand, upcard, must_keep=True) == expected
    assert not seen


@pytest.mark.parametrize(("reply", "hand", "upcard", "seen", "expected"), entries("knock1"))
def test_knock1(reply, hand, upcard, seen, expected):
    assert counts(reply_values(hand, upcard, reply=reply, seen=seen)) == expected


@pytest.mark.parametrize(("reply", "hand", "upcard", "opponents", "expected"), entries("many"))
def test_many(reply, hand, upcard, opponents, expected):
    fates = knock_odds(hand, upcard, opponents=int(opponents), reply=reply)
    chances = {outcome: float(chance) for outcome, chance in fates.pmf().items()}
    names = {"tie": "tied", "thirty_one": "beaten by 31"}
    assert chances == pytest.approx(
        {names.get(name, name): chance for name, chance in expected.items()}, abs=1e-9
    )


@pytest.mark.parametrize("key", [key for key in EXACT if key.startswith("table1 mean")])
def test_table1(key):
    _, reply, own = key.split()
    fates = knock_table(reply=reply)[int(own)]
    chances = [float(fates.p(outcome)) for outcome in EXACT["table1 columns"]]
    assert chances == pytest.approx(EXACT[key], abs=1e-9)


@pytest.mark.parametrize("case", SETTLEMENT)
def test_settlement(case):
    result = settle(
        case["values"],
        knocker=case["knocker"],
        declared=case["declared"],
        stock_empty=case["stock_empty"],
        rules=PRESETS[case["preset"]],
    )
    assert list(result) == case["result"]


def test_a_card_taken_is_evidence():
    """J♣ 8♣ 4♥ against one who took the 5♦ by the rule "mean": 1,853 of 5,104 hands reach 18."""
    values = taken_values("JC 8C 4H", reply="mean", took="5D")
    assert values.total == 5104
    assert sum(count for value, count in values.items() if value >= 18) == 1853
