"""What a defender answers, by what was asked and by the kind of thing that it names.

`{a}` is the answer with its article, `{many}` its plural, `{x}` alone; `{heard_a}` is the noun of
the question with its article. No answer contains another noun of the hint corpus.
"""

import re
from enum import Enum, auto


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
VERBS = (
    (re.compile(r"\b(eat|cook|taste|hungry|have with|put on)\b", re.IGNORECASE), ("food",)),
    (re.compile(r"\b(drink|pour|thirsty)\b", re.IGNORECASE), ("drink",)),
    (re.compile(r"\b(wear|put on|dressed?)\b", re.IGNORECASE), ("garment",)),
    (re.compile(r"\b(feel|feeling)\b", re.IGNORECASE), ("feeling",)),
    (re.compile(r"\b(made of|make of)\b", re.IGNORECASE), ("material", "thing")),
    (
        re.compile(r"\b(next to|near|close to|find in)\b", re.IGNORECASE),
        ("thing", "body", "plant", "animal", "garment", "food"),
    ),
    (re.compile(r"\b(take along|bring|use|keep|buy)\b", re.IGNORECASE), ("thing", "garment")),
)
"""Verbs of questions, and the kinds of things that answer them."""
ANSWERS = {
    Asked.WHO: (
        "I cannot say who; I think of {a}.",
        "I could not say who; I see {a}, if anything.",
        "Nobody I know; it makes me think of {a}.",
    ),
    Asked.WHERE: (
        "I cannot say where; I think of {a}.",
        "I could not say where; I see {a}, if anything.",
        "I do not know where; it makes me think of {a}.",
    ),
    Asked.WHEN: (
        "I cannot say when; I think of {a}.",
        "I could not say when; I see {a}, if anything.",
        "Not often; it makes me think of {a}.",
    ),
    Asked.WHY: (
        "Because of {a}, perhaps.",
        "I do not know why, but I think of {a}.",
        "Perhaps {a} has to do with it.",
    ),
    Asked.HOW: (
        "I cannot say how; I think of {a}.",
        "I could not say how; I see {a}, if anything.",
        "With {a}, perhaps.",
    ),
    Asked.CHOICE: (
        "Neither; I think of {a}.",
        "I do not choose; I think of {a}.",
        "I cannot choose; I think of {a}, though.",
    ),
    Asked.YES: (
        "Perhaps. It makes me think of {a}.",
        "I cannot say; first I think of {a}.",
        "I am not sure. I think of {a} there.",
        "I will not say yes or no, but I think of {a}.",
    ),
    Asked.WHAT: (
        "{A}, I would say.",
        "Perhaps {a}.",
        "{A}, if you ask me.",
        "I think of {a} there.",
        "First of all {a}.",
        "{A}, I suppose.",
        "For me that is {a}.",
        "{A}, I believe.",
        "I would say {a}.",
        "It has to be {a}.",
        "There I see {a}.",
        "{A}, most of all.",
        "{A}, obviously.",
        "Easy: {a}.",
        "I would go for {a}.",
        "To me it is {a}.",
        "{A}, naturally.",
    ),
    Asked.NOTHING: (
        "That makes me think of {a}.",
        "Then I think of {a}.",
        "There I think of {a}.",
        "To that I say {a}.",
        "It makes me think of {a}.",
    ),
}
BY_KIND = {
    (Asked.WHO, "person"): (
        "{A}, I would think.",
        "{A}, perhaps.",
        "{A}, I suppose.",
        "I would say {a}.",
    ),
    (Asked.WHERE, "place"): (
        "In {a}, I would think.",
        "Near {a}, perhaps.",
        "In {a}, perhaps.",
    ),
    (Asked.WHERE, "thing"): ("Close to {a}, usually.", "Next to {a}, perhaps."),
    (Asked.WHERE, "plant"): ("Close to {a}, perhaps.",),
    (Asked.WHERE, "vehicle"): ("Close to {a}, perhaps.",),
    (Asked.WHERE, "person"): ("Where there is {a}, I suppose.",),
    (Asked.WHERE, "animal"): ("Where there is {a}, I suppose.",),
    (Asked.WHEN, "time"): ("I would say {x}.", "{X}, perhaps."),
    (Asked.WHEN, "event"): ("At {a}, perhaps.", "I would say at {a}."),
    (Asked.WHEN, "weather"): ("When there is {x}, perhaps.",),
}
"""Answers that fit one kind of thing; they are said instead of the others."""
ABOUT = (
    "{Heard_a}? It {fact}.",
    "As far as I know, it {fact}.",
    "I know that it {fact}.",
    "All I can say is that it {fact}.",
    "This much I know: it {fact}.",
)
"""Answers with a statement about the noun of the question."""
TELLING = re.compile(
    r"\b(tell me|know about|what about|describe|explain|how about)\b", re.IGNORECASE
)
"""Matches lines that such a statement answers."""
NOTICES = (
    "First {first_a}, now {heard_a}: I see where you are going.",
    "{First_a} before, {heard_a} now; I see through you.",
)
"""Remarks of a defender that suspects a word, on two nouns of the attacker's that are near each
other."""
GUARDED = (
    "I think I know, but I keep it to myself.",
    "Now I see what you want.",
    "I am careful now.",
)
"""Remarks of a defender that suspects a word."""
UNSURE = (
    "I suspect something, but I am not sure enough.",
    "I could guess, but I am not sure enough.",
)
"""The same, in its last line."""


def find_asked(line: str) -> Asked:
    """Find what a line asks for, by the first question word of its last question."""
    asks = [part for part in re.split(r"(?<=[.!?:])\s+", line) if "?" in part] or [line]
    found = [(asked, match) for asked, sign in MATCHES if (match := sign.search(asks[-1]))]
    if found and found[0][0] in QUESTION_WORDS:
        found.sort(key=lambda one: (one[0] not in QUESTION_WORDS, one[1].start()))
    if found:
        return found[0][0]
    return Asked.YES if "?" in line and not sign_of_statement(line) else Asked.NOTHING


def sign_of_statement(line: str) -> bool:
    """Whether a line with a question mark is a bare noun or statement, not a yes-or-no question."""
    return not re.match(r"\W*(you|can|do|ever|is|are|have|would)\b", line, re.IGNORECASE)


def list_wanted_kinds(line: str) -> tuple[str, ...]:
    """List the kinds of things that would answer a line."""
    found = list(KINDS.get(find_asked(line), ()))
    for verb, kinds in VERBS:
        if verb.search(line):
            found += kinds
    return tuple(dict.fromkeys(found))
