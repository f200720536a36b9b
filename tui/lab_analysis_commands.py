"""Commands that analyse experiment runs: `parlour lab report`, `compare`, `power` and `judge`."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from lab.analysis.evaluation import Report
    from lab.report.page import Page


class ReportFormat(StrEnum):
    """The formats of a report."""

    HTML = "html"
    MARKDOWN = "markdown"
    LATEX = "latex"
    CSV = "csv"


class CompareFormat(StrEnum):
    """The formats of a comparison."""

    TEXT = "text"
    CSV = "csv"


RunName = Annotated[
    str,
    typer.Argument(
        metavar="[RUN]",
        help="A run file, or the name of a run in the runs folder. Default: the latest one.",
        show_default=False,
    ),
]


def report(
    context: typer.Context,
    run: RunName = "",
    form: Annotated[ReportFormat, typer.Option("--format", help="The format.")] = ReportFormat.HTML,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="A folder for the report, its charts as SVG and its figures as CSV. Default: a "
            "page beside the run; other formats to standard output. Reports of replays are called "
            "NAME.replays.html, and lie in DIR/replays.",
        ),
    ] = None,
    kind: Annotated[
        str, typer.Option(metavar="KIND", help="Which games are measured: match or replay.")
    ] = "match",
    games: Annotated[
        int,
        typer.Option(
            min=0, max=400, metavar="N", help="How many games of each line-up the page holds."
        ),
    ] = 3,
    beside: Annotated[
        str,
        typer.Option(
            "--with",
            metavar="RUN",
            help="Dixit: a run of the other sort, to tell how far Arena and DixitBench agree.",
        ),
    ] = "",
    people: Annotated[
        str,
        typer.Option(
            metavar="STUDY", help="DixitBench: a study whose raters stand beside the players."
        ),
    ] = "",
) -> None:
    r"""Write the report of a run: figures with intervals, charts, methods, games and answers.

    The page is one file that loads nothing. Each cell of a matrix leads to its games, each game to
    its moves, prompts and raw answers. A run in progress can be reported too.

    \b
    Examples
      parlour lab report decrypto-crossplay
      parlour lab report decrypto-crossplay --out report
      parlour lab report my.run --format markdown >report.md
      parlour lab report my.run --format latex --out paper
      parlour lab report dixitbench --with dixit-arena --people twenty
    """
    from contextlib import ExitStack

    import lab
    from lab.analysis.evaluation import Report
    from lab.report.csv import write_csv_files
    from lab.report.latex import to_latex
    from lab.report.markdown import to_markdown
    from lab.report.page import Page
    from tui.argument_values_and_usage_errors import UsageError

    if kind not in ("match", "replay"):
        raise UsageError(f"Reports are of match or replay, not of {kind}.")
    replays = kind == "replay"
    with ExitStack() as stack:
        opened = stack.enter_context(lab.open_run(run, context.obj))
        other = stack.enter_context(lab.open_run(beside, context.obj)) if beside else None
        told = Report(opened, kind, beside=other, people=people)
        page = Page(told, games)
        if out is None:
            suffix = ".replays.html" if replays else ".html"
            _print_report(told, page, form, opened.path.with_suffix(suffix))
            return
        out = out / "replays" if replays else out
        out.mkdir(parents=True, exist_ok=True)
        charts = []
        for number, chart in enumerate(page.list_charts(), 1):
            charts.append(f"chart-{number}.svg")
            (out / charts[-1]).write_text(chart, "utf-8")
        match form:
            case ReportFormat.HTML:
                (out / "report.html").write_text(page.write(), "utf-8")
            case ReportFormat.MARKDOWN:
                (out / "report.md").write_text(to_markdown(told, charts), "utf-8")
            case ReportFormat.LATEX:
                (out / "report.tex").write_text(to_latex(told), "utf-8")
            case ReportFormat.CSV:
                pass
        write_csv_files(told, out)
        typer.echo(str(out))


def _print_report(told: "Report", page: "Page", form: ReportFormat, path: Path) -> None:
    """Print a report, or write its page to this path."""
    from lab.report.csv import tabulate_figures
    from lab.report.latex import to_latex
    from lab.report.markdown import to_markdown

    match form:
        case ReportFormat.HTML:
            path.write_text(page.write(), "utf-8")
            typer.echo(str(path))
        case ReportFormat.MARKDOWN:
            typer.echo(to_markdown(told), nl=False)
        case ReportFormat.LATEX:
            typer.echo(to_latex(told), nl=False)
        case ReportFormat.CSV:
            tabulate_figures(told).to_csv(sys.stdout, index=False, lineterminator="\n")


def compare(
    context: typer.Context,
    first: Annotated[str, typer.Argument(metavar="RUN1", help="A run.")],
    second: Annotated[str, typer.Argument(metavar="RUN2", help="The run to compare it with.")],
    form: Annotated[
        CompareFormat, typer.Option("--format", help="The format.")
    ] = CompareFormat.TEXT,
) -> None:
    r"""Compare two runs line-up by line-up, on the deals that both have played.

    Line-ups are matched by the names of players, deals by their seeds: give both experiments the
    same seed. Differences are the first run minus the second.

    \b
    Examples
      parlour lab compare monday.run tuesday.run
      parlour lab compare old.run new.run --format csv >differences.csv
    """
    import lab
    from lab.analysis.comparison import compare_runs
    from lab.report.markdown import format_markdown_table
    from lab.report.section import TextTable
    from lab.report.text import format_difference, format_p

    with lab.open_run(first, context.obj) as one, lab.open_run(second, context.obj) as other:
        table = compare_runs(one, other)
    if form is CompareFormat.CSV:
        table.to_csv(sys.stdout, index=False, lineterminator="\n")
        return
    rows = [
        (
            str(row["measure"]),
            str(row["lineup"]),
            format_difference(row),
            format_p(row["p"]),
            format_p(row["p_holm"]),
            f"{row['count']:,}",
        )
        for _, row in table.iterrows()
    ]
    heads = ("measure", "line-up", "difference [95 %]", "p", "p (Holm)", "deals")
    typer.echo(format_markdown_table(TextTable("", heads, rows, 2)))
    if left_out := int(table["unpaired"].max()):
        typer.echo(f"Up to {left_out} deals of a line-up are in one run only.", err=True)


def power(  # noqa: C901 - its inner function counts as branches
    context: typer.Context,
    run: Annotated[
        str,
        typer.Argument(
            metavar="[RUN]",
            help="A run to take rates and deviations from; else name --rate or --deviation.",
            show_default=False,
        ),
    ] = "",
    within: Annotated[
        float,
        typer.Option(metavar="W", help="The wanted interval: at most W to either side.", min=0),
    ] = 0,
    difference: Annotated[
        float,
        typer.Option(metavar="D", help="A difference of two line-ups that has to be found."),
    ] = 0,
    rate: Annotated[
        float | None, typer.Option(metavar="P", min=0, max=1, help="The expected share of games.")
    ] = None,
    deviation: Annotated[
        float | None,
        typer.Option(metavar="S", min=0, help="The standard deviation of a mean's values."),
    ] = None,
    correlation: Annotated[
        float,
        typer.Option(
            metavar="R",
            min=-1,
            max=1,
            help="How much two line-ups go together on the same deals. Default: not at all.",
        ),
    ] = 0.0,
    chance: Annotated[
        float,
        typer.Option(
            "--power", metavar="P", min=0.01, max=0.999, help="How probably it has to be found."
        ),
    ] = 0.8,
) -> None:
    r"""Say how many games a wanted interval or comparison needs, at 95 %.

    \b
    Examples
      parlour lab power --rate 0.3 --within 0.05
      parlour lab power --rate 0.3 --difference 0.1
      parlour lab power --deviation 1.4 --within 0.2
      parlour lab power decrypto-crossplay --within 0.05
    """
    import lab
    from lab.statistics.power import (
        count_deals_for_difference,
        count_games_for_mean,
        count_games_for_rate,
        estimate_rate_deviation,
    )
    from tui.argument_values_and_usage_errors import UsageError

    if (within > 0) is (difference != 0):
        raise UsageError("Name --within W for an interval, or --difference D for a comparison.")
    if sum((bool(run), rate is not None, deviation is not None)) != 1:
        raise UsageError("Name a run, or --rate P, or --deviation S.")

    def count_games(share: float | None, spread: float) -> int:
        if within:
            return (
                count_games_for_rate(share, within)
                if share is not None
                else count_games_for_mean(spread, within)
            )
        if share is None:
            paired = spread * (2 * (1 - correlation)) ** 0.5
        elif 0 <= share + difference <= 1:
            paired = estimate_rate_deviation(share, difference, correlation)
        else:
            raise UsageError(f"A share of {share:g} cannot differ by {difference:g}.")
        return count_deals_for_difference(difference, paired, chance)

    unit = "games of each line-up" if within else "deals that both line-ups play"
    if not run:
        games = count_games(rate, deviation or 0.0)
        typer.echo(f"{games:,} {unit}")
        return
    from lab.analysis.evaluation import Report
    from lab.report.markdown import format_markdown_table
    from lab.report.section import TextTable

    with lab.open_run(run, context.obj) as opened:
        told = Report(opened)
        rows = []
        for measure in told.drawn:
            for key, figure in told.figures[measure.name].iterrows():
                share = measure.is_share and not measure.is_per_turn
                spread = float(figure["error"]) * float(figure["count"]) ** 0.5
                known = float(figure["value"])
                try:
                    needed = f"{count_games(known if share else None, spread):,}"
                except UsageError:
                    needed = "\N{EN DASH}"
                rows.append((measure.name, told.describe(key), measure.format(known), needed))
    typer.echo(format_markdown_table(TextTable("", ("measure", "line-up", "now", unit), rows, 2)))


KINDS = ("feature", "statement", "blind")


def judge(
    context: typer.Context,
    run: RunName = "",
    by: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            help="The judge: a model such as llm:gpt-4o, word vectors (word2vec) as a stand-in "
            "that is marked as such, or human, a person here.",
        ),
    ] = "human",
    what: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHAT",
            help="feature: are extracted features true of the speaker's word (FER)? statement: are "
            "statements true of it (IISC)? blind: what does a guesser guess who sees one statement "
            "alone (PPC)? Can be repeated. Default: all.",
        ),
    ] = None,
    again: Annotated[
        bool, typer.Option("--again", help="Judge again what this judge has judged before.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say how many claims there are, and ask nobody.")
    ] = False,
) -> None:
    r"""Judge what the players of a run of Undercover said and believed.

    Each verdict is kept in the run with its judge, the hash of the prompt and the time. If several
    judges have judged, the one that judged first counts, and the report tells how far they agree.
    The calls of a model are kept beside the run.

    \b
    Examples
      parlour lab judge comet-table-1 --by llm:gpt-4o
      parlour lab judge comet-table-1 --by human --what feature
    """
    from engine.errors import OptionError
    from engine.suggestion import explain_unknown
    from lab import open_run
    from lab.papers.comet.agreement import measure_agreement
    from lab.papers.comet.claims import Claim, list_claims
    from lab.papers.comet.judge import judge_claims
    from lab.papers.comet.metrics import list_belief_games
    from lab.papers.comet.verdicts import load_verdicts, store_verdicts
    from lab.run.store import RunFile
    from tui.stop_signals import run_stoppable

    kinds = what or list(KINDS)
    for kind in kinds:
        if kind not in KINDS:
            raise OptionError(explain_unknown("thing to judge", kind, KINDS))
    with open_run(run, context.obj) as opened:
        path = opened.path
        known = {
            Claim(one.kind, one.word, one.text)
            for one in load_verdicts(opened.file)
            if one.judge.removesuffix(" (stand-in)") == by and not again
        }
        claims = [
            claim
            for claim in list_claims((game for *_, game in list_belief_games(opened)), kinds)  # type: ignore[arg-type]
            if claim not in known
        ]
    typer.echo(f"{len(claims):,} claims to judge, {len(known):,} judged before.", err=True)
    if dry_run or not claims:
        return
    calls = path.with_name(f"{path.name}.judge.calls.jsonl")
    judged = run_stoppable(judge_claims(claims, by, calls, _ask_person, settings=context.obj))
    with RunFile(path, writing=True) as run_file:
        store_verdicts(run_file, judged)
        agreements = measure_agreement(load_verdicts(run_file))
    typer.echo(f"{len(judged):,} verdicts by {by}.", err=True)
    for one in agreements:
        kappa = "" if one.kappa is None else f", kappa {one.kappa:.3f}"
        typer.echo(
            f"{one.first} and {one.second} agree on {one.agreed:,} of {one.claims:,} "
            f"claims{kappa}.",
            err=True,
        )


def _ask_person(question: str) -> str:
    answer: str = typer.prompt(f"{question} (Enter: no answer)", default="", show_default=False)
    return answer
