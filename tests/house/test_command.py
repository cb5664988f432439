"""The command `thirtyone`: nothing that a learner did is lost, and JupyterLab starts."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from thirtyone import __main__ as command
from thirtyone import __version__

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
A, B = "00-a.ipynb", "01-b.ipynb"
NOTIFICATION = "@jupyterlab/apputils-extension:notification"
NO_NEWS = {"fetchNews": "false", "checkForUpdates": False}
NEWS = "{} has been changed by you and stays; the new version is {}."


@pytest.fixture
def source(tmp_path):
    """What a first version publishes."""
    folder = tmp_path / "published"
    (folder / "images").mkdir(parents=True)
    (folder / A).write_text("a, first version")
    (folder / B).write_text("b, first version")
    (folder / "images/deal.png").write_bytes(b"png")
    (folder / "self-test.md").write_text("questions")
    (folder / ".thirtyone-predictions.json").write_text("not to be delivered")
    return folder


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "learner" / "notebooks"


def texts(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file() and path.name != command.RECORD
    }


def test_a_first_delivery_brings_the_notebooks_and_their_images(source, folder):
    assert command.deliver(source, folder) == []
    assert texts(folder) == {
        A: "a, first version",
        B: "b, first version",
        "images/deal.png": "png",
        "self-test.md": "questions",
    }


def test_an_untouched_copy_is_brought_up_to_date_without_a_word(source, folder):
    command.deliver(source, folder)
    (source / A).write_text("a, second version")
    assert command.deliver(source, folder) == []
    assert texts(folder)[A] == "a, second version"
    assert len(texts(folder)) == 4


def test_a_changed_copy_of_an_unchanged_original_is_left_without_a_word(source, folder):
    command.deliver(source, folder)
    (folder / A).write_text("mine")
    assert command.deliver(source, folder) == []
    assert texts(folder)[A] == "mine"
    assert len(texts(folder)) == 4


def test_a_new_version_goes_beside_a_changed_copy_and_the_learner_is_told_once(source, folder):
    command.deliver(source, folder)
    (folder / A).write_text("mine")
    (source / A).write_text("a, second version")
    assert command.deliver(source, folder) == [NEWS.format(A, "00-a.new.ipynb")]
    assert texts(folder)[A] == "mine"
    assert texts(folder)["00-a.new.ipynb"] == "a, second version"
    assert command.deliver(source, folder) == []
    (folder / "00-a.new.ipynb").unlink()
    assert command.deliver(source, folder) == []
    assert len(texts(folder)) == 4


def test_a_third_version_replaces_the_second_only_where_that_is_untouched(source, folder):
    command.deliver(source, folder)
    for name, first in ((A, "mine"), (B, "also mine")):
        (folder / name).write_text(first)
        (source / name).write_text("second version")
    command.deliver(source, folder)
    (folder / "01-b.new.ipynb").write_text("mine too")
    (source / A).write_text("third version")
    (source / B).write_text("third version")
    assert command.deliver(source, folder) == [
        NEWS.format(A, "00-a.new.ipynb"),
        NEWS.format(B, "01-b.new-2.ipynb"),
    ]
    assert texts(folder) == {
        A: "mine",
        "00-a.new.ipynb": "third version",
        B: "also mine",
        "01-b.new.ipynb": "mine too",
        "01-b.new-2.ipynb": "third version",
        "images/deal.png": "png",
        "self-test.md": "questions",
    }


def test_a_deleted_copy_is_delivered_afresh(source, folder):
    command.deliver(source, folder)
    (folder / A).rename(folder / "my-a.ipynb")
    assert command.deliver(source, folder) == []
    assert texts(folder)[A] == texts(folder)["my-a.ipynb"] == "a, first version"


@pytest.mark.parametrize("record", [None, "", "no json", "[1]", "{}"])
def test_without_a_readable_record_whatever_differs_counts_as_the_learners(source, folder, record):
    command.deliver(source, folder)
    (folder / A).write_text("mine")
    if record is None:
        (folder / command.RECORD).unlink()
    else:
        (folder / command.RECORD).write_text(record)
    assert command.deliver(source, folder) == [NEWS.format(A, "00-a.new.ipynb")]
    assert texts(folder)[A] == "mine"
    assert len(texts(folder)) == 5
    assert command.deliver(source, folder) == []


def test_a_folder_where_a_notebook_should_be_is_left_alone(source, folder):
    (folder / A).mkdir(parents=True)
    (folder / A / "mine").write_text("mine")
    assert command.deliver(source, folder) == [NEWS.format(A, "00-a.new.ipynb")]
    assert (folder / A / "mine").read_text() == "mine"


def test_nothing_is_written_through_a_link_that_somebody_put_there(source, folder, tmp_path):
    mine = tmp_path / "mine"
    folder.mkdir(parents=True)
    for name in (A, f".{A}.part", command.RECORD):
        (folder / name).symlink_to(mine)
    assert command.deliver(source, folder) == []
    assert not mine.exists()
    assert (folder / A).read_text() == "a, first version" and not (folder / A).is_symlink()


def test_an_interrupted_copy_leaves_the_old_file_whole(source, folder, monkeypatch):
    command.deliver(source, folder)
    (source / A).write_text("a, second version")

    def cut_short(path, to):
        path.write_text("a, se")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Path, "replace", cut_short)
        command.deliver(source, folder)
    assert texts(folder)[A] == "a, first version"
    assert command.deliver(source, folder) == []
    assert texts(folder)[A] == "a, second version"
    assert len(texts(folder)) == 4


def test_a_complete_folder_need_not_be_writable(source, folder, monkeypatch):
    command.deliver(source, folder)

    def refused(path, to):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refused)
    assert command.deliver(source, folder) == []
    (source / A).write_text("a, second version")
    with pytest.raises(PermissionError):
        command.deliver(source, folder)


def test_an_impossible_folder_is_refused_in_one_sentence(tmp_path, capsys):
    file = tmp_path / "file"
    file.write_text("mine")
    assert command.main(["--folder", str(file)]) == 1
    assert capsys.readouterr().err == (
        f"The notebooks cannot be copied to {file} (Not a directory). "
        "Choose another folder with --folder.\n"
    )
    assert file.read_text() == "mine"


def test_without_jupyterlab_one_sentence_says_how_to_get_it(monkeypatch, capsys, folder):
    monkeypatch.setattr(command, "find_spec", lambda name: None if name == "jupyterlab" else name)
    assert command.main(["--folder", str(folder)]) == 1
    assert capsys.readouterr().err == (
        "The notebooks need jupyterlab. To install what is missing, run: "
        'python -m pip install "thirtyone[lab]"\n'
    )
    assert not folder.exists()


def test_what_the_notebooks_need_is_what_the_extra_lab_installs():
    extra = PROJECT["optional-dependencies"]["lab"]
    assert list(command.LAB) == [requirement.partition(">=")[0] for requirement in extra]


@pytest.mark.parametrize(
    ("arguments", "folder", "options"),
    [
        ([], "thirtyone-notebooks", []),
        (["lab"], "thirtyone-notebooks", []),
        (["--folder", "mine"], "mine", []),
        (["lab", "--folder=mine"], "mine", []),
        (["--folder", "mine", "lab", "--"], "mine", []),
        (
            ["--", "--no-browser", "--", "--version"],
            "thirtyone-notebooks",
            ["--no-browser", "--", "--version"],
        ),
    ],
)
def test_what_follows_two_dashes_goes_to_jupyterlab(monkeypatch, arguments, folder, options):
    seen = []
    monkeypatch.setattr(command, "lab", lambda *given: seen.append(given) or 0)
    assert command.main(arguments) == 0
    assert seen == [(Path(folder), options)]


def test_jupyterlab_opens_the_start_on_this_machine_alone_unless_told_otherwise(tmp_path):
    ours = [
        "--ServerApp.ip=127.0.0.1",
        f"--ServerApp.root_dir={tmp_path}",
        "--LabApp.default_url=/lab/tree/00-start-here.ipynb",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    ]
    assert command.lab_arguments(tmp_path, ["--no-browser"]) == [*ours, "--no-browser"]
    assert command.lab_arguments(tmp_path, ["--ip=::1"]) == [*ours[1:], "--ip=::1"]
    assert command.lab_arguments(tmp_path, ["--ServerApp.ip", "::1"])[:4] == ours[1:]


def thirtyone(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "thirtyone", *arguments], capture_output=True, text=True, **options
    )


def test_version():
    assert thirtyone("--version").stdout == f"thirtyone {__version__}\n"


def test_help_names_every_choice():
    shown = thirtyone("--help", env=os.environ | {"COLUMNS": "120"})
    assert shown.returncode == 0
    assert shown.stdout.startswith("usage: thirtyone [lab] [--folder F] [-- ")
    for word in ("play", "--folder F", "(default: thirtyone-notebooks)", "--version", "--help"):
        assert word in shown.stdout


def test_play_is_reserved():
    shown = thirtyone("play")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr == "thirtyone play comes in a later version.\n"


def test_an_unknown_word_is_refused():
    shown = thirtyone("deal")
    assert shown.returncode == 2
    assert "invalid choice: 'deal'" in shown.stderr


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_folder_may_be_named_in_a_script_that_the_output_does_not_know(tmp_path, encoding):
    env = os.environ | {"PYTHONIOENCODING": encoding}
    options = {"cwd": tmp_path, "env": env, "encoding": encoding}
    shown = thirtyone("--folder", "日本", "--", "--version", **options)
    assert (shown.returncode, shown.stderr) == (0, "")
    ours, version = shown.stdout.splitlines()
    folder = rf"{tmp_path}/\u65e5\u672c"
    assert ours == f"Your notebooks are in {folder}. Ctrl-C here stops JupyterLab."
    assert version[0].isdigit()
    assert (tmp_path / "日本" / command.START).is_file()


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "latin-1", "ascii"])
def test_so_may_one_that_is_refused(tmp_path, encoding):
    (tmp_path / "日本\udcff").write_text("mine")
    env = os.environ | {"PYTHONIOENCODING": encoding}
    shown = thirtyone("--folder", "日本\udcff", cwd=tmp_path, env=env, encoding=encoding)
    assert (shown.returncode, shown.stdout) == (1, "")
    name = r"日本\udcff" if encoding == "utf-8" else r"\u65e5\u672c\udcff"
    assert shown.stderr.startswith(f"The notebooks cannot be copied to {name} (Not a directory).")


def test_the_home_of_nobody_is_a_folder_like_any_other(monkeypatch):
    seen = []
    monkeypatch.setattr(command, "lab", lambda *given: seen.append(given) or 0)
    assert command.main(["--folder", "~nobody of this name/notebooks"]) == 0
    assert command.main(["--folder", "~/notebooks"]) == 0
    assert [folder for folder, _ in seen] == [
        Path("~nobody of this name/notebooks"),
        Path.home() / "notebooks",
    ]


def test_the_command_itself_serves_the_start_notebook(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder, log = tmp_path / "notebooks", tmp_path / "log"
    own = {f"JUPYTER_{name}_DIR": str(tmp_path / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    own |= {f"JUPYTERLAB_{name}_DIR": str(tmp_path / name) for name in ("SETTINGS", "WORKSPACES")}
    with log.open("w") as output:
        process = subprocess.Popen(
            [
                *(sys.executable, "-m", "thirtyone", "--folder", folder, "--"),
                *("--no-browser", "--allow-root", f"--port={port}", "--IdentityProvider.token=t"),
            ],
            env=os.environ | own,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        served = f"http://127.0.0.1:{port}"
        until_up(f"{served}/api/status?token=t", process, log)
        with urlopen(f"{served}/api/contents/{command.START}?token=t&content=0") as answer:
            assert json.load(answer)["type"] == "notebook"
        with urlopen(f"{served}/?token=t") as answer:
            assert answer.url.partition("?")[0] == f"{served}/lab/tree/{command.START}"
        with urlopen(f"{served}/lab/api/settings/{NOTIFICATION}?token=t") as answer:
            asked = json.load(answer)["schema"]["properties"]
            assert [asked[name]["default"] for name in NO_NEWS] == list(NO_NEWS.values())
        with pytest.raises(HTTPError, match="403"):
            urlopen(f"{served}/api/contents")
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    assert log.read_text().startswith(f"Your notebooks are in {folder}. Ctrl-C here stops")
    names = {path.name for path in command.published().glob("*.ipynb")}
    assert {path.name for path in folder.glob("*.ipynb")} == names


def until_up(address, process, log):
    end = time.monotonic() + 60
    while True:
        try:
            with urlopen(address, timeout=5):
                return
        except OSError:
            assert process.poll() is None and time.monotonic() < end, log.read_text()
            time.sleep(0.2)


def test_learners_get_notebooks_without_the_outputs_that_would_spoil_guesses(tmp_path):
    path = command.published() / "00-start-here.ipynb"
    before, after = (json.loads(content) for content in (path.read_bytes(), command.unspoilt(path)))
    assert any(cell.get("outputs") for cell in before["cells"])
    assert not any(cell.get("outputs") for cell in after["cells"])
    assert [c["source"] for c in before["cells"]] == [c["source"] for c in after["cells"]]
    picture = tmp_path / "picture.png"
    picture.write_bytes(b"picture")
    assert command.unspoilt(picture) == b"picture"
