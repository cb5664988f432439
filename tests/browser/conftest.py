"""Pages of JupyterLab in Chromium: `notebook(name)` and `show(widget)`, with every cell run."""

import os

import nbformat
import pytest
from browser.lab import BACK_ROW, CHROMIUM, NOTEBOOKS, Lab, Visit, chromium
from browser.reading import PHONE
from playwright.sync_api import expect
from refresh_notebooks import METADATA

HERE = "tests/browser/"
HIDE_FILES = "() => window.jupyterapp.commands.execute('application:toggle-left-area')"
FAILED = pytest.StashKey[bool]()
expect.set_options(timeout=20_000)  # a busy machine is slow, not wrong


@pytest.fixture(scope="session")
def browser():
    if CHROMIUM is None:
        missing = "no Chromium found: install the system's package chromium"
        if os.environ.get("THIRTYONE_REQUIRE_BROWSER") == "1":
            pytest.fail(missing)
        pytest.skip(missing)
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def lab(browser):
    with Lab() as lab:
        yield lab


@pytest.fixture
def visit(lab, browser, request, tmp_path):
    """`visit(viewport, scheme)`: a page of its own.

    After the test, nothing must have been asked of any other machine and no script must have
    failed; where the test failed, `fail-….png` in its temporary folder shows the page.
    """
    visits = []

    def run(viewport, scheme):
        visits.append(Visit(browser, lab, viewport=viewport, scheme=scheme))
        return visits[-1].page

    yield run
    for number, visit in enumerate(visits):
        if request.node.stash.get(FAILED, False):
            still = tmp_path / f"fail-{number}.png"
            visit.page.screenshot(path=still)
            print(f"the page when the test failed: {still}")
        visit.context.close()
    lab.end_kernels()
    assert not (outside := set().union(*(visit.outside for visit in visits))), outside
    assert not (errors := [error for visit in visits for error in visit.errors]), errors


@pytest.fixture
def notebook(lab, visit):
    """`notebook("00-start-here")`: a page with a copy of it, in which every cell has run."""

    def run(name, *, viewport=BACK_ROW, scheme="light"):
        page = visit(viewport, scheme)
        lab.run(page, f"{lab.copy(NOTEBOOKS)}/{name}.ipynb")
        return page

    return run


@pytest.fixture
def show(lab, visit):
    """`show("Knock()")`: a page of JupyterLab in which that widget is shown, or several."""

    def run(*sources, viewport=BACK_ROW, scheme="light"):
        cells = [f"from thirtyone.widgets import *\n{source}" for source in sources]
        notebook = nbformat.v4.new_notebook(
            cells=list(map(nbformat.v4.new_code_cell, cells)), metadata=METADATA
        )
        folder = lab.root / f"widgets-{next(lab.copies)}"  # its own, for a guess is kept there
        folder.mkdir()
        nbformat.write(notebook, folder / "widget.ipynb")
        page = visit(viewport, scheme)
        lab.run(page, f"{folder.name}/widget.ipynb")
        if viewport == PHONE:
            page.evaluate(HIDE_FILES)
        page.locator(".t31 button[data-do]").first.wait_for()
        expect(page.locator(".t31")).to_have_count(len(sources))
        return page

    return run


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


def pytest_terminal_summary(terminalreporter):
    def tests(*outcomes):
        return {
            report.nodeid
            for outcome in outcomes
            for report in terminalreporter.stats.get(outcome, [])
            if report.nodeid.startswith(HERE)
        }

    ran, skipped = tests("passed", "failed"), tests("skipped")
    terminalreporter.write_line(f"browser tests: {len(ran)} ran, {len(skipped)} skipped")
