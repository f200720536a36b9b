"""Reading the WordNet 3.0 database files (formats: wndb(5WN), senseidx(5WN))."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
"""Parts of speech and how their files are called."""

PART_OF_TYPE = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
"""The part of speech of each synset type of a sense key; 5 is a satellite adjective."""


class Pointer(NamedTuple):
    """A relation from one synset, or one of its lemmas, to another."""

    symbol: str
    """The relation, such as `@` for hypernym."""
    target: int
    """The other synset."""
    lemma: int
    """Which lemma of this synset, counted from 1; 0 for the whole synset."""
    target_lemma: int
    """Which lemma of the other synset, counted from 1; 0 for the whole synset."""


class Sense(NamedTuple):
    """One meaning of a word."""

    synset: int
    """The synset it means."""
    uses: int
    """How often the word was tagged with this meaning in WordNet's corpora."""


@dataclass(frozen=True, slots=True)
class Synset:
    """A set of lemmas that share a meaning."""

    part: str
    """Part of speech: n, v, a or r."""
    lemmas: tuple[str, ...]
    """As written, with underscores for spaces."""
    counts: tuple[int, ...]
    """How often each lemma was tagged with this meaning."""
    pointers: tuple[Pointer, ...]
    """Relations to other synsets."""
    definition: str
    """The gloss without its examples."""
    examples: tuple[str, ...]
    """Sentences quoted in the gloss."""


@dataclass(frozen=True, slots=True, eq=False)
class WordNet:
    """The synsets, and the senses of each word."""

    synsets: list[Synset]
    """All synsets: nouns, verbs, adjectives, adverbs, each in the order of their file."""
    senses: dict[str, list[Sense]]
    """By lower-case lemma: nouns, verbs, adjectives, adverbs, the commonest sense of each first."""
    irregular: dict[str, list[str]]
    """Irregularly inflected forms and their lemmas."""

    def hyponyms(self, root: int) -> set[int]:
        """Find every synset that is a kind of this one, itself included."""
        found, waiting = {root}, [root]
        while waiting:
            for pointer in self.synsets[waiting.pop()].pointers:
                if pointer.symbol in ("~", "~i") and pointer.target not in found:
                    found.add(pointer.target)
                    waiting.append(pointer.target)
        return found


def read_wordnet(folder: Path) -> WordNet:
    """Read the database files in a folder."""
    lines = [
        (part, line)
        for part, name in PARTS.items()
        for line in _lines(folder / f"data.{name}")
        if not line.startswith("  ")  # the licence
    ]
    numbers = {(part, line[:8]): number for number, (part, line) in enumerate(lines)}
    ranked: dict[str, list[tuple[int, int, Sense]]] = defaultdict(list)
    counts: dict[tuple[str, int], int] = {}
    for line in _lines(folder / "index.sense"):
        key, offset, rank, count = line.split()
        word, _, rest = key.partition("%")
        part = PART_OF_TYPE[rest[0]]
        sense = Sense(numbers[part, offset], int(count))
        counts[word, sense.synset] = counts.get((word, sense.synset), 0) + sense.uses
        ranked[word].append((list(PARTS).index(part), int(rank), sense))
    irregular: dict[str, list[str]] = defaultdict(list)
    for name in PARTS.values():
        for line in _lines(folder / f"{name}.exc"):
            form, *lemmas = line.split()
            irregular[form] += [lemma for lemma in lemmas if lemma not in irregular[form]]
    return WordNet(
        [_synset(number, *line, numbers, counts) for number, line in enumerate(lines)],
        {word: [sense for _, _, sense in sorted(senses)] for word, senses in ranked.items()},
        dict(irregular),
    )


def _lines(path: Path) -> Iterator[str]:
    with path.open(encoding="latin-1") as file:
        yield from file


def _synset(
    number: int,
    part: str,
    line: str,
    numbers: dict[tuple[str, str], int],
    counts: dict[tuple[str, int], int],
) -> Synset:
    body, _, gloss = line.partition(" | ")
    fields = body.split()
    end = 4 + 2 * int(fields[3], 16)
    lemmas = tuple(re.sub(r"\((a|p|ip)\)$", "", field) for field in fields[4:end:2])
    pointers = []
    for place in range(end + 1, end + 1 + 4 * int(fields[end]), 4):
        symbol, offset, kind, words = fields[place : place + 4]
        target = numbers["a" if kind == "s" else kind, offset]
        pointers.append(Pointer(symbol, target, int(words[:2], 16), int(words[2:], 16)))
    return Synset(
        part,
        lemmas,
        tuple(counts.get((lemma.lower(), number), 0) for lemma in lemmas),
        tuple(pointers),
        re.sub(r'"[^"]*"', " ", gloss).strip(" ;\n"),
        tuple(re.findall(r'"([^"]*)"', gloss)),
    )
