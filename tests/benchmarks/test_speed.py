"""The engine's speed as ratios to the naive enumeration of `oracle.py`, timed in the same run.

    pytest tests/benchmarks

A plain `pytest` leaves this folder out. Every call is timed on hands that the process has not met
before, its caches filled by other hands only; a first call is timed in a process of its own.
The naive reply "mean" of one opponent, all 17,275 hands with all 45 cards, is the yardstick of
most ratios: it takes some ten seconds. Times are processor times, so that other work on the
machine does not spoil a ratio.
"""

import os
import subprocess
import sys
from dataclasses import replace
from itertools import product
from random import Random
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

import pytest
from oracle import naive as oracle

from thirtyone import (
    SCAT,
    best_discard,
    chance_within,
    hand_values,
    knock_odds,
    reply_values,
)

pytestmark = pytest.mark.benchmark(timer=process_time)

FIRST_CALL = """
from time import process_time
import thirtyone
start = process_time()
thirtyone.{call}
print(process_time() - start)
"""
IMPORT = """
from time import process_time
start = process_time()
import {module}
print(process_time() - start)
"""
PEAK_MEMORY = """
import tracemalloc
import thirtyone
tracemalloc.start()
thirtyone.hand_values()
thirtyone.reply_values("KH 8H 2C", "5D", reply="mean")
thirtyone.knock_odds("KH 8H 2C", "5D", opponents=8)
thirtyone.knock_table(opponents=8, rules=thirtyone.PRESETS["SCAT_STRICT"])
print(tracemalloc.get_traced_memory()[1] / 1e6)
"""


def interpreter(code):
    """What a new interpreter prints when it runs the code."""
    # An installed package has its bytecode: it may be written here too, whatever the shell says.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env
    )
    return run.stdout


def fresh_process(code):
    """The number that a new interpreter prints when it runs the code."""
    return float(interpreter(code))


def whole_process(code):
    """The processor seconds of a new interpreter that runs the code, from its start to its end."""
    before = getrusage(RUSAGE_CHILDREN)
    interpreter(code)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def seconds(call, *args, **options):
    start = process_time()
    call(*args, **options)
    return process_time() - start


def naive_best(hand, card):
    """The card thrown and the value kept."""
    thrown = oracle.best_discard(hand, card)
    return thrown, oracle.value(oracle.without([*hand, card], thrown))


def new_hands(seed):
    """Hands with an upcard and a few seen cards, without end and never the same."""
    rng = Random(seed)
    while True:
        *hand, upcard, one, two = rng.sample(oracle.deck(), 6)
        yield hand, upcard, [one, two]


@pytest.fixture
def say(capsys):
    """Prints a line past the capture."""

    def say(line):
        with capsys.disabled():
            print("\n" + line, end=" ")

    return say


@pytest.fixture
def at_least(say, request):
    """Prints how many times faster than the naive version, and holds the bound."""

    def at_least(bound, naive, fast):
        ratio = naive / fast
        say(
            f"{request.node.name}: {ratio:,.0f} times as fast, at least {bound} wanted"
            f" (naive {naive:.3g} s, engine {fast * 1000:.3g} ms)"
        )
        assert ratio >= bound

    return at_least


@pytest.fixture(scope="session")
def naive_mean():
    """Seconds for the naive reply "mean" of one opponent, whole deck."""
    return seconds(oracle.reply_values, ["KH", "8H", "2C"], "5D", "mean")


def test_table_of_a_deck(benchmark, at_least, say):
    """The naive loop is timed on a sample of 500 of the 1,082,900 pairs of a hand and a card.

    Most of its time goes on looking a draw ahead where values tie, so the ratio to a loop that
    finds the values alone is told too.
    """
    rng = Random(1)
    spots = [rng.sample(oracle.deck(), 4) for _ in range(500)]
    whole = 22_100 * 49 / len(spots)
    naive = whole * sum(seconds(naive_best, hand, card) for *hand, card in spots)
    values_only = whole * sum(seconds(oracle.value_after, hand, card) for *hand, card in spots)

    # Rules not used before have no table yet: the first discard makes it.
    values = product((30, 30.5), (None, 33), (None, 30))
    rules = (replace(SCAT, trips=t, aces=a, suited_run=r) for t, a, r in values)
    benchmark.pedantic(
        best_discard,
        setup=lambda: (("KH 8H 2C", "5D"), {"rules": next(rules)}),
        rounds=5,
    )
    fast = benchmark.stats.stats.median
    at_least(15_000, naive, fast)
    say(f"  and {values_only / fast:,.0f} times as fast as the values without the discards")


