"""Set the tables and figures of a paper beside ours, row by row.

Each exhibit of a paper has rows: what the paper publishes, what our runs give for the same cell,
and what they give beyond. Where nothing of ours is, the row says which command would give it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Self

from lab.analysis.evaluation import Report
from lab.analysis.stand_in_rule import ABOUT
from lab.papers.catalog import find_module, read_paper
from lab.papers.exhibit import Exhibit, Paper, Published, format_exhibit
from lab.papers.finding import Finding
from lab.papers.published_match import match_published
from lab.statistics.clustered_error import FEW_DEALS
from lab.study.file import StudyFile

type Compute = Callable[[Report], Iterator[Finding]]
"""Computes our figures for an exhibit from a run; none if the run has no data for it."""
type Compare = Callable[[Sequence[Report]], Iterator[tuple["Origin", Finding]]]
"""Computes figures for which several runs are set beside each other, such as a correlation."""
type Rate = Callable[[StudyFile], Iterator[Finding]]
"""Computes our figures for an exhibit from a study, in which people rate."""

PERCENT = 100


@dataclass(frozen=True, slots=True)
class Origin:
    """Where figures of ours are from."""

    name: str
    """The run, the runs or the study."""
    specs: Mapping[str, str] = field(default_factory=dict)
    """The SPECs of its players by name."""
    differences: tuple[str, ...] = ()
    """What of its protocol differs."""

    @classmethod
    def of_reports(cls, reports: Iterable[Report]) -> Self:
        """Name one or several runs, each once."""
        every = list({id(one): one for one in reports}.values())
        specs = {name: spec for one in every for name, spec in one.experiment.specs.items()}
        told = (each for one in every for each in _describe_protocol(one))
        names = dict.fromkeys(one.run.path.name for one in every)
        return cls(", ".join(names), specs, tuple(dict.fromkeys(told)))


@dataclass(frozen=True, slots=True)
class Row:
    """A row beside an exhibit: a published value, ours, or both."""

    exhibit: str
    """Its name, such as `table-1`."""
    item: str
    """What is measured: the labels of the paper's row, or of ours."""
    quantity: str
    unit: str
    published: Published | None = None
    finding: Finding | None = None
    run: str = ""
    """The run that ours is from."""
    differences: tuple[str, ...] = ()
    """What differs between both protocols."""
    missing: str = ""
    """The command that would give ours, or why there is none."""

    @property
    def factor(self) -> int:
        """By what our figure is multiplied to be in its unit."""
        return PERCENT if self.unit.startswith("%") else 1


@dataclass(frozen=True)
class Comparison:
    """A paper beside our runs."""

    paper: Paper
    rows: Mapping[str, Sequence[Row]]
    """By name of the exhibit."""
    warnings: tuple[str, ...] = ()

    @property
    def missing(self) -> list[str]:
        """The commands that would give what is missing, each once."""
        every = (row.missing for rows in self.rows.values() for row in rows)
        return [one for one in dict.fromkeys(every) if one.startswith("parlour ")]


def compare_paper(
    name: str, reports: Sequence[Report], studies: Sequence[StudyFile] = ()
) -> Comparison:
    """Set all exhibits of a paper beside the figures of runs and studies.

    Args:
        name: The paper: `decrypto`, `dixitworld` or `comet`.
        reports: The runs; figures of two runs are never merged.
        studies: Studies in which people rated.
    """
    paper, module = read_paper(name), find_module(name, "exhibits")
    rows = {
        key: list(
            _list_rows(key, exhibit, paper, _list_found(key, exhibit, module, reports, studies))
        )
        for key, exhibit in paper.exhibits.items()
    }
    return Comparison(paper, rows, tuple(_list_warnings(rows)))


def _list_found(
    key: str,
    exhibit: Exhibit,
    module: Any,  # noqa: ANN401
    reports: Sequence[Report],
    studies: Sequence[StudyFile],
) -> list[tuple[Origin, Finding]]:
    """List our figures for an exhibit, with where each is from."""
    compute: Compute | None = getattr(module, "COMPUTED", {}).get(key)
    compare: Compare | None = getattr(module, "COMPARED", {}).get(key)
    rate: Rate | None = getattr(module, "RATED", {}).get(key)
    found: list[tuple[Origin, Finding]] = []
    own = [one for one in reports if one.experiment.game in _list_games(exhibit, one)]
    if compute is not None:
        for report in own:
            origin = Origin.of_reports([report])
            found += [(origin, finding) for finding in compute(report)]
    if compare is not None:
        found += compare(own)
    if rate is not None:
        found += [
            (Origin(f"study {study.study.name}"), finding)
            for study in studies
            for finding in rate(study)
        ]
    return found


