"""Four hands on the table: who is lowest?"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from thirtyone.checks import whole
from thirtyone.deck import GLYPHS, SUIT_NAMES, Card, cards, pack, shuffled
from thirtyone.rules import SCAT
from thirtyone.scoring import settle
from thirtyone.widgets.cards import PLAIN, face_html, sentence
from thirtyone.widgets.hand_value import listed, worth
from thirtyone.widgets.panel import Panel, typed

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
    guess: int | None = None
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
        return self.guess in self.losers


def dealt(seed: int, number: int) -> tuple[tuple[Card, ...], ...]:
    """The four hands of a numbered deal.

    >>> dealt(0, 0)[0]
    (K♣, Q♦, J♥)
    >>> dealt(7, 2) == dealt(7, 2)
    True
    """
    if not number:
        return OPENING
    deck = shuffled(pack(), seed=seed, count=number)[-1]
    return tuple(
        tuple(Card(int(deck[seat + SEATS * turn])) for turn in range(3)) for seat in range(SEATS)
    )


class Deal(Panel):
    """Point at the seat that you think loses; then see the values, and deal again.

    >>> deal = Deal()
    >>> deal.act("guess 3")
    >>> deal.act("reveal")
    >>> deal
    Deal 0: K♣ Q♦ J♥ is 10, 9♠ 8♠ 3♦ is 17, A♥ 5♥ 2♣ is 16, 8♦ 7♣ 5♦ is 13. \
Seat 1 is lowest with 10; you said seat 3.
    """

    def __init__(self) -> None:
        self.round = Round()
        self.tally = (0, 0)  # right, played
        super().__init__()
        self.refresh()

    @property
    def seed(self) -> int:
        """What the deals are shuffled from: the same seed deals the same hands."""
        return self.round.seed

    @seed.setter
    def seed(self, seed: int) -> None:
        self.round = Round(whole("seed", seed, 0), 1)
        self.refresh()

    def do_guess(self, seat: str) -> str:
        if seat not in ("1", "2", "3", "4"):
            raise ValueError("The seats are 1 to 4.")
        if not self.round.revealed:
            self.round = replace(self.round, guess=int(seat) - 1)
        return ""

    def do_reveal(self, _: str = "") -> str:
        if self.round.guess is None:
            raise ValueError("Point at a hand first.")
        if not self.round.revealed:
            self.round = replace(self.round, revealed=True)
            self.tally = (self.tally[0] + self.round.right, self.tally[1] + 1)
        return ""

    def do_again(self, _: str = "") -> str:
        self.round = Round(self.round.seed, self.round.number + 1)
        return ""

    def do_seed(self, text: str) -> str:
        self.seed = typed("seed", text, 0)
        return ""

    def do_reset(self, _: str = "") -> str:
        self.round, self.tally = Round(), (0, 0)
        return ""

    def render(self) -> str:
        return table_html(self.round, self.tally, self.said)

    def __repr__(self) -> str:
        hands = [" ".join(map(str, hand)) for hand in self.round.hands]
        if self.round.revealed:
            values = self.round.values
            hands = [f"{hand} is {v}" for hand, v in zip(hands, values, strict=True)]
        of_seed = f" of seed {self.round.seed}" if self.round.number else ""
        return f"Deal {self.round.number}{of_seed}: {', '.join(hands)}. {verdict(self.round)}"


def seats(numbers: list[int]) -> str:
    """The seats in words, counted from 1."""
    names = [str(n + 1) for n in numbers]
    return f"{'seat' if len(names) == 1 else 'seats'} {listed(names, 'and')}"


def verdict(now: Round) -> str:
    """The question, and after the values are shown its answer."""
    guess = now.guess
    if guess is None:
        return "Which hand is worth least? Point at it."
    if not now.revealed:
        return f"You say seat {guess + 1} is lowest. Reveal!"
    if now.blitz:
        were = "was" if len(now.blitz) == 1 else "were"
        said = f"{sentence(seats(now.blitz))} {were} dealt 31 and all others lose"
    elif len(now.losers) == 1:
        said = f"{sentence(seats(now.losers))} is lowest with {min(now.values)}"
    else:
        said = f"{sentence(seats(now.losers))} are lowest with {min(now.values)}"
    return f"{said}: you were right." if now.right else f"{said}; you said seat {guess + 1}."


def adding(now: Round) -> str:
    """What somebody would say who adds all three cards."""
    least = [seat for seat, total in enumerate(now.sums) if total == min(now.sums)]
    also = " too" if least == now.losers else ""
    sums = ", ".join(map(str, now.sums))
    return f"Adding all three cards gives {sums}: that would blame {seats(least)}{also}."


def table_html(now: Round, tally: tuple[int, int], said: str) -> str:
    """The table: the question or verdict, the four seats, the controls."""
    places = "".join(seat_html(now, seat) for seat in range(SEATS))
    if now.revealed:
        button = '<button class="t31-main" data-do="again">Deal again</button>'
        below = sentence(said) or adding(now)
    else:
        away = ' aria-disabled="true"' if now.guess is None else ""
        button = f'<button class="t31-main" data-do="reveal"{away}>Reveal</button>'
        below = sentence(said) or "Nobody draws: who loses a life now?"
    right, played = tally
    score = f" · right {right} of {played}" if played else ""
    return (
        '<div class="t31-deal">'
        f'<p class="t31-verdict" role="status">{verdict(now)}</p>'
        f'<div class="t31-seats" role="group" aria-label="Seats">{places}</div>'
        f'<p class="t31-lead" role="status">{below}</p>'
        f'<div class="t31-controls">{button}<span class="t31-score">Deal {now.number}{score}</span>'
        f'<label>Seed <input type="number" min="0" step="1" data-do="seed" '
        f'value="{now.seed}"></label><button data-do="reset">Reset</button></div></div>'
    )


def glyphs(words: str) -> str:
    """The words with each suit's glyph for its name."""
    for suit, name in SUIT_NAMES.items():
        words = words.replace(name, GLYPHS[suit] + PLAIN)
    return words


def seat_html(now: Round, seat: int) -> str:
    """One seat: its hand, and its value once that is shown."""
    hand = now.hands[seat]
    names = ", ".join(c.name for c in hand)
    pressed = str(now.guess == seat).lower()
    value, counting, words = worth(hand)
    if now.revealed:
        faces = "".join(face_html(c, marked=c in counting) for c in hand)
        lost = " t31-loser" if seat in now.losers else ""
        shown = f"<b>{value}</b> {glyphs(words)}"
        name = f"Seat {seat + 1}: {names}; {value}, {words}"
    else:
        faces, lost = "".join(map(face_html, hand)), ""
        shown, name = "<b>?</b>", f"Seat {seat + 1}: {names}"
    fixed = ' aria-disabled="true"' if now.revealed else ""
    tag = "guess" if now.guess == seat else ""
    return (
        f'<button class="t31-seat{lost}" aria-pressed="{pressed}" aria-label="{name}" '
        f'data-do="guess {seat + 1}"{fixed}><span class="t31-seat-name">Seat {seat + 1}'
        f'{" loses" if lost else ""}<i>{tag}</i></span><span class="t31-fan">{faces}</span>'
        f'<span class="t31-value">{shown}</span></button>'
    )
