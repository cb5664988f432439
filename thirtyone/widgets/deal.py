"""Four hands on the table: who is lowest?"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

import htpy as h

from thirtyone.checks import whole
from thirtyone.deck import GLYPHS, SUIT_NAMES, Card, cards, pack, shuffled
from thirtyone.rules import SCAT
from thirtyone.scoring import settle
from thirtyone.widgets.panel import Message, Panel, style
from thirtyone.widgets.parts import html
from thirtyone.widgets.parts.asked import Followed
from thirtyone.widgets.parts.faces import PLAIN, face
from thirtyone.widgets.parts.words import listed, sentence, typed, worth

SEATS = 4
OPENING = tuple(cards(hand) for hand in ("KC QD JH", "9S 8S 3D", "AH 5H 2C", "8D 7C 5D"))
DECLARED = 31


@dataclass(frozen=True)
class Round:
    """One deal, the seat that was pointed at, and whether the values are shown.

    Deal 0 is the opening one; deal n is the n-th shuffle of the seed, one card to each seat,
    three times round.
    """

    seed: int = 0
    number: int = 0
    pointed: int | None = None
    revealed: bool = False
    hands: tuple[tuple[Card, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hands", dealt(self.seed, self.number))

    @property
    def values(self) -> list[float]:
        return [worth(hand)[0] for hand in self.hands]

    @property
    def blitz(self) -> list[int]:
        """The seats that were dealt 31, which ends the round at once."""
        return [seat for seat, value in enumerate(self.values) if value == DECLARED]

    @property
    def losers(self) -> list[int]:
        """The seats that lose a life if nobody draws."""
        lost = settle(self.values, declared=self.blitz, rules=SCAT)
        return [seat for seat, lives in enumerate(lost) if lives]

    @property
    def sums(self) -> list[int]:
        """What adding all three cards would give each seat."""
        return [sum(c.points for c in hand) for hand in self.hands]

    @property
    def right(self) -> bool:
        return self.pointed in self.losers


def dealt(seed: int, number: int) -> tuple[tuple[Card, ...], ...]:
    """The four hands of a numbered deal.

    >>> dealt(0, 0)[0]
    (K♣, Q♦, J♥)
    >>> dealt(7, 2) == dealt(7, 2)
    True
    """
    if not number:
        return OPENING
    (deck,) = shuffled(pack(), seed=seed, after=number - 1)
    return tuple(
        tuple(Card(int(deck[seat + SEATS * turn])) for turn in range(3)) for seat in range(SEATS)
    )


@dataclass(frozen=True)
class State:
    """The deal on the table, and of how many before the loser was pointed at."""

    round: Round = Round()
    right: int = 0
    played: int = 0


def guess(state: State, seat: str) -> State:
    if seat not in ("1", "2", "3", "4"):
        raise ValueError("The seats are 1 to 4.")
    if state.round.revealed:
        return state
    return replace(state, round=replace(state.round, pointed=int(seat) - 1))


def reveal(state: State, _: str) -> State:
    if state.round.pointed is None:
        raise ValueError("Point at a hand first.")
    if state.round.revealed:
        return state
    shown = replace(state.round, revealed=True)
    return State(shown, state.right + shown.right, state.played + 1)


def again(state: State, _: str) -> State:
    return replace(state, round=Round(state.round.seed, state.round.number + 1))


def from_seed(state: State, seed: int) -> State:
    """The first deal of a seed."""
    return replace(state, round=Round(whole("seed", seed, 0), 1))


class Deal(Panel):
    """Point at the seat that you think loses; then see the values, and deal again.

    `seed` is what the deals are shuffled from: the same seed deals the same hands.

    >>> deal = Deal()
    >>> deal.act("guess 3")
    >>> deal.act("reveal")
    >>> deal
    Deal 0: K♣ Q♦ J♥ is 10, 9♠ 8♠ 3♦ is 17, A♥ 5♥ 2♣ is 16, 8♦ 7♣ 5♦ is 13. \
