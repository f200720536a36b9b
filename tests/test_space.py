"""Spaces of word vectors: what is written is what is read, and a damaged file is told apart."""

import io
import json
import os
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from words.space.about import FORMAT
from words.space.archive import ABOUT
from words.space.errors import SpaceError
from words.space.folder import build_reference, find_space, get_space_name, list_spaces
from words.space.reader import Space, open_space
from words.space.unfinished_files import UNFINISHED, remove_unfinished
from words.space.writer import SpaceWriter, quantise, write_space

WORDS = ["moon", "sun", "New_York", "River", "river bank"]
VECTORS = np.array([[3, 0, 0], [2, 2, 0], [0, 0.5, 0], [0, 0, -7], [1, 1, 1]], np.float32)


@pytest.fixture
def space(tmp_path: Path) -> Space:
    path = tmp_path / "small.space"
    write_space(path, WORDS, VECTORS, name="small", aliases={"moons": "moon"}, source="by hand")
    return Space.open(path)


def test_a_space_knows_its_words(space: Space) -> None:
    assert (space.name, space.width, len(space)) == ("small", 3, 5)
    assert list(space.words) == WORDS
    assert [space.find_row(word) for word in WORDS] == [0, 1, 2, 3, 4]
    assert space.about.source == "by hand"
    assert "sun" in space
    assert "star" not in space
    assert 3 not in space
    space.verify()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("moons", "moon"),
        ("MOON", "moon"),
        ("Moons", "moon"),
        ("New York", "New_York"),
        ("river bank", "river bank"),
        ("River", "River"),
        ("river", None),
        ("new york", None),
        ("", None),
        ("\udcff", None),
    ],
)
def test_look_up_tries_the_word_then_underscores_then_lower_case(
    space: Space, asked: str, found: str | None
) -> None:
    row = space.find_row(asked)
    assert (None if row is None else space.get_word(row)) == found


def test_a_row_that_is_not_there_has_no_word(space: Space) -> None:
    for row in (-1, 5):
        with pytest.raises(IndexError):
            space.get_word(row)


def test_vectors_are_unit_vectors_in_the_direction_written(space: Space) -> None:
    vectors = space.get_vectors([4, 0, 0])
    assert vectors.dtype == np.float32
    assert np.abs(np.linalg.norm(vectors, axis=1) - 1).max() < 1e-6
    expected = np.array([[3**-0.5] * 3, [1, 0, 0], [1, 0, 0]], np.float32)
    assert np.abs(vectors - expected).max() < 1e-6


def test_nearest_is_by_cosine_with_ties_in_row_order(tmp_path: Path) -> None:
    path = tmp_path / "ties.space"
    write_space(path, list("abcd"), [[0, 1], [5, 0], [1, 1], [1, 0]], name="ties")
    space = Space.open(path)
    assert [word for word, _ in space.find_nearest([9, 0], 3)] == ["b", "d", "c"]
    assert [word for word, _ in space.find_nearest([9, 0], 1)] == ["b"]
    assert [word for word, _ in space.find_nearest([9, 0], 99)] == ["b", "d", "c", "a"]
    assert [word for word, _ in space.find_nearest([9, 0], 2, among=[3, 0, 3])] == ["d", "a"]
    assert space.find_nearest([9, 0], 0) == []
    assert space.find_nearest([9, 0], 5, among=[]) == []
    assert [cosine for _, cosine in space.find_nearest([9, 0], 2)] == pytest.approx(
        [1, 1], abs=1e-6
    )


@pytest.mark.parametrize("vector", [[0, 0, 0], [1, 2], [np.nan, 1, 1], [np.inf, 1, 1]])
def test_nearest_wants_a_direction(space: Space, vector: list[float]) -> None:
    with pytest.raises(ValueError, match="3 numbers"):
        space.find_nearest(vector, 1)


def test_a_scan_in_chunks_finds_what_a_plain_product_finds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("words.space.reader.CHUNK_ROWS", 64)
    monkeypatch.setattr("words.space.reader.RESIDENT_BYTES", 8192)
    vectors = np.random.default_rng(5).normal(size=(3000, 20)).astype(np.float32)
    path = tmp_path / "many.space"
    write_space(path, [f"w{number}" for number in range(3000)], vectors, name="many")
    space = Space.open(path)
    query = space.get_vectors([17])[0]
    scores = space.get_vectors(range(3000)) @ query
    best = np.argsort(-scores, kind="stable")[:50]
    assert [word for word, _ in space.find_nearest(query, 50)] == [f"w{row}" for row in best]


words_and_vectors = st.lists(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12),
    min_size=1,
    max_size=40,
    unique=True,
).flatmap(
    lambda words: st.tuples(
        st.just(words),
        hnp.arrays(
            np.float32, (len(words), 4), elements=st.floats(-(2.0**99), 2.0**99, width=32)
        ).filter(lambda array: bool((np.abs(array).max(axis=1) > 2.0**-99).all())),
    )
)


