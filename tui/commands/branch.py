"""`parlour branch`: begin a new game with the first moves of a saved one."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.errors import OptionError
from engine.games.catalog import find_recorded
from engine.journal.branch import branch_match as branch_off
from engine.journal.branch import copy_first_moves
from engine.journal.reader import read_record
from engine.journal.replay import load_game, restore_match
from engine.players.spec import is_human_spec, parse_spec
from engine.suggestion import explain_unknown
from tui import launch
from tui.headless import play_headless
from tui.options.budget import read_budget
from tui.options.conflict import refuse_headless_hold, refuse_headless_people, refuse_headless_watch
from tui.options.declaration import (
    AsJson,
    BudgetLimit,
    Hold,
    Images,
    JournalPath,
    OnFailure,
    OpenTable,
    ReadFiles,
    RunPrograms,
    Watch,
    declare_seat_option,
)
from tui.options.failure import read_on_failure
from tui.options.hold import read_hold
from tui.options.journal import choose_journal_file, read_journal_path
from tui.options.lineup import list_people_seats
from tui.options.pairs import parse_pairs
from tui.options.permission import refuse_unchosen
from tui.options.programs import add_program_options
from tui.output import echo

if TYPE_CHECKING:
    from engine.config.settings import Settings


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
    read_files: ReadFiles = False,
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
        echo(f"{file}: the last line was cut short; that move was not confirmed.", err=True)
    flag = "--json" if json else ""
    refuse_headless_people(people, flag=flag)
    held = read_hold(hold, lineup, is_open=False, opening=open_table)
    refuse_headless_hold(hold, flag=flag)
    refuse_headless_watch(watch=watch, json=json)
    stand_in = read_on_failure(on_failure, people=bool(people))
    others = [spec for name, spec in lineup.items() if name not in named]
    refuse_unchosen(others, record, settings.data, run_programs=run_programs, read_files=read_files)
    shared = any(map(is_human_spec, record.players.values()))
    if shared and restore_match(record, load_game(definition, record)).awaits:
        echo(
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
        raise typer.Exit(launch.open_session(session, images, held))

    play_headless(session, as_json=json, stand_in=stand_in)
