"""Inflected forms and spellings of English words."""

from collections.abc import Container, Iterator, Mapping, Sequence

PLURALS = (("ies", "y"), ("s", ""), ("es", ""))
"""Endings of plurals and of the third person, and what the lemma has instead."""

VERB_FORMS = (("ied", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))
"""Endings of verb forms."""

DETACHMENTS = (
    *(("s", ""), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x"), ("zes", "z")),
    *(("ies", "y"), ("ves", "f"), ("men", "man"), ("es", "")),
    *(("ied", "y"), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
    *(("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
)
"""Endings that WordNet's own lemmatiser takes off, in order (morphy(7WN))."""

SPELLINGS = (
    *(("our", "or"), ("re", "er"), ("ise", "ize"), ("isation", "ization"), ("ising", "izing")),
    *(("ised", "ized"), ("yse", "yze"), ("ogue", "og"), ("ence", "ense"), ("mme", "m")),
    *(("lled", "led"), ("lling", "ling"), ("ller", "ler"), ("grey", "gray"), ("ae", "e")),
    *(("oe", "e"), ("licence", "license")),
)
"""British spellings and the American ones."""


def lemma(word: str, known: Container[str], irregular: Mapping[str, Sequence[str]]) -> str | None:
    """Find the known word that this one is a form of, None if there is none."""
    if word in known:
        return word
    for base in irregular.get(word, ()):
        if base in known:
            return base
    for ending, instead in DETACHMENTS:
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            base = word.removesuffix(ending) + instead
            if base in known:
                return base
    for ending in ("ed", "ing"):
        base = word.removesuffix(ending)
        if base != word and len(base) > 3 and base[-1] == base[-2] and base[:-1] in known:
            return base[:-1]
    return None


def bases(word: str, irregular: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, str]]:
    """Every word that this one could be a form of, with its part of speech (blank: any)."""
    for base in irregular.get(word, ()):
        yield base, ""
    for part, endings in (("n", PLURALS), ("v", VERB_FORMS)):
        for ending, instead in endings:
            if word.endswith(ending) and len(word) - len(ending) >= 2:
                yield word.removesuffix(ending) + instead, part
    for ending in ("ed", "ing"):
        base = word.removesuffix(ending)
        if base != word and len(base) > 3 and base[-1] == base[-2]:
            yield base[:-1], "v"


def american(word: str) -> Iterator[str]:
    """Every spelling that could be the American one of this British word."""
    for british, instead in SPELLINGS:
        place = word.find(british)
        while place >= 0:
            yield word[:place] + instead + word[place + len(british) :]
            place = word.find(british, place + 1)
