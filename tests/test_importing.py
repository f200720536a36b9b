"""Import of users' own vectors: every format read, every defect counted, nothing half done."""

import gzip
import os
import pickle
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from words import importing, workers
from words.importing import Report, import_vectors
from words.parsing import Fault, parse_text
from words.space import Space, SpaceError
from words.writer import UNFINISHED

WORDS = ["the", "moon", "New_York", "café", "1999", "München", "naïve", "東京", ","]
VECTORS = np.random.default_rng(3).normal(size=(len(WORDS), 20)).astype(np.float32)


def lines(vectors: np.ndarray = VECTORS, words: list[str] = WORDS, end: str = "\n") -> str:
    return "".join(
        f"{word} {' '.join(f'{number:.6g}' for number in vector)}{end}"
        for word, vector in zip(words, vectors, strict=True)
    )


def binary(end: bytes = b"", words: list[str] = WORDS) -> bytes:
    head = f"{len(words)} 20\n".encode()
    rows = zip(words, VECTORS, strict=True)
    return head + b"".join(
        word.encode() + b" " + vector.astype("<f4").tobytes() + end for word, vector in rows
    )


def kv(folder: Path, *, beside: bool) -> Path:
    from gensim.models import KeyedVectors

    vectors = KeyedVectors(20)
    vectors.add_vectors(WORDS, VECTORS)
    path = folder / "mine.kv"
    vectors.save(str(path), sep_limit=0 if beside else 1 << 30)
    assert (folder / "mine.kv.vectors.npy").exists() == beside
    return path


CONTENTS: dict[str, tuple[bytes, str]] = {
    "glove": (lines().encode(), "GloVe text"),
    "glove with DOS line ends": (lines(end="\r\n").encode(), "GloVe text"),
    "glove with a byte order mark": (b"\xef\xbb\xbf" + lines().encode(), "GloVe text"),
    "glove with tabs": (lines().replace(" ", "\t").encode(), "GloVe text"),
    "glove without a last line end": (lines().rstrip().encode(), "GloVe text"),
    "word2vec text": (f"9 20\n{lines()}".encode(), "word2vec text"),
    "word2vec text with spaces at line ends": (
        f"9 20\n{lines(end=' \n')}".encode(),
        "word2vec text",
    ),
    "word2vec binary": (binary(), "word2vec binary"),
    "word2vec binary with line ends": (binary(b"\n"), "word2vec binary"),
}


