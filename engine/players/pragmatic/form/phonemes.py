"""How words sound, as letters for phonemes.

A list (`words/sounds.txt`, from the CMU Pronouncing Dictionary) has the words that the spaces know.
Others are spelt out by rules, which are right often enough to hear a rhyme.
"""

import re
from bisect import bisect_left
from functools import cache, lru_cache
from importlib.resources import files

from engine.forms.folding import fold_words

VOWELS = "AQUOWIERJXYVZHD"
"""Of AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW in this order; consonants are lower-case."""
STRESS = "'"
"""Stands before the vowel with the main stress."""
RULES = (
    *(("tion", "eUn"), ("sion", "oUn"), ("ture", "cR"), ("ough", "V"), ("augh", "O")),
    *(("eigh", "J"), ("igh", "I"), ("tch", "c"), ("dge", "j"), ("air", "Er"), ("are$", "Er")),
    *(("ear", "Xr"), ("eer", "Xr"), ("oar", "Or"), ("our", "Or"), ("ore$", "Or"), ("ew", "D")),
    *(("all", "Ol"), ("alk", "Ok"), ("ck", "k"), ("ch", "c"), ("sh", "e"), ("th", "i")),
    *(("ph", "f"), ("gh", "g"), ("ng", "q"), ("qu", "kw"), ("wh", "w"), ("^wr", "r"), ("^kn", "n")),
    *(("^gn", "n"), ("^ps", "s"), ("mb$", "m"), ("ai", "J"), ("ay", "J"), ("ea", "Y"), ("ee", "Y")),
    *(("ei", "Y"), ("ey$", "Y"), ("ie", "Y"), ("oa", "V"), ("oe$", "V"), ("oo", "D"), ("ou", "W")),
    *(("ow$", "V"), ("ow", "W"), ("oi", "Z"), ("oy", "Z"), ("ue$", "D"), ("au", "O"), ("aw", "O")),
    *(("ar", "Ar"), ("er", "R"), ("ir", "R"), ("ur", "R"), ("or", "Or"), ("le$", "Ul")),
    *(
        (f"{vowel}(?=[bcdfgklmnpstvz]e$)", sound)
        for vowel, sound in zip("aeiou", "JYIVD", strict=True)
    ),
    *(("e$", ""), ("y$", "Y"), ("^y", "y"), ("x", "ks"), ("c(?=[eiy])", "s"), ("g(?=e)", "j")),
    *(zip("abcdefghijklmnopqrstuvwxyz", "QbkdEfghXjklmnApkrstUvwkXz", strict=True)),
)
"""Spellings in the order in which they are tried, and how they sound; `^` and `$` are ends."""


def pronounce(text: str) -> str:
    """Say how a text sounds: phonemes, with a mark before each vowel with the main stress."""
    return "".join(map(_pronounce_word, fold_words(text)))


@lru_cache(maxsize=16_384)
def _pronounce_word(word: str) -> str:
    listed = _read_list()
    start = bisect_left(range(len(listed)), word, key=_read_word)
    if listed.startswith(f"{word} ", start):
        return listed[start + len(word) + 1 : listed.index("\n", start)]
    return spell_out(word)


def _read_word(place: int) -> str:
    """Read the first word of the line at a place of the list, which is sorted by them."""
    start = _read_list().rfind("\n", 0, place) + 1
    return _read_list()[start : _read_list().index(" ", start)]


@cache
def _read_list() -> str:
    """Read the list as one text: 27,000 strings would take ten times the memory."""
    return files("words").joinpath("sounds.txt").read_text(encoding="ascii")


def spell_out(word: str) -> str:
    """Guess how a word sounds by its spelling, with the stress on its first vowel."""
    sounds, at = "", 0
    word = re.sub(r"([b-df-hj-np-tv-z])\1", r"\1", word)
    while at < len(word):
        for spelling, sound in _compile_rules():
            if found := spelling.match(word, at):
                sounds += sound
                at = found.end()
                break
        else:
            at += 1
    vowel = next((place for place, one in enumerate(sounds) if one in VOWELS), None)
    return sounds if vowel is None else sounds[:vowel] + STRESS + sounds[vowel:]


@cache
def _compile_rules() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(spelling), sound) for spelling, sound in RULES)
