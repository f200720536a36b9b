"""Parse options that take `NAME=VALUE`."""

from collections.abc import Iterable

from engine.errors import OptionError


def parse_pairs(flag: str, example: str, given: Iterable[str]) -> dict[str, str]:
    """Parse the `NAME=VALUE` arguments of an option.

    Raises:
        OptionError: If an argument is not a pair, or a name is given twice.
    """
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise OptionError(f"{flag} takes a pair such as {example}, not {text[:60]!r}.")
        if name in found:
            raise OptionError(f"{flag} {name}=... is given twice.")
        found[name] = value
    return found
