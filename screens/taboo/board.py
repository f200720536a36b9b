"""The public table of Adversarial Taboo; also what one seat saw, in a replay."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from engine.game import Seat
from engine.taboo.story import decided
from engine.taboo.view import View
from screens.front import Cast
from screens.taboo.standing import Standing
from screens.taboo.talk import Talk
from screens.widgets.lines import Lines


class TabooBoard(Vertical):
    """The turn, whose it is, and all that was said."""

    DEFAULT_CSS = """
    TabooBoard { height: 1fr; padding: 0 1; }
    TabooBoard Now { margin: 1 0; }
    """

    def __init__(self, cast: Cast) -> None:
        """Lay the table for `cast`."""
        super().__init__()
        self.standing = Standing()
        self.now = Now(cast)
        self.talk = Talk(cast)

    def compose(self) -> ComposeResult:
        """From how it stands to how it came there."""
        yield self.standing
        yield self.now
        yield self.talk

    def show(self, view: View) -> None:
        """Show `view` instead of what was there."""
        self.standing.show(view)
        self.now.show(view)
        self.talk.show(view)


class Now(Lines):
    """Whose turn it is, and the target for those who may know it."""

    def __init__(self, cast: Cast) -> None:
        """Call the seats as `cast` does."""
        super().__init__()
        self.cast = cast
        self.view: View | None = None

    def show(self, view: View) -> None:
        """Show another view."""
        self.view = view
        self.refresh(layout=True)

    def lines(self, width: int) -> list[Content]:
        """Two lines, where they fit."""
        view = self.view
        if view is None:
            return []
        if view.over:
            now = Content.styled(decided(view), "bold $primary")
        else:
            name = self.cast.name(Seat(view.turn))
            now = Content.assemble((name, "bold"), " is to speak.")
        word = ("not shown", "$muted") if view.target is None else (view.target, "bold $primary")
        return [*now.wrap(width), *Content.assemble(("Target  ", "$muted"), word).wrap(width)]
