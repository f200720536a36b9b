"""`parlour play`: a game with people in the app, without them headless."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tui.hold_option import Hold, OpenTable, hold, read_hold, refuse_headless
from tui.images_option import Images, preferring
from tui.preferences import Preferences
from tui.terminal import at_terminal

if TYPE_CHECKING:
    from engine.entry import Entry
    from engine.lineup import Spec
    from engine.llm.budget import Budget
    from engine.session import Session

JournalAt = Annotated[
    str | None,
    typer.Option(
        "--journal",
        metavar="PATH",
        help="The file to keep the game in, or a folder for it. Left out: the folder games "
        "in the data folder.",
    ),
]

OnFailure = Annotated[
    str | None,
    typer.Option(
        "--on-failure",
        metavar="HOW",
        help="What becomes of a move whose player failed (no people): stop, the usual; random or "
        "baseline make it instead, marked in the journal.",
    ),
]

BudgetFor = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="AMOUNT",
        help="What models may use in this run: 0.50 by their prices, 20000tokens, or 100calls. "
        "Before it is passed the app asks what to do; without people the game stops, and can be "
        "resumed.",
    ),
]


def play(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="The game: decrypto, dixit, undercover or taboo.")
    ],
    seat: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT=SPEC",
            help="Who sits where; may be given again. A seat that is not named is a person's.",
        ),
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option(
            "--set", metavar="NAME=VALUE", help="An option of the game; may be given again."
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="What all chance comes from; a fresh one if left out.")
    ] = None,
    journal: JournalAt = None,
    games: Annotated[
        int | None,
        typer.Option(
            min=1, metavar="N", help="Play N games, with the seeds SEED/1, SEED/2, ... (no people)."
        ),
    ] = None,
    at_once: Annotated[
        int,
        typer.Option(
            min=1,
            max=1024,
            metavar="N",
            help="How many games of a series are in progress at a time.",
        ),
    ] = 1,
    json: Annotated[
        bool,
        typer.Option("--json", help="Print the result as one JSON object, and nothing else."),
    ] = False,
    on_failure: OnFailure = None,
    budget: BudgetFor = None,
    held: Hold = None,
    open_table: OpenTable = False,
    images: Images = None,
) -> None:
    """Play a game; its help is `tui.help_text.play_help()`."""
    from engine.catalog import find
    from engine.session import Session
    from tui.arguments import people, read_lineup, read_seed, read_set
    from tui.headless import read_stand_in
    from tui.refusals import UsageFault

    entry = find(game)
    options = read_set(entry, set_ or ())
    lineup = read_lineup(entry, options, seat or ())
    chosen = read_seed(seed)
    path = read_journal(journal)
    human = people(lineup)
    holding = read_hold(held, lineup, opened=False, ask=open_table)
    flag = "--json" if json else "--games" if games else ""
    if human and on_failure is not None:
        raise UsageFault("--on-failure is for games without people; the app asks what to do.")
    stand_in = read_stand_in(on_failure or "stop")
    limit = read_budget(budget)
    if human and (json or games or not at_terminal()):
        raise UsageFault(fill(human, flag))
    refuse_headless(held, flag=flag, at_terminal=at_terminal())
    if at_once > 1 and not games:
        raise UsageFault("--at-once is for several games: say with --games how many.")
    if games:
        from tui.series import series

        series(entry, options, lineup, chosen, path, stand_in, limit).play(
            games, at_once=at_once, as_json=json
        )
        return
    session = Session.open(entry, options, lineup, chosen, path=journal_file(path, entry))
    session.budget = limit
    if open_table:
        session.open_table()
    if human or holding:
        raise typer.Exit(play_in_app(session, preferring(context.obj, images), holding))
    play_headless(session, as_json=json, stand_in=stand_in)


def read_budget(text: str | None) -> "Budget | None":
    """What models may use, as `--budget` says.

    Raises:
        OptionError: If it means no budget.
    """
    if text is None:
        return None
    from engine.llm.budget import Budget

    return Budget.read(text)


def read_journal(text: str | None) -> Path | None:
    """Where a game is to be kept, as `--journal` says.

    Raises:
        UsageFault: If that is no place.
    """
    from tui.refusals import UsageFault

    if text == "":
        raise UsageFault("--journal takes a file or a folder, not an empty name.")
    path = Path(text) if text else None
    if path and text and text.endswith("/") and not path.is_dir():
        raise UsageFault(f"There is no folder {text} for the journal: make it first.")
    return path


def journal_file(path: Path | None, entry: "Entry") -> Path:
    """The file for a new game: in the data folder unless it is to lie elsewhere."""
    from engine.session import new_journal
    from tui.house import games_folder

    folder = path or games_folder()
    return new_journal(folder, entry.name) if path is None or path.is_dir() else path


def play_headless(session: "Session", *, as_json: bool, stand_in: "Spec | None" = None) -> None:
    """Play to the end: the story on stderr, the result on stdout.

    Args:
        session: Without people.
        as_json: The result as one object.
        stand_in: Who makes a move for a player that failed; nobody, and the game stops.
    """
    from asyncio import run
    from sys import stderr

    from engine.players import PlayerError
    from tui.headless import finish, kept, seated
    from tui.results import print_result

    def tell(line: str) -> None:
        typer.echo(line, err=True)

    session.say = tell
    with seated(session):
        try:
            run(finish(session, session.players(), tell, stand_in))
        except (PlayerError, KeyboardInterrupt) as error:
            interrupted = isinstance(error, KeyboardInterrupt)
            tell("Interrupted." if interrupted else str(error))
            if how := kept(session):
                tell(how)
            raise typer.Exit(130 if interrupted else 3) from None
    if stderr.isatty():
        tell("")
    print_result(session, as_json=as_json)


def play_in_app(
    session: "Session", preferences: Preferences, holding: frozenset[str] = frozenset()
) -> int:
    """Sit down at the table with the people there are, and hold these machines' turns.

    Returns:
        The exit code.
    """
    from tui.house import home, sit_down
    from tui.opening import open_app

    table = sit_down(session)
    hold(table, holding)
    return open_app(lambda: home(table, session.budget), preferences)


def fill(seats: tuple[str, ...], flag: str) -> str:
    """Why a game with people in these seats cannot be played so, and what to do about it."""
    named = " and ".join(filter(None, (", ".join(seats[:-1]), seats[-1])))
    whose = (
        f"The seat {named} is a person's" if len(seats) == 1 else f"The seats {named} are people's"
    )
    why = f"{flag} is for games without people" if flag else "there is no terminal here"
    return f"{whose}, and {why}. Fill them, for example: --seat {seats[0]}=word2vec"
