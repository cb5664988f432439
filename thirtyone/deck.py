"""Cards, the text they are read from, decks of 52 and 32, and the one seeded shuffle.

A card is an int that prints: 13 * suit + rank, suits C D H S, ranks 2 3 ... K A. Wherever the
package takes cards, text will do: ``"KH 8H 2C"``, ``"K♥ 8♥ 2♣"`` or ``"10h, 9d"``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from thirtyone.checks import shown, whole

SUITS = ("C", "D", "H", "S")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
GLYPHS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
NUMBERS = tuple("bcdeEfFgGnoxX%")  # the ends of a format of numbers
POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)  # by rank


class Card(int):
    """One card: an int from 0 to 51 that prints as a person writes it.

    In an f-string it is text too, but for the formats of numbers (``f"{king:d}"`` is 37).

    >>> king = card("KH")
    >>> king, king.rank, king.suit, king.points, king.name, int(king)
    (K♥, 'K', 'H', 10, 'king of hearts', 37)
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Card:
        if type(index) not in (int, Card) or not 0 <= index < 52:
            index = whole('Card takes an index, card("KH") reads a text: an index', index, 0, 51)
        return super().__new__(cls, index)

    @property
    def rank(self) -> str:
        return RANKS[self % 13]

    @property
    def suit(self) -> str:
        return SUITS[self // 13]

    @property
    def points(self) -> int:
        """Ace 11, king, queen, jack and ten 10, the others their pips."""
        return POINTS[self % 13]

    @property
    def name(self) -> str:
        return f"{RANK_NAMES.get(self.rank, self.rank)} of {SUIT_NAMES[self.suit]}"

    def __repr__(self) -> str:
        return self.rank + GLYPHS[self.suit]

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(int(self) if spec.endswith(NUMBERS) else str(self), spec)


CardLike: TypeAlias = str | Card
CardsLike: TypeAlias = str | Card | Iterable[CardLike]

_READ = {c.rank.replace("10", ten) + c.suit: c for c in map(Card, range(52)) for ten in ("10", "T")}
_GLYPH_TO_LETTER = str.maketrans("♣♧♦♢♥♡♠♤", "CCDDHHSS", "\ufe0e\ufe0f")


def card(text: CardLike) -> Card:
    """The card that a text such as ``"KH"``, ``"10♣"`` or ``"td"`` names.

    Raises ValueError for a text that names no card, and for a bare number.

    >>> card("KH"), card("t♠")
    (K♥, 10♠)
    """
    if isinstance(text, Card):
        return text
    if isinstance(text, str):
        result = _READ.get(text.strip().translate(_GLYPH_TO_LETTER).upper())
        if result is not None:
            return result
    said = shown(text).replace("'", '"') if isinstance(text, str) else shown(text)
    raise ValueError(f"{said} is not a card: rank A K Q J 10 (or T) 9 … 2, then suit C D H S")


def cards(text: CardsLike) -> tuple[Card, ...]:
    """The cards that a text names, in its order; spaces or commas lie between them.

    Cards in a list keep their order too; a set has none, and gives them in index order.

    Raises ValueError for a text that is no card and for one card twice.

    >>> cards("KH 8H, 2C")
    (K♥, 8♥, 2♣)
    """
    if isinstance(text, Card):
        return (text,)
    items = text.replace(",", " ").split() if isinstance(text, str) else text
    single = isinstance(items, bytes | Mapping) or getattr(items, "ndim", 1) == 0
    if single or not isinstance(items, Iterable):
        raise ValueError(f'{shown(text)} is not a list of cards: write them as text, "KH 8H 2C"')
    result: dict[Card, None] = {}
    for one in map(card, items):
        if one in result:
            raise ValueError(f"{one} is there twice: each card is only once in the deck")
        result[one] = None
    return tuple(sorted(result) if isinstance(items, Set) else result)


@cache
def pack(lowest_rank: int = 2) -> tuple[Card, ...]:
    """All cards from a rank up, in index order: 52 from the 2, 32 from the 7."""
    return tuple(Card(i) for i in range(52) if i % 13 >= lowest_rank - 2)


def place(deck: tuple[Card, ...], /, **places: CardsLike | None) -> list[tuple[Card, ...]]:
    """The cards of each named place, none of them twice, in two places or outside the deck."""
    lies: dict[Card, str] = {}
    result = []
    for name, text in places.items():
        here = cards(text) if text is not None else ()
        for c in here:
            if c not in deck:
                raise ValueError(f"{c} is not in this deck of {len(deck)} cards")
            if c in lies:
                raise ValueError(f"{c} is in two places: {lies[c]} and {name}")
            lies[c] = name
        result.append(here)
    return result


def shuffled(
    deck: Iterable[Card],
    *,
    seed: int | np.random.Generator,
    count: int = 1,
    after: int = 0,
    last: NDArray[np.bool_] | None = None,
) -> NDArray[np.intp]:
    """Seeded shuffles of the cards, one a row: shape (count, number of cards), card indices.

    With ``after``, those that follow on so many of the seed's. The cards marked in ``last``, of
    that shape, go to the end of their row.

    >>> shuffled(pack(), seed=1).shape
    (1, 52)
    >>> np.array_equal(shuffled(pack(), seed=1, count=9)[8:], shuffled(pack(), seed=1, after=8))
    True
    """
    indices = np.fromiter(deck, dtype=np.intp)
    rng = np.random.default_rng(seed)
    if after:
        bits: Any = rng.bit_generator
        bits.advance(after * len(indices))  # a number for each card
    keys = rng.random((count, len(indices)))
    order = (keys if last is None else keys + 2 * last).argsort(axis=1)
    return order if len(indices) == 52 and (indices == range(52)).all() else indices[order]
