"""Files of word vectors, plain, gzipped or zipped, as one stream of bytes."""

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path, PurePosixPath
from typing import cast

from words.formats import HEAD, Format, foreign, sniff
from words.layout import SpaceError

DAMAGED = (gzip.BadGzipFile, zipfile.BadZipFile, zlib.error, NotImplementedError)
"""What the unpackers raise on a file that is not as it was packed."""
MOST_MEMBERS = 200
"""Files in a zip that are looked into before somebody has to say which."""

type Stream = io.BufferedReader | gzip.GzipFile | zipfile.ZipExtFile


class Source:
    """An opened file of vectors."""

    found: Format | None
    """What it holds, None if that is no vectors."""
    foreign: str
    """What it is if it holds no vectors."""
    path: Path
    """The file itself."""
    archive: zipfile.ZipFile | None = None
    """The zip it is in."""
    packed: bool = False
    """Whether it is gzipped or in a zip."""
    cut: bool
    """Whether a packed stream turned out to end early."""

    def __init__(self, name: str, stream: Stream, raw: Stream, size: int, path: Path) -> None:
        """Look at the beginning of a stream.

        Args:
            name: What to call it in messages.
            stream: Its bytes, unpacked; can be sought back to its beginning.
            raw: Where `tell` says how much of `size` has been read.
            size: Bytes to be read, packed where no more is known.
            path: The file itself.
        """
        self.path = path
        self.name = name
        self.size = size
        self._stream = stream
        self._raw = raw
        head = self.read(HEAD)
        self.found = sniff(head, whole=len(head) < HEAD)
        self.foreign = foreign(head)
        self.rewind()

    @property
    def format(self) -> Format:
        """What it holds.

        Raises:
            SpaceError: No vectors.
        """
        if self.found is None:
            raise SpaceError(f"{self.name} holds no word vectors: it is {self.foreign}.")
        return self.found

    def rewind(self) -> None:
        """Go back to the first byte."""
        self._stream.seek(0)
        self.cut = False

    def tell(self) -> int:
        """Say how much of `size` has been read."""
        return self._raw.tell()

    def read(self, size: int) -> bytes:
        """Read some bytes; fewer only at the end.

        Raises:
            SpaceError: The file is damaged.
        """
        parts = []
        try:
            while size > 0 and (part := self._stream.read1(min(size, 1 << 20))):
                parts.append(part)
                size -= len(part)
        except EOFError:
            self.cut = True
        except DAMAGED as error:
            raise SpaceError(f"{self.name} is damaged: {error}.") from error
        except OSError as error:
            raise SpaceError(f"{self.name} cannot be read: {error.strerror or error}.") from error
        return b"".join(parts)

    def blocks(self, size: int) -> Iterator[bytes]:
        """Read what follows in blocks cut anywhere."""
        while block := self.read(size):
            yield block

    def lines(self, size: int) -> Iterator[bytes]:
        """Read what follows in blocks of whole lines; only the last may lack its line break.

        Raises:
            SpaceError: The file is damaged, or a line is longer than a block.
        """
        rest = b""
        for block in self.blocks(size):
            end = block.rfind(b"\n") + 1
            if end:
                yield rest + block[:end]
                rest = block[end:]
            elif len(rest) + len(block) > size:
                raise SpaceError(f"{self.name} has a line of more than {size:,} bytes.")
            else:
                rest += block
        if rest:
            yield rest


@contextmanager
def open_source(path: Path, member: str | None = None) -> Iterator[Source]:
    """Open a file of vectors and recognise what it holds.

    Args:
        path: A plain, gzipped or zipped file.
        member: Which file of a zip; not needed if only one holds vectors.

    Raises:
        SpaceError: The file cannot be read, holds no vectors, or holds several files that do.
    """
    with ExitStack() as stack:
        try:
            file = stack.enter_context(path.open("rb"))
            size = path.stat().st_size
            magic = file.read(4)
            file.seek(0)
        except OSError as error:
            raise SpaceError(f"{path} cannot be read: {error.strerror or error}.") from error
        if magic in (b"PK\x03\x04", b"PK\x05\x06"):
            try:
                archive = stack.enter_context(zipfile.ZipFile(file))
            except DAMAGED as error:
                raise SpaceError(f"{path.name} is a damaged or cut zip file.") from error
            source = _choose(path, archive, member, stack)
        elif member is not None:
            raise SpaceError(f"{path.name} is not a zip file, so it has no member {member}.")
        elif magic.startswith(b"\x1f\x8b"):
            source = Source(
                path.name, stack.enter_context(gzip.GzipFile(fileobj=file)), file, size, path
            )
            source.packed = True
        else:
            source = Source(path.name, file, file, size, path)
        yield source


def _choose(path: Path, archive: zipfile.ZipFile, member: str | None, stack: ExitStack) -> Source:
    """Open the one member of a zip that holds vectors."""
    name = path.name
    members = [
        info
        for info in archive.infolist()
        if not info.is_dir()
        and not info.filename.startswith("__MACOSX/")
        and not PurePosixPath(info.filename).name.startswith(".")
    ]
    names = ", ".join(info.filename for info in members[:20])
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
    found = [source for source in opened if source.found is not None]
    if len(found) > 1:
        several = ", ".join(source.name for source in found)
        raise SpaceError(f"{name} holds several files of vectors; choose with --member: {several}.")
    if not found and len(opened) > 1:
        raise SpaceError(f"{name} holds no word vectors; it has: {names}.")
    return found[0] if found else opened[0]


def _open_member(
    path: Path, archive: zipfile.ZipFile, info: zipfile.ZipInfo, stack: ExitStack
) -> Source:
    if info.flag_bits & 1:
        raise SpaceError(f"{info.filename} is locked with a password; unpack it first.")
    try:
        stream = cast("zipfile.ZipExtFile", stack.enter_context(archive.open(info)))
    except DAMAGED as error:
        raise SpaceError(f"{info.filename} is damaged: {error}.") from error
    source = Source(info.filename, stream, stream, info.file_size, path)
    source.archive = archive
    source.packed = True
    return source
