"""Is there somebody to play with, at a terminal?"""

import sys


def at_terminal() -> bool:
    """The app reads keys from stdin and draws on stderr; results go to stdout."""
    return all(
        stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)
    )
