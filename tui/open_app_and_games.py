"""Open the app in the terminal, and in it a new game, a saved game, or a branch of one."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.config.paths import get_games_folder
from engine.config.start import Start
from engine.config.trust import explain_ignored_settings
from tui.terminal_probe import TerminalProbe, has_terminal

if TYPE_CHECKING:
    from textual.screen import Screen

    from engine.journal.record import Record
    from engine.llm.budget import Budget
    from engine.session import Session
    from screens.home import HomeScreen
    from screens.last_setup_and_player_history import Setup
    from screens.pictures.encoding_and_cache import PictureCache
    from screens.replay import ReplayScreen
    from screens.setup_form_base_and_branch_screen import BranchSetup
    from screens.table import TableScreen
    from screens.watch.pacing import Presentation
    from tui.screen_recording import Recording

PARLOUR = (sys.executable, "-P", "-c", "from tui.command import main; main()")
"""The command that runs Parlour in a separate process, wherever it is installed."""
SAVED = "Every confirmed move is saved."
"""The message when a signal has ended the app."""


def open_app(
    first: "Callable[[], Screen[None]]",
    start: Start,
    record: Path | None = None,
    title: str = "Parlour",
) -> int:
    """Run the app until it ends.

    Args:
        first: Creates the first screen.
        start: The settings in force.
        record: A new file to record the app to.
        title: The recording's title; players show it to everybody.

    Returns:
        The exit code.

    Raises:
        RecordingError: If the file cannot be recorded to.
    """
    with ExitStack() as closing:
        recording = None
        if record is not None:
            from tui.screen_recording import Recording

            recording = Recording.create(record, title)
            closing.callback(_print_recording, recording, start.look.images)
            closing.callback(recording.close)
        return _run_app(first, start, recording)


def open_session(
    session: "Session", images: str | None = None, held: frozenset[str] = frozenset()
) -> int:
    """Open the app at a session's table.

    Args:
        session: A new or resumed session.
        images: A command's `--images`.
        held: The seats that the operator takes over from the start.

    Returns:
        The exit code.

    Raises:
        LineupError: If a player cannot be created.
    """
    table = create_table(session, held=held)
    start = Start(session.settings.with_images(images))
    return open_app(lambda: create_home(start, table, session.budget), start)


def _run_app(
    first: "Callable[[], Screen[None]]", start: Start, recording: "Recording | None"
) -> int:
    # A garbage collection takes up to 0.3 s; the app collects while nobody types.
    gc.set_threshold(50_000, 10, 100)
    # Textual draws at the next of 60 ticks a second, which would delay new screens by 16 ms, and
    # takes the rate from the environment alone.
    os.environ.setdefault("TEXTUAL_FPS", "120")
    with TerminalProbe() as probe:  # the terminal answers while the app is being imported
        from screens.pictures.protocols_and_scaling import Protocol
        from tui.app import ParlourApp
        from tui.stop_signals import call_on_stop_signal
        from tui.terminal_probe import create_pictures

        pictures = create_pictures(probe.read_info(), start.look.images, start.data)
    if pictures.best is Protocol.KITTY:
        # ssh does not forward COLORTERM, so Textual would round the colours around the pictures. It
        # takes the number of colours from the environment alone.
        os.environ["COLORTERM"] = "truecolor"
    if recording:
        pictures.restrict_to_blocks()
    look = start.look
    theme = f"parlour-{look.theme}" if look.theme else None
    app = ParlourApp(first, data=start.data, idle=look.idle, theme=theme, pictures=pictures)
    app.notices = explain_ignored_settings()
    if not look.motion:
        app.animation_level = "none"
    if recording:
        from tui.screen_recording import create_recording_driver

        app.driver_class = create_recording_driver(app.driver_class, recording)
    with _restoring_terminal(pictures), call_on_stop_signal(app.note_signal):
        app.run()
    if app.stopped:
        with suppress(OSError):  # there is no terminal any more
            sys.stderr.write(f"{app.stopped} {SAVED}\n")
            sys.stderr.flush()
    return app.return_code or 0


@contextmanager
def _restoring_terminal(pictures: "PictureCache") -> Iterator[None]:
    """Restore the terminal even if a signal must end a hanging app."""
    if sys.platform == "win32" or not has_terminal():
        yield
        return
    import termios

    from screens.pictures.protocols_and_scaling import Protocol
    from tui.stop_signals import restoring_terminal
    from tui.terminal_loss_and_suspension import restore_terminal

    keys, output = sys.__stdin__.fileno(), sys.__stderr__.fileno()  # type: ignore[union-attr]
    modes = termios.tcgetattr(keys)
    kitty = pictures.best is Protocol.KITTY

    def restore() -> None:
        restore_terminal(keys, output, modes, pictures=kitty)
        with suppress(OSError):  # there is no terminal any more
            os.write(output, f"{SAVED}\n".encode())

    with restoring_terminal(restore):
        yield


def _print_recording(recording: "Recording", images: str | None) -> None:
    """Print the recording's path and what it lacks, after the app has ended."""
    from screens.pictures.protocols_and_scaling import Protocol

    message = f"Recorded: {recording.path}"
    if recording.fault:
        minutes, seconds = divmod(int(recording.shown_until), 60)
        message += f", only the first {minutes}:{seconds:02} ({recording.fault})"
    if images in set(Protocol) and Protocol(images).pixels:
        message += f"\nA recording holds pictures as blocks; {images} was asked for, and left out."
    sys.stderr.write(f"{message}\n")


