"""Short statements about words: what kind of thing each is, its parts, and what its gloss says."""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice

from tools.lists.reading import HERE, WORDS
from tools.lists.wordnet import Synset, WordNet
from words.game_words import read_hint_corpus, read_taboo_targets, read_undercover_pairs

LONGEST = 60
"""The most characters of a statement."""
FREQUENT = 4
"""How often a meaning has to be tagged to come before others; else a tiger is no person."""
UNSAYABLE = re.compile(
    r"\d|\(|\)|;|:|\"|`|genus|taxonomic|sexual|excret|see |esp\.|especially|trade name|etc"
)
"""What no person says of a thing at a table."""
CLAUSES = (
    (re.compile(r"\bused (to|for|in|as|with|by) ([^;,()]+)"), "is used {0} {1}"),
    (re.compile(r"\bhaving ([^;()]+?)(?=,|;| and (?:used|found)|$)"), "has {0}"),
    (re.compile(r"\bmade (of|from|with|by) ([^;,()]+)"), "is made {0} {1}"),
    (re.compile(r"\b(?:found|living|lives) (in|on|near|along) ([^;,()]+)"), "is found {0} {1}"),
    (re.compile(r"\b(native|belonging|related|similar) to ([^;,()]+)"), "is {0} to {1}"),
    (
        re.compile(r"\b(?:served|eaten|filled|covered|topped|cooked) (with|in|as|on) ([^;,()]+)"),
        "comes {0} {1}",
    ),
    (
        re.compile(
            r"\b(?:that|which) (is|are|was|has|can|may|holds|gives|produces|makes|carries|"
            r"contains|consists|grows|feeds|eats|lives|moves|covers|protects|provides|"
            r"connects|opens|shows|keeps) ([^;,()]+)"
        ),
        "{0} {1}",
    ),
    (
        re.compile(
            r"\b(?:with|bearing) ((?:a|an|the|long|short|large|small|very|two|four|sharp|"
            r"strong|sweet|hard|soft|thick|thin|black|white|red|yellow|edible|brown|green) "
            r"[^;,()]+)"
        ),
        "has {0}",
    ),
    (
        re.compile(
            r"^(?:an? |any (?:of (?:various|several) )?)?(large|small|tiny|tall|long|heavy|soft|"
            r"hard|round|flat|sweet|sour|thick|thin|wild|edible|tropical|marine|hot|cold|dry|strong|"
            r"bright|colorful|slender|wooden|metal|sharp|fierce|flightless|nocturnal) "
        ),
        "is rather {0}",
    ),
    (
        re.compile(
            r" of ((?:the )?(?:tropical|temperate|northern|southern|western|eastern|warm|cold|"
            r"forests?|deserts?|rivers?|seas?|coasts?|mountains?|[A-Z][a-z]+)[^;,()]*)"
        ),
        "comes from {0}",
    ),
    (
        re.compile(r"\b(?:where|in which) ((?:people|you|one|things|animals) [^;,()]+)"),
        "is where {0}",
    ),
)
"""Parts of definitions and what they say of a thing."""
GENERIC = frozenset(
    (
        *("entity", "whole", "object", "thing", "matter", "artifact", "unit", "group", "act"),
        *("abstraction", "attribute", "state", "part", "event", "activity", "instrumentality"),
        *("way", "change", "relation", "property", "quality", "substance", "person", "body"),
        *("organism", "being", "structure", "condition", "content", "measure", "action"),
        *("cause", "piece", "collection", "configuration", "formulation", "softness"),
    )
)
"""Kinds that say nothing of a thing."""
MANY, FEW = 12, 4
"""How many statements there are at most on the secret words of games, and on other words."""
ENOUGH = 6
"""How many statements of `FACTS` are enough that none of WordNet's are added."""
FACTS = HERE / "facts.txt"
"""Statements written for Parlour on the words of Undercover, as a person could say at a table."""


def write_facts(wordnet: WordNet) -> None:
    """Write the statements on all words of the games."""
    secret = {word for _, *pair in read_undercover_pairs() for word in pair} | {
        *read_taboo_targets()
    }
    facts = collect_facts(sorted(secret), MANY, wordnet)
    facts |= collect_facts(sorted({*read_hint_corpus()} - secret), FEW, wordnet)
    lines = (f"{word}\t{'|'.join(facts[word])}\n" for word in sorted(facts))
    (WORDS / "facts.tsv").write_text("".join(lines), encoding="ascii")


