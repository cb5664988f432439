"""The tests see no settings of whoever runs them: kernels start as on a new machine."""

import os
import tempfile

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop():
    with tempfile.TemporaryDirectory(prefix="thirtyone-") as folder:
        os.environ |= {"IPYTHONDIR": folder, "JUPYTER_CONFIG_DIR": folder}
        return (yield)


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """A folder of the test's own to work in, where guesses are then kept."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
