"""Which words are forms of each other: what was said, the secret word, and why it is told."""

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.word_forms import MAX_FALSE_ALARMS, MAX_MISSES, read_pairs
from engine.forms import giveaway
from engine.forms.folding import fold_words
from engine.forms.giveaway import COMPOUNDS, NAME_WORDS, match_in_line, match_word
from engine.forms.word_rules import LOOSE_FORMS, WORD_FORMS
from tools.lists.bases import FILE, LEMMAS, render_bases, render_lemmas
from words.forms import read_irregular_forms, read_spellings
from words.game_words import read_hint_corpus, read_taboo_targets

ROOT = Path(__file__).parent.parent

SAME = [
    ("fire", "fire", "the word itself"),
    ("FIRE", "fire", "the word itself"),
    ("Fire!", "fire", "the word itself"),
    ("\uff26\uff29\uff32\uff25", "fire", "the word itself"),
    ("\U0001d41f\U0001d422\U0001d42b\U0001d41e", "fire", "the word itself"),
    ("ﬁre", "fire", "the word itself"),
    ("fíre", "fire", "the word itself"),
    ("cafe", "café", "the word itself"),
    ("CAFÉ", "cafe\u0301", "the word itself"),
    ("strasse", "Straße", "the word itself"),
    ("fire's", "fire", "the word itself"),
    ("fire\u2019s", "fire", "the word itself"),
    ("fire🔥", "fire", "the word itself"),
    ("_fire_", "fire", "the word itself"),
    ("ice cream", "ice-cream", "the word itself"),
    ("big fire", "fire", "contains the word"),
    ("fire-engine", "fire", "contains the word"),
    ("fire2", "fire", "contains the word"),
    ("2fire", "fire", "contains the word"),
    ("ice", "ice cream", "a word of the name"),
    ("fire engine", "engine room", "a word of the name"),
    ("fire-s", "fire", "contains the word"),
    ("sun flower", "sunflower", "the word joined or spelled out"),
    ("sunflower", "sun flower", "the word joined or spelled out"),
    ("sun-flower", "sunflower", "the word joined or spelled out"),
    ("f.i.r.e", "fire", "the word joined or spelled out"),
    ("f i r e", "fire", "the word joined or spelled out"),
    ("F-I-R-E", "fire", "the word joined or spelled out"),
    ("fi re", "fire", "the word joined or spelled out"),
    ("fi\u200bre", "fire", "the word itself"),
    ("fires", "fire", "a form of the word"),
    ("mice", "mouse", "a form of the word"),
    ("mouse", "mice", "a form of the word"),
    ("geese", "goose", "a form of the word"),
    ("children", "child", "a form of the word"),
    ("feet", "foot", "a form of the word"),
    ("knives", "knife", "a form of the word"),
    ("leaves", "leaf", "a form of the word"),
    ("thieves", "thief", "a form of the word"),
    ("wolves", "wolf", "a form of the word"),
    ("cacti", "cactus", "a form of the word"),
    ("women", "woman", "a form of the word"),
    ("swam", "swim", "a form of the word"),
    ("swimming", "swim", "a form of the word"),
    ("ran", "run", "a form of the word"),
    ("written", "write", "a form of the word"),
    ("taught", "teach", "a form of the word"),
    ("better", "good", "a form of the word"),
    ("sun flowers", "sunflower", "a form of the word"),
    ("f.i.r.e.s", "fire", "a form of the word"),
    ("engines", "fire engine", "a form of its words"),
    ("CHILDREN", "Child", "a form of the word"),
    ("happiness", "happy", "a form of the word"),
    ("beautiful", "beauty", "a form of the word"),
    ("electricity", "electrical", "a form of the word"),
    ("quarkfennels", "quarkfennel", "a form of the word"),  # which no dictionary knows
    ("Quarkfennelling", "quarkfennel", "a form of the word"),
    ("sunflower", "sun", "a compound with the word"),
    ("sunflowers", "sun", "a compound with the word"),
    ("campfire", "fire", "a compound with the word"),
    ("sunthing", "sun", "a compound with the word"),
    ("firefighter", "fight", "a compound with the word"),
    ("fly", "butterfly", "a part of the word"),
    ("flies", "butterfly", "a part of the word"),
    ("butter", "butterfly", "a part of the word"),
    ("ice cream", "iceberg", "a part of the word"),
    ("colour", "color", "a form of the word"),
    ("grey", "gray", "a form of the word"),
    ("fir\u0435", "fire", "letters that look alike"),  # with a Cyrillic letter at the end
    ("ϝire", "fire", "letters that look alike"),  # with a Greek one at the start
    ("\u0455unflower", "sun", "a compound with the word"),
    ("ꜱᴜɴ", "sun", "letters that look alike"),
    ("🆂🆄🅽", "sun", "letters that look alike"),
    ("\u24c8\u24e4\u24dd", "sun", "the word itself"),
    ("sun", "\u0455un", "letters that look alike"),
]
OTHER = [
    ("flame", "fire"),
    ("fir", "fire"),
    ("fiber", "fire"),
    ("news", "new"),
    ("university", "universe"),
    ("refuse", "fuse"),
    ("earth", "ear"),
    ("party", "art"),
    ("solar", "sun"),
    ("gloves", "glow"),
    ("mouse trap", "mousse"),
    ("", "fire"),
    ("🔥", "fire"),
    ("कि", "की"),
    ("animation", "animal"),
    ("organization", "organ"),
    ("carpet", "car"),
    ("season", "sea"),
    ("dragonfly", "butterfly"),
    ("Blackpool", "pool"),
    ("\u0441\u043e\u043a", "\u0441\u043e\u0440"),
    ("τόνος", "τόμος"),
]