Seat 1 is lowest with 10; you said seat 3.
    """

    _css = style("deal")
    verbs: ClassVar = {
        "guess": guess,
        "reveal": reveal,
        "again": again,
        "seed": lambda state, text: from_seed(state, typed("seed", text, 0)),
    }
    seed = Followed(lambda state: state.round.seed, from_seed)

    def __init__(self) -> None:
        super().__init__(State())

    @staticmethod
    def view(state: State, message: Message) -> html.Html:
        """The table: the question or verdict, the four seats, the controls."""
        now = state.round
        if now.revealed:
            button = html.button("Deal again", "again", main=True)
            below = adding(now)
        else:
            button = html.button("Reveal", "reveal", main=True, fixed=now.pointed is None)
            below = "Nobody draws: who loses a life now?"
        score = f" · right {state.right} of {state.played}" if state.played else ""
        return h.div(".t31-deal")[
            html.verdict(verdict(now)),
            h.div(".t31-seats", role="group", aria_label="Seats")[
                (seat_html(now, seat) for seat in range(SEATS))
            ],
            html.lead(sentence(message.text) or below, status=True),
            h.div(".t31-controls", data_live=True)[
                button,
                h.span(".t31-score")[f"Deal {now.number}{score}"],
                h.label["Seed ", html.field("seed", now.seed, 0)],
                html.reset(),
            ],
        ]

    def __repr__(self) -> str:
        now: Round = self.state.round
        hands = [" ".join(map(str, hand)) for hand in now.hands]
        if now.revealed:
            hands = [f"{hand} is {v}" for hand, v in zip(hands, now.values, strict=True)]
        of_seed = f" of seed {now.seed}" if now.number else ""
        return f"Deal {now.number}{of_seed}: {', '.join(hands)}. {verdict(now)}"


def seats(numbers: list[int]) -> str:
    """The seats in words, counted from 1."""
    names = [str(n + 1) for n in numbers]
    return f"{'seat' if len(names) == 1 else 'seats'} {listed(names, 'and')}"


def verdict(now: Round) -> str:
    """The question, and after the values are shown its answer."""
    if now.pointed is None:
        return "Which hand is worth least? Point at it."
    if not now.revealed:
        return f"You say seat {now.pointed + 1} is lowest. Reveal!"
    if now.blitz:
        were = "was" if len(now.blitz) == 1 else "were"
        said = f"{sentence(seats(now.blitz))} {were} dealt 31 and all others lose"
    elif len(now.losers) == 1:
        said = f"{sentence(seats(now.losers))} is lowest with {min(now.values)}"
    else:
        said = f"{sentence(seats(now.losers))} are lowest with {min(now.values)}"
    return f"{said}: you were right." if now.right else f"{said}; you said seat {now.pointed + 1}."


def adding(now: Round) -> str:
    """What somebody would say who adds all three cards."""
    least = [seat for seat, total in enumerate(now.sums) if total == min(now.sums)]
    also = " too" if least == now.losers else ""
    sums = ", ".join(map(str, now.sums))
    return f"Adding all three cards gives {sums}: that would blame {seats(least)}{also}."


def glyphs(words: str) -> str:
    """The words with each suit's glyph for its name."""
    for suit, name in SUIT_NAMES.items():
        words = words.replace(name, GLYPHS[suit] + PLAIN)
    return words


def seat_html(now: Round, seat: int) -> h.Element:
    """One seat: its hand, and its value once that is shown."""
    hand, shown = now.hands[seat], now.revealed
    value, counting, words = worth(hand)
    lost = shown and seat in now.losers
    name = f"Seat {seat + 1}: {', '.join(c.name for c in hand)}"
    return h.button(
        class_=["t31-seat", lost and "t31-loser"],
        aria_pressed=html.flag(now.pointed == seat),
        aria_label=f"{name}; {value}, {words}" if shown else name,
        data_do=f"guess {seat + 1}",
        aria_disabled=shown and "true",
    )[
        h.span(".t31-seat-name")[
            f"Seat {seat + 1}{' loses' if lost else ''}",
            h.i["guess" if now.pointed == seat else ""],
        ],
        h.span(".t31-fan")[(face(c, marked=c in counting if shown else None) for c in hand)],
        h.span(".t31-value")[(h.b[f"{value:g}"], f" {glyphs(words)}") if shown else h.b["?"]],
    ]
