"""Deals of several opponents, counted suit by suit: more of them than could ever be listed.

A hand's value is at most v exactly when each suit's best is (trips rules are left out), so the
number of ways to give opponents hands of at most v is a product over suits, summed over how many
cards of each suit each opponent has. Opponents are alike, so only the *shape* counts: how many
have one, two, three or four cards. One player may be told apart: a knocker, or the one opponent
whose losses are asked for.

* One suit (`_suit_ways`): with Z_c(X) the number of c-card subsets of a set X of ranks that are
  worth at most v, the ways to give disjoint subsets of sizes c_1 ... c_j to j opponents are, by
  inclusion and exclusion, the sum over X of (-1)^(C-|X|) binom(r-|X|, C-|X|) Z_c1(X) ... Z_cj(X),
  with r unseen ranks and C = c_1 + ... + c_j. Sums that leave 64 bits wrap, which does no harm:
  the result fits.
* A suit with its 31s (`_suit`): opponents with free hands take any cards but a 31. At most one a
  suit can make one (it takes the ace), so those who do are given the ace and two tens first: pairs
  of tens, less twice the triples where the four cards hold three.
* Two suits (`_half`): a shape of both splits into a shape of each (`_splits`).
* All suits (`_ways`): the halves meet where everybody has a full hand (`_meet`).
* All opponents (`Deals`): from the deals in which given ones end at or below v follow, by
  inclusion and exclusion, those in which none does.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from math import comb, factorial, perm

import numpy as np
from numpy.typing import NDArray

from thirtyone.deck import Card
from thirtyone.hands import ACE, COURT, Array, suit_codes
from thirtyone.rules import Rules

TENS = (8, *COURT)  # ranks
TENS_MASK = sum(1 << r for r in TENS)

# What is taken out of a suit for one who makes a 31: nothing, a pair or a triple of tens. Out of
# several suits p pairs and q triples are written p + 5 q. The matrices add up what comes together
# to the same: of the nine ways to take out of two suits, and of the 36 out of twice two.
ONE, TWO = np.array([0, 1, 5]), np.array([0, 1, 2, 5, 6, 10])
MAKE_TWO = (np.add.outer(ONE, ONE).ravel() == TWO[:, None]).astype(np.int64)
MAKE_FOUR = (np.add.outer(TWO, TWO).ravel() == np.arange(21)[:, None]).astype(np.int64)


@dataclass(frozen=True, slots=True)
class Deals:
    """The deals of cards to several opponents, each dealt three and, if they draw, one more.

    ``left`` are the cards that they may have; ``others`` the opponents that are alike; ``size``
    3 where they stand and 4 where they draw; ``apart`` how many cards a player told apart has
    (0: none is). A deal says who has which cards, and which card was drawn. The deals in which an
    opponent is dealt a hand to declare are never counted, nor those in which the one apart ends
    above ``apart_code``.
    """

    left: tuple[Card, ...]
    others: int
    size: int
    rules: Rules
    apart: int = 0

    def free(self, apart_code: int = 0) -> int:
        """All deals."""
        return self._within(0, apart_code)[0]

    def within(self, code: int, apart_code: int = 0) -> int:
        """Deals in which every other ends at or below the code (no 31)."""
        return self._within(code, apart_code)[-1]

    def above(self, code: int, apart_code: int = 0) -> int:
        """Deals in which every other ends above the code.

        Where a late 31 ends the round, those in which some other makes one are left out.
        """
        return _none_of(self._within(code, apart_code, late=self.rules.late_31 is not None))

    def above_but_one(self, code: int) -> int:
        """Deals in which a given other ends at or below the code, the rest ``above`` it."""
        return _none_of(self._within(code, 0, late=self.rules.late_31 is not None)[1:])

    def _within(self, code: int, apart_code: int, *, late: bool = False) -> list[int]:
        """Deals in which n given others end at or below the code, for n from 0 to all of them.

        The rest have free hands; where ``late``, no 31 is made either.
        """
        code, apart_code = _reached(code, self.rules), _reached(apart_code, self.rules)
        bounds = Bounds(code, apart_code, self.others, self.size, self.apart, self.rules)
        draws = 4 if self.apart == 4 else 1
        return [
            draws * sum(ways * self._free(n, out, late) for out, ways in enumerate(row) if ways)
            for n, row in enumerate(_ways(_suits(self.left, self.rules), bounds))
        ]

    def _free(self, within: int, taken_out: int, late: bool) -> int:
        """Ways to draw, and to deal the free hands, for some of which tens were taken out.

        Weighed so that those who make a 31 are subtracted from all.
        """
        q, p = divmod(taken_out, 5)
        draws = 4 if self.size == 4 else 1  # which of an opponent's cards may be the one drawn
        free = self.others - within
        plain = free - p - q
        left = len(self.left) - self.apart - self.size * within - 3 * p - 4 * q
        over = left - (self.size - 3) * p - self.size * plain
        never_made = late and self.size == 4
        if plain < 0 or over < 0 or (q and not never_made):
            return 0
        weight = (-draws) ** p * (2 * draws) ** q if never_made else (-1) ** p
        dealt = factorial(left) // (factorial(over) * factorial(self.size) ** plain)
        return int(weight * perm(free, p + q) * draws ** (within + plain) * dealt)


def _none_of(given: list[int]) -> int:
    """In how many cases none of n things is so, from how many there are where 0 to n given are."""
    signed = ((-1) ** i * comb(len(given) - 1, i) * cases for i, cases in enumerate(given))
    return int(sum(signed))


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the ways in a suit depend on besides its cards.

    Up to ``others`` players have up to ``size`` cards each, worth at most ``code``; the one apart
    has up to ``apart``, worth at most ``apart_code``.
    """

    code: int
    apart_code: int
    others: int
    size: int
    apart: int
    rules: Rules


