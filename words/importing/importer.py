"""Import a file of word vectors as a space, and report the lines that were left out."""

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from words.importing.binary import parse_binary
from words.importing.gensim import open_gensim
from words.importing.row_batch import Batch, Fault
from words.importing.vector_file import VectorFile, open_vector_file
from words.importing.worker_processes import parse_lines
from words.space.errors import SpaceError
from words.space.folder import SUFFIX
from words.space.names import ASSOCIATIONS, EMBEDDED_SPACES
from words.space.unfinished_files import remove_unfinished
from words.space.writer import SpaceWriter

UNTRUSTED = (
    "{name} is a gensim .kv file, which is a pickle: reading one can run any program on this "
    "computer. If you trust whoever made it, import it with --trust."
)


SPACE_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")


BLOCK_SIZE = 4 << 20
"""Bytes that are read and parsed at a time; also the longest line."""


SAMPLE_LINES = 1000
"""If most of this many lines are bad, the import stops."""


type Progress = Callable[[int, int, int], None]
"""Called with bytes read, bytes in total, and words imported so far."""


@dataclass
class FaultCount:
    """The number of lines with a fault."""

    count: int
    first: int
    """The number of the first such line, counted from 1."""


@dataclass
class ImportReport:
    """The result of an import."""

    name: str
    """The name of the new space."""
    path: Path
    """Its file."""
    format: str
    """The format of the source."""
    width: int
    """Numbers per vector."""
    lines: int = 0
    """Lines read, including a header; rows if the format has no lines."""
    rows: int = 0
    """Words imported."""
    left_out: dict[Fault, FaultCount] = field(default_factory=dict)
    """Lines that were left out, by fault."""
    promised: int | None = None
    """Number of rows in the header, if the file has another number."""
    truncated: bool = False
    """Whether a packed file ended too early."""
    size: int = 0
    """Size of the new space in bytes."""
    seconds: float = 0

    def count_fault(self, fault: Fault, place: int) -> None:
        """Count a bad line at this place in the current batch."""
        line = self.lines + place + 1
        count = self.left_out.setdefault(fault, FaultCount(0, line))
        count.count += 1
        count.first = min(count.first, line)

    @property
    def bad(self) -> int:
        """The number of lines that were left out."""
        return sum(tally.count for tally in self.left_out.values())

    def format_faults(self) -> str:
        """List the faults of lines that were left out, for a person."""
        unit = "line" if self.format.endswith("text") else "row"
        return ", ".join(
            f"{tally.count:,} {fault} (first in {unit} {tally.first:,})"
            for fault, tally in sorted(self.left_out.items(), key=lambda item: item[1].first)
        )


