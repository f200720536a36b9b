"""`parlour watch`: show a game of machines to an audience."""

from dataclasses import replace
from math import isfinite
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated

import typer

from engine.config.start import Start
from engine.errors import OptionError
from engine.game import GameType
from engine.games.catalog import find
from engine.players.machine_names import choose_machines, fit_machine
from engine.session import Session
from engine.suggestion import explain_unknown
from screens.watch.presenter_settings import DEFAULT_PACE, Presentation
from tui import launch
from tui.home import create_home
from tui.options.budget import read_budget
from tui.options.declaration import (
    GAME_HELP,
    BudgetLimit,
    GameSettings,
    Hold,
    Images,
    JournalPath,
    Record,
    Seed,
    declare_seat_option,
)
from tui.options.game import parse_set
from tui.options.hold import read_hold
from tui.options.journal import choose_journal_file, read_journal_path
from tui.options.lineup import list_people_seats, parse_lineup
from tui.options.programs import add_program_options
from tui.options.seed import parse_seed
from tui.terminal.streams import explain_missing_terminal
from tui.usage_error import UsageError

if TYPE_CHECKING:
    from engine.config.settings import Settings
    from engine.llm.budget import Budget


MACHINES = 10
"""How many machines there are for seats that are not given, used in turn."""


END_SECONDS = 8.0
"""Seconds for which a demonstration shows the end of a game."""


LATE, NEVER = "late", "never"


Pace = Annotated[
    float | None,
    typer.Option(
        min=0,
        max=600,
        metavar="SECONDS",
        help="Seconds between moves; + and - change it during the game. Default: 2.",
    ),
]


ThoughtsWhen = Annotated[
    str,
    typer.Option(
        "--thoughts",
        metavar=f"{LATE}|{NEVER}",
        help="When to show what machines thought: late is after each reveal, as far as it gives "
        "nothing away, and the rest at the end.",
    ),
]


Polls = Annotated[
    bool,
    typer.Option("--poll/--no-poll", help="Ask the audience to guess before each reveal."),
]


LargeType = Annotated[
    bool | None,
    typer.Option(
        "--large/--no-large",
        help="Show what matters most in large letters. Default: from 120 columns and 40 rows on.",
    ),
]


Demonstration = Annotated[
    bool,
    typer.Option(
        "--demo",
        help="Show short games one after another, large and by themselves, five minutes for all "
        "four, then others; never the same twice. Nothing is saved.",
    ),
]


@add_program_options
def watch(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="GAME", help=GAME_HELP)] = None,
    seat: Annotated[
        list[str] | None,
        declare_seat_option(
            "Other seats get Parlour's own machines: Iris, Otto, Mabel.",
            who="Which machine plays",
        ),
    ] = None,
    set_: GameSettings = None,
    seed: Seed = None,
    journal: JournalPath = None,
    pace: Pace = None,
    thoughts: ThoughtsWhen = LATE,
    poll: Polls = True,
    large: LargeType = None,
    demo: Demonstration = False,
    record: Record = None,
    budget: BudgetLimit = None,
    hold: Hold = None,
    images: Images = None,
) -> None:
    r"""Show a game of machines to an audience.

    Space pauses, the right arrow shows one move, plus and minus change the pace. Before each reveal
    the audience guesses: press a digit for each raised hand, then Enter. Seats, SPECs and options
    are those of parlour play.

    \b
    Examples
      parlour watch decrypto
      parlour watch decrypto --seat interceptor=llm:gpt-4o --pace 4 --large
      parlour watch dixit --set rounds=8 --seed moon
      parlour watch undercover --no-poll --thoughts never --record game.cast
      parlour watch --demo
    """
    settings: Settings = context.obj
    start = Start(settings.with_images(images))
    if demo:
        if game or seat or set_ or seed or journal or hold:
            raise UsageError("--demo chooses games, players and deals itself.")
        raise typer.Exit(show_demo(start, read_budget(budget), pace, record))
    if game is None:
        raise UsageError("Missing argument 'GAME'. See: parlour watch --help")
    definition = find(game)
    options = parse_set(definition, set_ or (), seat or ())
    lineup = parse_lineup(definition, options, seat or (), list_machines(definition), set_ or ())
    chosen_seed = parse_seed(seed)
    path = read_journal_path(journal)
    if people := list_people_seats(lineup):
        raise UsageError(
            f"parlour watch is for machines, and {people[0]} is a person's seat. "
            f"People play with: parlour play {game} --seat {people[0]}=human"
        )
    presentation = read_presentation(pace, thoughts, poll=poll, large=large)
    held = read_hold(hold, lineup, is_open=False, opening=False)
    limit = read_budget(budget)
    if why := explain_missing_terminal():
        raise UsageError(
            f"parlour watch opens the app, and {why}; parlour play {game} prints a game of "
            "machines instead."
        )
    file = choose_journal_file(path, definition, settings.data)
    session = Session.create(definition, options, lineup, chosen_seed, settings=settings, path=file)
    session.budget = limit
    from tui.game_table import create_table  # noqa: PLC0415 - textual: 0.2 s, if the app opens

    table = create_table(session, presentation, held)
    code = launch.open_app(
        lambda: create_home(start, table, limit), start, record, definition.title
    )
    raise typer.Exit(code)


def show_demo(
    start: Start, budget: "Budget | None", pace: float | None, record: Path | None
) -> int:
    """Run the demonstration; return the exit code."""
    if why := explain_missing_terminal():
        raise UsageError(f"parlour watch opens the app, and {why}.")
    from screens.watch.demo import PACE, Demo  # noqa: PLC0415 - textual: 0.2 s, if the app opens

    presentation = replace(
        read_presentation(PACE if pace is None else pace, LATE, poll=False, large=True),
        end_seconds=END_SECONDS,
    )

    def prepare(session: Session) -> None:
        session.budget = budget

    demo = Demo(start.settings, presentation, token_hex(8), prepare)
    return launch.open_app(lambda: create_home(start, demo, budget), start, record, "Parlour")


def list_machines(definition: GameType) -> list[str]:
    """List the SPECs for seats that are not given: Parlour's own player, if it knows the game."""
    return [str(fit_machine(spec, definition)) for spec in choose_machines(MACHINES, ())]


def read_presentation(
    pace: float | None, thoughts: str, *, poll: bool, large: bool | None
) -> "Presentation":
    """Read the options of the presentation.

    Raises:
        UsageError, OptionError: If a value is unknown.
    """
    if pace is None:
        pace = DEFAULT_PACE
    if not isfinite(pace):
        raise UsageError("--pace takes seconds from 0 to 600.")
    if thoughts not in (LATE, NEVER):
        raise OptionError(explain_unknown("time for thoughts", thoughts, (LATE, NEVER)))
    return Presentation(pace, thoughts == LATE, poll, large, opening=True)
