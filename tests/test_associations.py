"""What people think of when they hear a word: the lists, and what a text says of words."""

import numpy as np
import pytest

from engine.forms.folding import fold_words
from engine.games.decrypto.moves import CODES
from engine.games.decrypto.options import Options
from engine.games.decrypto.pragmatic_beliefs import infer_beliefs
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import Round, View
from engine.players.pragmatic.associations import LEAST, UNIT, load_associations
from engine.players.pragmatic.listeners import load_listeners
from words.game_words import read_keywords, read_taboo_targets, read_undercover_pairs
from words.knowledge import read_word_associations

READER = View(
    role=Role.DECODER,
    number=1,
    keywords=("snow", "apple", "piano", "vampire"),
    code=None,
    hints=("Everest", "Newton", "Chopin"),
    rounds=(),
    options=Options(),
    outcome=None,
    over=False,
)


def test_every_word_of_the_games_has_a_list_that_does_not_name_it() -> None:
    lists = read_word_associations()
    played = {*read_keywords(), *read_taboo_targets()}
    played |= {word for _, *pair in read_undercover_pairs() for word in pair}
    assert played <= lists.keys()
    for word, thoughts in lists.items():
        assert len(thoughts) >= 25, word
        assert len(set(thoughts)) == len(thoughts), word
        assert not any(set(fold_words(word)) <= set(fold_words(one)) for one in thoughts), word


def test_a_hit_is_worth_its_log_likelihood_and_no_hit_is_worth_nothing() -> None:
    known = load_associations()
    rates = known.rate(["everest", "winter", "Everest", "tax"], ["snow", "apple"])
    assert rates[0, 0] == rates[2, 0] > rates[1, 0] > 0
    assert not rates[:, 1].any()
    lists = [set(thoughts) for thoughts in read_word_associations().values()]
    of_snow = len(read_word_associations()["snow"])
    with_words = [
        {*thoughts, *(word for one in thoughts for word in fold_words(one) if len(word) >= LEAST)}
        for thoughts in lists
    ]  # phrases count their words, too
    ratio = np.exp(rates[0, 0] / UNIT) * sum("everest" in known for known in with_words) * of_snow
    assert ratio == pytest.approx(sum(map(len, with_words)), rel=0.02)  # of half precision


def test_articles_and_prepositions_of_a_hint_say_nothing() -> None:
    known = load_associations()
    assert not known.rate_texts(["with the", "of a"]).values.any()
    words = ["snow", "apple", "ring", "wall"]
    assert (known.rate(["the winter"], words) == known.rate(["winter"], words)).all()


def test_a_word_without_a_list_is_found_through_the_list_of_the_hint() -> None:
    known = load_associations()
    assert "olaf" not in read_word_associations()
    assert known.rate(["snow"], ["Olaf"])[0, 0] > 0
    assert not known.rate(["snow"], ["qqqq"]).any()
    assert known.rate([], ["snow"]).shape == (0, 1)
    both = known.rate(["bridge"], ["card", "qqqq"])  # a pair is worth the same beside other words
    assert both[0, 0] == known.rate(["bridge"], ["card"])[0, 0]


def test_the_corpus_is_rated_alike() -> None:
    listeners = load_listeners()
    of_corpus = listeners.associate_with_corpus("bride")
    for word in ("wedding", "groom", "tax"):
        alone = listeners.associate(["bride"], [word])[0, 0]
        if word in read_word_associations():
            assert of_corpus[listeners.place[word]] == pytest.approx(alone)


def test_hints_that_no_space_knows_are_read_and_the_lists_can_be_left_out() -> None:
    assert np.argmax(infer_beliefs(load_listeners(), READER).chances) == CODES.index((1, 2, 3))
    alone = load_listeners("word2vec+glove")
    assert alone.associations is None
    assert not alone.associate(["Everest"], ["snow"]).any()
    assert load_listeners("associations+word2vec").names == ("word2vec",)
    assert load_listeners("word2vec+associations").associations is not None


def test_an_interceptor_finds_the_word_that_past_hints_have_in_common() -> None:
    past = Round(("Everest", "Dracula", "Chopin"), (1, 4, 3), (1, 4, 3), (1, 2, 3))
    view = READER.model_copy(
        update={
            "role": Role.INTERCEPTOR,
            "keywords": None,
            "number": 2,
            "rounds": (past,),
            "hints": ("garlic", "sled", "keys"),
        }
    )
    assert np.argmax(infer_beliefs(load_listeners(), view).chances) == CODES.index((4, 1, 3))