@settings(max_examples=60, deadline=None)
@given(words_and_vectors)
def test_whatever_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, given_: tuple[list[str], np.ndarray]
) -> None:
    words, vectors = given_
    folder = tmp_path_factory.mktemp("space")
    first, second = folder / "a.space", folder / "b.space"
    for path in (first, second):
        write_space(path, words, vectors, name="any")
    assert first.read_bytes() == second.read_bytes()
    space = Space.open(first)
    space.verify()
    assert list(space.words) == words
    assert [space.find_row(word) for word in words] == list(range(len(words)))
    exact = vectors.astype(np.float64)
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    cosines = (space.get_vectors(range(len(words))) * exact).sum(axis=1)
    assert (cosines > 0.9999).all()


def test_many_words_and_aliases_are_found(tmp_path: Path) -> None:
    words = [f"word-{number}" for number in range(5000)]
    aliases = [(f"{word}s", word) for word in words]
    path = tmp_path / "many.space"
    write_space(path, words, np.eye(5000, 8) + 1, name="many", aliases=aliases)
    space = Space.open(path)
    assert all(space.find_row(word) == row for row, word in enumerate(words))
    assert all(space.find_row(f"{word}s") == row for row, word in enumerate(words))
    assert space.find_row("word-5000") is None


@pytest.mark.parametrize(
    ("words", "vectors", "aliases", "message"),
    [
        (["a", "a"], [[1, 0], [0, 1]], {}, "'a' comes twice"),
        (["a", "b"], [[1, 0]], {}, "2 words"),
        (["a"], [1, 0], {}, "1 words"),
        (["a"], [[0, 0]], {}, "zero or not finite"),
        (["a"], [[np.nan, 0]], {}, "zero or not finite"),
        ([], np.empty((0, 2)), {}, "needs a word"),
        (["a", "b"], [[1, 0], [0, 1]], {"a": "b"}, "'a' is there already"),
        (["a\0"], [[1, 0]], {}, "zero byte"),
        (["a"], [[1, 0]], {"as": "b"}, "no vector"),
        (["a"], [[1, 0]], [("as", "a"), ("ass", "as")], "no vector"),
    ],
)
def test_the_writer_refuses_what_makes_no_space(
    tmp_path: Path, words: list[str], vectors: object, aliases: dict[str, str], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        write_space(tmp_path / "x.space", words, vectors, name="x", aliases=aliases)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_batches_give_the_same_bytes_as_one_call(tmp_path: Path, space: Space) -> None:
    path = tmp_path / "batches.space"
    with SpaceWriter(path, name="small", width=3, source="by hand") as writer:
        for word, vector in zip(WORDS, VECTORS, strict=True):
            rows = quantise(vector[None])
            assert writer.add([word.encode()], rows) == []
            assert writer.add([word.encode()], rows) == [0]
        writer.add_alias("moons", "moon")
        with pytest.raises(ValueError, match="before aliases"):
            writer.add([b"late"], rows)
    assert path.read_bytes() == space.path.read_bytes()


def test_every_cut_is_noticed(tmp_path: Path, space: Space) -> None:
    whole = space.path.read_bytes()
    path = tmp_path / "cut.space"
    for length in (*range(90), *range(90, len(whole), 7), len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(SpaceError, match=r"cut\.space is "):
            Space.open(path)


def test_a_changed_byte_is_noticed(tmp_path: Path, space: Space) -> None:
    whole = space.path.read_bytes()
    path = tmp_path / "changed.space"
    noticed = 0
    for place in range(len(whole)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
        try:
            other = Space.open(path)
            other.verify()
        except SpaceError:
            noticed += 1
        else:  # a date, say: it changes nothing
            assert other.about == space.about
            assert list(other.words) == WORDS
            assert other.list_aliases() == [("moons", "moon")]
            assert (other.get_vectors(range(5)) == space.get_vectors(range(5))).all()
    assert noticed > len(whole) / 2


def test_a_file_of_another_version_is_refused_with_the_way_on(tmp_path: Path) -> None:
    path = tmp_path / "mine.space"
    path.write_bytes(b"parlour\x01" + bytes(200))
    with pytest.raises(SpaceError, match=r"is of format 1, .*`parlour vectors import FILE --name"):
        Space.open(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(ABOUT, json.dumps({"format": FORMAT + 1}))
    with pytest.raises(SpaceError, match="is of another format, and this version reads format 2"):
        Space.open(path)


def test_numpy_reads_a_space(space: Space) -> None:
    with np.load(space.path, allow_pickle=False) as archive:
        assert archive["vectors"].dtype == np.int8
        assert archive["words"].tolist() == [
            *(b"New_York", b"River", b"moon", b"moons", b"river bank", b"sun")
        ]
        assert archive["rows"].tolist() == [2, 3, 0, ~0, 4, 1]


def rewrite(path: Path, **changed: np.ndarray | bytes) -> None:
    """Exchange members of a space, with the right checksums."""
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    for name, content in changed.items():
        if isinstance(content, bytes):
            members[f"{name}.json"] = content
        else:
            buffer = io.BytesIO()
            np.save(buffer, content)
            members[f"{name}.npy"] = buffer.getvalue()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)


@pytest.mark.parametrize(
    "changed",
    [
        {"vectors": np.ones((5, 3))},
        {"vectors": np.ones((7, 3), np.int8)},
        {"vectors": np.ones(5, np.int8)},
        {"vectors": np.array([object()] * 5)},
        {"vectors": np.ones((5, 0), np.int8)},
        {"rows": np.zeros(5, "<i4")},
        {"rows": np.zeros(6, "<i8")},
        {"words": np.array(list("abcdef"))},
        {"space": b"{" * 9999},
        {"space": b"[" * 200_000},
        {"space": b'{"format": 2}'},
        {"space": b'{"format": 2, "left_out": {}, "licence": "", "name": "", "source": "", '
         b'"version": "../../up"}'},
    ],
)  # fmt: skip
def test_arrays_that_do_not_fit_are_refused(
    space: Space, changed: dict[str, np.ndarray | bytes]
) -> None:
    rewrite(space.path, **changed)
    with pytest.raises(SpaceError, match=r"small\.space is (damaged|of another)"):
        Space.open(space.path)


def test_a_word_that_leads_nowhere_is_damage(space: Space) -> None:
    rewrite(space.path, rows=np.full(6, 99, "<i4"))
    lost = Space.open(space.path)
    with pytest.raises(SpaceError, match="a word has no row"):
        lost.find_row("sun")
    with pytest.raises(SpaceError, match="a row has no word"):
        lost.get_word(0)


def test_a_space_that_is_cut_short_while_it_is_open_is_a_sentence(tmp_path: Path) -> None:
    """Reading beyond the end of a mapped file would end the process with SIGBUS."""
    path = tmp_path / "mine.space"
    write_space(path, [f"w{row}" for row in range(5000)], np.eye(5000, 50) + 1, name="mine")
    space = Space.open(path)
    query = space.get_vectors([7])[0]
    os.truncate(path, 4096)
    for read in (
        lambda: space.find_row("w9"),
        lambda: space.get_word(9),
        lambda: space.get_vectors([9]),
        lambda: space.find_nearest(query, 3),
        lambda: list(space.words),
        space.list_aliases,
    ):
        with pytest.raises(SpaceError, match=r"mine\.space is damaged: it was cut short while"):
            read()


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"<html>" * 99, b"the 0.1 0.2\n" * 99])
def test_a_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "foreign.space"
    path.write_bytes(content)
    with pytest.raises(SpaceError, match=r"foreign\.space is"):
        Space.open(path)


def test_no_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SpaceError, match="No such file"):
        Space.open(tmp_path / "nowhere.space")
    with pytest.raises(SpaceError, match="cannot be opened"):
        Space.open(tmp_path)


