"""What the rules of a round and a match must do, as checks of a house: the modules that play it.

A house has ``rules``, ``game`` and ``match``: the package's own, or copies with a planted mistake
(see ``test_mutants.py``). Each check raises AssertionError where the house is wrong.
"""

import json
from dataclasses import replace
from pathlib import Path

from engine.worked_rounds import ROUNDS

from thirtyone import cards

CASES = Path(__file__).parents[1] / "cases"


def deck_of(hands, upcard, stock, dealer):
    """The cards in the order dealt: one to each seat from the dealer's left, three times round."""
    players = len(hands)
    order = [(dealer + 1 + i) % players for i in range(players)]
    dealt = [cards(hands[seat])[turn] for turn in range(3) for seat in order]
    return [*dealt, *cards(upcard), *cards(stock)]


def refused(house, state, action):
    before = state
    try:
        house.game.step(state, action)
    except ValueError as error:
        return state == before and len(str(error)) > 20
    return False


def play(house, state, log):
    """The state at the end of a log; actions in brackets must be refused where they stand."""
    for entry in filter(None, (part.strip() for part in log.split(";"))):
        if entry.startswith("["):
            assert refused(house, state, entry.strip("[]")), f"{entry} was not refused"
        else:
            assert not state.over, f"over before {entry}"
            state = house.game.step(state, entry)
    return state


def check_worked_round(house, worked):
    rules = replace(house.rules.PRESETS[worked.preset], **worked.house)
    dealer = len(worked.hands) - 1
    deck = deck_of(worked.hands, worked.upcard, worked.stock, dealer)
    state = play(
        house,
        house.game.deal(len(worked.hands), dealer=dealer, deck=deck, rules=rules),
        worked.play,
    )
    assert state.over == (worked.result is not None)
    assert state.result == worked.result
    assert state.values == worked.values


def check_case_round(house, case):
    rules = house.rules.PRESETS[case["preset"]]
    deck = deck_of(case["hands"], case["upcard"], case["stock"], case["dealer"])
    state = house.game.deal(case["players"], dealer=case["dealer"], deck=deck, rules=rules)
    for done in range(len(case["actions"]) + 1):
        for bad in case.get("illegal", ()):
            if bad["after"] == done:
                assert refused(house, state, bad["action"]), bad
        if done < len(case["actions"]):
            state = house.game.step(state, case["actions"][done])
    expected = case["expected"]
    assert state.over
    assert list(state.result) == expected.get("lives_lost", expected.get("points"))
    assert list(state.values) == expected["values"]


def check_settlement(house, case):
    found = house.scoring.settle(
        case["values"],
        knocker=case["knocker"],
        declared=case["declared"],
        stock_empty=case["stock_empty"],
        rules=house.rules.PRESETS[case["preset"]],
    )
    assert list(found) == case["result"]


def check_deal(house):
    """One card at a time from the dealer's left, three times round; then the upcard, the stock."""
    state = house.game.deal(3, dealer=0, deck="2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC")
    assert state.hands == (cards("4C 7C 10C"), cards("2C 5C 8C"), cards("3C 6C 9C"))
    assert (state.pile, state.stock, state.to_act) == (cards("JC"), cards("QC KC"), 1)


def check_elimination(house):
    """Four losses put a player out; two with one penny left; the third only costs the last one."""
    match = house.match.start_match(3)
    match = scored(house, match, (2, 0, 0), (1, 0, 0))
    assert match.still_in == (0, 1, 2)
    assert (match.lives(0), match.last_chance(0), match.last_chance(1)) == (0, True, False)
    assert scored(house, match, (1, 0, 0)).still_in == (1, 2)
    match = scored(house, house.match.start_match(3), (2, 0, 0), (0, 1, 0), (2, 0, 0))
    assert match.still_in == (1, 2)
    assert not match.over
    match = scored(house, match, (2, 0), (1, 0))
    assert (match.still_in, match.winners, match.over) == ((2,), (2,), True)


