"""What holds for every widget: no action raises, and a refused one changes nothing."""

import pytest

from thirtyone import widgets
from thirtyone.widgets.panel import Panel

PANELS = [
    widget
    for name in widgets.__all__
    if isinstance(widget := getattr(widgets, name), type) and issubclass(widget, Panel)
]
NUMBERS = ("-1", "99", "1.5", "nan", "10" * 50, "x", "")
ARGUMENTS = (*NUMBERS, "KX", "99 20", "-1 20", "0 nan", "\N{FIRE}", "10: 99999", "<b>")


def verbs(widget):
    return [name.removeprefix("do_") for name in dir(widget) if name.startswith("do_")]


def test_all_nine_are_here():
    assert len(PANELS) == 9


@pytest.mark.parametrize("widget", PANELS, ids=lambda widget: widget.__name__)
def test_no_action_raises_and_what_is_refused_changes_nothing(widget):
    shown, refused = widget(), 0
    for verb in set(verbs(widget)) - {"run"}:
        for argument in ARGUMENTS:
            before = repr(shown)
            shown.act(f"{verb} {argument}")
            if shown.refused:
                refused += 1
                assert repr(shown) == before, (verb, argument)
                assert shown.said
                assert '"<b>"' not in shown.html
    assert refused


@pytest.mark.parametrize("widget", PANELS, ids=lambda widget: widget.__name__)
@pytest.mark.parametrize("action", ["", "nonsense", "__init__", "do_act 3", "render"])
def test_an_action_that_there_is_not(widget, action):
    shown = widget()
    before = repr(shown)
    shown.act(action)
    assert shown.refused and shown.said.endswith("is not something to do here")
    assert repr(shown) == before
