"""Hand values, draw and opponents in JupyterLab: each control by mouse and by keyboard."""

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
    SMALL,
    place,
    press,
    tab_back,
    tab_to,
    verdict,
)
from playwright.sync_api import expect


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def slider(page, value):
    return page.get_by_role("slider", name=f"Worth {value}", exact=True)


def column(page, name):
    """The column whose name starts so."""
    return page.locator(".t31-bars").get_by_role("button", name=re.compile(f"^{re.escape(name)}"))


def spot(page, name):
    return page.get_by_role("gridcell", name=name)


def note(page):
    return page.locator(".t31-note")


def numbers(page):
    return page.locator(".t31-lives b")


def fill(page, label, text):
    field = page.get_by_label(label, exact=True)
    field.fill(text)
    field.press("Enter")
    return field


def at(page, value, height, columns=30, top=300):
    """Where in the frame a value's bar has a height."""
    box = page.locator(".t31-bars").bounding_box()
    return (
        box["x"] + box["width"] * (value - 2 + 0.5) / columns,
        box["y"] + box["height"] * (1 - height / top),
    )


# Hand values


def test_the_shape_is_drawn_by_mouse(show):
    page = show("HandValues()")
    reveal = button(page, "Show")
    expect(verdict(page)).to_have_text("What are hands worth? Draw your guess.")
    reveal.click(force=True)
    expect(note(page)).to_have_text("First draw what you expect: pull up at least one bar.")
    page.mouse.move(*at(page, 6, 60))
    page.mouse.down()
    page.mouse.move(*at(page, 10, 200))  # at once: the bars between follow
    page.mouse.up()
    for value, height in [(5, 0), (6, 60), (8, 130), (10, 200), (11, 0)]:
        expect(slider(page, value)).to_have_attribute("aria-valuenow", str(height))
    expect(page.locator(".t31-lead").first).to_have_text(
        "Your bars add up to 650; all hands are 1,000."
    )
    page.mouse.click(*at(page, 20, 50))
    expect(slider(page, 20)).to_have_attribute("aria-valuenow", "50")
    reveal.click()
    expect(verdict(page)).to_have_text("Of 1,000 hands, 114 are worth 20 or more.")
    expect(page.locator(".t31-drawn")).to_have_count(6)
    expect(column(page, "10: 259.4 of 1,000")).to_be_visible()


def test_hand_values_by_mouse(show):
    page = show("HandValues(shown=True)")
    column(page, "14: ").click()
    expect(verdict(page)).to_have_text("Of 1,000 hands, 382 are worth 14 or more.")
    expect(note(page)).to_have_text("114 → 382 (before: 20 or more)")
    expect(page.locator(".t31-strip b")).to_have_text(["618", "382"])
    button(page, "+1").click()
    expect(note(page)).to_have_text("Hand 1: K♣ 5♣ 9♦ is worth 15")
    button(page, "+20").click()
    button(page, "+2,000").click()
    dealt = page.locator(".t31-lead").nth(1)
    expect(dealt).to_have_text(
        "2,021 hands dealt (seed 0): 783, that is 387 ± 11 of 1,000, are worth 14 or more."
    )
    expect(page.locator(".t31-error")).to_have_count(29)  # no 31 was dealt
    button(page, "More").click()
    page.get_by_label("Bars").select_option("that or less")
    expect(verdict(page)).to_have_text("Of 1,000 hands, 669 are worth 14 or less.")
    page.get_by_label("Bars").select_option("each value")
    page.get_by_label("Deck").select_option("32 cards")
    expect(verdict(page)).to_have_text("Of 1,000 hands, 587 are worth 14 or more.")
    expect(page.locator(".t31-was")).to_have_count(30)
    page.get_by_label("Deck").select_option("52 cards")
    page.get_by_label("Rules").select_option("three of a kind 30.5")
    expect(verdict(page)).to_have_text("Of 1,000 hands, 384 are worth 14 or more.")
    expect(column(page, "30.5: 2.4 of 1,000")).to_be_visible()
    fill(page, "Seed", "5")
    expect(dealt).to_contain_text("2,021 hands dealt (seed 5)")
    button(page, "Seen cards").click()
    spot(page, "ace of spades").click()
    expect(verdict(page)).to_have_text("Of 1,000 hands, 377 are worth 14 or more.")
    expect(note(page)).to_have_text("384 → 377 (before: nothing seen)")
    button(page, "Reset").click()
    expect(verdict(page)).to_have_text("Of 1,000 hands, 114 are worth 20 or more.")
    expect(page.locator(".t31-picker")).to_have_count(0)


