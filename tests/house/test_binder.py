"""What Binder reads: exact pins, the version of Python, a last step that runs."""

import os
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
BINDER = ROOT / "binder"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PINS = (BINDER / "requirements.txt").read_text().splitlines()


def release(version):
    return tuple(map(int, version.split(".")))


def test_binder_reads_three_files():
    assert {path.name for path in BINDER.iterdir()} == {
        "postBuild",
        "requirements.txt",
        "runtime.txt",
    }


def test_every_pin_is_exact():
    assert [pin for pin in PINS if not re.fullmatch(r"[a-z0-9-]+==\d+(\.\d+)+", pin)] == []


def test_what_the_engine_and_the_notebooks_need_is_pinned_within_the_bounds_and_nothing_else():
    needed = PROJECT["dependencies"] + PROJECT["optional-dependencies"]["lab"]
    bounds = dict(requirement.split(">=") for requirement in needed)
    pins = dict(pin.split("==") for pin in PINS)
    assert pins.keys() == bounds.keys()
    assert [name for name in pins if release(pins[name]) < release(bounds[name])] == []


def test_the_python_is_one_that_the_package_allows():
    runtime = (BINDER / "runtime.txt").read_text()
    assert runtime == "python-3.11\n"
    oldest = PROJECT["requires-python"].removeprefix(">=")
    assert release(runtime.strip().removeprefix("python-")) >= release(oldest)


def test_the_last_step_can_run_and_installs_the_package_alone():
    step = BINDER / "postBuild"
    assert os.access(step, os.X_OK)
    assert step.read_text().splitlines() == [
        "#!/bin/bash",
        "set -euo pipefail",
        "python -m pip install --no-cache-dir --no-deps .",
    ]
