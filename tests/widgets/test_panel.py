"""What every widget is made on, by one that only counts."""

import gc
import signal
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import repeat
from typing import ClassVar

import htpy as h
import pytest
import traitlets
from as_read import page
from in_page import Page

from thirtyone.widgets.panel import Panel
from thirtyone.widgets.parts.asked import Followed
from thirtyone.widgets.parts.still import PICTURE, PLACE, Still, inert


@dataclass(frozen=True)
class State:
    count: int = 0


def add(state, text):
    if not text.isdecimal():
        raise ValueError(f"a number is to be added, not {text!r}")
    return replace(state, count=state.count + int(text)), f"{text} more"


def one_more():
    return lambda state: replace(state, count=state.count + 1)


def set_to(state, count):
    if count < 0:
        raise ValueError("less than nothing")
    return replace(state, count=count)


def fail():
    raise RuntimeError("a fault")


class Count(Panel):
    verbs: ClassVar = {
        "add": add,
        "again": lambda state, _: state,
        "some": lambda state, n: (state, "counting", [one_more] * int(n)),
        "run": lambda state, _: (state, "running", repeat(one_more)),
        "hang": lambda state, _: (state, "", [lambda: signal.raise_signal(signal.SIGINT)]),
        "fail": lambda state, _: (state, "", [fail]),
        "broken": lambda state: state,
    }
    greeting = "begin"
    count = Followed(lambda state: state.count, set_to)
    twice = Followed(lambda state: 2 * state.count)

    def __init__(self):
        super().__init__(State())

    @staticmethod
    def view(state, message):
        return h.p[f"{state.count} {message.text}{' …' if message.working else ''}"]

    def __repr__(self):
        return f"Count: {self.state.count}"


def test_an_action_is_a_line_of_text_or_a_function_and_renders_once():
    count = Count()
    assert (count.renders, page(count).one(".t31").texts("p")[1:]) == (1, ["0 begin"])
    count.act("add 3")
    assert (count.renders, count.state, count.message.text) == (2, State(3), "3 more")
    count.act(lambda state: replace(state, count=5))
    assert (count.renders, count.state, count.message.text) == (3, State(5), "3 more")
    count.act("again")
    assert (count.renders, count.message.text) == (4, "")
    count.act("reset")
    assert (count.state, count.message.text) == (State(), "begin")


def test_a_refusal_changes_nothing_and_is_said():
    count = Count()
    count.act("add 3")
    count.act("add x")
    assert (count.state, count.message) == (
        State(3),
        ("a number is to be added, not 'x'", True, False),
    )
    with pytest.raises(ValueError, match="not 'x'"):
        count.do("add x")


def test_a_trait_follows_the_state_and_setting_it_is_an_action():
    count, seen = Count(), []
    count.observe(lambda change: seen.append((change.name, change.old, change.new)))
    count.act("add 3")
    count.count = 4
    told = [change for change in seen if change[0] in ("count", "twice")]
    assert told == [("count", 0, 3), ("twice", 0, 6), ("count", 3, 4), ("twice", 6, 8)]
    assert (count.state, count.renders) == (State(4), 3)
    with pytest.raises(ValueError, match="less than nothing"):
        count.count = -1
    with pytest.raises(traitlets.TraitError, match="twice can be observed, but not be set"):
        count.twice = 9
    assert (count.state, count.renders, count.count) == (State(4), 3, 4)


def test_outside_a_notebook_work_is_done_at_once_piece_by_piece():
    count = Count()
    count.act("some 3")
    assert (count.state, count.renders, count.working) == (State(3), 5, False)
    assert count.message.text == "counting"


def test_in_a_notebook_a_piece_is_worked_out_when_the_one_before_was_seen():
    count = Count()
    notebook = Page(count)
    notebook.send("some 2")
    assert (count.state, count.renders, count.working) == (State(0), 2, True)
    notebook.see(1)
    assert count.state == State(0)
    notebook.see()
    assert (count.state, count.renders, count.working) == (State(1), 3, True)
    notebook.widget._handle_custom_msg({"seen": 3}, [])  # by two views
    notebook.see()
    assert (count.state, count.renders, count.working) == (State(2), 4, False)
    notebook.see()
    assert (count.state, count.renders) == (State(2), 4)


