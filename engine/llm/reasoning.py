"""Separate a model's answer from the reasoning in it."""

import re

REASONING_END = re.compile(
    r"</(think|thinking|thought|thoughts|reasoning|reflection|scratchpad|seed:think)>|"
    r"\[/THINK\]|◁/think▷|<\|end_of_thought\|>|<\|channel\|>final<\|message\|>",
    re.IGNORECASE,
)
"""Matches the end of reasoning in the reply; a chat template may have removed its start."""


REASONING_START = re.compile(
    r"<(think|thinking|thought|thoughts|reasoning|reflection|scratchpad|seed:think)>|"
    r"\[THINK\]|◁think▷|<\|begin_of_thought\|>|<\|channel\|>(analysis|commentary)<\|message\|>",
    re.IGNORECASE,
)
"""Matches the start of reasoning in the reply."""


def strip_reasoning(text: str) -> str:
    """Remove reasoning in tags from an answer."""
    ends = [tag.end() for tag in REASONING_END.finditer(text)]
    answer = text[ends[-1] :] if ends else text
    start = REASONING_START.search(answer)
    return answer[: start.start() if start else None].strip()


def extract_reasoning(text: str) -> str:
    """Extract the reasoning in tags before an answer, if there is any."""
    ends = [tag.end() for tag in REASONING_END.finditer(text)]
    if ends:
        return text[: ends[-1]].strip()
    start = REASONING_START.search(text)
    return text[start.start() :].strip() if start else ""
