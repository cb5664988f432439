"""The knocker's fate, exactly, and as an estimate where it can't be had exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import numpy as np

from thirtyone.checks import OnlyEstimate, whole
from thirtyone.deals import Deals
from thirtyone.deck import CardLike, CardsLike
from thirtyone.dist import Dist, Estimate, Table, checked_sample
from thirtyone.hands import CODES, DECLARED, DOUBLED, Array, value_of
from thirtyone.replies import Situation, last_turn, sampled_turns
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
    knock = Situation.of(
        rules, reply, hand=hand, upcard=upcard, held=held, took=took, threw=threw, seen=seen
    )
    opponents = _check(knock, opponents)
    if opponents == 1:
        return Dist(outcomes_of(last_turn(knock), knock.code, rules))
    return Dist(counted_outcomes(_deals(knock, opponents), knock.code))


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
    knock = Situation.of(
        rules, reply, hand=hand, upcard=upcard, held=held, took=took, threw=threw, seen=seen
    )
    opponents = _check(knock, opponents)
    if rules.scoring == "jacobs":
        raise ValueError("ties are broken by ranks here: only knock_odds is exact, by values")
    if opponents > 1:
        return _counted_lives(knock, opponents)
    counts = last_turn(knock)
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
    knock = Situation.of(
        rules, reply, hand=hand, upcard=upcard, held=held, took=took, threw=threw, seen=seen
    )
    opponents = _check(knock, opponents, exact=False)
    rounds, seed = checked_sample(rounds, seed)
    counts = np.zeros(256, dtype=np.intp)
    for ends in sampled_turns(knock, opponents, rounds, seed):
        most, least = ends.max(axis=1), ends.min(axis=1)
        ends_it = _wants_highest(rules) | (most >= DECLARED) & (rules.late_31 is not None)
        counts += np.bincount(np.where(ends_it, most, least), minlength=256)
    n = int(counts.sum())
    if not n:
        raise ValueError("in each of these rounds somebody was dealt a 31: ask for more rounds")
    odds = outcomes_of(counts, knock.code, rules)
    return Table({o: Estimate.of_share(c, n, seed) for o, c in odds.items()})


# Checks


def _check(knock: Situation, opponents: object, *, exact: bool = True) -> int:
    """The number of opponents; ValueError unless this hand may knock and they can be counted."""
    rules, known = knock.rules, bool(knock.held or knock.took)
    opponents = check_several(
        opponents, knock.reply, rules, len(knock.unseen), exact=exact, known=known
    )
    shown, value = " ".join(map(str, knock.hand)), value_of(knock.code)
    if not rules.may_knock(value, suited=True):
        raise ValueError(
            f"{shown} is worth {value}: these rules allow a knock from {rules.min_knock}"
        )
    if not rules.may_knock(value, suited=len({c.suit for c in knock.hand}) == 1):
        raise ValueError(f"{shown} may not knock: it takes three cards of one suit here")
    return opponents


def check_several(
    opponents: object, reply: str, rules: Rules, left: int, *, exact: bool, known: bool = False
) -> int:
    """The number of opponents, if so many can be dealt the cards left, and counted where exact.

    ``known`` says whether cards of the next one are.
    """
    opponents = whole("opponents", opponents, 1, 8)
    if rules.knocker_draws:
        raise ValueError("the knocker still draws under these rules: the hand is not frozen")
    each, what = (3, "hold") if reply == "stand" else (4, "hold and draw")
    if left < each * opponents:
        raise ValueError(
            f"{left} unseen cards are too few for {opponents} opponents to {what}: "
            f"at most {left // each} are possible"
        )
    why = ""
    if reply not in ("stand", "stock"):
        why = f'"{reply}" depends on each discard in turn'
    elif rules.trips or rules.aces or rules.scoring == "values":
        why = "trips and added-up values are not decided within a suit"
    elif known:
        why = "held and took are exact for one opponent only"
    if exact and opponents > 1 and why:
        raise OnlyEstimate(f"{why}: with several opponents use estimate_knock_odds")
    return opponents


def _wants_highest(rules: Rules) -> bool:
    return rules.promise or rules.scoring != "lives"


# One opponent, or of several the one to be measured against: counts by code


def outcomes_of(counts: Array, own: int, rules: Rules) -> dict[str, int]:
    """The counts by outcome, for a knocker's code."""
    made = (CODES >= DECLARED) & (rules.late_31 is not None)
    above, level = DOUBLED[own] < DOUBLED, DOUBLED[own] == DOUBLED

    def number(codes: Array) -> int:
        return int(counts[codes & ~made].sum())

    under, over = ("highest", "beaten") if _wants_highest(rules) else ("safe", "lowest")
    result = {under: number(~above & ~level), "tied": number(level), over: number(above)}
    result["beaten by 31"] = int(counts[made].sum())
    return {outcome: result[outcome] for outcome in names(rules)}


