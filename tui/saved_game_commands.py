"""Commands for games that are kept: `resume`, `replay` and `show`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tui.game_options import (
    AsJson,
    BudgetFor,
    OnFailure,
    RunPrograms,
    Watch,
    read_budget,
    read_on_failure,
    refuse_watch,
)
from tui.hold_option import Hold, OpenTable, read_hold, refuse_headless
from tui.images_option import Images, preferring
from tui.playing import play_headless, play_in_app
from tui.terminal import at_terminal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.lineup import Spec
    from engine.record import Record


def resume(
    context: typer.Context,
    path: Annotated[
        Path | None,
        typer.Argument(help="The journal; left out, the unfinished game that was played last."),
    ] = None,
    json: AsJson = False,
    run_programs: RunPrograms = False,
    on_failure: OnFailure = None,
    budget: BudgetFor = None,
    held: Hold = None,
    open_table: OpenTable = False,
    watch: Watch = False,
    images: Images = None,
) -> None:
    r"""Carry on with a game where it stood, a half-finished turn included.

    With a person at the table the app opens; without one the game is finished headless, and its
    result printed as `parlour play` prints it. Of a finished game the result is shown.

    \b
    Examples
      parlour resume
      parlour resume games/evening.jsonl --json
      parlour resume games/show.jsonl --watch
    """
    from engine.record import read
    from engine.session import Session
    from tui.results import print_result
    from tui.usage_errors import UsageFault

    record = read(path or _latest())
    session = Session.of(record)
    if not session.match.awaits:
        typer.echo(f"This game is over: {record.path}", err=True)
        print_result(session, record.path, as_json=json)
        return
    if session.people and (json or not at_terminal()):
        why = "--json is for games without people" if json else "there is no terminal here"
        raise UsageFault(f"People sit at this table, and {why}: {record.path}")
    if record.torn:
        typer.echo(
            f"{record.path}: the last line was cut short; that move was not confirmed.", err=True
        )
    if not run_programs:
        refuse_programs(session.specs.values(), record)
    stand_in = read_on_failure(on_failure, people=bool(session.people))
    limit = read_budget(budget)
    lineup = dict(zip(session.match.game.seats, session.specs.values(), strict=True))
    holding = read_hold(held, lineup, opened=session.opened, ask=open_table)
    refuse_headless(held, flag="--json" if json else "", at_terminal=at_terminal())
    refuse_watch(watch=watch, json=json, at_terminal=at_terminal())
    session = Session.resume(record.path)
    session.budget = limit
    if open_table:
        session.open_table()
    if session.people or holding or watch:
        raise typer.Exit(play_in_app(session, preferring(context.obj, images), holding))
    play_headless(session, as_json=json, stand_in=stand_in)


def refuse_programs(specs: "Iterable[Spec]", record: "Record") -> None:
    """Make sure that a journal from elsewhere starts no program that nobody here has chosen.

    Args:
        specs: Who is to sit down because the journal says so.
        record: The journal.

    Raises:
        UsageFault: If it would, with the programs and how to allow it.
    """
    from engine.lineup import PROGRAMS
    from tui.sessions import trusted_specs
    from tui.usage_errors import UsageFault

    strange = {str(spec) for spec in specs if spec.kind in PROGRAMS} - trusted_specs(record)
    if strange:
        raise UsageFault(
            f"{record.path} would start {', '.join(sorted(strange))}, and may come from elsewhere. "
            f"If that is what you want, add --run-programs."
        )


def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The journal.")],
    images: Images = None,
) -> None:
    r"""Step back and forth through a game, through whose eyes you choose.

    B begins a new game from the step at hand, as `parlour branch` does.

    \b
    Example
      parlour replay games/evening.jsonl
    """
    from engine.games.catalog import find
    from engine.record import read
    from screens.replay import of
    from tui.launch import open_app
    from tui.sessions import home, trusted_specs
    from tui.usage_errors import UsageFault

    if not at_terminal():
        raise UsageFault(
            "There is no terminal here to replay a game in; parlour show prints it instead."
        )
    record = read(file)
    screen = of(record, find(record.header.game), trusted_specs(record))
    raise typer.Exit(open_app(lambda: home(screen), preferring(context.obj, images)))


def show(
    file: Annotated[Path, typer.Argument(help="The journal.")],
    seat: Annotated[
        str | None,
        typer.Option(
            "--as", metavar="SEAT", help="Through whose eyes; left out, as an onlooker sees it."
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
            "baselines compared: as text or json, once the game is over or its table open.",
        ),
    ] = False,
) -> None:
    r"""Print a game from its journal.

    A finished game is printed whole, an unfinished one as an onlooker may see it; --as shows no
    more than that seat has seen. The HTML is one page that needs nothing else.

    \b
    Examples
      parlour show games/evening.jsonl
      parlour show games/evening.jsonl --as interceptor
      parlour show games/evening.jsonl --format html >evening.html
      parlour show games/evening.jsonl --calls | less
    """
    from engine.export import FORMATS, ExportError, show_calls
    from engine.export import show as shown
    from engine.games.catalog import find
    from engine.options import unknown
    from engine.record import read

    chosen = next((one for one in FORMATS if one == format_), None)
    if chosen is None:
        raise ExportError(unknown("format", format_, FORMATS))
    record = read(file)
    definition = find(record.header.game)
    if calls:
        if seat is not None:
            raise ExportError("--calls tells of all machines alike: leave out --as.")
        typer.echo(show_calls(record, definition, chosen), nl=False)
    else:
        typer.echo(shown(record, definition, seat, chosen), nl=False)


def _latest() -> Path:
    from screens.saved_games import DamagedGame, shelf
    from tui.sessions import games_folder
    from tui.usage_errors import UsageFault

    for kept in shelf(games_folder()):
        if isinstance(kept, DamagedGame):
            typer.echo(f"Passed over: {kept.why}", err=True)
        elif not kept.over:
            typer.echo(f"Resuming {kept.path}", err=True)
            return kept.path
    raise UsageFault(
        f"There is no unfinished game in {games_folder()}. "
        "Begin one with: parlour play decrypto, or name a journal."
    )
