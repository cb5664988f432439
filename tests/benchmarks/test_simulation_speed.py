"""Rounds per second of the simulation, against the step engine and a bare shuffle and deal.

    pytest tests/benchmarks/test_simulation_speed.py

Warm: the same strategies and players on both sides, tables made before. Processor times.
"""

import random
from time import process_time

import pytest

from thirtyone import SCAT, cards, deal, view
from thirtyone.simulation import _stepped, decks_of, simulate
from thirtyone.strategies import Marks
from thirtyone.waiting import hand_values_after, knock_or_wait

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


def test_knock_or_wait_and_silence_cost_what_their_rounds_do(capsys):
    """Each round of ``knock_or_wait`` is played twice; ``hand_values_after`` stops midway."""
    deck = "KH 3C 9H 7S 2C 4D 5D"
    rest = [c for c in SCAT.deck if c not in cards(deck)]
    nineteen = view(deal(2, deck=[*cards(deck), *rest], dealer=1), 0)
    strategies = (Marks(),) * 2
    calls = {
        "simulate": lambda: simulate(2, strategies=strategies, rounds=ROUNDS),
        "knock_or_wait": lambda: knock_or_wait(nineteen, strategy=Marks(), rounds=ROUNDS),
        "hand_values_after": lambda: hand_values_after(3, strategy=Marks(), rounds=ROUNDS),
    }
    for call in calls.values():
        call()
    rates = {name: per_second(ROUNDS, call) for name, call in calls.items()}
    with capsys.disabled():
        print(
            "\n" + "; ".join(f"{name}: {rate:,.0f} rounds a second" for name, rate in rates.items())
        )
    assert rates["knock_or_wait"] >= rates["simulate"] / 2
    assert rates["hand_values_after"] >= rates["simulate"]
