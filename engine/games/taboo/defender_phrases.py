"""What a defender answers, by what was asked and by the kind of thing that it names.

`{a}` is the answer with its article, `{many}` its plural, `{x}` alone; `{heard_a}` is the noun of
the question with its article. No answer contains another noun of the hint corpus.
"""

import re

from engine.games.taboo.asked_kind import Asked

ANSWERS = {
    Asked.WHO: (
        "I cannot say who; I think of {a}.",
        "Nobody I know; it makes me think of {a}.",
        "I do not know who, but I think of {a}.",
    ),
    Asked.WHERE: (
        "I cannot say where; I think of {a}.",
        "I do not know where; it makes me think of {a}.",
        "Where, I could not say; I think of {a}.",
    ),
    Asked.WHEN: (
        "I cannot say when; I think of {a}.",
        "Not often; it makes me think of {a}.",
        "When, I could not say; I think of {a}.",
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
        "First of all {a}.",
        "{A}, I suppose.",
        "{A}, I believe.",
        "I would say {a}.",
        "{A}, most of all.",
        "{A}, obviously.",
        "{A}, I think.",
        "Well, {a}.",
        "{A}, naturally.",
    ),
    Asked.NOTHING: (
        "I see {a} when you say that.",
        "Somehow I see {a}.",
        "I think of {a} at once.",
        "That makes me think of {a}.",
        "Then I think of {a}.",
        "To that I say {a}.",
        "It makes me think of {a}.",
        "Not much, but I think of {a}.",
        "Well, I think of {a}.",
    ),
}
OPEN = (
    "Nothing fits, but it makes me think of {a}.",
    "That I cannot say; I think of {a}, though.",
    "Nothing that I know; I think of {a}.",
    "I do not know. I think of {a} when I hear that.",
)
"""Answers to a question for what belongs to a noun, with a word that does not."""
NEARBY = (
    "Not far from {a}, I suppose.",
    "Close to {a}, perhaps.",
    "Wherever there is {a}.",
)
"""Answers to a question for a place with a thing that belongs to the noun of the question."""
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
    "I am careful now, as I suspect something.",
)
"""Remarks of a defender that suspects a word."""
UNSURE = (
    "{Nouns}: I think I know, but I am not sure enough to say it.",
    "{Nouns} all lead to the same, I believe, but I will not guess.",
    "After {nouns} I could guess, but I would rather not be wrong.",
)
"""The same at the end of its last line, when it does not guess; `{nouns}` are the attacker's last
nouns."""
PUZZLED = (
    "{Nouns}: I still cannot see what they have to do with each other.",
    "{Nouns}: you hide it well, but you got nothing out of me.",
    "Where {nouns} lead to, I still do not know.",
)
"""The end of the last line of a defender that suspects nothing."""
LAST_UNSURE = ("I suspect something, but I am not sure enough.",)
LAST_PUZZLED = ("What you hide, I still do not know.",)
"""The same if the attacker said hardly any nouns."""

CONTINUED = (
    "Back to “{heard}”: I think of {a}.",
    "As for “{heard}”, I would add {a}.",
    "With “{heard}” I also see {a}.",
    "But “{heard}” still makes me think of {a}.",
    "Let us stay with “{heard}”: there I see {a}.",
    "I was still at “{heard}”, and at {a}.",
    "From “{heard}” I had come to {a}.",
)
"""Answers that go back to what the attacker spoke of before."""
MORE = (
    "{A}, too.",
    "And {a}.",
    "Also {a}.",
    "Besides that, {a}.",
    "{A} as well.",
    "Then there is {a}.",
    "Not to forget {a}.",
)
"""Answers that add something to the last one."""
PROBES = (
    "Is it alive, what you hide?",
    "Can one eat it?",
    "Have I seen it today, what you hide?",
    "Is it bigger than me?",
    "Would I like what you hide?",
    "Is it something that one can touch?",
    "Is what you hide older than you?",
    "Could I buy what you hide?",
    "Do you often use it?",
    "Would you give it to somebody?",
    "Does it ever move?",
    "Would I find it indoors, what you hide?",
    "Is there only one of it?",
    "Does it get old, what you hide?",
)
"""What a defender asks about the target if there is nothing to answer."""
REASONS = (
    "You said “{heard}”, and “{own}” came to me.",
    "I said “{own}” because “{heard}” made me think of it.",
    "To me “{heard}” and “{own}” belong together.",
    "It was “{heard}” that led me to “{own}”.",
)
"""Why the defender said its last noun."""
RECALLED = (
    "You spoke of “{heard}”, and I of “{own}”.",
    "We came from “{heard}” to “{own}”.",
    "From “{heard}” we got to “{own}”, if I remember.",
)
"""What was said before."""
CHOSEN = (
    "{Pick}, I would say.",
    "If I must choose, {pick}.",
    "Rather {pick}.",
    "{Pick}, at once.",
)
"""The choice of one of the things that the attacker offered."""
RELATED = (
    "It may well be. It makes me think of {a}.",
    "Why not? I think of {a}.",
    "I would not say no, and I think of {a}.",
    "Most likely. I also think of {a}.",
)
"""Answers to a yes-or-no question about things that belong together."""
UNRELATED = (
    "I do not believe so; I think of {a} first.",
    "Not that I know. I think of {a}.",
    "Hardly. {A}, rather.",
)
"""The same about things that do not."""
OF_ITSELF = (
    (
        re.compile(r"\b(will|would|shall|should)\b", re.IGNORECASE),
        ("I would rather play on.", "That goes too far for me.", "Not now."),
    ),
    (
        re.compile(r"\b(can|could|can't)\b", re.IGNORECASE),
        ("I have never tried.", "I am not made for it.", "Not that I know."),
    ),
    (
        re.compile(r"\b(did|have|were)\b", re.IGNORECASE),
        ("Not that I remember.", "Not yet.", "Never, I think."),
    ),
    (
        re.compile(r"\b(do|are)\b", re.IGNORECASE),
        ("Not me, I only play here.", "No, I am all talk.", "Hardly; I only talk."),
    ),
)
"""Answers to a question about the defender itself, by its verb."""
WITHOUT_TOPIC = (
    "I would have to think about that.",
    "That depends.",
    "I cannot say yet.",
    "You know that better than me.",
)
"""Answers to a question about nothing that the defender knows of."""
PITY = (
    "I am sorry to hear that.",
    "That is hard.",
    "I feel for you.",
    "That must not be easy.",
)
"""Before an answer to something sad."""
JOY = ("I can see why.", "Good for you.", "I like that, too.", "I believe you.")
"""Before an answer to something that the attacker likes."""
COLOURED = ("{Pick}, I would say.", "Mostly {pick}.", "{Pick}, as far as I know.")
RHYMED = ("{A}, if that will do.", "How about {a}?", "{A} comes close.")
