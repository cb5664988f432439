"""The knocker's fate, exactly, and as an estimate where it can't be had exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from thirtyone.checks import whole
from thirtyone.deals import Deals
from thirtyone.deck import CardLike, CardsLike
from thirtyone.dist import Dist, Estimate, Table, checked_sample
from thirtyone.draws import unseen
from thirtyone.hands import CODES, DECLARED, DOUBLED, Array, value_of
from thirtyone.replies import (
    Knock,
    checked_reply,
    knock_of,
    last_turn,
    sampled_turns,
)
from thirtyone.rules import SCAT, Rules
from thirtyone.scoring import settled

PLAIN_31 = 62  # the code of a 31 that may not be declared


def knock_odds(
    hand: CardsLike,
    upcard: CardLike,
    *,
    opponents: int = 1,
    reply: str = "stock",
    held: CardsLike = "",
    took: CardsLike = "",
    threw: CardsLike = "",
    seen: CardsLike = "",
    rules: Rules = SCAT,
) -> Dist:
    """What becomes of you when you knock with ``hand`` and leave ``upcard``: exact.

    Outcomes: "lowest" (alone), "tied" for lowest, "beaten by 31" (an opponent makes one and it
    ends the round), "safe". Where a knock wants the highest hand (a promise, a points game):
    "highest", "tied", "beaten by 31", "beaten". All four are always there.

    Exact for one opponent with every reply, and for up to eight who "stand" or "stock" where
    every rule is decided within a suit. Otherwise a ValueError names ``estimate_knock_odds``.
    ``held``, ``took`` and ``threw`` are known of the one opponent.

    >>> odds = knock_odds("KH 8H 2C", "5D", reply="mean")
    >>> round(float(odds.p("lowest")), 4)
    0.3188
    """
    knock = knock_of(hand, upcard, held, took, threw, seen, rules)
    opponents = _check(knock, opponents, reply)
    if opponents == 1:
        return Dist(outcomes_of(last_turn(knock, reply), knock.code, rules))
    return Dist(counted_outcomes(_deals(knock, opponents, reply), knock.code))


def knock_lives(
    hand: CardsLike,
    upcard: CardLike,
    *,
    opponents: int = 1,
    reply: str = "stock",
    held: CardsLike = "",
    took: CardsLike = "",
    threw: CardsLike = "",
    seen: CardsLike = "",
    rules: Rules = SCAT,
) -> tuple[Fraction, Fraction]:
    """Expected lives lost by you who knock, and by the average opponent: exact.

    In a points game: points won. As ``knock_odds`` for what is exact and what is refused; ties
    that are broken by ranks are refused too.

    >>> own, other = knock_lives("KH 8H 2C", "5D", reply="mean")
    >>> round(float(own), 3), round(float(other), 3)
    (0.64, 0.679)
    """
    knock = knock_of(hand, upcard, held, took, threw, seen, rules)
    opponents = _check(knock, opponents, reply)
    if rules.scoring == "jacobs":
        raise ValueError("ties are broken by ranks here: only knock_odds is exact, by values")
    if opponents > 1:
        return _counted_lives(knock, opponents, reply)
    counts = last_turn(knock, reply)
    codes = np.flatnonzero(counts)
    both = np.column_stack([np.full_like(codes, knock.code), codes])
    hands = np.zeros((*both.shape, 3), dtype=np.intp)  # no ties are broken by ranks
    no_stock = np.zeros(len(codes), dtype=np.bool_)
    lost = settled(DOUBLED[both], 0 * codes, both >= DECLARED, no_stock, hands, rules)
    own, other = (counts[codes] @ lost).tolist()
    return Fraction(own, 2 * int(counts.sum())), Fraction(other, 2 * int(counts.sum()))


def estimate_knock_odds(
    hand: CardsLike,
    upcard: CardLike,
    *,
    opponents: int = 1,
    reply: str = "stock",
    held: CardsLike = "",
    took: CardsLike = "",
    threw: CardsLike = "",
    seen: CardsLike = "",
    rules: Rules = SCAT,
    rounds: int = 100_000,
    seed: int = 0,
) -> Mapping[str, Estimate]:
    """``knock_odds`` by simulation, for any reply and number of opponents.

    Opponents reply in turn, each to the card that the one before threw. ``held``, ``took`` and
    ``threw`` are known of the next opponent. Each outcome maps to an ``Estimate``, whose ``n``
    leaves out the rounds in which somebody was dealt a hand to declare.

    >>> estimate_knock_odds("KH 8H 2C", "5D", opponents=3, reply="mean", rounds=20_000)["lowest"]
    0.0470 ± 0.0015
    """
    knock = knock_of(hand, upcard, held, took, threw, seen, rules)
    opponents = _check(knock, opponents, reply, exact=False)
    rounds, seed = checked_sample(rounds, seed)
    ends = sampled_turns(knock, reply, opponents, rounds, seed)
    if not len(ends):
        raise ValueError("in each of these rounds somebody was dealt a 31: ask for more rounds")
    most, least = ends.max(axis=1), ends.min(axis=1)
    ends_it = _wants_highest(rules) | (most >= DECLARED) & (rules.late_31 is not None)
    decides = np.bincount(np.where(ends_it, most, least), minlength=256)
    odds = outcomes_of(decides, knock.code, rules)
    return Table({o: Estimate.of_share(c, len(ends), seed) for o, c in odds.items()})


# Checks


def _check(knock: Knock, opponents: object, reply: str, *, exact: bool = True) -> int:
    """The number of opponents; ValueError unless this hand may knock and they can be counted."""
    rules = knock.rules
    checked_reply(reply)
    left = len(unseen(rules, knock.hand, knock.upcard, knock.seen, knock.threw))
    opponents = check_several(opponents, reply, rules, left, exact=exact)
    shown, value = " ".join(map(str, knock.hand)), value_of(knock.code)
    if not rules.may_knock(value, suited=True):
        raise ValueError(
            f"{shown} is worth {value}: these rules allow a knock from {rules.min_knock}"
        )
    if not rules.may_knock(value, suited=len({c.suit for c in knock.hand}) == 1):
        raise ValueError(f"{shown} may not knock: it takes three cards of one suit here")
    if exact and opponents > 1 and (knock.held or knock.took):
        raise ValueError(
            "held and took are exact for one opponent only: with several use estimate_knock_odds"
        )
    return opponents


def check_several(
    opponents: object, reply: str, rules: Rules, left: int, *, exact: bool = True
) -> int:
    """The number of opponents, if so many can be dealt the cards left, and counted where exact."""
    opponents = whole("opponents", opponents, 1, 8)
    if rules.knocker_draws:
        raise ValueError("the knocker still draws under these rules: the hand is not frozen")
    each = 3 if reply == "stand" else 4
    if left < each * opponents:
        what = "hold" if reply == "stand" else "hold and draw"
        raise ValueError(
            f"{left} unseen cards are too few for {opponents} opponents to {what}: "
            f"at most {left // each} are possible"
        )
    if not exact or opponents == 1:
        return opponents
    if reply not in ("stand", "stock"):
        raise ValueError(
            f'with several opponents "{reply}" depends on each discard in turn: '
            "use estimate_knock_odds"
        )
    if rules.trips or rules.aces or rules.scoring == "values":
        raise ValueError(
            "trips and added-up values are not decided within a suit: "
            "with several opponents use estimate_knock_odds"
        )
    return opponents


def _wants_highest(rules: Rules) -> bool:
    return rules.promise or rules.scoring != "lives"


# One opponent, or of several the one to be measured against: counts by code


def outcomes_of(counts: Array, own: int, rules: Rules) -> dict[str, int]:
    made = (CODES >= DECLARED) & (rules.late_31 is not None)
    above, level = DOUBLED[own] < DOUBLED, DOUBLED[own] == DOUBLED

    def number(codes: Array) -> int:
        return int(counts[codes & ~made].sum())

    low, high = ("highest", "beaten") if _wants_highest(rules) else ("safe", "lowest")
    found = {low: number(~above & ~level), "tied": number(level), high: number(above)}
    found["beaten by 31"] = int(counts[made].sum())
    return {outcome: found[outcome] for outcome in names(rules)}


def names(rules: Rules) -> tuple[str, str, str, str]:
    if _wants_highest(rules):
        return "highest", "tied", "beaten by 31", "beaten"
    return "lowest", "tied", "beaten by 31", "safe"


# Several opponents, counted suit by suit


def _deals(knock: Knock, opponents: int, reply: str, *, apart: bool = False) -> Deals:
    """The deals to so many opponents, one of them told apart or not."""
    size = 3 if reply == "stand" else 4
    left = unseen(knock.rules, knock.hand, knock.upcard, knock.seen)
    others, cards = (opponents - 1, size) if apart else (opponents, 0)
    return Deals(left, others, size, knock.rules, cards)


def counted_outcomes(deals: Deals, own: int, apart: int = 0) -> dict[str, int]:
    """The deals by outcome, with the one apart (if there is one) at or below their code."""
    rules = deals.rules
    late = rules.late_31 is not None
    everything = deals.above(0, apart, late=False)
    quiet = deals.above(0, apart, late=late)
    if _wants_highest(rules):
        level = deals.within(own, apart)
        first = deals.within(own - 1, apart)
    else:
        first = 0 if own == PLAIN_31 else deals.above(own, apart, late=late)
        level = deals.above(own - 1, apart, late=late)
    tied = level - first
    counts = (first, tied, everything - quiet, quiet - level)
    return dict(zip(names(rules), counts, strict=True))


def _counted_lives(knock: Knock, opponents: int, reply: str) -> tuple[Fraction, Fraction]:
    rules, own_code = knock.rules, knock.code
    if rules.scoring == "no elimination" and reply == "stock":
        raise ValueError(
            "a 31 made leaves the opponents after it no turn, and so their places open: here "
            "points are exact for one opponent, or for several who stand; see knock_odds"
        )
    deals = _deals(knock, opponents, reply)
    one = _deals(knock, opponents, reply, apart=True)
    found = counted_outcomes(deals, own_code)
    first, tied, beaten_by_31, rest = (found[name] for name in names(rules))
    late = rules.late_31 is not None
    made = Fraction(beaten_by_31, opponents)  # by the one opponent: the first 31 ends the round
    total = deals.free()

    def lowest(code: int) -> int:
        """Deals in which the one opponent has this code and no other has less."""
        return one.above(code - 1, code, late=late) - one.above(code - 1, code - 1, late=late)

    def highest(code: int) -> int:
        """Deals in which the one opponent has this code and no other has more."""
        return one.within(code, code) - one.within(code, code - 1)

    lower, higher = range(4, own_code, 2), range(own_code, DECLARED, 2)
    own: Fraction | int
    other: Fraction | int
    if rules.promise:
        own = beaten_by_31 + rest
        other = first + tied + beaten_by_31 - made
    elif rules.scoring == "french canadian":
        own = first
        other = sum(map(highest, higher)) + made
    elif rules.scoring == "no elimination":
        own = 3 * (first + tied) + total - deals.above(own_code, late=late)
        alone = sum(
            one.above(code, code, late=late) - one.above(code, code - 1, late=late)
            for code in lower
        )
        other = 2 * total + sum(map(highest, higher)) - alone
    else:
        knocker_late, other_late = rules.late_31 or (0, 0)
        knocker_tied, other_tied = rules.knocker_tied
        own = rules.knocker_lowest * first + knocker_tied * tied + knocker_late * beaten_by_31
        level = tied if own_code == PLAIN_31 else lowest(own_code)
        other = sum(map(lowest, lower)) + other_tied * level + other_late * (beaten_by_31 - made)
    return Fraction(own) / total, Fraction(other) / total


# Tables: the knocker too is dealt any hand
