"""Dialogs with a button for each answer, and `ModalHost`, which shows one modal at a time.

`ChoiceDialog` is the base class. `LeaveDialog` asks whether to leave the table, and `FailureDialog`
what to do about a player that failed. A table is a `ModalHost`: tasks that want to show a dialog
wait until the screen in front of it is closed.
"""

from asyncio import CancelledError, Event, Lock
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from enum import Enum
from functools import partial
from typing import Any, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import ScreenResume
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Static

from screens.widgets.key_footer_and_guard import KeyFooter, KeyGuard


class ChoiceDialog[Answer](ModalScreen[Answer]):
    """A question with a button for each answer; dismissed with the answer."""

    HELP = "Choose an answer with the arrow keys or Tab, and confirm it with Enter."
    CSS_PATH = "dialogs_and_modal_host.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down", "app.focus_next", show=False),
        Binding("left,up", "app.focus_previous", show=False),
    ]

    def __init__(self, title: str, text: str, answers: dict[str, Answer]) -> None:
        """Ask `text` under `title`; `answers` maps the labels of the buttons to answers."""
        super().__init__()
        self.heading = title
        self.text = text
        self.answers = answers

    def compose(self) -> ComposeResult:
        """The question and the buttons."""
        with Vertical(classes="dialog"):
            yield Static(self.heading, classes="title", markup=False)
            yield Static(self.text, markup=False)
            with Horizontal(classes="buttons"):
                for number, label in enumerate(self.answers):
                    yield Button(label, id=f"answer-{number}", classes="" if number else "primary")
        yield KeyFooter()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Choose the answer of that button."""
        place = int((event.button.id or "").removeprefix("answer-"))
        self.choose(list(self.answers.values())[place])

    def choose(self, answer: Answer) -> None:
        """Dismiss with an answer."""
        self.dismiss(answer)


class LeaveDialog(ChoiceDialog[bool | None]):
    """Asks whether to leave the table; dismissed with true to leave."""

    HELP = (
        "Every move so far is saved. Keep playing, or leave: Resume in the menu continues the "
        "game later. The arrow keys choose, Enter confirms, Esc keeps playing."
    )
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "stay", "Keep playing")]

    def __init__(self, take_over: Callable[[], object] | None = None) -> None:
        """Ask; offer `take_over` as well, which asks whose turns to take over."""
        answers: dict[str, bool | None] = {"Keep playing": False, "Save and leave": True}
        if take_over is not None:
            answers["Take over"] = None
        super().__init__(
            "Leave the table?",
            "The game is saved after every move. You can resume it from the menu.",
            answers,
        )
        self.take_over = take_over

    def choose(self, answer: bool | None) -> None:
        """Leave, keep playing, or ask whose turns to take over."""
        self.dismiss(bool(answer))
        if answer is None and self.take_over is not None:
            self.take_over()

    def action_stay(self) -> None:
        """Keep playing."""
        self.dismiss(False)


class Remedy(Enum):
    """What to do about a player that failed, or would exceed its budget."""

    RETRY = "Try again"
    TAKE_OVER = "Take over"
    PERSON = "A person takes over"
    BASELINE = "word2vec takes over"
    MORE = "Allow {amount} more"
    UNLIMITED = "Continue without a limit"
    LEAVE = "Save and leave"


class FailureDialog(ChoiceDialog[Remedy], KeyGuard):
    """Asks the operator what to do about a player that failed; shows no secrets."""

    HELP = (
        "A player could not make a move; the message says why. Try again, let somebody else take "
        "over, or save the game and leave. The arrow keys choose, Enter confirms."
    )

    def __init__(self, person: str, error: str, remedies: tuple[Remedy, ...]) -> None:
        """Show `error` of the player of `person`, and offer `remedies`."""
        super().__init__(f"Trouble: {person}", error, {r.value: r for r in remedies})

    def choose(self, answer: Remedy) -> None:
        """Ignore accidental presses, as the dialog may appear while Enter is being pressed."""
        self.press(partial(super().choose, answer))

    def show_armed(self, armed: bool) -> None:
        """Dim the buttons while keys are ignored."""
        self.query(Button).set_class(not armed, "-waiting")


def is_closed(screen: Screen[Any]) -> bool:
    """Whether a screen has been closed: its parts may be gone.

    Ask it after waiting. A screen that is being removed is not displayed any more, from before
    the first of its parts goes; it stays attached until all of them have gone.
    """
    return not (screen.is_attached and screen.display)


PAINT_HOLD = 0.05
"""Seconds for which the host is not painted after a modal: another modal may follow at once."""


class ModalHost[Result](Screen[Result]):
    """Shows one modal screen at a time; callers that want to show another wait for the lock."""

    def __init__(self) -> None:
        super().__init__()
        self.modal_lock = Lock()
        """Held while a modal is shown."""
        self.paint_hold = ExitStack()
        """Delays painting until it is closed."""
        self.is_asking = False
        """Whether a modal is shown, or about to be."""
        self.uncovered = Event()
        """Set when the screen in front of this one was closed."""

    @property
    def is_in_front(self) -> bool:
        """Whether no other screen covers this one, not even help.

        `is_current` is false while the app closes, when there is no screen to compare with.
        """
        return self.is_current and self.app.screen is self

    async def finish(self, result: Result) -> None:
        """Dismiss this screen with `result`, after screens in front of it are closed.

        Textual always removes the front screen, whichever is dismissed.
        """
        async with self.exclusive():
            self.dismiss(result)

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Wait until no other screen is in front, then hold the lock."""
        async with self.modal_lock:
            while not self.is_in_front:
                self.uncovered.clear()
                await self.uncovered.wait()
            yield

    @on(ScreenResume)
    def mark_uncovered(self) -> None:
        """Wake tasks that wait for the front screen to close."""
        self.uncovered.set()

    async def show_modal[Answer](self, screen: Screen[Answer]) -> Answer | None:
        """Push a screen and wait for its answer; pop it if this is cancelled.

        `push_screen_wait` shields the push from cancellation, so without this
        a private screen would outlive the match that asked.
        """
        self.is_asking = True
        try:
            answer = await self.app.push_screen_wait(screen)
        except CancelledError:
            self.paint_hold.close()
            while screen in self.app.screen_stack:
                self.app.pop_screen()
            raise
        finally:
            self.is_asking = False
        self.paint_hold.enter_context(self.app.batch_update())
        # The app's timer, as it must fire even if this screen was closed.
        self.app.set_timer(PAINT_HOLD, self.resume_painting)
        return answer

    def on_screen_suspend(self) -> None:
        """Resume painting when another screen comes to the front."""
        self.paint_hold.close()

    def resume_painting(self) -> None:
        """Paint the delayed updates, unless another modal is about to come to the front."""
        if not self.is_asking:
            self.paint_hold.close()
            self.app.refresh()
