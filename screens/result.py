"""The result screen: how a game ended, and what to play next."""

from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Static

from engine.game import Seat
from engine.journal_reader import JournalError, read_record
from engine.lineup import move_options_to_seats
from engine.session import Session
from screens.branch import BranchSetup
from screens.games.ui_loading import load_game_ui
from screens.key_guard import KeyGuard
from screens.players import name_seats
from screens.setup_choices import Setup
from screens.widgets.footer import KeyFooter


class ResultScreen(KeyGuard, Screen[Setup | BranchSetup | None]):
    """Shows who won and why, and all secrets; dismissed with what to play next."""

    CSS_PATH = "result.tcss"
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    AUTO_FOCUS = "#rematch"
    HELP = (
        "The game is finished, so all secrets are shown. Play again with the same players: a "
        "rematch deals anew, the same deal starts with the same secrets. Replay shows the game "
        "step by step."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "rematch", "Rematch", tooltip="Same seats, new seed", key_display="N"),
        Binding("s", "same_seed", "Same seed", tooltip="Same seats, same deal", key_display="S"),
        Binding("p", "replay", "Replay", tooltip="Step through the game", key_display="P"),
        Binding(
            "h",
            "write_page",
            "Web page",
            tooltip="Write the game as one page beside its journal",
            key_display="H",
        ),
        Binding(
            "i", "inspect", "Inspect", key_display="I", tooltip="Prompts, answers, comparisons"
        ),
        Binding("escape", "home", "Home", key_display="Esc"),
        Binding("up", "scroll(-1)", show=False),
        Binding("down", "scroll(1)", show=False),
        Binding("pageup", "scroll(-10)", show=False),
        Binding("pagedown", "scroll(10)", show=False),
        Binding("left", "app.focus_previous", show=False),
        Binding("right", "app.focus_next", show=False),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, session: Session) -> None:
        """Show the result of `session`."""
        super().__init__()
        self.session = session

    @property
    def game(self) -> str:
        """The game's name in the catalog."""
        return self.session.definition.name

    def compose(self) -> ComposeResult:
        """The game's own result, the caveats, and what can be done next."""
        session = self.session
        view = session.match.view(None)
        specs = tuple(session.specs.values())
        names = name_seats(session.match.game.seats, specs, session.definition)
        with VerticalScroll(id="account"):
            ui = load_game_ui(session.definition.name)
            yield ui.create_result(view, names, session.match.score or {})
            if caveats := session.caveats:
                yield Static("\n".join(caveats), id="caveats", classes="muted", markup=False)
        with Horizontal(id="next"):
            yield Button("Rematch", id="rematch", classes="primary", action="screen.rematch")
            yield Button("Same seed", action="screen.same_seed")
            if session.journal is not None:
                yield Button("Replay", action="screen.replay")
                yield Button("Web page", action="screen.write_page")
            yield Button("Home", action="screen.home")
        yield KeyFooter()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Replay, web page and inspector need a journal."""
        return action not in ("replay", "write_page", "inspect") or self.session.journal is not None

    def create_setup(self, seed: str) -> Setup:
        """The same game, seats and options with another seed."""
        session = self.session
        definition = session.definition
        given = {
            name: str(session.header.options[name])
            for name, option in (definition.options | definition.moved_options).items()
            if session.header.options[name] != option.default
        }
        lineup = {n: session.specs[Seat(p)] for p, n in enumerate(session.match.game.seats)}
        moved = move_options_to_seats(definition, given, lineup)
        seats = {name: str(spec) for name, spec in moved.items()}
        return Setup(definition.name, seats, given, seed)

    def action_rematch(self) -> None:
        """Play again, with a new deal, unless the key was meant for the summary before."""
        self.record_press()
        if self.accepts_key():
            self.dismiss(self.create_setup(""))

    def action_same_seed(self) -> None:
        """Play again, with the same deal."""
        self.dismiss(self.create_setup(self.session.header.seed))

    def action_scroll(self, lines: int) -> None:
        """Scroll the result."""
        self.query_one("#account").scroll_relative(y=lines, animate=False)

    def action_home(self) -> None:
        """Go back to the home screen."""
        self.dismiss(None)

    @work(exclusive=True)
    async def action_replay(self) -> None:
        """Replay the game; dismiss with a game that branches off it, if any."""
        from screens.replay import create_replay

        assert self.session.journal is not None
        try:
            record = read_record(self.session.journal.path)
            players = [str(spec) for spec in self.session.specs.values()]
            screen = create_replay(record, self.session.definition, players)
        except JournalError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            if setup := await self.app.push_screen_wait(screen):
                self.dismiss(setup)

    @work(exclusive=True)
    async def action_inspect(self) -> None:
        """Inspect the moves."""
        from screens.inspector.screen import create_inspector

        assert self.session.journal is not None
        try:
            screen = create_inspector(
                read_record(self.session.journal.path), self.session.definition
            )
        except JournalError as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            await self.app.push_screen_wait(screen)

    def action_write_page(self) -> None:
        """Write the game as one web page beside its journal."""
        from engine.export import export_match

        assert self.session.journal is not None
        journal = self.session.journal.path
        page = journal.with_suffix(".html")
        try:
            text = export_match(read_record(journal), self.session.definition, None, "html")
            _replace_file(page, text)
        except (JournalError, OSError) as error:
            self.notify(str(error), severity="error", markup=False)
        else:
            self.notify(f"Written: {page}", timeout=15, markup=False)


def _replace_file(path: Path, text: str) -> None:
    """Write a file in place of an earlier one; if that is a symbolic link, its target stays.

    Raises:
        OSError: If it cannot be written.
    """
    with NamedTemporaryFile(
        "w", dir=path.parent, prefix=f".{path.name}.", encoding="utf-8", delete=False
    ) as file:
        try:
            file.write(text)
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise
