"""The word lists and the built-in spaces: fit for play, and different from each other."""

import re
from codecs import decode
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from snowballstemmer import stemmer

from engine.config.paths import get_vectors_folder
from engine.config.settings import load_settings
from tools.vectors.packing import SOURCES, update_about
from words.game_words import read_hint_corpus, read_keywords, read_taboo_targets
from words.space.folder import find_space
from words.space.names import BUILTIN_SPACES
from words.space.reader import Space, open_space

NOT_AT_THIS_TABLE = frozenset(
    decode(
        "nahf nefr nefrubyr nff onfgneq ovgpu obbo oebgury ohttre pbpx pbaqbz penc phag qvpx "
        "qlxr snt snttbg snaal sneg shpx tlcfl ubzb ubbxre ubeal xvxr yhfg zvqtrg zbeba anmv "
        "arteb avttre avccyr betnfz betl crr cravf cvzc cvff cbbc cbea cbeab chxr chffl dhrre "
        "encr encvfg ergneq fpebghz frzra frk fuvg fyhg fcrez fcvp gvg genaal gheq intvan juber",
        "rot13",
    ).split()
)
"""Slurs and crude words, turned by thirteen letters so that nobody has to read them."""


def test_there_are_enough_words() -> None:
    assert len(read_keywords()) >= 680
    assert len(read_hint_corpus()) >= 5600
    assert len(read_taboo_targets()) >= 300
    assert set(read_taboo_targets()) <= set(read_hint_corpus())


@pytest.mark.parametrize(
    "words",
    [read_keywords(), read_hint_corpus(), read_taboo_targets()],
    ids=["keywords", "hints", "targets"],
)
def test_lists_hold_single_plain_words_once_and_in_order(words: tuple[str, ...]) -> None:
    assert list(words) == sorted(set(words))
    assert [word for word in words if not (word.isascii() and word.isalpha())] == []
    assert [word for word in words if word != word.lower()] == []


@pytest.mark.parametrize(
    "words",
    [read_keywords(), read_hint_corpus(), read_taboo_targets()],
    ids=["keywords", "hints", "targets"],
)
def test_nothing_on_the_lists_offends(words: tuple[str, ...]) -> None:
    assert "fuvg" not in NOT_AT_THIS_TABLE  # the list is turned back
    assert NOT_AT_THIS_TABLE.isdisjoint(words)


@pytest.mark.parametrize(
    "words", [read_keywords(), read_taboo_targets()], ids=["keywords", "targets"]
)
def test_no_word_to_hide_is_a_form_of_another(words: tuple[str, ...]) -> None:
    stems = Counter(stemmer("english").stemWords(list(words)))
    assert [stem for stem, count in stems.items() if count > 1] == []


@pytest.fixture(params=BUILTIN_SPACES)
def space(request: pytest.FixtureRequest) -> Space:
    return open_space(request.param)


@pytest.mark.parametrize(
    "words",
    [read_keywords(), read_hint_corpus(), read_taboo_targets()],
    ids=["keywords", "hints", "targets"],
)
def test_every_word_has_a_vector_of_its_own(space: Space, words: tuple[str, ...]) -> None:
    rows = {word: space.find_row(word) for word in words}
    assert [word for word, row in rows.items() if row is None or space.get_word(row) != word] == []


def test_spaces_are_whole_and_small() -> None:
    assert (
        sum(
            find_space(name, imported=get_vectors_folder(load_settings().data)).stat().st_size
            for name in BUILTIN_SPACES
        )
        <= 8_000_000
    )
    for name in BUILTIN_SPACES:
        open_space(name).verify()


def test_spaces_say_where_they_come_from(space: Space) -> None:
    """Only glove read the Bible."""
    assert "WordNet 3.0" in space.about.source
    assert ("King James Bible" in space.about.source) == (space.about.name == "glove")
    assert space.about.source == SOURCES[space.about.name]
    assert "NOTICES" in space.about.licence


@pytest.mark.parametrize("name", BUILTIN_SPACES)
def test_source_and_licence_are_written_again_without_touching_the_vectors(
    name: str, tmp_path: Path
) -> None:
    shipped = find_space(name, imported=tmp_path)
    copy = tmp_path / shipped.name
    other = "glove" if name == "word2vec" else "word2vec"
    copy.write_bytes(shipped.read_bytes())
    update_about(copy, other)
    before, after = Space.open(shipped).about, Space.open(copy).about
    assert after == replace(before, source=SOURCES[other])
    update_about(copy, name)
    assert copy.read_bytes() == shipped.read_bytes()


def test_every_list_of_words_has_its_terms() -> None:
    notices = Path("words/NOTICES.md").read_text()
    for theme in ("animals", "food", "things", "places"):
        (row,) = re.findall(rf"^\| `pairs.tsv`, [^|]*{theme}[^|]* \|.*$", notices, re.MULTILINE)
        assert "MIT" in row or "[" in row, "terms, or where they stand"
    for path in (*Path("words").glob("*.t[sx][vt]"), *Path("words/vectors").iterdir()):
        assert path.name in notices, path


def nearest(space: Space, word: str, n: int) -> list[str]:
    """The hints nearest to a word, without itself."""
    hints = [row for hint in read_hint_corpus() if (row := space.find_row(hint)) is not None]
    row = space.find_row(word)
    assert row is not None
    found = space.find_nearest(space.get_vectors([row])[0], n + 1, among=hints)
    return [other for other, _ in found if other != word][:n]


@pytest.mark.parametrize(
    ("word", "neighbour"),
    [
        ("ocean", "sea"),
        ("bread", "dough"),
        ("doctor", "physician"),
        ("forest", "wood"),
        ("king", "prince"),
        ("school", "education"),
        ("winter", "summer"),
        ("prison", "jail"),
        ("piano", "music"),
        ("fear", "panic"),
    ],
)
def test_neighbours_make_sense(space: Space, word: str, neighbour: str) -> None:
    assert neighbour in nearest(space, word, 20)


def test_a_form_has_the_vector_of_its_word(space: Space) -> None:
    assert space.find_row("oceans") == space.find_row("ocean")
    assert space.find_row("colour") == space.find_row("color")
    assert space.find_row("mice") == space.find_row("mouse")
    assert space.find_row("the") is None


def test_the_two_spaces_are_different_opinions() -> None:
    first, second = (open_space(name) for name in BUILTIN_SPACES)
    shared = [
        len({*nearest(first, word, 16)} & {*nearest(second, word, 16)})
        for word in read_keywords()[::10]
    ]
    assert 2 <= sum(shared) / len(shared) <= 10
