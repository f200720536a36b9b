"""The form for a new game: which game, who plays, the players' names, and the options."""

import re
from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from textual import events, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, ItemGrid, Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from engine.errors import OptionError
from engine.forms.folding import find_lemma
from engine.game import GameType
from engine.games.catalog import find, list_games
from engine.names import SEAT_CODE, distinguish_names
from engine.players.spec import LineupError, Spec, parse_spec
from engine.text import clean
from screens.games.ui import Presets, load_game_ui
from screens.players.history import load_player_history
from screens.players.look import assign_looks, write_look
from screens.setup.fold import Fold
from screens.setup.form import FormScroll, SetupForm
from screens.setup.lineup import LineupChoice
from screens.setup.option import OptionRow
from screens.setup.row import Row
from screens.setup.seat import SeatRow
from screens.setup.seed import MAX_SEED, SeedRow
from screens.setup.setup import Setup
from screens.setup.tile import GameTile
from screens.widgets.footer import KeyFooter

if TYPE_CHECKING:
    from engine.config.settings import Settings


DEFAULT_NAME = "Player {}"
"""The default name of a person, by the number of their seat."""


UNNAMED = re.compile(r"(Player \d+)?")


MARGIN, PRESET_WIDTH = 6, 35
"""Cells beside the line-ups, and cells of one with the gap after it."""


FIXED_LINES = 15
"""Lines of the form beside line-ups, players and options: title, tiles, heading, folds, Start and
keys."""


WIDE = 150
"""From this many columns on, an explanation of each option is beside its field."""


EMBLEM_HEIGHT, EMBLEM_LINES = 30, 3
"""From this many lines on, tiles have emblems; and the lines of an emblem."""


GAPS = {"-gap-names": 1, "-gap-folds": 2, "-gap-heading": 4, "-tall": 8}
"""Classes of the form, and how many lines must be free for each: blank lines before the names, the
folds and the heading, one after the other; and space on all sides."""


def create_first_setup(game: str) -> Setup:
    """Create the default set-up: the game's second preset, and its options for new games."""
    ui = load_game_ui(game)
    line_ups = list(ui.presets.values())
    return Setup(game, line_ups[min(1, len(line_ups) - 1)], ui.new_game_options)


def choose_added_player(kinds: Set[str]) -> str:
    """Choose the player of a seat that an option adds to players of these kinds."""
    if kinds == {"human"}:
        return "human"
    return "pragmatic" if "pragmatic" in kinds else "word2vec"


