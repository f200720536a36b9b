"""Files that make no space: each refused in one sentence, and nothing left of it."""

import gzip
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.config.child_environment import PYTHON, build_environment
from tests.vector_files import (
    archive,
    bring,
    gzipped,
    import_gensim,
    kv,
    lines,
    plain,
    refuse,
    zipped,
)
from words.importing import importer as vector_import
from words.importing.importer import import_vectors
from words.importing.row_batch import Fault
from words.space.errors import SpaceError
from words.space.reader import Space


def test_a_gensim_file_without_its_side_file_names_it(tmp_path: Path) -> None:
    path = kv(tmp_path, beside=True)
    path.with_name("mine.kv.vectors.npy").unlink()
    refuse(path, r"second file, mine\.kv\.vectors\.npy, which is missing", trust=True)


class Malice:
    """Unpickling this makes a file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


@pytest.mark.parametrize("pack", [plain, gzipped, zipped])
def test_no_pickle_runs_untrusted(tmp_path: Path, pack: Callable[[Path, bytes], Path]) -> None:
    ran = tmp_path / "ran"
    path = pack(tmp_path / "innocent.txt", pickle.dumps(Malice(ran)))
    refuse(path, r"is a pickle: reading one can run any program.*--trust")
    assert not ran.exists()
    import_gensim()
    refuse(path, "cannot be loaded|holds no word vectors", trust=True)
    assert ran.exists()  # so the check above means something


def test_a_pickle_of_something_else_is_refused(tmp_path: Path) -> None:
    import_gensim()
    path = plain(tmp_path / "x.kv", pickle.dumps({"moon": [1, 2]}))
    refuse(path, r"x\.kv cannot be loaded by gensim", trust=True)
    path.write_bytes(pickle.dumps({"moon": [1, 2]})[:-5])
    refuse(path, r"x\.kv cannot be loaded by gensim", trust=True)


HOPELESS: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "it is empty"),
    "blank": (b"\n\n  \n", "it is blank"),
    "web page": (b"<!DOCTYPE html><html><body>404</body>", "it is a web page"),
    "prose": (b"It was the best of times,\nit was the worst of times.\n" * 50, "no word vectors"),
    "one number": (b"a 1\nb 2\n", "in no known format"),
    "picture": (b"\x89PNG\r\n\x1a\n" + bytes(99), "it is a picture"),
    "zeros": (bytes(10_000), "in no known format"),
    "noise": (np.random.default_rng(0).bytes(100_000), "in no known format"),
    "header only": (b"5 300\n", "no word vectors"),
    "mostly bad": (b"a 1 2\nb 1 2\n" + b"c 1\n" * 9, "no word vectors"),
    "mostly bad later": (
        b"".join(b"w%d 1 2\n" % row for row in range(300)) + b"bad 1\n" * 500,
        "500 wrong width",
    ),
    "all zeros": (b"a 0 0\nb 0 0\n", "no usable word vectors: 2 all zeros"),
    "one word": (b"a 1 2\n" * 50, "49 duplicate word"),
    "side file": (b"\x93NUMPY\x01\x00" + bytes(99), r"belongs to a \.kv file"),
    "fastText": (b"\xba\x16\x4f\x2f" + bytes(99), "fastText model"),
    "xz": (b"\xfd7zXZ\x00" + bytes(99), "unpack it first"),
    "space": (b"parlour\x01" + bytes(99), "a space of an older version; import"),
    "absurd width": (b"1 99999\n\x00\x01", "no word vectors|no usable"),
}


@pytest.mark.parametrize("what", HOPELESS)
@pytest.mark.parametrize("pack", [plain, gzipped])
def test_a_hopeless_file_is_refused(
    tmp_path: Path, what: str, pack: Callable[[Path, bytes], Path]
) -> None:
    content, message = HOPELESS[what]
    refuse(pack(tmp_path / "x.txt", content), message)


def test_a_space_is_not_imported_again(tmp_path: Path) -> None:
    space = bring(plain(tmp_path / "x.txt", lines().encode())).path
    refuse(space, "mine.space holds no word vectors to import: it is a space already")


def test_a_folder_or_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    refuse(tmp_path / "folder", "cannot be read: Is a directory")
    refuse(tmp_path / "nowhere", "cannot be read: No such file")


def test_a_line_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vector_import, "BLOCK_SIZE", 5000)
    refuse(plain(tmp_path / "x", lines().encode() + b"1 " * 9000), "line of more than 5,000 bytes")


def test_a_cut_gzip_file_gives_what_is_whole(tmp_path: Path) -> None:
    text = lines(np.random.default_rng(4).normal(size=(2000, 20)), [f"w{n}" for n in range(2000)])
    path = gzipped(tmp_path / "x.gz", text.encode())
    path.write_bytes(path.read_bytes()[:-5000])
    report = bring(path)
    assert report.truncated
    assert 1500 < report.rows < 2000
    assert set(report.left_out) <= {Fault.CUT}


def test_a_damaged_gzip_file_is_refused(tmp_path: Path) -> None:
    path = gzipped(tmp_path / "x.gz", lines().encode())
    damaged = bytearray(path.read_bytes())
    damaged[-6] ^= 255
    path.write_bytes(damaged)
    refuse(path, "is damaged")


def test_one_of_several_members_has_to_be_chosen(tmp_path: Path) -> None:
    text = lines().encode()
    path = archive(tmp_path / "glove.zip", g_50d_txt=text, g_300d_txt=text, README=b"hello")
    refuse(path, r"several files of vectors; choose with --member: g\.50d\.txt, g\.300d\.txt")
    refuse(path, "has no member x; it has: g.50d.txt", member="x")
    refuse(path, "it is in no known format", member="README")
    assert bring(path, member="g.300d.txt").rows == 9


def test_archives_that_hold_nothing_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    refuse(archive(path), "empty zip file")
    refuse(archive(path, a=b"one", b=b"two"), "holds no word vectors; it has: a, b")
    refuse(archive(path, a=b"one"), "x.zip: a holds no word vectors")
    refuse(archive(path, a=gzip.compress(lines().encode())), "it is another gzip file")
    refuse(archive(path, **{f"m{number}": b"x" for number in range(201)}), "201 members")
    refuse(plain(path, lines().encode()), "is not a zip file", member="a")
    whole = archive(path, a=lines().encode()).read_bytes()
    refuse(plain(path, whole[:-30]), "damaged or cut zip")
    wrong = bytearray(whole)
    wrong[60] ^= 255
    refuse(plain(path, bytes(wrong)), "x.zip: a is damaged")


def test_a_locked_archive_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "x.zip", a=lines().encode())
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    refuse(plain(path, bytes(data)), "locked with a password")


def test_a_bomb_of_one_line_is_given_up_early(tmp_path: Path) -> None:
    path = archive(tmp_path / "x.zip", a=b"the 0.1 0.2\n" * 3_000_000)
    assert path.stat().st_size < 2_000_000
    blocks: list[int] = []
    refuse(path, "duplicate word", progress=lambda _read, _size, words: blocks.append(words))
    assert blocks == [1], "it is given up after the first of nine blocks"


@pytest.mark.parametrize("name", ["", "Mine", "-x", "a/b", "../x", "a b", "x" * 41, "ä"])
def test_a_name_is_a_plain_word(tmp_path: Path, name: str) -> None:
    path = plain(tmp_path / "x.txt", lines().encode())
    with pytest.raises(SpaceError, match=r"cannot be named .* a-z, 0-9"):
        import_vectors(path, tmp_path / "spaces", name, environment=build_environment(PYTHON))


@pytest.mark.parametrize("name", ["word2vec", "glove", "webster", "thoughts", "associations"])
def test_embedded_names_are_taken(tmp_path: Path, name: str) -> None:
    with pytest.raises(SpaceError, match="choose another"):
        import_vectors(tmp_path / "x.txt", tmp_path, name, environment=build_environment(PYTHON))


def test_a_space_is_replaced_only_when_asked(tmp_path: Path) -> None:
    path = plain(tmp_path / "x.txt", lines().encode())
    first = bring(path).path.read_bytes()
    path.write_text(lines(words=[f"w{number}" for number in range(9)]))
    with pytest.raises(SpaceError, match="named mine already; replace it with --replace"):
        bring(path)
    path_of_space = tmp_path / "spaces" / "mine.space"
    assert path_of_space.read_bytes() == first
    with pytest.raises(SpaceError):
        bring(plain(tmp_path / "y.txt", b"<html>"), replace=True)
    assert path_of_space.read_bytes() == first
    bring(path, replace=True)
    assert "w1" in Space.open(path_of_space)


def test_at_least_one_row_is_kept(tmp_path: Path) -> None:
    refuse(plain(tmp_path / "x.txt", lines().encode()), "At least one", keep=0)
