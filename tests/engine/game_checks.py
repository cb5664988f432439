"""What the rules of a round and a match must do, as checks that can be run again and again.

Each raises AssertionError where the package is wrong: as it stands in ``test_game.py`` and
``test_rounds.py``, with planted mistakes in ``test_mutants.py``. They call it by its modules.
"""

import json
from dataclasses import replace
from functools import partial
from itertools import cycle
from pathlib import Path

from engine.worked_rounds import ROUNDS

from thirtyone import Card, cards, game, rounds, scoring
from thirtyone import match as matches
from thirtyone.rules import PRESETS, Rules
from thirtyone.strategies import Marks, beginner

CASES = Path(__file__).parents[1] / "cases"


def deck_of(hands, upcard, stock, dealer):
    """The cards in the order dealt: one to each seat from the dealer's left, three times round."""
    players = len(hands)
    order = [(dealer + 1 + i) % players for i in range(players)]
    dealt = [cards(hands[seat])[turn] for turn in range(3) for seat in order]
    return [*dealt, *cards(upcard), *cards(stock)]


# What seldom comes by itself is brought about: hands of those dealt first, and the upcard.
STARTS = (
    ((), ""),
    (("AS KS QS", "AH KH QH"), ""),
    (("AS KS QS",), ""),
    (("AS KS QH", "AD KD QC"), "QS"),
    (("9D 8D 7D", "AS KS QH"), "QS"),
    (("9S 8S 7S", "9H 8H 7H", "9D 8D 7D", "9C 8C 7C"), ""),  # three of a suit may always knock
)


def give(deck, players, hands, upcard):
    """The deck with cards changed about, so that those dealt first get these hands."""
    deck = list(deck)
    wanted = {3 * players: upcard[0]} if upcard else {}
    for place, hand in enumerate(hands[:players]):
        wanted |= {turn * players + place: c for turn, c in enumerate(hand)}
    for here, c in wanted.items():
        there = deck.index(c)
        deck[here], deck[there] = deck[there], deck[here]
    return deck


def refused(state, action):
    before = state
    try:
        game.step(state, action)
    except ValueError as error:
        return state == before and len(str(error)) > 20
    return False


def play(state, log):
    """The state at the end of a log; actions in brackets must be refused where they stand."""
    for entry in filter(None, (part.strip() for part in log.split(";"))):
        if entry.startswith("["):
            assert refused(state, entry.strip("[]")), f"{entry} was not refused"
        else:
            assert not state.over, f"over before {entry}"
            state = game.step(state, entry)
    return state


def check_worked_round(worked):
    rules = replace(PRESETS[worked.preset], **worked.house)
    dealer = len(worked.hands) - 1
    deck = deck_of(worked.hands, worked.upcard, worked.stock, dealer)
    state = play(
        game.deal(len(worked.hands), dealer=dealer, deck=deck, rules=rules),
        worked.play,
    )
    assert state.over == (worked.result is not None)
    assert state.result == worked.result
    assert state.values == worked.values


def check_case_round(case):
    rules = PRESETS[case["preset"]]
    deck = deck_of(case["hands"], case["upcard"], case["stock"], case["dealer"])
    state = game.deal(case["players"], dealer=case["dealer"], deck=deck, rules=rules)
    for done in range(len(case["actions"]) + 1):
        for bad in case.get("illegal", ()):
            if bad["after"] == done:
                assert refused(state, bad["action"]), bad
        if done < len(case["actions"]):
            state = game.step(state, case["actions"][done])
    expected = case["expected"]
    assert state.over
    assert list(state.result) == expected.get("lives_lost", expected.get("points"))
    assert list(state.values) == expected["values"]


def check_settlement(case):
    found = scoring.settle(
        case["values"],
        knocker=case["knocker"],
        declared=case["declared"],
        stock_empty=case["stock_empty"],
        rules=PRESETS[case["preset"]],
    )
    assert list(found) == case["result"]


