"""Vectors that gensim saved: pickles, which are loaded only for those who trust them."""

import pickle
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from words.layout import SpaceError
from words.parsing import Batch, Fault, gather, word_fault
from words.sources import Source

ROWS = 4096
"""Rows in a batch."""
UNTRUSTED = (
    "{name} is a gensim .kv file, which is a pickle: reading one can run any program on this "
    "computer. If you trust whoever made it, import it with --trust."
)
"""Why such a file is refused."""
UNPICKLING = (
    OSError,
    EOFError,
    pickle.UnpicklingError,
    AttributeError,
    ImportError,
    LookupError,
    TypeError,
    ValueError,
)
"""What loading a pickle raises that is cut, damaged, or of something else."""


@contextmanager
def open_gensim(source: Source) -> Iterator[tuple[int, Iterator[Batch]]]:
    """Load what gensim saved, with its big arrays in `.npy` files beside it or in the same zip.

    Yields:
        The width of the vectors, and the rows in batches.

    Raises:
        SpaceError: It cannot be loaded, or is not keyed vectors.
    """
    from gensim.models import KeyedVectors  # slow to import, and needed only here

    with tempfile.TemporaryDirectory(prefix="parlour-") as folder:
        path = source.path
        if source.packed or path.suffix in (".gz", ".bz2"):  # gensim goes by the name
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
        except UNPICKLING as error:
            raise SpaceError(f"{source.name} cannot be loaded by gensim: {error!r}.") from error
        loaded = getattr(loaded, "wv", loaded)  # a whole model keeps them there
        if not isinstance(loaded, KeyedVectors):
            kind = type(loaded).__name__
            raise SpaceError(f"{source.name} holds no word vectors: it is a pickled {kind}.")
        yield loaded.vector_size, _batches(loaded.index_to_key, loaded.vectors)


def _unpack(source: Source, folder: Path) -> Path:
    """Unpack a gensim file, and put its side files beside it."""
    path = folder / "vectors.kv"
    with path.open("wb") as file:
        for block in source.blocks(1 << 22):
            file.write(block)
    if source.archive is not None:
        for info in source.archive.infolist():
            if info.filename.startswith(f"{source.name}.") and info.filename.endswith(".npy"):
                side = path.name + info.filename.removeprefix(source.name)
                with source.archive.open(info) as packed, (folder / side).open("wb") as file:
                    shutil.copyfileobj(packed, file)
    else:
        name = source.path.stem
        for beside in source.path.parent.glob("*.npy"):
            if beside.name.startswith(f"{name}."):
                side = path.name + beside.name.removeprefix(name)
                (folder / side).symlink_to(beside.absolute())
    return path


def _batches(keys: list[object], vectors: np.ndarray) -> Iterator[Batch]:
    for first in range(0, len(keys), ROWS):
        words, places = [], []
        faults: list[tuple[int, Fault]] = []
        part = keys[first : first + ROWS]
        for place, key in enumerate(part):
            word = str(key).encode("utf-8", "surrogateescape")
            if fault := word_fault(word):
                faults.append((place, fault))
            else:
                words.append(word)
                places.append(place)
        rows = np.asarray(vectors[first : first + ROWS], dtype=np.float32)[places]
        yield gather(len(part), words, places, rows, faults)
