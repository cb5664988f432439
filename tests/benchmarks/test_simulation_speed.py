"""Rounds per second of the simulation, against the step engine and a bare shuffle and deal.

    pytest tests/benchmarks/test_simulation_speed.py

Warm: the same strategies and players on both sides, tables made before. Processor times.
"""

import random
from time import process_time

import pytest

from thirtyone import SCAT
from thirtyone.simulation import _stepped, decks_of, simulate
from thirtyone.strategies import Marks

ROUNDS, STEPPED, SHUFFLES = 400_000, 600, 60_000


def per_second(count, call):
    start = process_time()
    call()
    return count / (process_time() - start)


def shuffle_and_deal(players, count):
    """Nothing but the start of a round: a deck, shuffled, and dealt a card at a time."""
    for _ in range(count):
        deck = list(range(52))
        random.shuffle(deck)
        hands = [[] for _ in range(players)]
        for _ in range(3):
            for hand in hands:
                hand.append(deck.pop())
        deck.pop()


@pytest.mark.parametrize(("players", "times"), [(2, 6), (4, 6), (6, 4)])
def test_rounds_per_second(players, times, capsys):
    strategies = (Marks(),) * players
    simulate(players, strategies=strategies, rounds=1_000)
    decks = decks_of(SCAT, 5, 0, STEPPED).tolist()
    stepped = per_second(
        STEPPED, lambda: [_stepped(deck, players, strategies, SCAT) for deck in decks]
    )
    shuffled = per_second(SHUFFLES, lambda: shuffle_and_deal(players, SHUFFLES))
    many = per_second(
        ROUNDS, lambda: simulate(players, strategies=strategies, rounds=ROUNDS, seed=7)
    )
    with capsys.disabled():
        print(
            f"\n{players} players: {many:,.0f} rounds a second; {many / stepped:,.0f} times the "
            f"step engine (50 wanted), {many / shuffled:.1f} times a shuffle and deal "
            f"({times} wanted)",
            end=" ",
        )
    assert many >= 50 * stepped
    assert many >= times * shuffled
