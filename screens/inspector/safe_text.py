"""Text from a model or a program as safe lines, and notes by Parlour itself."""

from collections.abc import Iterator
from unicodedata import category

from textual.content import Content

from engine.text import CONTROLS, clean_lines


def render_note(words: str, width: int) -> list[Content]:
    """A note by Parlour itself, in muted colours."""
    return list(Content.styled(words, "$muted").wrap(width))


MAX_TEXT = 20_000
"""Maximum length of a text, in characters."""


def render_text(text: str | None, without: str, width: int) -> Iterator[Content]:
    """Text from a model or program, without characters that are invisible or control a terminal."""
    if not text:
        yield Content.styled(without or "(empty)", "$muted")
        return
    head = text[:MAX_TEXT]
    shown = clean_lines(head, MAX_TEXT).rstrip("\n")
    yield from Content(shown).wrap(width)
    if any(category(c) in CONTROLS and c not in "\n\r\t" for c in head):
        yield from render_note(
            "Characters that control a terminal or do not show are left out.", width
        )
    if len(text) > MAX_TEXT:
        rest = len(text) - MAX_TEXT
        yield from render_note(f"{rest:,} more characters stand in the file of calls.", width)
