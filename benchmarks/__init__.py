"""Benchmarks: every figure in the documentation, measured and printed by a command."""

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path
from textwrap import fill

WIDTH = 79
"""Cells of a line of help."""


def create_parser(docstring: str | None, *, bounds: str, takes: str) -> ArgumentParser:
    """Create the parser of a benchmark's arguments.

    Args:
        docstring: The module's, which says what is measured.
        bounds: What makes it fail, as a sentence without a full stop.
        takes: How long it takes, roughly, on two idle cores.
    """
    end = (
        f"Bounds: {bounds}. It exits with 1 if one is missed. "
        f"On two idle cores it takes about {takes}."
    )
    name = Path(sys.argv[0]).stem
    return ArgumentParser(
        prog=f"python -m benchmarks.{name}",
        description=docstring,
        epilog=fill(end, WIDTH),
        formatter_class=RawDescriptionHelpFormatter,
    )
