"""An interceptor that infers the keywords from past hints."""

import asyncio
from pathlib import Path

from engine.games.catalog import find
from engine.games.decrypto.baseline import Baseline, read_hints
from engine.games.decrypto.deck_deduction import infer_keywords, load_deck, score_numbers
from engine.games.decrypto.moves import Guess
from engine.games.decrypto.options import Options
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import Round, View
from engine.players.explanation import explain_move
from engine.players.spec import parse_spec
from engine.players.vectors.word_vectors import load_word_vectors
from engine.seat import Seat

PAST = (
    Round(("horse", "church", "coffee"), (1, 2, 3), (1, 2, 3), (1, 2, 3)),
    Round(("priest", "donkey", "kitchen"), (2, 1, 4), (2, 1, 4), (2, 1, 4)),
)


def see(hints: tuple[str, str, str], rounds: tuple[Round, ...] = PAST) -> View:
    return View(
        role=Role.INTERCEPTOR,
        seat=Seat(Role.INTERCEPTOR),
        number=len(rounds) + 1,
        keywords=None,
        code=None,
        hints=hints,
        rounds=rounds,
        options=Options(),
        outcome=None,
        over=False,
    )


def test_hints_of_one_number_point_at_words_of_the_deck() -> None:
    vectors = load_word_vectors("word2vec")
    deck = load_deck(vectors)
    suspects = infer_keywords(vectors, ("horse", "donkey"), 10)
    assert set(suspects) <= set(deck.words)
    near = [vectors.get_vector(word) for word in suspects]
    horse = vectors.get_vector("horse")
    assert horse is not None
    assert all(one is not None and one @ horse > 0.3 for one in near[:3])


def test_a_number_without_hints_explains_every_hint_alike_but_for_its_rarity() -> None:
    """Numbers 3 and 4 have no hints yet, so nothing tells them apart."""
    vectors = load_word_vectors("glove")
    scores = score_numbers(vectors, see(("mare", "bishop", "stove"), PAST[:0]))
    assert (scores == scores[:, :1]).all()


def test_a_hint_that_the_space_lacks_speaks_for_no_number() -> None:
    vectors = load_word_vectors("glove")
    (row, *_) = score_numbers(vectors, see(("qwertz", "bishop", "stove")))
    assert max(row) - min(row) < 1e-6


def test_it_guesses_by_keywords_that_it_infers_and_says_so(tmp_path: Path) -> None:
    view = see(("mare", "bishop", "stove"))
    player = Baseline("word2vec", Seat(Role.INTERCEPTOR), "seed", think=True)
    move = asyncio.run(player.decide(view, None))
    assert isinstance(move, Guess)
    assert move.code == (1, 2, 4)
    (said,) = explain_move(
        parse_spec("word2vec,think=yes"),
        find("decrypto"),
        Seat(Role.INTERCEPTOR),
        "seed",
        view,
        move,
        data=tmp_path,
    )
    assert "The likeliest keywords of each number: 1: " in said.note
    assert said.columns == ("1: horse donkey", "2: church priest", "3: coffee", "4: kitchen")


def test_it_changes_the_interceptor_alone() -> None:
    vectors = load_word_vectors("word2vec")
    view = see(("mare", "bishop", "stove"))
    keywords = ("horse", "church", "coffee", "kitchen")
    decoder = view.model_copy(update={"role": Role.DECODER, "keywords": keywords})
    assert read_hints(vectors, decoder, think=True) == read_hints(vectors, decoder)
    assert read_hints(vectors, view, think=True) != read_hints(vectors, view)
