"""Open files of word vectors, plain, gzipped or in a zip, and read blocks."""

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from typing import cast

from files.regular import open_binary
from words.importing.format import Format, describe_other_format, detect_format
from words.space.archive import ABOUT
from words.space.errors import SpaceError

HEAD_SIZE = 1 << 18
"""Bytes at the beginning of a file that decide its format."""


UNPACKING_ERRORS = (gzip.BadGzipFile, zipfile.BadZipFile, zlib.error, NotImplementedError)
"""The errors that gzip and zipfile raise for damaged files."""


MOST_MEMBERS = 200
"""Maximum number of files in a zip that are searched; in larger ones, the user must choose."""


type Stream = io.BufferedReader | gzip.GzipFile | zipfile.ZipExtFile


class VectorFile:
    """An opened file of word vectors: plain, gzipped or in a zip."""

    detected: Format | None
    """Its format; None if it holds no word vectors."""
    other_format: str
    """A description if it contains no word vectors."""
    path: Path
    """The file on disk."""
    place: str
    """Its name for messages, after that of its zip."""
    archive: zipfile.ZipFile | None = None
    """The zip it is in."""
    packed: bool = False
    """Whether it is gzipped or in a zip."""
    truncated: bool
    """Whether a packed stream ended too early."""

    def __init__(self, name: str, stream: Stream, raw: Stream, size: int, path: Path) -> None:
        """Detect the format of a stream.

        Args:
            name: Its name, in a zip if it is in one.
            stream: Its unpacked bytes; seekable to the beginning.
            raw: The stream whose `tell` measures progress against `size`.
            size: Bytes to read; packed size for gzip.
            path: The file on disk.
        """
        self.path = path
        self.name = name
        self.place = name if name == path.name else f"{path.name}: {name}"
        self.size = size
        self._stream = stream
        self._raw = raw
        head = self.read(HEAD_SIZE)
        self.detected = detect_format(head, whole=len(head) < HEAD_SIZE)
        self.other_format = describe_other_format(head)
        self.rewind()

    @property
    def format(self) -> Format:
        """Its format.

        Raises:
            SpaceError: If it holds no word vectors.
        """
        if self.detected is None:
            raise SpaceError(f"{self.place} holds no word vectors: it is {self.other_format}.")
        return self.detected

    def rewind(self) -> None:
        self._stream.seek(0)
        self.truncated = False

    def tell(self) -> int:
        """How much of `size` has been read."""
        return self._raw.tell()

    def read(self, size: int) -> bytes:
        """Read `size` bytes, or fewer at the end.

        Raises:
            SpaceError: If the file is damaged.
        """
        parts = []
        try:
            while size > 0 and (part := self._stream.read1(min(size, 1 << 20))):
                parts.append(part)
                size -= len(part)
        except EOFError:
            self.truncated = True
        except UNPACKING_ERRORS as error:
            raise SpaceError(f"{self.place} is damaged: {str(error).rstrip('.')}.") from error
        except OSError as error:
            raise SpaceError(f"{self.place} cannot be read: {error.strerror or error}.") from error
        return b"".join(parts)

    def read_blocks(self, size: int) -> Iterator[bytes]:
        """Read the rest in blocks, split anywhere."""
        while block := self.read(size):
            yield block

    def read_lines(self, size: int) -> Iterator[bytes]:
        """Read the rest in blocks of whole lines; only the last may lack its line break.

        Raises:
            SpaceError: If the file is damaged, or a line is longer than a block.
        """
        rest = b""
        for block in self.read_blocks(size):
            end = block.rfind(b"\n") + 1
            if end:
                yield rest + block[:end]
                rest = block[end:]
            elif len(rest) + len(block) > size:
                raise SpaceError(f"{self.place} has a line of more than {size:,} bytes.")
            else:
                rest += block
        if rest:
            yield rest


@contextmanager
def open_vector_file(path: Path, member: str | None = None) -> Iterator[VectorFile]:
    """Open a file of word vectors and detect its format.

    Args:
        path: A plain, gzipped or zipped file.
        member: The file in a zip; not needed if only one holds word vectors.

    Raises:
        SpaceError: If it cannot be read, holds no word vectors, or several files with them.
    """
    with ExitStack() as stack:
        try:
            file = stack.enter_context(open_binary(path))
            size = path.stat().st_size
            magic = file.read(4)
            file.seek(0)
        except OSError as error:
            raise SpaceError(f"{path} cannot be read: {error.strerror or error}.") from error
        if magic in (b"PK\x03\x04", b"PK\x05\x06"):
            try:
                archive = stack.enter_context(zipfile.ZipFile(file))
            except UNPACKING_ERRORS as error:
                raise SpaceError(f"{path.name} is a damaged or cut zip file.") from error
            opened = _choose_member(path, archive, member, stack)
        elif member is not None:
            raise SpaceError(f"{path.name} is not a zip file, so it has no member {member}.")
        elif magic.startswith(b"\x1f\x8b"):
            opened = VectorFile(
                path.name, stack.enter_context(gzip.GzipFile(fileobj=file)), file, size, path
            )
            opened.packed = True
        else:
            opened = VectorFile(path.name, file, file, size, path)
        yield opened


def _choose_member(
    path: Path, archive: zipfile.ZipFile, member: str | None, stack: ExitStack
) -> VectorFile:
    """Open the one file in a zip that holds word vectors."""
    name = path.name
    members = [
        info
        for info in archive.infolist()
        if not info.is_dir()
        and not info.filename.startswith("__MACOSX/")
        and not PurePosixPath(info.filename).name.startswith(".")
    ]
    names = ", ".join(info.filename for info in members[:20])
    if ABOUT in archive.namelist():
        raise SpaceError(f"{name} holds no word vectors to import: it is a space already.")
    if member is not None:
        wanted = (member, PurePosixPath(member).name)
        members = [
            info
            for info in members
            if info.filename == member or PurePosixPath(info.filename).name in wanted
        ]
        if not members:
            raise SpaceError(f"{name} has no member {member}; it has: {names or 'none'}.")
    if not members:
        raise SpaceError(f"{name} holds no word vectors: it is an empty zip file.")
    if len(members) > MOST_MEMBERS:
        raise SpaceError(f"{name} has {len(members):,} members; choose one with --member.")
    opened = [_open_member(path, archive, info, stack) for info in members]
    found = [file for file in opened if file.detected is not None]
    if len(found) > 1:
        several = ", ".join(file.name for file in found)
        raise SpaceError(f"{name} holds several files of vectors; choose with --member: {several}.")
    if not found and len(opened) > 1:
        raise SpaceError(f"{name} holds no word vectors; it has: {names}.")
    return found[0] if found else opened[0]


def _open_member(
    path: Path, archive: zipfile.ZipFile, info: zipfile.ZipInfo, stack: ExitStack
) -> VectorFile:
    place = f"{path.name}: {info.filename}"
    if info.flag_bits & 1:
        raise SpaceError(f"{place} is locked with a password; unpack it first.")
    try:
        stream = cast("zipfile.ZipExtFile", stack.enter_context(archive.open(info)))
    except UNPACKING_ERRORS as error:
        raise SpaceError(f"{place} is damaged: {str(error).rstrip('.')}.") from error
    opened = VectorFile(info.filename, stream, stream, info.file_size, path)
    opened.archive = archive
    opened.packed = True
    return opened
