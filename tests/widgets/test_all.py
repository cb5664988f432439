"""What holds for every widget: no action raises, and a refused one changes nothing."""

import re

import pytest
from in_page import Page
from played import play

from thirtyone import widgets
from thirtyone.widgets.panel import Panel

PANELS = [
    widget
    for name in widgets.__all__
    if isinstance(widget := getattr(widgets, name), type) and issubclass(widget, Panel)
]
NUMBERS = ("-1", "99", "1.5", "nan", "10" * 50, "x", "")
ARGUMENTS = (*NUMBERS, "KX", "99 20", "-1 20", "0 nan", "\N{FIRE}", "10: 99999", "<b>")
ALWAYS = ("reset", "stop", "guess")  # what every widget is asked beside its own verbs


def opened(widget):
    """The widget with its answers in sight."""
    return widget(shown=True) if widget is widgets.HandValues else widget()


def test_all_nine_are_here():
    assert len(PANELS) == 9


@pytest.mark.parametrize("widget", PANELS, ids=lambda widget: widget.__name__)
def test_no_action_raises_and_what_is_refused_changes_nothing(widget):
    shown, refused = opened(widget), 0
    for verb in sorted({*widget.verbs, *ALWAYS} - {"run"}):
        for argument in ARGUMENTS:
            before = shown.state, repr(shown)
            shown.act(f"{verb} {argument}")
            if shown.message.refused:
                refused += 1
                assert (shown.state, repr(shown)) == before, (verb, argument)
                assert shown.message.text
            assert not re.search("[\"']<b>[\"']", shown.html)  # what was typed is escaped
    assert refused


@pytest.mark.parametrize("widget", PANELS, ids=lambda widget: widget.__name__)
def test_every_action_is_answered_by_one_rendering_and_each_piece_by_one_more(widget):
    shown = widget()
    notebook, done = Page(shown), set()
    for action in (*play(widget), "reset"):
        before, renders = shown.state, shown.renders
        notebook.send(action)
        assert (shown.message.refused, shown.renders) == (False, renders + 1), action
        for piece in range(2):
            if shown.working:
                notebook.see()
                assert shown.renders == renders + 2 + piece, action
        if shown.state != before:
            done.add(action.partition(" ")[0])
        notebook.send("stop")
        assert not shown.working
    assert done == {*widget.verbs, "reset"}


@pytest.mark.parametrize("widget", PANELS, ids=lambda widget: widget.__name__)
@pytest.mark.parametrize("action", ["", "nonsense", "__init__", "act 3", "take"])
def test_an_action_that_there_is_not(widget, action):
    shown = opened(widget)
    before = shown.state, repr(shown)
    shown.act(action)
    assert shown.message.refused
    assert shown.message.text.endswith("is not something to do here")
    assert (shown.state, repr(shown)) == before


@pytest.mark.parametrize("widget", PANELS, ids=lambda widget: widget.__name__)
def test_what_is_shown_depends_on_nothing_but_the_state_and_the_message(widget):
    shown, other = opened(widget), opened(widget)
    for action in (*play(widget), "nonsense <b>"):
        shown.act(action)
    other.state, other.message = shown.state, shown.message
    other.refresh()
    assert (other.html, repr(other)) == (shown.html, repr(shown))
