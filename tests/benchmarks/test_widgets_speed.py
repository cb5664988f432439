"""From a control to the widget's new HTML: 150 ms in the median of a play not played before.

    pytest tests/benchmarks

The time is the processor's, in Python alone: the browser draws in a few milliseconds more.
"""

from statistics import median
from time import process_time

import pytest

from thirtyone.widgets import Draw, HandValues, Knock, Opponents

pytestmark = [
    pytest.mark.benchmark(timer=process_time),
    pytest.mark.usefixtures("own_folder"),
]
PLAYED = {
    Knock: "pick KD, pick 3S, choose 1, pick 9C, reply greedy, reply stand",
    HandValues: "draw 10:200, show, line 14, deal 1, deal 20, deal 2000, more, view at least, "
    "pick KS, seed 3",
    Draw: "goal value, goal 25, goal mean, pick 6S, choose 0, pick AS, reset",
    Opponents: "type KD, view values, opponents 3, reply stand, own 20, view taken, least 20, "
    "taker greedy, type 9D",
}


@pytest.mark.parametrize("widget", PLAYED, ids=lambda widget: widget.__name__)
def test_from_a_control_to_the_new_answer(benchmark, widget):
    shown, times = widget(), []
    for action in PLAYED[widget].split(", "):
        start = process_time()
        shown.act(action)
        times.append(process_time() - start)
        assert not shown.refused
    benchmark.extra_info["longest"] = max(times)
    assert median(times) < 0.15
    benchmark.pedantic(shown.act, ("reset",), rounds=5)
