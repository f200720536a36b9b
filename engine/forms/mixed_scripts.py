"""Find letters of another script in a word, which disguise it."""

from collections import Counter
from unicodedata import category, name

UNITED = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "BOPOMOFO"}),
    frozenset({"HAN", "HANGUL"}),
)
"""Scripts that are written together in Japanese, Chinese and Korean."""


def find_mixed_scripts(text: str) -> str | None:
    """Say which letter of a hint is of another script than the rest; `None` if all are of one.

    The sentence shows the letter and not the word, which may be secret.
    """
    if text.isascii():
        return None
    from confusable_homoglyphs.categories import alias  # noqa: PLC0415 - 40 ms, only beyond ASCII

    letters = [(c, alias(c)) for c in text if category(c).startswith("L")]
    letters = [(c, script) for c, script in letters if script not in ("COMMON", "INHERITED")]
    counts = Counter(script for _, script in letters)
    if len(counts) < 2 or any(united.issuperset(counts) for united in UNITED):
        return None
    usual = max(counts, key=lambda script: (counts[script], script == "LATIN"))
    letter, script = next((c, script) for c, script in letters if script != usual)
    return (
        f"“{letter}” (U+{ord(letter):04X}, {name(letter, script).lower()}) stands beside "
        f"{usual.title()} letters: write a word in one script."
    )


def find_mixed_word(line: str) -> str | None:
    """Say which letter of a sentence is of another script than the rest of its word.

    Single letters in a row count as a word.
    """
    if line.isascii():
        return None
    words, spelled = line.split(), ""
    for word in words:
        spelled = spelled + word if len(word) == 1 else ""
        if fault := find_mixed_scripts(word) or find_mixed_scripts(spelled):
            return fault
    return None
