"""A round as pure functions of a frozen state: deal, legal actions, step, view.

All chance is in the deal. Actions are text, so that a round reads as a log: "draw", "take",
"discard 5D", "knock", "stand" (pass the last turn), "stop" (decline the upcard when the stock is
empty), "declare" or "quiet" (of a 31 just dealt or made), "hammer" (an immediate showdown),
"throw down" or "look" (the same, before looking at the cards).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from thirtyone.checks import shown, whole
from thirtyone.deck import Card, CardsLike, card, place, shuffled
from thirtyone.hands import DECLARED, codes_of, value_of
from thirtyone.rules import SCAT, Rules, Value, checked
from thirtyone.scoring import settle

Hand = tuple[Card, ...]
# What the player to act is asked: whether to throw down, to declare, for a turn, for a discard.
Phase = Literal["throw down", "declare", "turn", "discard", "over"]


@dataclass(frozen=True, slots=True)
class State:
    """A round at one moment. Seats are 0 to players - 1; the stock is drawn from its front.

    ``to_act`` is the seat whose action is next (None once ``over``); ``result`` is as ``settle``
    (None before the end).
    """

    rules: Rules
    dealer: int
    hands: tuple[Hand, ...]
    stock: Hand
    pile: Hand  # its last card is the upcard
    to_act: int | None
    phase: Phase
    knocker: int | None = None
    declared: tuple[int, ...] = ()
    undeclared: frozenset[int] = frozenset()  # holders of a 31 who kept quiet: it counts 30
    asked: tuple[int, ...] = ()  # who holds a 31 and is still to be asked
    taken: Card | None = None  # the upcard just taken: it may not be thrown back
    turns: tuple[int, ...] = ()  # by seat, how many turns each has begun
    discards: tuple[tuple[int | None, Card], ...] = ()  # who threw what; None: the first upcard
    takes: tuple[tuple[int, Card], ...] = ()  # who took what
    result: tuple[Value, ...] | None = None

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def players(self) -> int:
        return len(self.hands)

    @property
    def values(self) -> tuple[Value, ...]:
        """The hands' values as they count: a 31 that was not declared counts 30.

        While a player holds four cards, the best three of them.
        """
        return tuple(
            30 if seat in self.undeclared else value_of(_code(hand, self.rules))
            for seat, hand in enumerate(self.hands)
        )


@dataclass(frozen=True, slots=True)
class View:
    """What one seat can see: its own hand, the open cards that passed, the size of the stock.

    ``legal`` are its actions, empty when another seat is to act.
    """

    rules: Rules
    seat: int
    players: int
    dealer: int
    hand: Hand
    upcard: Card | None
    stock: int
    knocker: int | None
    turn: int  # how many turns this seat has begun
    discards: tuple[tuple[int | None, Card], ...]
    takes: tuple[tuple[int, Card], ...]
    legal: tuple[str, ...]


def deal(
    players: int,
    *,
    seed: int | None = None,
    dealer: int = 0,
    deck: CardsLike | None = None,
    rules: Rules = SCAT,
) -> State:
    """The start of a round: three cards each, one at a time from the dealer's left, and the upcard.

    ``deck`` is the order in which cards are dealt, the stock after the upcard; else ``seed``
    shuffles one (another each time where there is none).

    Raises ValueError for players not from 2 to 9, a dealer who is not there, or too few cards.

    >>> state = deal(2, deck="KH QS 8H 7S 2C 4D 5C 3D 6D", dealer=1)
    >>> state.hands, state.to_act, legal_actions(state)
    (((K♥, 8♥, 2♣), (Q♠, 7♠, 4♦)), 0, ('draw', 'take', 'knock'))
    """
    players = checked_players(players, dealer)
    seed = None if seed is None else whole("seed", seed, 0)
    if deck is None:
        rng = np.random.default_rng(seed)
        order = tuple(Card(int(i)) for i in shuffled(checked(rules).deck, seed=rng)[0])
    else:
        (order,) = place(checked(rules).deck, deck=deck)
    if len(order) < 3 * players + 2:
        raise ValueError(
            f"{len(order)} cards are too few: {players} players need three each, "
            "an upcard and a stock"
        )
    places = [(seat - dealer - 1) % players for seat in range(players)]
    hands = tuple(order[first : 3 * players : players] for first in places)
    first, upcard = (dealer + 1) % players, order[3 * players]
    state = State(
        rules,
        dealer,
        hands,
        stock=order[3 * players + 1 :],
        pile=(upcard,),
        to_act=first,
        phase="throw down" if rules.throw_down else "declare",
        turns=(0,) * players,
        discards=((None, upcard),),
    )
    return state if rules.throw_down else _ask_dealt(state)


def legal_actions(state: State) -> tuple[str, ...]:
    """The actions of the seat that is to act; empty only when the round is over."""
    seat, rules = _checked(state).to_act, state.rules
    if seat is None:
        return ()
    if state.phase == "throw down":
        return "throw down", "look"
    if state.phase == "declare":
        return "declare", "quiet"
    if state.phase == "discard":
        return tuple(_discarding(c) for c in state.hands[seat] if c != state.taken)
    last_turn = state.knocker is not None and state.knocker != seat
    actions = ["draw"] if state.stock else []
    actions.append("take")
    if state.knocker is None and state.stock:
        if _may_knock(state, seat):
            actions.append("knock")
        if rules.hammer and not any(state.turns):
            actions.append("hammer")
    if last_turn and (rules.may_stand or (not state.stock and rules.stock_empty == "draw")):
        actions.append("stand")
    elif not state.stock and rules.stock_empty == "take":
        actions.append("stop")
    return tuple(actions)


def step(state: State, action: str) -> State:
    """The state after the action of the seat that is to act; the old state stays as it is.

    Raises ValueError for an action that is not legal now, naming those that are.

    >>> state = deal(2, deck="KH QS 8H 7S 2C 4D 5C 3D 6D", dealer=1)
    >>> for action in ("knock", "draw", "discard 3D"):
    ...     state = step(state, action)
    >>> state.values, state.result
    ((18, 17), (0, 1))
    """
    seat = _checked(state).to_act
    if seat is None:
        raise ValueError(f'"{action}" comes too late: the round is over')
    wanted = " ".join(str(action).lower().split())
    if wanted.startswith("discard "):
        wanted = _discarding(card(wanted.removeprefix("discard ")))
    legal = legal_actions(state)
    if wanted not in legal:
        raise ValueError(f'"{action}" is not possible now: ' + ", ".join(legal))
    if state.phase == "throw down":
        return _ask_dealt(state) if wanted == "look" else _call_showdown(state, seat)
    if state.phase == "declare":
        return _declare(state, seat, wanted == "declare")
    if state.phase == "discard":
        return _discard(state, seat, card(wanted.removeprefix("discard ")))
    return _turn(state, seat, wanted)


def view(state: State, seat: int) -> View:
    """What that seat can see; nothing in it depends on cards that the seat cannot see."""
    _checked(state)
    seat = whole("a seat", seat, 0, state.players - 1)
    acts = state.to_act == seat
    unlooked = acts and state.phase == "throw down"
    return View(
        state.rules,
        seat,
        state.players,
        state.dealer,
        () if unlooked else state.hands[seat],
        state.pile[-1] if state.pile else None,
        len(state.stock),
        state.knocker,
        state.turns[seat],
        state.discards,
        state.takes,
        legal_actions(state) if acts else (),
    )


def checked_players(players: object, dealer: int = 0) -> int:
    """The number of players; ValueError unless so many can play, one of whom deals."""
    players = whole("players", players, 2, 9)
    whole("the dealer's seat", dealer, 0, players - 1)
    return players


def _checked(state: State) -> State:
    if not isinstance(state, State):
        raise ValueError(f"a state is what deal and step return, not {shown(state)}")
    return state


def _code(hand: Hand, rules: Rules) -> int:
    """The code of the hand, or of the best three while it has four cards."""
    threes = [hand] if len(hand) == 3 else [hand[:i] + hand[i + 1 :] for i in range(len(hand))]
    return int(codes_of(np.array(threes), rules).max())


def _may_knock(state: State, seat: int) -> bool:
    rules, hand = state.rules, state.hands[seat]
    return (
        (rules.first_turn_knock or state.turns[seat] > 0)
        and (rules.min_knock is None or state.values[seat] >= rules.min_knock)
        and (not rules.suited_knock or len({c.suit for c in hand}) == 1)
    )


def _discarding(c: Card) -> str:
    return f"discard {c.rank}{c.suit}"


# What each action does


def _ask_dealt(state: State) -> State:
    """Ask each holder of a 31 just dealt, from the dealer's left; then the first turn."""
    first = (state.dealer + 1) % state.players
    order = [(first + i) % state.players for i in range(state.players)]
    asked = tuple(s for s in order if _code(state.hands[s], state.rules) >= DECLARED)
    if asked:
        return replace(state, to_act=asked[0], phase="declare", asked=asked)
    return replace(state, to_act=first, phase="turn")


