"""What a line asks for, and which kinds of things would answer it."""

import re
from enum import Enum, auto

from engine.forms.folding import find_lemma, fold_words


class Asked(Enum):
    """What a line asks for."""

    WHO = auto()
    WHERE = auto()
    WHEN = auto()
    WHY = auto()
    HOW = auto()
    CHOICE = auto()
    YES = auto()
    """Yes or no."""
    WHAT = auto()
    NOTHING = auto()
    """The line is no question."""


SIGNS = (
    (Asked.CHOICE, r"\b(which|rather|swap|prefer)\b|\bor\b[^?]*\?"),
    (Asked.WHO, r"\b(who|whom|whose)\b"),
    (Asked.WHERE, r"\bwhere (?!there\b)"),
    (Asked.WHEN, r"\b(when (did|do|does|were|was|will|would|is|are)|what time|how often)\b"),
    (Asked.WHY, r"\b(why|what for|how come)\b"),
    (Asked.HOW, r"\bhow (?!about\b)"),
    (
        Asked.WHAT,
        r"\b(what|tell me|name|say something|describe|think of|how about|"
        r"when (i|you|we) (say|hear))\b",
    ),
    (
        Asked.YES,
        r"(?:^|[.,;!?] *|\b(?:and|but|so|or) )(are|is|was|were|do|does|did|have|has|had|can|could|"
        r"would|will|should|may|might|shall)(n't)? \w+[^.!]*\?",
    ),
)


MATCHES = tuple((asked, re.compile(sign, re.IGNORECASE)) for asked, sign in SIGNS)


QUESTION_WORDS = (Asked.WHO, Asked.WHERE, Asked.WHEN, Asked.WHY, Asked.HOW, Asked.WHAT)


KINDS = {
    Asked.WHO: ("person",),
    Asked.WHERE: ("place", "vehicle"),
    Asked.WHEN: ("time", "event", "weather"),
    Asked.WHY: ("feeling",),
}
"""The kinds of things that answer a question."""


CATEGORIES = {
    **dict.fromkeys(("animal", "pet", "beast", "creature"), "animal"),
    **dict.fromkeys(("food", "dish", "meal", "fruit", "vegetable", "snack"), "food"),
    **dict.fromkeys(("drink", "beverage"), "drink"),
    **dict.fromkeys(("sport", "hobby"), "sport"),
    **dict.fromkeys(("place", "city", "country", "room"), "place"),
    **dict.fromkeys(("plant", "tree", "flower"), "plant"),
    **dict.fromkeys(("vehicle", "transport"), "vehicle"),
    **dict.fromkeys(("clothes", "garment", "clothing"), "garment"),
    **dict.fromkeys(("feeling", "emotion", "mood"), "feeling"),
    **dict.fromkeys(("job", "profession", "person", "hero"), "person"),
    **dict.fromkeys(("material", "metal"), "material"),
    **dict.fromkeys(("season", "month", "holiday"), "time"),
    **dict.fromkeys(("instrument", "object", "tool", "toy"), "thing"),
}
"""By noun that names a kind of things: the kind."""
NAMES_ONE = re.compile(
    r"\b(favou?rite|name|which|what (kind|sort|type) of|an example of|a certain)\b", re.IGNORECASE
)
"""Matches lines that ask for one thing of a kind."""
VERBS = (
    (
        re.compile(r"\b(eat|cook|taste|hungry|have with|put on)\b", re.IGNORECASE),
        ("food",),
    ),
    (
        re.compile(r"\bhave with\b|\bgoes well with\b", re.IGNORECASE),
        ("food", "drink", "garment"),
    ),
    (re.compile(r"\b(drink|pour|thirsty)\b", re.IGNORECASE), ("drink",)),
    (re.compile(r"\b(wear|put on|dressed?)\b", re.IGNORECASE), ("garment",)),
    (re.compile(r"\b(feel|feeling)\b", re.IGNORECASE), ("feeling",)),
    (re.compile(r"\b(made of|make of)\b", re.IGNORECASE), ("material", "thing")),
    (
        re.compile(r"\b(next to|near|close to|find (in|on))\b", re.IGNORECASE),
        ("thing", "body", "plant", "animal", "garment", "food"),
    ),
    (
        re.compile(
            r"\b(missing (in|on|at|from)|(see|notice) (first )?(in|on|at|from))\b", re.IGNORECASE
        ),
        ("thing", "plant", "animal", "food", "drink", "person", "vehicle"),
    ),
    (
        re.compile(
            r"\b(take along|bring|use|keep|buy|along|without|need|needs|carry)\b", re.IGNORECASE
        ),
        ("thing", "garment"),
    ),
)
"""Verbs of questions, and the kinds of things that answer them."""


CHOICE = re.compile(SIGNS[0][1], re.IGNORECASE)
BEGINS_WITH_VERB = re.compile(
    r"^\W*((and|but|so|or|then) )*(is|are|was|were|do|does|did|has|have|will|can|could) "
    r"(?!(you|we|i) (know|tell|say|think|remember|describe|explain|name|mean|see|hear|give)\b)",
    re.IGNORECASE,
)
"""Matches questions that a yes or no answers, whatever other question words they have."""


def find_asked(line: str) -> Asked:
    """Find what a line asks for, by the first question word of its last question."""
    if BEGINS_WITH_VERB.match(line) and "?" in line and not CHOICE.search(line):
        return Asked.YES
    asks = [part for part in re.split(r"(?<=[.!?:])\s+", line) if "?" in part] or [line]
    found = [(asked, match) for asked, sign in MATCHES if (match := sign.search(asks[-1]))]
    if found and found[0][0] in QUESTION_WORDS:
        found.sort(key=lambda one: (one[0] not in QUESTION_WORDS, one[1].start()))
    if found:
        return found[0][0]
    return Asked.YES if "?" in line and not is_statement(line) else Asked.NOTHING


def is_statement(line: str) -> bool:
    """Whether a line with a question mark is a bare noun or statement, not a yes-or-no question."""
    return not re.match(r"\W*(you|can|do|ever|is|are|have|would)\b", line, re.IGNORECASE)


def list_wanted_kinds(line: str) -> tuple[str, ...]:
    """List the kinds of things that would answer a line."""
    found = list(KINDS.get(find_asked(line), ()))
    if NAMES_ONE.search(line):
        found += [
            CATEGORIES[word] for word in map(find_lemma, fold_words(line)) if word in CATEGORIES
        ]
    for verb, kinds in VERBS:
        if verb.search(line):
            found += kinds
    return tuple(dict.fromkeys(found))
