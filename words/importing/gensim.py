"""Read word vectors from gensim's `.kv` files, which are pickles: only if the user trusts them."""

import pickle
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from files.replacement import open_replacement
from words.gensim_requirement import explain_missing_gensim
from words.importing.row_batch import Batch, Fault, build_batch, find_word_fault
from words.importing.vector_file import VectorFile
from words.space.errors import SpaceError

BATCH_ROWS = 4096


UNPICKLING_ERRORS = (
    OSError,
    EOFError,
    MemoryError,  # a damaged length
    OverflowError,
    pickle.UnpicklingError,
    AttributeError,
    ImportError,
    LookupError,
    TypeError,
    ValueError,
)
"""The errors of loading a truncated, damaged or unrelated pickle."""


@contextmanager
def open_gensim(source: VectorFile) -> Iterator[tuple[int, Iterator[Batch]]]:
    """Load a gensim file; large arrays may be in `.npy` files beside it or in the same zip.

    Yields:
        The width of the vectors, and the rows in batches.

    Raises:
        SpaceError: If it cannot be loaded, or holds no word vectors.
    """
    try:
        from gensim.models import KeyedVectors  # noqa: PLC0415 - optional, 0.6 s
    except ModuleNotFoundError:
        raise SpaceError(explain_missing_gensim(f"Reading {source.name}")) from None

    with tempfile.TemporaryDirectory(prefix="parlour-") as folder:
        path = source.path
        if source.packed or path.suffix in (".gz", ".bz2"):  # gensim decides by the name
            path = _unpack(source, Path(folder))
        try:
            loaded = KeyedVectors.load(str(path.absolute()), mmap="r")
        except FileNotFoundError as error:
            missing = Path(str(error.filename)).name
            if path != source.path:
                packed = Path(source.name)
                shown = packed.name if source.archive else packed.stem
                missing = missing.replace(path.name, shown)
            raise SpaceError(
                f"{source.name} keeps its vectors in a second file, {missing}, which is missing."
            ) from error
        except UNPICKLING_ERRORS as error:
            raise SpaceError(f"{source.name} cannot be loaded by gensim: {error!r}.") from error
        loaded = getattr(loaded, "wv", loaded)  # a whole model has them there
        if not isinstance(loaded, KeyedVectors):
            kind = type(loaded).__name__
            raise SpaceError(f"{source.name} holds no word vectors: it is a pickled {kind}.")
        keys, vectors = loaded.index_to_key, loaded.vectors
        if not isinstance(keys, list) or np.shape(vectors) != (len(keys), loaded.vector_size):
            raise SpaceError(f"{source.name} is damaged: its words and vectors do not fit.")
        yield loaded.vector_size, _build_batches(keys, vectors)


def _unpack(source: VectorFile, folder: Path) -> Path:
    """Unpack a gensim file, and put its `.npy` files beside it."""
    path = folder / "vectors.kv"
    with open_replacement(path, durable=False) as file:
        for block in source.read_blocks(1 << 22):
            file.write(block)
    if source.archive is not None:
        for info in source.archive.infolist():
            if info.filename.startswith(f"{source.name}.") and info.filename.endswith(".npy"):
                if "/" in info.filename.removeprefix(source.name):
                    continue  # it would be written outside of the folder
                side = path.name + info.filename.removeprefix(source.name)
                with (
                    source.archive.open(info) as packed,
                    open_replacement(folder / side, durable=False) as file,
                ):
                    shutil.copyfileobj(packed, file)
    else:
        name = source.path.stem
        for beside in source.path.parent.glob("*.npy"):
            if beside.name.startswith(f"{name}."):
                side = path.name + beside.name.removeprefix(name)
                (folder / side).symlink_to(beside.absolute())
    return path


def _build_batches(keys: list[object], vectors: np.ndarray) -> Iterator[Batch]:
    for first in range(0, len(keys), BATCH_ROWS):
        words, places = [], []
        faults: list[tuple[int, Fault]] = []
        part = keys[first : first + BATCH_ROWS]
        for place, key in enumerate(part):
            word = str(key).encode("utf-8", "surrogateescape")
            if fault := find_word_fault(word):
                faults.append((place, fault))
            else:
                words.append(word)
                places.append(place)
        rows = np.asarray(vectors[first : first + BATCH_ROWS], dtype=np.float32)[places]
        yield build_batch(len(part), words, places, rows, faults)
