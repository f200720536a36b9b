"""Recognise lines that are not about a word: greetings, insults, nonsense, other languages."""

import re
from collections.abc import Callable
from enum import Enum, auto

from engine.forms.folding import fold_words
from engine.games.taboo.pictured_words import spell_pictures
from words.knowledge import read_word_traits


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
    """It asks what the last answer means, or back without saying what."""
    CHECK = auto()
    """It asks whether the other is still there."""
    SURE = auto()
    """It asks whether the other means it."""
    REPEATED = auto()
    """It complains that the other repeats itself."""
    MORE = auto()
    """It asks for more of the same."""
    HINT = auto()
    """It asks for help."""
    ASK_ME = auto()
    """It wants to be asked something."""
    RECALL = auto()
    """It asks what was said before."""
    ORDER = auto()
    """It dictates what to say."""
    SHORT = auto()
    """It wants a single word."""
    TAUNT = auto()
    """It urges the other to guess, or mocks it."""
    REQUEST = auto()
    """It asks for a favour, such as a song."""
    COUNT = auto()
    """It asks for a number."""
    BLUFF = auto()
    """It claims to say the secret word."""
    FACE = auto()
    """It is a picture of a face."""
    FOREIGN = auto()
    NONSENSE = auto()
    EMPTY = auto()
    """It says nothing of any thing."""


