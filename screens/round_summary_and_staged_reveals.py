"""The screen that reveals to everybody how a round went, and the base of animated reveals.

`RoundSummary` is the screen. `StagedReveal` and `StagedLines` are base classes of widgets that show
their parts one after another; any key shows the rest at once.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Button

from screens.widgets.key_footer_and_guard import KeyFooter, KeyGuard, is_any_key
from screens.widgets.line_widgets_and_text_layout import Lines

SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
"""Keys that scroll a reveal that is taller than the screen."""


@runtime_checkable
class GradualReveal(Protocol):
    """A widget that reveals its parts one after another; see `StagedReveal`."""

    @property
    def is_complete(self) -> bool:
        """Whether everything is revealed."""

    def reveal_rest(self) -> bool:
        """Reveal the rest at once.

        Returns:
            Whether there was any.
        """


class RoundSummary(KeyGuard, Screen[None]):
    """Shows everybody what a round has revealed, until a key is pressed.

    During the reveal, any key shows the rest.
    """

    HELP = (
        "What this round has revealed; everybody may look. Up and Down scroll if it is longer "
        "than the screen. While it is being revealed any key shows the rest. Enter goes on."
    )
    CSS_PATH = "round_summary_and_staged_reveals.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", "Next", key_display="Enter"),
        Binding("enter,space", "skip", "Show all", key_display="Any key"),
    ]

    def __init__(self, reveal: Widget) -> None:
        """Show `reveal`, a widget made from onlookers' views."""
        super().__init__()
        self.reveal = reveal

    def compose(self) -> ComposeResult:
        """Yield the reveal and a button."""
        with VerticalScroll(id="news", can_focus=False):
            yield self.reveal
        with Center(id="buttons"):
            yield Button("Next", id="next", action="screen.go_on_or_skip", classes="primary")
        yield KeyFooter()

    @property
    def is_complete(self) -> bool:
        """Whether everything is revealed."""
        return not isinstance(self.reveal, GradualReveal) or self.reveal.is_complete

    def on_key(self, event: events.Key) -> None:
        """Show the rest on any key; once everything is shown, only the keys below do something."""
        if self.is_complete or not is_any_key(event.key) or event.key in SCROLLING:
            return
        event.stop()
        event.prevent_default()
        self.action_skip()

    def on_staged_reveal_completed(self) -> None:
        """Offer to go on."""
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Enable either showing the rest or continuing."""
        if action in ("go_on", "skip"):
            return (action == "go_on") == self.is_complete
        return True

    def action_go_on_or_skip(self) -> None:
        """Do what the button offers."""
        if self.is_complete:
            self.action_go_on()
        else:
            self.action_skip()

    def action_skip(self) -> None:
        """Reveal what is left, unless the key was meant for another screen."""
        if isinstance(self.reveal, GradualReveal):
            self.press(self.reveal.reveal_rest)

    def action_go_on(self) -> None:
        """Close, unless the key was meant for another screen."""
        self.press(self.dismiss)

    def show_armed(self, armed: bool) -> None:
        """Dim the button while keys are ignored."""
        self.query("#next").set_class(not armed, "-waiting")


PACE = 1.0
"""Factor for the length of every pause; 0 shows everything at once."""


class StagedReveal(Widget):
    """Base of a reveal whose parts are shown one after another.

    `stage` counts what is shown so far, from 0; the widget redraws itself when it changes
    (`show_stage`). The screen that shows the reveal calls `reveal_rest` on a key press. With
    `--motion off` everything is shown at once.

    It is a `screens.round_summary_and_staged_reveals.GradualReveal`.
    """

    stage: reactive[int] = reactive(0, init=False)
    """How many of the stages after the first are shown."""

    class Completed(Message):
        """Everything is revealed."""

    def __init__(self, pauses: Sequence[float], **arguments: Any) -> None:  # noqa: ANN401
        """Plan the stages.

        Args:
            pauses: Seconds before each stage, after the first, which is shown at once.
            arguments: As of every widget.
        """
        super().__init__(**arguments)
        self.pauses = tuple(pauses)
        self.next_stage: Timer | None = None

    @property
    def is_complete(self) -> bool:
        """Whether everything is revealed."""
        return self.stage >= len(self.pauses)

    def reveal_rest(self) -> bool:
        """Reveal the rest at once.

        Returns:
            Whether there was any.
        """
        if self.is_complete:
            return False
        self.stage = len(self.pauses)
        return True

    def show_stage(self) -> None:
        """Show the current stage, for widgets that do not read `stage` when they are drawn."""

    def on_mount(self) -> None:
        """Begin; show everything at once if motion is off."""
        if not PACE or self.app.animation_level == "none":
            self.reveal_rest()
        if self.is_complete:
            self.post_message(self.Completed())
        self.show_stage()
        self.plan_next()

    def watch_stage(self) -> None:
        """Show the stage, and plan the next."""
        if not self.is_mounted:
            return
        self.show_stage()
        self.plan_next()
        if self.is_complete:
            self.post_message(self.Completed())

    def plan_next(self) -> None:
        """Show the next stage after its pause."""
        if self.next_stage is not None:
            self.next_stage.stop()
        self.next_stage = None
        if not self.is_complete:
            self.next_stage = self.set_timer(self.pauses[self.stage] * PACE, self.advance)

    def advance(self) -> None:
        """Show the next stage."""
        if not self.is_complete:
            self.stage += 1


class StagedLines(StagedReveal, Lines):
    """A reveal of text lines. It has the height of its last stage from the start."""

    DEFAULT_CSS = "StagedLines { width: 1fr; height: auto; }"

    def layout_stage(self, width: int, stage: int) -> list[Content]:
        """Lay out the lines of a stage, none wider than `width` cells.

        Hidden parts keep their space: the lines of every stage have the same order.
        """
        raise NotImplementedError

    def layout_lines(self, width: int) -> list[Content]:
        return self.layout_stage(width, self.stage)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """Return the height of everything, so that nothing moves while it is revealed."""
        return len(self.layout_stage(max(width, 1), len(self.pauses)))
