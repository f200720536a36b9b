"""Similarity in a space of word vectors, and best assignments."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy.optimize import linear_sum_assignment

from engine.players.vectors.assignment import TIE, find_best_assignments
from engine.players.vectors.word_vectors import WordVectors, load_word_vectors
from words.game_words import read_hint_corpus, read_keywords
from words.space.errors import SpaceError
from words.space.names import BUILTIN_SPACES
from words.space.reader import Space
from words.space.writer import write_space

WORDS = {
    "moon": (1, 0, 0, 0),
    "lunar": (9, 1, 0, 0),
    "night": (7, 0, 0, 3),
    "anti": (-1, 0, 0, 0),
    "bread": (0, 1, 0, 0),
    "loaf": (1, 9, 0, 0),
    "New_York": (0, 0, 1, 0),
    "ice": (0, 0, 1, 1),
    "cream": (0, 1, 0, 1),
    "cafe": (0, 1, 1, 1),
    "Paris": (0, 1, 2, 0),
}


@pytest.fixture
def near(tmp_path: Path) -> WordVectors:
    path = tmp_path / "tiny.space"
    write_space(path, list(WORDS), list(WORDS.values()), name="tiny", aliases=[("selene", "moon")])
    return WordVectors(
        Space.open(path), ("loaf", "qwxz", "night", "moon", "lunar", "anti", "bread")
    )


def unit(*words: str) -> np.ndarray:
    vectors = [np.array(WORDS[word], float) / np.linalg.norm(WORDS[word]) for word in words]
    mean = np.sum(vectors, axis=0)
    return np.asarray(mean / np.linalg.norm(mean))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("moon", ["moon"]),
        ("MOON", ["moon"]),
        ("moons", ["moon"]),
        ("Moons!", ["moon"]),
        ("moon's", ["moon"]),
        ("selene", ["moon"]),
        ("New York", ["New_York"]),
        ("Paris", ["Paris"]),
        ("café", ["cafe"]),
        ("ice cream", ["ice", "cream"]),
        ("ice-cream", ["ice", "cream"]),
        ("Ice creams", ["ice", "cream"]),
        ("qwxz cream", ["cream"]),
        ("Paris qwxz moons", ["Paris", "moon"]),
    ],
)
def test_a_vector_is_of_the_phrase_or_the_mean_of_its_known_words(
    near: WordVectors, text: str, words: list[str]
) -> None:
    vector = near.get_vector(text)
    assert vector is not None
    assert vector == pytest.approx(unit(*words), abs=0.01)  # int8 rounds to 1/127
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-6)
    assert (near.get_vectors([text])[0] == vector).all()


@pytest.mark.parametrize("text", ["qwxz", "qwxz zxwq", "", "?!", "moon anti"])
def test_no_vector_is_none_and_a_row_of_zeros(near: WordVectors, text: str) -> None:
    assert near.get_vector(text) is None
    assert near.get_vectors(["moon", text]).shape == (2, 4)
    assert not near.get_vectors(["moon", text])[1].any()
    assert near.rank(text, 5) is None


def test_a_ranking_has_the_known_corpus_without_the_word_itself(near: WordVectors) -> None:
    ranking = near.rank("moon", 9)
    assert ranking is not None
    assert [near.corpus[place] for place in ranking] == ["lunar", "night", "loaf", "bread", "anti"]
    assert near.rank("selene", 3) == ranking[:3]


def test_ties_in_a_ranking_stand_in_corpus_order(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    words = [f"word{n}" for n in range(3000)]
    vectors = np.repeat(rng.normal(size=(30, 50)), 100, axis=0)
    write_space(tmp_path / "twins.space", words, vectors, name="twins")
    near = WordVectors(Space.open(tmp_path / "twins.space"), words)
    ranking = near.rank("word100", 3000)
    assert ranking is not None
    assert ranking[:99] == list(range(101, 200))  # its twins, without itself
    assert (np.diff(np.reshape(ranking[99:], (29, 100))) == 1).all()
    for n in (0, 1, 99, 100, 150, 2998, 2999):
        assert near.rank("word100", n) == ranking[:n]


@pytest.mark.parametrize("name", BUILTIN_SPACES)
def test_a_ranking_is_what_the_space_says(name: str) -> None:
    near = load_word_vectors(name)
    for keyword in read_keywords()[::97]:
        ranking = near.rank(keyword, len(near.corpus))
        vector = near.get_vector(keyword)
        assert ranking is not None
        assert vector is not None
        words = [near.corpus[place] for place in ranking]
        scores = near.get_vectors(words) @ vector
        assert (np.diff(scores) <= 1e-8).all()
        rows = {near.space.find_row(word) for word in words}
        nearest = near.space.find_nearest(
            vector, 30, among=[row for row in rows if row is not None]
        )
        assert scores[:30] == pytest.approx([score for _, score in nearest], abs=1e-5)


@pytest.mark.parametrize("name", BUILTIN_SPACES)
def test_the_embedded_spaces_know_the_deck_and_the_corpus(name: str) -> None:
    near = load_word_vectors(name)
    unknown = [
        word for word in (*read_keywords(), *read_hint_corpus()) if near.get_vector(word) is None
    ]
    assert unknown == []


def test_a_space_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(SpaceError, match="glvoe"):
        load_word_vectors("glvoe")


@given(
    st.tuples(st.integers(1, 4), st.integers(0, 2)).flatmap(
        lambda shape: arrays(float, (shape[0], shape[0] + shape[1]), elements=st.floats(-1, 1))
    )
)
def test_the_best_assignment_is_scipys(similarities: np.ndarray) -> None:
    rows, columns = linear_sum_assignment(similarities, maximize=True)
    best = similarities[rows, columns].sum()
    found = find_best_assignments(similarities)
    assert found
    for one in found:
        assert len(set(one)) == len(one)
        total = sum(similarities[row, column] for row, column in enumerate(one))
        assert total == pytest.approx(best, abs=2 * TIE)


def test_assigning_beats_taking_the_nearest_for_each() -> None:
    similarities = np.array([[0.9, 0.8, 0, 0], [0.85, 0.1, 0, 0], [0, 0, 0, 0.5]])
    assert find_best_assignments(similarities) == ((1, 0, 3),)


def test_barred_assignments_are_out_unless_all_are() -> None:
    similarities = np.array([[0.9, 0.1], [0.1, 0.8]])
    assert find_best_assignments(similarities, {(0, 1)}) == ((1, 0),)
    assert find_best_assignments(similarities, {(0, 1), (1, 0)}) == ((0, 1),)


def test_ties_are_all_given() -> None:
    assert len(find_best_assignments(np.zeros((3, 4)))) == 24
    one_known = np.array([[0, 0.5, 0.1, 0.2], [0] * 4, [0] * 4])
    others = [(b, c) for b in (0, 2, 3) for c in (0, 2, 3) if b != c]
    assert find_best_assignments(one_known) == tuple((1, b, c) for b, c in others)
