"""Import of users' own word vectors: any of the usual files becomes a space, or nothing does."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from words.folders import EMBEDDED
from words.gensim_file import UNTRUSTED, open_gensim
from words.layout import SUFFIX, SpaceError
from words.parsing import Batch, Fault, parse_binary
from words.sources import Source, open_source
from words.workers import parse_lines
from words.writer import SpaceWriter, remove_unfinished

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
"""What a name may look like."""
BLOCK = 4 << 20
"""Bytes read and parsed at a time; also the longest line."""
SAMPLE = 1000
"""Lines after which a file of mostly bad ones is given up."""

type Progress = Callable[[int, int, int], None]
"""Called with bytes read, bytes in all, and words taken so far."""


@dataclass
class Tally:
    """Lines with the same fault."""

    count: int
    """How many there are."""
    first: int
    """The first of them, counted from 1 as an editor does."""


@dataclass
class Report:
    """What an import did."""

    name: str
    """The name of the new space."""
    path: Path
    """Its file."""
    format: str
    """What kind of file it came from."""
    width: int
    """Numbers in a vector."""
    lines: int = 0
    """Lines read, a header included; rows where the format has no lines."""
    rows: int = 0
    """Words taken."""
    left_out: dict[Fault, Tally] = field(default_factory=dict)
    """Lines left out, by what is wrong with them."""
    promised: int | None = None
    """Rows that the file's header promises, if they are not what it holds."""
    cut: bool = False
    """Whether a packed file ended too early."""
    size: int = 0
    """Bytes of the new space."""
    seconds: float = 0
    """How long it took."""

    def leave_out(self, fault: Fault, place: int) -> None:
        """Count a bad line, which comes so many lines after those read before."""
        line = self.lines + place + 1
        tally = self.left_out.setdefault(fault, Tally(0, line))
        tally.count += 1
        tally.first = min(tally.first, line)

    @property
    def bad(self) -> int:
        """Lines left out in all."""
        return sum(tally.count for tally in self.left_out.values())

    def faults(self) -> str:
        """List what was left out, for a person."""
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
    keep: int | None = None,
    trust: bool = False,
    replace: bool = False,
    member: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """Make a space of a file of word vectors.

    Reads GloVe text, word2vec text and binary, and gensim's `.kv`, each also gzipped or zipped.
    What a file is shows in its contents, not in its name.

    Args:
        source: The file.
        folder: Where the space is put, as `NAME.space`.
        name: The name of the new space.
        keep: Take only the first so many good rows.
        trust: Load a pickle, which can run any program.
        replace: Take the place of an older space of the same name.
        member: Which file of a zip.
        progress: Told now and then how far it is.

    Raises:
        SpaceError: It cannot be done; nothing is left behind, and the message is for a person.
    """
    started = time.perf_counter()
    path = folder / f"{name}{SUFFIX}"
    check_name(name)
    if path.exists() and not replace:
        raise SpaceError(f"There is a space named {name} already; replace it with --replace.")
    if keep is not None and keep < 1:
        raise SpaceError("At least one row has to be kept.")
    with open_source(source, member) as opened, _rows(opened, trust=trust) as (width, batches):
        report = Report(name, path, opened.format.kind, width)
        report.lines = 1 if report.format == "word2vec text" else 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
            remove_unfinished(folder)
            with SpaceWriter(path, name=name, width=width, source=opened.name) as writer:
                for batch in batches:
                    _take(batch, writer, report, keep)
                    if progress is not None:
                        progress(opened.tell(), opened.size, len(writer))
                    if len(writer) == keep:
                        break
                    if report.lines > SAMPLE:
                        _refuse_hopeless(opened, report)
                _refuse_hopeless(opened, report)
                writer.left_out = {fault: bad.count for fault, bad in report.left_out.items()}
        except OSError as error:
            raise SpaceError(f"{path} cannot be written: {error.strerror or error}.") from error
        report.cut = opened.cut
        held = report.rows + report.bad
        if opened.format.promised not in (None, held) and report.rows != keep:
            report.promised = opened.format.promised
    report.size = path.stat().st_size
    report.seconds = time.perf_counter() - started
    return report


def check_name(name: str) -> None:
    """Refuse a name that a space cannot have.

    Raises:
        SpaceError: The message says what is allowed.
    """
    if not NAME.fullmatch(name):
        raise SpaceError(
            f"A space cannot be named {name!r}: 1 to 40 of a-z, 0-9, dot, dash and underscore, "
            "beginning with a letter or digit."
        )
    if name in EMBEDDED:
        raise SpaceError(f"{name} is the name of a space that comes with Parlour; choose another.")


@contextmanager
def _rows(opened: Source, *, trust: bool) -> Iterator[tuple[int, Iterator[Batch]]]:
    """Give the width and the rows of a file, whatever its format."""
    found = opened.format
    if found.kind == "gensim kv":
        if not trust:
            raise SpaceError(UNTRUSTED.format(name=opened.name))
        with open_gensim(opened) as (width, batches):
            yield width, batches
        return
    opened.read(found.skip)
    if found.kind == "word2vec binary":
        blocks = opened.blocks(BLOCK)
        yield found.width, parse_binary(blocks, found.width, found.promised or 0)
    else:
        with closing(parse_lines(opened.lines(BLOCK), found.width)) as batches:
            yield found.width, batches


def _take(batch: Batch, writer: SpaceWriter, report: Report, keep: int | None) -> None:
    """Write a batch as far as rows are wanted, and count what is left out up to there."""
    taken = 0
    while taken < len(batch.words) and (keep is None or len(writer) < keep):
        end = len(batch.words) if keep is None else taken + keep - len(writer)
        part = slice(taken, end)
        for twice in writer.add(batch.words[part], batch.rows[part], batch.scales[part]):
            report.leave_out(Fault.TWICE, batch.places[taken + twice])
        taken = min(end, len(batch.words))
    seen = batch.places[taken - 1] if taken and len(writer) == keep else batch.lines
    for place, fault in batch.faults:
        if place < seen:
            report.leave_out(fault, place)
    report.lines += batch.lines
    report.rows = len(writer)


def _refuse_hopeless(opened: Source, report: Report) -> None:
    if report.bad > report.rows or not report.rows:
        raise SpaceError(
            f"{opened.name} holds no usable word vectors: {report.faults() or 'no rows at all'}."
        )
