"""Word-vector baselines and random players of Adversarial Taboo."""

import asyncio
from collections import Counter
from itertools import islice, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.config.settings import load_settings
from engine.forms.giveaway import match_in_line
from engine.games.catalog import find
from engine.games.line_words import collect_word_forms, find_known_words
from engine.games.taboo.baseline import (
    ATTACKER_SENTENCES,
    DEFENDER_SENTENCES,
    LEADER_COUNT,
    MARGIN,
    Baseline,
    find_leader,
    rank_candidates,
)
from engine.games.taboo.moves import Guess, Say
from engine.games.taboo.near_words import find_near_places
from engine.games.taboo.options import Options
from engine.games.taboo.random_player import RandomPlayer
from engine.games.taboo.rules import Taboo
from engine.games.taboo.view import Role, View, find_speaker
from engine.match import Match
from engine.play import play
from engine.players.spec import Spec, parse_spec
from engine.players.vectors.word_vectors import WordVectors, load_word_vectors
from engine.seat import Seat
from engine.session import Session
from words.game_words import read_hint_corpus, read_taboo_targets
from words.space.names import BUILTIN_SPACES

ENTRY = find("taboo")
every_space = pytest.mark.parametrize("space", BUILTIN_SPACES)


def play_match(attacker: str, defender: str, seed: str, **options: Any) -> View:
    """The onlooker's view after a whole game."""
    seats = {"attacker": parse_spec(attacker), "defender": parse_spec(defender)}
    session = Session.create(ENTRY, Options(**options), seats, seed, settings=load_settings())
    asyncio.run(play(session.match, session.create_players()))
    view = session.match.view(None)
    assert isinstance(view, View)
    return view


def build_defender_view(*lines: str, **options: Any) -> View:
    """The defender's view when it is to answer."""
    match: Match[Any, View, Any] = Match(Taboo(target="zebra", options=Options(**options)), "1")
    for line in lines:
        (seat,) = match.awaits
        match.submit(seat, Say(line=line))
    return match.view(Seat(Role.DEFENDER))


def decide(view: View, space: str = "word2vec", seed: str = "1") -> Any:
    assert view.role is not None
    return asyncio.run(Baseline(space, Seat(view.role), seed).decide(view, None))


# The sentences.


@pytest.mark.parametrize("sentence", [*ATTACKER_SENTENCES, *DEFENDER_SENTENCES])
def test_no_sentence_holds_a_noun_of_its_own(sentence: str) -> None:
    space = load_word_vectors("word2vec")
    assert not set(find_known_words(space, sentence.format("zyzzx"))) & set(read_hint_corpus())
    assert find_known_words(space, sentence.format("horse and rider")) == ("horse", "rider")


# The attacker.


@every_space
def test_an_attacker_talks_around_its_target_by_near_words(space: str) -> None:
    ranked = load_word_vectors(space)
    for seed, target in enumerate(read_taboo_targets()[::50]):
        view = Match(Taboo(target=target, options=Options()), "1").view(Seat(Role.ATTACKER))
        move = decide(view, space, str(seed))
        near = {ranked.corpus[index] for index in ranked.rank(target, 16 + 8) or ()}
        assert set(find_known_words(ranked, move.line)) <= near
        assert match_in_line(move.line, target) is None


@every_space
@pytest.mark.parametrize("slip", ["refuse", "lose"])
def test_an_attacker_never_slips_or_repeats_a_word(space: str, slip: str) -> None:
    for seed in range(20):
        view = play_match(space, "random", f"slips/{seed}", slip=slip, turns=20)
        assert view.outcome
        assert view.outcome.reason != "slip"
        said: list[str] = []
        for place, line in enumerate(view.talk):
            words = find_known_words(load_word_vectors(space), line)
            if find_speaker(place) is Role.ATTACKER:
                assert not any(
                    collect_word_forms([word]) & collect_word_forms(said) for word in words
                )
            said += words


