"""Options that several commands share, and the functions that read and check them."""

import os
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, getdoc, signature
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

import engine.games
from engine.suggestion import explain_unknown
from screens.pictures.protocols_and_scaling import AUTO, Protocol
from tui.terminal_probe import explain_missing_terminal

if TYPE_CHECKING:
    from engine.config.settings import Isolation, Settings
    from engine.llm.budget import Budget
    from engine.players.spec import Spec

IMAGES_VALUES = (AUTO, *Protocol)
ALL_MACHINES = "all"
"""The value of `--hold` for every machine."""


def build_help(command: Callable[..., None]) -> str:
    r"""Return a command's docstring as its help; lines after a line with \b keep their breaks."""
    return (getdoc(command) or "").replace(r"\b", "\b")


def _check_images(value: str | None) -> str | None:
    from tui.argument_values_and_usage_errors import UsageError

    if value is not None and value not in IMAGES_VALUES:
        raise UsageError(explain_unknown("way to show pictures", value, IMAGES_VALUES))
    return value


def _check_record(value: Path | None) -> Path | None:
    from tui.screen_recording import check_recordable

    if value is not None:
        check_recordable(value)
    return value


def declare_seat_option(others: str, who: str = "Who plays") -> Any:  # noqa: ANN401 - as typer declares it
    """Declare `--seat`, for a list of texts.

    Args:
        others: A sentence about seats that are not given.
        who: The description of a seat.
    """
    return typer.Option(metavar="SEAT=SPEC", help=f"{who} in a seat; repeatable. {others}")


GAMES = sorted(module.name for module in iter_modules(engine.games.__path__) if module.ispkg)
"""The names of the games, found without importing the catalog, which is slower."""
GameName = Annotated[
    str,
    typer.Argument(metavar="GAME", help=f"The game: {', '.join(GAMES[:-1])} or {GAMES[-1]}."),
]
GameSettings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
Seed = Annotated[
    str | None, typer.Option(help="The seed of everything random. Default: a new one.")
]
JournalPath = Annotated[
    str | None,
    typer.Option(
        "--journal",
        metavar="PATH",
        help="The file to save the game in, or a folder for it. Default: the folder games in the "
        "data folder.",
    ),
]
AsJson = Annotated[
    bool, typer.Option("--json", help="Print the result as one JSON object, and nothing else.")
]
RunPrograms = Annotated[
    bool,
    typer.Option(
        "--run-programs",
        help="Allow a journal from elsewhere to start the programs that it names.",
    ),
]
OnFailure = Annotated[
    str | None,
    typer.Option(
        "--on-failure",
        metavar="HOW",
        help="If a player fails in a game without people: stop (the default) ends the game; random "
        "or baseline makes the move instead, which the journal notes. Of several games (--games) "
        "the others are played nonetheless, unless stop is given.",
    ),
]
BudgetLimit = Annotated[
    str | None,
    typer.Option(
        "--budget",
        metavar="AMOUNT",
        help="How much models may use in this run: 0.50 in the currency of their prices, "
        "20000tokens, or 100calls. When it is used up, the app asks what to do; a game without "
        "people stops and can be resumed.",
    ),
]
Watch = Annotated[
    bool,
    typer.Option("--watch", help="Show a game without people in the app, as parlour watch does."),
]
Images = Annotated[
    str | None,
    typer.Option(
        "--images",
        metavar="|".join(IMAGES_VALUES),
        callback=_check_images,
        help="How to show cards: auto is the best that the terminal can do, none is words.",
    ),
]
Plain = Annotated[
    bool,
    typer.Option(
        "--plain",
        help="Play line by line instead of in the app: questions and answers as text, for screen "
        "readers, braille lines, Emacs shells and logs. The usual way if TERM is dumb.",
    ),
]
Record = Annotated[
    Path | None,
    typer.Option(
        "--record",
        metavar="FILE.cast",
        callback=_check_record,
        help="Record what is shown to a new file in asciinema's format.",
    ),
]
Hold = Annotated[
    list[str] | None,
    typer.Option(
        "--hold",
        metavar="SEAT",
        help="Hold a machine's turns for you in the app; all for every machine. You see its "
        "question and answer, and can change either or move in its place. Repeatable.",
    ),
]
OpenTable = Annotated[
    bool,
    typer.Option(
        "--open-table",
        help="In a game with people: let the operator see what machines are asked and answer. "
        "Every player is told.",
    ),
]