def collect_facts(words: Iterable[str], most: int, wordnet: WordNet) -> dict[str, list[str]]:
    """Collect up to `most` statements on each word; each completes a sentence that begins "It"."""
    written = read_own_facts()
    found = {}
    for word in words:
        stem = re.sub(r"\W", "", word)[:5].lower()
        facts = []
        own = written.get(word, [])
        for fact in (*own, *(() if len(own) >= ENOUGH else _from_wordnet(word, wordnet))):
            plain = re.sub(r"\s+", " ", fact).strip()
            said = plain.lower()
            if (
                len(plain) <= LONGEST
                and (plain.count(" ") > 1 or fact in own)
                and stem not in said
                and not UNSAYABLE.search(said)
            ):
                facts.append(plain)
        facts = list(dict.fromkeys(facts))[:most]
        if facts:
            found[word] = facts
    return found


def read_own_facts() -> dict[str, list[str]]:
    """Read the statements that were written for Parlour, by word."""
    found: dict[str, list[str]] = {}
    for line in FACTS.read_text(encoding="ascii").splitlines():
        if line and not line.startswith("#"):
            word, _, facts = line.partition(": ")
            found[word] = facts.split(" | ")
    return found


def find_definition(word: str, wordnet: WordNet) -> str:
    """What a word means, in the sense that is meant by default; empty if nobody says."""
    senses = list(_senses(word, wordnet))
    if senses:
        return senses[0].definition
    return " ".join(read_own_facts().get(word, ()))


@cache
def _find_people(wordnet: WordNet) -> set[int]:
    return wordnet.hyponyms(wordnet.senses["person"][0].synset)


def _senses(word: str, wordnet: WordNet) -> Iterator[Synset]:
    """The meanings of a word as a noun: the frequent ones, then what is no person."""
    name = word.replace(" ", "_").lower()
    senses = [
        one for one in wordnet.senses.get(name, ()) if wordnet.synsets[one.synset].part == "n"
    ]
    people = _find_people(wordnet)
    senses.sort(key=lambda one: (-one.uses if one.uses > FREQUENT else 0, one.synset in people))
    for one in senses:
        synset = wordnet.synsets[one.synset]
        if any(lemma.lower() == name for lemma in synset.lemmas):
            yield synset


def _from_wordnet(word: str, wordnet: WordNet) -> Iterator[str]:
    """Statements on the first meaning; on the second one only if there are too few."""
    for synset in islice(_senses(word, wordnet), 2):
        facts = [*_from_relations(synset, wordnet), *_from_definition(synset)]
        yield from facts
        if len(facts) > 1:
            return


def _from_definition(synset: Synset) -> Iterator[str]:
    definition = re.sub(r"\([^)]*\)", " ", synset.definition)
    for pattern, template in CLAUSES:
        for match in pattern.finditer(definition):
            yield _cut(template.format(*match.groups()))


def _from_relations(synset: Synset, wordnet: WordNet) -> Iterator[str]:
    for kind in _follow(synset, wordnet, "@", "@i")[:1]:
        name = _name(kind)
        if name and name.split()[-1] not in GENERIC:
            yield f"is a kind of {name}"
        for wider in _follow(kind, wordnet, "@")[:1]:
            name = _name(wider)
            if name and name.split()[-1] not in GENERIC:
                yield f"is some sort of {name}"
    for part in filter(None, map(_name, _follow(synset, wordnet, "%p")[:3])):
        yield f"has {_article(part)}"
    for whole in filter(None, map(_name, _follow(synset, wordnet, "#p")[:2])):
        yield f"belongs to {_article(whole)}"
    for stuff in filter(None, map(_name, _follow(synset, wordnet, "%s")[:1])):
        yield f"is partly {stuff}"


def _follow(synset: Synset, wordnet: WordNet, *symbols: str) -> list[Synset]:
    """The synsets to which pointers of these kinds lead."""
    return [wordnet.synsets[one.target] for one in synset.pointers if one.symbol in symbols]


def _name(synset: Synset) -> str:
    """The best known name of a synset; empty if it is only written with a capital."""
    lemma = max(zip(synset.counts, (-n for n in range(99)), synset.lemmas, strict=False))[2]
    return "" if lemma[0].isupper() else lemma.replace("_", " ")


def _article(name: str) -> str:
    if name.endswith("s") and not name.endswith("ss"):
        return name
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"


def _cut(text: str) -> str:
    """Cut a clause before a subordinate one that would make it too long."""
    if len(text) <= LONGEST:
        return text
    return re.split(
        r" (?:that|which|when|where|and|or|by|so|to be|usually|for) ", text, maxsplit=1
    )[0]
