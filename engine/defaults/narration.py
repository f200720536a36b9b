"""The match in plain lines, from the lines or the fields of views."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from engine.text import clean
from engine.value_text import format_value, list_values
from engine.winners import describe_winners

if TYPE_CHECKING:
    from engine.view import View

LONGEST_LINE = 1_000
"""Maximum length of a line in characters."""
UNTOLD = frozenset({"awaited", "options", "seat"})
"""Fields of a view that are not part of the game's state: its seat, whose turn it is, the
options."""


def narrate_fields(
    before: "View[Any] | None", after: "View[Any]", seats: Sequence[str] = ()
) -> list[str]:
    """Write one line for each changed field of the view, or for each item added to it."""
    return [line for line, _ in list_changed_values(before, after, seats)]


def narrate_lines(
    before: "View[Any] | None",
    after: "View[Any]",
    build_report: Callable[[Any], dict[str, Any]],
    teams: Collection[str] = (),
) -> list[str]:
    """List the lines of a view that an earlier view did not have yet.

    Args:
        before: The view that was narrated last; `None` if none was.
        after: A later view.
        build_report: Builds the result, for a last line that says who has won, and why.
        teams: The names of the teams, if the match has any.
    """

    def list_all_lines(view: "View[Any] | None") -> Iterator[str]:
        if view is None:
            return
        yield from view.list_lines()
        report = build_report(view)
        if report["outcome"] is not None:
            end = describe_winners(report["outcome"], teams)
            yield f"{end}: {report['reason']}." if report["reason"] else f"{end}."

    old, new = [*list_all_lines(before)], [*list_all_lines(after)]
    return new[_count_same(old, new) :]


def list_changed_values(
    before: "View[Any] | None", after: "View[Any]", seats: Sequence[str] = ()
) -> Iterator[tuple[str, object]]:
    """Write a line for each changed field or added item, and yield it with the value.

    Args:
        before: The view that was told last; `None` if none was.
        after: A later view.
        seats: The names of the seats, to write in place of fields of the type `Seat`.
    """
    old_values = {} if before is None else dict(list_values(before, seats))
    for field, new in list_values(after, seats):
        if field in UNTOLD:
            continue
        name = field.replace("_", " ").capitalize()
        old = old_values.get(field)
        if new == old:
            continue
        if isinstance(new, tuple):
            for item in new[_count_same(old or (), new) :]:
                yield _build_sentence(name, item, seats), item
        elif new is not None and new != "" and not (before is None and new is False):
            yield _build_sentence(name, new, seats), new


def has_value(line: str, value: object) -> bool:
    """Whether a line has a text or a number as words of its own."""
    is_told = isinstance(value, str | int) and not isinstance(value, bool)
    return is_told and re.search(rf"(?<!\w){re.escape(str(value))}(?!\w)", line) is not None


def _build_sentence(name: str, value: object, seats: Sequence[str]) -> str:
    """Write a line about a field of the view, with one full stop at its end."""
    line = clean(f"{name}: {format_value(value, seats)}", LONGEST_LINE - 1)
    return line if line.endswith(".") else f"{line}."


def _count_same(old: Sequence[object], new: Sequence[object]) -> int:
    """Count the common items at the start of two sequences."""
    pairs = enumerate(zip(old, new, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(old), len(new)))
