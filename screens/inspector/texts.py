"""Texts from outside as pages: prompts, replies, reasoning."""

import json
from collections.abc import Iterator
from unicodedata import category

from textual.content import Content

from engine.call_log import CallLog, LoggedMove
from engine.llm.calls import Call
from engine.llm.kept_calls import said
from engine.players import PlayerError
from engine.text import CONTROLS, clean, clean_lines
from screens.inspector.facts import note
from screens.widgets.lines import BLANK

LONGEST = 20_000
"""The most characters of one text that are shown."""


def prompt(call: Call, width: int) -> Iterator[Content]:
    """What was sent, message by message."""
    for number, message in enumerate(call.messages):
        if number:
            yield BLANK
        role = clean(str(message.get("role", "")), 40) if call.server else "question"
        yield Content.styled(role.capitalize(), "bold $primary")
        for text in said(message):
            yield from raw(text if call.server else _laid_out(text), "", width)


def asked_now(call_log: CallLog, logged: LoggedMove, width: int) -> Iterator[Content]:
    """What a model is asked for a move that is still to come."""
    yield from note("What is asked now; the answer is still to come.", width)
    try:
        asked = call_log.definition.build_prompt(logged.view)
    except PlayerError as error:
        yield from note(clean(str(error), 400), width)
        return
    for name, text in (("System", asked.system), ("User", asked.user)):
        yield BLANK
        yield Content.styled(name, "bold $primary")
        yield from raw(text, "", width)
    if asked.pictures:
        yield from note(f"The pictures of {len(asked.pictures)} cards follow.", width)


def _laid_out(text: str) -> str:
    """A question to a program, which is JSON in one line, in many."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return text


def raw(text: str | None, without: str, width: int) -> Iterator[Content]:
    """Text from outside, literally, but for what does not show or would steer the terminal."""
    if not text:
        yield Content.styled(without or "(empty)", "$muted")
        return
    head = text[:LONGEST]
    shown = clean_lines(head, LONGEST).rstrip("\n")
    yield from Content(shown).wrap(width)
    if any(category(c) in CONTROLS and c not in "\n\r\t" for c in head):
        yield from note("Characters that control a terminal or do not show are left out.", width)
    if len(text) > LONGEST:
        rest = len(text) - LONGEST
        yield from note(f"{rest:,} more characters stand in the file of calls.", width)
