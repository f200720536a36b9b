"""Files of word vectors in every format and packing, for tests of their import."""

import gzip
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.config.child_environment import PYTHON, build_environment
from words.importing.importer import ImportReport, import_vectors
from words.space.errors import SpaceError

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


def import_gensim() -> Any:
    """Import `gensim.models`, or skip the test: no game needs it, and Python 3.14 has none."""
    return pytest.importorskip("gensim.models", reason="gensim is not installed")


def kv(folder: Path, *, beside: bool) -> Path:
    vectors = import_gensim().KeyedVectors(20)
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


def bring(path: Path, **options: object) -> ImportReport:
    folder, environment = path.parent / "spaces", build_environment(PYTHON)
    return import_vectors(path, folder, "mine", environment=environment, **options)  # type: ignore[arg-type]


def refuse(path: Path, message: str, **options: object) -> None:
    """Nothing is left of a refused import, and the message is one sentence or two."""
    with pytest.raises(SpaceError, match=message) as caught:
        bring(path, **options)
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    folder = path.parent / "spaces"
    assert not folder.exists() or list(folder.iterdir()) == []


def archive(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped_:
        for name, content in members.items():
            zipped_.writestr(name.replace("_", "."), content)
    return path