def test_hand_values_by_keyboard_alone(show):
    page = show("HandValues()")
    slider(page, 2).focus()
    press(page, *["ArrowRight"] * 8, "PageUp", "PageUp", "ArrowUp", "ArrowDown", "ArrowUp")
    expect(slider(page, 10)).to_be_focused()
    expect(slider(page, 10)).to_have_attribute("aria-valuenow", "110")
    press(page, "End", "ArrowUp", "Delete")
    expect(slider(page, 31)).to_have_attribute("aria-valuenow", "0")
    press(page, "Tab", "9", ":", " ", "6", "0", "Enter")
    expect(slider(page, 9)).to_have_attribute("aria-valuenow", "60")
    press(page, "x", "Enter")
    expect(note(page)).to_have_text("Type a value and its height, such as 7: 50.")
    tab_to(page, button(page, "Show"))
    press(page, "Enter")
    expect(verdict(page)).to_have_text("Of 1,000 hands, 114 are worth 20 or more.")
    expect(column(page, "31: ")).to_be_focused()  # the button that had it is gone
    press(page, "Home", *["ArrowRight"] * 8, "Enter")
    expect(verdict(page)).to_have_text("Of 1,000 hands, 868 are worth 10 or more.")
    tab_to(page, page.get_by_label("The line"))
    press(page, "ArrowUp", "ArrowUp")
    expect(verdict(page)).to_have_text("Of 1,000 hands, 489 are worth 12 or more.")
    tab_to(page, button(page, "+20"))
    press(page, " ")
    expect(page.locator(".t31-kept")).to_contain_text("20 hands dealt (seed 0)")
    tab_to(page, button(page, "More"))
    press(page, "Enter")
    expect(page.get_by_label("Bars")).to_be_visible()
    press(page, "Tab", "Tab", "ArrowDown")
    expect(page.get_by_label("Bars")).to_be_focused()
    expect(column(page, "12 or more: 488.7 of 1,000")).to_be_visible()
    tab_to(page, button(page, "Seen cards"))
    press(page, "Enter")
    tab_to(page, spot(page, "2 of clubs"))
    press(page, "End", " ")
    expect(note(page)).to_contain_text("(before: nothing seen)")
    press(page, "Delete")
    expect(note(page)).to_contain_text("(before: without A♣)")


def test_hand_values_wait_for_a_guess(show):
    page = show("HandValues(line=14, predict='02-below-mean')")
    expect(button(page, "Show")).to_have_count(1)
    fill(page, "A value and its height", "10: 200, 11: 100")
    guess = page.get_by_label("Hands below the mean, of 1,000")
    guess.fill("500")
    guess.press("Enter")
    expect(verdict(page)).to_have_text("Of 1,000 hands, 382 are worth 14 or more.")
    expect(note(page)).to_have_text("Your guess: 500 (hands below the mean, of 1,000)")
    expect(page.locator(".t31-drawn")).to_have_count(2)


# Draw


def test_draw_by_mouse(show):
    page = show("Draw()")
    expect(verdict(page)).to_have_text("Take: 22 against a mean of 21.52.")
    expect(page.locator(".t31-serves")).to_have_count(10)
    page.get_by_label("Goal").select_option("at least")
    expect(verdict(page)).to_have_text("Draw: 9 of 48 reach 24, taking never does.")
    expect(numbers(page)).to_have_text(["0", "188"])
    fill(page, "The value to reach", "23")
    expect(verdict(page)).to_have_text("Draw: 10 of 48 reach 23, taking never does.")
    spot(page, "6 of spades").click()
    expect(verdict(page)).to_have_text("Draw: 9 of 47 reach 23, taking never does.")
    expect(note(page)).to_have_text(
        "6 of spades is seen: it can't come · 10 of 48 → 9 of 47 (before: nothing seen)"
    )
    spot(page, "6 of spades").click()
    button(page, "Several draws").click()
    expect(numbers(page)).to_have_text(["0", "208", "377", "512"])
    button(page, "Several draws").click()
    expect(numbers(page)).to_have_text(["0", "208"])
    place(page, 1, "Upcard").click()
    spot(page, "9 of spades").click()
    expect(verdict(page)).to_have_text("Take: 29 is sure, drawing has 9 of 48.")
    page.get_by_label("A card that is seen").fill("2H 3H")
    button(page, "Seen").click()
    expect(verdict(page)).to_have_text("Take: 29 is sure, drawing has 9 of 46.")
    button(page, "Reset").click()
    expect(verdict(page)).to_have_text("Take: 22 against a mean of 21.52.")


