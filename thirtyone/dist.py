"""Exact distributions, and figures that were only simulated."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from itertools import accumulate
from numbers import Real
from typing import Any

from thirtyone.checks import is_number, number, shown, whole

MOST_ROUNDS = 10**10  # some hours; more is a slip of the finger
FEW = 1_000  # rounds: fewer that are all equal decide nothing


class Table(Mapping[Any, Any]):
    """An immutable mapping that prints like a dict, and that can be copied and pickled.

    >>> Table({"heads": 1, "tails": 1})
    {'heads': 1, 'tails': 1}
    """

    __slots__ = ("_items",)

    def __init__(self, rows: Mapping[Any, Any]) -> None:
        self._items = dict(rows)

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __repr__(self) -> str:
        return repr(self._items)


class Dist(Table):
    """An exact distribution: how many of ``total`` equally likely cases give each outcome.

    An immutable mapping of outcome to int. Counts are never reduced, so they can be read as
    counts; two distributions are equal when their probabilities are. Probabilities are
    ``Fraction``s.

    Raises ValueError for counts that are not whole numbers from 0 up, or all 0, for an outcome that
    is nan or infinite, and for what is no mapping.

    >>> coin = Dist({"heads": 1, "tails": 1})
    >>> coin.p("heads"), coin.total
    (Fraction(1, 2), 2)
    """

    __slots__ = ("_numeric", "_total")

    def __init__(self, counts: Mapping[Any, int]) -> None:
        if not isinstance(counts, Mapping):
            example = "a mapping of outcomes to counts such as {10: 3, 20: 1}"
            raise ValueError(f"a Dist is made from {example}, not {shown(counts)}")
        self._numeric = all(isinstance(outcome, Real) for outcome in counts)
        if self._numeric and not all(-math.inf < outcome < math.inf for outcome in counts):
            raise ValueError("an outcome that is a number is neither nan nor infinite")
        keys = sorted(counts) if self._numeric else list(counts)
        self._items = {x: whole(f"the count of {shown(x)}", counts[x], 0) for x in keys}
        self._total = sum(self._items.values())
        if not self._total:
            raise ValueError("a distribution needs at least one case: all counts are 0")

    @property
    def total(self) -> int:
        """The number of cases: the denominator of every probability."""
        return self._total

    def p(self, event: Hashable | Callable[[Any], bool]) -> Fraction:
        """P(X = outcome), or the probability that a predicate is true of X.

        Raises ValueError for what can be no outcome, such as a text where outcomes are numbers.

        >>> hand = Dist({10: 3, 20: 1})
        >>> hand.p(10), hand.p(lambda value: value > 12), hand.p(7)
        (Fraction(3, 4), Fraction(1, 4), Fraction(0, 1))
        """
        if callable(event):
            return Fraction(sum(n for x, n in self.items() if event(x)), self.total)
        if not self._may_be(event):
            raise ValueError(f"{shown(event)} is no outcome here: {', '.join(map(repr, self))}")
        return Fraction(self._items.get(event, 0), self.total)

    def pmf(self) -> dict[Any, Fraction]:
        """P(X = x) for each outcome x."""
        return {x: Fraction(n, self.total) for x, n in self.items()}

    def cdf(self) -> dict[Any, Fraction]:
        """P(X ≤ x) for each outcome x, in order."""
        sums = accumulate(self.values())
        return {x: Fraction(n, self.total) for x, n in zip(self, sums, strict=True)}

    def at_least(self, x: Any) -> Fraction:
        """P(X ≥ x)."""
        self._need_numbers(x)
        return self.p(lambda outcome: outcome >= x)

    def at_most(self, x: Any) -> Fraction:
        """P(X ≤ x)."""
        self._need_numbers(x)
        return self.p(lambda outcome: outcome <= x)

    @property
    def mean(self) -> Fraction:
        """Σ x · P(X = x)."""
        self._need_numbers()
        return sum((Fraction(x) * n for x, n in self.items()), Fraction(0)) / self.total

    @property
    def median(self) -> Any:
        """The smallest outcome with P(X ≤ x) of at least one half."""
        return self.quantile(Fraction(1, 2))

    @property
    def mode(self) -> Any:
        """The outcome with the largest count; of several, the first."""
        return max(self, key=lambda x: self[x])

    @property
    def variance(self) -> Fraction:
        """Σ (x − mean)² · P(X = x)."""
        mean = self.mean
        return self.map(lambda x: (Fraction(x) - mean) ** 2).mean

    @property
    def stdev(self) -> float:
        """The square root of the variance, a float."""
        return math.sqrt(self.variance)

    def quantile(self, q: Fraction | float) -> Any:
        """The smallest outcome x with P(X ≤ x) ≥ q, for q from 0 to 1."""
        self._need_numbers()
        number("q", q, 0, 1, "share")
        return next(x for x, below in self.cdf().items() if below >= q and self[x])

    def map(self, f: Callable[[Any], Any]) -> Dist:
        """The distribution of f(X).

        Raises ValueError for what is no function.

        >>> Dist({10: 3, 20: 1}).map(lambda value: value >= 20)
        outcome  count  of 1,000
        False        3       750  ██████████████████
        True         1       250  ██████
        """
        _check_function("map", f)
        counts: dict[Any, int] = {}
        for x, n in self.items():
            y = f(x)
            counts[y] = counts.get(y, 0) + n
        return Dist(counts)

    def given(self, event: Callable[[Any], bool]) -> Dist:
        """The distribution of X among the cases in which the predicate is true.

        Raises ValueError when it is true of none, and for what is no predicate.
        """
        _check_function("given", event)
        counts = {x: n for x, n in self.items() if event(x)}
        if not sum(counts.values()):
            raise ValueError("no case meets that condition: nothing is left to condition on")
        return Dist(counts)

    def _need_numbers(self, *asked: object) -> None:
        if not self._numeric:
            outcomes = ", ".join(map(repr, self))
            raise ValueError(f"these outcomes are no numbers: ask for the chance of {outcomes}")
        if wrong := [x for x in asked if not self._may_be(x)]:
            raise ValueError(f"{shown(wrong[0])} is no number, as the outcomes here are")

    def _may_be(self, x: Any) -> bool:
        """Whether x is an outcome, or where they are numbers one too: True only among truths."""
        if not self._numeric:
            return isinstance(x, Hashable) and x in self._items
        return (is_number(x, Real) or type(x) in map(type, self)) and x == x

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dist):
            return NotImplemented
        return self._possible() == other._possible()

    def __hash__(self) -> int:
        return hash(frozenset(self._possible().items()))

    def _possible(self) -> dict[Any, Fraction]:
        return {x: p for x, p in self.pmf().items() if p}

    def _rows(self) -> list[tuple[str, str, str, float]]:
        """Outcome, count, share of 1,000 and the bar's length relative to the longest."""
        most = max(self.values())
        shares = per_mille(list(self.values()))
        return [
            (str(x), f"{n:,}", f"{share:,}", n / most)
            for (x, n), share in zip(self.items(), shares, strict=True)
        ]

    def __repr__(self) -> str:
        rows = self._rows()
        head = ("outcome", "count", "of 1,000")
        wide = [max(len(head[i]), *(len(str(row[i])) for row in rows)) for i in range(3)]
        lines = [f"{head[0]:<{wide[0]}}  {head[1]:>{wide[1]}}  {head[2]:>{wide[2]}}"]
        for x, n, share, length in rows:
            line = f"{x:<{wide[0]}}  {n:>{wide[1]}}  {share:>{wide[2]}}  {_bar(length)}"
            lines.append(line.rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        cell, bar = "padding:.1em .6em;text-align:right", "background:#3b6ea5;height:.8em"
        body = "".join(
            f'<tr><th scope="row" style="{cell}">{escape(x)}</th>'
            f'<td style="{cell}">{n}</td><td style="{cell}">{share}</td>'
            f'<td style="padding:.1em .6em;text-align:left;min-width:16em">'
            f'<div style="{bar};width:{100 * length:.1f}%"></div></td></tr>'
            for x, n, share, length in self._rows()
        )
        names = ("outcome", "count", "of 1,000")
        head = "".join(f'<th scope="col" style="{cell}">{name}</th>' for name in names)
        return (
            f'<table aria-label="distribution of {self.total:,} cases"><thead><tr>{head}'
            f"<td></td></tr></thead><tbody>{body}</tbody></table>"
        )


def _check_function(name: str, f: object) -> None:
    if not callable(f):
        example = "a function of the outcome such as lambda value: value > 20"
        raise ValueError(f"{name} takes {example}, not {shown(f)}")


def _bar(length: float, width: int = 18) -> str:
    return "█" * round(length * width) or ("▏" if length else "")


def per_mille(counts: list[int]) -> list[int]:
    """The counts as shares of 1,000 that add up: largest remainders are rounded up.

    >>> per_mille([1, 1, 1])
    [334, 333, 333]
    """
    total = sum(counts)
    shares = [1000 * n // total for n in counts]
    by_remainder = sorted(range(len(counts)), key=lambda i: -(1000 * counts[i] % total))
    for i in by_remainder[: 1000 - sum(shares)]:
        shares[i] += 1
    return shares


def checked_sample(rounds: object, seed: object) -> tuple[int, int]:
    """The rounds and the seed of an estimate; ValueError where there can't be one."""
    return whole("rounds", rounds, 1, MOST_ROUNDS), whole("seed", seed, 0)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure found by simulation: its value, standard error, number of rounds and seed.

    It prints only the digits that its error supports. One round has no error (``stderr`` is nan),
    and rounds that are all equal show none (0): both are said in its place.

    >>> Estimate(0.318815, 0.00147, n=100_000, seed=1)
    0.3188 ± 0.0015
    >>> Estimate(2.0, 0.0, n=10, seed=1), Estimate.of_share(0, 1_000, seed=1)
    (2 (10 equal rounds), under 3 in 1,000)
    """

    value: float
    stderr: float
    n: int
    seed: int

    def __repr__(self) -> str:
        if not 0 < self.stderr < math.inf:
            rounds = "one round" if self.n == 1 else f"{self.n:,} equal rounds"
            return f"{self.value:g} ({rounds})"
        if self.value in (0, 1) and self.stderr == 1.5 / self.n:
            return f"over {self.n - 3:,} in {self.n:,}" if self.value else f"under 3 in {self.n:,}"
        digits = max(0, 1 - math.floor(math.log10(self.stderr)))
        return f"{self.value:.{digits}f} ± {self.stderr:.{digits}f}"

    @classmethod
    def of_share(cls, count: int, n: int, seed: int) -> Estimate:
        """The share p of n rounds that count, with its standard error √(p(1 − p)/n).

        Where none counts, or all, that is 0 and says nothing: 19 times in 20 the chance is then
        under 3 in n (over n − 3 in n), which is printed, and half of 3/n stands for the error.
        """
        p = whole("count", count, 0, n) / whole("n", n, 1)
        stderr = math.sqrt(p * (1 - p) / n) or (1.5 / n if n > 3 else 0.0)
        return cls(p, stderr if n > 1 else math.nan, n, seed)

    def differs_from(self, value: float | Fraction) -> bool:
        """Whether the figure is more than two standard errors away from the value.

        One round can't tell, nor can fewer than 1,000 that are all equal.
        """
        if self.n < FEW and self.stderr in (0, 1.5 / self.n):
            return False
        return abs(self.value - value) > 2 * self.stderr

    def __float__(self) -> float:
        return self.value
