"""The space of thoughts, as it is trained from lists of associations."""

import numpy as np
import pytest

from tools.vectors import thoughts
from tools.vectors.thoughts import train_thoughts

LISTS = {
    "sea": ["wave", "ship", "salt", "fish"],
    "lake": ["wave", "fish", "duck"],
    "king": ["crown", "throne", "castle"],
    "queen": ["crown", "throne", "bee"],
    "bee": ["honey", "queen", "sting"],
}


def test_words_of_the_same_lists_are_near_without_standing_in_one_anothers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thoughts, "WIDTH", 3)
    words, vectors = train_thoughts(LISTS, 1)
    assert words == sorted(words)
    assert "honey" not in words  # in one list alone
    units = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    near = units @ units.T
    place = {word: at for at, word in enumerate(words)}
    assert near[place["fish"], place["wave"]] > near[place["fish"], place["crown"]]
    assert near[place["throne"], place["crown"]] > near[place["throne"], place["wave"]]


def test_the_same_lists_give_the_same_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thoughts, "WIDTH", 3)
    one, other = train_thoughts(LISTS, 1)[1], train_thoughts(LISTS, 1)[1]
    assert np.allclose(one, other)
