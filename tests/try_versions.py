"""Linting, types and tests with other versions of what is needed, in an environment of their own.

    python tests/try_versions.py lowest          every lower bound that pyproject.toml declares
    python tests/try_versions.py newest          the newest versions that can be installed
    python tests/try_versions.py python PATH     the newest, with the Python at this path

What follows -- goes to pytest, which else runs everything but the browser tests.
"""

import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]


def lower_bounds() -> list[str]:
    """Each requirement at its lower bound, as constraints of pip."""
    requirements = [*PROJECT["dependencies"], *EXTRAS["lab"], *EXTRAS["test"]]
    return [requirement.replace(">=", "==") for requirement in requirements if ">=" in requirement]


def try_with(python: str, constraints: Sequence[str], options: Sequence[str]) -> int:
    """Install with this Python within these constraints, say what came, and run it all."""
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    with tempfile.TemporaryDirectory(prefix="thirtyone-versions-") as folder:

        def run(*command: str | Path) -> int:
            print("$", *command, flush=True)
            return subprocess.run(command, cwd=ROOT, env=alone).returncode

        bounds = Path(folder, "constraints.txt")
        bounds.write_text("".join(f"{constraint}\n" for constraint in constraints))
        inside = Path(folder, "venv", "Scripts" if os.name == "nt" else "bin", "python")
        failed = (
            run(python, "-m", "venv", Path(folder, "venv"))
            or run(inside, "-m", "pip", "install", "-q", "-c", bounds, "-e", ".[test]")
            or run(inside, "--version")
            or run(inside, "-m", "pip", "freeze", "--exclude-editable")
        )
        checks = ("ruff", "check", "."), ("mypy",), ("pytest", "-q", *options)
        return failed or max([abs(run(inside, "-m", *check)) for check in checks])


def main() -> int:
    arguments = sys.argv[1:]
    ours = arguments[: arguments.index("--")] if "--" in arguments else arguments
    options = arguments[len(ours) + 1 :] or ["--deselect=tests/browser"]
    match ours:
        case ["lowest"]:
            return try_with(sys.executable, lower_bounds(), options)
        case ["newest"]:
            return try_with(sys.executable, [], options)
        case ["python", path]:
            return try_with(path, [], options)
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
