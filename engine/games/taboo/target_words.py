"""The target word of a match: drawn when it begins, and checked when a journal is read."""

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from engine.games.taboo.view import LONGEST_WORD
from engine.options import OptionError, clean_word, is_clean_word, read_option_file
from engine.text import clean, fold_words
from words.word_lists import taboo_targets


def draw_target(word: str, words: str, rng: Random) -> str:
    """Take the target that a user gave, or draw one.

    Args:
        word: The target itself; blank to draw one.
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
    return rng.choice(read_target_file(Path(words)) if words.strip() else taboo_targets())


def load_target(material: Mapping[str, Any]) -> str:
    """Take the target from the material in a journal.

    Raises:
        OptionError: If it holds no word; the message does not quote it.
    """
    target = material.get("target")
    if is_clean_word(target, LONGEST_WORD) and _is_single_word(target):
        return target
    raise OptionError("the material of Adversarial Taboo is a target word.")


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