def plain(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def gzipped(path: Path, content: bytes) -> Path:
    path.write_bytes(gzip.compress(content))
    return path


def zipped(path: Path, content: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("__MACOSX/._vectors.txt", b"junk")
        archive.writestr("README.md", b"These are the vectors.\n")
        archive.writestr("folder/", b"")
        archive.writestr("folder/vectors.txt", content)
    return path


def bring(path: Path, **options: object) -> Report:
    return import_vectors(path, path.parent / "spaces", "mine", **options)  # type: ignore[arg-type]


def refuse(path: Path, message: str, **options: object) -> None:
    """Nothing is left of a refused import, and the message is one sentence or two."""
    with pytest.raises(SpaceError, match=message) as caught:
        bring(path, **options)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    folder = path.parent / "spaces"
    assert not folder.exists() or list(folder.iterdir()) == []


@pytest.mark.parametrize("pack", [plain, gzipped, zipped])
@pytest.mark.parametrize("content", CONTENTS)
def test_every_format_is_read_as_it_was_written(
    tmp_path: Path, content: str, pack: Callable[[Path, bytes], Path]
) -> None:
    data, kind = CONTENTS[content]
    report = bring(pack(tmp_path / "a file", data))
    assert (report.format, report.rows, report.width) == (kind, 9, 20)
    assert (report.left_out, report.promised, report.cut) == ({}, None, False)
    assert report.size == report.path.stat().st_size
    space = Space.open(report.path)
    space.verify()
    assert (space.name, list(space.words)) == ("mine", WORDS)
    units = VECTORS / np.linalg.norm(VECTORS, axis=1, keepdims=True)
    assert (space.vectors(range(9)) * units).sum(axis=1).min() > 0.9999


@pytest.mark.parametrize("beside", [True, False])
@pytest.mark.parametrize("packed", ["plain", "gz", "zip"])
def test_a_trusted_gensim_file_is_read(tmp_path: Path, packed: str, beside: bool) -> None:
    path = kv(tmp_path, beside=beside)
    if packed == "gz":
        path.with_name("mine.kv.gz").write_bytes(gzip.compress(path.read_bytes()))
        path = path.with_name("mine.kv.gz")
    elif packed == "zip":
        with zipfile.ZipFile(tmp_path / "mine.zip", "w") as archive:
            for file in tmp_path.glob("mine.kv*"):
                archive.write(file, f"in/{file.name}")
        path = tmp_path / "mine.zip"
    report = bring(path, trust=True)
    assert (report.format, report.rows, report.width) == ("gensim kv", 9, 20)
    assert list(Space.open(report.path).words) == WORDS


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
    refuse(path, "cannot be loaded|holds no word vectors", trust=True)
    assert ran.exists()  # so the check above means something


def test_a_pickle_of_something_else_is_refused(tmp_path: Path) -> None:
    path = plain(tmp_path / "x.kv", pickle.dumps({"moon": [1, 2]}))
    refuse(path, r"x\.kv cannot be loaded by gensim", trust=True)
    path.write_bytes(pickle.dumps({"moon": [1, 2]})[:-5])
    refuse(path, r"x\.kv cannot be loaded by gensim", trust=True)


def test_every_defect_is_counted_with_its_first_line(tmp_path: Path) -> None:
    good = lines(
        np.random.default_rng(1).normal(size=(20, 4)), [f"good{number}" for number in range(20)]
    ).splitlines()
    text = [
        *(line.encode() for line in good),
        b"short 1 2 3",  # 21
        b"long 1 2 3 4 5",
        b"word 1 2 x 4",  # 23
        b"nan nan 1 1 1",  # 24
        b"inf 1 inf 1 1",
        b"huge 1 1e99 1 1",
        b"zero 0 0 0 0",  # 27
        b"good3 1 2 3 4",  # 28
        b"\xff\xfe 1 2 3 4",  # 29
        b"esc\x1b[2J 1 2 3 4",  # 30
        b"bidi\xe2\x80\xae 1 2 3 4",
        b"x" * 300 + b" 1 2 3 4",
        b" 1 2 3 4",
        b"",
        b"1 2 3 4",  # a year and three numbers: too few
        b". . . 1 2 3 4",
        b"2 1 2 3 4",
        b"plus +1 .5 5. 1e-3",
        b"cut 1 2",
    ]
    report = bring(plain(tmp_path / "bad.txt", b"\n".join(text)))
    assert {fault: (tally.count, tally.first) for fault, tally in report.left_out.items()} == {
        Fault.WIDTH: (3, 21),
        Fault.NUMBER: (1, 23),
        Fault.INFINITE: (3, 24),
        Fault.ZERO: (1, 27),
        Fault.TWICE: (1, 28),
        Fault.ENCODING: (1, 29),
        Fault.WORD: (4, 30),
        Fault.CUT: (1, 39),
    }
    assert report.rows == 23
    assert "3 wrong width (first in line 21)" in report.faults()
    space = Space.open(report.path)
    assert list(space.words)[20:] == [". . .", "2", "plus"]
    assert space.header.left_out["wrong width"] == 3


def test_line_numbers_count_the_header(tmp_path: Path) -> None:
    report = bring(plain(tmp_path / "x.txt", b"4 2\na 1 2\nb 1\nc 3 4\nd 5 6\n"))
    assert report.left_out[Fault.WIDTH].first == 3
    assert report.promised is None


def test_a_header_that_promises_more_is_reported(tmp_path: Path) -> None:
    report = bring(plain(tmp_path / "x.txt", f"50 20\n{lines()}".encode()))
    assert (report.rows, report.promised) == (9, 50)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_bad_rows_of_a_binary_file_are_counted(tmp_path: Path, bad: float) -> None:
    vectors = VECTORS.copy()
    vectors[2, 5] = bad
    vectors[4] = 0
    words = [word.encode() for word in WORDS]
    words[6] = b"\xff\xff"
    words[7] = words[0]
    words.append(b"last")
    vectors = np.vstack([vectors, VECTORS[0]])
    data = b"10 20\n" + b"".join(
        word + b" " + vector.tobytes() for word, vector in zip(words, vectors, strict=True)
    )
    report = bring(plain(tmp_path / "x.bin", data[:-3]))
    assert {fault: tally.first for fault, tally in report.left_out.items()} == {
        Fault.INFINITE: 3,
        Fault.ZERO: 5,
        Fault.ENCODING: 7,
        Fault.TWICE: 8,
        Fault.CUT: 10,
    }
    assert list(Space.open(report.path).words) == ["the", "moon", "café", "München", ","]


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_binary_word_may_hold_spaces(tmp_path: Path, end: bytes) -> None:
    words = ["the", "new york", "a b c d", "rio de janeiro", "x", "abc def", "y", "ab cde f", "z"]
    report = bring(plain(tmp_path / "x.bin", binary(end, words)))
    assert list(Space.open(report.path).words) == words
    assert report.left_out == {}


def test_blocks_may_end_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "ALONE", 1000)
    for size in (300, 311, 512):
        monkeypatch.setattr(importing, "BLOCK", size)
        for name, (data, _) in CONTENTS.items():
            report = bring(plain(tmp_path / "x", data), replace=True)
            assert (report.rows, report.left_out) == (9, {}), name


def test_several_processes_read_the_same_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [f"w{number % 900}" for number in range(1000)]
    text = lines(np.random.default_rng(2).normal(size=(1000, 20)), words).encode()
    path = plain(tmp_path / "many.txt", text.replace(b"\nw77 ", b"\nw77 0 "))
    alone = bring(path)
    before = alone.path.read_bytes()
    monkeypatch.setattr(importing, "BLOCK", 10_000)
    together = bring(path, replace=True)
    assert together.path.read_bytes() == before
    assert together.left_out == alone.left_out
    assert together.left_out[Fault.TWICE] == importing.Tally(99, 901)
    assert together.left_out[Fault.WIDTH] == importing.Tally(2, 78)


def test_a_reader_that_dies_ends_the_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "BLOCK", 10_000)
    monkeypatch.setattr(workers, "_work", os.abort)
    path = plain(tmp_path / "many.txt", lines().encode())
    numbers = [f"w{number}" for number in range(1000)]
    path.write_text(lines(np.ones((1000, 20)), numbers))
    refuse(path, "ended from outside")


