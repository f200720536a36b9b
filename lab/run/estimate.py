"""Estimate a run before it begins: its trials, calls, tokens, cost and time."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path

from engine.config.settings import Settings
from engine.duration import format_duration
from engine.game_estimate import ASSUMED
from engine.play import do_nothing
from engine.usage import Usage
from engine.usage_range import UsageRange, predict_rest
from engine.usage_text import format_usage
from lab.experiment.file import Experiment
from lab.papers.comet.judge_estimate import estimate_judging, find_judge
from lab.run.plan_sample import ESTIMATES, Sampler, find_stratum, format_kind
from lab.run.plan_size import PlanSize, measure_plan
from lab.run.store import RunFile

SECONDS_PER_CALL = 2.0
"""Assumed seconds per model answer."""


MAX_REASONS = 5
"""Maximum number of reasons shown for trials that cannot be estimated."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimate of a run."""

    trials: Counter[str]
    """Number of trials by kind."""
    costly: int
    """Number of trials that ask models or programs."""
    usage: UsageRange | None
    """Usage of models; `None` if none is asked, or nothing is known yet."""
    seconds: float
    sample: int = 0
    """Number of finished trials that it is based on."""
    games: int = 0
    """Number of games that baselines played in place of models and programs."""
    questions: int = 0
    """Number of questions to programs and Python players."""
    unknown: tuple[str, ...] = ()
    """Kinds of trial that ask models but are left out, because none of them is finished yet."""
    failures: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By reason: sampled trials that could not be estimated."""
    judge: str = ""
    """The command that lets a model judge the run afterwards; empty if nothing is to be judged."""
    judging: UsageRange | None = None
    """The usage of that model."""

    def describe(self) -> list[str]:
        """Describe the estimate in lines of text."""
        kinds = ", ".join(
            f"{count:,} {format_kind(kind, count)}" for kind, count in self.trials.items()
        )
        whom = "models or programs"
        lines = [f"Trials: {self.trials.total():,} ({kinds}), {self.costly:,} with {whom}."]
        if self.usage is not None:
            known = [f"by what {self.sample:,} finished trials took"] if self.sample else []
            if self.games:
                games = "1 game" if self.games == 1 else f"{self.games:,} games"
                known.append(f"by {games} of baselines")
            source = f", {' and '.join(known)}" if known else ""
            lines.append(f"Models{source}: about {format_usage([self.usage.expected])}.")
            ends = "" if self.sample and not self.games else f", {ASSUMED}"
            lines.append(f"Range{ends}: {self.usage}.")
        assumed = [f"if a call takes {SECONDS_PER_CALL:g} s"] if self.usage is not None else []
        if self.questions:
            lines.append(f"Programs: about {self.questions:,} questions.")
            assumed.append("without the time that programs take")
        if self.judging is not None:
            lines.append(f"If a model judges it afterwards ({self.judge}): {self.judging}.")
        if self.unknown:
            kinds = " and ".join(format_kind(kind, 2) for kind in self.unknown)
            lines.append(f"Not counted: {kinds}, of which none is finished. Run a sample: --part.")
        for why, failed in list(self.failures.items())[:MAX_REASONS]:
            others = f" and {len(failed) - 1:,} more like it" if len(failed) > 1 else ""
            lines.append(f"Not estimated: {failed[0]}{others}. {why}")
        if len(self.failures) > MAX_REASONS:
            lines.append("Not estimated: other trials, for other reasons.")
        time = ", ".join((f"about {format_duration(self.seconds)}", *assumed))
        return [*lines, f"Time: {time}."]


async def estimate_run(
    experiment: Experiment,
    workers: int,
    at_once: int,
    run: Path | None = None,
    *,
    settings: Settings,
    on_progress: Callable[[int, int], object] = do_nothing,
) -> Estimate:
    """Estimate a whole run without asking models or programs.

    Kinds of trial with finished trials in the run file are estimated from these. For the others,
    some matches are played with baselines in place of models and programs, and all questions and
    replays about these matches are counted.

    Args:
        experiment: The experiment.
        workers: The number of processes or workers.
        at_once: The number of concurrent costly trials.
        run: The run file, if there is one.
        settings: The settings in force.
        on_progress: Called with the number of games played, and their total.

    Raises:
        LineupError: If a model is not set up.
        ExperimentError: If there are no line-ups.
    """
    size = measure_plan(experiment, settings.data)
    kinds = size.costly
    measured = _measure_finished(run, size)
    usages = [
        UsageRange(spent, spent, spent) + predict_rest(each, max(0, kinds[kind] - len(each)))
        for kind, each in measured.items()
        if kinds[kind] and (spent := sum(each, Usage())).calls
    ]
    sampler = Sampler(experiment, frozenset(measured), settings)
    usages += [
        (await sampler.estimate_kind(kind, [one for one in size.listed if one.kind == kind])).scale(
            size.weigh(kind)
        )
        for kind in kinds
        if kind in ESTIMATES and kind not in measured
    ]
    await sampler.play(size.trials, on_progress)
    questions, unknown = 0.0, {*kinds} - {*measured, *ESTIMATES}
    for stratum, listed in Counter(map(find_stratum, size.listed)).items():
        kind = stratum[0]
        count = listed * size.weigh(kind)
        if kind in measured or (found := sampler.find(stratum)) is None:
            continue
        unknown.discard(kind)
        questions += found.questions * count / found.trials
        if found.usage.most.calls:
            usages.append(found.usage.scale(count / found.trials))
    times = (sampler.time_trial(kind) * count for kind, count in size.counts.items())
    seconds = sum(times) / workers
    used = sum(usages, UsageRange())
    usage = used if used.most.calls else None
    if usage is not None:
        limits = experiment.collect_limits().values()
        seconds += usage.expected.calls * SECONDS_PER_CALL / max(1, min([at_once, *limits]))
    judge = find_judge(experiment)
    judging = await estimate_judging(experiment, size, judge, settings=settings) if judge else None
    return Estimate(
        size.counts,
        kinds.total(),
        usage,
        ceil(seconds),
        sample=sum(len(each) for kind, each in measured.items() if kind in kinds),
        games=sampler.games,
        questions=round(questions),
        unknown=tuple(kind for kind in kinds if kind in unknown),
        failures=sampler.failures,
        judge=f"parlour lab judge {experiment.name} --by {judge}",
        judging=judging,
    )


def _measure_finished(run: Path | None, size: PlanSize) -> dict[str, list[Usage]]:
    """Measure, by kind, the usage of each finished costly trial of the plan.

    Trials that the experiment no longer has say nothing of what it would take. They are told apart
    unless the plan is too long to list.
    """
    if run is None or not run.is_file():
        return {}
    with RunFile(run) as run_file:
        is_whole = len(size.trials) == size.counts.total()
        return run_file.read_usage_by_kind({one.key for one in size.trials} if is_whole else None)
