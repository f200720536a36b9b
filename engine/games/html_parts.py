"""Functions that build HTML elements, sections and tables for the match pages of all games."""

from collections.abc import Iterable, Sequence
from importlib.resources import files
from xml.etree.ElementTree import Element

from engine.journal.transcript import TranscriptMove

type Child = Element | str | None


def read_style() -> str:
    """Read the style sheet of all pages."""
    return files("engine.games").joinpath("page.css").read_text(encoding="utf-8")


def tag(name: str, /, *children: Child, **attributes: str) -> Element:
    """Create an element with text and child elements.

    Args:
        name: The name of the tag.
        children: Its content, in order; text is escaped when the page is written.
        attributes: `class_="quiet"` for `class="quiet"`, `aria_label` for `aria-label`.
    """
    names = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    element = Element(name, names)
    last: Element | None = None
    for child in children:
        if isinstance(child, Element):
            element.append(child)
            last = child
        elif child and last is None:
            element.text = (element.text or "") + child
        elif child and last is not None:
            last.tail = (last.tail or "") + child
    return element


def build_section(title: str, *content: Child, **attributes: str) -> Element:
    """Build a section with a heading."""
    return tag("section", tag("h2", title), *content, **attributes)


def build_standing(*content: Child, over: bool) -> Element:
    """Build the first section of a page: the result, or the standings."""
    return build_section("Result" if over else "How it stands", *content, class_="standing")


def build_timeline(title: str, entries: Iterable[Element]) -> Element:
    """Build a section that lists rounds or turns, oldest first; each entry is an `li`."""
    return build_section(title, tag("ol", *entries, class_="timeline"))


def build_table(columns: Sequence[str], rows: Iterable[Element], caption: str = "") -> Element:
    """Build a table.

    Args:
        columns: The headings; empty for a column without a name.
        rows: The rows, from `build_table_row`.
        caption: A caption for screen readers only.
    """
    headings = (tag("th", name, scope="col") if name else tag("td") for name in columns)
    return tag(
        "table",
        tag("caption", caption, class_="unseen") if caption else None,
        tag("thead", tag("tr", *headings)),
        tag("tbody", *rows),
    )


def build_table_row(heading: str, cells: Iterable[Child], **attributes: str) -> Element:
    """Build a row of a table."""
    return tag(
        "tr", tag("th", heading, scope="row"), *(tag("td", cell) for cell in cells), **attributes
    )


def build_secret(word: str | None) -> Element:
    """Build a secret word; `None` if it must not be shown."""
    return tag("i", "not shown") if word is None else tag("bdi", word)


def format_effort(made: TranscriptMove | None) -> str:
    """Format the time and tries of a move: `1.2 s, 2 tries`; empty without a move."""
    if made is None:
        return ""
    tries = "" if made.entry.attempts == 1 else f", {made.entry.attempts} tries"
    return f"{made.entry.seconds:.1f} s{tries}"
