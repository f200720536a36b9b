"""Reading Webster's dictionary of 1913 from the GNU dictionary that continues it (GCIDE).

GCIDE marks each paragraph with its source. Only those marked as Webster's of 1913 alone, or its
supplement, are read: they are in the public domain, and the rest is not.
"""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.lists.facts import find_definition
from tools.lists.vocabulary import Vocabulary
from tools.lists.wordnet import WordNet
from tools.vectors.corpora import Glosses, Sentences
from words.game_words import read_undercover_pairs

SOURCE = re.compile(r"\[([^\[\]]*)\]\s*$")
"""The mark at the end of a paragraph."""
FREE = frozenset({"1913 Webster", "Webster 1913 Suppl."})
"""The marks of text in the public domain."""
HEAD = re.compile(r"^(\S.*?) \\.*?\\(?:,| )")
"""The first line of an entry: the headword, and how it is said between backslashes."""
ETYMOLOGY = re.compile(r"\[[^\[\]]*\]")
"""Where a word comes from, and remarks on its use."""
QUOTED = re.compile(r"--\s?[A-Z][\w. ]*\.?")
"""Who is quoted."""
PHRASE = re.compile(r"^\s+\{([^}]+)\}")
"""A paragraph on a phrase begins with it."""
MOST_WORDS = 8
"""How many words of a definition count: the first say the most."""
OBSOLETE = re.compile(r"\[Obs\.?|\(Obs\.")


def read_webster(path: Path, vocabulary: Vocabulary) -> Glosses:
    """Read the definitions and quotations in the public domain, each with what it defines.

    Args:
        path: GCIDE as the Debian package `dict-gcide` has it.
        vocabulary: The words that are read; entries of others are read without a headword.
    """
    texts, heads = [], []
    for head, phrase, text in _paragraphs(path):
        words = vocabulary.read(text)
        if len(words) > 1:
            texts.append(words)
            defined = [*vocabulary.read(head), *vocabulary.read(phrase)]
            heads.append(list(dict.fromkeys(defined))[:3])
    return Glosses(Sentences.of(texts), Sentences.of(heads))


def define_rest(
    vectors: NDArray[np.float32], wordnet: WordNet, vocabulary: Vocabulary
) -> tuple[list[str], NDArray[np.float32]]:
    """Give words of the games that are not in the vocabulary a vector from their definition.

    It is the mean of the words that a phrase consists of and of those of its definition.

    Returns:
        The words, and their vectors.
    """
    words = sorted({word for _, *pair in read_undercover_pairs() for word in pair})
    named, rows = [], []
    for word in words:
        if vocabulary.find(word) is not None and " " not in word:
            continue
        parts = vocabulary.read(word) if " " in word else []
        definition = vocabulary.read(find_definition(word, wordnet))[:MOST_WORDS]
        if not (parts or definition):
            continue
        units = vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        mean = units[definition].mean(axis=0) if definition else np.zeros(vectors.shape[1])
        of_parts = units[parts].mean(axis=0) if parts else np.zeros(vectors.shape[1])
        named.append(word)
        rows.append(of_parts + mean)
    return named, np.array(rows, np.float32)


def _paragraphs(path: Path) -> Iterator[tuple[str, str, str]]:
    """Headword, phrase and text of each paragraph that is in the public domain."""
    with gzip.open(path, "rt", encoding="utf-8", errors="replace") as file:
        head, paragraph = "", ""
        for line in file:
            if line.strip():
                if not line[0].isspace():
                    found = HEAD.match(line)
                    head = found[1] if found else ""
                paragraph += line
                continue
            mark = SOURCE.search(paragraph)
            if mark and mark[1] in FREE and not OBSOLETE.search(paragraph):
                phrase = PHRASE.match(paragraph)
                yield head, phrase[1] if phrase else "", _clean(paragraph)
            paragraph = ""


def _clean(paragraph: str) -> str:
    text = re.sub(r"^\S.*?\\[^\\]*\\", " ", paragraph)
    return QUOTED.sub(" ", ETYMOLOGY.sub(" ", text.replace("\n", " ")))