@pytest.mark.parametrize(("said", "word", "rule"), SAME)
def test_forms_of_one_word_are_known_by_their_rule(said: str, word: str, rule: str) -> None:
    found = match_word(said, word)
    assert found is not None
    assert found.kind == rule


@pytest.mark.parametrize(("said", "word"), OTHER)
def test_other_words_are_other_words(said: str, word: str) -> None:
    assert match_word(said, word) is None
    assert match_word(word, said) is None


@given(st.text(max_size=20), st.text(max_size=20))
def test_being_one_word_goes_both_ways(one: str, other: str) -> None:
    assert (match_word(one, other) is None) == (match_word(other, one) is None)


@given(st.from_regex(r"[a-z]{2,12}", fullmatch=True))
def test_a_word_spelled_out_or_dressed_up_is_the_word(word: str) -> None:
    for said in (word.upper(), ".".join(word), f"{word}!", f"a {word}", word.title(), f"{word}'s"):
        assert match_word(said, word)


@pytest.mark.parametrize(
    ("line", "word", "rule"),
    [
        ("I ate two apples today.", "apple", "a form of the word"),
        ("Apple? Never!", "apple", "the word itself"),
        ("an apple-tree", "apple", "contains the word"),
        ("it is f i r e, yes", "fire", "the word joined or spelled out"),
        ("it is f.i.r.e, yes", "fire", "the word joined or spelled out"),
        ("it is a f i r e, yes", "fire", "the word joined or spelled out"),
        ("a rain bow", "rainbow", "a part of the word"),
        ("an ele phant", "elephant", "the word joined or spelled out"),
        ("we call them ele phants", "elephant", "the word joined or spelled out"),
        ("The field was full of sunflowers!", "sun", "a compound with the word"),
        ("it is \u0455 u n, yes", "sun", "the word joined or spelled out"),
        ("land is land", "island", None),
        ("I am at a loss", "atom", None),
        ("There is smoke over there.", "fire", None),
        ("", "fire", None),
    ],
)
def test_a_word_is_found_in_a_sentence(line: str, word: str, rule: str | None) -> None:
    found = match_in_line(line, word)
    assert (found and found.kind) == rule


@pytest.mark.parametrize(
    ("line", "word", "allowed", "rule"),
    [
        ("a soft brush", "toothbrush", COMPOUNDS, None),
        ("a toothbrush", "brush", COMPOUNDS, None),
        ("a \u0442oothbrush", "brush", COMPOUNDS, None),  # begins with a Cyrillic letter
        ("a tooth brush", "toothbrush", COMPOUNDS, "the word joined or spelled out"),
        ("two toothbrushes", "toothbrush", COMPOUNDS, "a form of the word"),
        ("it lives in the sea", "sea otter", NAME_WORDS, None),
        ("a sea otter", "sea otter", NAME_WORDS, "the word itself"),
        ("sea otters", "sea otter", NAME_WORDS, "the word joined or spelled out"),
        ("a bird of prey", "bird of prey", NAME_WORDS, "the word itself"),
        ("it lives in the sea", "sea otter", frozenset(), "a word of the name"),
        ("sea lions", "sea otter", NAME_WORDS, None),
    ],
)
def test_what_a_game_allows_is_passed_over_and_nothing_more(
    line: str, word: str, allowed: frozenset[str], rule: str | None
) -> None:
    found = match_in_line(line, word, allowed)
    assert (found and found.kind) == rule


@pytest.mark.parametrize(
    ("said", "word", "told"),
    [
        ("icy", "ice", "“icy”, a form of “ice”"),
        ("brush", "toothbrush", "“brush”, a part of “toothbrush”"),
        ("sunflower", "sun", "“sunflower”, a compound with “sun”"),
        ("Sea", "sea otter", "“Sea”, a word of “sea otter”"),
        ("otters", "sea otter", "“otters”, a form of a word of “sea otter”"),
        ("SUN!", "sun", "“SUN”"),
        ("s.u.n", "sun", "“s.u.n”, which spells out “sun”"),
        ("\u0455un", "sun", "“\u0455un”, which looks like “sun”"),
        ("fire-engine", "fire", "“fire-engine”, which contains “fire”"),
    ],
)
def test_what_was_said_is_told_as_it_was(said: str, word: str, told: str) -> None:
    found = match_word(said, word)
    assert found is not None
    assert found.tell(word) == told