@pytest.mark.parametrize(
    ("call", "bound"),
    [
        ("hand_values()", 1.1),
        ('knock_odds("KH 8H 2C", "5D")', 1.6),
        ("simulate(2, rounds=1_000)", 2.2),
    ],
)
def test_whole_process_with_a_first_call(say, call, bound):
    """In turns, and the fastest of each: what else the machine does only adds to a time."""
    codes = "import thirtyone", f"import thirtyone; thirtyone.{call}"
    runs = [[whole_process(code) for code in codes] for _ in range(25)]
    imported, called = (min(times) for times in zip(*runs, strict=True))
    say(
        f"{call}: {called / imported:.2f} times a process that only imports, at most {bound} wanted"
        f" ({called * 1000:.0f} ms against {imported * 1000:.0f} ms)"
    )
    assert called / imported <= bound


def test_chance_within(benchmark, at_least):
    """Three draws from 46 cards: naively, two draws after each first one and each discard.

    One hand's two draws are timed for all of them. What was kept by hand and set of cards left,
    in plain Python, was some 60 times as fast.
    """
    hands = new_hands(seed=11)
    hand, upcard, seen = next(hands)
    chance_within(hand, 27, 1, upcard, seen=seen)
    naive = 46 * 4 * seconds(oracle.chance_within, hand, 27, 2, upcard, seen)
    targets = Random(12)

    def another():
        hand, upcard, seen = next(hands)
        return (hand, targets.randrange(17, 32), 3, upcard), {"seen": seen}

    benchmark.pedantic(chance_within, setup=another, rounds=20)
    at_least(5_000, naive, benchmark.stats.stats.median)


def test_hand_values(benchmark, at_least):
    """With two seen cards that the engine has not been asked about before."""
    best_discard("KH 8H 2C", "5D")
    hands = new_hands(seed=2)
    naive = median(seconds(oracle.hand_values, seen=next(hands)[2]) for _ in range(3))
    benchmark.pedantic(hand_values, setup=lambda: ((), {"seen": next(hands)[2]}), rounds=20)
    at_least(10, naive, benchmark.stats.stats.median)


def test_all_hand_values(benchmark, at_least):
    best_discard("KH 8H 2C", "5D")
    naive = median(seconds(oracle.hand_values) for _ in range(3))
    benchmark.pedantic(hand_values, rounds=1)
    at_least(10, naive, benchmark.stats.stats.median)


def test_reply_mean(benchmark, at_least, naive_mean):
    hands = new_hands(seed=3)
    hand, upcard, _ = next(hands)
    reply_values(hand, upcard, reply="mean")
    benchmark.pedantic(reply_values, setup=lambda: (next(hands)[:2], {"reply": "mean"}), rounds=20)
    at_least(800, naive_mean, benchmark.stats.stats.median)


@pytest.mark.parametrize(("opponents", "bound"), [(4, 100), (8, 10)])
def test_knock_odds_first_call(at_least, naive_mean, opponents, bound):
    call = f'knock_odds("KH 8H 2C", "5D", opponents={opponents})'
    first = median(fresh_process(FIRST_CALL.format(call=call)) for _ in range(3))
    at_least(bound, naive_mean, first)


@pytest.mark.parametrize(("opponents", "bound"), [(4, 300), (8, 200)])
def test_knock_odds_of_another_hand(benchmark, at_least, naive_mean, opponents, bound):
    hands = new_hands(seed=opponents)
    hand, upcard, _ = next(hands)
    knock_odds(hand, upcard, opponents=opponents)
    benchmark.pedantic(
        knock_odds, setup=lambda: (next(hands)[:2], {"opponents": opponents}), rounds=20
    )
    at_least(bound, naive_mean, benchmark.stats.stats.median)


@pytest.mark.parametrize("rules", ["SCAT", "SCAT_STRICT"])
def test_knock_table_for_eight_opponents(at_least, naive_mean, rules):
    """Scat's table is read from the package's data; that of the strict rules is worked out."""
    call = f'knock_table(opponents=8, rules=thirtyone.PRESETS["{rules}"])'
    at_least(1, naive_mean, fresh_process(FIRST_CALL.format(call=call)))


def test_import(say):
    """In turns, so that a slow moment of the machine meets both."""
    modules = "numpy", "thirtyone"
    runs = [[fresh_process(IMPORT.format(module=name)) for name in modules] for _ in range(9)]
    numpy, thirtyone = (median(times) for times in zip(*runs, strict=True))
    ratio = thirtyone / numpy
    say(
        f"test_import: {ratio:.2f} times import numpy, at most 1.5 wanted"
        f" ({thirtyone * 1000:.0f} ms against {numpy * 1000:.0f} ms)"
    )
    assert ratio <= 1.5


def test_peak_memory(say):
    megabytes = fresh_process(PEAK_MEMORY)
    say(f"test_peak_memory: {megabytes:.0f} MB for all tables, under 100 MB wanted")
    assert megabytes < 100
