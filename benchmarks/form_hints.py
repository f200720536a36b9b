"""Hints that point at a keyword by its sound or its letters, written by hand for this benchmark.

The decoder has each hint alone, and the keyword with three others, drawn several times. `first` was
looked at once while the weight of hints that speak of form was chosen; `second` was not.
"""

import sys
from collections.abc import Mapping, Sequence
from random import Random

from benchmarks import create_parser
from engine.games.decrypto.past_hint_scores import sort_hints
from engine.games.decrypto.pragmatic_beliefs import compare_on_average, read_with_keywords, suggest
from engine.players.pragmatic.listeners import load_listeners
from engine.share_interval import format_share
from words.game_words import read_keywords

DRAWS = 5
"""How often three other keywords are drawn for each hint."""

FIRST = {
    "sound": """
        flour: flower, nite: knight, bare: bear, sale: sail, rhymes with moon: spoon,
        rhymes with bake: lake, sounds like see: sea, dough: snow, hoarse: horse, plain: plane,
        stake: steak, rhymes with clown: crown, kernel: colonel, pear: pair, mane: train,
        dragoon: dragon, bored: board, prints: prince, rows: rose, pause: paw, weigh: whale,
        son: sun, sweet: suite, miner: minor, thyme: time, jeans: genes, leek: leak,
        muscle: mussel, key: quay, serial: cereal, chili: chilly, tale: tail, wail: whale,
        cellar: seller, ghoul: school, fridge: bridge, fan: van, trouble: bubble, tower: flower,
        rhymes with ring: king, rhymes with log: dog, rhymes with light: night,
        pun on two: tooth, rhyme ledge: hedge, mountain: fountain
    """,
    "letters": """
        evil backwards: live, god backwards: dog, anagram of earth: heart,
        anagram of silent: listen, starts with z: zebra, ends in x: box, six letters: planet,
        double o: moon, rain inside: train, ant hidden: elephant, lemon minus l: melon,
        ten inside: kitten, loin: lion, tars: star, pea: peach, rat: pirate,
        begins with q: queen, three letters: key, bride plus g: bridge, ends with z: quiz,
        starts with v: violin, two syllables: tiger, double z: puzzle, low: wolf, art: heart,
        ape: grape, ear: pearl, oar: board, owl: bowl, hat: wheat, lien: line, cork: rock,
        brag: grab
    """,
}
SECOND = {
    "sound": """
        rhymes with cheese: trees, bow: bough, meet: meat, peace: piece, wait: weight,
        rhymes with fable: table, rhymes with dove: glove, sounds like not: knot, haul: hall,
        beech: beach, cruise: crews, feat: feet, maze: maize, rhymes with best: chest,
        rhymes with honey: money, tied: tide, whole: hole, rhymes with lawn: swan, mussel: muscle,
        bury: berry, quarts: quartz, tee: tea, rhymes with hockey: jockey, mask: desk,
        latter: ladder, candle: sandal, rocket: pocket, sheep: ship, dessert: desert,
        parrot: carrot, gold: cold
    """,
    "letters": """
        part backwards: trap, reversed straw: warts, anagram of below: elbow,
        anagram of cheater: teacher, starts with w: window, ends in k: clock, five letters: piano,
        double e: cheese, arm hidden: farmer, win inside: window, cart minus c: art,
        plant minus t: plan, race: care, ocean: canoe, lap: pal, pan: panda, cat: cattle,
        begins with j: jungle, four letters: fish, lace plus p: place, ends with y: diary,
        starts with u: umbrella, three syllables: elephant, double t: butter, lead: deal,
        moor: room, mug: gum, pots: stop, sore: rose, nip: pin, tap: bat
    """,
}


def read_pairs(text: str) -> list[tuple[str, str]]:
    """Read hints and keywords."""
    pairs = (pair.split(":") for pair in " ".join(text.split()).split(", "))
    return [(hint, keyword.strip()) for hint, keyword in pairs]


def count_right(pairs: Sequence[tuple[str, str]]) -> list[tuple[float, int]]:
    """Count, by hint, how often its keyword is the likeliest of four."""
    listeners, rng, past = load_listeners(), Random("form"), sort_hints(())
    found = []
    for hint, keyword in pairs:
        right = 0
        for _ in range(DRAWS):
            others = rng.sample([word for word in read_keywords() if word != keyword], 3)
            keywords = keyword, *others
            near = compare_on_average(listeners, (hint,), keywords)
            scores = read_with_keywords(near, suggest(listeners, (hint,), keywords), past)[0]
            right += scores[0] > scores[1:].max()
        found.append((float(right), DRAWS))
    return found


def print_rows(label: str, hints: Mapping[str, str]) -> None:
    """Print how many hints of each kind are understood."""
    for kind, text in hints.items():
        counts = count_right(read_pairs(text))
        print(f"{label:6} {kind:8} right {format_share(counts)} of {len(counts)} hints", flush=True)


def main() -> int:
    """Print the table."""
    create_parser(__doc__, bounds="none", takes="10 seconds").parse_args()
    print_rows("first", FIRST)
    print_rows("second", SECOND)
    return 0


if __name__ == "__main__":
    sys.exit(main())
