"""What every widget here is: a state, what an action makes of it, and how it looks.

The author of a new widget writes one file:

    @dataclass(frozen=True)
    class State:                              # all that the widget shows depends on
        count: int = 0

    def add(state, text):                     # the action "add 5" calls add(state, "5")
        more = typed("the number", text, 1)   # a ValueError refuses: its sentence is said
        return replace(state, count=state.count + more), f"{more} more"

    def view(state, message):                 # HTML by htpy, of what is in `parts`
        return div[p[state.count], button("One more", "add 1"), said(message.text, message.refused)]

    class Counter(Panel):
        verbs: ClassVar = {"add": add}
        view = staticmethod(view)
        count = Followed(lambda state: state.count)    # Python can read it and observe it

        def __init__(self): super().__init__(State())
        def __repr__(self): return f"Counter: {self.state.count}"

An action is a line of text (a verb and its object: from the page, from Python, from a test), or a
function of the state. It makes a `Step`: a state; a state and a sentence; or these and *work*,
what takes time: an iterable of functions without arguments, each of which works out one piece and
returns an action. The first answer is shown at once, then each piece as it comes, with one
rendering each (`renders` counts them). Work goes on until it is done, until a step has other work
(an empty one ends it), or until "stop"; in a notebook a piece is worked out only when the one
before has been seen, so that what no page shows costs nothing and the kernel stays free.

Every widget understands "reset" (the opening state), "stop", and, where the state has a `Guess`
with a key, "guess": it is stored, and what ``predict`` stores in the notebook is heard.

Most widgets ask the engine about a setting: `parts/asked.py` has their state (the setting, what it
was before, the guess) and what Python may set and observe of them; `widgets/knock.py` is an
example, and `widgets/hand_value.py` one without. A new widget is named in `widgets/__init__.py`,
and played in `tests/played.py`: what holds for all of them is then tested of it too.

`verbs` and `view` are pure: they read nothing but their arguments and change nothing. What a widget
needs beside `style/base.css` and `style/parts.css` stands in `style/NAME.css`, every rule of which
begins with a class of the widget's own: ``_css = style("NAME")``. A page keeps the last state of
each as plain HTML, without what is marked ``data_live=True``: see `parts/still.py`.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import RLock, current_thread, main_thread
from typing import Any, ClassVar, NamedTuple
from weakref import WeakSet

import anywidget
import htpy as h
import traitlets

from thirtyone import guesses
from thirtyone.widgets.parts.asked import Followed
from thirtyone.widgets.parts.guess import NONE, Guess
from thirtyone.widgets.parts.html import Html
from thirtyone.widgets.parts.still import Still, inert

HERE = Path(__file__).parent
SHOWN: WeakSet[Panel] = WeakSet()  # the widgets of this kernel
LOST = "The kernel was restarted: run this cell again."


class Message(NamedTuple):
    """What is said beside a state: a sentence, whether it refuses, whether more is still coming."""

    text: str = ""
    refused: bool = False
    working: bool = False


Action = str | Callable[[Any], Any]
Work = Iterable[Callable[[], Action]]
Step = tuple[Any, str | None, Work | None]  # None: what was said, or worked on, stays


def style(*names: str) -> str:
    """The stylesheets of the base and the parts, and those named."""
    files = (HERE / "style" / f"{name}.css" for name in ("base", "parts", *names))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def script(*names: str) -> str:
    """What runs in the page; the files named come before the base, which looks for them."""
    return "\n".join((HERE / f"{n}.js").read_text(encoding="utf-8") for n in (*names, "panel"))


class Panel(anywidget.AnyWidget):
    """A widget: see the head of this file.

    Fields of its own: `state`, `message`, `renders`, and `opening`, the state of "reset".
    """

    _esm = script()
    _css = style()
    html = traitlets.Unicode().tag(sync=True)
    renders = traitlets.Int(0).tag(sync=True)
    refused = traitlets.Bool(False).tag(sync=True)
    working = traitlets.Bool(False).tag(sync=True)
    answered = traitlets.Float(0).tag(sync=True)  # the number of the action that was answered last

    verbs: ClassVar[Mapping[str, Callable[[Any, str], Any]]] = {}
    greeting = ""  # said at the opening
    ended = "stopped"  # said when work was stopped

    def __init__(self, state: Any) -> None:
        super().__init__()
        self.lock = RLock()  # JupyterLab's messages may come in another thread than the cells
        self.state = self.opening = state
        self.message = Message(self.greeting)
        self.still = Still()
        self.work: Iterator[Callable[[], Action]] = iter(())
        self.next: Callable[[], Action] | None = None  # the piece that is worked out next
        try:
            self.loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:  # no notebook: nothing else waits, work is done at once
            self.loop = None
        if self.guess.key is not None:
            guesses.listeners.add(self)
        SHOWN.add(self)
        self.on_msg(self._hear)
        self.refresh()

    @property
    def guess(self) -> Guess:
        """The guess that the state waits for, or has."""
        found: Guess = getattr(self.state, "guess", NONE)
        return found

    @staticmethod
    def view(state: Any, message: Message) -> Html:
        """How a state looks, and what is said beside it. Pure."""
        raise NotImplementedError

    # Actions

    def act(self, action: Action) -> None:
        """Do what a click or a key asks for. A refusal is said in the widget, never raised."""
        with self.lock:
            try:
                self.do(action)
            except ValueError as error:
                self.message = Message(str(error), True, self.next is not None)
                self.refresh()
            except KeyboardInterrupt:  # Kernel → Interrupt, while it was worked out
                self.take(self.state, self.ended, ())

    def do(self, action: Action) -> None:
        """The same, but that a refusal is raised."""
        with self.lock:
            self.take(*self.step(action))
            if self.loop is None:
                self.finish()

    def step(self, action: Action) -> Step:
        """What an action makes of the present state; ValueError where it is refused."""
        if action == "stop":
            return self.state, self.ended if self.next else "", ()
        if isinstance(action, str):
            verb, _, text = action.partition(" ")
            if verb == "reset":
                return self.opening, self.greeting, ()
            if verb == "guess" and self.guess.key is not None:
                return self._guessed(self.guess.key, text)
        return self.after(self.state, action)

    @classmethod
    def after(cls, state: Any, action: Action) -> Step:
        """What an action makes of a state. Pure."""
        if not isinstance(action, str):
            return complete(action(state), None)
        verb, _, text = action.partition(" ")
        if verb not in cls.verbs:
            raise ValueError(f'"{verb[:20]}" is not something to do here')
        return complete(cls.verbs[verb](state, text), "")

    def take(self, state: Any, text: str | None, work: Work | None) -> None:
        """Be in another state, and show it."""
        if work is not None:
            self.work = iter(work)
            self.next = next(self.work, None)
        said = self.message.text if text is None else text
        self.state, self.message = state, Message(said, False, self.next is not None)
        self.refresh()

    def refresh(self) -> None:
        """Show the present state, and let what others observe follow it."""
        shown = h.div(".t31")[
            h.p(".t31-notice", role="alert", data_lost=True, hidden=True)[LOST],
            type(self).view(self.state, self.message),
        ]
        with self.hold_sync():  # one message
            self.html, self.renders = str(shown), self.renders + 1
            self.refused, self.working = self.message.refused, self.message.working
        for trait in self.traits().values():
            if isinstance(trait, Followed):
                trait.follow(self)
        if self.still.id and not self.working:
            self.still.keep(self._kept())

    def _ipython_display_(self) -> None:
        bundle: Any = self._repr_mimebundle_()
        self.still.display(bundle[0], self._kept())

    def _kept(self) -> str:
        """What a page keeps of it: the text form, and how it looks."""
        said = h.p(".t31.t31-lead")[repr(self)]
        return inert(f"{said}{self.html}", self._css)

    # Guesses

    @staticmethod
    def guessing(state: Any) -> Any:
        """The state in which a guess is taken; ValueError where something else comes first."""
        return state

    def _guessed(self, key: str, text: str) -> Step:
        state = self.guessing(self.state)
        guesses.listeners.discard(self)  # it hears it from here
        try:
            noted = guesses.predict(key, text)
        finally:
            guesses.listeners.add(self)
        if noted is None or noted.guess is None:
            raise ValueError(noted.text if noted else "First your guess.")
        self.opening = with_guess(self.opening, noted.guess)
        return with_guess(state, noted.guess), noted.text if noted.warns else "", None

    def stored(self, key: str, guess: float) -> None:
        """A guess was stored in this kernel, perhaps the one that is waited for."""
        if key == self.guess.key:
            with self.lock:
                self.opening = with_guess(self.opening, guess)
                self.take(with_guess(self.state, guess), None, None)

    # Work that takes time

    def finish(self) -> None:
        """Work out at once what is still to come."""
        while self.next is not None:
            self._piece()

    def _piece(self) -> None:
        """Work out the next piece and show it, unless meanwhile it is not wanted any more."""
        piece = self.next
        if piece is None:
            return
        try:
            with interruptible():
                action = piece()
        except KeyboardInterrupt:
            action = "stop"
        except Exception:  # a fault of its own: it must not seem to go on
            self.take(self.state, self.ended, ())
            raise
        with self.lock:
            if self.next is piece:
                step = self.step(action)
                self.next = next(self.work, None)
                self.take(*step)

    def _hear(self, _: Any, content: Mapping[str, Any], buffers: Any) -> None:
        """What comes from the page: an action, or that a piece was seen."""
        with self.lock:
            if "action" in content:
                with self.hold_sync():
                    try:
                        self.act(content["action"])
                    finally:
                        self.answered = content["number"]
            elif content["seen"] == self.renders and self.next is not None and self.loop:
                self.loop.call_soon_threadsafe(self._piece_if, self.renders)

    def _piece_if(self, renders: int) -> None:
        """The next piece, where what was seen is still what is shown; on the notebook's loop."""
        if renders == self.renders:
            hear_interrupts()
            self._piece()


def complete(step: Any, text: str | None) -> Step:
    """A step with what it left out: what is said, and no other work."""
    state, *rest = step if isinstance(step, tuple) else (step,)
    return (state, *rest, *(text, None)[len(rest) :])


def with_guess(state: Any, value: float) -> Any:
    """The state with its guess made."""
    return replace(state, guess=replace(state.guess, value=value))


# Kernel → Interrupt. Between the cells ipykernel ignores it, and there the pieces are worked out.

computing = False  # whether an interrupt may be raised where the main thread is now


@contextmanager
def interruptible() -> Iterator[None]:
    """In here an interrupt raises KeyboardInterrupt."""
    global computing
    try:
        computing = current_thread() is main_thread()
        yield
    finally:
        computing = False


def hear_interrupts() -> None:
    """From now on an interrupt ends what is being worked out; a cell's own hears it as ever."""
    if current_thread() is main_thread() and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, interrupted)


def interrupted(*_: Any) -> None:
    """Stop what is being worked out."""
    if computing:
        raise KeyboardInterrupt
    for panel in SHOWN:
        if panel.next is not None and panel.loop is not None:
            panel.loop.call_soon_threadsafe(panel.act, "stop")
