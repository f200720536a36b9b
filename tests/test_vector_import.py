"""Import of users' own vectors: every format read, every defect counted."""

import gzip
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vector_files import (
    CONTENTS,
    VECTORS,
    WORDS,
    binary,
    bring,
    gzipped,
    kv,
    lines,
    plain,
    refuse,
    zipped,
)
from words.importing import importer as vector_import
from words.importing import worker_processes as vector_parsing
from words.importing.row_batch import Fault
from words.importing.text import parse_text
from words.space.reader import Space


@pytest.mark.parametrize("pack", [plain, gzipped, zipped])
@pytest.mark.parametrize("content", CONTENTS)
def test_every_format_is_read_as_it_was_written(
    tmp_path: Path, content: str, pack: Callable[[Path, bytes], Path]
) -> None:
    data, kind = CONTENTS[content]
    report = bring(pack(tmp_path / "a file", data))
    assert (report.format, report.rows, report.width) == (kind, 9, 20)
    assert (report.left_out, report.promised, report.truncated) == ({}, None, False)
    assert report.size == report.path.stat().st_size
    space = Space.open(report.path)
    space.verify()
    assert (space.name, list(space.words)) == ("mine", WORDS)
    units = VECTORS / np.linalg.norm(VECTORS, axis=1, keepdims=True)
    assert (space.get_vectors(range(9)) * units).sum(axis=1).min() > 0.9999


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
    assert "3 wrong width (first in line 21)" in report.format_faults()
    space = Space.open(report.path)
    assert list(space.words)[20:] == [". . .", "2", "plus"]
    assert space.about.left_out["wrong width"] == 3


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
    monkeypatch.setattr(vector_parsing, "FEWEST_BLOCKS", 1000)
    for size in (300, 311, 512):
        monkeypatch.setattr(vector_import, "BLOCK_SIZE", size)
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
    monkeypatch.setattr(vector_import, "BLOCK_SIZE", 10_000)
    together = bring(path, replace=True)
    assert together.path.read_bytes() == before
    assert together.left_out == alone.left_out
    assert together.left_out[Fault.TWICE] == vector_import.FaultCount(99, 901)
    assert together.left_out[Fault.WIDTH] == vector_import.FaultCount(2, 78)


def test_a_reader_that_dies_ends_the_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_import, "BLOCK_SIZE", 10_000)
    monkeypatch.setattr(vector_parsing, "WORKER", "import os; os.abort()")
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
    monkeypatch.setattr(vector_import, "BLOCK_SIZE", 400)
    told: list[tuple[int, int, int]] = []
    path = plain(tmp_path / "x.txt", lines().encode())
    bring(path, progress=lambda *step: told.append(step))
    assert told == sorted(told)
    assert told[-1] == (path.stat().st_size, path.stat().st_size, 9)


numbers = st.floats(-1e6, 1e6, allow_subnormal=False).map(lambda number: f"{number:.5g}")
fields = numbers | st.sampled_from(
    ["nan", "inf", "x", "", "1e999", "null", "true", "[1]", "1,2", "9" * 400]
)


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
