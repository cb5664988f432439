"""What becomes of a widget whose kernel is restarted, dies or is gone, and of what takes long."""

import os
import re
import signal
import subprocess
import sys

import pytest
from browser.lab import KERNEL
from browser.reading import ASK, card, press, verdict
from playwright.sync_api import expect

LOST = "The kernel was restarted: run this cell again."
COUNTER = """
from dataclasses import dataclass, replace
from itertools import repeat
from time import sleep
import htpy as h
from thirtyone.widgets.panel import Panel
from thirtyone.widgets.parts.html import button, stop, verdict, said

@dataclass(frozen=True)
class State:
    count: int = 0

def more():
    global worked
    worked += 1
    sleep(PIECE)
    return lambda state: replace(state, count=state.count + 1)

class Counter(Panel):
    verbs = {"run": lambda state, _: (state, "running", repeat(more))}

    def __init__(self):
        super().__init__(State())

    @staticmethod
    def view(state, message):
        way = stop() if message.working else button("Run", "run")
        return h.div[verdict(f"{state.count} counted"), way, said(message.text, message.refused)]

    def __repr__(self):
        return f"Counter: {self.state.count}"

worked = 0
Counter()
"""

FIGURE = """
from thirtyone import hand_values
from thirtyone.plots import values_figure
display(Figure(values_figure(hand_values(), {22: 20}), "The peak is at 10: 259 of 1,000."))
Cards()
"""


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def kernel_does(page, what):
    """Have the notebook's kernel restarted or interrupted, as its menu does."""
    page.evaluate(f"() => {KERNEL}.{what}()")


def saved(page, lab):
    """Save the page's notebook; its file."""
    page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
    return lab.root / re.search("lab/tree/([^?]*)", page.url)[1]


def exported(file):
    """The notebook as a page that asks for nothing."""
    alone = ("--HTMLExporter.mathjax_url=", "--HTMLExporter.require_js_url=")
    export = [sys.executable, "-m", "nbconvert", "--to", "html", *alone, file]
    subprocess.run(export, check=True, capture_output=True)
    return file.with_suffix(".html").read_text()


def work(page):
    """How many pieces the kernel has worked out."""
    return int(page.evaluate(ASK, "print(worked)"))


# Without a kernel


def test_after_a_restart_it_says_what_to_do_and_stays_readable(show):
    page = show("Knock()", "Deal()")
    card(page, "king of diamonds").click()
    expect(verdict(page).first).to_have_text("Knocking doesn't pay.")
    kernel_does(page, "restart")
    expect(page.locator(".t31-notice:visible")).to_have_text([LOST] * 2)
    expect(page.locator(".t31 button:not([disabled])")).to_have_count(0)
    card(page, "king of spades").click(force=True)
    expect(verdict(page).first).to_have_text("Knocking doesn't pay.")
    expect(page.locator(".t31[aria-busy=true]")).to_have_count(0)
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(page.locator(".t31-notice:visible")).to_have_count(0)
    card(page, "king of diamonds").click()
    expect(verdict(page).first).to_have_text("Knocking doesn't pay.")


def test_a_crash_while_it_counts_is_said_too(show):
    page = show("Knock(reply='stock')")
    process = int(page.evaluate(ASK, "import os; print(os.getpid())"))
    os.kill(process, signal.SIGSTOP)  # it can't answer in time
    page.get_by_label("Number of opponents").fill("8")
    page.get_by_label("Number of opponents").press("Enter")
    expect(page.locator(".t31")).to_have_attribute("aria-busy", "true")
    os.kill(process, signal.SIGKILL)
    expect(page.locator(".t31-notice")).to_be_visible(timeout=60_000)
    expect(page.locator(".t31")).to_have_attribute("aria-busy", "false")


def test_a_page_that_is_loaded_again_has_its_widget_back(show, lab):
    page = show("Knock()")
    card(page, "king of diamonds").click()
    expect(verdict(page)).to_have_text("Knocking doesn't pay.")
    saved(page, lab)
    page.reload()
    expect(verdict(page)).to_have_text("Knocking doesn't pay.")
    expect(page.locator(".s31-still").first).to_be_hidden()
    card(page, "5 of spades").click()
    expect(verdict(page)).to_have_text("Knocking pays, barely.")


def test_two_tabs_and_two_views_show_the_same(show, lab, visit):
    page = show("knock = Knock()\nknock", "knock")
    other = visit((1280, 720), "light")
    other.goto(f"{lab.url}/lab/tree/{saved(page, lab).relative_to(lab.root)}?token={lab.token}")
    for tab in (page, other):
        expect(verdict(tab)).to_have_text(["Knocking pays, barely."] * 2)
    card(other, "king of diamonds").last.click()
    for tab in (page, other):
        expect(verdict(tab)).to_have_text(["Knocking doesn't pay."] * 2)
    page.get_by_label("What they do").first.select_option("ignores the upcard")
    opponents = page.get_by_label("Number of opponents").first
    opponents.fill("2")
    opponents.press("Enter")
    for tab in (page, other):
        expect(tab.locator(".t31-lives")).to_have_text([re.compile("each opponent loses")] * 2)
    assert page.evaluate(ASK, "print(knock.renders)") == "5"  # the lives came once


