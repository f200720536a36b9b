"""The options of commands that may start programs."""

import os
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import TYPE_CHECKING, Annotated, cast

import typer

from engine.config.child_environment import parse_names
from tui.usage_error import UsageError

if TYPE_CHECKING:
    from engine.config.settings import Isolation, Settings


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
