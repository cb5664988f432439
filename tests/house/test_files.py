"""A file is replaced whole, by one at a time, and nothing is written through a planted link."""

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from thirtyone import files
from thirtyone.files import locked, write_whole


@pytest.fixture
def path(own_folder):
    return own_folder / ".a.json"


def test_a_file_is_replaced_and_nothing_is_left_beside_it(path):
    for content in (b"first", b"second", b""):
        write_whole(path, content)
        assert [(p.name, p.read_bytes()) for p in path.parent.iterdir()] == [(".a.json", content)]


def test_the_file_in_between_is_hidden_new_and_beside_the_file(path, monkeypatch):
    drafts = []
    whole = Path.replace
    monkeypatch.setattr(Path, "replace", lambda p, to: (drafts.append(p), whole(p, to)))
    for target in (path, path, path.with_name("00-a.ipynb")):
        write_whole(target, b"content")
    assert len({*drafts}) == 3
    assert {draft.parent for draft in drafts} == {path.parent}
    assert [draft.name[:5] for draft in drafts] == [".a.js", ".a.js", ".00-a"]


def test_a_link_under_the_very_name_is_not_followed(path, tmp_path, monkeypatch):
    mine = tmp_path / "mine"
    monkeypatch.setattr(files, "token_hex", lambda size: "0" * 2 * size)
    (draft := path.with_name(f".a.json.{'0' * 16}")).symlink_to(mine)
    with pytest.raises(FileExistsError):
        write_whole(path, b"content")
    assert not mine.exists() and not path.exists()
    assert draft.is_symlink()


@pytest.mark.parametrize("content", [None, "mine"])
def test_a_link_in_the_files_own_place_is_replaced_not_followed(path, tmp_path, content):
    mine = tmp_path / "mine"
    if content:
        mine.write_text(content)
    path.symlink_to(mine)
    write_whole(path, b"content")
    assert path.read_bytes() == b"content" and not path.is_symlink()
    assert (mine.read_text() if content else mine.exists()) == (content or False)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_it_may_be_read_by_whom_the_system_lets_read_any_new_file(path):
    write_whole(path, b"content")
    (other := path.with_name("other")).touch()
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)


def test_an_interruption_leaves_the_old_file_and_nothing_else(path, monkeypatch):
    write_whole(path, b"old")

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Path, "replace", interrupted)
        write_whole(path, b"new")
    assert [(p.name, p.read_bytes()) for p in path.parent.iterdir()] == [(".a.json", b"old")]


def test_only_one_at_a_time_counts_on(path):
    write_whole(path, b"0")

    def count(_):
        with locked(path):
            write_whole(path, str(int(path.read_bytes()) + 1).encode())

    with ThreadPoolExecutor(4) as threads:
        assert len([*threads.map(count, range(40))]) == 40
    assert [(p.name, p.read_bytes()) for p in path.parent.iterdir()] == [(".a.json", b"40")]


def test_the_lock_of_one_who_died_holds_nobody_up_for_long(path, monkeypatch):
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    path.with_name(".a.json.lock").touch()
    for _ in range(2):
        with locked(path):
            write_whole(path, b"content")
    assert [p.name for p in path.parent.iterdir()] == [".a.json"]


def test_the_lock_goes_whatever_happens(path):
    with pytest.raises(ZeroDivisionError), locked(path):
        raise ZeroDivisionError
    assert list(path.parent.iterdir()) == []
