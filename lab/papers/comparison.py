"""Set the tables and figures of a paper beside ours, row by row.

Each exhibit of a paper has rows: what the paper publishes, what our runs give for the same cell,
and what they give beyond. Where nothing of ours is, the row says which command would give it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, Self

from engine.players.spec import parse_spec
from files.regular import read_text
from lab.analysis.evaluation import Report
from lab.analysis.stand_in_rule import ABOUT
from lab.experiment.file import Experiment
from lab.experiment.finder import find_experiment
from lab.experiment.joining_players import write_joining
from lab.papers.catalog import find_module, read_paper
from lab.papers.exhibit import Exhibit, Paper, Published, format_exhibit
from lab.papers.finding import Finding, name_drawn
from lab.papers.published_match import match_published
from lab.papers.run_protocol import RunProtocol
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
    """What of all its figures differs: stand-ins that moved."""
    experiments: tuple[Experiment, ...] = ()
    """Those of the runs: what of their protocol differs follows from them."""

    @classmethod
    def of_reports(cls, reports: Iterable[Report]) -> Self:
        """Name one or several runs, each once."""
        every = list({id(one): one for one in reports}.values())
        specs = {name: spec for one in every for name, spec in one.experiment.specs.items()}
        told = (each for one in every for each in _describe_stand_ins(one))
        names = dict.fromkeys(one.run.path.name for one in every)
        return cls(
            ", ".join(names),
            specs,
            tuple(dict.fromkeys(told)),
            tuple(one.experiment for one in every),
        )


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
    protocols = Protocols(name)
    rows = {
        key: list(
            _list_rows(
                key,
                exhibit,
                paper,
                _list_found(key, exhibit, module, reports, studies),
                protocols,
            )
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
    few: dict[str, dict[str, None]] = {}
    for row in (row for each in rows.values() for row in each):
        if row.finding is not None and 0 < row.finding.deals < FEW_DEALS:
            few.setdefault(name_drawn(row.finding.over), {})[format_exhibit(row.exhibit)] = None
    for drawn, exhibits in few.items():
        yield (
            f"Fewer than {FEW_DEALS} {drawn}: {', '.join(exhibits)}. Their intervals are wide and "
            f"rest on few {drawn}."
        )


class Protocols:
    """What differs in the protocols of the experiments that figures are from."""

    def __init__(self, paper: str) -> None:
        self.paper = paper
        self._known: dict[int, RunProtocol] = {}
        self._planned: dict[tuple[str, tuple[str, ...]], Experiment] = {}

    def list_differences(
        self, experiments: Iterable[Experiment], exhibit: str, labels: Sequence[str]
    ) -> Iterator[str]:
        """Yield what differs for a row of an exhibit."""
        for one in experiments:
            if id(one) not in self._known:
                self._known[id(one)] = RunProtocol(self.paper, one)
            yield from self._known[id(one)].list_differences(exhibit, labels)

    def list_planned(self, exhibit: Exhibit, joining: tuple[str, ...], name: str) -> Iterator[str]:
        """Yield what would differ in the experiments that give figures for an exhibit.

        Args:
            exhibit: The exhibit, which names the experiments.
            joining: The players who join them, whose row is missing.
            name: The name of the exhibit.
        """
        labels = [one.partition("=")[0] for one in joining]
        for run in filter(None, (exhibit.run, exhibit.beside)):
            key = run, joining
            if key not in self._planned:
                text = read_text(find_experiment(run))
                self._planned[key] = Experiment.parse(write_joining(text, joining), run)
            yield from self.list_differences([self._planned[key]], name, labels)


def _list_rows(
    name: str,
    exhibit: Exhibit,
    paper: Paper,
    known: Sequence[tuple[Origin, Finding]],
    protocols: Protocols,
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
        told = dict.fromkeys(
            (
                *exhibit.differences,
                *finding.differences,
                *([f"no interval: {finding.bare}"] if finding.bare else []),
                *_compare_size(exhibit, finding),
                *protocols.list_differences(
                    origin.experiments, name, finding.players or finding.labels
                ),
                *origin.differences,
            )
        )
        unit = exhibit.get_unit(finding.quantity)
        ours = (
            found,
            finding,
            origin.name,
            tuple(told),
            "" if finding.value is not None else finding.missing,
        )
        yield Row(name, item, finding.quantity, unit, *ours)
    for one in left:
        item = _join_labels(exhibit, one.labels, "")
        unit = exhibit.get_unit(one.quantity)
        joining = _list_joining(one, paper.players, exhibit.setting)
        first = (exhibit.commands[label] for label in one.labels if label in exhibit.commands)
        command = next(first, missing)
        if command.startswith("parlour lab run "):
            command += "".join(f" --join {player}" for player in joining)
        told = dict.fromkeys(
            (*exhibit.differences, *protocols.list_planned(exhibit, joining, name))
        )
        yield Row(name, item, one.quantity, unit, one, None, "", tuple(told), command)
    if not known and not published:
        told = dict.fromkeys((*exhibit.differences, *protocols.list_planned(exhibit, (), name)))
        yield Row(name, exhibit.title, "", "", None, None, "", tuple(told), missing)


def _list_joining(
    published: Published, players: Mapping[str, str], setting: str
) -> tuple[str, ...]:
    """List the models that a published row names, as `--join` takes them."""
    found = dict.fromkeys(players[one] for one in published.labels if one in players)
    models = [spec for spec in found if parse_spec(spec).asks_model]
    given = [one.partition("=")[2] for one in published.labels if setting and "=" in one]
    name, value = (f"-{given[0]}", f",{setting}={given[0]}") if given else ("", "")
    return tuple(f"{parse_spec(spec).argument}{name}={spec}{value}" for spec in models)


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


def _describe_stand_ins(report: Report) -> Iterator[str]:
    """Yield how many trials of a run have moves of stand-ins, and how they count."""
    for kind in dict.fromkeys((report.kind, *ABOUT)):
        if report.run.tally(kind).not_own:
            yield f"{report.run.path.name}: {report.describe_stand_ins(kind).rstrip('.')}"


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
