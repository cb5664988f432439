"""The tests themselves: a plain run finds them all, and several processes may share them."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import nbformat
from refresh_notebooks import METADATA

ROOT = Path(__file__).parents[2]
OPTIONS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["pytest"]["ini_options"]
TESTPATHS = OPTIONS["testpaths"]


def test_no_test_is_out_of_sight_of_a_plain_run():
    """A plain run looks for tests in these places; benchmarks are run by name."""
    found = {p.parent for p in (ROOT / "tests").rglob("test_*.py")}
    rooms = {ROOT / "tests/benchmarks", *(ROOT / place for place in TESTPATHS)}
    assert found == {room for room in rooms if room.parent.name == "tests"}


def test_the_browser_comes_last():
    assert TESTPATHS[-1] == "tests/browser"
    assert "--no-loadscope-reorder" in OPTIONS["addopts"]  # nor does it move with `pytest -n 2`


def test_two_processes_leave_the_cells_of_a_notebook_together(tmp_path):
    codes = ["n = 1", "n += 1", "n += 1", "n += 1", "n += 1", "assert n == 5"]
    cells = [nbformat.v4.new_code_cell(code) for code in codes]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=METADATA)
    for name in ("a.ipynb", "b.ipynb"):
        nbformat.write(notebook, tmp_path / name)
    plain = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    shown = subprocess.run(
        [*(sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-n", "2"), tmp_path],
        cwd=tmp_path,
        env=plain,
        capture_output=True,
        text=True,
    )
    assert " 12 passed in " in shown.stdout, shown.stdout
