"""Generated tables, each with the command that makes it, and the one loader of them."""

from functools import cache
from pathlib import Path
from typing import Any


@cache
def loaded(name: str) -> dict[str, Any]:
    """The table made by ``python -m thirtyone.data.NAME``."""
    import json  # not at the top: it would slow every import of the package

    tables: dict[str, Any] = json.loads(Path(__file__).with_name(f"{name}.json").read_bytes())
    return tables
