"""Write the methods paragraph of a report.

It states which games and deals were played, what was left out, how intervals and tests were
computed, how much the models were used, and which versions took part.
"""

from collections.abc import Iterable, Iterator

from engine.count_text import format_count
from engine.export.redaction import redact_value
from engine.joined_text import join_names
from engine.players.spec import PROGRAMS, parse_spec
from engine.text import clean
from engine.usage_text import format_usage
from lab.analysis.evaluation import Report
from lab.analysis.matrix_layout import NAME_LENGTH, format_value
from lab.analysis.stand_in_rule import ABOUT
from lab.run.model_changes import find_served_differences
from lab.statistics.clustered_error import explain_few_deals


def describe_methods(report: Report) -> str:
    """Write the methods paragraph for a paper."""
    return " ".join(filter(None, _list_sentences(report)))


def _list_sentences(report: Report) -> Iterator[str]:
    counts = report.run.counts
    yield from _describe_plan(report)
    yield (
        f"Of {counts.trials:,} trials, {counts.done:,} finished, "
        f"{counts.failed:,} failed and {counts.trials - counts.done - counts.failed:,} were not run"
        f"{f', {counts.unrunnable:,} of them about games that failed' * bool(counts.unrunnable)}."
    )
    yield _describe_moves(report)
    if unresolved := _count_unresolved(report):
        yield (
            f"{format_count(unresolved, 'recorded game')} without an end "
            f"{'is' if unresolved == 1 else 'are'} left out of shares of games and of survival."
        )
    seeds = report.games["model_seed"].nunique() if "model_seed" in report.games else 1
    if methods := list(dict.fromkeys(one.describe_method(seeds) for one in report.measures)):
        yield f"Intervals are at 95 %: {'; '.join(methods)}."
        seeds = report.experiment.seeds
        over = f" over {seeds} model seeds" if seeds > 1 else ""
        yield f"Where ± stands, it is the standard error{over}."
    if len(report.games) and (few := explain_few_deals(report.games["deal"].nunique())):
        yield few
    if report.pooling:
        yield f"Figures are pooled over {report.pooling}."
    if len(report.comparisons):
        yield (
            "Line-ups are compared on the deals that both played: McNemar's exact test for "
            "games, the paired t test for means, the exact test of signs where all deals differ "
            "alike, Student's intervals over deals; p-values "
            f"are adjusted for all {len(report.comparisons)} comparisons by Holm's method."
        )
    if report.survival:
        yield (
            "Survival is Kaplan and Meier's estimate; a game that ended by its limit is censored."
        )
    if len(report.ratings):
        yield (
            "Ratings are the maximum likelihood of Bradley and Terry's model, of Plackett and "
            "Luce's for more than two sides, with errors of whole deals; 400 "
            "points are odds of ten to one."
        )
    yield _describe_usage(report)
    yield _describe_versions(report)
    yield " ".join(find_served_differences(report.run.file))


def _count_unresolved(report: Report) -> int:
    """Count games with neither an outcome nor a reason; many games name no reason."""
    told = [name for name in ("reason", "outcome") if name in report.games]
    return int(report.games[told].isna().all(axis=1).sum()) if told else 0


def _describe_plan(report: Report) -> Iterator[str]:
    """Describe the protocol, and what was played on which deals."""
    experiment = report.experiment
    if experiment.protocol != "parlour":
        yield f"Protocol: {experiment.protocol}, where the experiment leaves it open."
    if experiment.recorded is not None:
        games = format_count(report.run.counts_of(report.kind), "recorded game")
        source = clean(redact_value(experiment.recorded.journals))
        yield f"{experiment.definition.title}: {games} ({source})."
        return
    if not report.tallies:
        return
    lineups = format_count(len(report.tallies), "pairing" if report.is_tournament else "line-up")
    deals = format_count(report.run.count_deals(report.kind), "deal")
    given = ((name, experiment.options[name]) for name in experiment.options)
    options = ", ".join(f"{name} = {format_value(redact_value(value))}" for name, value in given)
    yield (
        f"{experiment.definition.title}: {lineups} on the same {deals} "
        f"(seeds {clean(experiment.seed_prefix)}/1 to {experiment.games}), "
        f"options {options or 'as usual'}."
    )


def _describe_moves(report: Report) -> str:
    """Describe whose moves the figures count, and how others are counted."""
    kinds = (report.kind, *(kind for kind in ABOUT if report.run.tally(kind).not_own))
    return " ".join(map(report.describe_stand_ins, dict.fromkeys(kinds)))


def _describe_usage(report: Report) -> str:
    """Describe the usage of models, and whether players other than word vectors took part."""
    asked = report.run.asked_specs
    specs = {
        name: parse_spec(spec) for name, spec in report.experiment.specs.items() if spec in asked
    }
    models = sorted(name for name, spec in specs.items() if spec.asks_model)
    others = sorted(name for name, spec in specs.items() if spec.kind in PROGRAMS)
    used = format_usage([report.run.usage])
    told = [f"Used: {used}."] if used else []
    if models and not used:
        told.append(f"{join_names(clean_names(models))}: no usage was told.")
    if others:
        told.append(
            f"Programs and Python players moved as {join_names(clean_names(others))}; whether "
            "they asked models is not known."
        )
    return " ".join(told) or "No model was called."


def _describe_versions(report: Report) -> str:
    sittings = report.run.environments
    if not sittings:
        return "It is not known with which versions it was run."
    last = sittings[-1]
    versions = ", ".join(f"{name} {number}" for name, number in last["versions"].items())
    git = f", commit {last['git'][:12]}" if last.get("git") else ""
    same = ("python", "platform", "versions", "git", "players")
    changed = any(one.get(name) != last.get(name) for one in sittings for name in same)
    more = "; not all with the same versions or settings" if changed else ""
    when = f"{sittings[0]['began'][:10]} to {(last['ended'] or last['began'])[:10]}"
    return clean(
        f"Run in {format_count(len(sittings), 'sitting')}, {when}{more}; "
        f"Python {last['python']} on {last['platform']}; {versions}{git}.",
        1000,
    )


def clean_names(names: Iterable[str]) -> list[str]:
    """Clean names of players for a sentence."""
    return [clean(name, NAME_LENGTH) for name in names]
