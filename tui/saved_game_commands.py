"""Commands for saved games: `parlour resume`, `replay`, `show` and `branch`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.config.paths import get_games_folder
from engine.journal.replay import load_game
from tui.shared_options import (
    AsJson,
    BudgetLimit,
    Hold,
    Images,
    JournalPath,
    OnFailure,
    OpenTable,
    Plain,
    RunPrograms,
    Watch,
    add_program_options,
    declare_seat_option,
    read_budget,
    read_hold,
    read_on_failure,
    refuse_headless_hold,
    refuse_headless_people,
    refuse_headless_watch,
    refuse_plain_tools,
)
from tui.terminal_probe import explain_missing_terminal, has_dumb_terminal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.config.settings import Settings
    from engine.journal.record import Record
    from engine.players.spec import Spec


@add_program_options
def resume(
    context: typer.Context,
    path: Annotated[
        Path | None,
        typer.Argument(help="The journal. Default: the unfinished game that was played last."),
    ] = None,
    json: AsJson = False,
    run_programs: RunPrograms = False,
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
    result is printed.

    \b
    Examples
      parlour resume
      parlour resume games/evening.jsonl --json
      parlour resume games/show.jsonl --watch
    """
    from engine.journal.reader import read_record
    from engine.session import Session
    from tui.argument_values_and_usage_errors import UsageError
    from tui.headless import print_result

    settings: Settings = context.obj
    refuse_plain_tools(plain=plain, hold=hold, open_table=open_table, watch=watch)
    record = read_record(path or _find_unfinished(get_games_folder(settings.data)))
    session = Session.from_record(record, settings=settings)
    if not session.match.awaits:
        typer.echo(f"This game is over: {record.path}", err=True)
        print_result(session, record.path, as_json=json)
        return
    why = "--json is for games without people" if json else explain_missing_terminal()
    if session.human_count and why and (json or not plain):
        raise UsageError(f"People sit at this table, and {why}: {record.path}")
    if record.torn:
        typer.echo(
            f"{record.path}: the last line was cut short; that move was not confirmed.", err=True
        )
    if not run_programs:
        refuse_programs(session.specs.values(), record, settings.data)
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
        from tui.plain_game_flow import play_plain

        raise typer.Exit(play_plain(session, settings, limit))
    if session.human_count or held or watch:
        from tui.open_app_and_games import open_session

        raise typer.Exit(open_session(session, images, held))
    from tui.headless import play_headless

    play_headless(session, as_json=json, stand_in=stand_in)


def refuse_programs(specs: "Iterable[Spec]", record: "Record", data: Path) -> None:
    """Refuse to start programs that only a journal from elsewhere names.

    Args:
        specs: The SPECs that come from the journal.
        record: The journal.
        data: The data folder, with our own games.

    Raises:
        UsageError: If a program would start; the message names it and says how to allow it.
    """
    from engine.players.spec import PROGRAMS
    from tui.argument_values_and_usage_errors import UsageError
    from tui.open_app_and_games import find_trusted_specs

    programs = {str(spec) for spec in specs if spec.kind in PROGRAMS}
    untrusted = programs - find_trusted_specs(record, data)
    if untrusted:
        raise UsageError(
            f"{record.path} would start {', '.join(sorted(untrusted))}, and may come from "
            f"elsewhere. If that is what you want, add --run-programs."
        )


@add_program_options
def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The journal.")],
    images: Images = None,
) -> None:
    r"""Step back and forth through a saved game, from any seat's viewpoint.

    B begins a new game at the current step, as parlour branch does.

    \b
    Example
      parlour replay games/evening.jsonl
    """
    from engine.config.start import Start
    from engine.games.catalog import find_recorded
    from engine.journal.reader import read_record
    from screens.replay import create_replay
    from tui.argument_values_and_usage_errors import UsageError
    from tui.open_app_and_games import create_home, find_trusted_specs, open_app

    if why := explain_missing_terminal():
        raise UsageError(
            f"parlour replay opens the app, and {why}; parlour show prints the game instead."
        )
    settings: Settings = context.obj
    record = read_record(file)
    trusted = find_trusted_specs(record, settings.data)
    screen = create_replay(record, find_recorded(record), trusted, settings)
    start = Start(settings.with_images(images))
    raise typer.Exit(open_app(lambda: create_home(start, screen), start))


