"""Makes ``marks.json``: the best marks to knock at, by preset and number of players.

    python -m thirtyone.data.marks

Takes some minutes on one core. Each entry has the marks by own turn, the share of seats that
reach each turn, the tolerance (a change must gain more, in lives, for the search to go on), the
largest gain of a change that two standard errors do not exclude, the largest standard error of
the gains in question, the rounds for each figure, the seed and the seconds.
"""

import json
import time
from contextlib import suppress
from pathlib import Path

from thirtyone.marks import BestMarks, best_marks
from thirtyone.rules import PRESETS, Rules

FILE = Path(__file__).with_suffix(".json")
GAMES = [("SCAT", players) for players in (2, 3, 4, 5, 6)] + [
    (name, players)
    for name in ("SCAT_STRICT", "CADILLAC", "GIN", "FOUR_CORNERS", "WEST_LANSING", "DUTCH")
    for players in (2, 4)
]  # in Ride the Bus a round is as in Scat
ROUNDS, SEED = 240_000, 31


def search(players: int, rules: Rules) -> tuple[BestMarks, float]:
    """The marks that last under the smallest tolerance with which the search comes to an end."""
    for tolerance in (0.001, 0.002):
        with suppress(RuntimeError):
            found = best_marks(players, rules=rules, rounds=ROUNDS, seed=SEED, tolerance=tolerance)
            return found, tolerance
    raise RuntimeError(f"no marks that last were found for {players} players of\n{rules}")


def main() -> None:
    entries = {}
    for name, players in GAMES:
        began = time.monotonic()
        found, tolerance = search(players, PRESETS[name])
        entries[f"{name} {players}"] = {
            "marks": found.marks,
            "reached": [round(share, 4) for share in found.reached],
            "tolerance": tolerance,
            "not excluded": round(found.not_excluded, 5),
            "stderr": round(found.stderr, 5),
            "rounds": found.rounds,
            "seed": found.seed,
            "seconds": round(time.monotonic() - began),
        }
        lines = [f"{json.dumps(key)}: {json.dumps(entry)}" for key, entry in entries.items()]
        FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
