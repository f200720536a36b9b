"""Clean the words that people type or list in files."""

from typing import TypeGuard

from engine.errors import OptionError
from engine.forms.folding import fold_words
from engine.text import clean


def clean_word(text: str, longest: int, requirement: str) -> str:
    """Clean one word or phrase.

    Args:
        text: The word as typed, or as in a file.
        longest: The maximum length in characters.
        requirement: The beginning of an error message that ends with the word.

    Raises:
        OptionError: If it has no letter or digit, or is too long.
    """
    word = clean(text, longest + 1)
    if not fold_words(word) or len(word) > longest:
        raise OptionError(f"{requirement} {word!r}.")
    return word


def is_clean_word(word: object, longest: int) -> TypeGuard[str]:
    """Whether a value is a word as `clean_word` returns it."""
    return isinstance(word, str) and bool(fold_words(word)) and word == clean(word, longest)
