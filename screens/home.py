"""The home screen: the title in the form of cards, and the menu."""

from asyncio import to_thread
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.config.paths import get_games_folder
from screens.shown_keys import show_key
from screens.typed_ahead import TypedAhead
from screens.widgets.breakpoints import apply_breakpoints
from screens.widgets.footer import KeyFooter
from screens.widgets.marked_list import MarkedList
from screens.widgets.text_layout import wrap_items
from screens.widgets.wordmark import Wordmark

if TYPE_CHECKING:
    from engine.config.start import Start
    from lab.run.background import Launcher
    from screens.game_flow import GameFlow
    from screens.replay.screen import ReplayScreen
    from screens.saved.evening import Evening
    from screens.saved.summary import SavedGame
    from screens.setup.branch import BranchSetup
    from screens.setup.setup import Setup
    from screens.table.screen import TableScreen
    from screens.watch.demo import Demo


MENU = {
    "new": ("N", "New game", "who is here, and what you play"),
    "alone": ("A", "Play alone", "with machines at the table"),
    "watch": ("W", "Watch", "machines play each other"),
    "resume": ("R", "Resume", "looking for a game"),
    "replays": ("P", "Saved games", "to replay or resume one"),
    "laboratory": ("L", "Laboratory", "experiments with machines"),
    "rules": ("U", "Rules", "how the games are played"),
    "deck": ("D", "Deck", "a gallery of the cards"),
    "settings": ("S", "Settings", "colours, keys, times, names"),
    "quit": ("Q", "Quit", ""),
}
"""By action: letter, label, description."""


LATER_GROUPS = ("replays", "settings")
"""The actions with which a further group of the menu begins."""
LABEL_WIDTH, USUAL_WIDTH = 12, 60
"""Cells of a label of the menu; one more on screens of so many columns."""
ROOMY = 28
"""From this many rows on, there is room between the groups."""


MENU_KEYS = {"new": "new_game", "alone": "play_alone"} | {
    action: action
    for action in ("watch", "resume", "replays", "laboratory", "rules", "deck", "settings")
}
"""By action: the name of its key in the keymap, if people may choose it."""


TOOLTIPS = {"resume": "The last unfinished game", "quit": "Every move is saved"}
"""What the help and the palette say of actions whose line of the menu changes or says nothing."""


WIDEST_EVENING, EVENING_SIDES, EVENING_LINES = 69, 8, 3
"""The most columns of the card of the evening, those of its frame, and its most lines."""


MORNING, NIGHT = 5, 17
"""The hours at which a day and an evening begin."""


