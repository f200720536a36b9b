"""Which side of its word a line speaks of: where it is found, what it is for, how it looks."""

import re
from enum import StrEnum
from functools import lru_cache

from engine.games.undercover.phrases import strip_lead


class Aspect(StrEnum):
    """A side of a word, as one player tells it to another."""

    KIND = "what it is"
    NATURE = "what it is like"
    PLACE = "where it is found"
    PARTS = "what belongs to it"
    LOOKS = "how it looks"
    SENSES = "how it feels, sounds, smells or tastes"
    USE = "what it is good for"
    ACTION = "what it does"
    PEOPLE = "who has to do with it"
    FAME = "where it is known from"
    SEASON = "when it matters"
    COST = "what it costs"
    COMPANY = "what goes with it"
    THOUGHT = "what it makes one think of"


COLOURS = "black|white|red|green|blue|yellow|brown|grey|gray|pink|purple|golden|colou?r\\w*|orange"
SIGNS = (
    (
        Aspect.THOUGHT,
        r"\b(think of|think at|reminds?|connect|belong together|something to do with|"
        r"i see (an?|the)\b|to me it is about|could tell you|would mean something)",
    ),
    (
        Aspect.COST,
        r"\b(cheap|cheaper|expensive|costs?|price|pricey|pays?|money|fortune|bargain)\b",
    ),
    (
        Aspect.FAME,
        r"\b(films?|movies?|books?|song|novel|story|stories|tales?|fairy|myth\w*|legend\w*|famous|"
        r"cartoons?|hit for|said|called|known|name|named|musical|hero|paint\w*|proverb|joke|series|"
        r"shakespeare|disney|emoji|symbol|flag|star of)\b",
    ),
    (
        Aspect.SEASON,
        r"\b(mornings?|evenings?|nights?|winter|summer|spring|autumn|christmas|easter|weekends?|"
        r"sundays?|fridays?|days?|birthdays?|season\w*|year|holidays?|halloween|breakfast|dawn|dusk|"
        r"when it rains|in the rain|hour)\b",
    ),
    (
        Aspect.COMPANY,
        r"\b(go(?:es)? (well |better |badly )?with|next to|together|along with|served)\b",
    ),
    (
        Aspect.SENSES,
        r"\b(smells?|tastes?|feels?|sounds?|loud|quiet|noisy|sweet|sour|bitter|salty|spicy|hot|cold|"
        r"warm|soft|hard|rough|smooth|sticky|slippery|crunchy|juicy|bright|wet|dry|cool|heavy|light|"
        r"melts|burns?|stings?|itch\w*|squeaks?|greasy)\b",
    ),
    (
        Aspect.LOOKS,
        rf"\b(looks?|big|small|tiny|huge|tall|long|short|round|flat|thin|thick|size|sizes|shape\w*|"
        rf"pretty|beautiful|ugly|elegant|stripes|spots|{COLOURS}|shiny|transparent|large|little|"
        rf"resembles)\b",
    ),
    (
        Aspect.PLACE,
        r"\b(found|seen|lives?|stands?|hangs?|lies|sits|grows?|kept|floats|at home|indoors|"
        r"outdoors|comes from|is (in|on|at|under|above|near|behind|inside|outside|where)|houses?|"
        r"kitchen|garden|forest|city|sea|around|native|nests?|sold)\b",
    ),
    (
        Aspect.PEOPLE,
        r"\b(people|children|kids|worn by|loved by|used by|grandmother\w*|grandfather\w*|tourists?|"
        r"families|everybody|many|teenagers|doctors?|students?|farmers?|hated|liked|popular|"
        r"women|men|babies|couples|friends|someone|person|nobody|whoever)\b",
    ),
    (
        Aspect.PARTS,
        r"^(it )?(has|have|contains?|consists?|comes with|comes in|is full of|is made|can be made|"
        r"is partly|is part of|belongs|is covered|holds|hides|needs)\b|\bmade (of|from|with)\b",
    ),
    (
        Aspect.USE,
        r"\b(used?|for|helps?|keeps?|makes?|carries|protects?|covers?|gives?|good|useful|opens?|"
        r"saves?|lets|brings|shows?|cleans?|cuts?|fills?|eaten|drunk|cooked|eat)\b",
    ),
    (Aspect.KIND, r"^(it )?is (a|an|some|one|the|also|not|almost|what|more)\b"),
    (
        Aspect.ACTION,
        r"\b(eats?|runs?|hunts?|jumps?|swims?|sleeps?|moves?|flies|walks?|climbs?|digs?|catches|"
        r"bites?|turns?|breaks?|travels?|gets|goes|does|can|may|plays?|works?|starts?|stops?)\b",
    ),
    (Aspect.NATURE, r"\bit (is|was|seems|must be|can be|may be)\b"),
    (Aspect.ACTION, r"\bit \w+(s|ed|ew)\b"),
)
"""The signs of each side, the surest first."""
MATCHES = tuple((aspect, re.compile(sign, re.IGNORECASE)) for aspect, sign in SIGNS)


@lru_cache(maxsize=8192)
def find_aspect(line: str) -> Aspect | None:
    """Find the side of its word that a line speaks of; `None` if there is no sign of any."""
    plain = strip_lead(line).rstrip(".!")
    return next((aspect for aspect, sign in MATCHES if sign.search(plain)), None)
