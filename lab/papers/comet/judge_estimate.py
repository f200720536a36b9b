"""Estimate what a model will use that judges the claims of a run of Undercover."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from random import Random
from typing import Any

from engine.comet.beliefs import MAX_FEATURES
from engine.config.settings import Settings
from engine.dry_run import Meter, play_in_place
from engine.errors import PlayerError, SetupError
from engine.games.catalog import find
from engine.llm.model import Model
from engine.options import parse_options
from engine.players.spec import PROGRAMS, LineupError, Spec, find_model, parse_spec
from engine.prompt_estimate import estimate_prompt
from engine.session import Session
from engine.usage_range import UsageRange
from lab.experiment.file import Experiment
from lab.papers.comet.claims import Claim
from lab.papers.comet.judge import (
    BATCH,
    batch_claims,
    build_blind_question,
    build_claims_question,
)
from lab.run.plan_size import PlanSize
from lab.run.stratified_sample import draw_sample
from lab.run.trial import Trial

GAMES = 24
"""Maximum number of games that are played to count claims."""
OFF = ("no", "off")


@dataclass(slots=True)
class _Sample:
    """What was said in games that stand-ins played, by role of the speaker."""

    games: int = 0
    lines: list[tuple[str, str]] = field(default_factory=list)
    """Word and text of each statement."""
    said: Counter[str] = field(default_factory=Counter)
    """By role: the number of statements."""
    read: Counter[str] = field(default_factory=Counter)
    """By role of the speaker: how often a statement was read by a player whose features count."""


def find_judge(experiment: Experiment) -> str:
    """Find the model to estimate with: the first one that a player asks; empty if none does."""
    specs = (parse_spec(spec) for spec in experiment.specs.values())
    return next((f"llm:{spec.argument}" for spec in specs if spec.asks_model), "")


async def estimate_judging(
    experiment: Experiment, size: PlanSize, judge: str, *, settings: Settings
) -> UsageRange | None:
    """Estimate the usage of a model that judges all claims of the matches of a plan.

    At least, each reader finds one feature in each statement; at most, as many as are kept.

    Args:
        experiment: The experiment.
        size: Its plan.
        judge: The SPEC of the model.
        settings: The settings in force.

    Returns:
        The usage; `None` if the game has no claims to judge, or nothing could be sampled.

    Raises:
        LineupError: If the model is not set up.
    """
    matches = [trial for trial in size.trials if trial.kind == "match"]
    if not experiment.definition.brings("find_sides") or not matches:
        return None
    sample = _Sample()
    for trial in draw_sample(matches, GAMES):
        try:
            await _play(trial, sample, settings)
        except (PlayerError, ValueError, OSError):
            continue  # the estimate of the run says why it cannot be played
    if not sample.games:
        return None
    model = _find_model(judge, settings)
    pairs = _count_pairs(matches)
    times = size.counts["match"] / len(matches)
    texts = [text for _, text in sample.lines]
    blind = estimate_claims([Claim("blind", "", one) for one in texts], judge, settings=settings)
    blind = blind.scale(len(matches) / sample.games)
    statements = _estimate_claims(model, pairs, sample, sample.said, texts)
    one_each = _estimate_claims(model, pairs, sample, sample.read, texts)
    many = {role: count * MAX_FEATURES for role, count in sample.read.items()}
    most_each = _estimate_claims(model, pairs, sample, Counter(many), texts)
    features = UsageRange(one_each.least, most_each.most, one_each.expected)
    return (blind + statements + features).scale(times)


def estimate_claims(claims: Sequence[Claim], judge: str, *, settings: Settings) -> UsageRange:
    """Estimate the usage of a model that judges these claims.

    Raises:
        LineupError: If the model is not set up.
    """
    model = _find_model(judge, settings)
    questions = [build_claims_question(batch) for batch in batch_claims(claims)]
    questions += [build_blind_question(claim) for claim in claims if claim.kind == "blind"]
    return sum((estimate_prompt(model, one.prompt) for one in questions), UsageRange())


def _find_model(judge: str, settings: Settings) -> Model:
    try:
        return find_model(parse_spec(judge), settings=settings)
    except SetupError as error:
        raise LineupError(str(error)) from None


def _estimate_claims(
    model: Model,
    pairs: Counter[Any],
    sample: _Sample,
    counts: Counter[str],
    texts: Sequence[str],
) -> UsageRange:
    """Estimate the calls about claims, which ask about several claims to the same word at once.

    Args:
        model: The judge.
        pairs: By pair of words: the number of games with it.
        sample: What was said.
        counts: By role of the speaker: the number of claims in the sample.
        texts: Typical claims.
    """
    calls = total = 0
    for games in pairs.values():
        for count in counts.values():
            claims = ceil(games * count / sample.games)
            calls += ceil(claims / BATCH)
            total += claims
    if not calls:
        return UsageRange()
    typical = [Claim("statement", "a word", one) for one in texts[: max(1, round(total / calls))]]
    return estimate_prompt(model, build_claims_question(typical).prompt).scale(calls)


async def _play(trial: Trial, sample: _Sample, settings: Settings) -> None:
    """Play a game with baselines in place of models, and count what was said and read."""
    definition = find(trial.content["game"])
    given = {name: str(value) for name, value in trial.content["options"].items()}
    options = parse_options(definition.options_type, given)
    meter = Meter(settings)
    session = await play_in_place(definition, options, trial.specs, trial.content["seed"], meter)
    end = session.match.view(None)
    readers = {seat for seat, spec in trial.specs.items() if _finds_features(spec, trial)}
    heard = dict(_list_heard(session, readers))
    sample.games += 1
    for place, line in enumerate(end.said):
        role = str(end.roles[line.seat])
        sample.said[role] += 1
        sample.read[role] += sum(place in places for places in heard.values())
        sample.lines.append((end.words[line.seat], line.text))


def _list_heard(session: Session, readers: Iterable[str]) -> Iterator[tuple[str, set[int]]]:
    """Yield for each reader the places of the statements of others before its last vote."""
    end = session.match.view(None)
    rounds = [number for number, done in enumerate(end.rounds) for _ in done.lines]
    for name in readers:
        seat = session.match.game.seats.index(name)
        last = next((n for n, done in enumerate(end.rounds) if done.out == seat), len(end.rounds))
        said = zip(rounds, end.said, strict=True)
        yield (
            name,
            {place for place, (n, line) in enumerate(said) if n <= last and line.seat != seat},
        )


def _finds_features(spec: Spec, trial: Trial) -> bool:
    """Whether a player's features are logged, so that they are judged."""
    values = dict(spec.settings)
    if spec.kind in PROGRAMS:
        return bool(trial.content.get("ask_programs"))
    own = spec.kind == "comet" and values.get("fe") not in OFF
    return own or spec.space is not None or values.get("beliefs", "no") not in OFF


def _count_pairs(matches: Iterable[Trial]) -> Counter[Any]:
    """Count the games with each pair of words, as claims are judged by word."""
    drawn: dict[tuple[str, str], Any] = {}
    found: Counter[Any] = Counter()
    for trial in matches:
        content = trial.content
        place = content["seed"], str(content["options"].get("words"))
        if place not in drawn:
            definition = find(content["game"])
            given = {name: str(value) for name, value in content["options"].items()}
            options = parse_options(definition.options_type, given)
            game: Any = definition.draw(options, Random(f"{content['seed']}/material"))
            drawn[place] = frozenset(game.pair)
        found[drawn[place]] += 1
    return found