class HomeScreen(Screen[None]):
    """The title and a menu; dismissed to quit."""

    # As a CSS_PATH it would make Textual read every style sheet twice before the first frame.
    DEFAULT_CSS = Path(__file__).with_suffix(".tcss").read_text(encoding="utf-8")
    HELP = (
        "Start here. Choose with the arrow keys and Enter, press the letter, or click. New game "
        "asks who is here and what to play; Play alone and Watch seat machines. Resume continues "
        "the last unfinished game. The scoreboard counts this evening's games, since the last "
        "pause of six hours, of the people at the table."
    )
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (71, "-wide")]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(0, "-low"), (23, "-high"), (ROOMY, "-tall")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(
                letter.lower(),
                action,
                label,
                show=False,
                tooltip=TOOLTIPS.get(action, told[:1].upper() + told[1:]),
                id=MENU_KEYS.get(action),
            )
            for action, (letter, label, told) in MENU.items()
        ),
        Binding(
            "x",
            "reset_scores",
            "New scores",
            key_display="X",
            tooltip="Begin a new scoreboard",
            id="new_scores",
        ),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
        Binding(
            "f2",
            "app.change_theme",
            "Theme",
            key_display="F2",
            tooltip="The colours of the app",
            id="theme",
        ),
    ]

    def __init__(
        self,
        open_table: "Callable[[Setup], TableScreen]",
        resume: "Callable[[Path], TableScreen]",
        branch: "Callable[[BranchSetup], TableScreen]",
        start: "Start",
        first: "TableScreen | ReplayScreen | Demo | None" = None,
        parlour: tuple[str, ...] = (),
    ) -> None:
        """Show the menu, or `first` before it.

        Args:
            open_table: Opens a table for a new game; may raise `UnknownGame`, `LineupError`,
                `OptionError` or `JournalError`.
            resume: Opens a table for a saved game; may raise the same.
            branch: Opens a table for a game that branches off a saved one; may raise the same.
            start: The settings in force.
            first: A table to begin with; or a replay, after which the app closes unless a game
                branched off it.
            parlour: The command that runs Parlour in a separate process.
        """
        super().__init__()
        self.first = first
        self.open_table = open_table
        self.resume = resume
        self.branch = branch
        self.start = start
        self.games = get_games_folder(start.data)
        self.parlour = parlour
        self.latest: SavedGame | None = None
        """The game that Resume resumes."""
        self.is_roomy = False
        """Whether there is room between the groups of the menu."""
        self.evening: Evening | None = None
        """The scoreboard of the evening, once it is known."""
        self.ahead: TypedAhead | None = None
        """Takes what is typed while New game is opening; `None` if it is not."""

    def compose(self) -> ComposeResult:
        """The title and the menu."""
        apply_breakpoints(self)
        with Vertical():
            yield Wordmark()
            yield Static("P A R L O U R", id="name")
            yield Static("Word games for people and machines at one table", id="tagline")
            with Center(id="evening"):
                yield Static(id="tonight")
            yield MarkedList(*self.list_options(), id="menu", compact=True)
        yield Static(id="version")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Disable Resume until the latest saved game is known."""
        self.query_one(OptionList).disable_option("resume")
        if self.first:
            self.play_first(self.first)

    @work(exclusive=True, group="flow")
    async def play_first(self, first: "TableScreen | ReplayScreen | Demo") -> None:
        """Show `first`, and play what follows."""
        if not await self.flow.play_first(first):
            self.dismiss()

    def on_screen_resume(self) -> None:
        """Find the latest saved game again, as it may have changed meanwhile."""
        self.call_after_refresh(self.find_latest_if_shown)

    def list_options(self) -> Iterator[Option | None]:
        """List the lines of the menu, with air between its groups where there is room."""
        self.is_roomy = self.app.size.height >= ROOMY
        for action in MENU:
            if action in LATER_GROUPS and self.is_roomy:
                yield None
            yield Option(self.render_menu_line(action), id=action)

    def on_resize(self) -> None:
        """Lay the menu out anew if there is room between its groups now, or none any more."""
        is_other = (self.app.size.height >= ROOMY) != self.is_roomy
        if is_other:
            menu = self.query_one(OptionList)
            marked = menu.highlighted_option
            menu.clear_options()
            menu.add_options(self.list_options())
            menu.highlighted = menu.get_option_index(marked.id) if marked and marked.id else 0
        if self.evening is not None:
            self.show_tonight(self.evening)
        elif is_other:
            self.show_latest(named=False)

    def render_menu_line(self, action: str, description: str | None = None) -> Content:
        """Render a line of the menu, with another `description` if given, without markup."""
        letter, label, own = MENU[action]
        if action in MENU_KEYS:
            letter = show_key(self.app, MENU_KEYS[action])
        usable = action != "resume" or self.latest is not None
        return Content.assemble(
            (f" {letter} ", "bold $primary" if usable else "$muted"),
            f" {label:{LABEL_WIDTH + (self.app.size.width >= USUAL_WIDTH)}}",
            (own if description is None else description, "$muted"),
        )

    def find_latest_if_shown(self) -> None:
        """Find the latest saved game, unless a game that was opened first covers this screen."""
        if self.is_current:
            self.find_latest()

    @work(exclusive=True, group="latest")
    async def find_latest(self) -> None:
        """Find the game that Resume resumes, after the first frame."""
        self.latest = await to_thread(_load_latest, self.games)
        self.show_tonight(await to_thread(_load_evening, self.games, self.start.data))
        for corner in self.query("#version").results(Static):
            corner.update(f"Parlour {await to_thread(_read_version)}")

    def show_latest(self, named: bool) -> None:
        """Show beside Resume which game it resumes, if any; `named` if another line names it."""
        for menu in self.query(OptionList):  # none if the screen was closed meanwhile
            menu.replace_option_prompt(
                "resume", self.render_menu_line("resume", describe_latest(self.latest, named))
            )
            if self.latest:
                menu.enable_option("resume")
            else:
                menu.disable_option("resume")

    def show_tonight(self, evening: "Evening") -> None:
        """Show in place of the tagline who has won tonight, and which game can be resumed."""
        self.evening = evening
        room = min(self.app.size.width, WIDEST_EVENING) - EVENING_SIDES
        most = EVENING_LINES if self.app.size.height >= ROOMY else EVENING_LINES - 1
        told = describe_tonight(evening, self.start.data, room, most)
        scores = told
        if told and self.latest:
            told = add_resumable(told, self.latest.title, show_key(self.app, "resume"), room)
        self.show_latest(named=told is not scores)
        for card in self.query("#tonight").results(Static):  # none if the screen was closed
            card.update(told or Content())
            self.set_class(told is not None, "-tonight")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer a new scoreboard and Resume if there is one, and a game to resume."""
        if action == "resume":
            return self.latest is not None
        return action != "reset_scores" or bool(self.evening and self.evening.games)

    @work(exclusive=True, group="latest")
    async def action_reset_scores(self) -> None:
        """Begin a new scoreboard, after asking."""
        from screens.dialogs.question import ChoiceDialog  # noqa: PLC0415 - after the first frame
        from screens.saved.evening import reset_evening  # noqa: PLC0415 - after the first frame

        question = ChoiceDialog(
            "Begin a new scoreboard?",
            "The games that were played stay saved; they no longer count on this screen.",
            {"Keep it": False, "New scoreboard": True},
            decline="Keep it",
        )
        if not await self.app.push_screen_wait(question):
            return
        try:
            reset_evening(self.start.data, datetime.now().astimezone())
        except OSError as error:
            self.notify(
                f"This could not be remembered: {error.strerror}.",
                severity="error",
                markup=False,
            )
        self.find_latest()

    @on(OptionList.OptionSelected)
    async def choose(self, event: OptionList.OptionSelected) -> None:
        """Run the action that was chosen."""
        await self.run_action(f"screen.{event.option_id}")

    @cached_property
    def flow(self) -> "GameFlow":
        """The flow that plays games; created when needed, as its imports are slow."""
        from screens.game_flow import GameFlow  # noqa: PLC0415 - pydantic and the games: 0.2 s, after the first frame

        return GameFlow(self, self.open_table, self.resume, self.branch, self.start.settings)

    async def on_key(self, event: events.Key) -> None:
        """Keep names that are typed while New game is opening, and run the menu's keys at once.

        Here letters are keys: those of a name must not overtake the N before them.
        """
        bound = self.active_bindings.get(event.key)
        if self.ahead is not None and (event.is_printable or event.key == "enter"):
            event.stop()
            self.ahead.add(event)
        elif bound is not None and bound.node is self and bound.enabled:
            event.stop()
            await self.run_action(bound.binding.action)

    def action_new(self) -> None:
        """Ask for a set-up and play it."""
        self.ahead = TypedAhead("n")
        self.play_new_game(self.ahead)

    @work(exclusive=True, group="flow")
    async def play_new_game(self, ahead: TypedAhead) -> None:
        """Ask for a set-up, in which stands what was typed ahead, and play it."""
        try:
            await self.flow.play_new_game(ahead=ahead)
        finally:
            if self.ahead is ahead:
                self.ahead = None

    @work(exclusive=True, group="flow")
    async def start_game(self, game: str) -> None:
        """Ask for a set-up of a game and play it."""
        await self.flow.play_new_game(game)

    @work(exclusive=True, group="flow")
    async def resume_game(self, path: Path) -> None:
        """Resume a saved game."""
        await self.flow.resume_game(path)

    @work(exclusive=True, group="flow")
    async def replay_game(self, path: Path) -> None:
        """Replay a saved game."""
        await self.flow.replay_game(path)

    @work(exclusive=True, group="flow")
    async def action_alone(self) -> None:
        """Ask what one person plays with machines, and play it."""
        await self.flow.play_with_machines(alone=True)

    @work(exclusive=True, group="flow")
    async def action_watch(self) -> None:
        """Ask what machines play, and show it."""
        await self.flow.play_with_machines(alone=False)

    @work(exclusive=True, group="flow")
    async def action_resume(self) -> None:
        """Resume the latest unfinished game."""
        if self.latest:
            await self.flow.resume_game(self.latest.path)

    @work(exclusive=True, group="flow")
    async def action_replays(self) -> None:
        """Choose a saved game to replay or resume."""
        from screens.players.history import load_player_history  # noqa: PLC0415 - after the first frame
        from screens.saved.screen import GamesList  # noqa: PLC0415 - after the first frame

        looks = load_player_history(self.start.data).looks
        while choice := await self.app.push_screen_wait(GamesList(self.games, looks)):
            if choice.resume:
                await self.flow.resume_game(choice.path)
                return
            if await self.flow.replay_game(choice.path):
                return

    @cached_property
    def launcher(self) -> "Launcher":
        """Starts runs of the laboratory."""
        from lab.run.background import Launcher  # noqa: PLC0415 - after the first frame

        return Launcher(self.parlour, self.start.settings)

    @work(exclusive=True, group="flow")
    async def action_laboratory(self) -> None:
        """Show the runs of the laboratory, if its packages are installed."""
        from lab.errors import LabError  # noqa: PLC0415 - after the first frame
        from lab.requirements import require_packages  # noqa: PLC0415 - after the first frame

        try:
            require_packages()
        except LabError as error:
            self.notify(str(error), severity="error", markup=False)
            return
        from screens.laboratory.runs import LaboratoryScreen  # noqa: PLC0415 - needs the extra `lab`

        screen = LaboratoryScreen(self.launcher, self.flow.show_replay, self.start.settings)
        await self.app.push_screen_wait(screen)

    @work(exclusive=True, group="flow")
    async def action_settings(self) -> None:
        """Ask for settings, and apply what was changed."""
        from screens.settings.look_change import LookChanged  # noqa: PLC0415 - after the first frame
        from screens.settings.screen import SettingsScreen  # noqa: PLC0415 - after the first frame

        themes = {
            name: name.partition("-")[2].capitalize()
            for name in self.app.available_themes
            if name.startswith("parlour-")
        }
        changed = await self.app.push_screen_wait(SettingsScreen(self.start, themes))
        if changed:
            self.start.change(changed)
            self.__dict__.pop("flow", None)  # it is created again, with these settings
            look = self.start.look._replace(
                theme=changed.get("theme"), images=changed.get("images")
            )
            self.post_message(LookChanged(look))

    def action_rules(self) -> None:
        """Show how the games are played."""
        from screens.help.screen import HelpScreen  # noqa: PLC0415 - after the first frame

        self.app.push_screen(HelpScreen())

    def action_deck(self) -> None:
        """Show the gallery of the built-in deck."""
        from images.deck import DeckError  # noqa: PLC0415 - after the first frame
        from images.deck_reader import open_deck  # noqa: PLC0415 - after the first frame
        from screens.gallery.gallery import Gallery  # noqa: PLC0415 - after the first frame

        try:
            self.app.push_screen(Gallery(open_deck()))
        except DeckError as error:
            self.notify(str(error), severity="error", markup=False)

    @work(exclusive=True, group="quit")
    async def action_quit(self) -> None:
        """Close the app; ask first about runs that it has started."""
        if await self.may_leave():
            self.dismiss()

    async def may_leave(self) -> bool:
        """Whether the app may be closed; asks if runs that it has started are still running."""
        running = self.launcher.going_on if "launcher" in self.__dict__ else []
        if not running:
            return True
        from screens.dialogs.question import ChoiceDialog  # noqa: PLC0415 - after the first frame

        names = ", ".join(one.path.stem for one in running)
        question = ChoiceDialog(
            "Runs are not finished",
            f"{names}: keep running without Parlour's window, or stop? A run that is stopped can "
            "be continued; nothing that is finished is lost.",
            {"Keep running": "keep", "Stop": "stop", "Stay": ""},
            decline="Stay",
        )
        answer = await self.app.push_screen_wait(question)
        if answer == "stop":
            for one in running:
                one.process.terminate()  # like Ctrl+C: an orderly end
        return bool(answer)


