"""Making the lists of compounds, irregular forms and names that the rule on forms of words reads.

`python -m tools.lists.forms DIR` prints the candidates for `compounds.txt` that are not in it, one
a line, from the unpacked Debian packages in DIR. Judge them by hand: keep those in which both parts
stand as words and a player would see them.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.lists.sources import Sources
from tools.lists.wordnet import WordNet, read_wordnet
from words.forms import read_compounds

WORD = re.compile(r"[a-z]+")
SIZES = (10, 20, 35, 40, 50, 55, 60, 70)
"""The lists of SCOWL that a compound may come from."""
PART_SIZES = (10, 20, 35, 40, 50)
"""The lists of SCOWL that its parts come from."""
SHORTEST_PART = 3

PREFIXES = frozenset(
    [
        "ante",
        "anti",
        "bio",
        "con",
        "counter",
        "dis",
        "extra",
        "for",
        "hyper",
        "hypo",
        "imp",
        "inter",
        "intra",
        "macro",
        "micro",
        "mis",
        "mono",
        "multi",
        "non",
        "par",
        "per",
        "poly",
        "post",
        "pre",
        "pro",
        "pseudo",
        "psycho",
        "quasi",
        "rep",
        "semi",
        "sub",
        "sup",
        "super",
        "tele",
        "trans",
        "tri",
        "ultra",
        "uni",
        "vice",
    ]
)
"""First parts that are prefixes, or look like words by accident."""
SUFFIXES = frozenset(
    [
        "able",
        "ably",
        "age",
        "ages",
        "ally",
        "ance",
        "ant",
        "ants",
        "ate",
        "ated",
        "ation",
        "ed",
        "ence",
        "ent",
        "ery",
        "est",
        "ful",
        "fully",
        "hip",
        "hood",
        "ic",
        "ier",
        "ies",
        "ing",
        "ion",
        "ions",
        "ish",
        "ism",
        "ist",
        "ists",
        "ity",
        "ive",
        "ize",
        "kin",
        "led",
        "less",
        "let",
        "like",
        "ling",
        "ly",
        "ment",
        "ness",
        "oid",
        "ous",
        "per",
        "ping",
        "ring",
        "some",
        "son",
        "sory",
        "tin",
        "tic",
        "ting",
        "ton",
        "tor",
        "try",
        "ty",
        "ward",
        "wards",
        "wise",
    ]
)
"""Last parts that are suffixes, or look like words by accident."""


def list_candidates(wordnet: WordNet, scowl: Path) -> Iterator[tuple[str, str]]:
    """List the splits of everyday words into two everyday words, affixes apart."""
    parts = {word for word in read_scowl(scowl, PART_SIZES) if len(word) >= SHORTEST_PART}
    wide = read_scowl(scowl, SIZES)
    for word in sorted(wide & wordnet.senses.keys()):
        for place in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
            one, other = word[:place], word[place:]
            if {one, other} <= parts and one not in PREFIXES and other not in SUFFIXES:
                yield one, other


def read_scowl(folder: Path, sizes: Iterable[int], kind: str = "words") -> set[str]:
    """Read the English, American and British words, or names, of some sizes, in small letters."""
    found: set[str] = set()
    for spelling in ("english", "american", "british"):
        for size in sizes:
            path = folder / f"{spelling}-{kind}.{size}"
            if path.is_file():
                text = path.read_text(encoding="latin-1").lower()
                found.update(filter(WORD.fullmatch, text.split()))
    return found


def main(folder: Path) -> None:
    """Print the candidates that are not in the list yet."""
    sources = Sources(folder)
    known = read_compounds()
    for one, other in list_candidates(read_wordnet(sources.wordnet), sources.scowl):
        if one + other not in known:
            print(one, other)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