def _list_warnings(rows: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """Yield what to beware of: few deals, single model seeds."""
    few = {
        format_exhibit(row.exhibit): row.finding.deals
        for each in rows.values()
        for row in each
        if row.finding is not None and 0 < row.finding.deals < FEW_DEALS
    }
    if few:
        yield (
            f"Fewer than {FEW_DEALS} deals: {', '.join(few)}. Their intervals are wide and rest on "
            "few deals."
        )


def _list_rows(
    name: str, exhibit: Exhibit, paper: Paper, known: Sequence[tuple[Origin, Finding]]
) -> Iterator[Row]:
    if exhibit.kind != "result":
        yield Row(name, exhibit.title, exhibit.kind, "", missing=KINDS[exhibit.kind])
        return
    published = list(exhibit.list_published())
    missing = exhibit.missing or exhibit.get_command()
    left = dict.fromkeys(published)
    for origin, finding in known:
        found = match_published(published, finding, origin.specs)
        if found is not None:
            left.pop(found, None)
        item = _join_labels(exhibit, finding.labels, finding.where)
        told = (
            *exhibit.differences,
            *finding.differences,
            *_compare_size(exhibit, finding),
            *origin.differences,
        )
        unit = exhibit.units.get(finding.quantity, "")
        ours = (
            found,
            finding,
            origin.name,
            told,
            "" if finding.value is not None else finding.missing,
        )
        yield Row(name, item, finding.quantity, unit, *ours)
    for one in left:
        item = _join_labels(exhibit, one.labels, "")
        unit = exhibit.units.get(one.quantity, "")
        command = (
            missing
            if exhibit.missing
            else _join_missing(missing, one, paper.players, exhibit.setting)
        )
        yield Row(name, item, one.quantity, unit, one, None, "", exhibit.differences, command)
    if not known and not published:
        yield Row(name, exhibit.title, "", "", None, None, "", exhibit.differences, missing)


def _join_missing(
    command: str, published: Published, players: Mapping[str, str], setting: str
) -> str:
    """Write the command that gives a published row of ours: with the players that it names."""
    found = dict.fromkeys(players[one] for one in published.labels if one in players)
    models = [spec for spec in found if spec.startswith("llm:")]
    given = [one.partition("=")[2] for one in published.labels if setting and "=" in one]
    name, value = (f"-{given[0]}", f",{setting}={given[0]}") if given else ("", "")
    joining = (f" --join {spec.removeprefix('llm:')}{name}={spec}{value}" for spec in models)
    return command + "".join(joining) if command.startswith("parlour lab run ") else command


KINDS = {
    "illustration": "an illustration: nothing to compute.",
    "prompt": "prompts: nothing to compute.",
    "material": "material: nothing to compute.",
}


def _list_games(exhibit: Exhibit, report: Report) -> tuple[str, ...]:
    return exhibit.games or (report.experiment.game,)


def _join_labels(exhibit: Exhibit, labels: Sequence[str], where: str) -> str:
    heads = exhibit.heads[: len(labels)]
    names = [
        f"{head} {label}" if head not in PLAIN else label
        for head, label in zip(heads, labels, strict=False)
    ] or list(labels)
    return ", ".join(filter(None, (*names, where)))


PLAIN = frozenset({"opponent", "role", "matrix", "player", "model", "prompts", "method", "setting"})
"""Heads of columns whose cells speak for themselves."""


def _describe_protocol(report: Report) -> Iterator[str]:
    """Yield by which protocol a run was played, if not by Parlour's own, and by stand-ins."""
    for kind in dict.fromkeys((report.kind, *ABOUT)):
        if report.run.tally(kind).not_own:
            yield f"{report.run.path.name}: {report.describe_stand_ins(kind).rstrip('.')}"
    if (name := report.experiment.protocol) != "parlour":
        yield f"{report.run.path.name} was played with protocol = {name}, as far as it goes"


def _compare_size(exhibit: Exhibit, finding: Finding) -> Iterator[str]:
    """Yield how the numbers of deals and model seeds differ from the paper's."""
    for ours, theirs, noun in (
        (finding.deals, exhibit.deals, "deals"),
        (finding.seeds, exhibit.seeds, "model seeds"),
    ):
        if theirs is not None and ours != theirs:
            yield f"{noun}: {ours} instead of {theirs}"


def get_spread(row: Row, exhibit: Exhibit) -> float | None:
    """Get what stands after ± as the paper has it: an error, or the deviation over seeds."""
    finding = row.finding
    if finding is None or finding.error is None:
        return None
    times = sqrt(finding.seeds) if exhibit.spread == "deviation" and finding.seeds > 1 else 1.0
    return row.factor * finding.error * times
