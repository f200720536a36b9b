"""`parlour branch`: a new game that begins as a kept one did."""

from pathlib import Path
from typing import Annotated

import typer

from tui.game_options import (
    AsJson,
    BudgetFor,
    JournalAt,
    OnFailure,
    RunPrograms,
    Watch,
    journal_file,
    read_budget,
    read_journal,
    read_on_failure,
    refuse_watch,
)
from tui.hold_option import Hold, OpenTable, read_hold, refuse_headless
from tui.images_option import Images, preferring
from tui.playing import fill, play_headless, play_in_app
from tui.saved_game_commands import refuse_programs
from tui.terminal import at_terminal


def branch(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The journal of the kept game; it stays as it is.")],
    at: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="After how many moves the new game leaves the kept one; parlour replay numbers "
            "them. 0 takes over the deal alone.",
        ),
    ],
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=SPEC",
            help="Who sits where from there on; may be given again. In a seat that is not named "
            "stays who sat there.",
        ),
    ] = None,
    journal: JournalAt = None,
    json: AsJson = False,
    run_programs: RunPrograms = False,
    on_failure: OnFailure = None,
    budget: BudgetFor = None,
    held: Hold = None,
    open_table: OpenTable = False,
    watch: Watch = False,
    images: Images = None,
) -> None:
    r"""Branch into a new game from any move of a kept one.

    The new game has a journal of its own, with the same options, the same deal, and the first N
    moves of the kept one, marked as copied; whatever is played after them is new. The chance of
    later turns is the same, too. With a person at the table the app opens; without one the game
    is played headless, and its result printed as `parlour play` prints it.

    \b
    Examples
      parlour branch games/evening.jsonl --at 6
      parlour branch games/evening.jsonl --at 6 --seat decoder=llm:gpt-4o \
          --seat encoder=word2vec --seat interceptor=word2vec --json
      parlour branch games/evening.jsonl --at 0 --seat interceptor=glove --journal other.jsonl
      parlour branch games/evening.jsonl --at 6 --hold decoder
      parlour branch games/show.jsonl --at 6 --watch
    """
    from engine.branch import branch as branch_off
    from engine.branch import taken_over
    from engine.games.catalog import find
    from engine.lineup import is_person, parse_spec
    from engine.options import OptionError, unknown
    from engine.record import read
    from engine.replay import restore
    from tui.arguments import pairs, people
    from tui.usage_errors import UsageFault

    record = read(file)
    definition = find(record.header.game)
    sat = taken_over(record, definition, at).players
    named = pairs("--seat", f"{next(iter(sat))}=word2vec", seat or ())
    for name in named:
        if name not in sat:
            raise OptionError(unknown("seat", name, sat))
    lineup = {name: parse_spec(named.get(name, spec)) for name, spec in sat.items()}
    path = read_journal(journal)
    human = people(lineup)
    if record.torn:
        typer.echo(f"{file}: the last line was cut short; that move was not confirmed.", err=True)
    if human and (json or not at_terminal()):
        raise UsageFault(fill(human, "--json" if json else ""))
    holding = read_hold(held, lineup, opened=False, ask=open_table)
    refuse_headless(held, flag="--json" if json else "", at_terminal=at_terminal())
    refuse_watch(watch=watch, json=json, at_terminal=at_terminal())
    stand_in = read_on_failure(on_failure, people=bool(human))
    if not run_programs:
        refuse_programs((spec for name, spec in lineup.items() if name not in named), record)
    shared = any(map(is_person, record.players.values()))
    if shared and restore(record, definition.game(record)).awaits:
        typer.echo(f"{file} goes on: its secrets are told here, by seat and at the end.", err=True)
    limit = read_budget(budget)
    session = branch_off(record, definition, at, lineup, journal_file(path, definition))
    session.budget = limit
    if open_table:
        session.open_table()
    if human or holding or watch:
        raise typer.Exit(play_in_app(session, preferring(context.obj, images), holding))
    play_headless(session, as_json=json, stand_in=stand_in)
