"""Deals of several opponents, counted suit by suit: more of them than could ever be listed.

A hand's value is at most v exactly when each suit's best is (trips rules are left out), so the
number of ways to give opponents hands of at most v is a product over suits, summed over how many
cards of each suit each opponent has.

* In one suit: with Z_c(X) the number of c-card subsets of a set X of ranks that are worth at most
  v, the ways to give disjoint subsets of sizes c_1 ... c_j to j opponents are, by inclusion and
  exclusion, the sum over X of (-1)^(C-|X|) binom(r-|X|, C-|X|) Z_c1(X) ... Z_cj(X), with r unseen
  ranks and C = c_1 + ... + c_j. Sums that leave 64 bits wrap, which does no harm: the result fits.
* Opponents are alike, so only the *shape* counts: how many have one, two, three or four cards.
  One player may be told apart: a knocker, or the one opponent whose losses are asked for.
* Opponents with free hands take any cards but a 31. At most one a suit can make one (it takes the
  ace), so those who do are given the ace and two tens first: pairs of tens, less twice the triples
  where the four cards hold three.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from math import comb, factorial, perm, prod

import numpy as np

from thirtyone.deck import Card
from thirtyone.hands import ACE, COURT, Array, suit_codes
from thirtyone.rules import Rules

Shape = tuple[int, ...]  # how many players have 1, 2, 3, 4 cards
TENS = (8, *COURT)  # ranks
TENS_MASK = sum(1 << r for r in TENS)
FREE, PAIR, TRIPLE = 0, 1, 2  # what was taken out of a suit for a player who makes a 31
TAKEN_OUT = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))  # (pairs, triples) of two suits


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of cards to several opponents, each dealt three and, if they draw, one more.

    ``left`` are the cards that they may have; ``others`` the opponents that are alike; ``size``
    3 where they stand and 4 where they draw; ``apart`` how many cards a player told apart has
    (0: none is). A deal says who has which cards, and which card was drawn; the deals in which an
    opponent is dealt a hand to declare are never counted.
    """

    left: tuple[Card, ...]
    others: int
    size: int
    rules: Rules
    apart: int = 0

    def free(self) -> int:
        """All deals (nobody told apart)."""
        return self._above(0, 0, self._any)

    def above(self, code: int, apart: int = 0, *, late: bool) -> int:
        """Deals in which every other ends above the code and the one apart at or below theirs.

        Where a ``late`` 31 ends the round, those in which some opponent makes one are left out.
        """
        return self._above(code, apart, self._none if late else self._any)

    def within(self, code: int, apart: int = 0) -> int:
        """Deals in which every other ends at or below the code (no 31), the one apart at theirs."""
        ways = self._ways(self.others, code, apart).get((0, 0), 0)
        return ways * int(self._draws**self.others) * self._apart_draws

    @property
    def _draws(self) -> int:
        """Which of an opponent's cards may have been the one drawn."""
        return 4 if self.size == 4 else 1

    @property
    def _apart_draws(self) -> int:
        return 4 if self.apart == 4 else 1

    # What a player with free hands who makes a 31 weighs, after p pairs and q triples of tens
    # were taken out: the ways that may not be, subtracted from all.

    def _any(self, p: int, q: int) -> int:
        """No 31 was dealt."""
        return 0 if q else 1 - 2 * (p % 2)

    def _none(self, p: int, q: int) -> int:
        """No 31 was dealt nor made: four ways to draw for each four cards."""
        return int((-4) ** p * 8**q) if self.size == 4 else self._any(p, q)

    def _above(self, code: int, apart: int, weigh: Callable[[int, int], int]) -> int:
        total = 0
        for bound in range(self.others + 1) if code else (0,):
            free = self.others - bound
            sign = (-1) ** bound * comb(self.others, bound) * self._draws**bound
            for (p, q), ways in self._ways(bound, code, apart).items():
                makers = p + q
                if makers > free or not (weight := weigh(p, q)):
                    continue
                left = len(self.left) - self.apart - self.size * bound - 3 * p - 4 * q
                rest = perm(left, p * (self.size - 3)) if left >= 0 else 0
                left -= p * (self.size - 3)
                for _ in range(free - makers):
                    rest *= self._draws * comb(max(left, 0), self.size)
                    left -= self.size
                total += sign * perm(free, makers) * weight * rest * ways
        return self._apart_draws * total

    def _ways(self, bound: int, code: int, apart: int) -> dict[tuple[int, int], int]:
        """Ways to give hands of at most the code to so many others, and theirs to the one apart.

        By how many pairs and triples of tens were first taken out, with their aces.
        """
        suits = [sum(1 << c % 13 for c in self.left if c // 13 == suit) for suit in range(4)]
        halves = [
            _half(pair, code, apart, self.apart, self.others, self.size, self.rules)
            for pair in ((suits[0], suits[1]), (suits[2], suits[3]))
        ]
        here, there, orders = _meet(bound, self.others, self.size)
        ways: dict[tuple[int, int], int] = {}
        for e in range(self.apart + 1):
            one = halves[0][:, e, here] * orders
            other = halves[1][:, self.apart - e, there]
            for i, row in enumerate(one @ other.T):
                for j, number in enumerate(row):
                    if number:
                        key = (TAKEN_OUT[i][0] + TAKEN_OUT[j][0], TAKEN_OUT[i][1] + TAKEN_OUT[j][1])
                        ways[key] = ways.get(key, 0) + number
        return ways


@cache
def _shapes(players: int, size: int, cards: int) -> dict[Shape, int]:
    """The shapes of at most so many players and cards, in rising order, numbered."""
    shapes = [
        shape
        for shape in product(range(players + 1), repeat=4)
        if sum(shape) <= players and _cards(shape) <= cards and not any(shape[size:])
    ]
    return {shape: i for i, shape in enumerate(sorted(shapes, key=_cards))}


def _cards(shape: Shape) -> int:
    return sum(n * (i + 1) for i, n in enumerate(shape))


@cache
def _steps(others: int, size: int) -> tuple[list[tuple[int, int]], Array]:
    """Each shape of one suit but the empty one as a smaller shape and a part; all shapes' cards."""
    shapes = _shapes(others, size, 13)
    steps = []
    for shape in list(shapes)[1:]:
        part = next(c for c in range(4) if shape[c])
        fewer = shapes[(*shape[:part], shape[part] - 1, *shape[part + 1 :])]
        steps.append((fewer, part + 1))
    return steps, np.array([_cards(shape) for shape in shapes])


@cache
def _signs(ranks: int) -> Array:
    """(-1)^(C-x) binom(r-x, C-x) by C and x."""
    signs = np.zeros((40, ranks + 1), dtype=np.int64)
    for cards in range(ranks + 1):
        for x in range(cards + 1):
            signs[cards, x] = (-1) ** (cards - x) * comb(ranks - x, cards - x)
    return signs


@lru_cache(maxsize=2048)
def _suit_ways(
    mask: int, code: int, apart_code: int, apart: int, others: int, size: int, rules: Rules
) -> Array:
    """Ways to give cards of one suit: by the cards of the one apart, and the others' shape."""
    sets = np.zeros(1, dtype=np.int64)
    for rank in range(13):
        if mask >> rank & 1:
            sets = np.concatenate([sets, sets | 1 << rank])
    held = np.bitwise_count(sets).astype(np.intp)
    worth = suit_codes(rules)[sets]

    def subsets_within(limit: int, most: int) -> Array:
        """Z: how many subsets of each set have c cards and are worth at most the limit."""
        z = np.stack([(held == c) & (worth <= limit) for c in range(most + 1)]).astype(np.int64)
        step = 1
        while step < len(sets):
            pairs = z.reshape(most + 1, -1, 2, step)
            pairs[:, :, 1] += pairs[:, :, 0]
            step *= 2
        return z

    z, z_apart = subsets_within(code, size), subsets_within(apart_code, apart)
    signs = _signs(mask.bit_count())[:, held]
    if _tens_alike(rules):  # one set speaks for all that hold as many tens
        tens = sets & TENS_MASK
        count = np.bitwise_count(tens).astype(np.intp)
        chosen = np.flatnonzero(tens == TENS_MASK & ~(TENS_MASK >> count))
        most = (mask & TENS_MASK).bit_count()
        repeats = np.array([comb(most, n) for n in range(5)])[count[chosen]]
        z, z_apart, signs = z[:, chosen], z_apart[:, chosen], signs[:, chosen] * repeats

    steps, cards = _steps(others, size)
    products = np.ones((len(cards), z.shape[1]), dtype=np.int64)
    for i, (fewer, part) in enumerate(steps, 1):
        np.multiply(products[fewer], z[part], out=products[i])
    return np.stack([(products * signs[cards + e]) @ z_apart[e] for e in range(apart + 1)])


def _suit(
    mask: int, code: int, apart_code: int, apart: int, others: int, size: int, rules: Rules
) -> Array:
    """The ways in a suit: all, and with the ace and a pair or a triple of tens taken out first."""
    options = (code, apart_code, apart, others, size, rules)
    tens = [r for r in (TENS if rules.blitz == "any" else COURT) if mask >> r & 1]
    all_ways = _suit_ways(_alike(mask, rules), *options)
    result = [all_ways, np.zeros_like(all_ways), np.zeros_like(all_ways)]
    if mask >> ACE & 1:
        for number, kind in ((2, PAIR), (3, TRIPLE)):
            for out in combinations(tens, number):
                left = mask & ~(1 << ACE) & ~sum(1 << r for r in out)
                result[kind] = result[kind] + _suit_ways(_alike(left, rules), *options)
    return np.stack(result)


def _tens_alike(rules: Rules) -> bool:
    """Whether ten-point cards of a suit are alike: where runs and courts don't count."""
    return not rules.suited_run and rules.blitz == "any"


def _alike(mask: int, rules: Rules) -> int:
    """The mask with its tens moved up where they are alike."""
    if not _tens_alike(rules):
        return mask
    return mask & ~TENS_MASK | TENS_MASK & ~(TENS_MASK >> (mask & TENS_MASK).bit_count())


@cache
def _splits(others: int, size: int) -> tuple[Array, Array, Array, Array]:
    """How a shape of two suits splits into a shape of each: the three shapes, and the orders.

    Built up by how many cards a player has in the two suits together.
    """
    rows = np.array(
        [[0] * 12 + [1]], dtype=np.int32
    )  # whole shape, first suit's, second suit's, orders
    for a in range(1, size + 1):
        grown = []
        for n in range(others + 1):
            more = np.zeros((0, 13), dtype=np.int32)
            for first in product(range(n + 1), repeat=a):  # who has d = 1 ... a in the first suit
                if sum(first) <= n:
                    second = (*first[-2::-1], n - sum(first))
                    row = np.zeros(13, dtype=np.int32)
                    row[a - 1], row[4 : 4 + a], row[8 : 8 + a] = n, first, second
                    row[12] = factorial(n) // prod(map(factorial, (*first, n - sum(first))))
                    more = np.vstack([more, row])
            fits = rows[rows[:, :4].sum(axis=1) + n <= others]
            joined = (fits[:, None] + more).reshape(-1, 13)
            joined[:, 12] = np.outer(fits[:, 12], more[:, 12]).ravel()
            grown.append(joined)
        rows = np.concatenate(grown)
    shapes, cards = rows[:, :12].reshape(-1, 3, 4), np.arange(1, 5)
    rows, shapes = (x[(shapes[:, 1:] @ cards <= 13).all(axis=1)] for x in (rows, shapes))
    key = (others + 1) ** np.arange(4)
    numbers = []
    for part, most in enumerate((26, 13, 13)):
        known = _shapes(others, size, most)
        number = np.zeros((others + 1) ** 4, dtype=np.intp)
        number[np.array(list(known)) @ key] = list(known.values())
        numbers.append(number[shapes[:, part] @ key])
    # In order, and each triple once: that makes the sums over them four times as fast.
    most = len(known)
    triples, same = np.unique(
        (numbers[0] * most + numbers[1]) * most + numbers[2], return_inverse=True
    )
    orders = np.bincount(same, rows[:, 12]).astype(np.intp)
    return triples // most**2, triples // most % most, triples % most, orders


@lru_cache(maxsize=256)
def _half(
    suits: tuple[int, int],
    code: int,
    apart_code: int,
    apart: int,
    others: int,
    size: int,
    rules: Rules,
) -> Array:
    """The ways in two suits, as Python ints: by what was taken out, cards apart, and shape."""
    options = (code, apart_code, apart, others, size, rules)
    first, second = (_suit(mask, *options) for mask in suits)
    whole, one, other, orders = _splits(others, size)
    shape = (len(_shapes(others, size, 26)), first.shape[2])
    cells = whole * shape[1] + one
    # A shape's weights add up to less than 2^41, where floats are exact. The ways (below 2^30) are
    # multiplied 14 bits at a time, so that the sums stay below 2^63.
    parts = np.stack([first & (1 << 14) - 1, first >> 14])
    low, high = np.zeros((2, len(TAKEN_OUT), apart + 1, shape[0]), dtype=np.int64)
    for kind2 in (FREE, PAIR, TRIPLE):
        for e2 in range(apart + 1):
            ways = second[kind2, e2]
            if not ways.any():
                continue
            weights = np.bincount(cells, orders * ways[other], minlength=shape[0] * shape[1])
            sums = parts[:, :, : apart + 1 - e2] @ weights.astype(np.int64).reshape(shape).T
            for kind1 in (FREE, PAIR, TRIPLE):
                out = TAKEN_OUT.index(
                    tuple((kind1 == kind) + (kind2 == kind) for kind in (PAIR, TRIPLE))
                )
                low[out, e2:] += sums[0, kind1] & (1 << 14) - 1
                high[out, e2:] += sums[1, kind1] + (sums[0, kind1] >> 14)
    return low + (high.astype(object) << 14)


@cache
def _meet(bound: int, others: int, size: int) -> tuple[Array, Array, Array]:
    """The shapes of two suits and of the other two with which each bound player has a full hand."""
    shapes = _shapes(others, size, 26)
    here, there, orders = [], [], []
    for shape, i in shapes.items():
        none = bound - sum(shape)
        rest = (*reversed(shape[: size - 1]), none)
        rest = rest + (0,) * (4 - len(rest))
        if none >= 0 and rest in shapes:
            here.append(i)
            there.append(shapes[rest])
            orders.append(factorial(bound) // (factorial(none) * prod(map(factorial, shape))))
    return np.array(here), np.array(there), np.array(orders, dtype=object)