def test_reopened_without_its_kernel_a_page_shows_what_was_there(show, lab, visit):
    page = show("Knock()", "Deal()", "Cards('KH')")
    card(page, "king of diamonds").first.click()
    expect(verdict(page).first).to_have_text("Knocking doesn't pay.")
    file = saved(page, lab)
    assert file.stat().st_size < 200_000
    lab.end_kernels()
    page = visit((1280, 720), "light")
    page.goto(f"{lab.url}/lab/tree/{file.relative_to(lab.root)}?token={lab.token}&reset")
    stills = page.locator(".s31-still")
    expect(stills).to_have_count(3)
    expect(stills.first.locator(".s31-verdict")).to_have_text("Knocking doesn't pay.")
    expect(stills.first.locator(".s31-lead").first).to_have_text(
        re.compile("^Knock: K♥ 8♥ 2♣, upcard K♦, 1 opponent .*: lowest 488, tied 65")
    )
    assert stills.first.locator(".s31-face").first.bounding_box()["height"] > 100
    expect(stills.locator("button, input, select, form")).to_have_count(0)
    expect(page.get_by_text("model not found")).to_have_count(3)
    for line in page.get_by_text("model not found").all():
        expect(line).to_be_hidden()


def test_exported_a_page_shows_what_was_there(show, lab, visit):
    page = show("Knock()")
    card(page, "king of diamonds").click()
    expect(verdict(page)).to_have_text("Knocking doesn't pay.")
    file = saved(page, lab)
    page = visit((1280, 720), "light")
    page.set_content(exported(file))
    expect(page.locator(".s31-verdict")).to_have_text("Knocking doesn't pay.")
    expect(page.locator(".s31-verdict")).to_be_visible()
    assert page.locator(".s31-verdict").bounding_box()["height"] > 30
    expect(
        page.locator(".jp-OutputArea-output pre")
    ).to_be_hidden()  # the text form is in the still


def seen(page):
    """Of a figure its picture and one sentence are seen, and nothing is wider than the page."""
    expect(page.locator(".f31-figure figcaption")).to_have_text("The peak is at 10: 259 of 1,000.")
    said = page.locator(".jp-OutputArea").get_by_text("The peak is at 10: 259")
    expect(said.locator("visible=true")).to_have_count(1)  # the plain text is hidden
    expect(page.locator(".f31-flag")).to_have_text("your guess: 20, 16 too high")
    expect(page.locator(".f31-flag")).to_be_visible()
    expect(page.locator(".f31-bar.f31-full")).to_have_count(30)
    assert page.locator(".f31-plot").bounding_box()["height"] > 200
    sizes = "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
    assert min(page.locator(".f31-figure :is(b, p, .f31-flag)").evaluate_all(sizes)) >= 16
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_figure_is_a_picture_with_a_kernel_without_and_exported(show, lab, visit, scheme):
    page = show(FIGURE, scheme=scheme)
    seen(page)
    paper = "rgb(252, 250, 245)" if scheme == "light" else "rgb(27, 28, 32)"
    expect(page.locator(".f31-figure")).to_have_css("background-color", paper)
    file = saved(page, lab)
    lab.end_kernels()
    page = visit((1280, 720), scheme)
    page.goto(f"{lab.url}/lab/tree/{file.relative_to(lab.root)}?token={lab.token}&reset")
    seen(page)
    expect(page.locator(".f31-figure")).to_have_css("background-color", paper)
    page = visit((390, 844), scheme)
    page.set_content(exported(file))
    seen(page)


def test_ctrl_s_in_a_widget_saves_the_page(show):
    page = show("Cards()")
    dirty = "window.jupyterapp.shell.currentWidget.context.model.dirty"
    assert page.evaluate(dirty)
    field = page.get_by_label("Type a card")
    field.focus()
    press(page, "k", "Control+s")
    page.wait_for_function(f"() => !{dirty}")
    expect(field).to_have_value("k")
    press(page, "Control+a", "x")  # still not JupyterLab's
    expect(page.locator(".t31")).to_have_count(1)


# What takes long


@pytest.mark.parametrize("piece", [0.01, 0.5])
def test_stop_and_an_interrupt_are_heard_and_the_kernel_stays_free(show, piece):
    page = show(f"PIECE = {piece}\n{COUNTER}")
    for end in ("button", "interrupt"):
        button(page, "Run").click()
        expect(button(page, "Stop")).to_be_visible()
        page.wait_for_timeout(1200)
        assert page.evaluate(ASK, "print(6 * 7)") == "42"
        expect(button(page, "Stop")).to_be_visible()
        if end == "button":
            button(page, "Stop").click()
        else:
            kernel_does(page, "interrupt")
        expect(button(page, "Run")).to_be_visible(timeout=1_000 + 3_000)
        expect(page.locator(".t31-said")).to_have_text("Stopped")
        before = work(page)
        page.wait_for_timeout(700)
        assert work(page) == before
    expect(page.locator("[data-mime-type='application/vnd.jupyter.stderr']")).to_have_count(0)


def test_run_again_an_old_run_ends(show):
    page = show(f"PIECE = 0.05\n{COUNTER}")
    button(page, "Run").click()
    expect(button(page, "Stop")).to_be_visible()
    page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
    expect(verdict(page)).to_have_text("0 counted")
    page.wait_for_timeout(500)
    before = work(page)
    page.wait_for_timeout(700)
    assert work(page) == before
    expect(button(page, "Run")).to_be_visible()