@pytest.mark.parametrize("keep", [1, 4, 9, 100])
def test_keep_takes_the_first_good_rows(tmp_path: Path, keep: int) -> None:
    text = b"the 1 2\nthe 2 3\nbad 1\n" + b"".join(
        b"w%d %d 1\n" % (number, number) for number in range(8)
    )
    path = plain(tmp_path / "x.txt", text + b"bad 1\n")
    report = bring(path, keep=keep)
    expected = ["the", *(f"w{number}" for number in range(8))][:keep]
    assert list(Space.open(report.path).words) == expected
    assert report.rows == len(expected)
    wrong = {1: 0, 4: 1, 9: 1, 100: 2}[keep]
    tally = report.left_out.get(Fault.WIDTH)
    assert (tally.count if tally else 0) == wrong


def test_progress_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "BLOCK", 400)
    told: list[tuple[int, int, int]] = []
    path = plain(tmp_path / "x.txt", lines().encode())
    bring(path, progress=lambda *step: told.append(step))
    assert told == sorted(told)
    assert told[-1] == (path.stat().st_size, path.stat().st_size, 9)


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
    "space": (b"parlour\x01" + bytes(99), "already"),
    "absurd width": (b"1 99999\n\x00\x01", "no word vectors|no usable"),
}


@pytest.mark.parametrize("what", HOPELESS)
@pytest.mark.parametrize("pack", [plain, gzipped])
def test_a_hopeless_file_is_refused(
    tmp_path: Path, what: str, pack: Callable[[Path, bytes], Path]
) -> None:
    content, message = HOPELESS[what]
    refuse(pack(tmp_path / "x.txt", content), message)


