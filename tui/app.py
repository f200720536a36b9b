"""The Textual app: its first screen, and the keys and timers that every screen has."""

import gc
import sys
from asyncio import get_running_loop, to_thread
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from time import monotonic
from traceback import extract_tb, format_list
from typing import IO, Any, ClassVar

from rich.console import Console
from rich.text import Text
from textual import events, on, work
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType, Keymap
from textual.command import CommandPalette, Provider
from textual.driver import Driver
from textual.filter import LineFilter
from textual.geometry import Size
from textual.screen import Screen
from textual.widget import AwaitMount

from engine.config.keymap import KEYS
from engine.config.paths import get_default_data_folder
from engine.config.remembered_choices import remember_choice
from engine.config.start import IDLE_SECONDS
from screens.home import HomeScreen
from screens.pictures.app import PictureApp
from screens.pictures.cache import PictureCache
from screens.pictures.protocol import Protocol
from screens.settings.look_change import LookChanged
from tui.driver import create_terminal_driver
from tui.signals import Stopped, call_on_stop_signal, wake_on_signals
from tui.terminal.control_filter import ControlFilter
from tui.theme import TERMINAL, THEMES, list_themes, recall_theme, remember_theme

HELP_DELAY = 0.3
"""Seconds between the first paint and the loading of the help."""


NOTICE_SECONDS = 15.0
"""Seconds for which a notice is shown at the start."""


SMALLEST_LAYOUT = Size(24, 8)
"""The smallest layout, in columns and rows; a smaller terminal shows a part of it.

Text cannot be wrapped to a width of 0, for which Textual's own widgets fail.
"""


GC_PAUSE, GC_INTERVAL = 3.0, 20.0
"""Seconds without input before garbage is collected, and between two collections."""


def create_console(file: IO[str]) -> Console:
    """Create a console like Textual's own, for a terminal that is known to show all colours."""
    return Console(
        color_system="truecolor",
        file=file,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        force_terminal=True,
        safe_box=False,
        soft_wrap=False,
        no_color=False,  # Textual itself takes the colours away
    )


def load_action_commands() -> type[Provider]:
    """Load the commands of the screen, once the palette is opened."""
    from screens.palette.actions import ActionCommands  # noqa: PLC0415 - after the first frame

    return ActionCommands


def load_game_commands() -> type[Provider]:
    """Load the commands that open games, once the palette is opened."""
    from screens.palette.games import GameCommands  # noqa: PLC0415 - after the first frame

    return GameCommands


