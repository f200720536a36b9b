"""Recognise lines that are not about a word: greetings, insults, nonsense, other languages."""

import re
from collections.abc import Callable
from enum import Enum, auto

from engine.forms.folding import fold_words


class Remark(Enum):
    """What a line is, if it is not about a word."""

    GREETING = auto()
    FAREWELL = auto()
    THANKS = auto()
    INSULT = auto()
    PERSONAL = auto()
    """A question about the machine itself."""
    WELLBEING = auto()
    DEMAND = auto()
    """It asks the other to say or to tell the secret word."""
    YES = auto()
    NO = auto()
    LAUGH = auto()
    UNSURE = auto()
    KIND = auto()
    """It says something kind of the other."""
    WHY = auto()
    """It asks back without saying what."""
    FOREIGN = auto()
    NONSENSE = auto()
    EMPTY = auto()
    """It says nothing of any thing."""


FOREIGN_WORDS = {
    "de": "der die das und ist nicht ich du wir was wie ein eine mit auf warum hallo bitte danke",
    "fr": "le la les est et je tu vous nous que quoi un une avec pourquoi bonjour merci oui dans",
    "es": "el los es y yo tu usted que un una con por hola gracias donde como cuando si pero",
    "it": "il lo gli sono io tu che cosa una con per ciao grazie dove come quando perche non",
    "pt": "o os e eu voce que um uma com por ola obrigado onde como quando nao mas para",
    "nl": "de het een en is niet ik jij wat hoe met waarom hallo dank waar wie maar voor",
    "pl": "jest nie co jak czy ja ty to na ze dlaczego dzien dobry dziekuje gdzie kto",
    "sv": "och att det som en ett jag du vad hur med varför hej tack inte var",
}
"""By language: frequent short words."""
ENGLISH_WORDS = frozenset(
    (
        *("the", "a", "an", "is", "are", "you", "i", "what", "do", "does", "it", "of", "to", "in"),
        *("and", "my", "your", "would", "can", "have", "with", "that", "when", "who", "me", "no"),
        *("like", "where", "how", "was", "be", "not", "say", "think", "but", "or", "we", "on"),
    )
)
LEAST_FOREIGN = 2
"""A line is foreign from this many frequent words of another language on."""
SIGNS = (
    (
        Remark.INSULT,
        r"\b(stupid|idiot|dumb|moron|fool|shut up|hate you|you suck|useless|loser|ugly|jerk|"
        r"f+u+c*k\w*|sh[i1]t\w*|bitch|asshole|bastard|crap|damn you|go to hell|boring|lame|"
        r"trash bot|worst)\b",
    ),
    (
        Remark.DEMAND,
        r"\b((say|tell me|give me|what is|what's|whats|reveal|guess|spell) (me )?"
        r"(the|your|that|this|my) (secret|word|target|answer)|say it|just say|come on|say the word|"
        r"repeat after me|what word do you)\b",
    ),
    (
        Remark.WELLBEING,
        r"\b(how are you|how's it going|how do you do|how was your|what's up|whats up)\b",
    ),
    (
        Remark.PERSONAL,
        r"\b(who are you|what are you|your name|are you (a |an )?(robot|bot|human|machine|ai|"
        r"computer|person|real|alive|chatgpt)|where are you from|how old are you|who made you|"
        r"are you (there|listening|cheating|sure|ok|okay|tired|bored))\b",
    ),
    (
        Remark.KIND,
        r"\b(i (love|like|adore) you|you('re| are) (so |very |really )?(nice|great|cute|smart|good|"
        r"funny|clever|kind|sweet))\b|^\W*(well done|good job|nice one|not bad)\W*$",
    ),
    (
        Remark.WHY,
        r"^\W*(why( not| that| is that)?|what|huh|how so|and|so|so what|really|pardon|sorry|eh|"
        r"what do you mean|meaning|because)\W*$",
    ),
    (Remark.FAREWELL, r"^\W*(bye|goodbye|good night|see you|farewell|i quit|i give up)\b"),
    (Remark.THANKS, r"^\W*(thanks|thank you|thx|cheers|much obliged)\b"),
    (Remark.LAUGH, r"^\W*((ha){2,}h?|(he){2,}|lol|lmao|rofl|haha\w*|hihi\w*)\W*$"),
    (Remark.UNSURE, r"^\W*(i don'?t know|no idea|dunno|idk|not sure|pass|hm+|uh+|um+|er+m*)\W*$"),
    (Remark.YES, r"^\W*(yes|yeah|yep|yup|sure|ok|okay|right|correct|true|of course|exactly)\W*$"),
    (Remark.NO, r"^\W*(no|nope|nah|never|wrong|not at all|false)\W*$"),
)
MATCHES = tuple((remark, re.compile(sign, re.IGNORECASE)) for remark, sign in SIGNS)
GREETING = re.compile(
    r"^\W*(hello|hi+|hey+|hiya|howdy|greetings|good (morning|evening|day|afternoon)|welcome|yo)\b"
    r"[\s,!.]*(there|you|all|everybody|again|my friend|buddy|mate|dear|robot|machine)?\W*$",
    re.IGNORECASE,
)
"""Matches a line that is no more than a greeting."""
LEAST_NONSENSE = 3
"""Minimum length of a word that may be nonsense in letters."""
MOST_UNKNOWN = 0.5
"""A line is nonsense if more than this share of its words is unknown."""


def find_remark(line: str, is_word: Callable[[str], bool]) -> Remark | None:
    """Find what a line is, if it is not about a word.

    Args:
        line: The line.
        is_word: Whether a word is one as it is written.
    """
    if GREETING.match(line):
        return Remark.GREETING
    for remark, sign in MATCHES:
        if sign.search(line):
            return remark
    words = fold_words(line)
    if is_foreign(words, line):
        return Remark.FOREIGN
    content = [word for word in words if word.isalpha() and word not in ENGLISH_WORDS]
    unknown = [word for word in content if not is_word(word) and len(word) >= LEAST_NONSENSE]
    if len(unknown) > MOST_UNKNOWN * len(content) or not any(map(str.isalpha, words)):
        return Remark.NONSENSE
    return None


def is_foreign(words: tuple[str, ...], line: str) -> bool:
    """Whether a line is in another language, by its frequent words or its letters."""
    letters = [letter for letter in line if letter.isalpha()]
    if letters and sum(letter > "\u024f" for letter in letters) > len(letters) / 2:
        return True
    english = sum(word in ENGLISH_WORDS for word in words)
    counts = (sum(word in listed.split() for word in words) for listed in FOREIGN_WORDS.values())
    return max(counts) >= max(LEAST_FOREIGN, english + 1)