@pytest.mark.parametrize("target", ["Umbrella", "café", "Xyzzyplugh", "日本"])
@pytest.mark.parametrize("kind", [*BUILTIN_SPACES, "random"])
def test_any_target_can_be_talked_around(target: str, kind: str) -> None:
    view = play_match(kind, kind, "odd", word=target)
    assert view.outcome
    assert view.target == target


# The defender.


@every_space
def test_a_defender_suspects_what_the_attacker_stays_near_to(space: str) -> None:
    lines = ("Say something about stallion and mare.", "Well.", "And saddle?", "Yes.", "Gallop.")
    first = [
        word
        for word, _ in islice(
            rank_candidates(load_word_vectors(space), build_defender_view(*lines), 3), 10
        )
    ]
    assert "horse" in first


def test_what_has_been_said_is_no_candidate() -> None:
    view = build_defender_view("Stallions, mares and saddles.", "Horses?", "Gallop.")
    words = {word for word, _ in rank_candidates(load_word_vectors("word2vec"), view, 2)}
    assert not words & {"stallion", "mare", "saddle", "horse", "gallop"}
    assert len(words) > 5000


def test_marks_fall_and_count_the_attackers_lines_alone() -> None:
    space = load_word_vectors("glove")
    view = build_defender_view("An orchard.", "Submarine warfare.", "A cider.")
    ranking = list(rank_candidates(space, view, 2))
    marks = [mark for _, mark in ranking]
    assert all(one >= other - 1e-5 for one, other in pairwise(marks))
    quiet = view.model_copy(update={"talk": ("An orchard.", "Well, well.", "A cider.")})
    same = [word for word, _ in rank_candidates(space, quiet, 2)]
    assert [word for word, _ in ranking] == [w for w in same if w not in ("submarine", "warfare")]


def test_a_leader_leads_by_a_margin() -> None:
    space = load_word_vectors("word2vec")
    for lines in (("Say something about stallion.",), ("An orchard, a lawn and a bench.",)):
        view = build_defender_view(*lines)
        (first, most), (_, next_) = islice(rank_candidates(space, view, 1), 2)
        assert find_leader(space, view, 1) == (first if most - next_ >= MARGIN else None)


@every_space
def test_a_defender_guesses_when_one_leads_twice_by_a_margin(space: str) -> None:
    guesses = 0
    for seed in range(60):
        view = play_match(space, space, f"guesses/{seed}")
        for turn in range(1, view.number + 1):
            then = view.model_copy(
                update={
                    "role": Role.DEFENDER,
                    "target": None,
                    "outcome": None,
                    "guess": None,
                    "talk": view.talk[: 2 * turn - 1],
                }
            )
            both = [find_leader(load_word_vectors(space), then, n) for n in (turn - 1, turn) if n]
            sure = len(both) == 2 and both[0] == both[1] is not None
            guessed = view.guess is not None and turn == view.number
            assert sure == guessed
            guesses += guessed
            if guessed:
                assert view.guess == both[1]
    assert guesses > 10


def test_a_defender_that_would_lose_by_silence_guesses_in_the_end() -> None:
    talk = ("Well.", "Yes.") * 4 + ("An orchard, a lawn and a bench.",)
    assert isinstance(decide(build_defender_view(*talk, limit="draw")), Say)
    move = decide(build_defender_view(*talk, limit="attacker"))
    assert isinstance(move, Guess)
    (first, _) = next(rank_candidates(load_word_vectors("word2vec"), build_defender_view(*talk), 5))
    assert move.word == first


@every_space
def test_a_defender_never_says_its_leaders(space: str) -> None:
    for seed in range(40):
        view = build_defender_view("Do you know anything like stallion and saddle?")
        move = decide(view, space, str(seed))
        leaders = [
            word
            for word, _ in islice(rank_candidates(load_word_vectors(space), view, 1), LEADER_COUNT)
        ]
        assert isinstance(move, Say)
        assert not [word for word in leaders if match_in_line(move.line, word)]