class ParlourApp(PictureApp):
    """Runs the screens, and covers a private one after a time without input."""

    TITLE = "Parlour"
    CSS_PATH = "../screens/parlour.tcss"
    COMMANDS: ClassVar[set[Any]] = {load_action_commands, load_game_commands}
    BINDINGS: ClassVar[list[BindingType]] = [
        # Priority bindings, as dialogs do not pass on the app's other keys.
        Binding(
            KEYS["help"],
            "app.help",
            "Help",
            key_display="F1",
            priority=True,
            tooltip="What this screen does, and the rules",
            id="help",
        ),
        Binding("question_mark", "app.help", show=False, tooltip="The keys of this screen"),
        Binding(
            KEYS["theme"],
            "change_theme",
            "Theme",
            show=False,
            tooltip="The colours of the app",
            id="theme",
        ),
        Binding(
            KEYS["pictures"],
            "pictures",
            "Pictures",
            show=False,
            tooltip="How cards are shown",
            id="pictures",
        ),
        Binding(
            KEYS["commands"],
            "command_palette",
            "Commands",
            show=False,
            priority=True,
            tooltip="Every action, game and saved game",
            id="commands",
        ),
        Binding(
            KEYS["quit"],
            "quit",
            "Quit",
            show=False,
            priority=True,
            tooltip="Every move is saved",
            id="quit",
        ),
    ]

    def __init__(
        self,
        first: Callable[[], Screen[None]],
        *,
        data: Path | None = None,
        idle: float = IDLE_SECONDS,
        theme: str | None = None,
        pictures: PictureCache | None = None,
    ) -> None:
        """Create the app, which ends when its first screen is dismissed.

        Args:
            first: Creates the first screen.
            data: The data folder, which remembers choices; `None` for the default one.
            idle: Seconds without input after which a private screen is covered.
            theme: The name of a theme; `None` for the last chosen one.
            pictures: How pictures are shown; as blocks by default.
        """
        data = data or get_default_data_folder()
        theme = theme or recall_theme(data)
        # Textual decides before the first theme is set whether colours are the terminal's own.
        super().__init__(ansi_color=True if theme == TERMINAL.name else None)
        for one in list_themes():  # before the style sheets are read: they use its colours
            self.register_theme(one)
        # A plain assignment would make Textual read all style sheets twice before the first frame.
        self.data = data
        """The data folder."""
        self.set_reactive(App.theme, theme)
        self.stylesheet.set_variables(self.get_css_variables())
        self.first = first
        self.idle = idle
        self.pictures = pictures or PictureCache()
        if self.pictures.best is Protocol.KITTY:
            # ssh does not forward COLORTERM, so colours around the pictures would be rounded.
            self.console = create_console(self.console.file)
        self.notices: tuple[str, ...] = ()
        """Messages for the user at the start."""
        self.last_input = monotonic()
        """The time of the last key or mouse event."""
        self.last_collection = monotonic()
        """The time of the last garbage collection."""
        self.stopped: Stopped | None = None
        """The signal that ended the app."""
        self.controls = ControlFilter()
        self._handlers = ExitStack()

    def get_driver_class(self) -> type[Driver]:
        """Return a driver that copes with a lost terminal, and covers private screens at a stop."""
        driver = super().get_driver_class()
        if sys.platform == "win32":
            return driver
        return create_terminal_driver(driver, self.cover_private)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return a filter of what a terminal would obey, and Textual's own."""
        return [self.controls, *super().get_line_filters()]

    def on_mount(self) -> None:
        """Start the timers, and handle signals by an orderly end."""
        self.ansi_color = None  # from now on as the theme says, which F2 changes
        self.set_interval(1, self.cover_unattended)
        self.set_interval(1, self.collect_garbage)
        self.set_timer(HELP_DELAY, self.load_help)
        for notice in self.notices:
            self.notify(notice, severity="warning", timeout=NOTICE_SECONDS, markup=False)
        loop = get_running_loop()
        self._handlers.enter_context(wake_on_signals(loop))
        self._handlers.enter_context(
            call_on_stop_signal(lambda number: loop.call_soon_threadsafe(self.terminate, number))
        )
        if self.stopped:  # it came before anything could end the app in order
            self.terminate(self.stopped.number)

    @work(exclusive=True, group="help")
    async def load_help(self) -> None:
        """Import the help once the first screen is shown, so that F1 opens it at once."""
        await to_thread(import_module, "screens.help.screen")

    def set_keymap(self, keymap: Keymap) -> None:
        """Choose keys, and keep which, so that texts can name them."""
        super().set_keymap(keymap)
        self.chosen_keys = dict(keymap)

    @property
    def return_code(self) -> int | None:
        """The exit code: that of the signal that ended the app, whatever failed on the way out."""
        return self.stopped.exit_code if self.stopped else super().return_code

    def on_unmount(self) -> None:
        self._handlers.close()

    def note_signal(self, number: int) -> None:
        """Remember a signal that comes before the app is mounted, and end it then."""
        self.stopped = Stopped(number)

    def terminate(self, number: int) -> None:
        """End the app after a signal, without leaving a private screen in the terminal."""
        self.stopped = Stopped(number)
        self.exit(return_code=self.stopped.exit_code)

    def collect_garbage(self) -> None:
        """Collect garbage while nobody types, as a collection takes longer than a frame may."""
        now = monotonic()
        if now - self.last_input >= GC_PAUSE and now - self.last_collection >= GC_INTERVAL:
            gc.collect()
            self.last_collection = monotonic()

    def get_key_display(self, binding: Binding) -> str:
        """Show keys as keyboards do: `Esc`, `Enter`, `Ctrl+Q`."""
        if binding.key == "enter" and not binding.key_display:
            return "Enter"
        display = super().get_key_display(binding)
        if len(display) == 1:
            return display.upper()
        if len(display) == 2 and display[0] == "^":
            return f"Ctrl+{display[1].upper()}"
        return display[0].upper() + display[1:]

    def get_default_screen(self) -> Screen[None]:
        """Create the first screen, with its style sheet: Textual reads those of pushed screens."""
        screen = self.first()
        self.stylesheet.read_all(screen.css_path)
        return screen

    def pop_screen(self) -> AwaitComplete:
        """Close the front screen, or the app if it is the first screen."""
        if len(self.screen_stack) > 1:
            return super().pop_screen()
        self.exit()
        return AwaitComplete()

    def on_key(self, event: events.Key) -> None:
        """Press a letter that nothing uses in its other case, as Caps Lock may be on."""
        other, active = event.key.swapcase(), self.screen.active_bindings
        if len(event.key) == 1 and event.key not in active and other in active:
            event.prevent_default()
            self.simulate_key(other)

    async def on_event(self, event: events.Event) -> None:
        """Note the time of input, and keep the layout from getting too small."""
        if isinstance(event, events.InputEvent | events.Paste):
            self.last_input = monotonic()
        if isinstance(event, events.Resize):
            event = enforce_smallest_layout(event)
        await super().on_event(event)

    def cover_unattended(self) -> None:
        """Cover a private screen after too long a time without input."""
        if not self.is_running:
            return  # when the app ends, screens are removed before timers stop
        if monotonic() - self.last_input >= self.idle:
            self.cover_private()

    def cover_private(self) -> AwaitMount:
        """Cover a private screen and dialogs over it; the result resolves when this is visible."""
        from screens.curtain import Curtain  # noqa: PLC0415 - after the first frame
        from screens.private_screen import PrivateScreen  # noqa: PLC0415 - after the first frame

        for screen in reversed(self.screen_stack):
            if isinstance(screen, Curtain):
                break  # it is covered already
            if isinstance(screen, PrivateScreen):
                return self.push_screen(Curtain(screen.person, hidden=True))
        return AwaitMount(self.screen, ())

    def action_help(self) -> None:
        """Show help for the front screen, and the rules; or close the help."""
        from screens.help.screen import HelpScreen, create_help  # noqa: PLC0415 - after the first frame

        if isinstance(self.screen, HelpScreen):
            self.screen.dismiss()
        else:
            self.push_screen(create_help(self.screen))

    def action_command_palette(self) -> None:
        """Open the command palette, but not over a curtain, which anybody may see."""
        from screens.curtain import Curtain  # noqa: PLC0415 - after the first frame
        from screens.palette.palette import create_palette  # noqa: PLC0415 - after the first frame

        if not isinstance(self.screen, Curtain | CommandPalette):
            self.push_screen(create_palette(self.screen))

    async def action_quit(self) -> None:
        """Close the app; ask first about runs that it has started."""
        home = self.screen_stack[0]
        if isinstance(home, HomeScreen):
            self.quit_from(home)
        else:
            self.exit()

    @work(exclusive=True, group="quit")
    async def quit_from(self, home: "HomeScreen") -> None:
        """Close the app from any screen, unless the user declines on the home screen."""
        if await home.may_leave():
            self.exit()

    @work
    async def action_change_theme(self) -> None:  # type: ignore[override]  # a worker
        """Ask for a theme, which is shown at once, and remember the choice."""
        from screens.curtain import Curtain  # noqa: PLC0415 - after the first frame
        from screens.settings.theme_dialog import ThemeDialog, create_theme_dialog  # noqa: PLC0415 - after the first frame

        if isinstance(self.screen, ThemeDialog | Curtain):
            return
        if await self.push_screen_wait(create_theme_dialog(THEMES, self.screen)) is None:
            return
        try:
            remember_theme(self.theme, self.data)
        except OSError as error:
            self.notify(f"The theme could not be remembered: {error.strerror}.", markup=False)

    @on(LookChanged)
    def apply_look(self, event: LookChanged) -> None:
        """Look as the settings say from now on."""
        look = event.look
        self.idle = look.idle
        self.animation_level = "full" if look.motion else "none"
        self.set_keymap(dict(look.keymap))
        if look.theme in THEMES:
            self.theme = look.theme
        if look.images is not None:
            self.choose_protocol(look.images)

    @work
    async def action_pictures(self) -> None:
        """Ask how to show pictures, apply the choice and remember it."""
        from screens.curtain import Curtain  # noqa: PLC0415 - after the first frame
        from screens.pictures.picture_dialog import PictureDialog, create_picture_dialog  # noqa: PLC0415 - after the first frame

        if isinstance(self.screen, PictureDialog | Curtain):
            return
        name = await self.push_screen_wait(create_picture_dialog(self.pictures, self.screen))
        if name is None:
            return
        self.choose_protocol(name)
        try:
            remember_choice("images", name, self.data)
        except OSError as error:
            self.notify(f"The choice could not be remembered: {error.strerror}.", markup=False)

    def _fatal_error(self) -> None:
        """Print where the app failed, unless a signal is already ending it.

        A match that ends at that moment may find its screen closed. There is no public way to
        replace Textual's own report, which prints local variables; these may contain secrets.
        """
        if self.stopped is not None:
            return
        error = sys.exception()
        assert error is not None
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        self.bell()
        self.panic(
            Text(
                f"Parlour broke; this is a bug ({type(error).__name__}):\n"
                + "".join(format_list(extract_tb(error.__traceback__)[-8:]))
                + "Every confirmed move is in the journal; resume with: parlour resume"
            )
        )


def enforce_smallest_layout(event: events.Resize) -> events.Resize:
    """Replace a size below the smallest layout by the smallest layout."""
    width, height = event.size
    size = Size(max(width, SMALLEST_LAYOUT.width), max(height, SMALLEST_LAYOUT.height))
    return event if size == event.size else events.Resize(size, size)
