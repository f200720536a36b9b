"""The form for a new game: who is here, which game fits, its rules in a line, and Start."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len, set_cell_size
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Static

from engine.config.keymap import KEYS
from engine.errors import OptionError
from engine.forms.folding import find_lemma
from engine.game import GameType
from engine.games.catalog import find, list_games
from engine.joined_text import join_names
from engine.options import parse_options
from engine.players.machine_names import choose_machines, fit_machine
from engine.players.seat_settings import list_settings
from engine.players.spec import MAX_NAME_LENGTH, LineupError, Spec, parse_spec
from engine.seat_codes import SEAT_CODE
from engine.table_sizes import list_size_options, list_sizes
from screens.games.ui import list_screen_faults, load_game_ui
from screens.players.history import load_player_history
from screens.setup.company import (
    MOST,
    OPENING_KEYS,
    Company,
    NameField,
    find_completion,
    label_guests,
)
from screens.setup.details import DEFAULT_NAME, DetailsScreen
from screens.setup.game_card import GameCard
from screens.setup.game_choice import GameChoice
from screens.setup.game_tile import Fit, GameTile, format_player_count, shorten_title
from screens.setup.lineup_summary import summarize_lineup
from screens.setup.model_list import ModelList
from screens.setup.purpose import NEW_GAME, PLAY_ALONE, Purpose
from screens.setup.rules import SEPARATOR, RulesDialog, RulesLine
from screens.setup.setup import Setup
from screens.typed_ahead import TypedAhead
from screens.widgets.even_text import EvenText
from screens.widgets.fitting_text import FittingText
from screens.widgets.footer import KeyFooter
from screens.widgets.key_guard import KeyGuard

if TYPE_CHECKING:
    from engine.config.settings import Settings

NARROWEST_TILE, NARROWEST_TAG = 19, 14
"""The fewest columns of a tile, and of one without a tagline."""
LOW, HIGH, HIGHER, AIRY = 20, 24, 28, 30
"""The fewest lines for who sits where, for taglines and facts, for emblems, and for air."""
ROOMY, VAST, BROAD = 40, 52, 130
"""The fewest lines for air, those for much of the rules, and the fewest columns for them beside."""


LONGEST_START = 40
"""The most cells for the names on the Start button; more are counted instead."""
SIDES, BUTTON_SIDES = 34, 8
"""Cells beside the label of the Start button: on the screen, and of the button itself."""


MOST_COLUMNS, SIDE, MARGINS = 164, 4, 8
"""The most columns of the form, those beside its tiles, and those around a line of the card."""


NOBODY = "Nobody is here yet: type a name, or + for a machine."
WIDE = 80
"""The fewest columns where a key says that it adds machines, not only how many."""


SURPLUS = "Take somebody out, or choose another game."
CROWDED = f"{MOST} are here; more have no place."


def create_first_setup(game: str) -> Setup:
    """Create the default set-up: nobody is here, and the options for new games."""
    return Setup(game, {}, load_game_ui(game).new_game_options)


class SetupScreen(KeyGuard, Screen[Setup | None]):
    """The form for a new game; dismissed with its checked set-up, or with `None`."""

    CSS_PATH = "screen.tcss"
    AUTO_FOCUS = ""
    HELP = (
        "Type a name and press Enter, for everybody here.\n"
        "→ completes a known name, + adds a machine.\n"
        "← and → mark a name, Backspace takes it out.\n"
        "Shift with ← or → moves the marked name.\n"
        "Enter alone goes on. Games with a ✓ fit."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            KEYS["start"],
            "start",
            "Start",
            key_display="F5",
            tooltip="Start the game",
            id="start",
        ),
        Binding(
            KEYS["start"],
            "add_missing",
            "Add machines",
            tooltip="Machines take the seats that are missing",
            key_display="F5",
            id="start",
        ),
        Binding(
            KEYS["start"],
            "add_typed",
            "Add",
            tooltip="Add the name that is being typed; then the game that fits is shown",
            key_display="F5",
            id="start",
        ),
        # Runs while Start itself is off, and dim in the footer.
        Binding(KEYS["start"], "explain_start", show=False, id="start"),
        # The key of the field for names first: it works everywhere in this form.
        Binding("plus", "add_machine", "Machine", key_display="+", tooltip="Add a machine"),
        Binding(KEYS["machine"], "add_machine", show=False, id="machine"),
        Binding(
            KEYS["details"],
            "open_details",
            "Details",
            key_display="F4",
            tooltip="The player of each seat, settings, the seed",
            id="details",
        ),
        Binding(
            KEYS["models"],
            "find_models",
            "Models",
            key_display="F6",
            tooltip="Seat one of the models on this computer",
            id="models",
        ),
        Binding("escape", "back", "Back", tooltip="Back without starting", key_display="Esc"),
        Binding("down", "app.focus_next", "Next", show=False),
        Binding("up", "app.focus_previous", "Before", show=False),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(
        self,
        setup: Setup,
        settings: "Settings",
        *,
        complaint: str | None = None,
        people: Sequence[str] = (),
        fill: bool = False,
        chosen: bool = False,
        ahead: TypedAhead | None = None,
        purpose: Purpose = NEW_GAME,
    ) -> None:
        """Fill the form.

        Args:
            setup: What to offer.
            settings: The settings in force.
            complaint: Why it could not be played.
            people: The names of people who have played before.
            chosen: Whether the game was chosen by hand already.
            fill: Whether machines take the seats that nobody has, in whatever game.
            ahead: What was typed while the form was opening.
            purpose: What the form asks for.
        """
        super().__init__()
        self.setup = setup
        self.settings = settings
        self.complaint = complaint or ""
        self.complained_at: Widget | None = None
        """Where the focus is while the complaint is shown; `None` for what is to be done next."""
        self.fill = fill
        self.ahead = ahead or TypedAhead()
        self.purpose = purpose
        varied = list_size_options(find(setup.game), setup.options)
        self.options = {
            setup.game: {name: text for name, text in setup.options.items() if name not in varied}
        }
        """By game: the options that differ from the default, without the number of players."""
        self.seed = setup.seed
        self.chosen_by_hand = chosen or bool(complaint)
        """Whether the game was chosen by hand, so that it stays when somebody comes or leaves."""
        guests = [
            name_guest(parse_spec(spec), place)
            for place, spec in enumerate(setup.seats.values(), 1)
        ]
        looks = dict(load_player_history(settings.data).looks)
        self.company = Company(guests, people, looks, wants_machines=purpose.wants_machines)
        self.games = GameChoice(setup.game)
        self.wrong_options = ""
        """Why the options of the chosen game do not fit, if they do not."""

    @property
    def game(self) -> str:
        """The chosen game's name in the catalog."""
        return self.games.game

    @property
    def definition(self) -> GameType:
        return find(self.game)

    @property
    def guests(self) -> list[Spec]:
        """Everybody who is here, in the order of seats."""
        return self.company.guests

    def list_options(self, game: str) -> dict[str, str]:
        """The chosen options of a game, or else those for new games."""
        if game not in self.options:
            self.options[game] = dict(load_game_ui(game).new_game_options)
        return self.options[game]

    def find_fit(self, game: str) -> Fit:
        """Find how a game fits those who are here, and the machines that it would bring."""
        options = self.list_options(game)
        here = len(find(game).parse_seats(options)) if self.fill else len(self.guests)
        return Fit(tuple(list_sizes(find(game), options)), here, filled=self.fill)

    def compose(self) -> ComposeResult:
        """Who is here, the games, the rules, and Start; nothing scrolls."""
        self.choose_layout()  # else the first frame has that of another size
        with Vertical(id="form"):
            with Vertical(classes="section"):
                with Horizontal(id="top"):
                    question = FittingText(classes="heading")
                    question.show(
                        self.purpose.question, self.purpose.question.partition("?")[0] + "?"
                    )
                    yield question
                    yield Static(self.purpose.title, id="title")
                yield self.company
            with Vertical(classes="section"):
                yield Static(self.purpose.game_question, classes="heading")
                yield self.games
                yield GameCard()
            with Horizontal(id="bar"):
                yield EvenText(id="message")
                yield Button(Content("Start"), id="start", classes="primary", action="screen.start")
        yield KeyFooter()

    def on_mount(self) -> None:
        """Show everything, and focus what is to be done next."""
        if self.fill:
            self.fill_seats()
        self.show_company()
        self.set_focus(first := self.find_next())
        self.mark_section(first)  # at once, for the first frame
        if not self.complaint:
            self.explain_focus()
        named = self.complaint.replace(":", " ").split()[:1]
        if set(named) & set(self.definition.list_options()):
            self.call_after_refresh(self.open_rules)
        self.ahead.hand_over(self.take_key)
        self.call_after_refresh(self.load_ahead)

    def on_key(self, event: events.Key) -> None:
        """Take a letter of a name wherever the focus is, unless it is a key of this screen."""
        typed = self.focused in (None, self.company.field)
        if (typed or event.key not in self.active_bindings) and self.take_key(event):
            event.stop()

    def take_key(self, event: events.Key) -> bool:
        """Let the field for names take a letter, or the Enter behind a name.

        Returns:
            Whether it took the key.
        """
        field = next(iter(self.query(NameField)), None)  # none once the form is closed
        if field is None:
            return False
        if event.key == "enter":
            typed = bool(field.value) and self.focused in (None, field)
            if typed and not self.company.is_full:  # else the name stays, and the form says why
                name, field.value = field.value, ""
                self.company.add_people(name)
            return typed
        if not event.is_printable or event.character in (None, " "):
            return False
        if event.key in OPENING_KEYS and self.guests and not self.armed:
            self.ignore_keys()  # it has been held down since the screen before
            return True
        self.set_focus(field)
        field.insert_text_at_cursor(event.character or "")
        return True

    def find_next(self) -> Widget:
        """Find what is to be done next: names, a game, or Start."""
        if not self.guests:
            return self.company.field
        if self.find_fit(self.game).fits and not self.fill:
            return self.query_one("#start")
        return self.games

    def on_resize(self) -> None:
        """Lay the form out for another size."""
        self.choose_layout()
        self.show_company()

    def choose_layout(self) -> None:
        """Choose what each game's tile says, and what stands beside the card, by the room."""
        size, games = self.app.size, len(list_games())
        width = min(size.width, MOST_COLUMNS) - SIDE
        tags = width < games * NARROWEST_TILE or size.height < HIGH
        self.set_class(width < games * NARROWEST_TAG, "-lines")
        self.set_class(tags, "-tags")
        self.set_class(not tags and size.height >= HIGHER, "-emblems")
        self.set_class(not tags and size.height >= AIRY, "-airy")
        self.set_class(size.height < LOW, "-tiny")
        self.set_class(size.height < HIGH, "-low")
        self.set_class(size.height >= ROOMY, "-roomy")
        self.set_class(size.height >= VAST, "-vast")
        self.set_class(size.width >= BROAD, "-broad")

    def mark_section(self, focused: Widget) -> None:
        """Mark the section with the focus, so that its heading and its frame stand out."""
        for section in self.query(".section"):
            section.set_class(section in focused.ancestors, "-here")

    @work(thread=True)
    def load_ahead(self) -> None:
        """Load the games' screens, and the word forms that dealing compares keywords by."""
        for fault in list_screen_faults().values():
            self.notify(fault, severity="warning", markup=False)
        find_lemma("word")

    @on(Company.Changed)
    def choose_fitting_game(self) -> None:
        """Choose a game that fits, unless one was chosen by hand; machines may be chosen now."""
        self.fill = self.purpose is PLAY_ALONE and len(self.guests) == 1
        if self.fill:
            self.fill_seats()
            self.games.focus()
        elif not self.chosen_by_hand:
            fitting = [
                name for name in (self.setup.game, *list_games()) if self.find_fit(name).fits
            ]
            if fitting:
                self.games.choose(fitting[0])
        self.show_company()

    @on(GameChoice.Changed)
    def choose_game(self) -> None:
        """Show what belongs to the game that was chosen."""
        self.chosen_by_hand = True
        if self.fill:
            self.fill_seats()
        self.show_company()
        self.explain_focus()

    def fill_seats(self) -> None:
        """Seat machines where nobody sits, as many as play this game usually."""
        seats = self.definition.parse_seats(self.list_options(self.game))
        people = [guest for guest in self.guests if guest.is_human]
        labels = [guest.argument for guest in people]
        company = self.company
        company.guests = [*people, *choose_machines(max(len(seats) - len(people), 0), labels)]
        if company.is_mounted:
            company.show_chips()

    def show_company(self) -> None:
        """Show how the games fit, the rules in words, the seats, and who would start."""
        for tile in self.query(GameTile):
            tile.fit = self.find_fit(tile.definition.name)
        self.games.take_label = self.label_take()
        self.company.show_game(self.definition)
        options = self.parse_options()
        for card in self.query(GameCard):
            told = "" if options is None else load_game_ui(self.game).describe_round(options)
            card.show(self.definition, tuple(self.find_fit(self.game).sizes), told)
        self.query_one(RulesLine).words = self.describe_rules()
        places = self.describe_places()
        self.query_one("#places", Static).update(places)
        width = min(self.app.size.width, MOST_COLUMNS) - SIDE
        self.set_class("\n" in places or cell_len(places) > width - SIDE, "-wordy")
        self.explain_names()

    def parse_options(self) -> Any | None:  # noqa: ANN401 - the game's own
        """Parse the options of the chosen game for its next size; `None` if they do not fit."""
        try:
            return parse_options(self.definition.options_type, self.read_options())
        except OptionError as error:
            self.wrong_options = str(error)
            return None

    def describe_rules(self) -> str:
        """Write the rules of the chosen game in words."""
        options = self.parse_options()
        if options is None:
            return self.wrong_options
        told = load_game_ui(self.game).summarize_rules(options)
        seed = (f"seed {self.seed}",) if self.seed else ()
        return SEPARATOR.join((*told, *seed))

    def describe_places(self) -> str:
        """Write who sits where if seats have roles, or else who plays."""
        fit, title = self.find_fit(self.game), shorten_title(self.definition)
        if not self.guests:
            return ""
        if fit.surplus:
            players = format_player_count(fit.sizes)
            told = f"{title} is for {players}, and {fit.here} are here"
            return f"{told}: {self.describe_spare()}?" if self.choose_spare() else f"{told}."
        if fit.missing:
            names = join_names(spec.argument for spec in self.choose_missing())
            machines = format_machines(fit.missing)
            return f"{machines[:1].upper()}{machines[1:]} can join: {names}."
        options = self.read_options()
        seats = self.definition.parse_seats(options)
        parsed = parse_options(self.definition.options_type, options)
        if teams := self.definition.list_teams(parsed):
            by_seat = dict(zip(seats, self.company.labels, strict=True))
            return join_teams(
                {team: [by_seat[seat] for seat in own] for team, own in teams.items()},
                min(self.app.size.width, MOST_COLUMNS) - MARGINS,
            )
        if all(map(SEAT_CODE.fullmatch, seats)):
            watched = f"{join_names(self.company.labels)} play, and you watch."
            people = any(guest.is_human for guest in self.guests)
            return summarize_lineup(one.kind for one in self.guests) if people else watched
        pairs = zip(seats, self.company.labels, strict=True)
        return " · ".join(f"{seat.capitalize()}: {label}" for seat, label in pairs)

    def choose_missing(self) -> tuple[Spec, ...]:
        """Choose the machines that the chosen game needs beside those who are here."""
        return choose_machines(self.find_fit(self.game).missing, self.company.labels)

    def choose_spare(self) -> list[int]:
        """Choose the machines without which the chosen game fits; none if more are too many."""
        surplus = self.find_fit(self.game).surplus
        machines = [number for number, guest in enumerate(self.guests) if not guest.is_human]
        return machines[-surplus:] if 0 < surplus <= len(machines) else []

    def describe_spare(self, verb: str = "leave") -> str:
        """Write which machines are left out."""
        labels = self.company.labels
        return f"{verb} out {join_names(labels[number] for number in self.choose_spare())}"

    @property
    def can_go_on(self) -> bool:
        """Whether Start does something with those who are here."""
        if not self.guests:
            return bool(self.company.field.value.strip())
        return not self.find_fit(self.game).surplus or bool(self.choose_spare())

    def show_start(self) -> None:
        """Say on the button what it does."""
        for button in self.query("#start").results(Button):
            room = min(self.app.size.width, MOST_COLUMNS) - SIDES
            label = self.describe_start(min(room, LONGEST_START))
            button.set_class(not self.can_go_on, "-idle")
            button.label = Content(label)
            button.styles.width = cell_len(label) + BUTTON_SIDES
        self.refresh_bindings()

    def describe_start(self, room: int) -> str:
        """Write what the button does in so many cells: `Start: Ada, Ben, Cleo, Dan`."""
        fit = self.find_fit(self.game)
        guests = self.list_guests_with_typed()
        if self.only_adds_typed:
            new = [name for name in label_guests(guests) if name not in self.company.labels]
            return set_cell_size(f"Add {join_names(new)}", room).rstrip()
        if len(guests) > len(self.guests):
            return name_start(guests, room)
        if self.choose_spare():
            told = self.describe_spare()
            return told[:1].upper() + told[1:]
        if not self.guests or fit.surplus:
            return "Start"
        if fit.missing:
            return f"Add {format_machines(fit.missing)}"
        return name_start(self.guests, room)

    def list_guests_with_typed(self) -> Sequence[Spec]:
        """List those who are here, and those whose names are being typed."""
        return self.company.place_people(self.company.field.value)

    @property
    def only_adds_typed(self) -> bool:
        """Whether the game that is shown cannot be started with the name that is being typed."""
        count = len(self.list_guests_with_typed())
        if count == len(self.guests) or (self.purpose is PLAY_ALONE and count == 1):
            return False
        return count not in list_sizes(self.definition, self.list_options(self.game))

    def show_message(self, message: str, *, wrong: bool = False) -> None:
        """Show a sentence beside Start: what is `wrong`, or what the keys do here."""
        for line in self.query("#message").results(Static):
            line.set_class(wrong, "-wrong")
            line.update(f"✗ {message}" if wrong else message)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say what the keys do here; first why the set-up could not be played."""
        self.mark_section(event.widget)
        if self.complaint and event.widget is (self.complained_at or self.find_next()):
            self.show_message(self.complaint, wrong=True)
            return
        self.complaint = ""
        self.explain_focus()

    def complain(self, complaint: str, at: Widget) -> None:
        """Say why nothing can be started, and focus where that is changed."""
        self.complaint, self.complained_at = complaint, at
        at.focus()
        self.show_message(complaint, wrong=True)
        self.refresh_bindings()

    def explain_focus(self) -> None:
        """Say what the keys do where the focus is."""
        self.refresh_bindings()
        match self.focused:
            case NameField() as field:
                refused = self.company.is_full and bool(field.value) and not field.outside
                self.show_message(self.explain_field(field), wrong=refused)
            case GameChoice():
                self.show_message(self.explain_games())
            case RulesLine():
                self.show_message("Enter changes them.")
            case Button() if self.find_fit(self.game).fits:
                self.show_message("Enter starts.")
            case _:
                self.show_message("")

    def explain_games(self) -> str:
        """Say what the keys do in the games."""
        fit = self.find_fit(self.game)
        if not self.guests:
            return "← → game, Enter goes back to the names."
        if self.choose_spare():
            return f"← → game, Enter {self.describe_spare('leaves')}."
        if fit.surplus:
            return "← → game, ↑ goes back to the names."
        if fit.missing:
            names = join_names(spec.argument for spec in self.choose_missing())
            return f"← → game, Enter adds {names}."
        return (
            "← → game · teams by the order of names." if self.has_teams() else "← → choose a game."
        )

    def has_teams(self) -> bool:
        """Whether those who are here play in teams."""
        options = self.parse_options()
        return options is not None and bool(self.definition.list_teams(options))

    def explain_field(self, field: NameField) -> str:
        """Say what the keys do in the names."""
        marked = self.company.marked_guest
        if marked is not None:
            name = self.company.labels[marked]
            return f"Delete takes {name} out, Shift+← → moves them."
        if len(self.guests) >= MOST:
            return CROWDED
        if field.mark > 0:
            name = dict(enumerate(self.company.candidates, 1)).get(field.mark, "a machine")
            return f"Enter adds {name}."
        if field.value:
            return self.explain_typed(field.value)
        if self.guests:
            another = "Another machine" if self.purpose.wants_machines else "Another name"
            return self.company.twin or f"{another}, or Enter to go on."
        return "Names first, then a game."

    def explain_typed(self, typed: str) -> str:
        """Say what the keys do with a name that is being typed."""
        if len(typed) >= MAX_NAME_LENGTH:
            return f"{MAX_NAME_LENGTH} letters at most. Enter adds the name."
        if twice := self.company.explain_twin(typed):
            return twice
        completed = find_completion(self.company.list_suggestions(), typed)
        if completed and completed.casefold() != typed.casefold():
            return f"→ completes {completed}, Enter adds the name as it is."
        return "Enter adds the name."

    @on(Company.Edited)
    def explain_names(self) -> None:
        """Say what the keys do in the names now, and on the button whom it adds."""
        self.show_start()
        if isinstance(self.focused, NameField):
            self.explain_focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Show the key for a machine once, and what F5 does; dim while it does nothing."""
        is_on = not self.is_mounted or self.can_go_on
        adds = self.is_mounted and self.only_adds_typed
        lacks = bool(self.guests) and self.is_mounted and bool(self.find_fit(self.game).missing)
        match action:
            case "start":
                return not lacks and not adds and (is_on or None)
            case "explain_start":
                return not is_on
            case "add_typed":
                return adds
            case "add_missing":
                return lacks and not adds
            case "add_machine":
                return not isinstance(self.focused, NameField) and not self.company.is_full
        return True

    def label_key(self, binding: Binding) -> str:
        """Say on F5 how many machines it adds, as on the button."""
        return self.label_missing() if binding.action == "add_missing" else ""

    def label_missing(self) -> str:
        """Write what adds the machines that the chosen game needs, in the room of a key."""
        missing = self.find_fit(self.game).missing
        return f"Add {format_machines(missing) if self.app.size.width >= WIDE else missing}"

    def label_take(self) -> str:
        """Write what Enter does in the games."""
        if not self.guests:
            return "Names"
        if self.choose_spare():
            return "Leave out"
        return self.label_missing() if self.find_fit(self.game).missing else ""

    @on(Company.Done)
    def go_on_to_games(self) -> None:
        """Go on to the games once everybody is here."""
        if not self.guests:
            self.complain(NOBODY, self.company.field)
            return
        self.ignore_held_keys()
        self.games.focus()

    @on(GameChoice.Taken)
    def take_game(self) -> None:
        """Go on to Start with the chosen game; machines take the seats that are missing."""
        self.press(self.go_on_to_start)

    def go_on_to_start(self) -> None:
        """Seat machines where somebody is missing, and go on to Start."""
        fit = self.find_fit(self.game)
        spare = self.choose_spare()
        if not self.guests:
            self.complain(NOBODY, self.company.field)
        elif fit.surplus and not spare:
            self.complain_of_surplus()
        else:
            self.chosen_by_hand = True
            if spare:
                self.company.replace_guests(
                    [one for number, one in enumerate(self.guests) if number not in spare]
                )
            if fit.missing:
                self.company.add_machines(fit.missing)
            self.ignore_held_keys()
            self.query_one("#start").focus()

    def action_add_machine(self) -> None:
        """Add a machine to the table."""
        self.company.add_machine()

    def action_remove_guest(self, number: int) -> None:
        """Remove a player whose chip was clicked."""
        self.company.remove_guest(number)

    def action_add_known(self, number: int) -> None:
        """Add somebody whose chip was clicked."""
        self.company.add_known(number)

    @on(RulesLine.Opened)
    def open_rules(self) -> None:
        """Ask for the rules, and show them in words."""
        game, complaint = self.game, self.complaint
        usual = load_game_ui(game).new_game_options

        def keep(given: Mapping[str, str] | None) -> None:
            if given is not None:
                self.options[game] = dict(given)
                self.show_company()

        dialog = RulesDialog(
            self.definition, self.read_options(), usual, self.find_size(), complaint
        )
        self.app.push_screen(dialog, keep)

    def action_open_details(self) -> None:
        """Ask for the player of each seat, their settings, and the seed."""
        if not self.guests:
            self.complain(NOBODY, self.company.field)
            return
        fit = self.find_fit(self.game)
        if fit.surplus:
            self.complain_of_surplus()
            return
        if fit.missing:
            self.complain_of_missing()
            return
        seats = self.definition.parse_seats(self.read_options())
        lineup = dict(zip(seats, self.fit_guests(), strict=True))

        def keep(details: tuple[Mapping[str, Spec], str] | None) -> None:
            if details is not None:
                chosen, self.seed = details
                guests = [name_guest(spec, place) for place, spec in enumerate(chosen.values(), 1)]
                self.chosen_by_hand = True
                self.company.replace_guests(guests)
                self.query_one("#start").focus()

        self.app.push_screen(DetailsScreen(self.definition, lineup, self.seed, self.settings), keep)

    def complain_of_surplus(self) -> None:
        """Say what can be done, and light how many are too many."""
        self.games.refuse()
        self.complain(SURPLUS, self.games)

    def complain_of_missing(self) -> None:
        """Say how many are missing, and light the machine that Enter adds."""
        fit, title = self.find_fit(self.game), shorten_title(self.definition)
        more = f"{title} needs {fit.missing} more."
        self.complain(f"{more} Type a name, or Enter adds a machine.", self.company.field)
        self.company.mark_machine()

    def action_find_models(self) -> None:
        """List the models at hand, and seat the one that is chosen."""

        def seat(spec: Spec | None) -> None:
            if spec is not None:
                self.company.seat_model(spec)

        self.app.push_screen(ModelList(self.settings), seat)

    def action_start(self) -> None:
        """Start, unless the key was held down since the screen before."""
        self.press(self.start)

    def action_explain_start(self) -> None:
        """Say why nothing can be started."""
        self.press(self.start)

    def action_add_typed(self) -> None:
        """Add the name that is being typed."""
        self.press(self.start)

    def action_add_missing(self) -> None:
        """Seat the machines that are missing."""
        self.press(self.start)

    def start(self) -> None:
        """Dismiss with the set-up, or go to what is missing.

        A name that is being typed is added first. If another game is shown then, it is not started
        before it was seen.
        """
        if name := self.company.field.value.strip():
            only_adds = self.only_adds_typed
            self.company.field.value = ""
            self.company.add_people(name)
            self.choose_fitting_game()
            if only_adds:
                return
        fit = self.find_fit(self.game)
        if not self.guests:
            self.complain(NOBODY, self.company.field)
        elif fit.missing or self.choose_spare():
            self.go_on_to_start()
        elif fit.surplus:
            self.complain_of_surplus()
        else:
            try:
                setup = self.read_form()
            except LineupError as error:
                self.show_message(str(error), wrong=True)
            else:
                self.dismiss(setup)

    def read_options(self) -> dict[str, str]:
        """Read the options, with those for the number of players who are here."""
        return {**self.list_options(self.game), **self.find_size()}

    def find_size(self) -> Mapping[str, str]:
        """Find the options that seat those who are here, or those whom machines would join."""
        sizes = list_sizes(self.definition, self.list_options(self.game))
        fit = self.find_fit(self.game)
        return sizes.get(fit.here + fit.missing) or {}

    def fit_guests(self) -> Iterable[Spec]:
        """Yield the players as this game takes them, without settings of other games."""
        definition = self.definition
        for guest in self.guests:
            spec = fit_machine(guest, definition)
            known = list_settings(spec.kind, definition)
            kept = [f"{name}={value}" for name, value in spec.settings if name in known]
            name = f"{spec.kind}:{spec.argument}" if spec.argument else spec.kind
            yield parse_spec(",".join((name, *kept)), definition)

    def read_form(self) -> Setup:
        """Read the set-up.

        Raises:
            LineupError: If somebody cannot play this game.
        """
        options = self.read_options()
        seats = self.definition.parse_seats(options)
        lineup = zip(seats, map(str, self.fit_guests()), strict=True)
        return Setup(self.game, dict(lineup), options, self.seed)

    def read_draft(self) -> Setup | None:
        """Read what was entered, for the next time the form is opened; `None` without players."""
        guests = {f"{place}": str(guest) for place, guest in enumerate(self.guests, 1)}
        return Setup(self.game, guests, self.list_options(self.game), self.seed) if guests else None

    def action_back(self) -> None:
        """Dismiss with nothing."""
        self.dismiss(None)


