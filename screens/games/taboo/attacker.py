"""The private screen of the attacker."""

from asyncio import to_thread
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from textual import work
from textual.binding import BindingType
from textual.content import Content
from textual.widget import Widget

from engine.games.taboo.legality import find_slip
from engine.games.taboo.view import View
from engine.text import lemma
from screens.games.taboo.seat import TabooSeat
from screens.games.ui import SeatNames
from screens.widgets.secret import SHOW, Secret


class AttackerScreen(TabooSeat):
    """The target face down, the talk, and a line that must not hold the target."""

    BINDINGS: ClassVar[list[BindingType]] = [SHOW]

    def __init__(
        self,
        view: View,
        names: SeatNames,
        fault: Callable[[Any, Any], str | None],
        complaint: str | None,
    ) -> None:
        """Ask the attacker for a line."""
        super().__init__(view, names, fault, complaint)
        assert view.target is not None
        self.secret = Secret("Your target", view.target)
        self.judging = False
        """The dictionary of word forms is there: a verdict costs next to nothing."""

    def asked(self) -> Content:
        """Where to lead the other."""
        return Content(f"Make {self.other} say your target, and do not say it yourself.")

    def above(self) -> Iterator[Widget]:
        """The target."""
        yield self.secret

    def on_mount(self) -> None:
        """Fetch the dictionary of word forms while the person thinks."""
        self.call_after_refresh(self.fetch_dictionary)

    @work
    async def fetch_dictionary(self) -> None:
        """Judge the line as it is typed as soon as word forms can be compared."""
        await to_thread(lemma, "word")
        self.judging = True
        self.refresh_form()

    def judged(self) -> Content:
        """A verdict, once there can be one."""
        return super().judged() if self.judging else Content("")

    def warning(self) -> str | None:
        """A slip that is not refused loses."""
        slip = find_slip(self.view, self.spoken)
        return slip and f"This loses the game. {slip}"

    def action_show_secret(self) -> None:
        """Turn the target over."""
        self.secret.turn()