def _declare(state: State, seat: int, declares: bool) -> State:
    asked = state.asked[1:]
    if declares:
        state = replace(state, declared=(*state.declared, seat), asked=asked)
    else:
        state = replace(state, undeclared=state.undeclared | {seat}, asked=asked)
    if asked:
        return replace(state, to_act=asked[0])
    if state.declared:
        return _over(state)
    if not any(state.turns):
        return replace(state, to_act=(state.dealer + 1) % state.players, phase="turn")
    return _after_turn(state, seat)


def _turn(state: State, seat: int, action: str) -> State:
    if state.knocker != seat:  # else it goes on with the turn in which it knocked
        turns = tuple(n + (s == seat) for s, n in enumerate(state.turns))
        state = replace(state, turns=turns)
    if action == "draw":
        hands = _with_hand(state, seat, (*state.hands[seat], state.stock[0]))
        return replace(state, hands=hands, stock=state.stock[1:], phase="discard")
    if action == "take":
        upcard = state.pile[-1]
        return replace(
            state,
            hands=_with_hand(state, seat, (*state.hands[seat], upcard)),
            pile=state.pile[:-1],
            taken=upcard,
            takes=(*state.takes, (seat, upcard)),
            phase="discard",
        )
    if action == "knock":
        state = replace(state, knocker=seat)
        return state if state.rules.knocker_draws else _after_turn(state, seat)
    if action == "hammer":
        return _call_showdown(state, seat)
    return _after_turn(state, seat) if action == "stand" else _over(state, stock_empty=True)