def refuse_plain_tools(
    *, plain: bool, hold: Sequence[str] | None, open_table: bool, watch: bool = False
) -> None:
    """Refuse options that need the app, together with `--plain`.

    Raises:
        UsageError: If such an option was given as well.
    """
    from tui.argument_values_and_usage_errors import UsageError

    given = {"--hold": hold, "--open-table": open_table, "--watch": watch}
    for flag, value in given.items():
        if plain and value:
            raise UsageError(f"{flag} is for the app, and --plain opens none.")


def read_budget(text: str | None) -> "Budget | None":
    """Read `--budget`.

    Raises:
        OptionError: If it is not an amount.
    """
    if text is None:
        return None
    from engine.llm.budget import Budget

    return Budget.parse(text)


def read_on_failure(text: str | None, *, people: bool) -> "Spec | None":
    """Read `--on-failure`.

    Args:
        text: Its value; `None` if it was not given.
        people: Whether people play.

    Returns:
        The stand-in for a player that fails; `None` to stop the game.

    Raises:
        UsageError: If people play: the app asks them.
        OptionError: If the value is unknown.
    """
    from engine.headless import parse_stand_in
    from tui.argument_values_and_usage_errors import UsageError

    if people and text is not None:
        raise UsageError("--on-failure is for games without people; the app asks what to do.")
    return parse_stand_in(text or "stop")


def read_hold(
    values: Sequence[str] | None, lineup: "Mapping[str, Spec]", *, is_open: bool, opening: bool
) -> frozenset[str]:
    """Read `--hold` and check `--open-table`.

    Args:
        values: The values of `--hold`.
        lineup: The SPEC of each seat.
        is_open: Whether the table is already open.
        opening: Whether `--open-table` was given.

    Returns:
        The seats to hold.

    Raises:
        UsageError: If a seat cannot be held, or the table cannot or must be opened.
    """
    from engine.wording import join_names
    from tui.argument_values_and_usage_errors import UsageError

    machines = [name for name, spec in lineup.items() if not spec.is_human]
    people = len(machines) < len(lineup)
    if opening and not (people and machines):
        lacking = "people" if not people else "machines"
        raise UsageError(
            f"--open-table is for games of people and machines; this one has no {lacking}."
        )
    for name in values or ():
        if name in lineup and name not in machines:
            raise UsageError(f"--hold {name}: a person sits there; only machines can be held.")
        if name not in (*machines, ALL_MACHINES):
            raise UsageError(explain_unknown("seat", name, (*machines, ALL_MACHINES)))
    if values and people and not (is_open or opening):
        persons = join_names(name for name in lineup if name not in machines)
        raise UsageError(
            f"People play here ({persons}), so --hold needs --open-table: it lets you look at what "
            f"machines are asked and answer, and everybody is told."
        )
    return frozenset(machines if ALL_MACHINES in (values or ()) else values or ())


def refuse_headless_hold(values: Sequence[str] | None, *, flag: str) -> None:
    """Refuse `--hold` if the app does not open.

    Args:
        values: The values of `--hold`.
        flag: An option given with it that keeps the app from opening; empty if there is none.

    Raises:
        UsageError: If `--hold` was given and the app does not open.
    """
    from tui.argument_values_and_usage_errors import UsageError

    if values and (why := f"{flag} opens none" if flag else explain_missing_terminal()):
        raise UsageError(f"--hold is for the app, and {why}.")


