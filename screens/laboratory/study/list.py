"""The screen that lists the studies in which people judge Dixit clues, and each rater's progress.

It opens a study for raters or for the organiser, and can create a first study.
"""

from asyncio import to_thread
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import DataTable

from engine.text import clean
from images.deck import DeckError
from images.deck_reader import open_deck
from lab.errors import LabError, StudyError
from lab.study.file import StudyFile
from lab.study.folder import SUFFIX, get_studies_folder, list_studies
from screens.closed_screen import is_closed
from screens.laboratory.study.organiser import OrganiserScreen
from screens.laboratory.study.rater_task import TASKS, count_clues
from screens.laboratory.study.raters import RatersScreen
from screens.laboratory.study.required_deck import require_deck
from screens.list_screen import ListScreen
from screens.widgets.rows_table import RowsTable

BAR_WIDTH = 20
MAX_NAME = 24
MAX_SHOWN = 6
"""Maximum number of raters whose progress the list shows."""
WHAT = {"guess": "guess the card", "rate": "guess the card, rate the clue"}
FIRST = "twenty"
NONE_YET = Content.from_markup("""\
In a study people judge clues of Dixit blind, one after another at this keyboard: they guess \
which card was meant, and may rate the clue.

There are no studies yet. [bold $primary]N[/] makes the first one: 20 clues of DixitBench, of \
which people guess the card. Afterwards Enter lets them guess.

Other studies are made on a command line, such as one of the clues of a run:

  [$foreground]parlour study new clues --from dixit-arena --clues 20[/]""")


