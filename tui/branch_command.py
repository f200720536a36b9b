"""`parlour branch`: begin a new game as a saved one began."""

from pathlib import Path
from typing import Annotated

import typer

from tui.program_options import Isolate, IsolateNet, PassEnv, configure_programs
from tui.saved_game_commands import refuse_programs
from tui.shared_options import (
    AsJson,
    BudgetLimit,
    Hold,
    Images,
    JournalPath,
    OnFailure,
    OpenTable,
    RunPrograms,
    Watch,
    journal_file,
    read_budget,
    read_hold,
    read_journal_path,
    read_on_failure,
    refuse_headless_hold,
    refuse_headless_people,
    refuse_headless_watch,
)
from tui.terminal_probe import has_terminal


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
        list[str] | None,
        typer.Option(
            metavar="SEAT=SPEC",
            help="Who plays on in a seat; repeatable. Other seats keep their players.",
        ),
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
    pass_env: PassEnv = None,
    isolate: Isolate = None,
    isolate_net: IsolateNet = False,
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
    from engine.branch import branch_match as branch_off
    from engine.branch import copy_first_moves
    from engine.games.catalog import find
    from engine.journal_reader import read_record
    from engine.lineup import is_human_spec, parse_spec
    from engine.options import OptionError, explain_unknown
    from engine.replay import restore_match
    from tui.arguments import parse_pairs, people_seats

    record = read_record(file)
    definition = find(record.header.game)
    players = copy_first_moves(record, definition, at).players
    named = parse_pairs("--seat", f"{next(iter(players))}=word2vec", seat or ())
    for name in named:
        if name not in players:
            raise OptionError(explain_unknown("seat", name, players))
    lineup = {name: parse_spec(named.get(name, spec)) for name, spec in players.items()}
    path = read_journal_path(journal)
    people = people_seats(lineup)
    if record.torn:
        typer.echo(f"{file}: the last line was cut short; that move was not confirmed.", err=True)
    flag = "--json" if json else ""
    refuse_headless_people(people, flag=flag, terminal=has_terminal())
    held = read_hold(hold, lineup, is_open=False, opening=open_table)
    refuse_headless_hold(hold, flag=flag, terminal=has_terminal())
    refuse_headless_watch(watch=watch, json=json, terminal=has_terminal())
    stand_in = read_on_failure(on_failure, people=bool(people))
    if not run_programs:
        refuse_programs((spec for name, spec in lineup.items() if name not in named), record)
    shared = any(map(is_human_spec, record.players.values()))
    if shared and restore_match(record, definition.load_game(record)).awaits:
        typer.echo(
            f"{file} is not over: its secrets are shown here, to each seat and at the end.",
            err=True,
        )
    limit = read_budget(budget)
    configure_programs(pass_env, isolate=isolate, isolate_net=isolate_net)
    session = branch_off(record, definition, at, lineup, journal_file(path, definition))
    session.budget = limit
    if open_table:
        session.open_table()
    if people or held or watch:
        from tui.launch import open_session

        raise typer.Exit(open_session(session, context.obj.with_images(images), held))
    from tui.headless import play_headless

    play_headless(session, as_json=json, stand_in=stand_in)
