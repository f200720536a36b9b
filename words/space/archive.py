"""The file of a space: arrays in one archive, as `numpy.savez` writes them (`.npz`).

It is one file, so that a space is replaced at once; it is not compressed, so that its arrays can be
mapped into memory, which `numpy.load` does only for an array in a file of its own.
"""

import mmap
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from tokenize import TokenError
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from words.space.about import FORMAT, About

ABOUT = "space.json"
VECTORS = "vectors.npy"
"""A row for each word, int8; the length of a row has no meaning."""
WORDS = "words.npy"
"""Every word and alias in UTF-8, sorted."""
ROWS = "rows.npy"
"""For each of them its row; `~row` for an alias."""


OLD_MAGIC = b"parlour\x01"
"""The first bytes of a file of format 1."""


LONGEST_ABOUT = 100_000
"""Maximum size of the metadata in bytes."""


LOCAL_HEADER = struct.Struct("<26xHH")
"""What stands before a member of a zip: in the end the lengths of its name and of extra fields."""


DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    LookupError,
    MemoryError,  # a damaged length
    OverflowError,
    RuntimeError,  # a member that is marked as encrypted, or packed in an unknown way
    SyntaxError,
    TokenError,
    TypeError,
    ValueError,
)
"""The errors that zipfile and numpy raise for damaged files."""


class Arrays(NamedTuple):
    """The arrays of a space, mapped into memory."""

    vectors: NDArray[np.int8]
    words: NDArray[np.bytes_]
    rows: NDArray[np.int32]


def read_archive(file: BinaryIO) -> tuple[About, mmap.mmap, Arrays]:
    """Read the metadata of a space, and map its arrays into memory.

    Raises:
        ValueError: If the file is no space, or is damaged; the message completes the sentence
            "FILE ...".
        OSError: If it cannot be read.
    """
    start = file.read(len(OLD_MAGIC))
    if not start:
        raise ValueError("is empty")
    if start == OLD_MAGIC:
        raise ValueError(
            f"is of format 1, and this version reads format {FORMAT}: import its source again "
            "with `parlour vectors import FILE --name NAME --replace`"
        )
    with _explain_damage():
        archive = zipfile.ZipFile(file)
        if archive.getinfo(ABOUT).file_size > LONGEST_ABOUT:
            raise zipfile.BadZipFile("what it says about itself is too long")
        text = archive.read(ABOUT)
    about = About.from_json(text)
    with _explain_damage():
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        arrays = Arrays(
            *(_map_array(file, mapped, archive.getinfo(name)) for name in (VECTORS, WORDS, ROWS))
        )
        _check_arrays(arrays)
    return about, mapped, arrays


@contextmanager
def _explain_damage() -> Iterator[None]:
    try:
        yield
    except DAMAGE as error:
        raise ValueError("is damaged, cut short or not a space of word vectors") from error


def _map_array(file: BinaryIO, mapped: mmap.mmap, info: zipfile.ZipInfo) -> NDArray[Any]:
    """Map a member, without copying it.

    Raises:
        One of `DAMAGE`: If it is compressed, or has another size than its header says.
    """
    if info.compress_type != zipfile.ZIP_STORED:
        raise zipfile.BadZipFile("a compressed array cannot be mapped")
    file.seek(info.header_offset)
    start = info.header_offset + LOCAL_HEADER.size
    start += sum(LOCAL_HEADER.unpack(file.read(LOCAL_HEADER.size)))
    file.seek(start)
    npy.read_magic(file)
    shape, _, dtype = npy.read_array_header_1_0(file)
    array: NDArray[Any] = np.ndarray(shape, dtype, mapped, file.tell())
    if file.tell() + array.nbytes != start + info.file_size:
        raise zipfile.BadZipFile("an array has another size than its header says")
    return array


def _check_arrays(arrays: Arrays) -> None:
    vectors, words, rows = arrays
    if not (
        (vectors.ndim, vectors.dtype.str) == (2, "|i1")
        and (words.ndim, words.dtype.kind) == (1, "S")
        and (rows.shape, rows.dtype.str) == (words.shape, "<i4")
        and 0 < len(vectors) <= len(words)
        and vectors.shape[1]
    ):
        raise ValueError("arrays that do not fit")


def find_damage(file: BinaryIO) -> str:
    """Compare all members with their checksums; returns the name of a damaged one, or nothing."""
    try:
        with zipfile.ZipFile(file) as archive:
            return archive.testzip() or ""
    except DAMAGE:
        return "the archive"