def check_all_out_together(house):
    """If all who remain go out together nobody is out: each has one loss to bear."""
    match = scored(house, house.match.start_match(2), (2, 2), (1, 1), (1, 2))
    assert match.still_in == (0, 1)
    assert match.score == (3, 3)
    assert scored(house, match, (1, 0)).winners == (1,)


def check_dealers(house):
    """The next dealer is the next player still in; seats of a round are those still in."""
    match = house.match.start_match(4, dealer=3)
    assert match.dealer == 3
    match = scored(house, match, (0, 2, 0, 0), (0, 2, 0, 0))
    assert (match.dealer, match.still_in) == (2, (0, 2, 3))
    match = scored(house, house.match.start_match(4, dealer=3), (2, 0, 0, 0), (2, 0, 0, 0))
    assert match.still_in == (1, 2, 3)
    assert match.dealer == 1
    state = house.match.deal_round(match, seed=1)
    assert (state.players, state.dealer) == (3, 0)
    assert scored(house, match, (0, 0, 1)).dealer == 2


def check_losses(house):
    """How many losses put a player out, by preset."""
    losses = {name: rules.losses for name, rules in house.rules.PRESETS.items()}
    assert losses == {
        "SCAT": 4, "SCAT_STRICT": 4, "CADILLAC": 5, "GIN": 3, "RIDE_THE_BUS": 5, "COMPUTER": 4,
        "FRENCH_CANADIAN": 4, "JACOBS": 4, "FOUR_CORNERS": 5, "WEST_LANSING": 3, "DUTCH": 5,
        "NO_ELIMINATION": 4,
    }  # fmt: skip


def check_points(house):
    """Points games: to 31, on until one leads; or for an agreed number of hands."""
    french = house.match.start_match(2, rules=house.rules.PRESETS["FRENCH_CANADIAN"])
    assert french.target == 31
    match = replace(french, score=(30, 30))
    level = scored(house, match, (1, 1))
    assert (level.score, level.over) == ((31, 31), False)
    assert scored(house, level, (0, 1)).winners == (1,)
    assert scored(house, match, (1, 0)).winners == (0,)
    assert not scored(house, match, (0, 0)).over
    hands = house.match.start_match(2, rules=house.rules.PRESETS["NO_ELIMINATION"], target=2)
    assert scored(house, hands, (3, 1)).winners == ()
    assert scored(house, hands, (3, 1), (1, 3)).winners == (0, 1)
    assert scored(house, hands, (3, 1), (1, 2)).winners == (0,)
    computer = house.match.start_match(2, rules=house.rules.PRESETS["COMPUTER"], target=50)
    assert scored(house, computer, (30.5, 20), (19, 20)).over is False
    assert scored(house, computer, (30.5, 20), (20, 20)).winners == (0,)


def scored(house, match, *results):
    for result in results:
        match = house.match.score_round(match, result)
    return match


def tree(house, state, plies):
    """How many ways a round can go on for so many actions."""
    if plies == 0 or state.over:
        return 1
    return sum(
        tree(house, house.game.step(state, action), plies - 1)
        for action in house.game.legal_actions(state)
    )


def check_tree(house, preset, seed, players, counts):
    state = house.game.deal(players, seed=seed, rules=house.rules.PRESETS[preset])
    assert [tree(house, state, plies) for plies in range(1, len(counts) + 1)] == counts


def trees():
    """The counted move trees: preset, seed, players, and the ways for 1, 2, ... actions."""
    for line in (CASES / "move_trees.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            preset, seed, players, *counts = line.split()
            yield preset, int(seed), int(players), [int(n) for n in counts]


def all_checks(house):
    """Every check as a call without arguments, quick ones first."""
    for check in (
        check_deal, check_elimination, check_all_out_together, check_dealers, check_losses,
        check_points,
    ):  # fmt: skip
        yield lambda check=check: check(house)
    for worked in ROUNDS:
        yield lambda worked=worked: check_worked_round(house, worked)
    for case in json.loads((CASES / "rounds.json").read_text()):
        yield lambda case=case: check_case_round(house, case)
    for case in json.loads((CASES / "settlement.json").read_text()):
        yield lambda case=case: check_settlement(house, case)
    for entry in trees():
        yield lambda entry=entry: check_tree(house, *entry)
