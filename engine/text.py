"""Clean text, so that it is safe to show and to store."""

import re
from unicodedata import category, normalize

MAX_LINE_LENGTH = 200
"""The default length at which `clean` cuts a line, in characters."""


ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f]).*?(?:\x07|\x1b\\|\x9c|\Z)"  # OSC, DCS, SOS, PM, APC
    r"|\x1b[ -/]*[0-~]"  # two-character escapes
    r"|\x9b[0-?]*[ -/]*[@-~]",  # CSI in one byte
    re.DOTALL,
)
"""Matches complete terminal escape sequences, so that no part of them is left as text."""


INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Matches characters without a glyph: fillers, selectors, joiners, the Braille blank."""


OBEYED = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    r"\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Matches what a terminal obeys or hides: controls but line ends and tabs, marks of direction,
characters without width, and bytes of a file's name that are no text."""


SPACE = re.compile(r"\s")


MAX_MARKS = 3
"""Maximum number of combining marks on a letter."""


CONTROLS = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Unicode categories of controls, formats, surrogates, private and unassigned characters."""


def clean(text: str, longest: int = MAX_LINE_LENGTH) -> str:
    """Clean text into one line that is safe to show and to store.

    Removes escape sequences, control characters, bidi overrides, zero-width, invisible and
    unassigned characters, and combining marks past `MAX_MARKS` on a letter; collapses white
    space; normalises to NFC; cuts after `longest` characters.
    """
    if text.isascii() and text.isprintable():  # the usual case: there is nothing to remove
        return " ".join(text[: longest * 20].split())[:longest].rstrip()
    text = INVISIBLE.sub("", ESCAPES.sub("", text[: longest * 20]))
    kept = _drop_controls(SPACE.sub(" ", text))
    return _limit_marks(normalize("NFC", " ".join(kept.split())))[:longest].rstrip()


def clean_lines(text: str, longest: int) -> str:
    """Clean text into lines that are safe to show: like `clean`, but keep line ends and spaces.

    Tabs and uncommon line separators, such as U+2028, become spaces.
    """
    text = INVISIBLE.sub("", ESCAPES.sub("", text[: longest * 2])).replace("\r\n", "\n")
    text = text.replace("\r", "\n").expandtabs(4)
    spaced = "".join(" " if c.isspace() and c != "\n" else c for c in text)
    kept = "".join(c for c in spaced if c == "\n" or category(c) not in CONTROLS)
    return _limit_marks(normalize("NFC", kept))[:longest]


def drop_ignorable(text: str) -> str:
    """Drop what has no glyph: fillers, selectors, joiners, soft hyphens, marks of direction."""
    if text.isascii():
        return text
    return "".join(c for c in INVISIBLE.sub("", text) if category(c) != "Cf")


def escape_controls(text: str) -> str:
    r"""Write what a terminal obeys as escapes of JSON, `\u001b`; the rest stays as it is.

    In JSON such characters can only stand in strings, whose meaning stays the same.
    """
    if text.isascii() and text.isprintable():
        return text
    return OBEYED.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"


def _drop_controls(text: str) -> str:
    """Drop the characters of `CONTROLS`."""
    dropped = [c for c in set(text) if category(c) in CONTROLS]
    return text.translate(dict.fromkeys(map(ord, dropped))) if dropped else text


def _limit_marks(text: str) -> str:
    """Remove combining marks past `MAX_MARKS` on a letter, which would cover other lines."""
    if not any(category(c).startswith("M") for c in set(text)):
        return text
    kept = []
    pile = 0
    for c in text:
        pile = pile + 1 if category(c).startswith("M") else 0
        if pile <= MAX_MARKS:
            kept.append(c)
    return "".join(kept)
