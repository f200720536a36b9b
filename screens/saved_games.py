"""The screen that lists saved games, and the summaries of journals that it shows.

A summary has public information only, as a game may not be over. On the screen people replay,
resume or delete a game.
"""

from asyncio import to_thread
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on, work
from textual.binding import Binding, BindingType
from textual.widgets import DataTable

from engine.games.catalog import UnknownGame, find
from engine.journal.notes import find_notes_file
from engine.journal.reader import read_record
from engine.journal.record import BranchOrigin, JournalError, Record
from engine.journal.replay import load_game, restore_match
from engine.journal.writer import Journal
from engine.players.spec import LineupError, parse_spec
from engine.text import clean
from screens.dialogs_and_modal_host import ChoiceDialog, is_closed
from screens.list_screen import ListScreen, RowsTable
from screens.player_names_and_colours import SeatNames

JOURNAL_SUFFIX = ".jsonl"
"""The suffix of journals."""
CALLS_SUFFIX = ".calls.jsonl"
"""The suffix of the call log beside a journal."""
MAX_SENTENCE = 400
"""Maximum length of a sentence about a game in characters."""
MAX_LISTED = 200
"""Maximum number of journals that are loaded, latest first."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A summary of a journal with public information only."""

    path: Path
    title: str
    """The game's."""
    when: datetime
    """When it began, local time."""
    who: tuple[str, ...]
    """The players in order of seats. Outside text: never parse it as markup."""
    standing: str
    """`round 3`, or who won, or `a draw`."""
    reason: str
    """What decided it, in a sentence; empty before the end."""
    over: bool
    """Whether the game is over."""
    branched: BranchOrigin | None
    """Where it branched off another game, if it did."""


@dataclass(frozen=True, slots=True)
class DamagedGame:
    """A journal that cannot be read."""

    path: Path
    why: str
    """The damaged line, and the reason."""


def list_journals(folder: Path) -> list[Path]:
    """List the journals in `folder`, the latest played first."""
    found = []
    for path in folder.glob(f"[!.]*{JOURNAL_SUFFIX}"):
        if not path.name.endswith(CALLS_SUFFIX):
            try:
                found.append((path.stat().st_mtime, path))
            except OSError:  # deleted meanwhile, or a broken link
                continue
    return [path for _, path in sorted(found, reverse=True)]


def load_saved_game(path: Path) -> SavedGame | DamagedGame:
    """Load the summary of a journal."""
    try:
        return _summarize(read_record(path))
    except (JournalError, UnknownGame, LineupError) as error:
        return DamagedGame(path, str(error))


def load_saved_games(folder: Path) -> Iterator[SavedGame | DamagedGame]:
    """Load the summaries of the latest journals in `folder`, the latest played first."""
    yield from map(load_saved_game, list_journals(folder)[:MAX_LISTED])


def find_latest_unfinished(folder: Path) -> SavedGame | None:
    """Find the unfinished game that was played last."""
    return next(
        (
            game
            for game in load_saved_games(folder)
            if isinstance(game, SavedGame) and not game.over
        ),
        None,
    )


def format_time(when: datetime, now: datetime) -> str:
    """Format a time relative to `now`: `today 14:05`, `yesterday 9:30`, `3 November 9:30`."""
    days = (now.date() - when.date()).days
    clock = f"{when.hour}:{when.minute:02}"
    if days == 0:
        return f"today {clock}"
    if days == 1:
        return f"yesterday {clock}"
    if when.year == now.year:
        return f"{when.day} {when:%B} {clock}"
    return f"{when.day} {when:%B} {when.year}"


def _summarize(record: Record) -> SavedGame:
    definition = find(record.header.game)
    view = restore_match(record, load_game(definition, record)).view(None)
    report = definition.build_report(view)
    outcome = report["outcome"]
    specs = (parse_spec(spec).display_name(seat) for seat, spec in record.players.items())
    names = SeatNames(tuple(record.players), tuple(map(clean, specs)))
    standing = f"{definition.unit} {len(report[definition.listed]) + 1}"
    reason = ""
    if outcome:
        standing = "a draw" if outcome == "draw" else f"{names.format_plain_sentence(outcome)} won"
    if view.over:
        reason = names.format_plain_parts(definition.find_highlights(view).decisive)
    return SavedGame(
        path=record.path,
        title=definition.title,
        when=parse_time(record.header.created, record.path),
        who=names.labels,
        standing=standing,
        reason=clean(reason, MAX_SENTENCE),
        over=view.over,
        branched=record.header.branched,
    )


def parse_time(stamp: str, path: Path) -> datetime:
    """Parse a time stamp of a journal; return local time.

    Raises:
        JournalError: If it is not a time stamp.
    """
    try:
        return datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        raise JournalError(f"{path}: a time stamp is damaged.") from None


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A journal, and what to do with it."""

    path: Path
    resume: bool
    """Whether to resume the game rather than replay it."""


class GamesTable(RowsTable):
    """The table of saved games."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "select_cursor",
            "Replay",
            tooltip="Show this game step by step",
            key_display="Enter",
        ),
    ]


