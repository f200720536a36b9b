"""The messages that were sent to a model, as lines of text."""

import json
from collections.abc import Iterator

from textual.content import Content

from engine.call_log import CallLog, LoggedMove
from engine.errors import PlayerError
from engine.llm.calls_file import Call, list_message_texts
from engine.text import clean
from screens.inspector.safe_text import render_note, render_text
from screens.widgets.text_layout import BLANK


def render_prompt(call: Call, width: int) -> Iterator[Content]:
    """The messages that were sent."""
    for number, message in enumerate(call.messages):
        if number:
            yield BLANK
        role = clean(str(message.get("role", "")), 40) if call.server else "question"
        yield Content.styled(role.capitalize(), "bold $primary")
        for text in list_message_texts(message):
            yield from render_text(text if call.server else _indent_json(text), "", width)


def render_pending_prompt(call_log: CallLog, logged: LoggedMove, width: int) -> Iterator[Content]:
    """The prompt for a move that is still to come."""
    yield from render_note("What is asked now; the answer is still to come.", width)
    try:
        prompt = call_log.build_prompt(logged)
    except PlayerError as error:
        yield from render_note(clean(str(error), 400), width)
        return
    for name, text in (("System", prompt.system), ("User", prompt.user)):
        yield BLANK
        yield Content.styled(name, "bold $primary")
        yield from render_text(text, "", width)
    if prompt.pictures:
        yield from render_note(f"The pictures of {len(prompt.pictures)} cards follow.", width)


def _indent_json(text: str) -> str:
    """JSON with indentation; any other text as it is."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return text
