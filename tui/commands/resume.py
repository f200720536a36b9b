"""`parlour resume`: resume a saved game."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.closing import list_closing_questions
from engine.config.paths import get_games_folder
from engine.headless import closing_session
from engine.journal.reader import read_record
from engine.session import Session
from tui import launch
from tui.headless import play_headless
from tui.options.budget import read_budget
from tui.options.conflict import refuse_headless_hold, refuse_headless_watch, refuse_plain_tools
from tui.options.declaration import (
    AsJson,
    BudgetLimit,
    Hold,
    Images,
    OnFailure,
    OpenTable,
    Plain,
    ReadFiles,
    RunPrograms,
    Watch,
)
from tui.options.failure import read_on_failure
from tui.options.hold import read_hold
from tui.options.permission import refuse_unchosen
from tui.options.programs import add_program_options
from tui.output import echo
from tui.result import print_result
from tui.terminal.streams import explain_missing_terminal, has_dumb_terminal
from tui.usage_error import UsageError

if TYPE_CHECKING:
    from engine.config.settings import Settings


@add_program_options
def resume(
    context: typer.Context,
    path: Annotated[
        Path | None,
        typer.Argument(help="The journal. Default: the unfinished game that was played last."),
    ] = None,
    json: AsJson = False,
    run_programs: RunPrograms = False,
    read_files: ReadFiles = False,
    on_failure: OnFailure = None,
    budget: BudgetLimit = None,
    hold: Hold = None,
    open_table: OpenTable = False,
    watch: Watch = False,
    plain: Plain = False,
    images: Images = None,
) -> None:
    r"""Resume a saved game after its last confirmed move.

    If a person plays, the app opens, or with --plain the dialogue goes on; otherwise the game is
    finished headless, and its result is printed as parlour play prints it. If the game is over, its
    result is printed; if people have not answered a question about it that they were asked (the
    setting beliefs), it is asked first.

    \b
    Examples
      parlour resume
      parlour resume games/evening.jsonl --json
      parlour resume games/show.jsonl --watch
    """
    settings: Settings = context.obj
    refuse_plain_tools(plain=plain, hold=hold, open_table=open_table, watch=watch)
    record = read_record(path or _find_unfinished(get_games_folder(settings.data)))
    session = Session.from_record(record, settings=settings)
    if not session.match.awaits and (json or not asks_people(record.path, settings)):
        echo(f"This game is over: {record.path}", err=True)
        print_result(session, record.path, as_json=json)
        return
    why = "--json is for games without people" if json else explain_missing_terminal()
    if session.human_count and why and (json or not plain):
        raise UsageError(f"People sit at this table, and {why}: {record.path}")
    if record.torn:
        echo(f"{record.path}: the last line was cut short; that move was not confirmed.", err=True)
    refuse_unchosen(
        session.specs.values(),
        record,
        settings.data,
        run_programs=run_programs,
        read_files=read_files,
    )
    stand_in = read_on_failure(on_failure, people=bool(session.human_count))
    limit = read_budget(budget)
    lineup = dict(zip(session.match.game.seats, session.specs.values(), strict=True))
    held = read_hold(hold, lineup, is_open=session.table_open, opening=open_table)
    refuse_headless_hold(hold, flag="--json" if json else "")
    refuse_headless_watch(watch=watch, json=json)
    session = Session.resume(record.path, settings=settings)
    session.budget = limit
    if open_table:
        session.open_table()
    if session.human_count and (plain or has_dumb_terminal()):
        from tui.plain.game_flow import play_plain  # noqa: PLC0415 - textual: 0.1 s

        raise typer.Exit(play_plain(session, settings, limit))
    if session.human_count or held or watch:
        raise typer.Exit(launch.open_session(session, images, held))

    play_headless(session, as_json=json, stand_in=stand_in)


def asks_people(path: Path, settings: "Settings") -> bool:
    """Whether people of a finished game have not answered its closing question."""
    if not settings.beliefs:
        return False
    with closing_session(Session.resume(path, settings=settings)) as session:
        return any(session.specs[seat].is_human for seat, _ in list_closing_questions(session))


def _find_unfinished(games: Path) -> Path:
    from screens.saved.folder import load_saved_games  # noqa: PLC0415 - textual: 0.1 s
    from screens.saved.summary import DamagedGame  # noqa: PLC0415 - textual: 0.1 s

    for game in load_saved_games(games):
        if isinstance(game, DamagedGame):
            echo(f"Skipped: {game.why}", err=True)
        elif not game.over:
            echo(f"Resuming {game.path}", err=True)
            return game.path
    raise UsageError(
        f"There is no unfinished game in {games}. "
        "Begin one with: parlour play decrypto, or name a journal."
    )
