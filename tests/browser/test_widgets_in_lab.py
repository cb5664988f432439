"""The widgets as a reader meets them in JupyterLab: by mouse, by keyboard alone, in both themes."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.reading import (
    CUT_OFF,
    FONT,
    HALL,
    HEIGHT,
    PHONE,
    PROJECTOR,
    card,
    place,
    press,
    said,
    tab_to,
    verdict,
    watch_busy,
)
from playwright.sync_api import expect

WIDGETS = ("Cards", "Deal", "HandValue", "Knock")


# Cards


def test_cards_by_mouse(show):
    page = show("Cards()")
    for name, count in [("king of hearts", 1), ("10 of spades", 2), ("ace of clubs", 3)]:
        card(page, name).click()
        expect(said(page)).to_have_text(f"{name[0].upper()}{name[1:]} added, {count} of 3")
    expect(place(page, 2)).to_have_accessible_name("10 of spades, place 2 of 3")
    expect(card(page, "10 of spades")).to_have_attribute("aria-selected", "true")
    place(page, 1).click()
    card(page, "5 of diamonds").click()
    expect(said(page)).to_have_text("5 of diamonds replaces king of hearts")
    card(page, "5 of diamonds").click()
    expect(said(page)).to_have_text("5 of diamonds removed, 2 of 3")
    page.get_by_role("button", name="Reset").click()
    expect(place(page, 1)).to_have_accessible_name("empty, place 1 of 3")


def test_cards_by_keyboard_alone(show):
    page = show("Cards()")
    place(page, 1).focus()
    tab_to(page, card(page, "2 of clubs"))
    press(page, "ArrowDown", "ArrowDown", "End", "ArrowLeft", "Enter")
    expect(said(page)).to_have_text("King of hearts added, 1 of 3")
    expect(card(page, "king of hearts")).to_be_focused()
    press(page, "Home", "ArrowRight", " ")
    expect(said(page)).to_have_text("3 of hearts added, 2 of 3")
    press(page, "Delete")
    expect(said(page)).to_have_text("3 of hearts removed, 1 of 3")
    page.keyboard.press("Shift+Tab")
    expect(place(page, 1)).to_be_focused()
    press(page, "Backspace")
    expect(said(page)).to_have_text("King of hearts removed, 0 of 3")
    press(page, "ArrowRight", "ArrowRight", "1", "0", " ", "d", "Enter")
    expect(place(page, 3)).to_have_accessible_name("10 of diamonds, place 3 of 3")


def test_typed_cards_and_a_sentence_for_what_is_none(show):
    page = show("Cards()")
    field = page.get_by_label("Type a card")
    field.fill("kh 8h 2c")
    field.press("Enter")
    expect(said(page)).to_have_text("King of hearts, 8 of hearts, 2 of clubs added, 3 of 3")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    field.fill("zz")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(said(page)).to_have_text(
        '"zz" is not a card: rank A K Q J 10 (or T) 9 … 2, then suit C D H S'
    )
    expect(page.locator(".jp-OutputArea-output[data-mime-type*=error]")).to_have_count(0)


def test_half_typed_text_and_the_focus_survive_a_change(show):
    page = show("Cards()")
    field = page.get_by_label("Type a card")
    field.fill("k")
    card(page, "ace of spades").click()
    expect(said(page)).to_have_text("Ace of spades added, 1 of 3")
    expect(field).to_have_value("k")
    expect(card(page, "ace of spades")).to_be_focused()


@pytest.mark.parametrize("source", ["Cards('KH')", "HandValue()", "Knock()"])
def test_no_key_on_a_card_reaches_the_notebook(show, source):
    page = show(source)
    cells = page.locator(".jp-Cell")
    before = cells.count()
    for focused in (place(page, 1), card(page, "king of hearts")):
        focused.focus()
        press(page, "x", "Escape", "Backspace")
        focused.focus()
        press(page, "d", "d")
        focused.focus()
        press(page, "a", "ArrowDown", "b")
    page.get_by_role("button", name="Reset").focus()
    press(page, "x", "d", "d", "a", "b", "ArrowDown")
    expect(cells).to_have_count(before)
    expect(page.locator(".t31")).to_have_count(1)


def test_no_key_on_a_seat_reaches_the_notebook(show):
    page = show("Deal()")
    before = page.locator(".jp-Cell").count()
    page.get_by_role("button", name="Seat 1").focus()
    press(page, "x", "d", "d", "a", "b", "ArrowDown")
    expect(page.locator(".jp-Cell")).to_have_count(before)


# Deal


def test_deal_by_mouse(show):
    page = show("Deal()")
    reveal = page.get_by_role("button", name="Reveal")
    expect(verdict(page)).to_have_text("Which hand is worth least? Point at it.")
    expect(reveal).to_have_attribute("aria-disabled", "true")
    reveal.click(force=True)
    expect(page.locator(".t31-lead")).to_have_text("Point at a hand first.")
    expect(page.locator(".t31-value b")).to_have_text(["?"] * 4)
    page.get_by_role("button", name="Seat 3").click()
    expect(verdict(page)).to_have_text("You say seat 3 is lowest. Reveal!")
    reveal.click()
    expect(verdict(page)).to_have_text("Seat 1 is lowest with 10; you said seat 3.")
    expect(page.locator(".t31-value b")).to_have_text(["10", "17", "16", "13"])
    expect(page.locator(".t31-marked")).to_have_count(7)
    expect(page.locator(".t31-lead")).to_have_text(
        "Adding all three cards gives 30, 20, 18, 20: that would blame seat 3."
    )
    page.get_by_role("button", name="Deal again").click()
    expect(page.locator(".t31-score")).to_have_text("Deal 1 · right 0 of 1")
    expect(page.locator(".t31-value b")).to_have_text(["?"] * 4)


def test_deal_by_keyboard_alone(show):
    page = show("Deal()")
    page.get_by_role("button", name="Seat 1").focus()
    press(page, "Enter", "Tab", "Tab", "Tab", "Tab")
    expect(page.get_by_role("button", name="Reveal")).to_be_focused()
    expect(verdict(page)).to_have_text("You say seat 1 is lowest. Reveal!")
    press(page, " ")
    expect(verdict(page)).to_have_text("Seat 1 is lowest with 10: you were right.")
    seed = page.get_by_label("Seed")
    tab_to(page, seed)
    press(page, "Control+a", "7", "Enter")
    expect(page.locator(".t31-score")).to_have_text("Deal 1 · right 1 of 1")
    expect(page.get_by_role("button", name="Seat 1")).to_have_accessible_name(
        "Seat 1: king of hearts, queen of diamonds, 9 of hearts"
    )
    press(page, "Control+a", "-", "1", "Enter")
    expect(page.locator(".t31-lead")).to_have_text("Seed is a whole number from 0, not '-1'")
    expect(seed).to_have_value("7")
    press(page, "Tab", "Enter")
    expect(page.locator(".t31-score")).to_have_text("Deal 0")


# Hand value


def test_hand_value_by_mouse(show):
    page = show("HandValue()")
    expect(verdict(page)).to_have_text("13 clubs 9 + 4")
    card(page, "ace of clubs").click()
    expect(verdict(page)).to_have_text("20 clubs 9 + 11")
    expect(page.locator(".t31-ghost")).to_have_text("K♦ 9♣ 4♣ was worth 13: 13 → 20")
    expect(page.locator(".t31-lit b")).to_have_text("20")
    page.get_by_role("button", name="Reset").click()
    expect(verdict(page)).to_have_text("13 clubs 9 + 4")


def test_hand_value_by_keyboard_alone(show):
    page = show("HandValue()")
    place(page, 3).focus()
    press(page, "Home", "k", "c", "Enter")
    expect(verdict(page)).to_have_text("23 clubs 10 + 9 + 4")
    expect(page.locator(".t31-lead").first).to_have_text(
        "Beats 97.6 % of hands: 21,564 of the 22,100 are worth less, 104 as much."
    )


# Knock


def test_knock_by_mouse(show):
    page = show("Knock()")
    bar = page.get_by_role("img", name="Of 1,000 such knocks")
    expect(bar).to_have_accessible_name(
        "Of 1,000 such knocks: lowest 319, tied 54, beaten by 31 2, safe 625"
    )
    expect(verdict(page)).to_have_text("Knocking pays, barely.")
    card(page, "king of diamonds").click()
    expect(verdict(page)).to_have_text("Knocking doesn't pay.")
    expect(bar).to_have_accessible_name(
        "Of 1,000 such knocks: lowest 488, tied 65, beaten by 31 10, safe 437"
    )
    expect(page.locator(".t31-lives b")).to_have_text(["0.987", "0.502"])
    expect(page.locator(".t31-ghost")).to_have_text("lowest 319 → 488 (before: upcard 5♦)")
    page.get_by_label("What they do").select_option("ignores the upcard")
    expect(bar).to_have_accessible_name(re.compile("lowest 297"))
    page.get_by_label("What they do").select_option("more …")
    expect(page.get_by_label("What they do").locator("option")).to_have_count(5)
    page.get_by_label("What they do").select_option("does nothing")
    expect(bar).to_have_accessible_name(re.compile("beaten by 31 0"))
    page.get_by_role("button", name="Reset").click()
    expect(bar).to_have_accessible_name(re.compile("lowest 319"))


def test_knock_by_keyboard_alone(show):
    page = show("Knock()")
    bar = page.get_by_role("img", name="Of 1,000 such knocks")
    place(page, 1, "Upcard").focus()
    press(page, "k", "d", "Enter")
    expect(bar).to_have_accessible_name(re.compile("lowest 488"))
    opponents = page.get_by_label("Number of opponents")
    tab_to(page, opponents)
    press(page, "ArrowUp")
    expect(page.locator(".t31-lives")).to_have_text(re.compile(r"break-even 200.*estimated"))
    expect(page.get_by_text("opponents", exact=True)).to_be_visible()
    for _ in range(2):  # the second time too, when nothing new is to be said
        press(page, "Control+a", "1", "2", "Enter")
        expect(opponents).to_have_value("2")
    expect(said(page)).to_have_text("Opponents is a whole number from 1 to 8, not 12")
    press(page, "Tab", "ArrowUp")
    expect(page.locator(".t31-lives")).to_have_text(re.compile("each opponent loses"))


def test_knock_waits_for_a_guess(show):
    page = show("Knock(predict='04-upcard')")
    card(page, "king of diamonds").click()
    expect(verdict(page)).to_have_text("First your guess.")
    guess = page.get_by_label("Your guess of 1,000")
    guess.fill("350")
    guess.press("Enter")
    expect(page.locator(".t31-key")).to_contain_text("350 your guess")
    expect(page.locator(".t31-ghost")).to_contain_text("lowest 319 → 488")


def test_what_takes_long_shows_that_it_is_counted(show):
    page = show("Knock()")
    seen = watch_busy(page)
    page.get_by_label("Number of opponents").fill("3")
    page.get_by_label("Number of opponents").press("Enter")
    expect(page.locator(".t31-lives")).to_contain_text("estimated from")
    assert seen() == ["true", "false"]


# All


def change(shown):
    """Play a widget's first move, and one that is refused."""
    if shown.locator(".t31-seat").count():
        shown.get_by_role("button", name="Seat 3").click()
        shown.get_by_role("button", name="Reveal").click()
        expect(verdict(shown)).to_have_text("Seat 1 is lowest with 10; you said seat 3.")
    else:
        card(shown, "queen of diamonds").click()
        expect(said(shown)).to_contain_text("Queen of diamonds")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_axe_violation(show, scheme):
    page = show("Knock(predict='04-upcard')", *(f"{w}()" for w in WIDGETS), scheme=scheme)
    reports = [Axe().run(page, context=".t31")]
    for shown in page.locator(".t31").all():
        change(shown)
    field = page.get_by_label("Type a card").last
    field.fill("zz")
    field.press("Enter")
    expect(said(page).last).to_have_class("t31-said t31-refused")
    expect(verdict(page).first).to_have_text("First your guess.")
    reports.append(Axe().run(page, context=".t31"))
    assert [report.generate_report() for report in reports if report.violations_count] == []


@pytest.mark.parametrize("viewport", [PROJECTOR, HALL, PHONE])
def test_nothing_is_cut_off_and_all_is_legible_from_the_back_row(show, viewport):
    page = show(*(f"{widget}()" for widget in WIDGETS), viewport=viewport)
    for shown, widget in zip(page.locator(".t31").all(), WIDGETS, strict=True):
        change(shown)
        assert (widget, shown.evaluate(CUT_OFF)) == (widget, [])
        assert shown.locator(".t31-face").first.evaluate(HEIGHT) >= 120
        if widget != "Cards":
            assert verdict(shown).evaluate(FONT) >= 28
        if viewport == PROJECTOR:  # under JupyterLab's bars it stays out of the bottom fifth
            assert shown.evaluate(HEIGHT) <= 0.8 * 720 - 95