def name_start(guests: Sequence[Spec], room: int) -> str:
    """Write who starts, or is watched, in so many cells; more are counted instead."""
    is_played = any(guest.is_human for guest in guests)
    label = f"{'Start' if is_played else 'Watch'}: {', '.join(label_guests(guests))}"
    if cell_len(label) <= room:
        return label
    return f"Start with {len(guests)} players" if is_played else f"Watch {len(guests)} machines"


def format_machines(number: int) -> str:
    """Write so many machines: `a machine`, `2 machines`."""
    return "a machine" if number == 1 else f"{number} machines"


def join_teams(teams: Mapping[str, Sequence[str]], room: int) -> str:
    """Write who is in which team, in a line of so many cells, or else in a line each."""
    lines = [f"{team.capitalize()}: {join_names(names)}" for team, names in teams.items()]
    joined = " · ".join(lines)
    if cell_len(joined) <= room:
        return joined
    return "\n".join(set_cell_size(line, room) for line in lines)


def name_guest(spec: Spec, place: int) -> Spec:
    """Give a person without a name the name of their place: `Player 2`."""
    return spec if spec.argument or not spec.is_human else Spec("human", DEFAULT_NAME.format(place))


def list_people(setup: Setup) -> list[str]:
    """List the names of the people of a set-up."""
    specs = map(parse_spec, setup.seats.values())
    return [spec.argument for spec in specs if spec.is_human and spec.argument]