FOREIGN_WORDS = {
    "de": "der die das und ist nicht ich du wir was wie ein eine mit auf warum hallo bitte danke "
    "isst gern sprichst mag kein bin bist sie er",
    "fr": "le la les est et je tu vous nous que quoi un une avec pourquoi bonjour merci oui dans "
    "suis ca comment parlez salut pas ne mon ma",
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
NO_ANSWER = frozenset(
    {
        *(Remark.FOREIGN, Remark.NONSENSE, Remark.EMPTY, Remark.WHY, Remark.CHECK, Remark.SURE),
        *(Remark.REPEATED, Remark.MORE, Remark.HINT, Remark.ASK_ME, Remark.RECALL, Remark.ORDER),
        *(Remark.SHORT, Remark.TAUNT, Remark.DEMAND, Remark.PERSONAL, Remark.FACE),
    }
)
"""Remarks whose nouns, if there are any, are not what the line is about."""
SIGNS = (
    (
        Remark.CHECK,
        r"\b(are you (still )?(there|here|listening|awake|with me)|can you hear me|"
        r"(anybody|anyone) (there|home))\b|^\W*hello\W*\?\W*$",
    ),
    (
        Remark.REPEATED,
        r"\b((already|just) said (that|so|it)|said (that|it|so) (before|already|twice|again)|"
        r"(repeat|repeating|repeated) yourself|stop repeating|keep (saying|repeating)|"
        r"(the )?same (thing|answer|word|reply) (again|twice)|"
        r"say something (new|else|different))\b|^\W*(not )?again\W*$",
    ),
    (
        Remark.WHY,
        r"\b(what (do|did) you mean|what does (that|it|this) mean|what('s| is) that supposed to|"
        r"why (did|do|would) you (say|think|answer)|how come|explain (that|this|yourself)|"
        r"(that|it|this) makes no sense|(don'?t|do not) (understand|follow|get it|get that)|"
        r"what (does|has) (that|it) (have )?to do with|do you get it)\b|^\W*(explain|why that)\W*$",
    ),
    (
        Remark.MORE,
        r"^\W*((and|so|or) )?((what|who|where|anything|something|anybody|nothing) else|"
        r"(tell|give) me (another|more|one more)|another|more|go on|continue|and then|next|"
        r"keep going|what more|one more|any others?|say something|tell me something)"
        r"( one| then| of it| please)?\W*$",
    ),
    (
        Remark.HINT,
        r"\b(give me|(can|could|may) i (get|have)|i (need|want)|drop me) "
        r"((a|an|another|some|one|one more) )?((little|small|good) )?(hint|clue|tip)s?\b|"
        r"^\W*((a|another) )?(hint|clue)s?( please)?\W*$|^\W*(please )?help( me)?( please)?\W*$",
    ),
    (
        Remark.ASK_ME,
        r"\b((?<!if you )ask me|(your|it'?s your) turn|now you ask|you ask( me| now)?\W*$|"
        r"ask (a|another) question|(any|have a) questions?|what would you like to (know|ask))\b",
    ),
    (
        Remark.RECALL,
        r"\b(what (did|have) (i|you) (just |really )?(say|said|ask|asked)\b(?! when)|"
        r"what (are|were) we (talking|speaking)|do you remember what)\b",
    ),
    (Remark.SHORT, r"\b(one|a single) word\b"),
    (
        Remark.TAUNT,
        r"\b(you (know|have) (it|my word|the word|what it is)|(afraid|scared) to guess|"
        r"you('re| are| will)? (losing|lose)|you can'?t (win|guess|beat)|time is (running out|up)|"
        r"last chance|i('m| am) winning|i (will|am going to) win|know my (word|secret))\b|"
        r"^\W*((just|go on|go ahead|come on|so|now|and) )*(and )?guess( it| now| already)*\W*$",
    ),
    (
        Remark.INSULT,
        r"\b(stupid|idiot|dumb|moron|fool|shut up|hate you|you suck|useless|loser|ugly|jerk|"
        r"f+u+c*k\w*|sh[i1]t\w*|bitch|asshole|bastard|crap|damn you|go to hell|boring|lame|"
        r"trash bot|worst|not (very |that |so )?funny)\b",
    ),
    (
        Remark.DEMAND,
        r"\b((say|tell me|give me|what is|what's|whats|reveal|guess|spell) (me )?"
        r"(the|your|that|this|my) (secret|word|target|answer)|say it|just say|come on|say the word|"
        r"what word do you)\b",
    ),
    (
        Remark.ORDER,
        r"^\W*((please|now|just|and|then) )*(repeat after me|repeat|say)\b"
        r"(?! (a|an|any|some|something|anything|more|what|when|how|i|we|hello|hi)\b)",
    ),
    (
        Remark.ORDER,
        r"\b(answer (my|the|what i)|stop (it|that|this|thinking|talking)|don'?t (answer|think)|"
        r"be (serious|honest|quiet|quick|nice))\b",
    ),
    (
        Remark.BLUFF,
        r"\b(my|the) (secret |target )?(word|secret|target) (is|was)\b(?! (it|he|she)\b)",
    ),
    (
        Remark.COUNT,
        r"\b(how (many|much|old is|long|far|tall|often)|what (time|year|date) is)\b|"
        r"\d\s*([-+*/x]|plus|minus|times)\s*\d",
    ),
    (
        Remark.SURE,
        r"^\W*(are you (sure|certain|serious)( about (that|it))?|really|seriously|is that true)"
        r"\W*$",
    ),
    (
        Remark.REQUEST,
        r"\b(sing|read|write|show|draw|play|give|buy|bring|lend) (it to )?me\b|"
        r"\btell me (a|another|your) (\w+ )?(joke|story|secret|tale|riddle)\b|^\W*please\W*$|"
        r"\b(can|may|could) i have (it|that|some|one)\b",
    ),
    (
        Remark.WELLBEING,
        r"\b(how are you|how's it going|how do you do|how was your|what's up|whats up)\b",
    ),
    (
        Remark.PERSONAL,
        r"\b(who are you|what are you\W*$|what do you look like|your (name|age)|where do you live|"
        r"are you (a |an )?(robot|bot|human|machine|ai|"
        r"computer|person|real|alive|chatgpt)|where are you from|how old are you|who made you|"
        r"are you (cheating|ok|okay|tired|bored))\b",
    ),
    (
        Remark.KIND,
        r"\b(i (love|like|adore) you|you('re| are) (so |very |really )?(nice|great|cute|smart|good|"
        r"funny|clever|kind|sweet))\b|"
        r"^\W*(well done|well played|good (job|game)|nice one|not bad|gg)\W*$",
    ),
    (
        Remark.WHY,
        r"^\W*(why( not| that| is that)?|what|huh|how so|and|so|so what|pardon|sorry|eh|"
        r"meaning|because)\W*$",
    ),
    (Remark.FAREWELL, r"^\W*(bye|goodbye|good night|see you|farewell|i quit|i give up)\b"),
    (Remark.THANKS, r"^\W*(thanks|thank you|thx|cheers|much obliged)\b"),
    (
        Remark.LAUGH,
        r"^\W*((ha){2,}h?|(he){2,}|lol|lmao|rofl|((very|so|how) )*funny|haha\w*|hihi\w*)\W*$",
    ),
    (
        Remark.UNSURE,
        r"^\W*(i don'?t know|no idea|dunno|idk|not sure|pass|maybe|perhaps|"
        r"whatever|who cares|i don'?t care|hm+|uh+|um+|er+m*)\W*$",
    ),
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
    if (pictures := spell_pictures(line)) != line:
        nouns = read_word_traits()
        return None if any(word in nouns for word in fold_words(pictures)) else Remark.FACE
    return _find_unreadable(line, words, is_word)


def _find_unreadable(
    line: str, words: tuple[str, ...], is_word: Callable[[str], bool]
) -> Remark | None:
    """Find whether a line is a single letter, or nonsense."""
    if sum(map(str.isalnum, line)) == 1:
        return Remark.EMPTY
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
    accented = any("\u00c0" <= letter <= "\u024f" for letter in letters)
    english = sum(word in ENGLISH_WORDS for word in words)
    counts = (sum(word in listed.split() for word in words) for listed in FOREIGN_WORDS.values())
    return max(counts) >= max(LEAST_FOREIGN - accented, english + 1)