def check_deal():
    """One card at a time from the dealer's left, three times round; then the upcard, the stock."""
    state = game.deal(3, dealer=0, deck="2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC")
    assert state.hands == (cards("4C 7C 10C"), cards("2C 5C 8C"), cards("3C 6C 9C"))
    assert (state.pile, state.stock, state.to_act) == (cards("JC"), cards("QC KC"), 1)


def check_elimination():
    """Four losses put a player out; two with one penny left; the third only costs the last one."""
    match = matches.start_match(3)
    match = scored(match, (2, 0, 0), (1, 0, 0))
    assert match.still_in == (0, 1, 2)
    assert (match.lives(0), match.last_chance(0), match.last_chance(1)) == (0, True, False)
    assert scored(match, (1, 0, 0)).still_in == (1, 2)
    match = scored(matches.start_match(3), (2, 0, 0), (0, 1, 0), (2, 0, 0))
    assert match.still_in == (1, 2)
    assert not match.over
    match = scored(match, (2, 0), (1, 0))
    assert (match.still_in, match.winners, match.over) == ((2,), (2,), True)


def check_all_out_together():
    """If all who remain go out together nobody is out: each has one loss to bear."""
    match = scored(matches.start_match(2), (2, 2), (1, 1), (1, 2))
    assert match.still_in == (0, 1)
    assert match.score == (3, 3)
    assert scored(match, (1, 0)).winners == (1,)


def check_dealers():
    """The next dealer is the next player still in; seats of a round are those still in."""
    match = matches.start_match(4, dealer=3)
    assert match.dealer == 3
    match = scored(match, (0, 2, 0, 0), (0, 2, 0, 0))
    assert (match.dealer, match.still_in) == (2, (0, 2, 3))
    match = scored(matches.start_match(4, dealer=3), (2, 0, 0, 0), (2, 0, 0, 0))
    assert match.still_in == (1, 2, 3)
    assert match.dealer == 1
    state = matches.deal_round(match, seed=1)
    assert (state.players, state.dealer) == (3, 0)
    assert scored(match, (0, 0, 1)).dealer == 2


def check_losses():
    """How many losses put a player out, by preset."""
    losses = {name: rules.losses for name, rules in PRESETS.items()}
    assert losses == {
        "SCAT": 4, "SCAT_STRICT": 4, "CADILLAC": 5, "GIN": 3, "RIDE_THE_BUS": 5, "COMPUTER": 4,
        "FRENCH_CANADIAN": 4, "JACOBS": 4, "FOUR_CORNERS": 5, "WEST_LANSING": 3, "DUTCH": 5,
        "NO_ELIMINATION": 4,
    }  # fmt: skip


def check_points():
    """Points games: to 31, on until one leads; or for an agreed number of hands."""
    french = matches.start_match(2, rules=PRESETS["FRENCH_CANADIAN"])
    assert french.target == 31
    match = replace(french, score=(30, 30))
    level = scored(match, (1, 1))
    assert (level.score, level.over) == ((31, 31), False)
    assert scored(level, (0, 1)).winners == (1,)
    assert scored(match, (1, 0)).winners == (0,)
    assert not scored(match, (0, 0)).over
    hands = matches.start_match(2, rules=PRESETS["NO_ELIMINATION"], target=2)
    assert scored(hands, (3, 1)).winners == ()
    assert scored(hands, (3, 1), (1, 3)).winners == (0, 1)
    assert scored(hands, (3, 1), (1, 2)).winners == (0,)
    computer = matches.start_match(2, rules=PRESETS["COMPUTER"], target=50)
    assert scored(computer, (30.5, 20), (19, 20)).over is False
    assert scored(computer, (30.5, 20), (20, 20)).winners == (0,)


def scored(match, *results):
    for result in results:
        match = matches.score_round(match, result)
    return match


def tree(state, plies):
    """How many ways a round can go on for so many actions."""
    if plies == 0 or state.over:
        return 1
    return sum(tree(game.step(state, action), plies - 1) for action in game.legal_actions(state))


