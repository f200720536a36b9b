"""Options of all commands that start players' programs."""

import os
from typing import Annotated

import typer

PassEnv = Annotated[
    list[str] | None,
    typer.Option(
        "--pass-env",
        metavar="NAME",
        help="A variable that exec: programs get besides PATH, HOME, LANG and the like; "
        "repeatable. They get no other, and no key.",
    ),
]
Isolate = Annotated[
    bool | None,
    typer.Option(
        "--isolate/--no-isolate",
        help="Run exec: programs under bubblewrap: they see no home folder, no other process, no "
        "journal and no network, and can write only to a /tmp of their own.",
    ),
]
IsolateNet = Annotated[
    bool, typer.Option("--isolate-net", help="Like --isolate, but with the network.")
]


def configure_programs(
    pass_env: list[str] | None, *, isolate: bool | None, isolate_net: bool
) -> None:
    """Apply the options to all programs that start from now on.

    Raises:
        UsageError: If a name is wrong, or no such variable is set.
    """
    from engine.program_environment import ISOLATE, parse_names, pass_variables
    from tui.arguments import UsageError

    if isolate_net and isolate is False:
        raise UsageError("--isolate-net and --no-isolate: only one of them is possible.")
    if isolate_net or isolate:
        os.environ[ISOLATE] = "net" if isolate_net else "yes"
    elif isolate is False:
        os.environ.pop(ISOLATE, None)
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
        pass_variables(names)
