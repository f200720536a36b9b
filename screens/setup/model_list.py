"""The list of models that the servers at hand offer, to seat one."""

from asyncio import to_thread
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from engine.errors import PlayerError, SetupError
from engine.llm.discovery import Found, ServerOffers, find_offers
from engine.players.check_verdicts import CheckVerdict, keep_verdict, load_verdicts, summarize_check
from engine.players.probe import ask_once
from engine.players.spec import LineupError, Spec, parse_spec
from engine.text import clean
from screens.closed_screen import is_closed
from screens.list_screen import ListScreen
from screens.widgets.rows_table import RowsTable

if TYPE_CHECKING:
    from engine.config.settings import Settings

MAX_REASON = 300
"""Characters of a reason that are shown."""
OUTCOMES = {
    "legal": "It made a legal move",
    "illegal": "It made a move that the rules refuse",
    "unreadable": "It gave an answer without a move",
    "failed": "It gave no answer",
}
"""What each verdict says."""
NOTHING = (
    "No models were found. Start Ollama, llama.cpp, LM Studio or vLLM on this computer and open "
    "the list again. With Ollama, `ollama pull gemma3` fetches a model."
)


class ModelsTable(RowsTable):
    """The table of models."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "select_cursor",
            "Seat it",
            tooltip="Let this model play the seat",
            key_display="Enter",
        ),
    ]


class ModelList(ListScreen[Spec | None]):
    """The models at hand; dismissed with the one to seat, or with `None`."""

    COLUMNS: ClassVar[Mapping[str, int]] = {"Model": 0, "Server": 14, "Size": 16, "Last check": 20}
    TABLE = ModelsTable
    heading = "Models found on this computer, and those of your settings"
    HELP = (
        "The models that servers offer: those of your settings, and Ollama, llama.cpp, LM Studio "
        "and vLLM on this computer. Enter seats the model under the cursor. T asks it one question "
        "of a game, and says how it did. Nobody is asked before this list is open."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "t",
            "test",
            "Ask it one question",
            tooltip="Find out whether it answers",
            key_display="T",
        ),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1", id="help"),
    ]

    def __init__(self, settings: "Settings") -> None:
        """List the models that can be seated with these settings."""
        super().__init__()
        self.settings = settings
        self.models: dict[str, Found] = {}
        """By SPEC: the models that can be seated."""
        self.verdicts: dict[str, CheckVerdict] = {}
        self.notes: dict[str, str] = {}
        """By SPEC: how its test goes, or went."""
        self.searching = True

    @property
    def current(self) -> Found | None:
        """The model under the cursor."""
        table = self.table
        if not table.is_valid_row_index(table.cursor_row):
            return None
        return self.models[
            table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value or ""
        ]

    def on_mount(self) -> None:
        self.search()

    def on_resize(self) -> None:
        """Rebuild the table for the new width."""
        self.show_models()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer to ask a model only if there is one."""
        return action != "test" or bool(self.models)

    @work(group="search")
    async def search(self) -> None:
        """Ask the servers; closing the list ends it."""
        self.verdicts = {**await to_thread(load_verdicts, self.settings.data)}
        try:
            await find_offers(self.settings, on_answer=self.add_server)
        except SetupError as error:
            self.searching = False
            self.show_message(str(error))
            return
        self.searching = False
        self.show_details()

    def add_server(self, server: ServerOffers) -> None:
        """Show what a server offers; models of this computer come first."""
        self.models |= {one.spec: one for one in server.found if one.spec}
        self.show_models()

    def show_models(self) -> None:
        """Show a row for each model."""
        if is_closed(self):
            return
        ordered = sorted(self.models.items(), key=lambda pair: not pair[1].local)
        self.models = dict(ordered)
        self.rebuild_table((spec, self.build_cells(one)) for spec, one in ordered)
        self.table.display = bool(ordered)
        if ordered and self.focused is None:
            self.table.focus()  # it was hidden, which takes the focus away
        self.refresh_bindings()

    def build_cells(self, one: Found) -> tuple[Text, ...]:
        """Build the cells of a model's row."""
        verdict = self.verdicts.get(one.spec)
        cells = (
            one.spec.removeprefix("llm:").removesuffix(f"@{one.source.lower()}"),
            one.source,
            one.offer.describe_size(),
            verdict.describe() if verdict else "",
        )
        return tuple(map(Text, cells))

    @on(DataTable.RowHighlighted)
    def show_details(self) -> None:
        """Describe the model under the cursor."""
        one = self.current
        if one is None:
            self.show_message("Asking the servers ..." if self.searching else NOTHING)
            return
        facts = (one.offer.model, one.offer.family, one.offer.describe_size(), one.source)
        words = f"{', '.join(filter(None, facts))}. Plays as {one.spec}."
        self.show_message(f"{words}\n{self.notes.get(one.spec, '')}".strip())

    @on(DataTable.RowSelected)
    def seat(self) -> None:
        """Seat the model under the cursor."""
        if (one := self.current) is not None:
            self.dismiss(parse_spec(one.spec))

    def action_test(self) -> None:
        """Ask the model under the cursor one question."""
        if (one := self.current) is not None:
            self.test_model(one)

    @work(group="test", exclusive=True)
    async def test_model(self, one: Found) -> None:
        """Ask a model one question, show how it did, and keep the verdict."""
        self.note_test(one, "Asking it one question of a game ...")
        try:
            notify = partial(self.note_test, one)
            answer = await ask_once(parse_spec(one.spec), self.settings, notify)
            verdict = summarize_check([answer])
            self.verdicts[one.spec] = verdict
            await to_thread(keep_verdict, one.spec, verdict, self.settings.data)
        except (LineupError, SetupError, PlayerError, OSError) as error:
            self.note_test(one, str(error))
            return
        self.show_models()
        self.note_test(one, f"{OUTCOMES[answer.verdict]}, in {answer.seconds:.1f} s. {answer.why}")

    def note_test(self, one: Found, words: str) -> None:
        """Note how the test of a model goes, and show it if the cursor is there."""
        self.notes[one.spec] = clean(words, MAX_REASON)
        if not is_closed(self):
            self.show_details()
