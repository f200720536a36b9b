"""What a model thought, as an audience may read it."""

from engine.llm.answer import spoken
from engine.llm.calls import Call
from engine.llm.lenient import plain, values
from engine.llm.schema import THOUGHTS
from engine.text import clean

LONGEST = 1200
"""The most characters that are told: an audience listens, too."""
WORD = 60
"""The most characters of a word; what is longer is told in part."""
READ = 100_000
"""The most characters of a reply in which thoughts are looked for."""


def thoughts(call: Call) -> str:
    """The considerations in a model's answer, or else its reasoning; clean, on one line.

    The answer's own considerations are meant to be read; reasoning is long, and its end
    matters most.
    """
    said = clean(_considered((call.reply or "")[:READ]), LONGEST + 1)
    if said:
        return said if len(said) <= LONGEST else f"{_head(said)}…"
    whole = clean((call.reasoning or "")[-READ:], READ)
    return whole if len(whole) <= LONGEST else f"…{_head(whole[::-1])[::-1]}"


def _head(text: str) -> str:
    """As much as is told, without half a word: half of a secret one would not be known as such."""
    head, _, rest = text[: LONGEST - 1].rpartition(" ")
    cut = len(rest) <= WORD and text[LONGEST - 1] != " "
    return head if cut else text[: LONGEST - 1].rstrip()


def _considered(reply: str) -> str:
    """What stands under the key for thoughts in the last object that has it."""
    for value in reversed(list(values(plain(spoken(reply)), "{"))):
        if isinstance(value, dict) and isinstance(value.get(THOUGHTS), str):
            return str(value[THOUGHTS])
    return ""