def test_work_goes_on_until_other_work_or_a_stop():
    count = Count()
    notebook = Page(count)
    notebook.send("run")
    notebook.see()
    notebook.send("add 10")
    notebook.send("add x")
    notebook.see()
    assert (count.state, count.working) == (State(12), True)
    notebook.send("some 1")
    notebook.see()
    assert (count.state, count.working) == (State(13), False)
    notebook.send("run")
    notebook.send("stop")
    notebook.see()
    assert (count.state, count.working, count.message.text) == (State(13), False, "stopped")
    notebook.send("run")
    notebook.send("reset")
    notebook.see()
    assert (count.state, count.working) == (State(), False)


def test_a_fault_in_a_piece_ends_the_work_and_every_action_is_answered():
    count = Count()
    notebook = Page(count)
    notebook.send("fail")
    with pytest.raises(RuntimeError):
        notebook.see()
    assert not count.working
    notebook.send("broken")


@contextmanager
def ignored():
    """As between the cells of a notebook."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_ends_a_piece_and_what_waits_to_be_seen():
    gc.collect()
    count = Count()
    notebook = Page(count)
    with ignored():
        notebook.send("hang")
        notebook.see()
        assert (count.working, count.message.text) == (False, "stopped")
        notebook.send("run")
        notebook.see()
        signal.raise_signal(signal.SIGINT)
        assert count.working
        notebook.see()
        assert (count.working, count.message.text) == (False, "stopped")
        signal.raise_signal(signal.SIGINT)  # nothing is left to end


def test_what_a_page_keeps_is_read_only_and_under_other_names():
    kept = inert(
        '<div class="t31" data-x="1"><form><input value="3">Seed</form><button class="t31-cell" '
        'aria-label="ace" data-do="pick AC"><span aria-hidden="true">A♣ &lt;</span></button>'
        '<p hidden>no</p><ul data-live><li>no</li></ul><i role="img" aria-label="bar"></i></div>',
        css="/* no */ .t31 { color: red }\n\n.t31-cell { margin: 0 }",
    )
    assert kept == (
        "<style>  .s31 { color: red } .s31-cell { margin: 0 }</style>"
        '<div class="s31"><span class="s31-cell"><span>A♣ &lt;</span></span>'
        '<i role="img" aria-label="bar"></i></div>'
    )


def test_a_page_keeps_the_last_state(monkeypatch):
    shown = []
    monkeypatch.setattr(
        "thirtyone.widgets.parts.still.display", lambda data, **how: shown.append((data, how))
    )
    count = Count()
    count._ipython_display_()
    (widget, _), (place, where), (first, again) = shown
    assert widget["text/plain"] == "Count: 0" and place == {"text/html": PLACE}
    assert again == where | {"update": True}
    assert page(first["text/html"]).texts("p") == ["Count: 0", "0 begin"]
    notebook = Page(count)
    notebook.send("some 2")
    assert len(shown) == 3  # not while it works
    notebook.see()
    notebook.see()
    assert page(shown[-1][0]["text/html"]).texts("p") == ["Count: 2", "2 counting"]
    assert len(shown) == 4


def test_any_html_can_be_kept(monkeypatch):
    shown = []
    monkeypatch.setattr(
        "thirtyone.widgets.parts.still.display", lambda data, **how: shown.append(data)
    )
    still = Still(PICTURE)
    still.keep("<p>not shown yet</p>")
    still.display({"text/plain": "a figure"}, "<p>a bar</p>")
    assert [*shown[-1]] == ["text/html"] and "s31-picture" in shown[-1]["text/html"]
    assert page(shown[-1]["text/html"]).texts("p") == ["a bar"]
