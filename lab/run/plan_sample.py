"""Play a sample of a plan with baselines in place of models, and count their questions."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from engine.config.settings import Settings
from engine.count_text import select_number
from engine.dry_run import Meter, play_in_place, read_stand_in_record
from engine.errors import PlayerError
from engine.journal.reader import parse_record
from engine.journal.record import Record
from engine.journal.replay import load_game, replay_match
from engine.options import parse_options
from engine.players.spec import LineupError, parse_spec
from engine.text import clean
from engine.usage_range import UsageRange, scale_usage
from lab.experiment.file import Experiment
from lab.run.player_settings import check_players
from lab.run.question_gates import Gates, build_model_key
from lab.run.stratified_sample import draw_sample
from lab.run.trial import Trial, TrialResources
from lab.trials import run_trial
from lab.trials.bench_item import estimate_item
from lab.trials.metaphor_reading import estimate_reading
from lab.trials.self_play import estimate_self_play

SAMPLE_SECONDS = 2.0
"""Seconds for which games are played to measure their duration."""


LONGEST_SAMPLE_SECONDS = 20.0
"""Maximum seconds for which games are played to estimate usage, if at least `LEAST_MATCHES` are."""


SAMPLE_MATCHES = 64
"""Maximum number of games that are sampled, with all trials about them."""


LEAST_MATCHES = 4
"""Minimum number of sampled games, however long they take."""


SAMPLE_ITEMS = 2_000
"""Maximum number of items that are sampled to estimate usage."""


SAMPLE_SELF_PLAYS = 4
"""Maximum number of self-play trials that are sampled to estimate usage."""


MAX_REASON = 300
"""Maximum length of a reason, or of a trial's description, in characters."""


FAILURES = (PlayerError, ValueError, OSError)
"""Errors that fail only the trial."""


PLAYED = ("match", "recorded")
"""Kinds of trial that other trials are about."""


type Stratum = tuple[str, ...]
"""A group of trials with similar usage: their kind, question and models."""


@dataclass(slots=True)
class _Sample:
    """The estimated usage of the sampled trials of a stratum."""

    trials: int = 0
    """Their number; those that would fail use nothing."""
    usage: UsageRange = field(default_factory=UsageRange)
    questions: int = 0


