"""The tests see no settings of whoever runs them: kernels start as on a new machine."""

import os
import tempfile

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop():
    with tempfile.TemporaryDirectory(prefix="thirtyone-") as folder:
        os.environ |= {"IPYTHONDIR": folder, "JUPYTER_CONFIG_DIR": folder}
        return (yield)
