"""Every notebook as a reader meets it; and that the harness itself would notice a fault."""

import nbformat
import pytest
from browser.lab import NOTEBOOKS, Visit
from playwright.sync_api import expect
from refresh_notebooks import METADATA

NAMES = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_runs(notebook, name):
    page = notebook(name)
    expect(page.locator(".jp-Notebook .jp-CodeCell").first).to_be_visible()
    expect(page.locator("[data-mime-type='application/vnd.jupyter.error']")).to_have_count(0)


def test_a_dark_scheme_gives_the_dark_theme(notebook):
    page = notebook("00-start-here", scheme="dark")
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")


def test_what_goes_wrong_is_noticed(lab, browser):
    cells = [nbformat.v4.new_code_cell(source) for source in ("1 / 0", "2 + 2")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=METADATA), lab.root / "bad.ipynb")
    visit = Visit(browser, lab)
    with pytest.raises(AssertionError) as failure:
        lab.run(visit.page, "bad.ipynb")
    assert str(failure.value).splitlines()[0] == (
        "bad.ipynb: cell 0: ZeroDivisionError: division by zero; cell 1 did not run"
    )
    assert (visit.outside, visit.errors) == (set(), [])
    with visit.page.expect_event("pageerror"):
        visit.page.evaluate("fetch('http://elsewhere.test/').catch(() => setTimeout(() => lost()))")
    assert (visit.outside, len(visit.errors)) == ({"http://elsewhere.test/"}, 1)
    visit.context.close()
    lab.end_kernels()