@given(
    st.from_regex(r"[a-z]{2,12}", fullmatch=True),
    st.sampled_from([one for one in SAME if one[0] != "fi re"]),
)
def test_a_form_is_found_wherever_it_stands(other: str, same: tuple[str, str, str]) -> None:
    said, word, _ = same
    assert match_in_line(f"Well, {other} {said} is what I say.", word)


@pytest.mark.parametrize(("said", "word"), [("sunflower", "sun"), ("ball", "football")])
@pytest.mark.parametrize("match", [match_word, match_in_line])
def test_a_compound_gives_its_parts_away(said: str, word: str, match: Any) -> None:
    assert match(said, word)


# The pairs that were labelled by hand.


def test_the_labelled_pairs_are_many_and_of_both_kinds() -> None:
    pairs = read_pairs()
    forms = sum(pair.is_form for pair in pairs)
    assert len(pairs) >= 400
    assert 0.4 < forms / len(pairs) < 0.6
    assert sum(pair.written == "first" for pair in pairs) >= len(pairs) * 0.45


def test_few_of_the_labelled_pairs_are_judged_wrongly() -> None:
    wrong = [
        pair for pair in read_pairs() if bool(match_word(pair.said, pair.secret)) != pair.is_form
    ]
    forms = [pair for pair in read_pairs() if pair.is_form]
    misses = [pair for pair in wrong if pair.is_form]
    assert len(misses) <= MAX_MISSES * len(forms)
    assert len(wrong) - len(misses) <= MAX_FALSE_ALARMS * (len(read_pairs()) - len(forms))


def test_the_dictionary_forms_in_the_list_are_what_the_rule_finds() -> None:
    kept = FILE.read_text(encoding="ascii")
    assert kept == render_bases(), "run `python -m tools.lists.bases`"
    kept = LEMMAS.read_text(encoding="ascii")
    assert kept == render_lemmas(), "run `python -m tools.lists.bases`"


def test_comparing_hints_reads_no_dictionary() -> None:
    program = """
import sys
from engine.forms.folding import find_lemma
from engine.forms.giveaway import match_word
from words.game_words import read_hint_corpus
for hint in read_hint_corpus():
    match_word(hint, "sun")
    find_lemma(hint)
sys.exit("simplemma" in sys.modules or "snowballstemmer" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


@pytest.mark.parametrize(
    ("file", "rule"),
    [
        ("screens/games/decrypto/rules.md", WORD_FORMS),
        ("screens/games/undercover/rules.md", WORD_FORMS),
        ("docs/undercover.md", WORD_FORMS),
        ("screens/games/taboo/rules.md", LOOSE_FORMS),
        ("docs/taboo.md", LOOSE_FORMS),
    ],
)
def test_the_rule_is_told_in_the_same_words_everywhere(file: str, rule: str) -> None:
    assert rule in " ".join((ROOT / file).read_text(encoding="utf-8").split())


@pytest.mark.parametrize("word", ["sunflower", "light", "ice cream", "café", "b00k"])
def test_those_of_many_words_that_are_free_are_those_that_do_not_match(
    word: str,
) -> None:
    close = ("flower", "sun", "flowers", "lights", "lighthouse", "lit", "cream", "creamy", "cafe")
    texts = [
        *close,
        "book",
        "bo0k",
        "books",
        "bookshelf",
        "ice-cream",
        word,
        *read_hint_corpus()[:40],
    ]
    free = [text for text in texts if match_word(text, word) is None]
    assert list(giveaway.find_free(texts, word)) == free
    assert len(free) < len(texts)


def test_neighbours_are_passed_over_only_if_they_are_no_form_of_the_word() -> None:
    """Most neighbours are no word, and are told apart by their beginning alone."""
    rng, words = Random(1), (*read_hint_corpus(), *read_spellings(), *read_irregular_forms())
    secrets = (
        *read_taboo_targets(),
        *list(read_spellings().values())[::9],
        *read_irregular_forms(),
    )
    ends = ("ing", "ed", "s", "ness", "ly", "er", "ites", "bow", "foot", "colou", "oes", "")
    forms = 0
    for _ in range(1500):
        secret = rng.choice(secrets)
        begun = secret[: rng.randrange(2, len(secret) + 1)] + rng.choice(ends)
        for joined in (begun, rng.choice(words) + rng.choice(ends)):
            (*_, joined) = ("", *fold_words(joined))
            if giveaway._find_whole(joined, secret):
                forms += 1
                assert giveaway._may_be_form(joined, secret), (joined, secret)
    assert forms > 100
