"""`parlour watch`: a game of machines, shown to an audience."""

from math import isfinite
from typing import TYPE_CHECKING, Annotated

import typer

from screens.watch.presentation import PACE
from tui.game_options import (
    BudgetFor,
    GameName,
    JournalAt,
    Seed,
    Settings,
    journal_file,
    read_budget,
    read_journal,
)
from tui.hold_option import Hold, hold, read_hold
from tui.images_option import Images, preferring
from tui.record_option import Record
from tui.terminal import at_terminal

if TYPE_CHECKING:
    from screens.watch.presentation import Presentation

MACHINES = ("word2vec", "glove")
"""Who sits in the seats that nobody is named for, in turn."""
LATE, NEVER = "late", "never"

Pace = Annotated[
    float,
    typer.Option(
        min=0,
        max=600,
        metavar="SECONDS",
        help="From one move to the next; keys change it while the game goes on.",
    ),
]
ThoughtsWhen = Annotated[
    str,
    typer.Option(
        "--thoughts",
        metavar=f"{LATE}|{NEVER}",
        help="When it is told what machines thought: after each reveal, as far as that gives "
        "nothing away, and the rest in the end; or never.",
    ),
]
Polls = Annotated[
    bool,
    typer.Option("--poll/--no-poll", help="Ask the audience before each reveal, and wait for it."),
]
LargeType = Annotated[
    bool, typer.Option("--large", help="Show what matters most in letters for the last row.")
]


def watch(
    context: typer.Context,
    game: GameName,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=SPEC",
            help="Which machine sits where; may be given again. In seats that are not named sit "
            "word2vec and glove in turn.",
        ),
    ] = None,
    set_: Settings = None,
    seed: Seed = None,
    journal: JournalAt = None,
    pace: Pace = PACE,
    thoughts: ThoughtsWhen = LATE,
    poll: Polls = True,
    large: LargeType = False,
    record: Record = None,
    budget: BudgetFor = None,
    held: Hold = None,
    images: Images = None,
) -> None:
    r"""Show a game of machines to an audience.

    Machines think while the audience looks. Space pauses, the right arrow shows one move and no
    more, plus and minus change the pace. Before each reveal the audience guesses: a digit for each
    hand that is raised, Enter reveals. The seats, SPECs and options are those of parlour play.

    \b
    Examples
      parlour watch decrypto
      parlour watch decrypto --seat interceptor=llm:gpt-4o --pace 4 --large
      parlour watch dixit --set rounds=8 --seed moon
      parlour watch undercover --no-poll --thoughts never --record game.cast
    """
    from engine.games.catalog import find
    from engine.session import Session
    from tui.arguments import people, read_lineup, read_seed, read_set
    from tui.launch import open_app
    from tui.sessions import home, sit_down
    from tui.usage_errors import UsageFault

    definition = find(game)
    options = read_set(definition, set_ or ())
    lineup = read_lineup(definition, options, seat or (), MACHINES)
    chosen = read_seed(seed)
    path = read_journal(journal)
    if human := people(lineup):
        raise UsageFault(
            f"parlour watch is for machines, and {human[0]} is a person's seat. "
            f"People play with: parlour play {game} --seat {human[0]}=human"
        )
    shown = read_presentation(pace, thoughts, poll=poll, large=large)
    holding = read_hold(held, lineup, opened=False, ask=False)
    limit = read_budget(budget)
    if not at_terminal():
        raise UsageFault(
            f"There is no terminal here to watch in; parlour play {game} tells the game in lines "
            "instead, if every seat has a machine."
        )
    session = Session.open(definition, options, lineup, chosen, path=journal_file(path, definition))
    session.budget = limit
    table = sit_down(session, shown)
    hold(table, holding)
    code = open_app(
        lambda: home(table, limit), preferring(context.obj, images), record, definition.title
    )
    raise typer.Exit(code)


def read_presentation(pace: float, thoughts: str, *, poll: bool, large: bool) -> "Presentation":
    """How a game is shown, as the options say.

    Raises:
        UsageFault, OptionError: If one of them means nothing.
    """
    from engine.options import OptionError, unknown
    from screens.watch.presentation import Presentation
    from tui.usage_errors import UsageFault

    if not isfinite(pace):
        raise UsageFault("--pace takes seconds from 0 to 600.")
    if thoughts not in (LATE, NEVER):
        raise OptionError(unknown("time for thoughts", thoughts, (LATE, NEVER)))
    return Presentation(pace, thoughts == LATE, poll, large)