class SetupScreen(SetupForm[Setup]):
    """The form for a new game; dismissed with its checked set-up, or with `None`."""

    CSS_PATH = ["form.tcss", "screen.tcss"]  # noqa: RUF012
    AUTO_FOCUS = "GameTile.-chosen"
    VERTICAL_BREAKPOINTS = []  # noqa: RUF012
    HELP = (
        "Choose a game, choose who plays, and type names if you like. Enter goes to the next "
        "question; F5 starts at once. Names are kept for the next games. Open Rules to change "
        "the rules, and Players in detail to choose each player; F6 seats a model that runs on "
        "this computer. Your choices are remembered, but "
        "not the seed and not secret words."
    )

    def __init__(
        self,
        setup: Setup,
        settings: "Settings",
        *,
        complaint: str | None = None,
        people: Sequence[str] = (),
    ) -> None:
        """Fill the form.

        Args:
            setup: What to offer.
            settings: The settings in force.
            complaint: Why it could not be played.
            people: The names of earlier games, for people without a name in `setup`.
        """
        super().__init__(complaint, settings)
        self.setup = setup
        self.people = merge_names(setup, people)
        """The typed names of people, in the order of their seats."""
        self.setups = {setup.game: setup}
        """By game: the choices made for it."""
        self.looks = load_player_history(settings.data).looks
        self.seat_by_seat = False
        """Whether each seat's kind of player can be chosen."""

    @property
    def definition(self) -> GameType:
        return find(self.setup.game)

    @property
    def presets(self) -> Presets:
        """Line-ups for this game, by name."""
        return load_game_ui(self.setup.game).presets

    def compose(self) -> ComposeResult:
        """The form, and a bar that does not scroll."""
        with FormScroll(id="form", can_focus=False):
            yield Static("New game", id="title")
            with Horizontal(id="games"):
                for definition in list_games().values():
                    tile = GameTile(definition)
                    tile.set_reactive(GameTile.chosen, definition.name == self.setup.game)
                    tile.set_class(tile.chosen, "-chosen")
                    yield tile
            yield Vertical(*self.create_questions(), id="questions")
        yield from self.compose_bar()
        yield KeyFooter()

    def create_questions(self) -> list[Widget]:
        """Create the questions about the chosen game."""
        setup, definition = self.setup, find(self.setup.game)
        rows = {
            name: OptionRow(option, setup.options.get(name))
            for name, option in definition.list_options().items()
        }
        rules = [
            (row, Static(row.option.help, classes="means", markup=False))
            for row in rows.values()
            if not row.option.mark.prominent
        ]
        return [
            Static("Who plays?", classes="heading"),
            *(row for row in rows.values() if row.option.mark.prominent),
            ItemGrid(
                *(LineupChoice(name, number) for number, name in enumerate(self.presets)),
                min_column_width=PRESET_WIDTH - 1,
                id="presets",
            ),
            *(
                self.create_seat(seat, parse_spec(spec), place)
                for place, (seat, spec) in enumerate(setup.seats.items())
            ),
            Fold("Players in detail", self.describe_seats, id="fold-seats"),
            Fold("Rules", self.describe_rules, id="fold-rules"),
            Vertical(*chain.from_iterable(rules), SeedRow(setup.seed), id="rules"),
        ]

    def create_seat(self, seat: str, spec: Spec, place: int) -> SeatRow:
        """Create the row of a seat, in which a person without a name is `Player 2`."""
        name = DEFAULT_NAME.format(place + 1)
        if spec.is_human and spec.argument == name:
            spec = replace(spec, argument="")
        return SeatRow(seat, spec, self.settings, name, simple=not self.seat_by_seat)

    def on_mount(self) -> None:
        """Fill in the names, and preload data that the form will need."""
        self.fill_names()
        self.show_lineup()
        self.call_after_refresh(self.load_ahead)

    def on_resize(self) -> None:
        self.fit_height()

    def fit_height(self) -> None:
        """Put emblems on the tiles of a tall screen, and blank lines where all still fits."""
        rows = len(self.query("#questions > Row"))
        columns = max((self.app.size.width - MARGIN) // PRESET_WIDTH, 1)
        height = self.app.size.height
        free = height - FIXED_LINES - rows - -(-len(self.presets) // columns)
        if height >= EMBLEM_HEIGHT:
            free -= EMBLEM_LINES
        self.set_class(height >= EMBLEM_HEIGHT, "-emblems")
        self.set_class(self.app.size.width < WIDE, "-narrow")
        for name, lines in GAPS.items():
            self.set_class(free >= lines, name)

    @work(thread=True)
    def load_ahead(self) -> None:
        """Load the other games' line-ups, and the word forms that dealing compares keywords by."""
        for name in list_games():
            load_game_ui(name)
        find_lemma("word")

    def keep_names(self) -> None:
        """Store the names in the rows."""
        typed = [row.typed_name for row in self.query(SeatRow) if row.kind == "human"]
        self.people = [*typed, *self.people[len(typed) :]]

    def fill_names(self) -> None:
        """Fill the names into the rows of people, in their order."""
        rows = [row for row in self.query(SeatRow) if row.kind == "human"]
        for row, name in zip(rows, self.people, strict=False):
            row.fill_name(name)

    @on(Row.Changed)
    def show_lineup(self) -> None:
        """Show marks and colours, the name of the line-up, and the summaries of the folds."""
        rows = list(self.query(SeatRow))
        if not rows:
            return
        self.fit_height()
        with suppress(LineupError):
            specs = [row.spec for row in rows]
            labels = [spec.display_name(row.seat) for row, spec in zip(rows, specs, strict=True)]
            looks = assign_looks(distinguish_names(labels), self.looks)
            for number, (row, look) in enumerate(zip(rows, looks, strict=True), 1):
                code = SEAT_CODE.fullmatch(row.seat)
                label = DEFAULT_NAME.format(number) if code else row.seat.capitalize()
                row.show_player(write_look(label, look, ""))
        kinds = {row.seat: row.kind for row in rows}
        for choice in self.query(LineupChoice):
            line_up = list(self.presets.values())[choice.number]
            choice.chosen = kinds == {
                seat: parse_spec(self.pick_player(line_up, seat)).kind for seat in kinds
            }
        for fold in self.query(Fold):
            fold.refresh()

    def pick_player(self, line_up: Mapping[str, str], seat: str) -> str:
        """Find the SPEC of a seat in a line-up; choose one for a seat that an option added."""
        return line_up.get(seat, choose_added_player(set(line_up.values())))

    def describe_rules(self) -> str:
        """Describe how many options differ from the defaults for new games."""
        offered = load_game_ui(self.setup.game).new_game_options
        rows = self.query("#rules OptionRow").results(OptionRow)
        try:
            changed = sum(
                (row.text if row.differs else None) != offered.get(row.option.name) for row in rows
            )
        except OptionError:  # what is typed may be drawn before it is checked
            return "something is wrong here"
        changed += bool(self.query_one("#seed", Input).value.strip())
        return f"{changed} changed" if changed else "as usual"

    def describe_seats(self) -> str:
        """Describe the choices in the fold."""
        return "how hard machines play, language models, programs"

    @on(Fold.Toggled, "#fold-rules")
    def fold_rules(self, event: Fold.Toggled) -> None:
        """Show or hide the options."""
        self.query_one("#rules").display = event.fold.open
        self.scroll_to_fold(event.fold)

    @on(Fold.Toggled, "#fold-seats")
    def fold_seats(self, event: Fold.Toggled) -> None:
        """Ask for the kind of each seat's player, or only for names."""
        self.seat_by_seat = event.fold.open
        for row in self.query(SeatRow):
            row.set_class(not self.seat_by_seat, "-simple")

    def scroll_to_fold(self, fold: Fold) -> None:
        """Bring what was unfolded into view, from its heading on."""
        if fold.open:
            self.query_one("#form", FormScroll).unfolded = fold

    def unfold(self, row: Row) -> None:
        """Open the fold that the row is in."""
        fold = "#fold-seats" if isinstance(row, SeatRow) else "#fold-rules"
        self.query_one(fold, Fold).open = True
        if isinstance(row, SeatRow):
            row.remove_class("-simple")  # at once, so that its field can have the focus
        else:
            self.query_one("#rules").display = True

    @on(OptionRow.Changed)
    async def match_seats_to_options(self) -> None:
        """Add or remove rows for seats, as options may change their number."""
        definition = find(self.setup.game)
        rows, asked = list(self.query(SeatRow)), list(self.query(OptionRow))
        if {row.option.name for row in asked} != set(definition.list_options()):
            return  # the rows of another game are being removed
        if any(row.check() for row in asked):
            return
        seats = definition.parse_seats({row.option.name: row.text for row in asked if row.differs})
        if len(seats) == len(rows):
            return
        self.keep_names()
        added = choose_added_player({row.kind for row in rows})
        for row in rows:
            if row.seat not in seats:
                await row.remove()
        for place in range(len(rows), len(seats)):
            row = self.create_seat(seats[place], Spec(added), place)
            await self.query_one("#questions").mount(row, after=self.query(SeatRow).last())
        self.fill_names()
        self.show_summary()
        self.show_lineup()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say what Enter does in the last name; drop the reason why nothing could be played."""
        if any(isinstance(one, Row) for one in event.widget.ancestors):
            last = self.is_last_name(event.widget)
            self.show_message("Enter starts the game." if last else None)

    @on(GameTile.Chosen)
    async def choose_game(self, event: GameTile.Chosen) -> None:
        """Show the players and rules of the game, and keep the names."""
        tile = event.choice
        if not isinstance(tile, GameTile):
            return
        name = tile.definition.name
        if name != self.setup.game:
            self.keep_names()
            self.keep_setup()
            self.setup = self.setups.get(name) or create_first_setup(name)
            for other in self.query(GameTile):
                other.chosen = other is tile
            questions = self.query_one("#questions")
            with self.app.batch_update():
                await questions.remove_children()
                await questions.mount(*self.create_questions())
                self.fill_names()
            self.show_summary()
            self.show_lineup()
        if event.proceed:
            chosen = [choice for choice in self.query(LineupChoice) if choice.chosen]
            (chosen or list(self.query(LineupChoice)))[0].focus()

    def keep_setup(self) -> None:
        """Store the valid choices for this game."""
        rows = (*self.query(SeatRow), *self.query(OptionRow))
        if not any(row.check() for row in rows):
            self.setups[self.setup.game] = self.read_form()

    @on(LineupChoice.Chosen)
    def choose_lineup(self, event: LineupChoice.Chosen) -> None:
        """Seat the players of a line-up; people keep their names."""
        if not isinstance(event.choice, LineupChoice):
            return
        line_up = list(self.presets.values())[event.choice.number]
        self.keep_names()
        for row in self.query(SeatRow):
            row.seat_player(parse_spec(self.pick_player(line_up, row.seat)))
        self.fill_names()
        self.show_lineup()
        if event.proceed:
            self.focus_name(None)

    @on(Input.Submitted)
    def next_name(self, event: Input.Submitted) -> None:
        """Enter in a name goes on to the next name; in the last one it starts the game."""
        row = event.input.parent
        if isinstance(row, SeatRow):
            event.stop()
            event.prevent_default()  # or the form would go on by one more field
            if self.is_last_name(event.input):
                self.action_start()
            else:
                self.focus_name(row)

    def list_names(self, after: SeatRow | None = None) -> list[Input]:
        """The fields for names, or those below the row of a seat."""
        rows = list(self.query(SeatRow))
        rest = rows[rows.index(after) + 1 :] if after else rows
        return [row.query_one(Input) for row in rest if row.asks_for_text]

    def is_last_name(self, field: Widget) -> bool:
        """Whether nothing is left to ask after this field, as nothing else has been opened."""
        unfolded = any(fold.open for fold in self.query(Fold))
        return not unfolded and self.list_names()[-1:] == [field]

    def focus_name(self, after: SeatRow | None) -> None:
        """Focus the next name to type, or Start."""
        next(iter(self.list_names(after)), self.query_one("#start")).focus()

    def read_form(self) -> Setup:
        return Setup(
            self.setup.game,
            {row.seat: str(row.spec) for row in self.query(SeatRow)},
            {row.option.name: row.text for row in self.query(OptionRow) if row.differs},
            clean(self.query_one("#seed", Input).value, MAX_SEED),
        )


def merge_names(setup: Setup, people: Sequence[str]) -> list[str]:
    """List the names to fill in: those of a set-up, else those of earlier games."""
    given = [spec.argument for spec in map(parse_spec, setup.seats.values()) if spec.is_human]
    named = ["" if UNNAMED.fullmatch(name) else name for name in given]
    return [*named, *people[len(named) :]] if any(named) else list(people)
