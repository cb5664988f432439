"""The wheel holds the package, what its widgets draw with, and the notebooks; and works alone."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from try_versions import lower_bounds

from thirtyone import __version__
from thirtyone.__main__ import PUBLISHED, published

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def files(folder, *patterns):
    return {p.relative_to(folder).as_posix() for pattern in patterns for p in folder.glob(pattern)}


NOTEBOOKS = files(ROOT / "notebooks", *PUBLISHED)


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A folder with the wheel's contents, as an installation would have them."""
    built, folder = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", built]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    with ZipFile(*built.glob("*.whl")) as wheel:
        wheel.extractall(folder)
    return folder


def run(installed, *arguments):
    """Run Python elsewhere, with the unpacked wheel before any other thirtyone."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=installed,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_the_wheel_holds_what_is_needed_and_no_more(installed):
    package = {name for name in files(ROOT, "thirtyone/**/*.*") if "__pycache__" not in name}
    metadata = f"thirtyone-{__version__}.dist-info"
    assert {name for name in files(installed, "**/*") if (installed / name).is_file()} == {
        *package,
        *(f"thirtyone/notebooks/{name}" for name in NOTEBOOKS),
        *(f"{metadata}/{name}" for name in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")),
        f"{metadata}/licenses/LICENSE",
    }


def test_the_wheel_tells_type_checkers_that_it_has_types(installed):
    assert "Typing :: Typed" in PROJECT["classifiers"]
    assert (installed / "thirtyone/py.typed").read_bytes() == b""


def test_the_command_of_the_wheel_delivers_the_wheels_own_notebooks(installed):
    code = (
        "from pathlib import Path; from thirtyone.__main__ import deliver, published; "
        "print(published(), deliver(published(), Path('mine')))"
    )
    assert run(installed, "-c", code) == f"{installed / 'thirtyone/notebooks'} []\n"
    assert files(installed / "mine", *PUBLISHED) == NOTEBOOKS


def test_the_command_of_a_checkout_delivers_the_checkouts_own_notebooks():
    assert published() == ROOT / "notebooks"


def test_the_console_script_is_the_module(installed):
    entry = installed / f"thirtyone-{__version__}.dist-info/entry_points.txt"
    assert entry.read_text() == "[console_scripts]\nthirtyone = thirtyone.__main__:main\n"
    assert run(installed, "-m", "thirtyone", "--version") == f"thirtyone {__version__}\n"


def test_every_requirement_has_a_lower_bound_and_nothing_more():
    extras = PROJECT["optional-dependencies"]
    requirements = [*PROJECT["dependencies"], *extras["lab"], *extras["test"]]
    bare = [r for r in requirements if r != "thirtyone[lab]" and r.count(">=") != 1]
    assert bare == []
    assert not [r for r in requirements if set(r) & set("<,~!;")]


def test_the_lowest_versions_are_tried_together():
    extras = PROJECT["optional-dependencies"]
    declared = {*PROJECT["dependencies"], *extras["lab"], *extras["test"]} - {"thirtyone[lab]"}
    assert {bound.replace("==", ">=") for bound in lower_bounds()} == declared
    assert all(re.fullmatch(r"[\w-]+==[\d.]+", bound) for bound in lower_bounds())


def test_the_changelog_begins_with_this_version():
    headings = [
        line for line in (ROOT / "CHANGELOG.md").read_text().splitlines() if line[:3] == "## "
    ]
    assert headings[0].split()[1] == __version__
