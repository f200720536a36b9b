"""The form that starts an experiment run: from an example, a file, or a few answers."""

import asyncio
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Static

from engine.config.settings import Settings
from engine.count_text import format_count
from engine.game import GameType
from engine.games.catalog import GAMES, find, list_games
from engine.llm.budget import Budget
from engine.text import clean
from lab.analysis.live.preview import preview_run
from lab.errors import LabError
from lab.experiment.examples import list_examples
from lab.experiment.file import Experiment
from lab.experiment.finder import read_experiment
from lab.experiment.writer import PLAYERS, Answers, write_experiment
from lab.run.background import Launcher
from lab.run.folder import get_default_run_path, is_own_run
from lab.run.start import AT_ONCE
from screens.closed_screen import is_closed
from screens.laboratory.experiment_files import get_experiment_path, write_own_file
from screens.laboratory.run_form_rows import ChoiceRow, TextRow
from screens.setup.form_row import FieldHint, Row
from screens.setup.form_scroll import FormScroll
from screens.setup.setup_form import SetupForm
from screens.widgets.breakpoints import apply_breakpoints
from screens.widgets.footer import KeyFooter

FILE, FORM = "a file", "a new one, made here"
"""The sources of an experiment besides the examples."""


OFFERED = "decrypto-crossplay"
"""The default example, which needs no model."""


HERE, PROCESSES, DASK = "one process", "several processes", "Dask"


ROOMY = 24
"""From this many lines of the terminal on, there is a blank line after each row."""


@dataclass(frozen=True, slots=True)
class RunChoice:
    """A run to start."""

    arguments: tuple[str, ...]
    """The arguments after `parlour lab run`."""
    path: Path
    """The run file."""
    experiment: Experiment