def test_a_folder_or_no_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    refuse(tmp_path / "folder", "cannot be read: Is a directory")
    refuse(tmp_path / "nowhere", "cannot be read: No such file")


def test_a_line_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "BLOCK", 5000)
    refuse(plain(tmp_path / "x", lines().encode() + b"1 " * 9000), "line of more than 5,000 bytes")


def test_a_cut_gzip_file_gives_what_is_whole(tmp_path: Path) -> None:
    text = lines(np.random.default_rng(4).normal(size=(2000, 20)), [f"w{n}" for n in range(2000)])
    path = gzipped(tmp_path / "x.gz", text.encode())
    path.write_bytes(path.read_bytes()[:-5000])
    report = bring(path)
    assert report.cut
    assert 1500 < report.rows < 2000
    assert set(report.left_out) <= {Fault.CUT}


def test_a_damaged_gzip_file_is_refused(tmp_path: Path) -> None:
    path = gzipped(tmp_path / "x.gz", lines().encode())
    damaged = bytearray(path.read_bytes())
    damaged[-6] ^= 255
    path.write_bytes(damaged)
    refuse(path, "is damaged")


def archive(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped_:
        for name, content in members.items():
            zipped_.writestr(name.replace("_", "."), content)
    return path


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
    refuse(archive(path, a=b"one"), "a holds no word vectors")
    refuse(archive(path, a=gzip.compress(lines().encode())), "it is another gzip file")
    refuse(archive(path, **{f"m{number}": b"x" for number in range(201)}), "201 members")
    refuse(plain(path, lines().encode()), "is not a zip file", member="a")
    whole = archive(path, a=lines().encode()).read_bytes()
    refuse(plain(path, whole[:-30]), "damaged or cut zip")
    wrong = bytearray(whole)
    wrong[60] ^= 255
    refuse(plain(path, bytes(wrong)), "damaged")


def test_a_locked_archive_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "x.zip", a=lines().encode())
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    refuse(plain(path, bytes(data)), "locked with a password")


def test_a_bomb_of_one_line_is_given_up_early(tmp_path: Path) -> None:
    path = archive(tmp_path / "x.zip", a=b"the 0.1 0.2\n" * 3_000_000)
    assert path.stat().st_size < 2_000_000
    started = time.perf_counter()
    refuse(path, "duplicate word")
    assert time.perf_counter() - started < 10


@pytest.mark.parametrize("name", ["", "Mine", "-x", "a/b", "../x", "a b", "x" * 41, "ä"])
def test_a_name_is_a_plain_word(tmp_path: Path, name: str) -> None:
    path = plain(tmp_path / "x.txt", lines().encode())
    with pytest.raises(SpaceError, match=r"cannot be named .* a-z, 0-9"):
        import_vectors(path, tmp_path / "spaces", name)


@pytest.mark.parametrize("name", ["word2vec", "glove"])
def test_embedded_names_are_taken(tmp_path: Path, name: str) -> None:
    with pytest.raises(SpaceError, match="comes with Parlour"):
        import_vectors(tmp_path / "x.txt", tmp_path, name)


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


