"""The public table of Undercover; also what one seat saw, in a replay."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from engine.undercover.story import decided
from engine.undercover.view import View
from screens.front import Cast
from screens.undercover.standing import Standing, called
from screens.undercover.talk import Talk
from screens.widgets.lines import Lines


class UndercoverBoard(Vertical):
    """The round, whose turn it is, and all that was said and voted."""

    DEFAULT_CSS = """
    UndercoverBoard { height: 1fr; padding: 0 1; }
    UndercoverBoard Now { margin: 1 0; }
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
    """Whose turn it is, and the word for those who may know it."""

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
        """The turn; a seat's own word, and whether it is out."""
        view = self.view
        if view is None:
            return []
        if view.over:
            now = Content.styled(decided(view), "bold $primary")
        elif view.speaker is not None:
            now = Content.assemble((called(self.cast, view.speaker), "bold"), " is to speak.")
        else:
            now = Content.assemble("All who are ", ("still in the game", "bold"), " vote, sealed.")
        rows = [*now.wrap(width)]
        if view.word is not None:
            out = "   out of the game" if view.eliminated else ""
            own = Content.assemble(("Word  ", "$muted"), (view.word, "bold $primary"), out)
            rows += own.wrap(width)
        return rows