class NewRunScreen(SetupForm[RunChoice]):
    """The form for a run; dismissed with a run to start, or with `None`."""

    CSS_PATH = ["../setup/form.tcss", "laboratory.tcss"]  # noqa: RUF012
    VERTICAL_BREAKPOINTS = [(36, "-tall")]  # noqa: RUF012
    HELP = (
        "Choose an experiment: one that comes with Parlour, a file of yours, or a new one made of "
        "a few answers, which is written to a file that you can edit. F6 works out what it takes, "
        "F5 starts it. The run goes on in a process of its own. Models take their keys from the "
        "environment, as in games."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "start", "Start", key_display="F5", tooltip="Start the run"),
        Binding(
            "f6", "estimate", "Estimate", key_display="F6", tooltip="Calls, tokens, cost, time"
        ),
    ]

    def __init__(
        self,
        launcher: Launcher,
        settings: Settings,
        continuing: Path | None = None,
        example: str = OFFERED,
    ) -> None:
        """Ask for a new run, by default of `example`, or how to continue a run."""
        super().__init__(None, settings)
        self.launcher = launcher
        self.continuing = continuing
        self.examples = list_examples()
        self.example = example

    @property
    def definition(self) -> GameType:
        """The game of a new experiment."""
        rows = self.query("#game").results(ChoiceRow)
        return find(next((row.value for row in rows), GAMES[0].name))

    def compose(self) -> ComposeResult:
        apply_breakpoints(self)
        title = f"Continue: {clean(self.continuing.stem, 60)}" if self.continuing else "New run"
        with FormScroll(id="form", can_focus=False):
            yield Static(title, id="title", markup=False)
            if not self.continuing:
                choices = (*self.examples, FILE, FORM)
                yield ChoiceRow("source", "Experiment", choices, self.example)
                yield Static(id="told", markup=False)
                yield Vertical(
                    TextRow("file", "File", "", "my.toml", "an experiment, as lab new writes it"),
                    id="of-file",
                )
                with Vertical(id="of-form"):
                    yield from self.compose_experiment()
            yield Static("How it runs", classes="heading")
            yield ChoiceRow("where", "Where", (HERE, PROCESSES, DASK))
            yield TextRow("workers", "How many", "2", "2", "processes of this computer")
            yield TextRow("at-once", "Games at once", "", str(AT_ONCE), "for models only")
            yield TextRow("budget", "Budget", "", "none", "for example 5.00 or 90calls")
        yield from self.compose_bar()
        yield KeyFooter()

    def compose_experiment(self) -> ComposeResult:
        """Yield the rows of a new experiment."""
        game = GAMES[0].name
        yield TextRow("name", "Name", f"my-{game}", means="small letters, digits, hyphens")
        yield ChoiceRow("game", "Game", tuple(list_games()))
        yield TextRow("question", "Question", means="what it asks, in a sentence")
        yield TextRow("players", "Players", " ".join(PLAYERS), means="SPECs, blanks between")
        yield TextRow("seats", "Compared as", "", means="seats that they take in turn")
        yield TextRow("deals", "Deals", "100", means="games of each line-up")

    def on_mount(self) -> None:
        """Show the rows of the first choice."""
        self.show_fields()

    def on_resize(self) -> None:
        self.show_fields()

    @on(Row.Changed)
    def show_fields(self) -> None:
        """Show the rows that apply to the choice, and a summary."""
        where = self.read("where")
        workers = self.query_one("#workers", TextRow)
        workers.display = where != HERE
        means = "processes of this computer" if where == PROCESSES else "or tcp://HOST:8786"
        hint = workers.query_one(FieldHint)
        hint.takes = means
        hint.refresh()
        if not self.continuing:
            source = self.read("source")
            self.query_one("#of-file").display = source == FILE
            self.query_one("#of-form").display = source == FORM
            told = self.query_one("#told", Static)
            told.update(clean(self.examples.get(source, ""), 300))
            told.display = source in self.examples
            roomy = source != FORM and self.app.size.height >= ROOMY
            self.set_class(roomy, "-roomy")  # a blank line after each row
            seats = self.query_one("#seats", TextRow).query_one(Input)
            seats.placeholder = " ".join(self.definition.usual_seats()[:2])
        self.show_summary()

    def read(self, name: str) -> str:
        """Read the value of a row."""
        row = self.query_one(f"#{name}")
        assert isinstance(row, TextRow | ChoiceRow)
        return row.value

    def show_summary(self) -> None:
        """Show what would be run, or what is still wrong."""
        try:
            experiment, _ = self.read_experiment()
        except ValueError as error:
            self.query_one("#summary", Static).update("")
            self.show_message(str(error), wrong=True)
            return
        self.show_message("F6 works out calls, tokens, cost and time.")
        self.summarize(experiment)

    @work(exclusive=True, group="summary")
    async def summarize(self, experiment: Experiment) -> None:
        """Count the trials outside the event loop: a large plan takes a moment."""
        try:
            words, wrong = await asyncio.to_thread(summarize, experiment, self.settings.data), ""
        except ValueError as error:  # such as a bench whose deck is missing
            words, wrong = "", str(error)
        if is_closed(self):
            return
        if wrong:
            self.show_message(wrong, wrong=True)
        else:
            self.query_one("#summary", Static).update(words)

    def read_experiment(self) -> tuple[Experiment, str]:
        """Read the chosen experiment and its text.

        Raises:
            ValueError: If there is none, or it is wrong.
        """
        if self.continuing:
            own = is_own_run(self.continuing, self.settings.data)
            return read_experiment(str(self.continuing), trusted=own)
        source = self.read("source")
        if source in self.examples:
            return read_experiment(source)
        if source == FILE:
            if not (name := self.read("file")):
                raise LabError("Type the path of an experiment file.")
            return read_experiment(str(Path(name).expanduser()))
        text = write_experiment(self.read_answers())
        return Experiment.parse(text, "the form"), text

    def read_answers(self) -> Answers:
        """Read the answers for a new experiment.

        Raises:
            ValueError: If the number of deals is not a number.
        """
        deals, seats = self.read("deals"), tuple(self.read("seats").split())
        if not deals.isdecimal() or not int(deals):
            raise LabError("Deals: a whole number of at least 1.")
        if unknown := [seat for seat in seats if seat not in self.definition.usual_seats()]:
            known = ", ".join(self.definition.usual_seats())
            raise LabError(f"Compared as: {clean(unknown[0], 40)} is no seat; there are {known}.")
        players = tuple(self.read("players").split())
        if not players:
            raise LabError("Players: name one or more.")
        name, question = self.read("name"), self.read("question")
        return Answers(name, self.read("game"), int(deals), players, seats, question)

    def read_arguments(self) -> tuple[str, ...]:
        """Read how to run it, as options of the command.

        Raises:
            ValueError: If something is wrong.
        """
        arguments: list[str] = []
        where, workers, at_once = self.read("where"), self.read("workers"), self.read("at-once")
        if where == PROCESSES:
            if not workers.isdecimal() or not 1 <= int(workers) <= 256:
                raise LabError("How many: a whole number from 1 to 256.")
            arguments += ["--processes", workers]
        elif where == DASK:
            if not (workers.isdecimal() and int(workers)) and "://" not in workers:
                raise LabError("How many: a number of workers, or a scheduler's address.")
            arguments += ["--dask", workers]
        if at_once:
            if not at_once.isdecimal() or not 1 <= int(at_once) <= 4096:
                raise LabError("Games at once: a whole number from 1 to 4096.")
            arguments += ["--at-once", at_once]
        if budget := self.read("budget"):
            Budget.parse(budget)
            arguments += ["--budget", budget]
        return tuple(arguments)

    def find_file(self) -> str:
        """Find the name for the command: an example, a file, or a run to continue."""
        if self.continuing:
            return str(self.continuing)
        source = self.read("source")
        if source == FILE:
            return str(Path(self.read("file")).expanduser().resolve())
        return (
            source
            if source in self.examples
            else str(get_experiment_path(self.read("name"), self.settings.data))
        )

    def start(self) -> None:
        """Dismiss with the run; a new experiment is written to a file first."""
        if (checked := self.check_fields()) is not None:
            experiment, arguments = checked
            path = self.continuing or get_default_run_path(experiment.name, self.settings.data)
            into = ("--into", str(path))
            self.dismiss(RunChoice((self.find_file(), *into, *arguments), path, experiment))

    def check_fields(self) -> tuple[Experiment, tuple[str, ...]] | None:
        """Read the experiment and the arguments, and write the file of a new one.

        Returns:
            `None` if something is wrong, which is shown.
        """
        try:
            experiment, text = self.read_experiment()
            arguments = self.read_arguments()
            if not self.continuing and self.read("source") == FORM:
                write_own_file(experiment.name, text, self.settings.data)
        except (ValueError, OSError) as error:
            self.show_message(clean(str(error), 400), wrong=True)
            return None
        return experiment, arguments

    @work(exclusive=True, group="estimate")
    async def action_estimate(self) -> None:
        """Estimate the run in a separate process, which plays some games."""
        if (checked := self.check_fields()) is None:
            return
        _, arguments = checked
        self.show_message("Working out what it takes ...")
        command = ("lab", "run", self.find_file(), "--dry-run", *arguments)
        done = await asyncio.to_thread(partial(self.launcher.run_command, command))
        if is_closed(self):
            return
        good = done.returncode == 0
        lines = (done.stdout if good else done.stderr).splitlines()
        told = lines[1:] if good else lines[-3:]  # how many trials there are stands above
        self.show_message(" ".join(clean(one, 300) for one in told), wrong=not good)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Keep the estimate visible; rows have their own explanations."""


def summarize(experiment: Experiment, data: Path) -> str:
    """Summarise an experiment in a line."""
    snapshot = preview_run(experiment, data)
    cells = sum(len(matrix.cells) for matrix in snapshot.matrices.values())
    return (
        f"{experiment.definition.title}: {snapshot.status.counts.trials:,} trials on "
        f"{format_count(experiment.games, 'deal')}, in a table of "
        f"{format_count(cells, 'cell')}"
    )
