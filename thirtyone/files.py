"""A file replaced so that nobody ever meets half of it, by one writer at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex

PATIENCE = 5.0  # seconds; what is locked takes milliseconds


def write_whole(path: Path, content: bytes) -> None:
    """Write a file in one step: whoever reads it, whenever, gets all of the old one or of the new.

    The content goes to a new file beside it first. Its name can't be guessed, and it is opened only
    if nothing has that name: so no link that somebody put there is followed. What is replaced may
    be a link; then the link goes, and what it points to stays.
    """
    draft = path.with_name(f".{path.name.lstrip('.')}.{token_hex(8)}")
    file = draft.open("xb")
    try:
        with file:
            file.write(content)
        draft.replace(path)
    except BaseException:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one thread or process at a time read a file and write it again.

    The lock is a file beside it, which all can make but only one at a time. Whoever finds it there
    for longer than ``PATIENCE`` goes on without: its owner has died.
    """
    lock = path.with_name(f"{path.name}.lock")
    end = time.monotonic() + PATIENCE
    while True:
        try:
            lock.touch(exist_ok=False)
            break
        except FileExistsError:
            if time.monotonic() > end:
                break
            time.sleep(0.005)
    try:
        yield
    finally:
        with suppress(OSError):
            lock.unlink(missing_ok=True)
