"""Nouns as a sentence needs them: their kind, their article and their plural."""

import re

from engine.forms.folding import find_lemma
from words.forms import read_everyday_words
from words.knowledge import read_mass_nouns, read_word_kinds

IDEA = "idea"
"""The kind of all words that the lists do not name."""
ABSTRACT_ENDINGS = ("ness", "ity", "ism", "ance", "ence", "hood", "ship", "ics", "phobia")
"""Endings of unlisted words that take no article."""
PLURAL_ONLY = frozenset(
    (
        *("amends", "clothes", "earnings", "glasses", "goggles", "headquarters", "jeans", "news"),
        *("outskirts", "overalls", "pajamas", "pants", "people", "police", "proceeds", "pyjamas"),
        *("cattle", "scissors", "shorts", "surroundings", "thanks", "tights", "tongs", "trousers"),
        *("tweezers", "binoculars", "leggings", "knickers", "teeth", "men", "women", "children"),
        *("feet", "geese", "mice", "graffiti", "data", "bacteria", "authorities", "allies"),
        *("barracks", "sunglasses", "bangs", "genitals", "gallows", "guts", "odds", "arms"),
    )
)
"""Nouns in the plural, by form or by use."""
NOT_PLURAL = re.compile(r"(ss|us|is|as|os|ics|ness|x's)$")
"""Endings of nouns in the singular that end in s."""
ALONE = frozenset({"news", "graffiti", "data"})
"""Words of `PLURAL_ONLY` that a sentence uses in the singular."""
UNIQUE = frozenset(
    (
        *("sun", "moon", "sky", "sea", "weather", "world", "universe", "past", "future", "left"),
        *("equator", "horizon", "pope", "devil", "countryside", "seaside", "police", "public"),
        *("wild", "dark", "cold", "heat", "rain", "wind", "earth", "ocean", "army", "navy"),
        *("internet", "right", "north", "south", "east", "west", "same", "outdoors"),
    )
)
"""Nouns that usually take the definite article."""
NAMES = frozenset(
    (
        *("america", "africa", "asia", "europe", "england", "france", "germany", "italy", "china"),
        *("spain", "russia", "japan", "india", "christmas", "easter", "halloween", "paris"),
        *("london", "rome", "mars", "venus", "jupiter", "saturn", "god", "heaven", "hell"),
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
        *("january", "february", "april", "june", "july", "august", "september", "october"),
        *("november", "december", "santa", "dad", "mom", "mum", "daddy", "mommy", "mama", "papa"),
        *("today", "tomorrow", "yesterday", "midnight", "noon", "dawn", "dusk", "bedtime"),
        *("breakfast", "lunch", "dinner", "supper", "everybody", "nobody", "something"),
    )
)
"""Names, and other nouns that take no article."""
LOWER_NAMES = frozenset(
    (
        *("heaven", "hell", "dad", "mom", "mum", "daddy", "mommy", "mama", "papa", "today"),
        *("tomorrow", "yesterday", "midnight", "noon", "dawn", "dusk", "bedtime", "breakfast"),
        *("lunch", "dinner", "supper", "everybody", "nobody", "something"),
    )
)
"""Words of `NAMES` that are written with a small letter."""
VOWEL = re.compile(r"[aeiou]|ho(?:ur|nest|no)|heir|x-", re.IGNORECASE)
"""Matches the beginning of words that are spoken with a vowel."""
CONSONANT = re.compile(
    r"uni(?!n|m)|use|usu|usa|uti|uten|eu|ewe|ewer|one\b|once|ukulele|ubi|ura|ufo|u-|unan",
    re.IGNORECASE,
)
"""Matches the beginning of words that are written with a vowel but spoken with a consonant."""


def find_kind(word: str) -> str:
    """Find what kind of thing a word names: `animal`, `place`, `food` and so on, or `idea`."""
    kinds = read_word_kinds()
    low = word.lower()
    last = low.rpartition(" ")[2]
    for form in (low, find_lemma(low), last, find_lemma(last)):
        if form in kinds:
            return kinds[form]
    return IDEA


def is_plural(word: str) -> bool:
    """Whether a noun is in the plural, by its form or by use."""
    last = re.split(r"[ -]", word.lower())[-1]
    if last in PLURAL_ONLY:
        return last not in ALONE
    if not last.endswith("s") or NOT_PLURAL.search(last) or last in read_everyday_words():
        return False
    return find_lemma(last) != last


def takes_no_article(word: str) -> bool:
    """Whether a noun stands alone in a sentence: a name, a mass or a quality, or a plural."""
    low = word.lower()
    last = re.split(r"[ -]", low)[-1]
    if low in NAMES or word[:1].isupper() or is_plural(word) or low in ALONE:
        return True
    mass = read_mass_nouns()
    if low in mass or last in mass:
        return True
    return last not in read_everyday_words() and last.endswith(ABSTRACT_ENDINGS)


def write_name(word: str) -> str:
    """Write a listed name with a capital; any other word stays as it is."""
    return word.capitalize() if word in NAMES and word not in LOWER_NAMES else word


def add_article(word: str) -> str:
    """Write a noun as a sentence mentions it first: "an apple", "rice", "scissors", "the moon"."""
    if word.lower() in UNIQUE:
        return f"the {word}"
    if takes_no_article(word):
        return write_name(word)
    begins_with_vowel = VOWEL.match(word) and not CONSONANT.match(word)
    return f"{'an' if begins_with_vowel else 'a'} {word}"


def add_definite_article(word: str) -> str:
    """Write a noun that is known from before: "the apple", "the rice"; a name stays alone."""
    if word.lower() in NAMES or word[:1].isupper():
        return write_name(word)
    return f"the {word}"


def write_plural(word: str) -> str:
    """Write a noun as one speaks of all of its kind: "apples", "rice", "foxes"."""
    if word.lower() in UNIQUE:
        return f"the {word}"
    if takes_no_article(word):
        return write_name(word)
    start, space, last = word.rpartition(" ")
    return start + space + _write_plural(last)


IRREGULAR = {
    "calf": "calves",
    "child": "children",
    "deer": "deer",
    "die": "dice",
    "dwarf": "dwarfs",
    "elf": "elves",
    "fish": "fish",
    "foot": "feet",
    "goose": "geese",
    "half": "halves",
    "hoof": "hooves",
    "knife": "knives",
    "leaf": "leaves",
    "life": "lives",
    "loaf": "loaves",
    "man": "men",
    "mouse": "mice",
    "ox": "oxen",
    "person": "people",
    "salmon": "salmon",
    "scarf": "scarves",
    "series": "series",
    "sheep": "sheep",
    "shelf": "shelves",
    "species": "species",
    "thief": "thieves",
    "tooth": "teeth",
    "trout": "trout",
    "wife": "wives",
    "wolf": "wolves",
    "woman": "women",
    "aircraft": "aircraft",
    "spacecraft": "spacecraft",
    "echo": "echoes",
    "hero": "heroes",
    "mosquito": "mosquitoes",
    "sports": "sports",
    "potato": "potatoes",
    "tomato": "tomatoes",
    "tornado": "tornadoes",
    "volcano": "volcanoes",
}
"""Plurals that are not regular."""


def _write_plural(word: str) -> str:
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith(("sman", "kman", "dman", "tman", "cman", "rman", "lman", "woman", "eman")):
        return word[:-2] + "en"
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"
