"""`parlour watch`: show a game of machines to an audience."""

from math import isfinite
from typing import TYPE_CHECKING, Annotated

import typer

from tui.shared_options import (
    BudgetLimit,
    GameName,
    GameSettings,
    Hold,
    Images,
    JournalPath,
    Record,
    Seed,
    journal_file,
    read_budget,
    read_hold,
    read_journal_path,
    starts_programs,
)
from tui.terminal_probe import has_terminal

if TYPE_CHECKING:
    from screens.watch import Presentation

MACHINES = ("word2vec", "glove")
"""The SPECs of seats that are not named, in turn."""
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
    bool, typer.Option("--large", help="Show what matters most in large letters.")
]


@starts_programs
def watch(
    context: typer.Context,
    game: GameName,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=SPEC",
            help="Which machine plays in a seat; repeatable. Other seats get word2vec and glove "
            "in turn.",
        ),
    ] = None,
    set_: GameSettings = None,
    seed: Seed = None,
    journal: JournalPath = None,
    pace: Pace = None,
    thoughts: ThoughtsWhen = LATE,
    poll: Polls = True,
    large: LargeType = False,
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
    """
    from engine.games.catalog import find
    from engine.session import Session
    from tui.arguments import UsageError, parse_lineup, parse_seed, parse_set, people_seats
    from tui.launch import open_app
    from tui.sessions import create_home, create_table

    definition = find(game)
    options = parse_set(definition, set_ or ())
    lineup = parse_lineup(definition, options, seat or (), MACHINES, set_ or ())
    chosen_seed = parse_seed(seed)
    path = read_journal_path(journal)
    if people := people_seats(lineup):
        raise UsageError(
            f"parlour watch is for machines, and {people[0]} is a person's seat. "
            f"People play with: parlour play {game} --seat {people[0]}=human"
        )
    presentation = read_presentation(pace, thoughts, poll=poll, large=large)
    held = read_hold(hold, lineup, is_open=False, opening=False)
    limit = read_budget(budget)
    if not has_terminal():
        raise UsageError(
            f"There is no terminal here to watch in; parlour play {game} prints a game of "
            "machines instead."
        )
    file = journal_file(path, definition)
    session = Session.create(definition, options, lineup, chosen_seed, path=file)
    session.budget = limit
    table = create_table(session, presentation, held)
    preferences = context.obj.with_images(images)
    code = open_app(lambda: create_home(table, limit), preferences, record, definition.title)
    raise typer.Exit(code)


def read_presentation(
    pace: float | None, thoughts: str, *, poll: bool, large: bool
) -> "Presentation":
    """Read the options that say how a game is shown.

    Raises:
        UsageError, OptionError: If a value is unknown.
    """
    from engine.options import OptionError, explain_unknown
    from screens.watch import DEFAULT_PACE, Presentation
    from tui.arguments import UsageError

    if pace is None:
        pace = DEFAULT_PACE
    if not isfinite(pace):
        raise UsageError("--pace takes seconds from 0 to 600.")
    if thoughts not in (LATE, NEVER):
        raise OptionError(explain_unknown("time for thoughts", thoughts, (LATE, NEVER)))
    return Presentation(pace, thoughts == LATE, poll, large)
