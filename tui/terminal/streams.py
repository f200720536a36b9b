"""Whether the streams of this process are a terminal in which the app can run."""

import os
import sys

from engine.joined_text import join_names

STREAMS = ("stdin", "stdout", "stderr")
"""The streams that the app needs in a terminal."""


def list_redirected_streams() -> list[str]:
    """List the streams that are closed, or go to a file or another program."""
    streams = ((name, getattr(sys, name)) for name in STREAMS)
    return [name for name, stream in streams if stream is None or not stream.isatty()]


def is_only_stderr_redirected() -> bool:
    """Whether somebody sits at a terminal, but the app cannot draw, as it writes to stderr."""
    return list_redirected_streams() == ["stderr"]


def has_terminal() -> bool:
    """Whether the app can run."""
    return not list_redirected_streams()


def explain_missing_terminal() -> str:
    """Explain why the app cannot run, for the middle of a sentence; empty if it can."""
    names = list_redirected_streams()
    if not names:
        return ""
    if len(names) == len(STREAMS):
        return "there is no terminal here"
    verb, them = ("is not a terminal", "it") if len(names) == 1 else ("are not terminals", "them")
    return f"{join_names(names)} {verb} (the app needs one there; do not redirect {them})"


def has_dumb_terminal() -> bool:
    """Whether there is a terminal that cannot be drawn on, such as a shell in Emacs."""
    return has_terminal() and os.environ.get("TERM") == "dumb"
