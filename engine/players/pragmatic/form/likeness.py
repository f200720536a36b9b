"""Find how two texts are alike in sound or spelling, whatever they mean.

A hint can point at a keyword by its form: a rhyme, a homophone, a pun, an anagram, a word within
the other, a letter changed, initials.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from engine.forms.folding import fold_words
from engine.players.pragmatic.form.phonemes import STRESS, VOWELS, pronounce

LEAST = 3
"""Minimum number of phonemes or letters by which texts can be alike."""
MERGED = str.maketrans("OXR", "AUU", STRESS)
"""Phonemes that many people do not tell apart, and the stress."""
CONSONANTS = str.maketrans("bdgvzjoxn", "ptkfsceim", STRESS + VOWELS + "hwy")
"""What is left of a word if vowels are left out, and consonants of one place are one."""


class Form(NamedTuple):
    """How a text is spelt, and how it sounds."""

    letters: str
    sorted_letters: str
    initials: str
    """The first letters of its words, if these are several."""
    sounds: str
    """Its phonemes, those merged that many people do not tell apart."""
    rhyme: str
    """Its phonemes from the vowel with the last main stress on."""
    skeleton: str
    """Its consonants, roughly."""


@lru_cache(maxsize=16_384)
def find_form(text: str) -> Form:
    words = fold_words(text)
    letters, heard = "".join(words), pronounce(text)
    initials = "".join(word[0] for word in words) if len(words) >= LEAST else ""
    return Form(
        letters,
        "".join(sorted(letters)),
        initials,
        heard.translate(MERGED),
        _cut_rhyme(heard),
        heard.translate(CONSONANTS),
    )


def is_homophone(one: Form, other: Form) -> bool:
    return one.sounds == other.sounds and one.letters != other.letters


def is_anagram(one: Form, other: Form) -> bool:
    same = one.sorted_letters == other.sorted_letters
    return same and len(one.letters) >= LEAST and one.letters != other.letters


def has_initials(one: Form, other: Form) -> bool:
    """Whether the words of one text begin with the letters of the other."""
    return bool(one.initials) and one.initials == other.letters


def differs_by_a_letter(one: Form, other: Form) -> bool:
    return differ_by_one(one.letters, other.letters)


def rhymes(one: Form, other: Form) -> bool:
    return bool(one.rhyme) and one.rhyme == other.rhyme and one.letters != other.letters


def sounds_nearly_the_same(one: Form, other: Form) -> bool:
    """Whether texts differ by one phoneme, or only by vowels and between alike consonants."""
    same = one.skeleton == other.skeleton and len(one.skeleton) >= LEAST
    return one.letters != other.letters and (same or differ_by_one(one.sounds, other.sounds))


def sounds_within(one: Form, other: Form) -> bool:
    """Whether one text is heard within the other, as night is in nightmare."""
    return _is_within(one.sounds, other.sounds)


def is_spelt_within(one: Form, other: Form) -> bool:
    """Whether one text is spelt within the other, forwards or backwards."""
    return _is_within(one.letters, other.letters) or _is_within(one.letters[::-1], other.letters)


LIKENESSES: Mapping[str, Callable[[Form, Form], bool]] = {
    "homophone": is_homophone,
    "anagram": is_anagram,
    "initials": has_initials,
    "letter": differs_by_a_letter,
    "rhyme": rhymes,
    "sound": sounds_nearly_the_same,
    "sound within": sounds_within,
    "spelling within": is_spelt_within,
}
"""By name: whether two texts are alike in this."""


def list_likenesses(text: str, word: str) -> tuple[str, ...]:
    """List how a text, or one of its words, is like a word."""
    meant = find_form(word)
    forms = [find_form(one) for one in list_parts(text)]
    return tuple(
        name for name, alike in LIKENESSES.items() if any(alike(form, meant) for form in forms)
    )


@lru_cache(maxsize=16_384)
def list_parts(text: str) -> tuple[str, ...]:
    """List a text and its words of some length, each once."""
    words = fold_words(text)
    return tuple(dict.fromkeys((" ".join(words), *(word for word in words if len(word) >= LEAST))))


def differ_by_one(one: str, other: str) -> bool:
    """Whether one letter is changed, added, left out, or swapped with the next."""
    if one == other or abs(len(one) - len(other)) > 1 or min(len(one), len(other)) < LEAST:
        return False
    shorter, longer = sorted((one, other), key=len)
    start = 0
    while start < len(shorter) and shorter[start] == longer[start]:
        start += 1
    if len(shorter) < len(longer):
        return shorter[start:] == longer[start + 1 :]
    swapped = shorter[start : start + 2] == longer[start : start + 2][::-1]
    rest = start + (2 if swapped else 1)
    return shorter[rest:] == longer[rest:]


def _cut_rhyme(sounds: str) -> str:
    """Cut what rhymes; a word without a marked stress rhymes from its first vowel on."""
    stress = sounds.rfind(STRESS)
    start = next((at for at, one in enumerate(sounds) if at > stress and one in VOWELS), None)
    return "" if start is None else sounds[start:].translate(MERGED)


def _is_within(one: str, other: str) -> bool:
    if len(one) > len(other):
        one, other = other, one
    return LEAST <= len(one) < len(other) and one in other