CHILD = """
import resource, sys
from pathlib import Path
from words import importing, workers
if __name__ == "__main__":
    importing.BLOCK = 20_000
    if sys.argv[2] == "full":
        resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
    path = Path(sys.argv[1])
    def progress(done, size, rows):
        print(rows, flush=True)
        if rows > 2000 and sys.argv[2] == "wait":
            sys.stdin.read()
    try:
        importing.import_vectors(path, path.parent / "spaces", "mine", progress=progress)
    except importing.SpaceError as error:
        sys.exit(str(error))
"""


def child(folder: Path, how: str) -> subprocess.Popen[bytes]:
    path = folder / "many.txt"
    rows = np.random.default_rng(8).normal(size=(8000, 20))
    path.write_text(lines(rows, [f"w{number}" for number in range(8000)]))
    script = folder / "child.py"
    script.write_text(CHILD)
    root = Path(importing.__file__).parent.parent
    return subprocess.Popen(
        [sys.executable, str(script), str(path), how],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(root)},
        start_new_session=True,
    )


def until_half_way(process: subprocess.Popen[bytes]) -> None:
    assert process.stdout is not None
    while int(process.stdout.readline()) <= 2000:
        pass


def group_is_gone(group: int) -> bool:
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_a_killed_import_leaves_no_space_and_the_next_one_cleans_up(tmp_path: Path) -> None:
    with child(tmp_path, "wait") as process:
        until_half_way(process)
        process.kill()
        process.communicate()
    folder = tmp_path / "spaces"
    (left,) = folder.iterdir()
    assert left.name.endswith(UNFINISHED)
    with pytest.raises(SpaceError):
        Space.open(left)
    assert group_is_gone(process.pid)  # the readers end with it
    report = bring(plain(tmp_path / "x.txt", lines().encode()))
    assert list(folder.iterdir()) == [report.path]


def test_an_import_beside_a_running_one_lets_it_be(tmp_path: Path) -> None:
    with child(tmp_path, "wait") as process:
        until_half_way(process)
        other = plain(tmp_path / "x.txt", lines().encode())
        import_vectors(other, tmp_path / "spaces", "other")
        process.communicate()
    assert process.returncode == 0
    names = {path.name for path in (tmp_path / "spaces").iterdir()}
    assert names == {"mine.space", "other.space"}
    assert len(Space.open(tmp_path / "spaces" / "mine.space")) == 8000


def test_an_interrupted_import_leaves_nothing(tmp_path: Path) -> None:
    with child(tmp_path, "wait") as process:
        until_half_way(process)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all of the group
        _, errors = process.communicate()
    assert process.returncode != 0
    assert errors.count(b"Traceback") == 1  # of the child's own; the readers stay silent
    assert list((tmp_path / "spaces").iterdir()) == []
    assert group_is_gone(process.pid)


def test_a_full_disk_leaves_nothing(tmp_path: Path) -> None:
    with child(tmp_path, "full") as process:
        _, errors = process.communicate()
    assert process.returncode == 1
    assert b"mine.space cannot be written: File too large." in errors
    assert list((tmp_path / "spaces").iterdir()) == []


numbers = st.floats(-1e6, 1e6, allow_subnormal=False).map(lambda number: f"{number:.5g}")
fields = numbers | st.sampled_from(["nan", "inf", "x", "", "1e999", "null", "true", "[1]", "1,2"])


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(fields, min_size=2, max_size=4), max_size=12))
def test_a_block_is_read_as_its_lines_are(rows: list[list[str]]) -> None:
    """Reading many lines at once gives what reading each alone gives."""
    text = [f"w{number} {' '.join(row)}\n".encode() for number, row in enumerate(rows)]
    together = parse_text(b"".join(text), 3)
    alone = [parse_text(line, 3) for line in text]
    assert together.words == [word for one in alone for word in one.words]
    assert together.rows.tolist() == [row for one in alone for row in one.rows.tolist()]
    found = [(place, fault) for place, one in enumerate(alone) for _, fault in one.faults]
    assert together.faults == found
    assert len(together.words) + len(together.faults) == len(rows)
