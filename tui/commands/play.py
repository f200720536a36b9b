"""`parlour play`: play a game, in the app if a person plays, otherwise headless."""

from typing import TYPE_CHECKING, Annotated

import typer

from engine.games.catalog import find
from engine.session import Session
from tui.commands.play_help import INTRODUCTION, build_play_help
from tui.headless import play_headless
from tui.launch import open_session
from tui.options.budget import read_budget
from tui.options.conflict import refuse_headless_hold, refuse_headless_people, refuse_plain_tools
from tui.options.declaration import (
    GAME_HELP,
    GAMES,
    AsJson,
    BudgetLimit,
    GameSettings,
    Hold,
    Images,
    JournalPath,
    OnFailure,
    OpenTable,
    Plain,
    Seed,
    declare_seat_option,
)
from tui.options.failure import read_on_failure
from tui.options.game import format_options, parse_set
from tui.options.hold import read_hold
from tui.options.journal import choose_journal_file, read_journal_path
from tui.options.lineup import list_people_seats, name_people, parse_lineup
from tui.options.programs import add_program_options
from tui.options.seed import parse_seed
from tui.plain.game_plan import GamePlan
from tui.terminal.streams import has_dumb_terminal
from tui.usage_error import UsageError

if TYPE_CHECKING:
    from engine.config.settings import Settings

__all__ = ["build_play_help", "play"]


@add_program_options
def play(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help=GAME_HELP),
    ] = None,
    seat: Annotated[list[str] | None, declare_seat_option("Other seats are people's.")] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="The name of the first person, then of the next; repeatable.",
        ),
    ] = None,
    plain: Plain = False,
    set_: GameSettings = None,
    seed: Seed = None,
    journal: JournalPath = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Play N games without people, with the seeds SEED/1, SEED/2, ...",
        ),
    ] = None,
    at_once: Annotated[
        int,
        typer.Option(
            min=1,
            max=1024,
            metavar="N",
            help="With --games: how many games are in progress at a time.",
        ),
    ] = 1,
    json: AsJson = False,
    on_failure: OnFailure = None,
    budget: BudgetLimit = None,
    hold: Hold = None,
    open_table: OpenTable = False,
    images: Images = None,
) -> None:
    """Play a game; the help text is `build_play_help()`."""
    settings: Settings = context.obj
    dialogue = plain or (has_dumb_terminal() and not (json or games or hold))
    refuse_plain_tools(plain=plain, hold=hold, open_table=open_table)
    if game is None:
        if not dialogue:
            raise UsageError("Missing argument 'GAME'. See: parlour play --help")
        if seat or set_:
            raise UsageError("--seat and --set need a GAME before them.")
    definition = find(game or GAMES[0])
    options = parse_set(definition, set_ or (), seat or (), len(name or ()))
    lineup = parse_lineup(definition, options, seat or (), set_=set_ or ())
    if seat or not dialogue:
        lineup = name_people(lineup, name or ())
    chosen_seed = parse_seed(seed)
    path = read_journal_path(journal)
    people = list_people_seats(lineup)
    held = read_hold(hold, lineup, is_open=False, opening=open_table)
    flag = "--json" if json else "--games" if games else ""
    stand_in = read_on_failure(on_failure, people=bool(people))
    limit = read_budget(budget)
    refuse_headless_people(people, flag=flag, plain=plain)
    refuse_headless_hold(hold, flag=flag)
    if at_once > 1 and not games:
        raise UsageError("--at-once is for several games: say with --games how many.")
    if games:
        from tui.series.series import create_series  # noqa: PLC0415 - only for --games

        stopping = on_failure == "stop"
        series = create_series(
            *(definition, options, lineup, chosen_seed, path, stand_in, limit),
            stop_on_failure=stopping,
            settings=settings,
        )
        series.play(games, at_once=at_once, as_json=json)
        return
    if people and dialogue and not (json or open_table):
        from tui.plain.game_flow import play_plain  # noqa: PLC0415 - textual: 50 ms, only with --plain

        plan = GamePlan(
            game,
            None if game is None or not (set_ or seat) else format_options(definition, options),
            None if not seat else {place: str(spec) for place, spec in lineup.items()},
            () if seat else tuple(name or ()),
            chosen_seed or "",
            path,
        )
        raise typer.Exit(play_plain(plan, settings, limit))
    file = choose_journal_file(path, definition, settings.data)
    session = Session.create(definition, options, lineup, chosen_seed, settings=settings, path=file)
    session.budget = limit
    if open_table:
        session.open_table()
    if people or held:
        raise typer.Exit(open_session(session, images, held))
    play_headless(session, as_json=json, stand_in=stand_in)


play.__doc__ = INTRODUCTION
