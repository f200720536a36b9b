"""Reading Webster's dictionary of 1913 from the GNU dictionary that continues it (GCIDE).

GCIDE marks each paragraph with its source. Only those marked as Webster's of 1913 alone, or its
supplement, are read: they are in the public domain, and the rest is not.
"""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

from words.making.corpora import Glosses, Sentences
from words.making.vocabulary import Vocabulary

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