class StudiesTable(RowsTable):
    """The table of studies."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter", "select_cursor", "Rate", key_display="Enter", tooltip="Let people rate clues"
        ),
    ]


class StudiesScreen(ListScreen[None]):
    """The studies, last changed first; the raters' figures are only for the organiser."""

    CSS_PATH: ClassVar[Any] = [*ListScreen.CSS_PATH, Path(__file__).with_name("study.tcss")]
    COLUMNS: ClassVar[Mapping[str, int]] = {
        "Study": 0,
        "Clues": 6,
        "Raters": 16,
        "What they do": 30,
    }
    TABLE = StudiesTable
    ABOUT_LINES = 14
    heading = "Studies"
    HELP = (
        "In a study people judge clues of Dixit blind: they guess the card, and may rate clarity "
        "and creativity. Enter lets people rate, one after another. O shows what the organiser "
        "sees: progress, figures and agreement. N makes the first study; others are made with: "
        "parlour study new NAME"
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "make_first", "New study", key_display="N", tooltip="20 clues of DixitBench"),
        Binding("o", "organise", "Figures", key_display="O", tooltip="What the organiser sees"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(self, data: Path) -> None:
        super().__init__()
        self.data = data
        """The data folder, with the folder of studies."""
        self.studies: dict[Path, StudyFile | str] = {}
        """By file: the study, or the error in the file."""

    def on_resize(self) -> None:
        """Rebuild the table for the new width."""
        self.fill_table()

    def on_screen_resume(self) -> None:
        """Read the folder again, as somebody may have rated."""
        self.studies = {path: _read_study(path) for path in list_studies(self.data)}
        self.table.display = bool(self.studies)
        self.table.disabled = not self.studies
        self.fill_table()
        self.show_details()

    def fill_table(self) -> None:
        """Build a row for each study."""
        self.rebuild_table(
            (str(path), _build_cells(path, one)) for path, one in self.studies.items()
        )

    @property
    def current(self) -> Path | None:
        """The study under the cursor."""
        row, paths = self.table.cursor_row, tuple(self.studies)
        return paths[row] if 0 <= row < len(paths) else None

    @on(DataTable.RowHighlighted)
    def show_details(self) -> None:
        """Show details of the study under the cursor."""
        path = self.current
        file = self.studies[path] if path else NONE_YET
        self.query_one("#about").border_title = Content(clean(path.stem, 60) if path else "")
        self.show_message(render_study(file) if isinstance(file, StudyFile) else file)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Enable creating a first study if there is none, and figures if there are any."""
        if action not in ("make_first", "organise") or not self.is_mounted:
            return True
        return bool(self.studies) == (action == "organise")

    @on(DataTable.RowSelected)
    def let_rate(self) -> None:
        """Let people rate the study that was chosen."""
        path = self.current
        if path is None:
            return
        try:
            file = StudyFile.open(path)
            deck = open_deck(file.study.deck)
            require_deck(file, deck)
        except (StudyError, DeckError) as error:
            self.show_message(f"✗ {error}")
            return
        self.app.push_screen(RatersScreen(file, deck))

    @work(exclusive=True)
    async def action_make_first(self) -> None:
        """Make a study of twenty clues of DixitBench."""
        from lab.study.creation import create_study  # noqa: PLC0415 - pandas: 0.2 s

        path = get_studies_folder(self.data) / f"{FIRST}{SUFFIX}"
        try:
            study = await to_thread(create_study, FIRST, "dixitbench", "guess", clues=20)
            StudyFile.create(path, study)
        except (LabError, DeckError, OSError) as error:
            self.show_message(f"✗ {error}")
            return
        if not is_closed(self):
            self.on_screen_resume()
            self.table.focus()

    def action_organise(self) -> None:
        """Show the figures of the study that is chosen."""
        if (path := self.current) is not None:
            self.app.push_screen(OrganiserScreen(path))


def _read_study(path: Path) -> StudyFile | str:
    try:
        return StudyFile.open(path)
    except StudyError as error:
        return str(error)


def _build_cells(path: Path, file: StudyFile | str) -> tuple[Text, ...]:
    name = Text(clean(path.stem, 80), overflow="ellipsis", no_wrap=True)
    if isinstance(file, str):
        return name, Text(""), Text("✗ damaged"), Text("")
    begun = len(file.raters)
    done = sum(not file.list_remaining(rater) for rater in file.raters)
    raters = f"{begun}, {done} done" if begun else "none yet"
    return name, Text(f"{count_clues(file):5}"), Text(raters), Text(WHAT[file.study.mode])


def render_study(file: StudyFile) -> Content:
    """Render the task of a study's raters, their progress, and the next step."""
    study = file.study
    cards = sorted({len(item.candidates) for item in study.items})
    among = " to ".join(str(one) for one in dict.fromkeys((cards[0], cards[-1])))
    left = {rater: len(file.list_remaining(rater)) for rater in file.raters}
    lines = [
        Content(f"{count_clues(file)} clues, each among {among} cards. {TASKS[study.mode]}"),
        Content(""),
    ]
    name_width = min(max(map(len, left), default=0), MAX_NAME)
    for rater in sorted(left, key=lambda one: not left[one])[:MAX_SHOWN]:
        every = len(file.study.order_for(rater))
        filled = BAR_WIDTH * (every - left[rater]) // every
        state = f"{every - left[rater]} of {every}" if left[rater] else "✓ done"
        lines.append(
            Content.assemble(
                (f"{rater[:MAX_NAME]:{name_width}}  ", "$foreground"),
                ("━" * filled, "$primary"),
                ("─" * (BAR_WIDTH - filled), "$outline"),
                f"  {state}",
            )
        )
    if len(left) > MAX_SHOWN:
        lines.append(Content(f"and {len(left) - MAX_SHOWN} more"))
    if left:
        lines.append(Content(""))
    key = "bold $primary"
    waiting = next((rater for rater in left if left[rater]), None)
    if waiting:
        next_step = Content.assemble(("Enter", key), f" lets {waiting} go on, or somebody begin.")
    elif left:
        next_step = Content.assemble(
            "Everybody who began is done. ",
            ("O", key),
            " shows the figures; ",
            ("Enter", key),
            " lets somebody else begin.",
        )
    else:
        next_step = Content.assemble(("Enter", key), " asks for a name, and lets its rater begin.")
    return Content("\n").join(
        [*lines, next_step, Content("To make another: parlour study new NAME")]
    )
