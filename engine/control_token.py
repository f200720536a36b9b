"""Remove the control tokens of chat templates, such as `<|im_end|>`, from text of players.

A server's chat template turns them into the marks between the messages of a chat, so whoever can
write one can speak as somebody else. They are found as a tokenizer may see them: in any case,
with full-width signs, and with invisible characters inside.
"""

import re
from collections.abc import Iterator
from unicodedata import category, normalize

from engine.text import CONTROLS, INVISIBLE

ANGLED = (
    *("s", "bos", "eos", "pad", "unk", "mask", "cls", "sep", "sop", "eop", "eot", "eod", "turn"),
    *("start_of_turn", "end_of_turn", "begin_of_text", "end_of_text", "endoftext", "gmask"),
    *("think", "tool_call", "tool_calls", "tool_response", "tools", "function_call"),
    *("start_of_image", "end_of_image", "image", "image_soft_token", "audio_soft_token"),
    *("im_start", "im_end", "fim_prefix", "fim_middle", "fim_suffix", "file_separator"),
    *(r"unused_?\d+", r"reserved_?\d+", r"extra_id_\d+", "0x[0-9a-f]{2}"),
)
"""The names of tokens in plain angle brackets, as patterns."""
BRACKETED = (
    *("INST", "AVAILABLE_TOOLS", "TOOL_CALLS", "TOOL_RESULTS", "TOOL_CONTENT", "SYSTEM_PROMPT"),
    *("THINK", "ARGS", "CALL_ID", "IMG", "IMG_BREAK", "IMG_END", "BOS", "EOS", "PAD", "UNK"),
    *("CLS", "SEP", "MASK", "gMASK", "sMASK"),
)
"""The names of tokens in square brackets, which are written in this case only."""
NAME = r"[\w.:/\u2581-]{1,64}"
CONTROL_TOKEN = re.compile(
    rf"(?i:<\|{NAME}\|?>|<{NAME}\|>|</?(?:{'|'.join(ANGLED)})>|<</?SYS>>)"
    rf"|\[/?(?:{'|'.join(BRACKETED)})\]"
)
"""Matches a control token; no match contains a blank."""
OPENER = re.compile("[<\\[\ufe47\ufe64\uff1c\uff3b]")
"""Matches what a token begins with: signs whose plain form is < or [."""
BLANK = re.compile(r"[ \t\n\r]")


def remove_control_tokens(text: str) -> str:
    """Replace each control token in a text by a blank.

    Nothing around a token can join to another one, as no token contains a blank.
    """
    pieces, end = [], 0
    for start, stop in find_control_tokens(text):
        pieces += [text[end:start], " "]
        end = stop
    return "".join((*pieces, text[end:]))


def find_control_tokens(text: str) -> Iterator[tuple[int, int]]:
    """Find the places of the control tokens in a text.

    Only what stands between an opener and the next blank is looked through.
    """
    end = 0
    while opener := OPENER.search(text, end):
        start = opener.start()
        blank = BLANK.search(text, start)
        end = blank.start() if blank else len(text)
        folded, places = _fold(text[start:end])
        for found in CONTROL_TOKEN.finditer(folded):
            first, last = found.start(), found.end() - 1
            span = (places[first], places[last] + 1) if places else found.span()
            yield start + span[0], start + span[1]


def _fold(text: str) -> tuple[str, list[int]]:
    """Fold characters to their plain forms, without invisible ones; return also their places.

    The places are empty if the text is folded already.
    """
    if text.isascii():
        return text, []
    folded: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        plain = character
        if not character.isascii():
            hidden = category(character) in CONTROLS or INVISIBLE.match(character)
            plain = "" if hidden else normalize("NFKC", character)
        folded.append(plain)
        places += [place] * len(plain)
    return "".join(folded), places
