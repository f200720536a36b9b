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
    (Asked.WHERE, r"\bwhere\b"),
    (Asked.WHEN, r"\b(when (did|do|does|were|was|will|would|is|are)|what time|how often)\b"),
    (Asked.WHY, r"\b(why|what for|how come)\b"),
    (Asked.HOW, r"\bhow\b"),
    (Asked.WHAT, r"\b(what|tell me|name|say something|describe|think of)\b"),
    (
        Asked.YES,
        r"(?:^|[.,;!?] *|\b(?:and|but|so|or) )(are|is|was|were|do|does|did|have|has|had|can|could|"
        r"would|will|should|may|might|shall)(n't)? \w+[^.!]*\?",
    ),
)
MATCHES = tuple((asked, re.compile(sign, re.IGNORECASE)) for asked, sign in SIGNS)
KINDS = {
    Asked.WHO: ("person", "animal"),
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
    (re.compile(r"\b(take along|bring|use|keep|buy)\b", re.IGNORECASE), ("thing", "garment")),
)
"""Verbs of questions, and the kinds of things that answer them."""
ANSWERS = {
    Asked.WHO: (
        "Perhaps {a}.",
        "{A}, I suppose.",
        "I would ask {a}.",
        "Nobody but {a}.",
        "Whoever has {a}.",
        "{A}, if anybody.",
    ),
    Asked.WHERE: (
        "Somewhere near {a}.",
        "Wherever there is {a}.",
        "Not far from {a}.",
        "Close to {a}, usually.",
        "I would look behind {a}.",
    ),
    Asked.WHEN: (
        "Only when there is {a}.",
        "When I see {a}.",
        "Not since {a}.",
        "Whenever I think of {a}.",
        "It must have been with {a}.",
    ),
    Asked.WHY: (
        "Because of {a}.",
        "{A} would be enough for me.",
        "Ask {a}, not me.",
    ),
    Asked.HOW: (
        "With {a}, naturally.",
        "Much like {a}.",
        "I would begin with {a}.",
        "Without {a}, not at all.",
    ),
    Asked.CHOICE: (
        "Neither; I would rather have {a}.",
        "I do not choose; {a} will do for me.",
        "Both, as long as there is {a}.",
        "If I have to choose, {a}.",
    ),
    Asked.YES: (
        "Yes, and {a}, too.",
        "No, unless there is {a}.",
        "Not really; {a} is more like me.",
        "Sometimes, if there is {a}.",
        "Hardly ever. I think of {a} instead.",
        "Why not? With {a}, though.",
        "Only together with {a}.",
        "Yes, though I like {a} better.",
    ),
    Asked.WHAT: (
        "{A}, I would say.",
        "First of all {a}.",
        "Perhaps {a}.",
        "For me that is {a}.",
        "{A}, if you ask me.",
        "I think of {a} there.",
        "Nothing without {a}.",
        "Before all else {a}.",
        "Everybody would say {a}.",
        "Easy: {a}.",
        "I see {a}.",
        "{A}, and I stop there.",
        "It has to be {a}.",
        "You will laugh, but {a}.",
        "Does {a} count?",
    ),
    Asked.NOTHING: (
        "That makes me think of {a}.",
        "Then I think of {a}.",
        "There I see {a}.",
        "You may be right. I would add {a}.",
        "I would not have said that. I would have said {a}.",
        "And {a} comes with it.",
    ),
}
BY_KIND = {
    (Asked.WHO, "person"): (
        "{A}, who else?",
        "I have met {a} who does.",
        "{Many}, mostly.",
    ),
    (Asked.WHERE, "place"): (
        "In {a}, I would think.",
        "Near {a}, say.",
        "Try {a}.",
    ),
    (Asked.WHEN, "time"): ("I would say {x}.", "It must have been {x}."),
    (Asked.WHEN, "event"): ("At {a}.", "After {a}, I believe."),
    (Asked.WHAT, "food"): ("{Many}, what else?", "I would have {many} with it."),
    (Asked.WHAT, "feeling"): ("It makes me feel something like {x}.",),
    (Asked.WHAT, "person"): ("I see {a} there.", "{A}, I suppose."),
    (Asked.WHAT, "place"): ("I see myself near {a}.", "That takes me to {a}."),
    (Asked.WHAT, "animal"): ("I hear {a} somewhere.",),
}
"""Answers that fit one kind of thing; they come before the others."""
ABOUT = (
    "{Heard_a}? It {fact}.",
    "As far as I know, it {fact}.",
    "I know that it {fact}.",
    "All I can say is that it {fact}.",
    "This much I know: it {fact}.",
)
"""Answers with a statement about the noun of the question."""
NOTICES = (
    "First {first_a}, now {heard_a}: I see where you are going.",
    "{First_a} before, {heard_a} now; I see through you.",
    "You keep close to {first_a}, I notice.",
    "I have not forgotten {first_a}.",
)
"""Remarks on two nouns of the attacker's that are near each other."""
GUARDED = (
    "I think I know, but I keep it to myself.",
    "Now I see what you want.",
    "You will not get it out of me.",
    "I am careful now.",
    "I almost said something else.",
)
"""Remarks of a defender that suspects a word."""
BACK = (
    "And you?",
    "Why do you ask?",
    "Is that far from what you want?",
    "That was an easy one.",
    "You have to do better than that.",
    "Ask me something harder.",
)
"""Questions that a defender asks back."""
ALMOST = ("We are nearly through.", "One more, and I have made it.", "So far, so good.")
"""Remarks near the end."""


def find_asked(line: str) -> Asked:
    """Find what a line asks for, by its last question if it has several."""
    asks = [part for part in re.split(r"(?<=[.!?])\s+", line) if "?" in part] or [line]
    for asked, sign in MATCHES:
        if sign.search(asks[-1]):
            return asked
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