class Sampler:
    """Plays some games of a plan, and counts the questions of all trials about them."""

    def __init__(
        self, experiment: Experiment, measured: frozenset[str], settings: Settings
    ) -> None:
        self.experiment = experiment
        self.measured = measured
        """Kinds of costly trial that need no sample."""
        self.settings = settings
        """The settings in force."""
        self.games = 0
        """Number of games played to count questions to models and programs."""
        self.failures: defaultdict[str, list[str]] = defaultdict(list)
        """By reason: descriptions of trials that cannot be estimated."""
        self._gates = Gates({}, settings)
        self._found: defaultdict[Stratum, _Sample] = defaultdict(_Sample)
        self._times: defaultdict[str, list[float]] = defaultdict(list)

    async def play(
        self, trials: Iterable[Trial], on_progress: Callable[[int, int], object]
    ) -> None:
        """Play a sample of the games within the time limit."""
        every = _group(trials)
        groups = [group for group in every if any(map(self._is_needed, group))]
        longest = LONGEST_SAMPLE_SECONDS if groups else SAMPLE_SECONDS
        groups = draw_sample(groups or every, SAMPLE_MATCHES)
        Random(0).shuffle(groups)  # so that all parts of the plan are sampled, whenever time is up
        started = monotonic()
        for number, group in enumerate(groups):
            on_progress(number, len(groups))
            await self._play_group(group)
            if number == 0 and len(groups) > 1:
                self._times.clear()  # the first game also loaded the word vectors
            if number + 1 >= LEAST_MATCHES and monotonic() - started > longest:
                break

    def find(self, stratum: Stratum) -> _Sample | None:
        """Find the sample of a stratum; if there is none, that of its kind."""
        if stratum in self._found:
            return self._found[stratum]
        others = [one for key, one in self._found.items() if key[0] == stratum[0]]
        if not others:
            return None
        return _Sample(
            sum(one.trials for one in others),
            sum((one.usage for one in others), UsageRange()),
            sum(one.questions for one in others),
        )

    def time_trial(self, kind: str) -> float:
        """Measure the seconds of a trial without its calls; 0 if none was run."""
        times = self._times[kind]
        return sum(times) / len(times) if times else 0.0

    def _is_needed(self, trial: Trial) -> bool:
        return trial.is_costly and trial.kind not in self.measured

    async def _play_group(self, group: Sequence[Trial]) -> None:
        """Play a match, and count the questions of the trials about it."""
        match, *about = group
        meter, started = Meter(self.settings), monotonic()
        try:
            record = await self._play_match(match, meter)
        except FAILURES as error:
            self._note_failure(group, error)
            return
        self._note(match, meter, started)
        calls = "\n".join(meter.calls)
        self.games += any(map(self._is_needed, group))
        for trial in about:
            if trial.is_costly and not self._is_needed(trial):
                continue
            started = monotonic()
            try:
                found = await self._ask_about(trial, match, record, calls)
            except FAILURES as error:
                self._note_failure([trial], error)
            else:
                self._note(trial, found, started)

    async def _ask_about(self, trial: Trial, match: Trial, record: Record, calls: str) -> _Sample:
        """Count the questions of a trial about a match, at least and at most.

        A match that models play may be shorter or longer than the one that was played in place of
        it, and so may a replay that goes on with their moves.
        """

        async def count(trial: Trial, record: Record) -> _Sample:
            meter = Meter(self.settings)
            resources = TrialResources(self._gates, record=record, record_calls=calls, meter=meter)
            await run_trial(trial, resources)
            return _Sample(1, meter.usage, meter.questions)

        found = least = most = await count(trial, record)
        definition = self.experiment.definition
        if not trial.is_costly or (bounds := self._bound_turns(match)) is None:
            return found
        shortest, longest = bounds
        sealed = [one.turn for one in replay_match(record, load_game(definition, record))]
        follows = trial.content.get("follow") == "player"
        if match.is_costly or follows:
            cut = sealed.index(min(shortest, sealed[-1]))
            least = await count(trial, replace(record, entries=record.entries[:cut]))
        if follows:
            whole = Trial(trial.kind, {**trial.content, "follow": "record"})
            most = await count(whole, record)
        stretch = max(1.0, longest / sealed[-1]) if match.is_costly else 1.0
        usage = replace(
            found.usage, least=least.usage.least, most=scale_usage(most.usage.most, stretch)
        )
        return replace(found, usage=usage)

    def _bound_turns(self, match: Trial) -> tuple[int, int] | None:
        definition = self.experiment.definition
        options = {name: str(value) for name, value in match.content["options"].items()}
        return definition.bound_turns(parse_options(definition.options_type, options))

    async def _play_match(self, match: Trial, meter: Meter) -> Record:
        """Play a match with stand-ins for models, or read a recorded one.

        Raises:
            LineupError: If a model is not set up.
            PlayerError: If a baseline fails.
            ValueError: If the game is impossible, or its journal cannot be read.
            OSError: If a file that it needs cannot be read.
        """
        if not match.is_costly:
            outcome = await run_trial(match, TrialResources(self._gates))
            return parse_record(Path("estimate"), outcome.journal.encode())
        options = {name: str(value) for name, value in match.content["options"].items()}
        definition = self.experiment.definition
        parsed = parse_options(definition.options_type, options)
        asks = bool(match.content.get("ask_programs"))
        given = (definition, parsed, match.specs, match.content["seed"], meter)
        session = await play_in_place(*given, asks_programs=asks)
        return read_stand_in_record(session, match.specs)

    def _note(self, trial: Trial, used: Meter | _Sample, started: float) -> None:
        self._times[trial.kind].append(monotonic() - started)
        if self._is_needed(trial):
            found = self._found[find_stratum(trial)]
            found.trials += 1
            found.usage += used.usage
            found.questions += used.questions

    def _note_failure(self, trials: Sequence[Trial], error: Exception) -> None:
        """Record that the first of these trials fails, which the others are about.

        A failure of a baseline in place of a model says nothing about the model's usage.

        Raises:
            LineupError: If a player is not set up, so that nothing can be estimated.
        """
        if isinstance(error, LineupError):
            check_players(self.experiment.specs, self.settings)
        why = clean(str(error), MAX_REASON) or type(error).__name__
        self.failures[why].append(self._describe(trials[0]))
        if not isinstance(error, PlayerError):
            for trial in filter(self._is_needed, trials):
                self._found[find_stratum(trial)].trials += 1

    def _describe(self, trial: Trial) -> str:
        """Describe a trial: `the match of deal 2, rounds=1, p1=glove, p2=random`."""
        content = trial.content
        options: Mapping[str, Any] = content.get("options", {})
        swept = {name: options[name] for name in self.experiment.swept if name in options}
        settings = {**swept, **content["players"]}
        parts = [f"{name}={one}" for name, one in settings.items()]
        what = ", ".join((f"deal {content['deal']}", *parts))
        return f"the {format_kind(trial.kind, 1)} of {clean(what, MAX_REASON)}"

    async def estimate_kind(self, kind: str, trials: Sequence[Trial]) -> UsageRange:
        """Estimate the usage of all trials of an independent kind from a sample."""
        size, estimate = ESTIMATES[kind]
        sampled, used = draw_sample(trials, size), UsageRange()
        for trial in sampled:
            try:
                used += await estimate(trial, self.settings)
            except FAILURES as error:
                self._note_failure([trial], error)
        return used.scale(len(trials) / len(sampled))


def _group(trials: Iterable[Trial]) -> list[list[Trial]]:
    """Group each match or recorded game with the trials about it."""
    groups: dict[str, list[Trial]] = {}
    for trial in trials:
        if trial.kind in PLAYED:
            groups[trial.key] = [trial]
        elif trial.about is not None:
            groups[trial.about].append(trial)
    return list(groups.values())


def find_stratum(trial: Trial) -> Stratum:
    content = trial.content
    what = (str(content.get(name, "")) for name in ("question", "context", "follow"))
    seats = (f"{seat}={_strip_settings(spec)}" for seat, spec in content["seats"].items())
    return trial.kind, *what, *sorted(seats)


@lru_cache(maxsize=4096)
def _strip_settings(text: str) -> str:
    """Remove the settings from a SPEC, as plans have many SPECs of few players."""
    return build_model_key(parse_spec(text))


def format_kind(kind: str, count: int) -> str:
    name = {"recorded": "recorded game", "self_play": "self-play"}.get(kind, kind)
    return select_number(count, name)


ESTIMATES: Mapping[str, tuple[int, Callable[[Trial, Settings], Awaitable[UsageRange]]]] = {
    "item": (SAMPLE_ITEMS, estimate_item),
    "reading": (SAMPLE_ITEMS, estimate_reading),
    "self_play": (SAMPLE_SELF_PLAYS, estimate_self_play),
}
"""By independent kind of trial: the maximum sample size, and a function that estimates the usage of
a trial."""