def test_draw_by_keyboard_alone(show):
    page = show("Draw()")
    place(page, 1).focus()
    press(page, "ArrowRight", "ArrowRight", "Enter", "a", "h", "Enter")
    expect(place(page, 3)).to_have_accessible_name("ace of hearts, place 3 of 3")
    expect(verdict(page)).to_have_text("Take: 22 against a mean of 21.60.")
    tab_to(page, spot(page, "2 of clubs"))
    press(page, "ArrowDown", "ArrowDown", "ArrowDown", "End", "Enter")
    expect(note(page)).to_contain_text("Ace of spades is seen: it can't come")
    expect(note(page)).to_contain_text("21.60 → 21.40")
    tab_to(page, page.get_by_label("Goal"))
    press(page, "ArrowDown")
    expect(verdict(page)).to_have_text("Draw: 8 of 47 reach 24, taking never does.")
    tab_to(page, page.get_by_label("The value to reach"))
    press(page, "ArrowDown", "ArrowDown")
    expect(verdict(page)).to_have_text("Take: 22 is sure, drawing has 9 of 47.")
    tab_to(page, button(page, "Several draws"))
    press(page, " ")
    expect(numbers(page)).to_have_count(4)
    expect(button(page, "Several draws")).to_be_focused()
    press(page, " ", "Tab", "9", "S", "Enter")
    expect(verdict(page)).to_have_text("Take: 22 is sure, drawing has 8 of 46.")
    press(page, "z", "z", "Enter")
    expect(note(page)).to_contain_text('"zz" is not a card')
    press(page, "Tab", "Tab", "Enter")
    expect(verdict(page)).to_have_text("Take: 22 against a mean of 21.52.")


def test_draw_waits_for_a_guess(show):
    page = show("Draw(predict='03-mean')")
    expect(verdict(page)).to_have_text("First your guess.")
    expect(page.locator(".t31-serves")).to_have_count(0)
    fill(page, "Your guess", "1")
    expect(note(page)).to_have_text("A guess from 2 to 31 makes sense here.")
    fill(page, "Your guess", "24.5")
    expect(verdict(page)).to_have_text("Take: 22 against a mean of 21.52.")
    expect(note(page)).to_have_text("Your guess: 24.5 (mean value after one draw)")
    expect(page.locator(".t31-guess")).to_have_count(1)


# Opponents


def test_opponents_by_mouse(show):
    page = show("Opponents()")
    lowest = page.locator(".t31-many > li > b:nth-of-type(2)")
    expect(verdict(page)).to_have_text("Knocking with 18 pays against 1 to 8.")
    expect(lowest).to_have_text(["315", "96", "28", "8", "2", "1", "0", "0"])
    place(page, 1, "Upcard").click()
    spot(page, "king of diamonds").click()
    expect(lowest).to_have_text(["297", "85", "23", "6", "2", "0", "0", "0"])
    expect(note(page)).to_contain_text("lowest against one 315 → 297 (before: upcard 5♦)")
    button(page, "Own value").click()
    expect(verdict(page)).to_have_text("Against 1, knocking pays from 18.")
    marks = page.locator(".t31-marks b")
    expect(marks).to_have_text(["18", "16", "15", "14", "14", "13", "13", "12"])
    page.get_by_label("What they do").select_option("uses the upcard")
    expect(verdict(page)).to_have_text("Against 1, knocking pays from 19.")
    column(page, "18: lowest 391 of 1,000, doesn't pay").click()
    fill(page, "Number of opponents", "2")
    expect(verdict(page)).to_have_text("Against 2, knocking pays from 16.")
    expect(
        page.locator(".t31").get_by_text("With 18 you are lowest in 85 of 1,000")
    ).to_be_visible()
    button(page, "Card taken").click()
    expect(numbers(page)).to_have_text(["195", "90", "363"])
    expect(page.locator(".t31-two td")).to_have_text(
        ["107", "188", "295", "135", "570", "705", "242", "758", "1,000"]
    )
    fill(page, "At least", "20")
    expect(verdict(page)).to_have_text("20 or more: 267 of 1,000, not 118.")
    page.get_by_label("What they do").select_option("takes any improvement")
    expect(note(page)).to_contain_text("(before: an opponent who uses the upcard)")
    button(page, "Reset").click()
    expect(lowest.first).to_have_text("315")