class GamesList(ListScreen[GameChoice | None]):
    """A list of journals; unfinished games are shown without secrets."""

    COLUMNS: ClassVar[Mapping[str, int]] = {"When": 16, "Game": 17, "Standing": 19, "Who": 0}
    """The largest widths; columns are no wider than their widest cell."""
    TABLE = GamesTable
    heading = "Saved games"
    HELP = (
        "All games that are saved, the last one played first. Up and Down choose one. Enter "
        "replays it step by step. R resumes a game that is not finished; D deletes one. ○ marks "
        "games that are not finished, ● those that are."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("r", "resume", "Resume", tooltip="Continue this game", key_display="R"),
        Binding("delete,d", "delete", "Delete", key_display="D", tooltip="Delete the journal"),
        Binding("escape", "back", "Back", key_display="Esc"),
        Binding("f1", "app.help", "Help", key_display="F1"),
    ]

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.games: dict[str, SavedGame | DamagedGame] = {}
        """The game of each row, by row key."""

    @property
    def current(self) -> SavedGame | DamagedGame | None:
        """The game under the cursor."""
        table = self.table
        if not table.is_valid_row_index(table.cursor_row):
            return None
        return self.games[table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value or ""]

    def on_mount(self) -> None:
        self.load_games()

    def on_resize(self) -> None:
        """Rebuild the table for the new width."""
        self.rebuild_table((key, _build_cells(game)) for key, game in self.games.items())

    def measure_columns(self) -> Mapping[str, int]:
        """Find the widest cell of each column, so that as much as possible is left for names."""
        rows = [tuple(map(Text, self.COLUMNS)), *map(_build_cells, self.games.values())]
        return {
            name: min(most, max(cells[place].cell_len for cells in rows))
            for place, (name, most) in enumerate(self.COLUMNS.items())
        }

    @work(group="games")
    async def load_games(self) -> None:
        """Load the latest journals, one after another, outside the event loop."""
        for path in (await to_thread(list_journals, self.folder))[:MAX_LISTED]:
            game = await to_thread(load_saved_game, path)
            if is_closed(self):
                return
            self.add_game(game)
        if not is_closed(self):
            self.show_details()

    def add_game(self, game: SavedGame | DamagedGame) -> None:
        """Add a game to the table; columns that are too narrow for it are made wider."""
        cells = _build_cells(game)
        self.games[str(game.path)] = game
        columns = zip(cells, self.table.ordered_columns, self.COLUMNS.values(), strict=True)
        if any(min(cell.cell_len, most) > column.width for cell, column, most in columns):
            self.on_resize()
        else:
            self.table.add_row(*cells, key=str(game.path))

    @on(DataTable.RowHighlighted)
    def show_details(self) -> None:
        """Show what can be done with the game under the cursor."""
        match self.current:
            case None:
                words = f"No games are saved in {clean(str(self.folder))}."
            case DamagedGame(_, why):
                words = f"This file cannot be used. {clean(why, 400)}"
            case SavedGame(over=over) as game:
                rest = game.reason or f"{capitalize(game.standing)}."
                words = f"{_describe(game)} {rest if over else 'Not finished: press R to resume.'}"
        self.show_message(words)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Enable the keys that apply to the game under the cursor."""
        if not self.is_mounted or action not in ("resume", "delete"):
            return True
        game = self.current
        if action == "resume":
            return isinstance(game, SavedGame) and not game.over
        return game is not None

    @on(DataTable.RowSelected)
    def open(self) -> None:
        """Replay the game under the cursor."""
        if isinstance(game := self.current, SavedGame):
            self.dismiss(GameChoice(game.path, resume=False))

    def action_resume(self) -> None:
        """Resume the game under the cursor."""
        if game := self.current:
            self.dismiss(GameChoice(game.path, resume=True))

    @work
    async def action_delete(self) -> None:
        """Delete the game under the cursor, after asking."""
        game = self.current
        if game is None:
            return
        sure = ChoiceDialog(
            "Delete this game?",
            f"{_describe(game)} It cannot be brought back.",
            {"Keep it": False, "Delete it": True},
        )
        if await self.app.push_screen_wait(sure):
            try:
                delete_game(game)
            except (JournalError, OSError) as error:
                self.notify(str(error), severity="error", markup=False)
                return
            del self.games[str(game.path)]
            self.table.remove_row(str(game.path))
            self.show_details()


def delete_game(game: SavedGame | DamagedGame) -> None:
    """Delete a journal with its call log and notes.

    Raises:
        JournalError: If the game is being played.
        OSError: If the file cannot be deleted.
    """
    if isinstance(load_saved_game(game.path), SavedGame):
        Journal.reopen(read_record(game.path)).close()  # refused while the game is played
    game.path.unlink(missing_ok=True)
    game.path.with_suffix(CALLS_SUFFIX).unlink(missing_ok=True)
    find_notes_file(game.path).unlink(missing_ok=True)


def capitalize(sentence: str) -> str:
    """Begin a sentence with a capital, and leave the rest of it as it is."""
    return sentence[:1].upper() + sentence[1:]


def _build_cells(game: SavedGame | DamagedGame) -> tuple[Text, ...]:
    if isinstance(game, DamagedGame):
        return Text(""), Text(""), Text("✗ damaged"), Text(clean(game.path.name))
    when = format_time(game.when, datetime.now().astimezone())
    sign = "●" if game.over else "○"
    who = f"{'↳ ' if game.branched else ''}{', '.join(game.who)}"
    return (
        Text(when),
        Text(game.title),
        Text(f"{sign} {game.standing}"),
        Text(who, overflow="ellipsis", no_wrap=True),
    )


def _describe(game: SavedGame | DamagedGame) -> str:
    if isinstance(game, DamagedGame):
        return f"The file {clean(game.path.name)}."
    when = format_time(game.when, datetime.now().astimezone())
    branched = f" {game.branched}" if game.branched else ""
    return f"{game.title}, {', '.join(game.who)}, {when}.{branched}"
