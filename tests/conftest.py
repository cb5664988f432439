"""The tests see no settings of whoever runs them: kernels start as on a new machine.

Nor does a slow machine show: the bar of what takes more than two seconds is no output to compare.
"""

import os
import tempfile

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop():
    with tempfile.TemporaryDirectory(prefix="thirtyone-") as folder:
        os.environ |= {"IPYTHONDIR": folder, "JUPYTER_CONFIG_DIR": folder, "TQDM_DISABLE": "1"}
        return (yield)


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """A folder of the test's own to work in, where guesses are then kept."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