def test_opponents_by_keyboard_alone(show):
    page = show("Opponents()")
    place(page, 1).focus()
    press(page, "Enter")
    expect(page.locator(".t31-picker")).to_be_visible()
    tab_to(page, spot(page, "2 of clubs"))
    press(page, "ArrowDown", "ArrowDown", "End", "Enter")
    expect(verdict(page)).to_have_text("Knocking with 19 pays against 1 to 8.")
    tab_to(page, page.get_by_label("Type a card"))
    press(page, "k", "d", "Enter")
    expect(place(page, 1, "Upcard")).to_have_accessible_name("king of diamonds, place 1 of 1")
    press(page, "z", "Enter")
    expect(note(page)).to_contain_text('"z" is not a card')
    tab_back(page, button(page, "Own value"))
    press(page, "Enter")
    expect(button(page, "Own value")).to_be_focused()
    expect(verdict(page)).to_have_text("Against 1, knocking pays from 18.")
    tab_back(page, page.get_by_label("Number of opponents"))
    press(page, "ArrowUp")
    expect(verdict(page)).to_have_text("Against 2, knocking pays from 16.")
    press(page, "Tab", "ArrowDown")
    expect(verdict(page)).to_have_text("Against 2, knocking pays from 12.")
    tab_to(page, column(page, "2: "))
    press(page, "End", "ArrowLeft", "Enter")
    expect(page.locator(".t31").get_by_text("With 30 you are lowest in 0 of 1,000")).to_be_visible()
    tab_back(page, button(page, "Card taken"))
    press(page, " ")
    tab_to(page, page.get_by_label("At least"))
    press(page, "ArrowUp", "ArrowUp")
    expect(verdict(page)).to_have_text("20 or more: 267 of 1,000, not 118.")
    press(page, "Tab", "ArrowDown")
    expect(note(page)).to_contain_text("(before: an opponent who uses the upcard)")
    tab_back(page, button(page, "Reset"))
    press(page, "Enter")
    expect(verdict(page)).to_have_text("Knocking with 18 pays against 1 to 8.")


def test_opponents_wait_for_a_guess(show):
    page = show("Opponents(predict='05-two-opponents')")
    lowest = page.locator(".t31-many > li > b:nth-of-type(2)")
    expect(lowest).to_have_text(["315", *"???????"])
    fill(page, "Your guess", "150")
    expect(lowest).to_have_text(["315", "96", "28", "8", "2", "1", "0", "0"])
    expect(page.locator(".t31-legend")).to_contain_text("your guess")
    expect(page.locator(".t31-many li").nth(1).locator(".t31-guess")).to_have_count(1)


def test_a_half_typed_number_survives_an_answer(show):
    page = show("Opponents(view='values')")
    page.get_by_label("Number of opponents").fill("4")
    column(page, "20: ").evaluate("button => button.click()")  # the field keeps the focus
    expect(
        page.locator(".t31").get_by_text("With 20 you are lowest in 147 of 1,000")
    ).to_be_visible()
    press(page, "Enter")
    expect(verdict(page)).to_have_text("Against 4, knocking pays from 14.")
    press(page, "Control+a", "9", "Enter")  # and what is refused goes back
    expect(note(page)).to_have_text("Opponents is a whole number from 1 to 8, not 9")
    expect(page.get_by_label("Number of opponents")).to_have_value("4")


# What Python changes


def test_a_change_from_python_is_drawn_whole(show):
    page = show("values = HandValues(shown=True)\nvalues")
    expect(page.locator(".t31-rule, .t31-mean")).to_have_count(2)
    for view, lines in (("at least", 1), ("exactly", 2)):
        page.evaluate(ASK, f"values.change(view='{view}')")
        expect(page.locator(".t31-rule")).to_have_count(1)
        expect(page.locator(".t31-rule, .t31-mean")).to_have_count(lines)
        expect(button(page, "More")).to_be_visible()


