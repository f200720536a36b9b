"""How seats without a mind talk: a word or two of their choice, in a small choice of sentences."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from random import Random

ASKING = (
    "What comes to you with {}?",
    "What would you add to {}?",
    "Say something about {}.",
    "Do you know anything like {}?",
    "How do you feel about {}?",
    "What goes well with {}?",
    "Where would you look for {}?",
    "What do you know about {}?",
)
"""What an attacker says; none of them holds a noun of the hint corpus."""
ANSWERING = (
    "Rather {}, if you ask me.",
    "That seems to me like {}.",
    "I would say {}.",
    "Probably {}.",
    "Not far from {}, I believe.",
    "It could be {}.",
    "Perhaps {}?",
    "With {}, obviously.",
)
"""What a defender says; none of them holds a noun of the hint corpus."""


def line(
    words: Iterable[str],
    sentences: Sequence[str],
    harmless: Callable[[str], bool],
    rng: Random,
) -> str:
    """A line with one or two of these words.

    Args:
        words: The words in the order in which they are liked, enough that one can be said.
        sentences: What they are put in, each with a place for them.
        harmless: Whether something can be said.
        rng: Draws how many words, and the sentence.
    """
    said = " and ".join(islice(filter(harmless, words), rng.choice((1, 2))))
    spoken = (sentence.format(said) for sentence in rng.sample(sentences, len(sentences)))
    return next(filter(harmless, spoken), said)
