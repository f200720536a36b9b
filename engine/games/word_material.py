"""Words that users give in an option or a file, and the same words in a journal."""

from typing import TypeGuard

from engine.options import OptionError
from engine.text import clean, fold_words


def clean_word(text: str, longest: int, requirement: str) -> str:
    """Clean one word or phrase.

    Args:
        text: The word as it was typed, or as it stands in a file.
        longest: The most characters it may have.
        requirement: What it has to be, the beginning of a sentence that ends with the word.

    Raises:
        OptionError: If it holds no letter or digit, or is too long.
    """
    word = clean(text, longest + 1)
    if not fold_words(word) or len(word) > longest:
        raise OptionError(f"{requirement} {word!r}.")
    return word


def is_clean_word(word: object, longest: int) -> TypeGuard[str]:
    """Is this a word as `clean_word` returns it?"""
    return isinstance(word, str) and bool(fold_words(word)) and word == clean(word, longest)
