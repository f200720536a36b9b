"""The words that derive from another word: `python -m tools.lists.families DIR` writes them.

A word derives from a base if it is the base with a prefix or a suffix, and WordNet says that they
belong together: it links them as derived or as antonyms, or names the base in a definition of the
word or as what the word is a kind of. So *refuse* is not taken for a form of *fuse*. The folder
holds the unpacked Debian packages.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.lists.forms import read_scowl
from tools.lists.morphology import DETACHMENTS
from tools.lists.reading import HERE, WORDS
from tools.lists.sources import Sources
from tools.lists.wordnet import Synset, WordNet, read_wordnet
from words.forms import read_compounds, read_everyday_words

FILE = WORDS / "families.txt"
STRANGERS = HERE / "strangers.txt"
SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
"""The lists of SCOWL whose words are kept."""
KINDS = ("words", "upper", "proper-names")
"""The kinds of lists of SCOWL: names have derivations, too."""
WORD = re.compile(r"[a-z]{3,}")
DERIVED, PERTAINS, ANTONYM, HYPERNYM, PARTICIPLE = "+", "\\", "!", "@", "<"
"""WordNet's symbols of relations."""
AGENTS = ("er", "or")
"""Endings of words of which only the first meaning counts: a *tower* is seldom what tows."""
LEAST_SHARED = 3
"""Least letters that a word and its base have in common at their beginning."""
COMPARATIVES = ("er", "est")
"""Endings of forms of adjectives alone."""
SURE_PREFIXES = ("anti", "mis", "non", "un")
"""Prefixes before a word that need no proof, but for the strangers."""
SURE_SUFFIXES = ("hood", "ism", "ist", "ize", "less", "like", "ness")
"""Suffixes after a word that need none."""
PREFIXES = (
    *("a", "ab", "anti", "be", "bi", "co", "counter", "de", "dis", "em", "en", "ex", "extra"),
    *("fore", "hyper", "il", "im", "in", "inter", "ir", "mid", "mini", "mis", "mono", "multi"),
    *("non", "out", "over", "post", "pre", "pro", "re", "semi", "sub", "super", "tele", "trans"),
    *("tri", "ultra", "un", "under", "uni", "up"),
)
SUFFIXES = frozenset(
    (
        *("able", "ably", "aceous", "acy", "age", "al", "an", "ance", "ancy", "ant", "ar", "ard"),
        *("arian", "ary", "ate", "ation", "ative", "cy", "dom", "ed", "ee", "eer", "en", "ence"),
        *("ency", "ent", "er", "ery", "ese", "esque", "ess", "et", "ette", "ful", "fully", "hood"),
        *(
            "ial",
            "ian",
            "ible",
            "ic",
            "ical",
            "ie",
            "ification",
            "ify",
            "ine",
            "ing",
            "ion",
            "ious",
        ),
        *(
            "ise",
            "ish",
            "ism",
            "ist",
            "ite",
            "ition",
            "ity",
            "ive",
            "ization",
            "ize",
            "less",
            "let",
        ),
        *("like", "ling", "ly", "ment", "ness", "oid", "or", "ory", "ous", "ry", "scape", "ship"),
        *(
            "sion",
            "some",
            "ster",
            "th",
            "tion",
            "ty",
            "ual",
            "ular",
            "ure",
            "ward",
            "wards",
            "wise",
        ),
        *("y",),
    )
)


def list_pairs(wordnet: WordNet, words: set[str]) -> Iterator[tuple[str, str]]:
    """List words and their bases, compounds and strangers apart."""
    apart = {tuple(line.split()) for line in STRANGERS.read_text(encoding="ascii").splitlines()}
    apart |= {(word, part) for word, parts in read_compounds().items() for part in parts}
    known = words & wordnet.senses.keys()
    for word in known:
        bases = (
            *(word.removeprefix(prefix) for prefix in SURE_PREFIXES),
            *(word.removesuffix(suffix) for suffix in SURE_SUFFIXES),
        )
        for base in {*bases} & known - {word}:
            if len(base) > LEAST_SHARED and (word, base) not in apart:
                yield word, base
    first = _list_first_meanings(wordnet)
    for number, synset in enumerate(wordnet.synsets):
        for place, lemma in enumerate(synset.lemmas, 1):
            word = lemma.lower()
            if word in words and (not word.endswith(AGENTS) or number in first[word]):
                for base in words.intersection(_list_bases(wordnet, synset, place, word)):
                    if base != word and (word, base) not in apart:
                        yield word, base


