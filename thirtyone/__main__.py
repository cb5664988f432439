"""The command `thirtyone`: the learner's own copies of the notebooks, opened in JupyterLab."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from importlib.util import find_spec
from io import TextIOWrapper
from itertools import count
from pathlib import Path

from thirtyone import __version__
from thirtyone.files import write_whole

START = "00-start-here.ipynb"
PUBLISHED = ("*.ipynb", "*.md", "images/*.png")
RECORD = ".thirtyone-delivered.json"  # which version of each file the folder was given last
LAB = ("anywidget", "htpy", "ipykernel", "ipywidgets", "jupyterlab", "plotly")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments, the process's own by default; its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # which may know no more letters than ASCII has
            stream.reconfigure(errors="backslashreplace")
    arguments = list(sys.argv[1:] if argv is None else argv)
    ours = arguments[: arguments.index("--")] if "--" in arguments else arguments
    options = parser().parse_args(ours)
    if options.version:
        print("thirtyone", __version__)
        return 0
    if options.command == "play":
        print("thirtyone play comes in a later version.", file=sys.stderr)
        return 2
    return lab(Path(os.path.expanduser(options.folder)), arguments[len(ours) + 1 :])


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        prog="thirtyone",
        usage="thirtyone [lab] [--folder F] [-- OPTIONS OF JUPYTERLAB]\n"
        "       thirtyone --version | --help",
        description="Learn probability with the card game Thirty-One.",
        epilog="Anything after -- goes to JupyterLab as it is. A notebook that you have changed "
        "is never overwritten: its newer version goes beside it.",
    )
    result.add_argument(
        "command",
        nargs="?",
        choices=("lab", "play"),
        default="lab",
        help="lab, the default, opens the notebooks in JupyterLab; play comes in a later version",
    )
    result.add_argument(
        "--folder",
        type=Path,
        default=Path("thirtyone-notebooks"),
        metavar="F",
        help="where your copies of the notebooks are kept (default: %(default)s)",
    )
    result.add_argument("--version", action="store_true", help="print the version and stop")
    return result


def lab(folder: Path, options: Sequence[str]) -> int:
    """Bring the folder's notebooks up to date and run JupyterLab there until it is stopped."""
    if missing := [name for name in LAB if find_spec(name) is None]:
        return refuse(
            f"The notebooks need {', '.join(missing)}. To install what is missing, run: "
            'python -m pip install "thirtyone[lab]"'
        )
    try:
        for news in deliver(published(), folder, unspoilt):
            print(news)
    except OSError as error:
        return refuse(
            f"The notebooks cannot be copied to {folder} ({error.strerror}). "
            "Choose another folder with --folder."
        )
    # Where JupyterLab reads labconfig/: without it, it would first ask whether it may fetch news.
    config = [
        str(Path(__file__).parent),
        *os.environ.get("JUPYTER_CONFIG_PATH", "").split(os.pathsep),
    ]
    os.environ["JUPYTER_CONFIG_PATH"] = os.pathsep.join(filter(None, config))
    print(f"Your notebooks are in {folder.resolve()}. Ctrl-C here stops JupyterLab.", flush=True)
    from jupyterlab.labapp import main as jupyterlab

    jupyterlab(lab_arguments(folder, options))
    return 0


def refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def lab_arguments(folder: Path, options: Sequence[str]) -> list[str]:
    """Our settings of JupyterLab, but for those that the learner's options make, then these."""
    settings = {
        "ServerApp.ip": "127.0.0.1",
        "ServerApp.root_dir": folder.resolve(),
        "LabApp.default_url": f"/lab/tree/{START}",
        "LabApp.news_url": None,
        "LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    }

    def trait(name: str) -> str:
        return name.partition("=")[0].lstrip("-").rpartition(".")[2]

    taken = {trait(option) for option in options}
    return [f"--{name}={to}" for name, to in settings.items() if trait(name) not in taken] + [
        *options
    ]


def published() -> Path:
    """The folder of the notebooks as published: in an installed package, or in the checkout."""
    package = Path(__file__).resolve().parent
    installed = package / "notebooks"
    return installed if installed.is_dir() else package.parent / "notebooks"


def deliver(
    source: Path, folder: Path, read: Callable[[Path], bytes] = Path.read_bytes
) -> list[str]:
    """Copy what is published to the folder; what the learner should be told.

    A copy that is as it was delivered is brought up to date. One that has been changed stays, and
    a newer version goes beside it. One that has been deleted or renamed is delivered afresh.
    """
    before = read_record(folder)
    given = dict(before)
    told = []
    for path in sorted(path for pattern in PUBLISHED for path in source.glob(pattern)):
        name, content = path.relative_to(source).as_posix(), read(path)
        version = digest(content)
        if given.get(name) == version and (folder / name).exists():
            continue  # the learner has this version, and may have changed it
        place = next(p for p in places(name) if is_free(folder / p, given.get(p), version))
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / place, content)
        given[name] = given[place] = version
        if place != name:
            told.append(f"{name} has been changed by you and stays; the new version is {place}.")
    if given != before:
        write_whole(folder / RECORD, json.dumps(given, indent=1, sort_keys=True).encode())
    return told


def unspoilt(path: Path) -> bytes:
    """A file as the learner gets it: a notebook without the outputs that would spoil guesses."""
    if path.suffix != ".ipynb":
        return path.read_bytes()
    notebook = json.loads(path.read_bytes())
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


def places(name: str) -> Iterator[str]:
    """Where a version may go: its own name, then `….new`, `….new-2` and so on beside it."""
    stem, dot, suffix = name.rpartition(".")
    yield name
    yield f"{stem}.new{dot}{suffix}"
    yield from (f"{stem}.new-{n}{dot}{suffix}" for n in count(2))


def is_free(path: Path, given: str | None, version: str) -> bool:
    """Whether nothing of the learner's is there: no file, or one that is as it was delivered."""
    return not path.exists() or (path.is_file() and digest(path.read_bytes()) in {given, version})


def read_record(folder: Path) -> dict[str, str]:
    try:
        record = json.loads((folder / RECORD).read_bytes())
    except (FileNotFoundError, ValueError, RecursionError):
        return {}  # what is in the folder then counts as changed, and is left alone
    found = record if isinstance(record, dict) else {}
    return {name: version for name, version in found.items() if isinstance(version, str)}


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
