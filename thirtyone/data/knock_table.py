"""Makes ``knock_table.json``: the knock tables of Scat, for every call that is exact.

    python -m thirtyone.data.knock_table

One table a line; a row for each value of the knocker's hand, with its four counts in the order of
``knock_odds``. Takes some ten seconds.
"""

import json
from pathlib import Path

from thirtyone.knock_table import computed_knock_table
from thirtyone.replies import REPLIES
from thirtyone.rules import SCAT

CALLS = [(k, reply) for reply in ("stock", "stand") for k in range(1, 9)] + [
    (1, reply) for reply in REPLIES if reply not in ("stock", "stand")
]


def main() -> None:
    lines = []
    for opponents, reply in CALLS:
        table = computed_knock_table(opponents, reply, SCAT)
        rows = {str(value): list(odds.values()) for value, odds in table.items()}
        lines.append(f"{json.dumps(f'{opponents} {reply}')}: {json.dumps(rows)}")
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    Path(__file__).with_suffix(".json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
