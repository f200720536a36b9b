"""Choose by chance: any value, any word of the built-in list."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from engine.prompt import THOUGHTS
from lab.mock.schema_value import Place
from words.game_words import read_hint_corpus

SENTENCES = ("Think of {}.", "It goes with {}.", "Rather like {}.", "Somehow {}.")
"""The patterns of sentences."""
SHORT_TEXT = 60
"""A text that may not be longer is a word."""
WORD = "word"
"""A text of this name is a word, too, and so are the texts of a list; any other is a sentence."""

type ChangeText = Callable[[str], str]
"""What a mode does to the texts in an answer."""


class Chance:
    """Chooses values and words by chance."""

    def __init__(self, model: str, rng: Random, change: ChangeText = str) -> None:
        """Set up the choices of one answer.

        Args:
            model: The name of the model, which the thoughts mention.
            rng: Draws everything.
            change: Changes each text that is no choice, whatever the schema allows.
        """
        self.model = model
        self.rng = rng
        self.change = change

    def choose(self, candidates: Sequence[Any], place: Place | None) -> Any:  # noqa: ANN401, ARG002
        """Choose any candidate."""
        return self.rng.choice(candidates)

    def write(self, name: str, longest: float, place: Place | None) -> Iterator[str]:
        """Yield texts for a property, see `Chooser`."""
        if name == THOUGHTS:
            yield f"Rehearsed by {self.model}."
        for word in self.list_words(place):
            sentence = place is None and longest >= SHORT_TEXT and name != WORD
            if sentence:
                yield self.rng.choice(SENTENCES).format(word)
            yield word  # the sentence may be too long, or the pattern may allow none

    def list_words(self, place: Place | None) -> Iterator[str]:  # noqa: ARG002
        """Yield words in order of preference, without end."""
        words = read_hint_corpus()
        while True:
            yield self.rng.choice(words)
