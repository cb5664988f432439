"""From a control to the widget's new HTML: 150 ms for each action of a play not played before.

    pytest tests/benchmarks

The time is the processor's, in Python alone: the browser draws in a few milliseconds more. What
comes later, when the first answer is seen, is noted as the longest piece.
"""

from statistics import median
from time import process_time

import pytest
from in_page import Page
from played import PLAYED, play

pytestmark = [
    pytest.mark.benchmark(timer=process_time),
    pytest.mark.usefixtures("own_folder"),
]


def timed(do, *arguments):
    start = process_time()
    do(*arguments)
    return process_time() - start


@pytest.mark.parametrize("widget", PLAYED, ids=lambda widget: widget.__name__)
def test_from_a_control_to_the_first_answer_and_to_what_comes_later(benchmark, widget):
    shown = widget()
    notebook, first, later = Page(shown), {}, [0.0]
    for action in play(widget):
        first[action] = timed(notebook.send, action)
        assert not shown.message.refused
        if shown.working:
            later.append(timed(notebook.see))
    benchmark.extra_info["slowest"] = max(first, key=lambda action: first[action])
    benchmark.extra_info["first"] = max(first.values())
    benchmark.extra_info["piece"] = max(later)
    assert median(first.values()) < 0.05
    assert max(first.values()) < 0.15
    benchmark.pedantic(shown.act, ("reset",), rounds=5)