def names(rules: Rules) -> tuple[str, str, str, str]:
    """The outcomes, in their order: what a knocker hopes or fears first."""
    if _wants_highest(rules):
        return "highest", "tied", "beaten by 31", "beaten"
    return "lowest", "tied", "beaten by 31", "safe"


# Several opponents, counted suit by suit


def _deals(knock: Situation, others: int, *, apart: bool = False) -> Deals:
    """The deals to so many opponents that are alike, and one told apart or not."""
    size = 3 if knock.reply == "stand" else 4
    return Deals(knock.unseen, others, size, knock.rules, size if apart else 0)


def counted_outcomes(deals: Deals, own: int, apart: int = 0) -> dict[str, int]:
    """The deals by outcome, with the one apart (if there is one) at or below their code."""
    quiet = deals.above(0, apart)  # no 31 ends the round
    if _wants_highest(deals.rules):
        first, level = deals.within(own - 1, apart), deals.within(own, apart)
    else:
        first = 0 if own == PLAIN_31 else deals.above(own, apart)
        level = deals.above(own - 1, apart)
    counts = (first, level - first, deals.free(apart) - quiet, quiet - level)
    return dict(zip(names(deals.rules), counts, strict=True))


def _counted_lives(knock: Situation, opponents: int) -> tuple[Fraction, Fraction]:
    rules, code = knock.rules, knock.code
    if rules.scoring == "no elimination" and knock.reply == "stock":
        raise ValueError(
            "a 31 made leaves the opponents after it no turn, and so their places open: here "
            "points are exact for one opponent, or for several who stand; see knock_odds"
        )
    deals, one = _deals(knock, opponents), _deals(knock, opponents - 1, apart=True)
    first, tied, beaten_by_31, rest = counted_outcomes(deals, code).values()
    made = Fraction(beaten_by_31, opponents)  # by the one opponent: the first 31 ends the round
    total = deals.free()

    def lowest(codes: Iterable[int]) -> int:
        """Deals in which the one opponent has one of these codes and no other has less."""
        return sum(one.above(c - 1, c) - deals.above_but_one(c - 1) for c in codes)

    def highest(codes: Iterable[int]) -> int:
        """Deals in which the one opponent has one of these codes and no other has more."""
        return sum(one.within(c, c) - one.within(c, c - 1) for c in codes)

    lower, higher = range(4, code, 2), range(code, DECLARED, 2)
    own: Fraction | int
    other: Fraction | int
    if rules.promise:
        own, other = beaten_by_31 + rest, first + tied + beaten_by_31 - made
    elif rules.scoring == "french canadian":
        own, other = first, highest(higher) + made
    elif rules.scoring == "no elimination":
        alone = sum(deals.above_but_one(c) - one.above(c, c - 1) for c in lower)
        own = 3 * (first + tied) + total - deals.above(code)
        other = 2 * total + highest(higher) - alone
    else:
        knocker_late, other_late = rules.late_31 or (0, 0)
        knocker_tied, other_tied = rules.knocker_tied
        level = tied if code == PLAIN_31 else lowest([code])
        own = rules.knocker_lowest * first + knocker_tied * tied + knocker_late * beaten_by_31
        other = lowest(lower) + other_tied * level + other_late * (beaten_by_31 - made)
    return Fraction(own) / total, Fraction(other) / total