def _load_latest(games: Path) -> "SavedGame | None":
    from screens.saved.folder import find_latest_unfinished  # noqa: PLC0415 - pydantic and the games: 0.15 s, after the frame

    return find_latest_unfinished(games)


def _load_evening(games: Path, data: Path) -> "Evening":
    from screens.saved.evening import load_evening  # noqa: PLC0415 - as above

    return load_evening(games, data, datetime.now().astimezone())


def describe_tonight(evening: "Evening", data: Path, width: int, most: int) -> Content | None:
    """Write who has won tonight; `None` if there was no game tonight.

    Args:
        evening: The scoreboard.
        data: The data folder.
        width: The cells of a line, which breaks only between players.
        most: The most lines.
    """
    from screens.players.history import load_player_history  # noqa: PLC0415 - after the first frame
    from screens.saved.evening import format_wins  # noqa: PLC0415 - after the first frame

    if not evening.games:
        return None
    hour = datetime.now().astimezone().hour
    when = "Today" if MORNING <= hour < NIGHT else "Tonight"
    wins = format_wins(evening, load_player_history(data).looks)
    return Content("\n").join(wrap_items(Content.styled(f"{when}: ", "bold"), wins, width, most))


def add_resumable(told: Content, title: str, key: str, width: int) -> Content:
    """Add which game `key` resumes to the last line of `told`, if the line has room for it."""
    resumes = Content.assemble(" · ", (key, "bold $primary"), f" resumes {title}")
    last = told.split(allow_blank=True)[-1]
    fits = last.cell_length + resumes.cell_length <= width
    return Content.assemble(told, resumes) if fits else told


def _read_version() -> str:
    from importlib.metadata import version  # noqa: PLC0415 - reads files, after the first frame

    return version("parlour")


def describe_latest(latest: "SavedGame | None", named: bool) -> str:
    """Describe the game that Resume resumes, without secrets; its name is left out if `named`."""
    from screens.relative_time import format_time  # noqa: PLC0415 - after the first frame

    if latest is None:
        return "no unfinished game"
    now = datetime.now().astimezone()
    known = [latest.standing, format_time(latest.when, now)]
    return ", ".join(known if named else [latest.title, *known])
