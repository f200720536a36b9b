"""Choose by association: what is near in meaning to the words that the request quotes.

It knows no game. It takes every text in quotation marks for a cue, and every line such as `2: ...`
or `p3: ...` for what goes by that label. Texts are words near to a cue; of several labels it
chooses the one whose lines are nearest to the last cues. So hints lead to the code, and a game is
worth watching.
"""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from engine.games.line_words import collect_word_forms, find_known_words
from engine.players.vectors.word_vectors import load_word_vectors
from engine.shuffle import shuffle_items
from lab.mock.chance import Chance, ChangeText
from lab.mock.schema_value import Place

QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
"""Matches a JSON string, in which prompts quote words."""
FORM = re.compile(r"\{[^\n]*\}")
"""Matches the form of an answer, which quotes no words."""
LABELLED = re.compile(r"^(?:- )?(\w{1,3})[:.] (.+)$", re.MULTILINE)
"""Matches a line that says what goes by a label."""
NEAR = 16
"""A text is one of this many words near to its cue."""


class Association(Chance):
    """Chooses what is near in meaning to the words that a request quotes."""

    def __init__(
        self, model: str, rng: Random, text: str, space: str, change: ChangeText = str
    ) -> None:
        """Set up the choices of one answer.

        Args:
            model: The name of the model, which the thoughts mention.
            rng: Draws everything.
            text: The last request.
            space: The name of a space of word vectors.
            change: Changes each text that is no choice.
        """
        super().__init__(model, rng, change)
        self.text = FORM.sub("", text)
        self.vectors = load_word_vectors(space)

    @cached_property
    def cues(self) -> list[list[str]]:
        """The quoted texts of each paragraph that has any."""
        found = map(_read_quoted, self.text.split("\n\n"))
        return [cues for cues in found if cues]

    @cached_property
    def labels(self) -> dict[str, str]:
        """What goes by each label."""
        found: dict[str, str] = {}
        for label, line in LABELLED.findall(self.text):
            said = " ".join(_read_quoted(line)) or line
            found[label] = f"{found.get(label, '')} {said}"
        return found

    @cached_property
    def taken(self) -> frozenset[str]:
        """The forms of all quoted words, which nobody wants to hear again."""
        return collect_word_forms(cue for cues in self.cues for cue in cues)

    def choose(self, candidates: Sequence[Any], place: Place | None) -> Any:  # noqa: ANN401
        """Choose the candidate whose lines are nearest to the cues; any if none has lines."""
        fits = [self.measure_fit(one, place) for one in candidates]
        if max(fits) == min(fits):
            return super().choose(candidates, place)
        return candidates[fits.index(max(fits))]

    def measure_fit(self, candidate: Any, place: Place | None) -> float:  # noqa: ANN401
        """Measure how near the lines of a candidate are to the cues of its place."""
        if isinstance(candidate, str) and "-" in candidate:  # 3-1-4
            candidate = candidate.split("-")
        if isinstance(candidate, list):
            count = len(candidate)
            return sum(self.measure_fit(one, (i, count)) for i, one in enumerate(candidate))
        if (line := self.labels.get(str(candidate))) is None or not self.cues:
            return 0.0
        cues = self.find_cues(place) or self.cues[-1]
        one, other = self.vectors.get_vectors([line, " ".join(cues)])
        return float(one @ other)

    def find_cues(self, place: Place | None) -> list[str]:
        """Find the cue for an item of a list: of as many cues, the one at its place."""
        if place is None:
            return []
        index, count = place
        enough = (cues for cues in reversed(self.cues) if len(cues) >= count > 1)
        return [cues[-count:][index] for cues in enough][:1]

    def list_words(self, place: Place | None) -> Iterator[str]:
        """Yield words near to the cue of the place, or to any cue; then other words."""
        cues = self.find_cues(place) or [cue for cues in self.cues for cue in cues]
        corpus = self.vectors.corpus
        for cue in shuffle_items(cues, self.rng):
            known = " ".join(find_known_words(self.vectors, cue)) or cue
            near = [corpus[index] for index in self.vectors.rank(known, 2 * NEAR) or ()]
            fresh = [word for word in near if self.taken.isdisjoint(collect_word_forms((word,)))]
            yield from shuffle_items(fresh[:NEAR], self.rng)
        yield from super().list_words(place)


def _read_quoted(text: str) -> list[str]:
    """Read every quoted text that is a JSON string."""
    found = []
    for one in QUOTED.findall(text):
        try:
            found.append(str(json.loads(one)))
        except ValueError:
            continue
    return found
