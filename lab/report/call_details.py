"""Describe the calls of models on a page: prompts and raw answers, until the page is full."""

from collections.abc import Mapping
from typing import Any

from engine.export.redaction import redact_text
from engine.llm.calls_file import list_message_texts
from engine.text import clean, clean_lines
from lab.analysis.tables import Run

MAX_CHARS = 12_000_000
"""Maximum total length of calls' texts on a page, in characters."""
TEXT_CHARS = 40_000
"""Maximum length of one text, in characters."""


class CallDetails:
    """Describes calls, and counts the length of their texts."""

    def __init__(self, run: Run) -> None:
        """Begin a page.

        Args:
            run: The run, open.
        """
        self.run = run
        self.shortened = False
        """Whether texts of calls had to be left out."""
        self._chars_left = MAX_CHARS

    def describe_call(self, call: dict[str, Any]) -> Mapping[str, Any]:
        """Describe a prompt and its answer; without texts once the page has no room."""
        used = f"{call.get('tokens_in') or 0} tokens in, {call.get('tokens_out') or 0} out"
        verdict = clean(redact_text(str(call["verdict"]), self.run.experiment.specs), 400)
        summary = f"Answer {call['attempt']}: {verdict}; {used}"
        texts = [
            (clean(str(message.get("role", "")), 40), text)
            for message in call["messages"]
            for text in list_message_texts(message)
        ]
        texts += [(name, call[name]) for name in ("reasoning", "reply") if call.get(name)]
        self._chars_left -= sum(min(len(text), TEXT_CHARS) for _, text in texts)
        if self._chars_left < 0:
            self.shortened = True
            return {"summary": summary, "texts": None}
        shown = [(name, clean_lines(text, TEXT_CHARS)) for name, text in texts]
        return {"summary": summary, "texts": shown}
