"""`notebook(name)` opens a copy of a notebook in JupyterLab, in Chromium, with every cell run."""

import os

import pytest
from browser.lab import BACK_ROW, CHROMIUM, NOTEBOOKS, Lab, Visit, chromium

HERE = "tests/browser/"
FAILED = pytest.StashKey[bool]()


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
def notebook(lab, browser, request, tmp_path):
    """A function from a notebook's name to a Playwright page in which every cell has run.

    `notebook("00-start-here", viewport=(1280, 720), scheme="light")`. The notebook is a copy, in a
    folder and with a kernel of its own. After the test, nothing must have been asked of any other
    machine and no script must have failed; where the test failed, `fail-….png` in its temporary
    folder shows the page.
    """
    visits = []

    def run(name, *, viewport=BACK_ROW, scheme="light"):
        visits.append(Visit(browser, lab, viewport=viewport, scheme=scheme))
        folder = lab.copy(NOTEBOOKS)
        lab.run(visits[-1].page, f"{folder}/{name.removesuffix('.ipynb')}.ipynb")
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