def check_tree(preset, seed, players, counts):
    state = game.deal(players, seed=seed, rules=PRESETS[preset])
    assert [tree(state, plies) for plies in range(1, len(counts) + 1)] == counts


def trees():
    """The counted move trees: preset, seed, players, and the ways for 1, 2, ... actions."""
    for line in (CASES / "move_trees.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            preset, seed, players, *counts = line.split()
            yield preset, int(seed), int(players), [int(n) for n in counts]


# Many rounds at once

SEATS = (Marks(), beginner(15), Marks((18,)), Marks((34,)), Marks((5, 9, 31), take="greedy"))
HOUSES = {
    **PRESETS,
    "runs": Rules(suited_run=30, blitz="court", min_knock=17, may_stand=True),
    "short stock": Rules(trips=30, aces=33, late_31=None, lowest_rank=7, may_stand=True),
}
DID = {"knock": "knocked", "take": "took", "draw": "drew", "stop": "stood", "stand": "stood"}


def stepped(deck, players, strategies, rules):
    """One round by the step engine: the state at its end and what was done, turn by turn."""
    state, log = game.deal(players, deck=[Card(int(c)) for c in deck], rules=rules), []
    while not state.over:
        seat = state.to_act
        action = strategies[seat](game.view(state, seat))
        assert action in game.legal_actions(state)
        state = game.step(state, action)
        if action.startswith("discard"):
            log[-1][1] = int(state.pile[-1])
        elif action in DID:
            log.append([DID[action], -1])
    return state, action, log


def check_rounds(decks, players, strategies, rules):
    """Both engines play the same, action by action, and come to the same; returns the ends."""
    play = rounds.play_from_deal(decks, players, strategies, rules=rules)
    logs = [[] for _ in decks]
    while len(play.going):
        turn = play.turn(play.knocks())
        for k, i in enumerate(turn.going):
            did = "stood" if not turn.moved[k] else "took" if turn.took[k] else "drew"
            thrown = int(turn.thrown[k]) if turn.moved[k] else -1
            logs[i].append(["knocked", -1] if turn.knocked[k] and thrown < 0 else [did, thrown])
            if turn.knocked[k] and thrown >= 0:  # and still drew
                logs[i].insert(-1, ["knocked", -1])
    many = play.finish()
    for i, deck in enumerate(decks):
        state, last, log = stepped(deck, players, strategies, rules)
        assert logs[i] == log
        assert (many.values[i] / 2).tolist() == list(state.values)
        assert (many.result[i] / 2).tolist() == list(state.result)
        assert many.knocker[i] == (-1 if state.knocker is None else state.knocker)
        assert many.end[i] == rounds.how_it_ended(state, last)
    return many.end


def check_rounds_of(name, players, count):
    """Rounds of a house with so many players, and the same with a stock that is soon gone."""
    strategies = [SEATS[seat % len(SEATS)] for seat in range(players)]
    decks = rounds.decks_of(HOUSES[name], players, 0, count)
    for deck, (hands, upcard) in zip(decks[::2], cycle(STARTS)):
        deck[:] = give(deck, players, list(map(cards, hands)), cards(upcard))
    check_rounds(decks, players, strategies, HOUSES[name])
    check_rounds(decks[:, : 3 * players + 4], players, strategies, HOUSES[name])


# All of them, as calls without arguments


def step_checks():
    """Those of rules, rounds step by step, and matches, quick ones first."""
    yield from (check_deal, check_elimination, check_all_out_together, check_dealers)
    yield from (check_losses, check_points)
    for worked in ROUNDS:
        yield partial(check_worked_round, worked)
    for case in json.loads((CASES / "rounds.json").read_text()):
        yield partial(check_case_round, case)
    for case in json.loads((CASES / "settlement.json").read_text()):
        yield partial(check_settlement, case)
    for entry in trees():
        yield partial(check_tree, *entry)


def rounds_checks():
    for name in HOUSES:
        yield partial(check_rounds_of, name, 4, 25)
