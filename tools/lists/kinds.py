"""What kind of thing each word names, so that a machine can ask after it as a person would."""

from pathlib import Path

from tools.lists.reading import HERE, WORDS
from words.game_words import read_hint_corpus, read_keywords, read_taboo_targets
from words.knowledge import read_word_associations

KINDS = HERE / "kinds.txt"
"""Everyday words by kind, sorted by hand; they come before WordNet's."""
KIND_OF_FILE = {
    "animal": "animal",
    "artifact": "thing",
    "body": "body",
    "event": "event",
    "feeling": "feeling",
    "food": "food",
    "location": "place",
    "person": "person",
    "phenomenon": "weather",
    "plant": "plant",
    "substance": "material",
    "time": "time",
}
"""The kind of the words in a file of WordNet's lexicographers; all others name ideas."""
FILES = (
    *("adj.all", "adj.pert", "adv.all", "Tops", "act", "animal", "artifact", "attribute", "body"),
    *("cognition", "communication", "event", "feeling", "food", "group", "location", "motive"),
    *("object", "person", "phenomenon", "plant", "possession", "process", "quantity", "relation"),
    *("shape", "state", "substance", "time"),
)
"""The files of WordNet's lexicographers, by number."""
IDEA = "idea"


def write_kinds(folder: Path) -> None:
    """Write a line for each kind with its words, by the first sense in WordNet's `folder`."""
    words = {
        *read_hint_corpus(),
        *read_taboo_targets(),
        *read_keywords(),
        *read_word_associations(),
    }
    file_of = {
        line[:8]: int(line[9:11])
        for line in (folder / "data.noun").read_text("ascii").splitlines()
        if not line.startswith("  ")
    }
    first = dict[str, str]()
    for line in (folder / "index.noun").read_text("ascii").splitlines():
        if not line.startswith("  "):
            parts = line.split()
            senses = parts[4 + int(parts[3]) + 2 :]
            first[parts[0]] = FILES[file_of[senses[0]]]
    own = {
        word: kind
        for kind, *listed in map(str.split, KINDS.read_text("ascii").splitlines())
        for word in listed
    }
    found: dict[str, list[str]] = {}
    for word in sorted({*filter(str.isalpha, words), *own}):
        kind = own.get(word) or KIND_OF_FILE.get(first.get(word, ""), IDEA)
        if kind != IDEA:
            found.setdefault(kind, []).append(word)
    lines = (f"{kind} {' '.join(found[kind])}\n" for kind in sorted(found))
    (WORDS / "kinds.txt").write_text("".join(lines), encoding="ascii")
