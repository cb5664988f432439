"""Simulated figures agree with the exact ones within four standard errors."""

import pytest

from thirtyone import PRESETS, estimate_knock_odds, knock_odds

ROUNDS = 60_000  # a standard error of at most 0.002: four of them are under 1 %


@pytest.mark.parametrize(
    ("hand", "upcard", "options"),
    [
        ("KH 8H 2C", "5D", {"reply": "mean"}),
        ("KH 8H 2C", "KD", {"reply": "greedy"}),
        ("KH 8H 2C", "5D", {"reply": "sharp", "seen": "AS KS QS"}),
        ("KH 8H 2C", "5D", {"reply": "mean", "held": "4D"}),
        ("JC 8C 4H", "2D", {"reply": "mean", "took": "5D", "threw": "2D"}),
        ("JC 8C 4H", "3S", {"reply": "greedy", "took": "5D"}),
        ("KH 8H 2C", "5D", {"reply": "stock", "opponents": 3}),
        ("KH 6H 2C", "5D", {"reply": "stand", "opponents": 2}),
        ("KH 8H 9H", "JD", {"reply": "stock", "opponents": 2, "rules": PRESETS["DUTCH"]}),
        ("KH 8H 9H", "JD", {"reply": "stock", "rules": PRESETS["GIN"]}),
        ("KH 8H 9H", "JD", {"opponents": 3, "rules": PRESETS["NO_ELIMINATION"]}),
    ],
)
def test_the_exact_figure_is_within_four_standard_errors(hand, upcard, options):
    exact = knock_odds(hand, upcard, **options)
    found = estimate_knock_odds(hand, upcard, rounds=ROUNDS, seed=31, **options)
    assert list(found) == list(exact)
    for outcome, estimate in found.items():
        p = float(exact.p(outcome))
        error = (p * (1 - p) / estimate.n) ** 0.5
        assert abs(estimate.value - p) <= 4 * error, (outcome, estimate, p)
        assert estimate.seed == 31
        assert 0.9 * ROUNDS < estimate.n <= ROUNDS


def test_a_wrong_figure_would_be_caught():
    estimate = estimate_knock_odds("KH 8H 2C", "5D", reply="mean", rounds=ROUNDS)["lowest"]
    exact = float(knock_odds("KH 8H 2C", "5D", reply="mean").p("lowest"))
    assert abs(estimate.value + 0.01 - exact) > 4 * estimate.stderr


def test_one_seed_gives_one_figure():
    one, same, other = (
        estimate_knock_odds("KH 8H 2C", "5D", opponents=3, reply="mean", rounds=25_000, seed=seed)
        for seed in (1, 1, 2)
    )
    assert dict(one) == dict(same) != dict(other)
