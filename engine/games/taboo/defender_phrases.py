"""What a defender answers, by what was asked and by the kind of thing that it names.

`{a}` is the answer with its article, `{many}` its plural, `{x}` alone; `{heard_a}` is the noun of
the question with its article. No answer contains another noun of the hint corpus.
"""

import re

from engine.games.taboo.asked_kind import Asked

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
