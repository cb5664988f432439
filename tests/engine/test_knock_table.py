"""The published tables of knocks are what the engine works out."""

import json
from pathlib import Path

import pytest

import thirtyone.data
from thirtyone import SCAT, knock_table
from thirtyone.data.knock_table import CALLS
from thirtyone.knock_table import computed_knock_table

PUBLISHED = json.loads(Path(thirtyone.data.__path__[0], "knock_table.json").read_text())
QUICK = [(1, "stock"), (3, "stock"), (4, "stock"), (2, "stand"), (1, "sharp")]


def recompute(opponents, reply):
    computed = computed_knock_table(opponents, reply, SCAT)
    rows = PUBLISHED[f"{opponents} {reply}"]
    assert {int(value): row for value, row in rows.items()} == {
        value: list(odds.values()) for value, odds in computed.items()
    }
    table = knock_table(opponents=opponents, reply=reply)
    assert list(table) == list(range(2, 32))
    assert table == computed


@pytest.mark.parametrize(("opponents", "reply"), QUICK)
def test_tables_recomputed(opponents, reply):
    recompute(opponents, reply)


@pytest.mark.slow
@pytest.mark.parametrize(("opponents", "reply"), [call for call in CALLS if call not in QUICK])
def test_the_other_tables_recomputed(opponents, reply):
    recompute(opponents, reply)


def test_all_exact_calls_are_published():
    assert set(PUBLISHED) == {f"{k} {reply}" for k, reply in CALLS}
    assert len(CALLS) == 19
