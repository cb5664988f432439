"""What holds for every widget: no action raises, and a refused one changes nothing."""

import re

import pytest

from thirtyone import widgets
from thirtyone.widgets.panel import Panel

PANELS = [
    widget
    for name in widgets.__all__
    if isinstance(widget := getattr(widgets, name), type) and issubclass(widget, Panel)
]
NUMBERS = ("-1", "99", "1.5", "nan", "10" * 50, "x", "")
STATE = ("cards", "slots", "setting", "round", "tally", "drawn", "shown", "seed", "dealt", "more")
STATE += ("picking", "several", "aim", "guess", "rounds", "running", "offered", "key")
ARGUMENTS = (*NUMBERS, "KX", "99 20", "-1 20", "0 nan", "\N{FIRE}", "10: 99999", "<b>")


def opened(widget):
    """The widget with its answers in sight."""
    return widget(shown=True) if widget is widgets.HandValues else widget()


def state(widget):
    return {name: getattr(widget, name) for name in STATE if hasattr(widget, name)}


def verbs(widget):
    return [name.removeprefix("do_") for name in dir(widget) if name.startswith("do_")]


def test_all_nine_are_here():
    assert len(PANELS) == 9


@pytest.mark.parametrize("widget", PANELS, ids=lambda widget: widget.__name__)
def test_no_action_raises_and_what_is_refused_changes_nothing(widget):
    shown, refused = opened(widget), 0
    for verb in sorted({*verbs(widget)} - {"run"}):
        for argument in ARGUMENTS:
            before = state(shown)
            shown.act(f"{verb} {argument}")
            if shown.refused:
                refused += 1
                assert state(shown) == before, (verb, argument)
                assert shown.said
            assert not re.search("[\"']<b>[\"']", shown.html)  # what was typed is escaped
    assert refused


@pytest.mark.parametrize("widget", PANELS, ids=lambda widget: widget.__name__)
@pytest.mark.parametrize("action", ["", "nonsense", "__init__", "do_act 3", "render"])
def test_an_action_that_there_is_not(widget, action):
    shown = opened(widget)
    before = state(shown), repr(shown)
    shown.act(action)
    assert shown.refused and shown.said.endswith("is not something to do here")
    assert (state(shown), repr(shown)) == before
