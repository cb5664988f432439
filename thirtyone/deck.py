"""Cards, the text they are read from, decks of 52 and 32, and the one seeded shuffle.

A card is an int that prints: 13 * suit + rank, suits C D H S, ranks 2 3 ... K A. Wherever the
package takes cards, text will do: ``"KH 8H 2C"``, ``"K♥ 8♥ 2♣"`` or ``"10h, 9d"``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from thirtyone.checks import shown

SUITS = ("C", "D", "H", "S")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
GLYPHS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANK_NAMES = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)  # by rank


class Card(int):
    """One card: an int from 0 to 51 that prints as a person writes it.

    >>> king = card("KH")
    >>> king, king.rank, king.suit, king.points, king.name, int(king)
    (K♥, 'K', 'H', 10, 'king of hearts', 37)
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Card:
        if not 0 <= index < 52:
            raise ValueError(f"{index!r} is not the index of a card: 0 to 51, 13 * suit + rank")
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


CardLike: TypeAlias = str | Card
CardsLike: TypeAlias = str | Card | Iterable[CardLike]

_READ = {rank + suit: 13 * s + r for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
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
        plain = text.strip().translate(_GLYPH_TO_LETTER).upper()
        index = _READ.get("10" + plain[1:] if plain.startswith("T") else plain)
        if index is not None:
            return Card(index)
    said = shown(text).replace("'", '"') if isinstance(text, str) else shown(text)
    raise ValueError(f"{said} is not a card: rank A K Q J 10 (or T) 9 … 2, then suit C D H S")


def cards(text: CardsLike) -> tuple[Card, ...]:
    """The cards that a text names, in its order; spaces or commas lie between them.

    Raises ValueError for a text that is no card and for one card twice.

    >>> cards("KH 8H, 2C")
    (K♥, 8♥, 2♣)
    """
    if isinstance(text, Card):
        return (text,)
    if isinstance(text, str):
        items: Iterable[CardLike] = [word for word in re.split(r"[\s,]+", text) if word]
    elif isinstance(text, Iterable):
        items = text
    else:
        raise ValueError(f'{shown(text)} is not a list of cards: write them as text, "KH 8H 2C"')
    result = tuple(card(item) for item in items)
    twice = [c for i, c in enumerate(result) if c in result[:i]]
    if twice:
        raise ValueError(f"{twice[0]} is there twice: each card is only once in the deck")
    return result


@cache
def pack(lowest_rank: int = 2) -> tuple[Card, ...]:
    """All cards from a rank up, in index order: 52 from the 2, 32 from the 7."""
    return tuple(Card(i) for i in range(52) if i % 13 >= lowest_rank - 2)


def place(deck: tuple[Card, ...], /, **places: CardsLike | None) -> list[tuple[Card, ...]]:
    """The cards of each named place, none of them twice, in two places or outside the deck."""
    found: dict[Card, str] = {}
    result = []
    for name, text in places.items():
        here = cards(text) if text is not None else ()
        for c in here:
            if c not in deck:
                raise ValueError(f"{c} is not in this deck of {len(deck)} cards")
            if c in found:
                raise ValueError(f"{c} is in two places: {found[c]} and {name}")
            found[c] = name
        result.append(here)
    return result


def shuffled(
    deck: Iterable[Card], *, seed: int | np.random.Generator, count: int = 1
) -> NDArray[np.intp]:
    """Seeded shuffles of the cards, one a row: shape (count, number of cards), card indices.

    >>> shuffled(pack(), seed=1).shape
    (1, 52)
    """
    indices = np.fromiter(deck, dtype=np.intp)
    order = np.random.default_rng(seed).random((count, len(indices))).argsort(axis=1)
    return order if len(indices) == 52 and (indices == range(52)).all() else indices[order]
