"""Rules drawn at random, each field within its choices; and how the oracle writes them down."""

from dataclasses import fields

from thirtyone import Rules

# What a field may be where any number will do.
NUMBERS = {"min_knock": (None, 0, 13, 20.5, 24, 31), "lives": (1, 2, 3, 5)}
SCORING = {
    "lives": "lives",
    "no elimination": "places",
    "french canadian": "one point",
    "jacobs": "ranks",
    "values": "values",
}
SAME = {
    "trips", "aces", "suited_run", "blitz", "knocker_lowest", "min_knock", "suited_knock",
    "first_turn_knock", "knocker_draws", "hammer", "throw_down", "may_stand",
}  # fmt: skip
OTHERS = {"lowest_rank", "promise", "scoring", "knocker_tied", "late_31", "stock_empty"}


def random_rules(rng):
    """Rules with any field at any of its choices, but for what plays no part beside the others."""
    chosen = {}
    for rule in fields(Rules):
        choices = rule.metadata["choices"]
        chosen[rule.name] = rng.choice(NUMBERS[rule.name] if callable(choices) else choices)
    if rng.random() < 0.5:
        chosen["scoring"] = "lives"  # which else one in five would have
    while True:
        try:
            return Rules(**chosen)
        except ValueError as error:
            name, _, why = str(error).partition(" ")
            assert why.startswith("plays no part"), error
            del chosen[name]


def in_plain_words(rules):
    """The rules as a dict of the oracle's."""
    assert {rule.name for rule in fields(Rules)} == {*SAME, *OTHERS, "lives", "last_chance"}
    return {name: getattr(rules, name) for name in SAME} | {
        "lowest_rank": str(rules.lowest_rank),
        "promise": "highest" if rules.promise else "lowest",
        "scoring": SCORING[rules.scoring],
        "tied": rules.knocker_tied,
        "late_31": {None: "high", (1, 1): "knocker 1", (2, 1): "knocker 2"}[rules.late_31],
        "empty": {"take": "showdown", "draw": "draw"}[rules.stock_empty],
    }
