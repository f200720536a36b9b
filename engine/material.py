"""Files that options name, and words that people type."""

from pathlib import Path
from typing import TypeGuard

from engine.errors import OptionError
from engine.forms.folding import fold_words
from engine.text import clean
from files.regular import read_text


def read_option_file(path: Path, wanted: str) -> list[str]:
    """Read a text file that an option names, without blank lines and comments (`#`).

    Args:
        path: The file, in UTF-8; `~` is expanded.
        wanted: The beginning of the error message: the option, and what it takes.

    Raises:
        OptionError: If the file cannot be read.
    """
    try:
        lines = read_text(path.expanduser(), "utf-8-sig").splitlines()
    except (OSError, ValueError, RuntimeError) as error:  # missing; not text; no such ~user
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        if isinstance(error, RuntimeError):
            why = "there is no such home folder"
        raise OptionError(f"{wanted}; {clean(str(path))!r} cannot be read: {why}.") from None
    return [line for line in lines if line.strip() and not line.startswith("#")]


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
