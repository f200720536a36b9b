"""The card of a data set: what it is, how it was made, and what its columns mean."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import pyarrow as pa

from engine.count_text import format_count
from engine.export.redaction import redact_spec, redact_value
from engine.players.spec import is_human_spec
from lab.analysis.stand_in_rule import NOUNS, describe_rule
from lab.analysis.tables import Run
from lab.errors import LabError
from lab.experiment.sections import StandIns
from lab.report.markdown import escape_markdown, format_markdown_table
from lab.report.section import TextTable

LICENCE = re.compile(r"[a-z0-9][a-z0-9.+-]{0,59}")
"""Matches identifiers of licences on the Hub, such as `cc-by-4.0`."""


ROWS = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)
"""The Hub's names for sizes, by the number that they end before."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the data set."""

    name: str
    frame: pd.DataFrame
    excluded: int
    """How many rows were left out for moves of stand-ins or operators."""

    @property
    def file(self) -> str:
        """The name of its file."""
        return f"{self.name}.parquet"


def check_licence(licence: str) -> None:
    """Check that a licence is empty or an identifier.

    Raises:
        LabError: If not.
    """
    if licence and not LICENCE.fullmatch(licence):
        raise LabError(
            "--licence takes an identifier of the Hub in lower case, such as cc-by-4.0 or mit."
        )


def build_card(
    run: Run, tables: Sequence[Table], licence: str, rule: StandIns, *, texts: bool
) -> str:
    """Build the card.

    Args:
        run: The run.
        tables: The tables of the data set.
        licence: The identifier of the licence; empty for none.
        rule: How the tables count games with moves of stand-ins.
        texts: Whether the calls have messages, answers and reasoning.
    """
    lines = (f"{name}: {value}" for name, value in _list_fields(run, tables, licence))
    head = "\n".join(("---", *lines, "---"))
    return "\n\n".join((head, *_list_parts(run, tables, licence, rule, texts=texts))) + "\n"


def _list_fields(run: Run, tables: Sequence[Table], licence: str) -> Iterator[tuple[str, str]]:
    """Yield the fields of the front matter with values in JSON, which is YAML, too."""
    rows = max((len(table.frame) for table in tables), default=0)
    size = next((name for end, name in ROWS if rows < end), "n>10M")
    configs: list[dict[str, Any]] = [
        {"config_name": table.name, "data_files": [{"split": "train", "path": table.file}]}
        for table in tables
    ]
    if configs:
        configs[0]["default"] = True
    fields = {
        "pretty_name": _title(run),
        **({"license": licence} if licence else {}),
        "language": ["en"],
        "tags": ["games", "language-games", "parlour", run.experiment.game],
        "size_categories": [size],
        "configs": configs,
    }
    yield from ((name, json.dumps(value, ensure_ascii=False)) for name, value in fields.items())


def _list_parts(
    run: Run, tables: Sequence[Table], licence: str, rule: StandIns, *, texts: bool
) -> Iterator[str]:
    experiment, counts = run.experiment, run.counts
    yield f"# {escape_markdown(_title(run))}"
    yield (
        f"{format_count(counts.done, 'trial')} of the experiment `{experiment.name}`, run with "
        "Parlour, a program that plays language games. "
        f"{escape_markdown(experiment.definition.summary)}"
    )
    yield "## How it was made"
    told = [describe_rule(rule, kind, run.tally(kind)) for kind in NOUNS if run.tally(kind).not_own]
    yield " ".join((*_list_sentences(run), *map(escape_markdown, told)))
    yield format_markdown_table(_tabulate_players(run))
    yield "## What was left out"
    yield "\n".join(f"- {one}" for one in _list_omissions(tables, rule, texts=texts))
    yield "## Licence"
    yield (
        f"`{licence}`, chosen by whoever published it."
        if licence
        else "None was chosen yet: add the field `license` above before you publish it."
    )
    for table in tables:
        yield f"## `{table.file}`"
        yield f"{format_count(len(table.frame), 'row')}."
        yield format_markdown_table(_tabulate_columns(run, table))
    yield "## Read it"
    first = tables[0]
    read = f'{first.name} = pd.read_parquet("{first.file}")'
    yield f"```python\nimport pandas as pd\n\n{read}\n```"


def _title(run: Run) -> str:
    return f"{run.experiment.definition.title}: {run.experiment.name}"


def _list_sentences(run: Run) -> Iterator[str]:
    experiment, counts, starts = run.experiment, run.counts, run.environments
    options = ", ".join(
        f"{name} = {redact_value(value)}" for name, value in experiment.options.items()
    )
    if options:
        yield f"Options: {escape_markdown(options)}."
    left = counts.left + counts.unrunnable
    yield f"{format_count(counts.failed, 'trial')} failed, {left:,} were not played."
    if starts:
        versions = ", ".join(f"{name} {one}" for name, one in starts[-1]["versions"].items())
        yield f"Python {escape_markdown(starts[-1]['python'])}; {escape_markdown(versions)}."


def _tabulate_players(run: Run) -> TextTable:
    rows = [
        (name, "human" if is_human_spec(spec) else redact_spec(spec))
        for name, spec in run.experiment.specs.items()
    ]
    return TextTable("Players", ("player", "SPEC"), rows, 2)


def _list_omissions(tables: Sequence[Table], rule: StandIns, *, texts: bool) -> Iterator[str]:
    yield (
        "Names of people and computers, servers of one's own, folders, command lines of programs, "
        "and times of day."
    )
    if not texts:
        yield "Messages to models, their answers and their reasoning."
    for table in tables:
        if table.excluded:
            rows = format_count(table.excluded, "row")
            yield (
                f"`{table.file}`: {rows} of games with moves of stand-ins or of an operator "
                f'(stand_ins = "{rule}").'
            )


def _tabulate_columns(run: Run, table: Table) -> TextTable:
    meanings = run.explain_columns(map(str, table.frame.columns))
    types = pa.Schema.from_pandas(table.frame, preserve_index=False)
    rows = [(name, str(types.field(name).type), said) for name, said in meanings.items()]
    return TextTable(table.name, ("column", "type", "meaning"), rows, 3)
