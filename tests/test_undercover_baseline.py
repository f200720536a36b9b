"""Word-vector baselines and random players of Undercover."""

import asyncio
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config.settings import load_settings
from engine.forms.folding import fold_words
from engine.forms.giveaway import match_in_line
from engine.games.catalog import find
from engine.games.line_words import find_known_words
from engine.games.undercover.baseline import (
    SENTENCES,
    Baseline,
    Reading,
    average_neighbourhood,
    choose_description,
    choose_suspect,
    read_talk,
)
from engine.games.undercover.moves import Accuse, Describe
from engine.games.undercover.options import Options
from engine.games.undercover.rules import State, Undercover
from engine.games.undercover.sentence_count import count_sentences
from engine.games.undercover.view import Role, View, find_line_fault
from engine.match import Match
from engine.play import play
from engine.players.spec import parse_spec
from engine.players.vectors.word_vectors import load_word_vectors
from engine.seat import Seat
from engine.session import Session
from words.game_words import read_hint_corpus
from words.space.names import BUILTIN_SPACES

ENTRY = find("undercover")
every_space = pytest.mark.parametrize("space", BUILTIN_SPACES)


def play_match(*specs: str, seed: str = "1", **options: Any) -> View:
    """The onlooker's view after a whole game."""
    asked = Options(players=len(specs), **options)
    seats = dict(zip(asked.names, map(parse_spec, specs), strict=True))
    session = Session.create(ENTRY, asked, seats, seed, settings=load_settings())
    asyncio.run(play(session.match, session.create_players()))
    view = session.match.view(None)
    assert isinstance(view, View)
    return view


def build_view(seat: int, words: tuple[str, ...], *lines: str, odd: int = 4) -> View:
    """The view of a seat after these lines in table order, seats counted from 1."""
    options = Options(players=len(words), undercover=1, order="fixed")
    roles = tuple(Role.UNDERCOVER if n == odd else Role.CIVILIAN for n in range(1, len(words) + 1))
    game = Undercover(pair=("a", "b"), options=options)
    state = State(words, roles, tuple(map(Seat, range(len(words)))))
    for place, line in enumerate(lines):
        state = game.play(state, {Seat(place): Describe(line=line)}, Random(0))
    return game.view(state, Seat(seat - 1))


HORSES = ("horse", "horse", "horse", "violin")
TALK = ("It has to do with saddle.", "I think of hooves.", "It goes well with pony.", "A fiddle.")


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_says_nothing_but_its_word(sentence: str) -> None:
    said = sentence.format("zebra")
    assert find_known_words(load_word_vectors("word2vec"), said) == ("zebra",)
    assert find_known_words(load_word_vectors("glove"), said) == ("zebra",)
    assert count_sentences(said) == 1


@every_space
@pytest.mark.parametrize("count", [3, 5, 10])
def test_every_move_is_legal_to_the_end(space: str, count: int) -> None:
    """A refused move would end the game in a failure."""
    agents = (count - 1) // 2
    view = play_match(*[space] * count, undercover=agents, seed=f"{count}", rounds=4, k=4)
    assert view.over
    assert view.words is not None
    said = [fold_words(line.text) for line in view.said]
    assert len(set(said)) == len(said)
    assert not [line for line in view.said if match_in_line(line.text, view.words[line.seat])]


def test_words_of_the_corpus_are_said_once_in_a_game() -> None:
    for seed in range(5):
        view = play_match(*["word2vec"] * 5, seed=f"once{seed}")
        words = [
            word
            for line in view.said
            for word in find_known_words(load_word_vectors("word2vec"), line.text)
        ]
        assert len(set(words)) == len(words) == len(view.said)


@pytest.mark.parametrize("specs", [("word2vec", "glove", "random"), ("random",) * 3])
def test_the_same_seed_plays_the_same_game_and_another_another(specs: tuple[str, ...]) -> None:
    games = [play_match(*specs, undercover=1, seed=seed) for seed in ("a", "a", "b", "c")]
    assert games[0] == games[1]
    assert len({game.said for game in games}) == 3


@every_space
def test_a_description_is_among_the_k_nearest_words(space: str) -> None:
    known = load_word_vectors(space)
    view = build_view(1, HORSES)
    near = [known.corpus[place] for place in known.rank("horse", view.options.k) or []]
    drawn = set()
    for seed in range(40):
        move = asyncio.run(Baseline(space, Seat(0), str(seed)).decide(view, None))
        assert isinstance(move, Describe)
        (word,) = find_known_words(known, move.line)
        drawn.add(word)
    assert drawn <= set(near)
    assert len(drawn) > 6