def find_trusted_specs(record: "Record", data: Path) -> frozenset[str]:
    """SPECs that may run programs: those of games saved in our own folder."""
    from engine.journal.trust import find_trusted_specs

    own = record.path.resolve().parent == get_games_folder(data).resolve()
    return find_trusted_specs(record) if own else frozenset()


def open_table(setup: "Setup", start: Start, budget: "Budget | None" = None) -> "TableScreen":
    """Open a new game with a journal and create its table.

    Args:
        setup: The game, its options, seats and seed.
        start: The settings in force.
        budget: How much models may use in this run.

    Raises:
        UnknownGame, OptionError, LineupError, JournalError: If it cannot be opened.
    """
    from engine.games.catalog import find
    from engine.journal.folder import choose_journal_path
    from engine.options import parse_options
    from engine.players.spec import parse_spec
    from engine.session import Session

    definition = find(setup.game)
    options = parse_options(definition.options_type, setup.options)
    lineup = {seat: parse_spec(spec, definition) for seat, spec in setup.seats.items()}
    path = choose_journal_path(get_games_folder(start.data), definition.name)
    session = Session.create(
        definition, options, lineup, setup.seed or None, settings=start.settings, path=path
    )
    session.budget = budget
    return create_table(session)


def resume_table(path: Path, start: Start, budget: "Budget | None" = None) -> "TableScreen":
    """Resume a saved game and create its table.

    Args:
        path: The journal.
        start: The settings in force.
        budget: How much models may use in this run.

    Raises:
        LineupError, JournalError: If it cannot be resumed.
    """
    from engine.session import Session

    session = Session.resume(path, settings=start.settings)
    session.budget = budget
    return create_table(session)


def open_branch(
    branching: "BranchSetup", start: Start, budget: "Budget | None" = None
) -> "TableScreen":
    """Branch a saved game into a new one and create its table.

    Args:
        branching: The saved game, the move to branch at, and the SPEC of each seat.
        start: The settings in force.
        budget: How much models may use in this run.

    Raises:
        OptionError, LineupError, JournalError: If it cannot be branched.
    """
    from engine.games.catalog import find
    from engine.journal.branch import branch_match
    from engine.journal.folder import choose_journal_path

    definition = find(branching.record.header.game)
    path = choose_journal_path(get_games_folder(start.data), definition.name)
    session = branch_match(
        branching.record,
        definition,
        branching.moves,
        branching.seats,
        path,
        settings=start.settings,
    )
    session.budget = budget
    return create_table(session)


def create_table(
    session: "Session",
    presentation: "Presentation | None" = None,
    held: frozenset[str] = frozenset(),
) -> "TableScreen":
    """Create the table of a session; delete its journal if the game cannot begin.

    Args:
        session: A new or resumed session.
        presentation: How a game without people is shown; the default if `None`.
        held: The seats whose turns the operator holds from the start.

    Raises:
        LineupError: If a player cannot be created.
    """
    from engine.players.spec import LineupError
    from engine.seat import Seat
    from screens.table import TableScreen

    try:
        if session.human_count:
            table = TableScreen(session)
        else:
            from screens.watch.screen import WatchScreen

            table = WatchScreen(session, presentation)
    except LineupError:
        session.discard()
        raise
    seats = table.match.game.seats
    table.operator.invited = bool(held)
    table.operator.taken_over = frozenset(Seat(seats.index(name)) for name in held)
    return table


def create_home(
    start: Start,
    begin: "TableScreen | ReplayScreen | None" = None,
    budget: "Budget | None" = None,
) -> "HomeScreen":
    """Create the home screen.

    Args:
        start: The settings in force.
        begin: A table or a replay to open at once.
        budget: How much models may use in all games of this run.
    """
    from screens.home import HomeScreen

    return HomeScreen(
        partial(open_table, start=start, budget=budget),
        partial(resume_table, start=start, budget=budget),
        partial(open_branch, start=start, budget=budget),
        start,
        begin,
        PARLOUR,
    )
