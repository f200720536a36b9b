"""The target word of a match: drawn, or taken from an option or a file."""

from pathlib import Path
from random import Random
from typing import Annotated

from pydantic import AfterValidator

from engine.clean_word import clean_word, is_clean_word
from engine.errors import OptionError
from engine.forms.folding import fold_words
from engine.games.taboo.moves import LONGEST_WORD
from engine.option_file import read_option_file
from engine.text import clean
from words.game_words import read_taboo_targets


def draw_target(word: str, words: str, rng: Random) -> str:
    """Take the target that a user gave, or draw one.

    Args:
        word: The target; empty to draw one.
        words: The path of a file to draw it from, UTF-8 text with a word in each line (blank
            lines and lines that start with # do not count); blank for our own.
        rng: Draws.

    Raises:
        OptionError: If there is no usable word, or both a word and a file are given.
    """
    if word.strip() and words.strip():
        raise OptionError("word and words: give the target word, or a file of words, not both.")
    if word.strip():
        return clean_target(word, "word")
    return rng.choice(read_target_file(Path(words)) if words.strip() else read_taboo_targets())


def read_target_file(path: Path) -> tuple[str, ...]:
    """Read the target words of a file.

    Raises:
        OptionError: If it cannot be read, has a line that is no single word, or has no word.
    """
    lines = read_option_file(path, "words: give a file with a target word in each line")
    found = [clean_target(line, f"words: {clean(path.name)!r}") for line in lines]
    if not found:
        raise OptionError(f"words: there is no target word in {clean(path.name)!r}.")
    return tuple(dict.fromkeys(found))


def clean_target(text: str, where: str) -> str:
    """Clean one target word.

    Args:
        text: The word.
        where: The option or the file, the beginning of an error message.

    Raises:
        OptionError: If it is not a single word.
    """
    requirement = f"{where}: a target is a single word of at most {LONGEST_WORD} characters, not"
    word = clean_word(text, LONGEST_WORD, requirement)
    if not _is_single_word(word):
        raise OptionError(f"{requirement} {word!r}.")
    return word


def _is_single_word(word: str) -> bool:
    return len(fold_words(word)) == 1 and len(word.split()) == 1


def check_target(target: str) -> str:
    """Check that a word from a journal is a target word."""
    if not is_clean_word(target, LONGEST_WORD) or not _is_single_word(target):
        raise ValueError("not a target word")
    return target


type Target = Annotated[str, AfterValidator(check_target)]
"""A target word, as a field of the game."""
