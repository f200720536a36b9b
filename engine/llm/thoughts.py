"""Extract the thoughts of a model that an audience is shown."""

from engine.llm.calls_file import Call
from engine.llm.invented_turns import cut_to_turn
from engine.llm.json_scanner import NestedTooDeep, find_values, unwrap_json
from engine.prompt import THOUGHTS
from engine.text import clean

MAX_THOUGHTS_CHARS = 1200
"""Characters of a model's thoughts that an audience is shown."""


MAX_WORD_CHARS = 60
"""Words in thoughts are not cut up to this length, in characters."""


MAX_SEARCHED_CHARS = 100_000
"""Maximum length of a reply that is searched for thoughts, in characters."""


def extract_thoughts(call: Call) -> str:
    """Extract the thoughts in a model's answer, or else the end of its reasoning, on one line.

    Thoughts are written to be read. Reasoning is long, and its end matters most.
    """
    thoughts = clean(find_thoughts((call.reply or "")[:MAX_SEARCHED_CHARS]), MAX_THOUGHTS_CHARS + 1)
    if thoughts:
        return thoughts if len(thoughts) <= MAX_THOUGHTS_CHARS else f"{_cut(thoughts)}…"
    reasoning = clean((call.reasoning or "")[-MAX_SEARCHED_CHARS:], MAX_SEARCHED_CHARS)
    if len(reasoning) <= MAX_THOUGHTS_CHARS:
        return reasoning
    return f"…{_cut(reasoning[::-1])[::-1]}"


def find_thoughts(text: str) -> str:
    """Find the text under the key for thoughts in the last object that has it."""
    try:
        values = find_values(unwrap_json(cut_to_turn(text)), "{")
    except NestedTooDeep:
        return ""
    for value in reversed(values):
        if isinstance(value, dict) and isinstance(value.get(THOUGHTS), str):
            return str(value[THOUGHTS])
    return ""


def _cut(text: str) -> str:
    """Cut between words, because half of a secret word would not be recognised."""
    head, _, rest = text[: MAX_THOUGHTS_CHARS - 1].rpartition(" ")
    splits_word = len(rest) <= MAX_WORD_CHARS and text[MAX_THOUGHTS_CHARS - 1] != " "
    return head if splits_word else text[: MAX_THOUGHTS_CHARS - 1].rstrip()