def show(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The journal.")],
    seat: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="SEAT",
            help="The seat whose viewpoint to print. Default: an onlooker's.",
        ),
    ] = None,
    format_: Annotated[
        str, typer.Option("--format", metavar="FORMAT", help="text, json, csv or html.")
    ] = "text",
    calls: Annotated[
        bool,
        typer.Option(
            "--calls",
            help="Print for every move what models and programs were asked and answered, and what "
            "baselines compared: as text or json, if the game is over or its table open.",
        ),
    ] = False,
) -> None:
    r"""Print a saved game.

    A finished game is printed in full, an unfinished one as an onlooker may see it; --as prints
    only what that seat has seen. The HTML is one self-contained page.

    \b
    Examples
      parlour show games/evening.jsonl
      parlour show games/evening.jsonl --as interceptor
      parlour show games/evening.jsonl --format html >evening.html
      parlour show games/evening.jsonl --calls | less
    """
    from engine.errors import OptionError
    from engine.export.format import FORMATS, export_calls
    from engine.export.format import export_match as shown
    from engine.games.catalog import find_recorded
    from engine.journal.reader import read_record
    from engine.suggestion import explain_unknown

    chosen = next((one for one in FORMATS if one == format_), None)
    if chosen is None:
        raise OptionError(explain_unknown("format", format_, FORMATS))
    record = read_record(file)
    definition = find_recorded(record)
    if calls:
        if seat is not None:
            raise OptionError("--calls tells of all machines alike: leave out --as.")
        typer.echo(export_calls(record, definition, chosen, data=context.obj.data), nl=False)
    else:
        typer.echo(shown(record, definition, seat, chosen, data=context.obj.data), nl=False)


def _find_unfinished(games: Path) -> Path:
    from screens.saved_games import DamagedGame, load_saved_games
    from tui.argument_values_and_usage_errors import UsageError

    for game in load_saved_games(games):
        if isinstance(game, DamagedGame):
            typer.echo(f"Skipped: {game.why}", err=True)
        elif not game.over:
            typer.echo(f"Resuming {game.path}", err=True)
            return game.path
    raise UsageError(
        f"There is no unfinished game in {games}. "
        "Begin one with: parlour play decrypto, or name a journal."
    )


@add_program_options
def branch(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(help="The journal of the saved game. It does not change.")
    ],
    at: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="How many moves to copy; parlour replay numbers them. 0 copies only the deal.",
        ),
    ],
    seat: Annotated[
        list[str] | None, declare_seat_option("Other seats keep their players.", who="Who plays on")
    ] = None,
    journal: JournalPath = None,
    json: AsJson = False,
    run_programs: RunPrograms = False,
    on_failure: OnFailure = None,
    budget: BudgetLimit = None,
    hold: Hold = None,
    open_table: OpenTable = False,
    watch: Watch = False,
    images: Images = None,
) -> None:
    r"""Begin a new game with the first N moves of a saved one.

    The new game has its own journal, with the same options and deal; copied moves are marked as
    copied. Later turns draw from the same seed. If a person plays, the app opens; otherwise the
    game runs headless, and its result is printed as parlour play prints it.

    \b
    Examples
      parlour branch games/evening.jsonl --at 6
      parlour branch games/evening.jsonl --at 6 --seat decoder=llm:gpt-4o \
          --seat encoder=word2vec --seat interceptor=word2vec --json
      parlour branch games/evening.jsonl --at 0 --seat interceptor=glove --journal other.jsonl
      parlour branch games/evening.jsonl --at 6 --hold decoder
      parlour branch games/show.jsonl --at 6 --watch
    """
    from engine.errors import OptionError
    from engine.games.catalog import find_recorded
    from engine.journal.branch import branch_match as branch_off
    from engine.journal.branch import copy_first_moves
    from engine.journal.reader import read_record
    from engine.journal.replay import restore_match
    from engine.players.spec import is_human_spec, parse_spec
    from engine.suggestion import explain_unknown
    from tui.argument_values_and_usage_errors import (
        choose_journal_file,
        list_people_seats,
        parse_pairs,
        read_journal_path,
    )

    settings: Settings = context.obj
    record = read_record(file)
    definition = find_recorded(record)
    players = copy_first_moves(record, definition, at).players
    named = parse_pairs("--seat", f"{next(iter(players))}=word2vec", seat or ())
    for name in named:
        if name not in players:
            raise OptionError(explain_unknown("seat", name, players))
    lineup = {
        name: parse_spec(named[name], definition) if name in named else parse_spec(spec)
        for name, spec in players.items()
    }
    path = read_journal_path(journal)
    people = list_people_seats(lineup)
    if record.torn:
        typer.echo(f"{file}: the last line was cut short; that move was not confirmed.", err=True)
    flag = "--json" if json else ""
    refuse_headless_people(people, flag=flag)
    held = read_hold(hold, lineup, is_open=False, opening=open_table)
    refuse_headless_hold(hold, flag=flag)
    refuse_headless_watch(watch=watch, json=json)
    stand_in = read_on_failure(on_failure, people=bool(people))
    if not run_programs:
        others = (spec for name, spec in lineup.items() if name not in named)
        refuse_programs(others, record, settings.data)
    shared = any(map(is_human_spec, record.players.values()))
    if shared and restore_match(record, load_game(definition, record)).awaits:
        typer.echo(
            f"{file} is not over: its secrets are shown here, to each seat and at the end.",
            err=True,
        )
    limit = read_budget(budget)
    journal_file = choose_journal_file(path, definition, settings.data)
    session = branch_off(record, definition, at, lineup, journal_file, settings=settings)
    session.budget = limit
    if open_table:
        session.open_table()
    if people or held or watch:
        from tui.open_app_and_games import open_session

        raise typer.Exit(open_session(session, images, held))
    from tui.headless import play_headless

    play_headless(session, as_json=json, stand_in=stand_in)