@given(st.lists(st.text(max_size=40).map(str.strip), min_size=1, max_size=4))
def test_a_defender_answers_whatever_is_said(lines: list[str]) -> None:
    talk = [line if any(c.isalnum() for c in line) else "Hm" for line in lines]
    view = build_defender_view("Well.").model_copy(
        update={"talk": tuple(talk) if len(talk) % 2 else (*talk, "Well.")}
    )
    move = decide(view)
    assert Taboo(target="zebra", options=Options()).fault(view, move) is None


# All together.


@pytest.mark.parametrize("attacker", [*BUILTIN_SPACES, "random"])
@pytest.mark.parametrize("defender", [*BUILTIN_SPACES, "random"])
def test_games_are_reproducible_and_end(attacker: str, defender: str) -> None:
    first = [play_match(attacker, defender, f"same/{seed}") for seed in range(4)]
    assert first == [play_match(attacker, defender, f"same/{seed}") for seed in range(4)]
    assert all(view.outcome for view in first)


def test_both_sides_win_sometimes() -> None:
    views = [play_match("word2vec", "word2vec", f"tally/{seed}") for seed in range(120)]
    reasons = Counter(view.outcome.reason for view in views if view.outcome)
    assert min(reasons[one] for one in ("said", "guessed", "wrong_guess", "limit")) >= 2
    assert reasons["guessed"] > 30


def test_a_player_at_random_now_and_then_guesses() -> None:
    reasons = Counter(
        view.outcome.reason
        for seed in range(100)
        if (view := play_match("random", "random", f"chance/{seed}")).outcome
    )
    assert reasons["wrong_guess"] > 15
    assert reasons["limit"] > 30


def test_seats_draw_from_streams_of_their_own() -> None:
    view = build_defender_view("Well.")
    lines = {asyncio.run(RandomPlayer(Seat(1), seed).decide(view, None)) for seed in "abcdefgh"}
    assert len(lines) > 5
    assert str(Spec("random")) == "random"


# Where the target was near.


def test_forms_of_the_target_and_near_words_are_found_where_they_stand() -> None:
    line = "My apples grew beside an orange tree."
    found = {line[place.start : place.end]: place for place in find_near_places(line, "apple")}
    assert found["apples"].form == "a form of the word"
    assert found["orange"].form is None
    assert 0.2 < found["orange"].similarity < 1
    assert "grew" not in found
    assert "beside" not in found


def test_a_target_that_is_spelled_out_marks_the_line() -> None:
    line = "It is a p p l e."
    (place,) = find_near_places(line, "apple")
    assert line[place.start : place.end] == line
    assert place.form == "the word joined or spelled out"


def test_of_a_target_unknown_to_the_space_only_forms_are_near() -> None:
    assert find_near_places("Nothing like it.", "Xyzzyplugh") == ()
    (place,) = find_near_places("A xyzzyplugh!", "Xyzzyplugh")
    assert place.form == "the word itself"


@given(st.text(max_size=80), st.sampled_from(read_taboo_targets()))
def test_places_lie_in_the_line_one_after_another(line: str, target: str) -> None:
    end = 0
    for place in find_near_places(line, target):
        assert end <= place.start < place.end <= len(line)
        end = place.end
    if match_in_line(line, target):
        assert any(place.form for place in find_near_places(line, target))


def test_similarities_are_cosines_with_the_whole_corpus() -> None:
    space: WordVectors = load_word_vectors("glove")
    similarities = space.compute_similarities("horse")
    assert similarities.shape == (len(read_hint_corpus()),)
    rng = Random(1)
    for index in rng.sample(range(len(read_hint_corpus())), 50):
        one, other = space.get_vectors(("horse", read_hint_corpus()[index]))
        assert similarities[index] == pytest.approx(float(one @ other), abs=1e-5)
    assert not space.compute_similarities("xyzzyplugh").any()