@cache
def _reached(code: int, rules: Rules) -> int:
    """The greatest code up to this one that cards of a suit can have."""
    codes = suit_codes(rules)
    return int(codes[codes <= code].max())


@lru_cache(maxsize=256)
def _suits(left: tuple[Card, ...], rules: Rules) -> tuple[int, ...]:
    """The cards of each suit as a mask of ranks; in order of size, for suits are alike."""
    masks = [sum(1 << c % 13 for c in left if c // 13 == suit) for suit in range(4)]
    return tuple(sorted(sorted(_alike(mask, rules) for mask in masks), key=int.bit_count))


def _tens_alike(rules: Rules) -> bool:
    """Whether ten-point cards of a suit are alike: where runs and courts don't count."""
    return not rules.suited_run and rules.blitz == "any"


def _alike(mask: int, rules: Rules) -> int:
    """The mask with its tens moved up where they are alike."""
    if not _tens_alike(rules):
        return mask
    return mask & ~TENS_MASK | TENS_MASK & ~(TENS_MASK >> (mask & TENS_MASK).bit_count())


# Shapes: each has a key, to which every player adds by how many cards they have


def _unit(others: int) -> Array:
    """What one player with 0, 1, 2, 3, 4 cards adds to the key of a shape."""
    return np.array([0, *((others + 1) ** i for i in range(4))])


@cache
def _shapes(others: int, size: int, most: int) -> tuple[Array, Array, Array]:
    """The shapes of at most so many players and cards, by rising cards.

    How many players have 1, 2, 3, 4 cards, a row each; the cards of each row; and the number of
    its row for each key, or -1.
    """
    keys = np.arange((others + 1) ** size)
    rows = keys[:, None] // _unit(others)[1:] % (others + 1)
    cards = rows @ np.arange(1, 5)
    keys = cards.argsort(kind="stable")
    keys = keys[(rows[keys].sum(axis=1) <= others) & (cards[keys] <= most)]
    numbers = np.full((others + 1) ** 4, -1)
    numbers[keys] = range(len(keys))
    return rows[keys], cards[keys], numbers


@cache
def _steps(others: int, size: int) -> list[tuple[int, int]]:
    """Each shape of one suit, but the empty one, as a smaller shape and one more player's cards."""
    rows, _, numbers = _shapes(others, size, 13)
    unit, more = _unit(others), (rows[1:] > 0).argmax(axis=1) + 1
    fewer = numbers[rows[1:] @ unit[1:] - unit[more]]
    return list(zip(fewer.tolist(), more.tolist(), strict=True))


@cache
def _splits(others: int, size: int) -> tuple[Array, Array, Array, Array]:
    """How shapes of two suits split into a shape of each: whole, first, second, and the orders.

    Built up by how many cards a player has in the first suit and in the second.
    """
    unit, more = _unit(others), np.arange(others + 1)
    choose = np.array([[comb(n, k) for k in more] for n in more])
    known = _shapes(others, size, 13)[2]
    whole = first = second = players = np.zeros(1, dtype=np.intp)
    orders = np.ones(1, dtype=np.intp)
    for one, two in product(range(size + 1), repeat=2):
        if not 0 < one + two <= size:
            continue
        row, joining = np.nonzero(players[:, None] + more <= others)
        alike = whole[row] // unit[one + two] % (others + 1) + joining
        orders, players = orders[row] * choose[alike, joining], players[row] + joining
        whole = whole[row] + joining * unit[one + two]
        first, second = first[row] + joining * unit[one], second[row] + joining * unit[two]
        fits = (known[first] >= 0) & (known[second] >= 0)
        whole, first, second = whole[fits], first[fits], second[fits]
        orders, players = orders[fits], players[fits]
    # In order, and each triple once: that makes the sums over them four times as fast.
    most = len(known)
    triples = (_shapes(others, size, 26)[2][whole] * most + known[first]) * most + known[second]
    triples, same = np.unique(triples, return_inverse=True)
    orders = np.bincount(same, orders).astype(np.intp)
    return triples // most**2, triples // most % most, triples % most, orders


@cache
def _meet(within: int, others: int, size: int) -> tuple[Array, Array, Array]:
    """Shapes of two suits and of the other two with which so many have full hands; the orders."""
    unit, (rows, _, numbers) = _unit(others), _shapes(others, size, 26)
    here = np.flatnonzero(rows.sum(axis=1) <= within)
    rows = rows[here]
    none = within - rows.sum(axis=1)
    there = numbers[none * unit[size] + rows[:, :size] @ unit[size - 1 :: -1]]
    factorials = np.array([factorial(n) for n in range(others + 1)])
    orders = factorials[within] // (factorials[none] * factorials[rows].prod(axis=1))
    return here[there >= 0], there[there >= 0], orders[there >= 0]


# One suit


@lru_cache(maxsize=128)
def _subsets_within(code: int, rules: Rules) -> NDArray[np.int16]:
    """Z: how many subsets of each set of ranks have c cards and are worth at most the code."""
    held = np.bitwise_count(np.arange(1 << 13))
    z = np.stack([(held == c) & (suit_codes(rules) <= code) for c in range(5)]).astype(np.int16)
    for rank in range(13):
        pairs = z.reshape(5, -1, 2, 1 << rank)
        pairs[:, :, 1] += pairs[:, :, 0]
    return z


@lru_cache(maxsize=128)
def _sets(mask: int, rules: Rules) -> tuple[Array, Array, Array]:
    """The sets of ranks in the mask, by rising size; their sizes; how many sets each speaks for."""
    sets = np.flatnonzero(np.arange(1 << 13) & ~mask == 0)
    sizes = np.bitwise_count(sets).astype(np.intp)
    sets, sizes = sets[sizes.argsort(kind="stable")], np.sort(sizes)
    if not _tens_alike(rules):
        return sets, sizes, np.ones_like(sets)
    tens = np.bitwise_count(sets & TENS_MASK).astype(np.intp)
    chosen = np.flatnonzero(sets & TENS_MASK == TENS_MASK & ~(TENS_MASK >> tens))
    repeats = np.array([comb((mask & TENS_MASK).bit_count(), n) for n in range(5)])
    return sets[chosen], sizes[chosen], repeats[tens[chosen]]


@cache
def _signs(ranks: int) -> Array:
    """(-1)^(C-x) binom(r-x, C-x) by C and x."""
    signs = np.zeros((40, ranks + 1), dtype=np.int64)
    for cards in range(ranks + 1):
        for x in range(cards + 1):
            signs[cards, x] = (-1) ** (cards - x) * comb(ranks - x, cards - x)
    return signs


@lru_cache(maxsize=2048)
def _suit_ways(mask: int, bounds: Bounds) -> Array:
    """Ways to give cards of one suit: by the cards of the one apart, and the others' shape."""
    sets, sizes, repeats = _sets(mask, bounds.rules)
    z = _subsets_within(bounds.code, bounds.rules)[:, sets].astype(np.int64)
    z_apart = _subsets_within(bounds.apart_code, bounds.rules)[: bounds.apart + 1, sets]
    cards = _shapes(bounds.others, bounds.size, 13)[1]
    products = np.ones((len(cards), len(sets)), dtype=np.int64)  # Z_c1(X) ... Z_cj(X)
    for i, (fewer, more) in enumerate(_steps(bounds.others, bounds.size), 1):
        np.multiply(products[fewer], z[more], out=products[i])
    signs = _signs(mask.bit_count())[: cards[-1] + bounds.apart + 1, sizes] * repeats
    result = np.empty((bounds.apart + 1, len(cards)), dtype=np.int64)
    for total in range(cards[-1] + 1):  # the shapes with so many cards; no larger sets count
        rows = slice(*np.searchsorted(cards, [total, total + 1]))
        few = slice(np.searchsorted(sizes, total + bounds.apart, side="right"))
        weights = signs[total : total + bounds.apart + 1, few] * z_apart[:, few]
        np.einsum("sx,ex->es", products[rows, few], weights, out=result[:, rows])
    return result


@lru_cache(maxsize=512)
def _suit(mask: int, bounds: Bounds) -> NDArray[np.float64]:
    """The ways in a suit by the cards apart, what was taken out, and the others' shape.

    All ways, and those after the ace and a pair or a triple of tens were taken out.
    """
    codes, most = suit_codes(bounds.rules), max(bounds.code, bounds.apart_code)
    usable = sum(1 << r for r in range(13) if codes[1 << r] <= most)
    tens = [1 << r for r in (TENS if bounds.rules.blitz == "any" else COURT) if mask >> r & 1]
    result = [_suit_ways(mask & usable, bounds)]
    for number in (2, 3):
        out = map(sum, combinations(tens, number)) if mask >> ACE & 1 else ()
        left = Counter(_alike(mask - (1 << ACE) - ranks, bounds.rules) & usable for ranks in out)
        ways = [times * _suit_ways(m, bounds) for m, times in left.items()]
        result.append(sum(ways, np.zeros_like(result[0])))
    return np.stack(result, axis=1).astype(float)


# All suits


@lru_cache(maxsize=256)
def _half(suits: tuple[int, int], bounds: Bounds) -> NDArray[np.uint16]:
    """The ways in two suits, as digits: by digit, cards apart, what was taken out, and shape.

    The sum over the splits of a shape of orders times ways in the first suit times ways in the
    second: first over the second suit's shapes, which gives the first suit's their weights. Those
    add up to less than 2^41 and a suit's ways to less than 2^34, each of them below 2^30; so with
    weights split at 19 bits all sums stay below 2^53, where floats are exact.
    """
    first, second = (_suit(mask, bounds) for mask in suits)
    whole, one, other, orders = _splits(bounds.others, bounds.size)
    few = first.sum(axis=(0, 1)) > 0  # the shapes that can be at all
    used = few[one] & (second.sum(axis=(0, 1)) > 0)[other]
    whole, one, other, orders = whole[used], one[used], other[used], orders[used]
    first, one = first[..., few], (few.cumsum() - 1)[one]
    shape = (first.shape[2], len(_shapes(bounds.others, bounds.size, 26)[0]))
    cells, size = one * shape[1] + whole, shape[0] * shape[1]
    sums = np.zeros((2, bounds.apart + 1, len(TWO), shape[1]), dtype=np.int64)
    for apart, ways in enumerate(second):
        weights = np.stack([np.bincount(cells, orders * w[other], minlength=size) for w in ways])
        high = np.floor(weights / (1 << 19))
        for i, part in enumerate((weights - high * (1 << 19), high)):
            if part.any():  # many small products: large ones start threads, which cost more here
                products = first[: bounds.apart + 1 - apart, None] @ part.reshape(3, *shape)
                products = products.astype(np.int64).reshape(-1, 9, shape[1])
                sums[i, apart:] += MAKE_TWO @ products
    return _digits(*sums)


def _digits(low: Array, high: Array) -> NDArray[np.uint16]:
    """Five digits of 15 bits of the numbers low + 2^19 high."""
    low = low + ((high & (1 << 30) - 1) << 19)
    high = (high >> 30 << 4) + (low >> 45)
    return (np.stack([low, low >> 15, low >> 30, high, high >> 15]) & 0x7FFF).astype(np.uint16)


@lru_cache(maxsize=1024)
def _ways(suits: tuple[int, ...], bounds: Bounds) -> NDArray[np.object_]:
    """Ways to give hands within the bounds to n given others, and to the one apart, as Python ints.

    By n from 0 to all of them, and by what was first taken out. Digits are multiplied: 5^8 orders
    of hands, with 5 numbers of cards apart, leave their sums below 2^51.
    """
    first, second = (_half(pair, bounds).astype(float) for pair in (suits[:2], suits[2:]))
    second = second[:, ::-1].transpose(1, 2, 0, 3)  # the one apart has the rest of the cards there
    places = np.zeros((bounds.others + 1, len(TWO), len(TWO), 9), dtype=np.int64)
    for n in range(bounds.others + 1):
        here, there, orders = _meet(n, bounds.others, bounds.size)
        ways = second[..., there].reshape(bounds.apart + 1, len(TWO) * 5, -1).swapaxes(1, 2)
        products = ((first[..., here] * orders) @ ways).sum(axis=1).astype(np.int64)
        for i, digit in enumerate(products.reshape(5, len(TWO), len(TWO), 5)):
            places[n, ..., i : i + 5] += digit
    result: NDArray[np.object_] = MAKE_FOUR @ places.reshape(bounds.others + 1, -1, 9)
    return result.astype(object) @ [1 << 15 * i for i in range(9)]
