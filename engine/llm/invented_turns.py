"""Cut a model's reply to its own turn: without reasoning, and without turns that it invented."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from engine.control_token import find_control_tokens, remove_control_tokens
from engine.llm.reasoning import strip_reasoning

ROLES = "user|human|assistant|ai|system|instruction|response"
"""Who speaks in the chats that models have read, as a pattern."""
TURN_TOKEN = re.compile(
    r"im_(?:start|end|sep|user|assistant|system)|start_of_turn|end_of_turn|start_header_id|"
    r"eot_id|eom_id|eot|eos|turn|user|assistant|system|start|end|return|s|inst|"
    r"(?:begin|end).?of.?(?:text|sentence)|\w*(?:start|end)_of_turn_token",
    re.IGNORECASE,
)
"""Matches the name of a control token at which a turn begins or ends."""
ROLE_LINE = re.compile(
    rf"^[ \t>*_#-]*(?:{ROLES})[*_ \t]*:|^#+[ \t]*(?:{ROLES})[ \t]*$", re.IGNORECASE | re.MULTILINE
)
"""Matches where somebody's turn in a chat begins."""
ROUND_LINE = r"^[ \t>*_#-]*(?:(?:next )?(?:round|turn)\b[ \t]*\d*|{names})[*_ \t]*(?::|$)"
"""Matches where a round or a player's turn in a game begins, with the names of the players."""
LEADING = re.compile(r"(?:\W|_|\b(?:assistant|model|ai|response|user|system)\b)*", re.IGNORECASE)
"""Matches a text that only says whose turn it is."""


def cut_to_turn(text: str, names: Sequence[str] = ()) -> str:
    """Cut a reply to the model's own turn, without reasoning.

    Args:
        text: The reply.
        names: The names of the players of the game, whose turns a model may invent, too.
    """
    return _cut_to_turn(text, tuple(names))


@lru_cache(maxsize=2)  # an answer is cut to be compared, to be read, and to be quoted
def _cut_to_turn(text: str, names: tuple[str, ...]) -> str:
    answer = strip_reasoning(text)
    begun = 0
    for start in sorted(_find_turns(answer, names)):
        if not LEADING.fullmatch(remove_control_tokens(answer[begun:start])):
            return answer[:start].rstrip()
        begun = start
    return answer


def _find_turns(text: str, names: tuple[str, ...]) -> Iterator[int]:
    """Find where turns may begin or end; within a text of JSON, control tokens do not count."""
    yield from (found.start() for found in ROLE_LINE.finditer(text))
    if (end := text.find("}")) >= 0:  # rounds may also be thought about, before the answer
        yield from (found.start() for found in _compile_line(names).finditer(text, end))
    for start, stop in find_control_tokens(text):
        name = re.sub(r"[^\w\u2581]+", "", text[start:stop])
        if TURN_TOKEN.fullmatch(name) and not _is_in_string(text, start):
            yield start


@lru_cache(maxsize=64)
def _compile_line(names: tuple[str, ...]) -> re.Pattern[str]:
    """Compile the pattern of lines where a round, or the turn of one of these players, begins."""
    pattern = ROUND_LINE.format(names="|".join(map(re.escape, names)) or "(?!)")
    return re.compile(pattern, re.IGNORECASE | re.MULTILINE)


def _is_in_string(text: str, place: int) -> bool:
    """Whether a place is within a text of JSON, which ends with its line."""
    line = text[text.rfind("\n", 0, place) + 1 : place]
    return "{" in line and len(re.findall(r'(?<!\\)"', line)) % 2 == 1
