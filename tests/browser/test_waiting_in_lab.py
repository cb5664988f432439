"""Knock now or wait and the strategy laboratory in JupyterLab: mouse, keyboard, themes."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.reading import (
    ASK,
    CUT_OFF,
    FONT,
    HALL,
    HEIGHT,
    PHONE,
    PROJECTOR,
    card,
    press,
    said,
    verdict,
    watch_busy,
)
from playwright.sync_api import expect

WIDGETS = (
    "KnockNow()",
    "Laboratory()",
    "Laboratory(['always 18', 'beginner', (22, 25), 'random'])",
)


def rounds(page):
    """How many rounds the laboratory says that it has played."""
    words = page.locator(".t31-stack > .t31-lead b").inner_text()
    return int(re.sub(r"\D", "", words) or 0)


def test_knock_or_wait_by_mouse(show):
    page = show("KnockNow()")
    expect(verdict(page)).to_have_text(
        re.compile(r"^Wait: \+0\.390 by waiting, \+0\.225 by knocking \(by 0\.1\d\d ± 0\.00\d\)$")
    )
    card(page, "8 of spades").click()
    expect(verdict(page)).to_have_text(re.compile(r"^Wait: .* \+0\.158 by knocking"))
    expect(page.locator(".t31-ghost")).to_have_text(re.compile(r"^Before \(upcard 5♦\): wait, by"))
    page.get_by_role("button", name="Reset").click()
    page.get_by_label("Your turn").select_option("third turn")
    expect(page.locator(".t31-ghost")).to_have_text(re.compile(r"^Before \(first turn\)"))
    expect(verdict(page)).not_to_have_text("Counting …")
    page.get_by_label("Number of players").select_option("4 players")
    expect(page.locator(".t31-ghost")).to_have_text(re.compile(r"^Before \(2 players\)"))


def test_more_rounds_show_that_it_works(show):
    page = show("KnockNow()")
    seen = watch_busy(page)
    page.get_by_role("button", name="4 × rounds").click()
    expect(said(page)).to_have_text("80,000 rounds: 4 times as many, half the error")
    expect(page.locator(".t31-note")).to_contain_text("80,000 rounds, seed 0")
    assert seen() == ["true", "false"]


def test_knock_or_wait_waits_for_a_guess_by_keyboard_alone(show):
    page = show("KnockNow(predict='06-wait')")
    expect(verdict(page)).to_have_text("First your guess.")
    expect(page.locator(".t31-gains b")).to_have_text(["+0.225 exactly", "?"])
    page.get_by_label("Your guess").focus()
    press(page, "0", ".", "1", "Enter")
    expect(verdict(page)).to_have_text(re.compile("^Wait: "))
    expect(page.locator(".t31-gains .t31-guess")).to_have_count(1)


def test_the_laboratory_sharpens_and_stops_and_the_kernel_stays_free(show):
    page = show("shown = Laboratory()\nshown")
    expect(verdict(page)).to_have_text("Who gains? Let them play.")
    page.get_by_role("button", name="+10 rounds").click()
    expect(page.locator(".t31-spread")).to_have_count(2)
    wide = page.locator(".t31-spread").first.bounding_box()["width"]
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    page.wait_for_function(
        "() => document.querySelector('.t31-lead b').textContent.replace(/\\D/g, '') > 20000"
    )
    assert page.evaluate(ASK, "print(6 * 7, shown.working)") == "42 True"
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator(".t31-note")).to_have_text("Stopped: what was played is kept")
    expect(page.get_by_role("button", name="Run", exact=True)).to_be_visible()
    done = rounds(page)
    assert done > 20_000
    assert page.locator(".t31-spread").first.bounding_box()["width"] < wide / 8
    expect(verdict(page)).to_have_text(re.compile(r"^Seat 2 gains 0\.5\d+ ± 0\.0\d+ lives a round"))
    played = "simulate(2, strategies=shown.setting.strategies(), rounds=shown.rounds, seed=31)"
    code = f"from thirtyone import simulate; print(shown.rounds, shown.result == {played})"
    assert page.evaluate(ASK, code) == f"{done} True"


def test_the_laboratory_by_keyboard_alone(show):
    page = show("Laboratory()")
    page.get_by_label("What seat 1 plays").select_option("own marks")
    marks = page.get_by_label("Marks of seat 1")
    marks.focus()
    press(page, *"20 24", "Enter")
    expect(page.locator(".t31-note")).to_have_text("Seat 1 plays marks 20 24; all begins anew")
    expect(marks).to_have_attribute("placeholder", "20 24")
    press(page, *"high", "Enter")
    expect(page.locator(".t31-note")).to_have_class("t31-note t31-refused")
    seed = page.get_by_label("Seed")
    seed.focus()
    press(page, "Control+a", "7", "Enter")
    expect(page.locator(".t31-note")).to_have_text("Seed 7; all begins anew")
    before = page.locator(".jp-Cell").count()
    few = page.get_by_role("button", name="+10 rounds")
    few.focus()
    press(page, "x", "d", "d", "a", "b", " ")
    expect(page.locator(".t31-lead b")).to_have_text("10 rounds")
    expect(page.locator(".jp-Cell")).to_have_count(before)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_axe_violation(show, scheme):
    page = show("KnockNow(predict='06-wait')", *WIDGETS, scheme=scheme)
    reports = [Axe().run(page, context=".t31")]
    for button in page.get_by_role("button", name="+10 rounds").all():
        button.click()
    expect(page.locator(".t31-laboratory .t31-spread")).to_have_count(6)
    card(page, "8 of spades").last.click()
    expect(page.locator(".t31-ghost")).to_have_text(re.compile("Before"))
    reports.append(Axe().run(page, context=".t31"))
    assert [report.generate_report() for report in reports if report.violations_count] == []


@pytest.mark.parametrize("viewport", [PROJECTOR, HALL, PHONE])
def test_nothing_is_cut_off_and_all_is_legible_from_the_back_row(show, viewport):
    page = show(*WIDGETS, viewport=viewport)
    for shown, widget in zip(page.locator(".t31").all(), WIDGETS, strict=True):
        if widget == "KnockNow()":
            card(shown, "8 of spades").click()
            expect(shown.locator(".t31-ghost")).to_have_text(re.compile("Before"))
        else:
            shown.get_by_role("button", name="+10 rounds").click()
            expect(shown.locator(".t31-lead b")).to_have_text("10 rounds")
        assert (widget, shown.evaluate(CUT_OFF)) == (widget, [])
        assert verdict(shown).evaluate(FONT) >= 28
        if viewport == PROJECTOR:  # under JupyterLab's bars it stays out of the bottom fifth
            assert (widget, shown.evaluate(HEIGHT)) <= (widget, 0.8 * 720 - 95)
