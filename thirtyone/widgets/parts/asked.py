"""What widgets share that ask the engine something: a setting, what it was before, a guess."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

import traitlets

from thirtyone.deck import card, cards
from thirtyone.hands import three
from thirtyone.widgets.parts.guess import NONE, Guess
from thirtyone.widgets.parts.spot import Spot


class Worded:
    """A setting: all that an answer depends on. It prints as its `words`.

    It is a frozen dataclass (with ``repr=False``, for this has one); making one raises ValueError
    where the engine refuses it.
    """

    @property
    def words(self) -> tuple[str, ...]:
        """What the answer depends on, in words; as many for each setting of a kind."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return ", ".join(self.words)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """The state of a widget that asks about a setting.

    Fields:
        setting: what the answer is of.
        start: the setting that it opened on.
        before: the setting before the last change.
        guess: what the learner guesses, where that is asked.
    """

    setting: Any
    start: Any
    before: Any = None
    guess: Guess = NONE

    @classmethod
    def of(cls, setting: Any, predict: str | None = None, **more: Any) -> Self:
        """The opening."""
        return cls(setting=setting, start=setting, guess=Guess.of(predict), **more)

    @property
    def locked(self) -> bool:
        """Whether the answer waits for a guess."""
        return self.guess.wanted

    @property
    def unanswered(self) -> str:
        """What lies there without an answer, and why; nothing where there is one."""
        return ""

    def put(self, setting: Any) -> Self:
        """The state with another setting."""
        if setting == self.setting:
            return self
        return replace(self, setting=setting, before=self.setting)

    def to(self, **changes: Any) -> Self:
        """The same by what changes; ValueError where the engine refuses it."""
        return self.put(replace(self.setting, **changes))


@dataclass(frozen=True, kw_only=True)
class AskedOfHand(Asked):
    """The same, where the setting has a `hand` and an `upcard`, which lie there to be swapped.

    Fields:
        spot: the cards as they lie, one of which may be missing.
        fault: why those cards have no answer.
    """

    spot: Spot
    fault: str = ""

    @classmethod
    def opening(
        cls,
        setting: Any,
        predict: str | None = None,
        *,
        home: int,
        upcard: str = "Upcard",
        **more: Any,
    ) -> Self:
        """The setting's four cards lie there; see `Spot` for ``home``."""
        held, labels = (*setting.hand, setting.upcard), ("Your hand", upcard)
        spot = Spot.of(held, labels, (3, 1), home=home, rules=setting.rules)
        return cls.of(setting, predict, spot=spot, **more)

    @property
    def unanswered(self) -> str:
        return self.fault and f"{self.spot}. {self.fault}"

    def put(self, setting: Any) -> Self:
        new = super().put(setting)
        if (setting.hand, setting.upcard) == (self.setting.hand, self.setting.upcard):
            return new
        return new.laid_out()

    def laid_out(self) -> Self:
        """The setting's own cards lie there, with none missing."""
        spot = self.spot.laid((*self.setting.hand, self.setting.upcard))
        return replace(self, spot=spot, fault="")

    def lay(self, spot: Spot) -> Self:
        """The cards lie so now: another setting, unless one is missing or the engine refuses."""
        new = replace(self, spot=spot)
        if not spot.complete:
            return replace(new, fault="Pick the missing card.")
        if spot.slots == self.spot.slots:
            return new
        try:
            return replace(new.to(**self.held(spot)), spot=spot, fault="")
        except ValueError as error:
            return replace(new, fault=str(error))

    def held(self, spot: Spot) -> dict[str, Any]:
        """What changes in the setting when the cards lie so."""
        *hand, upcard = spot.cards
        return {"hand": tuple(hand), "upcard": upcard}


class Followed(traitlets.TraitType[Any, Any]):
    """A trait that follows the state: others can observe it.

    With ``change``, a function of the state and a value, it can also be set: an action like any
    other, but that a refusal is raised.
    """

    def __init__(
        self, read: Callable[[Any], Any], change: Callable[[Any, Any], Any] | None = None
    ) -> None:
        super().__init__()
        self.read, self.change = read, change

    def __set__(self, panel: Any, value: Any) -> None:
        change = self.change
        if change is None:
            raise traitlets.TraitError(f"{self.name} can be observed, but not be set")
        panel.do(lambda state: change(state, value))

    def follow(self, panel: Any) -> None:
        """Take the value of the present state, and tell whoever observes it."""
        self.set(panel, self.read(panel.state))


def of_setting(name: str, read: Callable[[Any], Any] = lambda value: value) -> Followed:
    """A part of the setting, to be set and observed; ``read`` makes it of what it is set to."""
    return Followed(
        lambda state: getattr(state.setting, name),
        lambda state, value: state.to(**{name: read(value)}),
    )


class Asking(traitlets.HasTraits):
    """A panel whose state is `Asked`: its `setting` can be set and observed, parts by `change`.

    Its text form is the setting with what is `told` of it, or why nothing is.
    """

    state: Any  # the panel's
    do: Callable[..., None]
    kind = ""  # how the text form begins
    setting = Followed(lambda state: state.setting, lambda state, setting: state.put(setting))

    def change(self, **changes: Any) -> None:
        """Another setting, unless the engine refuses it."""
        self.do(lambda state: state.to(**changes))

    @staticmethod
    def told(state: Any) -> str:
        """What the answer comes to."""
        raise NotImplementedError

    def __repr__(self) -> str:
        if self.state.unanswered:
            return f"{self.kind}: {self.state.unanswered}"
        told = "locked until you guess" if self.state.locked else self.told(self.state)
        return f"{self.kind}: {self.state.setting}: {told}"


class AskingOfHand(Asking):
    """The same for a state that is `AskedOfHand`: `hand` and `upcard` as well."""

    hand = of_setting("hand", lambda hand: three(cards(hand)))
    upcard = of_setting("upcard", card)
