"""Write the players of a page in their colours."""

import re
from collections.abc import Callable

from engine.export.people import People
from engine.export.template import load_macro


def create_colouring(people: People) -> Callable[[str], str]:
    """Create a function that escapes a text, and puts its players in elements of their colours."""
    write = load_macro("engine.export/players.html", "write")
    colours = dict(zip(people.labels, people.colours, strict=False))
    longest_first = sorted(colours, key=len, reverse=True)
    pattern = re.compile(f"({'|'.join(map(re.escape, longest_first))})" if colours else "($^)")
    return lambda text: write([(part, colours.get(part, 0)) for part in pattern.split(text)])
