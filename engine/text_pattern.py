r"""Patterns of text that rules can accept, for servers that write answers by a JSON schema.

They use only what every such server knows: classes, counts and groups. No class contains `"` or a
backslash, which some servers would put into JSON as they are.
"""

LETTERS = "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f"
"""Latin letters, as part of a class."""
PLAIN = rf" #$%&'()*+,/0-9:;<=>@{LETTERS}_~\u2010-\u2019-"
"""What a sentence contains before its end, as part of a class."""
ENDS = ".!?\u2026"
"""Marks that may end a sentence, as part of a class."""


def build_line_pattern(longest: int, shortest: int = 1, inside: str = PLAIN + ENDS) -> str:
    """Build the pattern of a line of text, which begins with a letter or a digit."""
    if shortest == 0:
        return f"^([0-9{LETTERS}][{inside}]{{0,{longest - 1}}})?$"
    return f"^[0-9{LETTERS}][{inside}]{{{shortest - 1},{longest - 1}}}$"


def build_sentence_pattern(longest: int) -> str:
    """Build the pattern of one sentence, which has no full stop but the last."""
    return f"^[0-9{LETTERS}][{PLAIN}]{{0,{longest - 2}}}[{ENDS}]?$"


def build_word_pattern(longest: int) -> str:
    """Build the pattern of a single word."""
    return f"^[{LETTERS}]{{1,{longest}}}$"


def build_words_pattern(longest: int) -> str:
    """Build the pattern of one or two words."""
    half, first, rest = longest // 2, f"[0-9{LETTERS}]", f"[0-9{LETTERS}'-]"
    return f"^{first}{rest}{{0,{half - 1}}}( {first}{rest}{{0,{half - 2}}})?$"
