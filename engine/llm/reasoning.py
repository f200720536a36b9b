"""Separate a model's answer from the reasoning in it."""

import re
from functools import lru_cache

NAMES = (
    r"think|thinking|thought|thoughts|reasoning|reflection|scratch_?pad|seed:think|"
    r"antthinking|internal_?monologue"
)
REASONING_START = re.compile(
    rf"<(?:{NAMES})>|\[THINK\]|◁think▷|<\|(?:begin_of_thought|start_thinking|inner_prefix)\|>|"
    r"<\|channel\|>\s*(?:analysis|commentary)\s*<\|message\|>|"
    r"\A\s*(?-i:analysis(?=[A-Z]))",
    re.IGNORECASE,
)
"""Matches the start of reasoning in a reply.

The last one is what is left of the channel `analysis` if a server removes only the tokens."""
REASONING_END = re.compile(
    rf"</(?:{NAMES})>|\[/THINK\]|◁/think▷|<\|(?:end_of_thought|end_thinking|inner_suffix)\|>|"
    r"<\|channel\|>\s*(?:final|commentary\s+to=[^<\s]{1,60})\s*(?:<\|constrain\|>\s*\w+\s*)?"
    r"<\|message\|>|(?-i:assistantfinal(?![a-z]))",
    re.IGNORECASE,
)
"""Matches the end of reasoning in a reply; a chat template may have removed its start."""


SIGNS = ("<", "[", "◁", "assistantfinal")
"""One of them is in every mark but `analysis` at the beginning. Marks are looked for only then,
because that takes a hundred times as long."""


@lru_cache(maxsize=2)  # an answer is split to be logged, to be compared, and to be read
def split_reasoning(text: str) -> tuple[str, str]:
    """Split a reply into its reasoning and its answer.

    What stands before an end without a start is reasoning, and what follows a start without an end.
    """
    if not any(sign in text for sign in SIGNS) and not text.lstrip().startswith("analysis"):
        return "", text.strip()
    marks = sorted(
        [(found.start(), found.end(), True) for found in REASONING_START.finditer(text)]
        + [(found.start(), found.end(), False) for found in REASONING_END.finditer(text)]
    )
    thought: list[str] = []
    answer: list[str] = []
    place, thinking = 0, False
    for start, end, begins in marks:
        if begins and not thinking:
            answer.append(text[place:start])
            place = start
        elif not begins:
            thought += [*([] if thinking else answer), text[place:end]]
            answer = answer if thinking else []
            place = end
        thinking = begins
    (thought if thinking else answer).append(text[place:])
    return "".join(thought).strip(), "".join(answer).strip()


def strip_reasoning(text: str) -> str:
    """Remove reasoning in tags from an answer."""
    return split_reasoning(text)[1]


def extract_reasoning(text: str) -> str:
    """Extract the reasoning in tags from an answer, if there is any."""
    return split_reasoning(text)[0]
