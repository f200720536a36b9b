"""Base classes of widgets that show their parts one after another."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.timer import Timer
from textual.widget import Widget

from screens.widgets.lines import Lines


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


PACE = 1.0
"""Factor for the length of every pause; 0 shows everything at once."""


class StagedReveal(Widget):
    """Base of a reveal whose parts are shown one after another.

    `stage` counts what is shown so far, from 0; the widget redraws itself when it changes
    (`show_stage`). The screen that shows the reveal calls `reveal_rest` on a key press. With
    `--motion off` everything is shown at once.

    It is a `screens.widgets.gradual_reveal.GradualReveal`.
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
        self.held = False
        """Whether no further stage is shown by itself."""

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
        if not self.is_complete and not self.held:
            self.next_stage = self.set_timer(self.pauses[self.stage] * PACE, self.advance)

    def hold(self, held: bool) -> None:
        """Hold the reveal where it is, or go on."""
        self.held = held
        self.plan_next()

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
