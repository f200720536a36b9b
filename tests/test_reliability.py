"""How much a space of one's own counts beside the built-in ones."""

from pathlib import Path

import numpy as np
import pytest

from engine.games.decrypto.clear_hints import list_clear_hints
from engine.players.pragmatic.listeners import Listeners, load_listeners
from engine.players.pragmatic.space_reliability import weigh_space
from engine.players.vectors.word_vectors import load_word_vectors
from words.game_words import read_hint_corpus
from words.space.reader import open_space
from words.space.writer import write_space

ALL = "word2vec+glove+webster+{}+associations"


def write_blurred(path: Path, noise: float) -> str:
    """Write what glove knows, blurred by so much noise; return its reference."""
    glove = open_space("glove")
    rows = glove.get_vectors(range(len(glove)))
    rng = np.random.default_rng(1)
    rows = rows + noise * rng.standard_normal(rows.shape) / np.sqrt(glove.width)
    write_space(path, list(glove.words), rows, name=path.stem)
    return path.as_uri()


@pytest.fixture(scope="module")
def spaces(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("spaces")
    return {
        name: write_blurred(folder / f"{name}.space", noise)
        for name, noise in (("copy", 0.0), ("dim", 1.0), ("chance", 1e6))
    }


def test_a_space_weighs_as_much_as_it_explains_associations(spaces: dict[str, str]) -> None:
    copy, dim, chance = (weigh_space(load_word_vectors(one)) for one in spaces.values())
    assert 0.8 < copy < 1.2, "as much as glove, which it copies"
    assert chance < 0.1 < dim < 0.95 * copy
    assert weigh_space(load_word_vectors("glove")) == 1
    assert weigh_space(load_word_vectors("webster")) == 1


def test_a_space_of_chance_numbers_changes_no_hint(spaces: dict[str, str]) -> None:
    keywords = ("pirate", "wedding", "tiger", "violin")
    usual, odd = load_listeners(), load_listeners(ALL.format(spaces["chance"]))
    assert odd.trusted == (0, 1, 2)
    places, _ = list_clear_hints(usual, keywords, 0, 100)
    others, _ = list_clear_hints(odd, keywords, 0, 100)
    assert len(set(places) & set(others)) >= 95


def test_a_partner_is_expected_to_know_the_spaces_that_come_with_parlour(
    spaces: dict[str, str],
) -> None:
    assert load_listeners(ALL.format(spaces["dim"])).trusted == (0, 1, 2)
    assert load_listeners(f"{spaces['dim']}+glove+associations").trusted == (1,)
    assert load_listeners(f"{spaces['dim']}+{spaces['chance']}").trusted == (0, 1)


def test_the_average_of_built_in_spaces_is_their_mean() -> None:
    near = np.random.default_rng(1).standard_normal((3, 4, 5))
    known = np.ones((3, 4, 5), np.bool_)
    assert (load_listeners().average(near, known) == near.mean(axis=0)).all()


def test_spaces_that_do_not_know_a_word_are_no_evidence_against_it() -> None:
    near = np.random.default_rng(1).standard_normal((3, 4, 5))
    known = np.ones((3, 4, 1), np.bool_)
    known[1, 0] = known[:, 2] = False
    found = load_listeners().average(near, known)
    assert found[0] == pytest.approx(near[[0, 2], 0].mean(axis=0))
    assert found[1] == pytest.approx(near[:, 1].mean(axis=0))
    assert not found[2].any()  # nobody knows it


def test_a_hint_that_only_one_space_knows_counts_as_that_space_has_it(tmp_path: Path) -> None:
    """An imported space that lacks a word leaves the others as they are."""
    words = [word for word in read_hint_corpus() if word != "anchor"]
    rows = np.random.default_rng(1).standard_normal((len(words), 20)).astype(np.float32)
    write_space(tmp_path / "poor.space", words, rows, name="poor")
    path = (tmp_path / "poor.space").as_uri()
    usual, poor = load_listeners("glove+associations"), load_listeners(f"glove+{path}+associations")
    hints, keywords = ("anchor",), ("ship", "wedding")
    assert poor.know(hints)[:, 0].tolist() == [True, False]
    known = poor.know(hints)[:, :, None] & poor.know(keywords)[:, None]
    near = poor.average(poor.compare(hints, keywords), known)
    assert near == pytest.approx(usual.compare(hints, keywords)[0])
    places = np.array([poor.place[word] for word in (*hints, *keywords)])
    assert poor.compare_words(places[:1], places[1:]) == pytest.approx(near, abs=1e-3)


def test_words_are_compared_on_average(spaces: dict[str, str]) -> None:
    """The fast product of stretched rows is the slow average."""
    listeners = load_listeners(ALL.format(spaces["dim"]))
    places, others = np.arange(0, 40), np.arange(100, 120)
    words, more = ([listeners.corpus[at] for at in some] for some in (places, others))
    known = listeners.know(words)[:, :, None] & listeners.know(more)[:, None]
    slow = listeners.average(listeners.compare(words, more), known)
    assert listeners.compare_words(places, others) == pytest.approx(slow, abs=1e-4)
    assert listeners.weights.sum() == pytest.approx(1)


def test_a_single_space_is_trusted_whatever_it_knows(spaces: dict[str, str]) -> None:
    alone = Listeners([spaces["chance"]], associations=True)
    assert alone.trusted == (0,)
    assert alone.weights.tolist() == [1]