def test_a_word_of_which_no_space_knows_anything_is_described_all_the_same() -> None:
    words = ("zzyzx", "zzyzx", "zzyzx", "violin")
    for space in BUILTIN_SPACES:
        view = build_view(2, words, "I think of hooves.")
        move = asyncio.run(Baseline(space, Seat(1), "1").decide(view, None))
        assert isinstance(move, Describe)
        assert find_line_fault(view, move.line) is None


@every_space
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_the_seat_farthest_from_ones_own_word_is_suspected(space: str, seat: int) -> None:
    move = asyncio.run(
        Baseline(space, Seat(seat - 1), "1").decide(build_view(seat, HORSES, *TALK), None)
    )
    assert move == Accuse(seat="p4")


@every_space
def test_who_is_odd_finds_it_out_and_blends_in(space: str) -> None:
    view = build_view(4, HORSES, *TALK[:3])
    known = load_word_vectors(space)
    reading = read_talk(known, view)
    assert reading.odd
    assert not read_talk(known, build_view(1, HORSES, *TALK)).odd
    near = [known.corpus[place] for place in known.rank("violin", 16) or []]
    closest = sorted(near, key=lambda word: -float(known.get_vectors([word])[0] @ reading.centre))
    for seed in range(12):
        move = asyncio.run(Baseline(space, Seat(3), str(seed)).decide(view, None))
        assert isinstance(move, Describe)
        assert find_known_words(known, move.line)[0] in closest[:4]


def test_the_odd_one_votes_as_the_others_would() -> None:
    reading = Reading(
        near={Seat(0): 0.1, Seat(1): 0.3},
        agreed={Seat(0): 0.9, Seat(1): 0.2},
        odd=True,
        centre=average_neighbourhood(load_word_vectors("glove"), "horse", 4),
    )
    assert choose_suspect(reading, Random(0)) == Seat(1)


@given(st.integers(0, 1000))
def test_chance_decides_between_equals_alone(seed: int) -> None:
    centre = average_neighbourhood(load_word_vectors("glove"), "horse", 4)
    near = {Seat(0): 0.5, Seat(1): 0.25, Seat(2): 0.25}
    assert choose_suspect(Reading(near, near, odd=False, centre=centre), Random(seed)) in (1, 2)


def test_a_baseline_is_a_function_of_its_view() -> None:
    view = build_view(2, HORSES, *TALK)
    player = Baseline("glove", Seat(1), "s")
    first = asyncio.run(player.decide(view, None))
    asyncio.run(player.decide(build_view(2, HORSES, TALK[0]), None))
    assert asyncio.run(player.decide(view, None)) == first


def test_words_that_were_said_or_give_the_own_word_away_are_passed_over() -> None:
    view = build_view(2, HORSES, "I think of a saddle.")
    said = choose_description(view, ("horses", "saddles", "barn"), Random(0))
    assert find_known_words(load_word_vectors("glove"), said.line) == ("barn",)


def test_civilians_with_vectors_catch_more_than_chance_does() -> None:
    """Chance alone gives them 30 %."""
    ends = Counter(play_match(*["word2vec"] * 5, seed=f"many{n}").outcome for n in range(60))
    assert ends["civilians"] >= 30


def test_random_players_say_any_word_and_vote_for_anybody() -> None:
    votes: Counter[int] = Counter()
    for seed in range(40):
        view = play_match(*["random"] * 5, seed=f"r{seed}", rounds=1, words="bee,butterfly")
        assert {word for line in view.said for word in line.text.split()} - set(read_hint_corpus())
        votes.update(vote for vote in view.rounds[0].votes if vote is not None)
    assert all(20 <= votes[seat] <= 60 for seat in range(5))


def test_the_dead_are_suspected_no_more() -> None:
    match: Match[Any, View, Any] = Match(
        Undercover(pair=("bee", "wasp"), options=Options(dead_votes=True)), "1"
    )
    players = {seat: Baseline("glove", seat, "1") for seat in match.seats}
    while match.awaits:
        for seat in sorted(match.awaits):
            move = asyncio.run(players[seat].decide(match.view(seat), None))
            if isinstance(move, Accuse):
                assert match.view(seat).seats.index(move.seat) in match.view(seat).living
            match.submit(seat, move)