def test_an_error_while_writing_keeps_the_older_space(tmp_path: Path, space: Space) -> None:
    before = space.path.read_bytes()

    def stopped() -> None:
        with SpaceWriter(space.path, name="small", width=3) as writer:
            writer.add([b"a"], quantise(VECTORS[:1]))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert space.path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [space.path]


def test_only_what_nobody_writes_any_more_is_removed(tmp_path: Path) -> None:
    left = tmp_path / f".old.space.0badcafe{UNFINISHED}"
    left.write_bytes(b"half")
    path = tmp_path / "new.space"
    with SpaceWriter(path, name="new", width=3) as writer:
        writer.add([b"a"], quantise(VECTORS[:1]))
        assert remove_unfinished(tmp_path) == [left]
    assert list(tmp_path.iterdir()) == [path]
    assert remove_unfinished(tmp_path / "nowhere") == []


def test_spaces_are_found_by_name(tmp_path: Path) -> None:
    write_space(tmp_path / "vectors" / "news.space", ["a"], [[1, 0]], name="news")
    (tmp_path / "vectors" / f".half.space.1{UNFINISHED}").write_bytes(b"")
    assert list(list_spaces(imported=tmp_path / "vectors")) == [
        "word2vec",
        "glove",
        "webster",
        "thoughts",
        "news",
    ]
    reference = build_reference("news", tmp_path / "vectors")
    assert reference == (tmp_path / "vectors" / "news.space").as_uri()
    assert open_space(reference) is open_space(reference)
    assert get_space_name(reference) == "news"
    assert build_reference("glove", tmp_path / "vectors") == "glove"
    with pytest.raises(SpaceError, match="There is no built-in space named 'news'"):
        open_space("news")
    with pytest.raises(SpaceError, match=r"no space named 'newz'.*Did you mean news\?"):
        find_space("newz", imported=tmp_path / "vectors")