def import_vectors(
    source: Path,
    folder: Path,
    name: str,
    *,
    environment: Mapping[str, str],
    keep: int | None = None,
    trust: bool = False,
    replace: bool = False,
    member: str | None = None,
    progress: Progress | None = None,
    origin: tuple[str, str] = ("", ""),
) -> ImportReport:
    """Import a file of word vectors as a space.

    Reads GloVe text, word2vec text and binary, and gensim's `.kv`, each also gzipped or zipped. The
    format is detected from the contents, not from the name.

    Args:
        source: The file.
        folder: The folder for the space, `NAME.space`.
        name: The name of the new space.
        environment: The variables of the processes that read a long file.
        keep: The maximum number of good rows to import, from the first.
        trust: Whether to load a pickle, which can run any program.
        replace: Whether to replace a space of the same name.
        member: The file in a zip.
        progress: Called now and then.
        origin: The source of the vectors, and their licence; empty for the name of the file.

    Raises:
        SpaceError: If the import fails; no file is left behind.
    """
    started = time.perf_counter()
    path = folder / f"{name}{SUFFIX}"
    check_name(name)
    if path.exists() and not replace:
        raise SpaceError(f"There is a space named {name} already; replace it with --replace.")
    if keep is not None and keep < 1:
        raise SpaceError("At least one row has to be kept.")
    with (
        open_vector_file(source, member) as opened,
        _open_rows(opened, environment, trust=trust) as (width, batches),
    ):
        report = ImportReport(name, path, opened.format.kind, width)
        report.lines = 1 if report.format == "word2vec text" else 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            remove_unfinished(folder)
            about = {"source": origin[0] or opened.name, "licence": origin[1]}
            with SpaceWriter(path, name=name, width=width, **about) as writer:
                for batch in batches:
                    _write_batch(batch, writer, report, keep)
                    if progress is not None:
                        progress(opened.tell(), opened.size, len(writer))
                    if len(writer) == keep:
                        break
                    if report.lines > SAMPLE_LINES:
                        _require_good_rows(opened, report)
                _require_good_rows(opened, report)
                writer.left_out = {fault: bad.count for fault, bad in report.left_out.items()}
        except OSError as error:
            raise SpaceError(f"{path} cannot be written: {error.strerror or error}.") from error
        report.truncated = opened.truncated
        found = report.rows + report.bad
        if opened.format.promised not in (None, found) and report.rows != keep:
            report.promised = opened.format.promised
    report.size = path.stat().st_size
    report.seconds = time.perf_counter() - started
    return report


def check_name(name: str) -> None:
    """Check the name of a new space.

    Raises:
        SpaceError: If it is not allowed; the message gives the allowed form.
    """
    if not SPACE_NAME.fullmatch(name):
        raise SpaceError(
            f"A space cannot be named {name!r}: 1 to 40 of a-z, 0-9, dot, dash and underscore, "
            "beginning with a letter or digit."
        )
    if name in EMBEDDED_SPACES:
        raise SpaceError(f"{name} is the name of a space that comes with Parlour; choose another.")
    if name == ASSOCIATIONS:
        raise SpaceError(f"{name} is the name of Parlour's own lists; choose another.")


@contextmanager
def _open_rows(
    opened: VectorFile, environment: Mapping[str, str], *, trust: bool
) -> Iterator[tuple[int, Iterator[Batch]]]:
    """Yield the width and the rows of a file of any format."""
    format_ = opened.format
    if format_.kind == "gensim kv":
        if not trust:
            raise SpaceError(UNTRUSTED.format(name=opened.place))
        with open_gensim(opened) as (width, batches):
            yield width, batches
        return
    opened.read(format_.skip)
    if format_.kind == "word2vec binary":
        blocks = opened.read_blocks(BLOCK_SIZE)
        yield format_.width, parse_binary(blocks, format_.width, format_.promised or 0)
    else:
        with closing(
            parse_lines(opened.read_lines(BLOCK_SIZE), format_.width, environment)
        ) as batches:
            yield format_.width, batches


def _write_batch(batch: Batch, writer: SpaceWriter, report: ImportReport, keep: int | None) -> None:
    """Write a batch until `keep` rows are reached; count the faults up to there."""
    taken = 0
    while taken < len(batch.words) and (keep is None or len(writer) < keep):
        end = len(batch.words) if keep is None else taken + keep - len(writer)
        part = slice(taken, end)
        for repeated in writer.add(batch.words[part], batch.rows[part]):
            report.count_fault(Fault.TWICE, batch.places[taken + repeated])
        taken = min(end, len(batch.words))
    seen = batch.places[taken - 1] if taken and len(writer) == keep else batch.lines
    for place, fault in batch.faults:
        if place < seen:
            report.count_fault(fault, place)
    report.lines += batch.lines
    report.rows = len(writer)


def _require_good_rows(opened: VectorFile, report: ImportReport) -> None:
    if report.bad > report.rows or not report.rows:
        raise SpaceError(
            f"{opened.place} holds no usable word vectors: "
            f"{report.format_faults() or 'no rows at all'}."
        )
