"""What is alike in sound or spelling, what a hint says of letters, and what both are worth."""

from importlib.resources import files

import pytest

from engine.games.decrypto.pragmatic_beliefs import suggest
from engine.players.pragmatic.form.evidence import find_description, rate_form
from engine.players.pragmatic.form.likeness import LIKENESSES, differ_by_one, list_likenesses
from engine.players.pragmatic.form.phonemes import STRESS, VOWELS, pronounce, spell_out
from engine.players.pragmatic.listeners import load_listeners
from engine.players.pragmatic.reliability import Kinds, read_reliabilities


@pytest.mark.parametrize(
    ("text", "word", "likeness"),
    [
        ("knight", "night", "homophone"),
        ("nite", "knight", "homophone"),  # by rule, as the list lacks it
        ("blue", "shoe", "rhyme"),
        ("station", "nation", "rhyme"),
        ("rocket", "pocket", "letter"),
        ("lien", "line", "anagram"),
        ("night", "nightmare", "sound within"),
        ("rat", "pirate", "spelling within"),
        ("god", "doghouse", "spelling within"),  # backwards
        ("see all tables", "sat", "initials"),
        ("kat", "cat", "homophone"),
        ("shift", "chef", ""),
        ("Anchor", "anchor", ""),
        ("", "anchor", ""),
        ("!?", "anchor", ""),
    ],
)
def test_likenesses_of_form(text: str, word: str, likeness: str) -> None:
    found = list_likenesses(text, word)
    assert likeness in found if likeness else not found
    assert set(found) <= LIKENESSES.keys()


def test_one_letter_is_changed_added_dropped_or_swapped() -> None:
    for other in ("bat", "coat", "ca", "act", "cut", "cats"):
        assert differ_by_one("cat", other) is (len(other) > 2), other
    assert not differ_by_one("cat", "cat")
    assert not differ_by_one("cat", "dog")


@pytest.mark.parametrize("word", ["xylophone", "qqqq", "rhythm", "", "naïve", "a" * 500])
def test_any_word_can_be_pronounced(word: str) -> None:
    spoken = pronounce(word)
    assert set(spoken) <= {*"abcdefghijklmnopqrstuvwxyz", *VOWELS, STRESS}
    assert spell_out("tooth")[-1] == pronounce("tooth")[-1]


def test_every_word_of_the_list_sounds_as_listed() -> None:
    listed = files("words").joinpath("sounds.txt").read_text(encoding="ascii").splitlines()
    rows = [line.split(" ") for line in listed]
    assert len(rows) > 20_000
    words = [word for word, _ in rows]
    assert words == sorted(set(words))
    for word, sounds in (rows[0], rows[-1], *rows[::50]):
        assert pronounce(word) == sounds
    for word in ("aaaa", "anchorx", "zzzz"):
        assert word not in words
        assert pronounce(word) == spell_out(word)


@pytest.mark.parametrize(
    ("said", "fits", "other"),
    [
        ("starts with z", "zebra", "pizza"),
        ("begins with a q", "queen", "piano"),
        ("ends in x", "box", "xylophone"),
        ("double o", "moon", "oboe"),
        ("five letters", "piano", "piper s"),
        ("3 syllables", "elephant", "tiger"),
    ],
)
def test_what_a_hint_says_of_letters(said: str, fits: str, other: str) -> None:
    describes = find_description(said)
    assert describes is not None
    assert describes(fits)
    assert not describes(other)
    (found,) = rate_form((said,), (fits, other))
    assert found[0] > 0 > found[1]


def test_hints_that_only_look_so_describe_nothing() -> None:
    for said in ("love letter", "starts the engine", "double agent", "many letters", "no letters"):
        assert find_description(said) is None, said


def test_a_hint_about_form_counts_more_than_one_that_is_merely_alike() -> None:
    alike, told = rate_form(("moon", "rhymes with moon"), ("spoon", "anchor"))
    assert told[0] > alike[0] > 0
    assert not told[1]
    assert not alike[1]


def test_form_is_evidence_only_where_associations_are() -> None:
    assert load_listeners().rate_form(("moon",), ("spoon",)).any()
    assert not load_listeners("word2vec+glove").rate_form(("moon",), ("spoon",)).any()
    assert not suggest(load_listeners("word2vec+glove"), ("moon",), ("spoon",)).any()


def test_reliabilities_are_learnt_and_say_from_what() -> None:
    found = read_reliabilities()
    assert found.command == "python -m tools.reliability"
    assert found.rounds == 210
    assert 0 < found.lapse < 0.1
    assert all(0 < found.kinds.model_dump()[kind] < 9 for kind in Kinds.model_fields)
    assert found.likenesses.keys() == LIKENESSES.keys()
    assert all(weight >= 0 for weight in found.likenesses.values())