def _list_first_meanings(wordnet: WordNet) -> dict[str, set[int]]:
    """List the first meaning of each word in each part of speech."""
    first: dict[str, dict[str, int]] = {}
    for word, senses in wordnet.senses.items():
        for sense in senses:
            first.setdefault(word, {}).setdefault(wordnet.synsets[sense.synset].part, sense.synset)
    return {word: {*parts.values()} for word, parts in first.items()}


def _list_bases(wordnet: WordNet, synset: Synset, place: int, word: str) -> Iterator[str]:
    """List what one meaning of a word derives from."""
    for pointer in synset.pointers:
        target = wordnet.synsets[pointer.target].lemmas
        if pointer.lemma == place:
            other = target[pointer.target_lemma - 1].lower()
            if pointer.symbol in (DERIVED, PERTAINS, PARTICIPLE) and _is_longer(word, other):
                yield from [other] * _begin_alike(word, other)
            if pointer.symbol == ANTONYM:
                yield from _strip_affix(word, [other])
        elif pointer.symbol == HYPERNYM:
            yield from _strip_affix(word, [one.lower() for one in target])
    told = {*WORD.findall(synset.definition.lower())}
    yield from _strip_affix(word, told | {_find_lemma(wordnet, one) for one in told})


def _is_longer(word: str, base: str) -> bool:
    return (len(word), word) > (len(base), base)


def _begin_alike(word: str, base: str) -> bool:
    places = zip(word, base, strict=False)
    shared = next((at for at, (one, other) in enumerate(places) if one != other), len(base))
    return shared >= LEAST_SHARED and 2 * shared >= len(base)


def _strip_affix(word: str, bases: Iterable[str]) -> Iterator[str]:
    """Find those of these bases that the word is with a prefix or a suffix."""
    for base in bases:
        if len(base) < LEAST_SHARED or base == word:
            continue
        prefixed = word.endswith(base) and word.removesuffix(base) in PREFIXES
        endings = (ending for stem in _list_stems(base) for ending in _list_endings(word, stem))
        if prefixed or (_is_longer(word, base) and not SUFFIXES.isdisjoint(endings)):
            yield base


def _list_stems(base: str) -> tuple[str, str]:
    """List a word, and the word without a last vowel that a suffix may replace."""
    return base, re.sub(r"[eyoa]$", "", base)


def _list_endings(word: str, stem: str) -> tuple[str, ...]:
    """List what follows the stem in a word: as written, and with the last letter doubled."""
    if not word.startswith(stem):
        return ()
    rest = word.removeprefix(stem)
    return (rest, rest[1:]) if rest[:1] == stem[-1] else (rest,)


def _find_lemma(wordnet: WordNet, word: str) -> str:
    """Find the dictionary form of a word in a definition."""
    for ending, instead in DETACHMENTS:
        senses = wordnet.senses.get(word.removesuffix(ending) + instead, ())
        parts = {wordnet.synsets[sense.synset].part for sense in senses}
        if word.endswith(ending) and parts and ("a" in parts or ending not in COMPARATIVES):
            return word.removesuffix(ending) + instead
    return word


def read_words(sources: Sources) -> set[str]:
    """Read the words whose families are kept: those of SCOWL, and those of our lists."""
    scowl = {one for kind in KINDS for one in read_scowl(sources.scowl, SIZES, kind)}
    return scowl | read_everyday_words() | read_compounds().keys()


def render_families(pairs: Iterator[tuple[str, str]]) -> str:
    """A line for each base, with the words that derive from it."""
    families: defaultdict[str, set[str]] = defaultdict(set)
    for word, base in pairs:
        families[base].add(word)
    return "".join(f"{base} {' '.join(sorted(families[base]))}\n" for base in sorted(families))


if __name__ == "__main__":
    folder = Sources(Path(sys.argv[1]))
    listed = list_pairs(read_wordnet(folder.wordnet), read_words(folder))
    FILE.write_text(render_families(listed), encoding="ascii")
