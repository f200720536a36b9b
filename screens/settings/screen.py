"""The screen for what people set, which is written to their own settings file."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input, Static

from engine.config.errors import SettingsError
from engine.config.keymap import KEY_GROUPS, KEYS, LETTERS, check_keymap
from engine.config.paths import get_user_file
from engine.config.remembered_choices import remember_choice
from engine.config.settings import Settings, find_origin, parse_setting
from engine.config.settings_file import write_setting, write_table
from engine.players.spec import MAX_NAME_LENGTH
from engine.text import clean
from screens.pictures.protocol import AUTO, Protocol
from screens.players.history import MAX_PEOPLE, read_player_history, save_player_history
from screens.scroll_keys import ScrollKeys
from screens.settings.setting_row import SettingRow
from screens.setup.form_scroll import FormScroll
from screens.shown_keys import fill_keys
from screens.widgets.choice_field import ChoiceField
from screens.widgets.footer import KeyFooter

if TYPE_CHECKING:
    from engine.config.start import Start

CHOSEN = ("theme", "images")
"""What is remembered as the last choice, so that F2 and F3 change the same."""


YES_NO = (("yes", "true"), ("no", "false"))
ON_OFF = (("yes", "on"), ("no", "off"))


GROUPS = {
    "Look": {"theme": "Theme", "images": "Pictures", "motion": "Reveals step by step"},
    "Table": {
        "idle": "Cover after",
        "operator": "Help machines play",
        "beliefs": "Ask for beliefs",
        "names": "Known names",
    },
    "Models": {
        "timeout": "Answer begins within",
        "total_timeout": "Answer ends within",
        "patience": "Server ready within",
    },
}
"""By group: the settings, and what people call each."""


LABELS = {"replays": "Saved games"}
"""What a key does, where its name says it otherwise than the screens."""


UNITS = {
    "idle": "seconds without a key",
    "timeout": "seconds",
    "total_timeout": "seconds",
    "patience": "seconds",
}
"""By setting: what its field takes."""


class SettingsScreen(ScrollKeys[Mapping[str, Any] | None]):
    """Asks for settings; dismissed with the values that were changed, by name."""

    CSS_PATH = "settings.tcss"
    AUTO_FOCUS = "SettingRow ChoiceField"
    HELP = (
        "Esc saves your changes in your settings file; F7 drops them. What an environment variable "
        "or the command line sets cannot be changed here. API keys are never saved."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "apply", "Done", key_display="Esc", tooltip="Keep the changes"),
        Binding("f5", "apply", "Done", tooltip="Keep the changes", show=False, id="start"),
        Binding("f7", "discard", "Cancel", key_display="F7", tooltip="Leave all as it was"),
        Binding("down", "app.focus_next", "Next", show=False),
        Binding("up", "app.focus_previous", "Before", show=False),
        Binding("home", "go_to(0)", "First", show=False),
        Binding("end", "go_to(-1)", "Last", show=False),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    @property
    def scrolled(self) -> FormScroll | None:
        """The rows, if they are more than fit."""
        return next(iter(self.query(FormScroll)), None)

    def __init__(self, start: "Start", themes: Mapping[str, str]) -> None:
        """Offer the settings in force.

        Args:
            start: The settings in force.
            themes: What each theme is called, by its name.
        """
        super().__init__()
        self.start = start
        self.themes = themes
        self.theme_before = ""
        self.listed_keys: set[str] = set()
        """The keys that have a row."""

    def compose(self) -> ComposeResult:
        """A row for each setting, and an explanation of the focused one; keys get theirs later."""
        yield Static("Settings", id="title")
        with FormScroll(id="rows", can_focus=False):
            for number, group in enumerate(GROUPS):
                yield Static(group, classes="heading" if number else "heading -first")
                yield from self.create_rows(group)
        yield Static(id="means", markup=False)
        yield KeyFooter()

    def create_rows(self, group: str) -> Iterator[SettingRow]:
        """Create the rows of a group of settings."""
        for name, label in GROUPS[group].items():
            value, means, choices = self.describe_setting(name)
            origin = "" if name == "names" else find_stronger(name)
            yield SettingRow(
                name,
                label,
                value,
                means=means,
                choices=choices,
                takes=UNITS.get(name, ""),
                origin=origin,
            )

    def describe_setting(self, name: str) -> tuple[str, str, Sequence[tuple[str, str]]]:
        """The value of a setting, what it means, and what is offered, if not any text."""
        if name == "names":
            people = ", ".join(read_player_history(self.start.data).people)
            return (
                people,
                "The names that New game suggests, with commas between them. Blank forgets all.",
                (),
            )
        if name == "theme":
            means = "The colours of the app; {theme} chooses them anywhere."
            choices = [(label, theme) for theme, label in self.themes.items()]
            return self.app.theme, fill_keys(self.app, means), choices
        if name == "images":
            means = "How cards are shown; {pictures} chooses it anywhere, and says what works."
            choices = [("Automatic", AUTO), *((one.label, one.value) for one in Protocol)]
            pictures: Any = self.app
            return pictures.pictures.chosen, fill_keys(self.app, means), choices
        value = getattr(self.start.settings, name)
        means = " ".join((Settings.model_fields[name].description or "").split())
        if isinstance(value, bool):
            return str(value).lower(), means, YES_NO
        return _format(value), means, ON_OFF if name == "motion" else ()

    def create_keys(self, keys: Mapping[str, str]) -> Iterator[SettingRow]:
        """Create the rows of keys; one that works on several screens is listed at the first."""
        keymap, origin = self.start.settings.keymap, find_stronger("keymap")
        for name, usual in keys.items():
            if name in self.listed_keys:
                continue
            self.listed_keys.add(name)
            letter = ", or a letter" if name in LETTERS else ""
            yield SettingRow(
                f"keymap.{name}",
                LABELS.get(name, name.replace("_", " ").capitalize()),
                write_key(keymap.get(name, usual)),
                means=f"Usually {write_key(usual)}. For example F8, Ctrl+G or Alt+G{letter}; blank "
                "is the usual one.",
                origin=origin,
            )

    def on_mount(self) -> None:
        self.theme_before = self.app.theme
        self.call_after_refresh(self.run_worker, self.list_keys)

    async def list_keys(self) -> None:
        """Add a row for each key, group by group: all at once would delay the first frame."""
        rows = self.query_one("#rows")
        for group, keys in KEY_GROUPS.items():
            heading = Static(f"Keys: {group}", classes="heading")
            await rows.mount(heading, *self.create_keys(keys))

    def on_screen_resume(self) -> None:
        """Show the theme that was chosen in its dialog meanwhile."""
        theme = self.app.theme
        for row in self.query(SettingRow):
            if row.setting == "theme" and theme in self.themes and theme != row.text:
                row.query_one(ChoiceField).value = self.theme_before = theme

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Explain the focused setting."""
        row = next((one for one in event.widget.ancestors if isinstance(one, SettingRow)), None)
        if row is not None:
            self.show_message(row.means)

    def show_message(self, message: str, *, wrong: bool = False) -> None:
        """Show a sentence beneath the rows."""
        means = self.query_one("#means", Static)
        means.set_class(wrong, "-wrong")
        means.update(f"✗ {message}" if wrong else message)

    @on(SettingRow.Changed)
    def preview(self) -> None:
        """Show the chosen theme at once."""
        for row in self.query(SettingRow):
            if row.setting == "theme" and row.text in self.themes:
                self.app.theme = row.text

    @on(Input.Submitted)
    def next_field(self) -> None:
        """Enter goes on to the next field."""
        self.focus_next()

    def action_scroll_back(self) -> None:
        """Go a page of rows back."""
        self.go_rows(-1)

    def action_scroll_on(self) -> None:
        """Go a page of rows on."""
        self.go_rows(1)

    def go_rows(self, pages: int) -> None:
        """Go to the row that is so many pages further: the focused row is always in sight."""
        rows, page = self.open_rows, self.query_one(FormScroll).size.height
        at = next((n for n, row in enumerate(rows) if row.has_focus_within), 0)
        aim = rows[at].virtual_region.y + pages * max(page - 1, 1)
        self.action_go_to(min(range(len(rows)), key=lambda n: abs(rows[n].virtual_region.y - aim)))

    def action_go_to(self, place: int) -> None:
        """Go to the row with this index among those that can be changed."""
        next(one for one in self.open_rows[place].query("*") if one.focusable).focus()

    @property
    def open_rows(self) -> list[SettingRow]:
        """The rows that can be changed."""
        return [row for row in self.query(SettingRow) if not row.origin]

    def action_discard(self) -> None:
        """Leave all as it was."""
        self.app.theme = self.theme_before
        self.dismiss(None)

    def action_apply(self) -> None:
        """Write what was changed, or go to what is wrong."""
        rows = {row.setting: row for row in self.query(SettingRow)}
        for row in rows.values():
            if wrong := row.check():
                next(one for one in row.query("*") if one.focusable).focus()
                row.show_note(wrong, wrong=True)
                return
        try:
            self.dismiss(self.write(rows))
        except (SettingsError, ValueError) as error:
            self.show_message(str(error), wrong=True)
        except OSError as error:
            self.show_message(f"This could not be written: {error.strerror}.", wrong=True)

    def write(self, rows: Mapping[str, SettingRow]) -> dict[str, Any]:
        """Write what was changed, and return the new values by name.

        Raises:
            ValueError: If keys cannot be used together.
            SettingsError: If the settings file cannot be changed.
            OSError: If a choice cannot be remembered.
        """
        changed: dict[str, Any] = {}
        keymap = dict(self.start.settings.keymap)
        for name, usual in KEYS.items():
            if row := rows.get(f"keymap.{name}"):  # none yet if the screen was left at once
                keymap[name] = row.text.lower() or usual
        keymap = {name: key for name, key in keymap.items() if key != KEYS[name]}
        check_keymap(keymap)
        path = get_user_file()
        for name, row in rows.items():
            if not row.changed or name.startswith("keymap."):
                continue
            if name in CHOSEN:
                remember_choice(name, row.text, self.start.data)
                if find_origin(name, {}) == str(path):
                    write_setting(path, name, None)  # the last choice counts from now on
                changed[name] = row.text
            elif name == "names":
                self.write_names(row.text)
            else:
                changed[name] = value = parse_setting(name, row.text)
                write_setting(path, name, value)
        if keymap != self.start.settings.keymap:
            write_table(path, "keymap", keymap)
            changed["keymap"] = keymap
        return changed

    def write_names(self, text: str) -> None:
        """Remember these names of people.

        Raises:
            OSError: If this fails.
        """
        names = [clean(name, MAX_NAME_LENGTH) for name in text.split(",")]
        people = tuple(dict.fromkeys(filter(None, names)))[:MAX_PEOPLE]
        history = read_player_history(self.start.data)
        save_player_history(replace(history, people=people), self.start.data)


def find_stronger(name: str) -> str:
    """Find what sets a setting and counts more than the user's own file; empty if nothing does."""
    origin = ""
    with suppress(SettingsError):  # said when the screen was opened
        origin = find_origin(name, {})
    return "" if origin in ("the default", str(get_user_file())) else origin


def write_key(key: str) -> str:
    """Write a key as keyboards do: `Ctrl+G`."""
    return "+".join(part.capitalize() for part in key.split("+"))


def _format(value: object) -> str:
    return f"{value:g}" if isinstance(value, float | int) else str(value)
