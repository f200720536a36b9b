"""The option `--images`, which every command that opens the app takes."""

from dataclasses import replace
from typing import Annotated

import typer

from engine.options import unknown
from screens.pictures.protocols import AUTO, Protocol
from tui.preferences import Preferences

WAYS = (AUTO, *Protocol)


def _known(given: str | None) -> str | None:
    from tui.usage_errors import UsageFault

    if given is not None and given not in WAYS:
        raise UsageFault(unknown("way to show pictures", given, WAYS))
    return given


Images = Annotated[
    str | None,
    typer.Option(
        "--images",
        metavar="|".join(WAYS),
        callback=_known,
        help="How cards are shown; auto is the best that the terminal can do, none is words.",
    ),
]
"""The option, for a command's signature; `None` if it was not given."""


def preferring(preferences: Preferences, images: str | None) -> Preferences:
    """The settings in force, with what a command's own `--images` says."""
    return preferences if images is None else replace(preferences, images=images)
