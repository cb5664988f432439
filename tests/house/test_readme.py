"""The README's code does what it shows, and what it points to exists."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"^```pycon\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_the_engine_is_shown_in_ten_lines():
    assert sum(line.startswith(">>> ") for block in BLOCKS for line in block.splitlines()) == 10


def test_what_the_code_shows_is_what_it_gives():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    names = {}
    for block in BLOCKS:
        test = parser.get_doctest(block, names, "README", "README.md", 0)
        runner.run(test, clear_globs=False)
        names |= test.globs
    assert (runner.tries, runner.failures) == (10, 0)


@pytest.mark.parametrize(
    ("setting", "shown"),
    [("PYTHONUTF8=1", "K♥"), ("PYTHONIOENCODING=:backslashreplace", r"K\u2665")],
)
def test_a_script_prints_cards_where_the_output_knows_no_hearts(setting, shown):
    name, _, value = setting.partition("=")
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    printed = subprocess.run(
        [sys.executable, "-c", "import thirtyone; print(thirtyone.card('KH'))"],
        env=os.environ | ascii_only | {name: value},
        capture_output=True,
        check=True,
    )
    assert f"`{setting}`" in TEXT
    assert printed.stdout.decode().strip() == shown


def test_every_file_that_is_pointed_to_exists():
    targets = re.findall(r"(?:\]\(|src=\"|srcset=\")([^)#\"\s]+)", TEXT)
    local = [target for target in targets if "://" not in target]
    assert "notebooks/images/deal.png" in local
    assert [target for target in local if not (ROOT / target).exists()] == []


def test_the_course_map_links_every_notebook():
    names = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
    assert re.findall(r"\]\(notebooks/([^)/]+\.ipynb)\)", TEXT) == names


@pytest.mark.parametrize(
    "command",
    [
        'pip install -e ".[lab]" && thirtyone',
        'pip install -e ".[test]" && pytest',
        "python tests/refresh_notebooks.py",
        "python tests/refresh_images.py",
        "pytest tests/benchmarks",
        "pytest -n 2",
        "python tests/try_versions.py lowest",
    ],
)
def test_every_command_is_given(command):
    assert command in TEXT