def refuse_headless_watch(*, watch: bool, json: bool) -> None:
    """Refuse `--watch` if the app does not open.

    Raises:
        UsageError: If `--watch` was given with `--json`, or without a terminal.
    """
    from tui.argument_values_and_usage_errors import UsageError

    if watch and (why := "--json prints it" if json else explain_missing_terminal()):
        raise UsageError(f"--watch shows the game in the app, and {why}.")


def refuse_headless_people(seats: tuple[str, ...], *, flag: str, plain: bool = False) -> None:
    """Refuse people in the seats of a game that is played without the app.

    Args:
        seats: The seats of people.
        flag: An option that keeps the app from opening; empty if there is none.
        plain: Whether people play line by line, for which no terminal is needed.

    Raises:
        UsageError: If there are people and the app does not open; the message says how to fill
            their seats.
    """
    from tui.argument_values_and_usage_errors import UsageError

    why = f"{flag} is for games without people" if flag else explain_missing_terminal()
    if not seats or not why or (plain and not flag):
        return
    names = " and ".join(filter(None, (", ".join(seats[:-1]), seats[-1])))
    subject = (
        f"The seat {names} is a person's" if len(seats) == 1 else f"The seats {names} are people's"
    )
    them = "it" if len(seats) == 1 else "them"
    raise UsageError(f"{subject}, and {why}. Fill {them}, for example: --seat {seats[0]}=word2vec")


def add_program_options[**Options](command: Callable[Options, None]) -> Callable[Options, None]:
    """Add the options for programs to a command: they change the settings in its context."""

    @wraps(command)
    def configured(*arguments: Options.args, **options: Options.kwargs) -> None:
        own = {name: options.pop(name, None) for name in PROGRAM_OPTIONS}
        context = cast("typer.Context", options["context"])
        context.obj = _configure_programs(context.obj, **own)  # type: ignore[arg-type]
        command(*arguments, **options)

    taken = signature(command)
    added = (
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=option)
        for name, option in PROGRAM_OPTIONS.items()
    )
    listed = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in taken.parameters.values()]
    configured.__signature__ = taken.replace(parameters=[*listed, *added])  # type: ignore[attr-defined]
    configured.__annotations__ = command.__annotations__ | PROGRAM_OPTIONS
    return configured


PROGRAM_OPTIONS = {
    "pass_env": Annotated[
        list[str] | None,
        typer.Option(
            "--pass-env",
            metavar="NAME",
            help="A variable that exec: programs get besides PATH, HOME, LANG and the like; "
            "repeatable. They get no other, and no key.",
        ),
    ],
    "isolate": Annotated[
        bool | None,
        typer.Option(
            "--isolate/--no-isolate",
            help="Run exec: programs under bubblewrap: they see no home folder, no other process, "
            "no journal and no network, and can write only to a /tmp of their own.",
        ),
    ],
    "isolate_net": Annotated[
        bool | None, typer.Option("--isolate-net", help="Like --isolate, but with the network.")
    ],
}
"""The options of commands that may start programs."""


def _configure_programs(
    settings: "Settings",
    pass_env: list[str] | None,
    isolate: bool | None,
    isolate_net: bool | None,
) -> "Settings":
    """Return the settings with the options for programs.

    Raises:
        UsageError: If a name is wrong, or the variable is not set.
    """
    from engine.config.environment import parse_names
    from tui.argument_values_and_usage_errors import UsageError

    if isolate_net and isolate is False:
        raise UsageError("--isolate-net and --no-isolate: only one of them is possible.")
    passed: list[str] = []
    for text in pass_env or ():
        try:
            names = parse_names(text)
        except ValueError:
            names = ()
        if not names:
            raise UsageError(
                "--pass-env takes the name of a variable, such as CUDA_VISIBLE_DEVICES."
            )
        for name in names:
            if name not in os.environ:
                raise UsageError(f"--pass-env {name}: there is no such variable here.")
        passed += names
    level: Isolation | None = "net" if isolate_net else "yes" if isolate else None
    return settings.for_programs(tuple(passed), "no" if isolate is False else level)
