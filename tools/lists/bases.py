"""The dictionary forms and lemmas of listed words: `python -m tools.lists.bases` writes them."""

from engine.forms.dictionary import compute_bases, is_in_dictionary
from engine.forms.folding import look_up_lemma
from tools.lists.reading import WORDS
from words.forms import read_listed_words

FILE = WORDS / "listed_bases.txt"
LEMMAS = FILE.with_name("listed_lemmas.txt")


def render_bases() -> str:
    """A line for each word that no dictionary knows, or that has other forms than itself."""
    bases = {word: compute_bases(word) for word in read_listed_words()}
    known = {
        word: found if is_in_dictionary(word) else frozenset() for word, found in bases.items()
    }
    rows = ((word, *sorted(known[word])) for word in sorted(known) if known[word] != {word})
    return "".join(f"{' '.join(row)}\n" for row in rows)


def render_lemmas() -> str:
    """A line for each word that is not its own lemma."""
    lemmas = {word: look_up_lemma(word) for word in sorted(read_listed_words())}
    return "".join(f"{word} {lemma}\n" for word, lemma in lemmas.items() if lemma != word)


if __name__ == "__main__":
    LEMMAS.write_text(render_lemmas(), encoding="ascii")  # the rule on forms reads them
    FILE.write_text(render_bases(), encoding="ascii")