def _discard(state: State, seat: int, thrown: Card) -> State:
    hand = tuple(c for c in state.hands[seat] if c != thrown)
    made_31 = _code(hand, state.rules) >= DECLARED
    asks = made_31 and seat not in state.undeclared
    state = replace(
        state,
        hands=_with_hand(state, seat, hand),
        pile=(*state.pile, thrown),
        taken=None,
        undeclared=state.undeclared if made_31 else state.undeclared - {seat},
        discards=(*state.discards, (seat, thrown)),
    )
    if asks and (state.knocker is None or state.rules.late_31 is not None):
        return replace(state, phase="declare", asked=(seat,))
    return _after_turn(state, seat)


def _after_turn(state: State, seat: int) -> State:
    if not state.stock and state.rules.stock_empty == "draw" and state.knocker is None:
        return _over(state, stock_empty=True)
    following = (seat + 1) % state.players
    if following == state.knocker:
        return _over(state)
    return replace(state, to_act=following, phase="turn")


def _call_showdown(state: State, seat: int) -> State:
    """An immediate showdown, scored like a knock by the caller; an unasked 31 is declared."""
    holders = tuple(
        s
        for s, hand in enumerate(state.hands)
        if s not in state.undeclared and _code(hand, state.rules) >= DECLARED
    )
    return _over(replace(state, declared=holders, knocker=None if holders else seat))


def _over(state: State, *, stock_empty: bool = False) -> State:
    result = settle(
        state.values,
        hands=state.hands,
        knocker=state.knocker,
        declared=state.declared,
        stock_empty=stock_empty,
        rules=state.rules,
    )
    return replace(state, to_act=None, phase="over", asked=(), result=result)


def _with_hand(state: State, seat: int, hand: Hand) -> tuple[Hand, ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])
