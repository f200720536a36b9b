"""Options for the programs that sit in seats, which every command that starts programs takes."""

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


def configure_programs(pass_env: list[str] | None) -> None:
    """Apply the options to all programs that start from now on.

    Raises:
        UsageError: If a name is wrong, or no such variable is set.
    """
    from engine.program_environment import parse_names, pass_variables
    from tui.arguments import UsageError

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
