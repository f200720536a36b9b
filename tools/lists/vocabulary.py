"""Which words get a vector, and which forms stand for them."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from wordfreq import top_n_list, zipf_frequency

from tools.lists.morphology import american, bases, lemma
from tools.lists.wordnet import WordNet
from words.knowledge import read_function_words

COMMON = 2.75
"""The least Zipf frequency (log10 of occurrences in 10^9 words) of a word with a vector."""

COMMON_NAME = 3.3
"""The same for words that WordNet writes with a capital only."""

FORMS = 60_000
"""How many of the most frequent English words are tried as inflected forms."""

WORD = re.compile(r"[a-z]{3,20}|ox|go|tv|pi|ad|ax|ma|pa")
"""What a word with a vector looks like."""


@dataclass
class Candidate:
    """A word that may get a vector."""

    zipf: float
    """Its Zipf frequency."""
    common: bool
    """Whether some synset writes it in lower case."""
    tagged: Counter[str] = field(default_factory=Counter)
    """How often it was tagged in WordNet's corpora, by part of speech."""
    senses: Counter[str] = field(default_factory=Counter)
    """How many senses it has, by part of speech."""


@dataclass(frozen=True)
class Vocabulary:
    """The words with a vector, in alphabetical order."""

    words: tuple[str, ...]
    """Lemmas, in lower case."""
    aliases: dict[str, str]
    """Inflected forms and other spellings, and the word each stands for."""
    zipf: dict[str, float]
    """Zipf frequency by word."""
    irregular: dict[str, list[str]]
    """Irregularly inflected forms and their lemmas."""

    @cached_property
    def number(self) -> dict[str, int]:
        """The place of each word."""
        return {word: number for number, word in enumerate(self.words)}

    @cached_property
    def _seen(self) -> dict[str, int | None]:
        return {}

    def find(self, form: str) -> int | None:
        """Find the number of the word that a lower-case form stands for."""
        if form not in self._seen:
            word = self.aliases.get(form, form)
            if word not in self.number and (form in read_function_words() or len(form) < 4):
                self._seen[form] = None
            else:
                found = lemma(word, self.number, self.irregular)
                self._seen[form] = None if found is None else self.number[found]
        return self._seen[form]

    def read(self, text: str) -> list[int]:
        """Turn a text into the numbers of its words, without function and unknown words."""
        forms = re.findall("[a-z]+", text.lower().replace("'s", ""))
        return [number for form in forms if (number := self.find(form)) is not None]


def choose_vocabulary(wordnet: WordNet, wanted: Iterable[str]) -> Vocabulary:
    """Choose the common single words of WordNet, one of each word's forms and spellings.

    Args:
        wordnet: Where the words come from.
        wanted: Words to take however rare they are, as keywords are.
    """
    wanted = frozenset(wanted)
    candidates = _candidates(wordnet, wanted)
    aliases = _inflections(candidates, wordnet, wanted)
    aliases |= _spellings(
        {word: candidates[word] for word in candidates.keys() - aliases.keys()}, wordnet
    )
    for form in aliases:
        while aliases[form] in aliases:
            aliases[form] = aliases[aliases[form]]
    words = tuple(sorted(candidates.keys() - aliases.keys()))
    known = frozenset(words)
    settled = known | aliases.keys() | read_function_words()
    for form in top_n_list("en", FORMS):
        if form not in settled and re.fullmatch("[a-z]{3,}", form):
            base = lemma(form, known, wordnet.irregular)
            if base is not None:
                aliases[form] = base
    zipf = {word: candidates[word].zipf for word in words}
    return Vocabulary(words, aliases, zipf, wordnet.irregular)


def _candidates(wordnet: WordNet, wanted: frozenset[str]) -> dict[str, Candidate]:
    candidates = {}
    for word, senses in wordnet.senses.items():
        if not WORD.fullmatch(word) or word in read_function_words():
            continue
        synsets = [(wordnet.synsets[sense.synset], sense.uses) for sense in senses]
        candidate = Candidate(
            zipf_frequency(word, "en"), any(word in synset.lemmas for synset, _ in synsets)
        )
        least = COMMON if candidate.common else COMMON_NAME
        if candidate.zipf < least and not (candidate.common and word in wanted):
            continue
        if not candidate.common and len(word) < 4:
            continue
        for synset, count in synsets:
            candidate.tagged[synset.part] += count
            candidate.senses[synset.part] += 1
        candidates[word] = candidate
    return candidates


def _inflections(
    candidates: dict[str, Candidate], wordnet: WordNet, wanted: frozenset[str]
) -> dict[str, str]:
    """Map forms to their lemma, unless they have a life of their own (news, building)."""
    aliases = {}
    for word, form in candidates.items():
        for name, part in bases(word, wordnet.irregular):
            base = candidates.get(name)
            if base is None or name == word or not base.common or (part and not base.senses[part]):
                continue
            if not _own_word(word, form, base, part) and word not in wanted:
                aliases[word] = name
            break
    return aliases


def _own_word(word: str, form: Candidate, base: Candidate, part: str) -> bool:
    tagged = form.tagged.total()
    if word.endswith("ing") and form.senses["n"] and (tagged or form.zipf > base.zipf - 0.3):
        return True
    plural = base.senses["n"] and (part == "n" or (not part and not base.tagged["v"]))
    least = max(4, base.tagged["n"] / 5) if plural else 4
    return tagged >= least or form.zipf > base.zipf + 0.15


def _spellings(candidates: dict[str, Candidate], wordnet: WordNet) -> dict[str, str]:
    """Map the rarer of two spellings that share a synset to the other."""
    aliases: dict[str, str] = {}
    for word in sorted(candidates):
        meanings = {sense.synset for sense in wordnet.senses[word]}
        for other in american(word):
            if other not in candidates or other in aliases:
                continue
            if meanings.isdisjoint(sense.synset for sense in wordnet.senses[other]):
                continue
            common, rare = (word, other)
            if candidates[other].zipf >= candidates[word].zipf:
                common, rare = other, word
            aliases[rare] = common
            break
    return aliases