def test_many_hands_come_block_by_block(show):
    page = show("values = HandValues(shown=True)\nvalues")
    page.evaluate(ASK, "values.act('deal 200000')")
    dealt = page.locator(".t31-kept")
    expect(dealt).to_contain_text(re.compile("^200,000 hands dealt .seed 0.: 22,"))
    column(page, "14: ").click()
    expect(dealt).to_contain_text("are worth 14 or more.")


def test_what_is_refused_stays_to_be_mended(show):
    page = show("Draw()")
    field = fill(page, "A card that is seen", "KK")
    expect(note(page)).to_contain_text('"KK" is not a card')
    expect(field).to_have_value("KK")
    field.fill("KH")
    press(page, "Enter")
    expect(note(page)).to_contain_text("King of hearts seen")
    expect(field).to_have_value("")


def test_half_typed_text_and_the_focus_survive_another_goal(show):
    page = show("Draw()")
    page.get_by_label("A card that is seen").fill("A")
    several = button(page, "Several draws")
    several.focus()
    press(page, " ")
    expect(verdict(page)).to_have_text("Three draws: 24 in 472 of 1,000.")
    expect(several).to_be_focused()
    expect(page.get_by_label("A card that is seen")).to_have_value("A")


# All


@pytest.mark.parametrize(
    ("source", "role"),
    [
        ("HandValues()", "slider"),
        ("HandValues(shown=True)", "button"),
        ("Draw()", "gridcell"),
        ("Opponents(view='values')", "button"),
    ],
)
def test_no_key_reaches_the_notebook(show, source, role):
    page = show(source)
    cells = page.locator(".jp-Cell")
    before = cells.count()
    for focused in (page.locator(".t31").get_by_role(role).first, button(page, "Reset")):
        for keys in (["x"], ["d", "d"], ["a"], ["b"], ["ArrowDown"], ["Escape"]):
            focused.focus()
            press(page, *keys)
    expect(cells).to_have_count(before)
    expect(page.locator(".t31")).to_have_count(1)


STATES = {  # where each widget can be brought
    "HandValues()": [],
    "HandValues(shown=True)": ["+2,000", "More", "Seen cards"],
    "HandValues(line=14, predict='02-below-mean')": [],
    "Draw()": [],
    "Draw(goal=24, draws=3, seen='6S')": [],
    "Draw(predict='03-mean')": [],
    "Opponents()": [],
    "Opponents(view='values')": [],
    "Opponents(view='taken')": [],
    "Opponents(predict='05-two-opponents')": [],
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_axe_violation(show, scheme):
    page = show(*STATES, scheme=scheme)
    for shown, buttons in zip(page.locator(".t31").all(), STATES.values(), strict=True):
        for name in buttons:
            button(shown, name).click()
    place(page.locator(".t31").nth(6), 1).click()  # the deck in the place of the bars
    expect(page.locator(".t31-picker")).to_have_count(2)
    assert [shown.evaluate(CUT_OFF) for shown in page.locator(".t31").all()] == [[]] * len(STATES)
    field = page.locator(".t31").nth(3).get_by_label("A card that is seen")
    field.fill("zz")
    field.press("Enter")
    expect(page.locator(".t31-refused")).to_have_count(1)
    report = Axe().run(page, context=".t31")
    assert report.violations_count == 0, report.generate_report()


@pytest.mark.parametrize("viewport", [PROJECTOR, HALL, PHONE])
def test_nothing_is_cut_off_and_all_is_legible_from_the_back_row(show, viewport):
    page = show(*STATES, viewport=viewport)
    for shown, (source, buttons) in zip(page.locator(".t31").all(), STATES.items(), strict=True):
        for name in buttons[:1]:
            button(shown, name).click()
            expect(shown.locator(".t31-dot").first).to_be_visible()
        assert (source, shown.evaluate(CUT_OFF)) == (source, [])
        assert verdict(shown).evaluate(FONT) >= 28
        small = shown.evaluate(SMALL)
        assert (source, small) == (source, [])
        for face in shown.locator(".t31-face").all()[:1]:
            assert face.evaluate(HEIGHT) >= 120
        if viewport == PROJECTOR:  # under JupyterLab's bars it stays out of the bottom fifth
            assert (source, shown.evaluate(HEIGHT) <= 0.8 * 720 - 95) == (source, True)
