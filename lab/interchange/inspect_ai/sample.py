"""A trial as a sample of Inspect AI: what was asked and answered, the moves, and the figures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalError, EvalSample
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage
from inspect_ai.scorer import Score

from engine.export.redaction import redact_spec, redact_text, redact_value
from engine.games.catalog import find
from lab.analysis.stand_in_rule import MATCH_MOVED, MOVED
from lab.interchange.ended_trials import EndedTrial
from lab.interchange.inspect_ai.event import convert_call, convert_move, convert_usage
from lab.run.reproducible_columns import is_reproducible

RESULTS = ("outcome", "reason")
"""The figures in words that are scores; others are metadata."""
COUNTS = ("moves", "attempts", *MOVED, MATCH_MOVED, "questions")
"""The figures that are numbers, but no result."""


def build_sample(trial: EndedTrial, specs: Mapping[str, str], seats: Sequence[str]) -> EvalSample:
    """Build the sample of a trial.

    Args:
        trial: The trial.
        specs: By name of each player: the SPEC, which an error may quote.
        seats: The seats in table order.
    """
    calls = [convert_call(trial.key, n, call, specs) for n, call in enumerate(trial.calls)]
    moves = [convert_move(trial.key, n, move) for n, move in enumerate(trial.moves)]
    events = sorted([*calls, *moves], key=lambda event: event.timestamp)
    started = events[0].timestamp if events else None
    for event in events:
        assert started is not None
        event.working_start = (event.timestamp - started).total_seconds()
    scores = {name: Score(value=one) for name, one in list_scores(trial.figures).items()}
    return EvalSample(
        id=trial.key,
        epoch=1,
        uuid=trial.key,
        input=_describe_trial(trial, seats),
        target="",
        messages=list(_list_messages(calls)),
        output=next((one.output for one in reversed(calls) if one.output.choices), ModelOutput()),
        scores=scores or None,
        metadata=_build_metadata(trial),
        events=events,
        model_usage=sum_usage((call["model"], call) for call in trial.calls),
        role_usage=sum_usage((call["seat"], call) for call in trial.calls),
        started_at=started.isoformat() if started else None,
        completed_at=trial.finished,
        total_time=trial.seconds,
        error=_build_error(trial.failure, specs),
    )


def list_scores(figures: Mapping[str, Any]) -> dict[str, int | float | bool | str]:
    """List the figures that are scores: numbers, and who won and why; an undefined one is none."""
    return {
        name: value
        for name, value in figures.items()
        if value is not None
        and name not in COUNTS
        and is_reproducible(name)
        and (isinstance(value, int | float) or name in RESULTS)
    }


def sum_usage(calls: Iterable[tuple[str, Mapping[str, Any]]]) -> dict[str, ModelUsage]:
    """Sum the usage of calls under each name; calls whose usage is unknown add nothing."""
    found: dict[str, ModelUsage] = {}
    for name, call in calls:
        usage = convert_usage(call)
        if usage is not None:
            found[name] = found[name] + usage if name in found else usage
    return found


def _describe_trial(trial: EndedTrial, seats: Sequence[str]) -> str:
    """Describe in a line what was played or asked."""
    content = trial.content
    order = {seat: place for place, seat in enumerate(seats)}
    seated = sorted(content["players"].items(), key=lambda pair: order.get(pair[0], len(order)))
    players = ", ".join(f"{seat} {name}" for seat, name in seated)
    asked = f", {content['question']} asked of {content['asked']}" if "question" in content else ""
    kind = trial.kind.replace("_", " ")
    return f"{find(content['game']).title}, {kind}, deal {content['deal']}: {players}{asked}"


def _list_messages(calls: Iterable[ModelEvent]) -> Iterable[ChatMessage]:
    """Yield what was said in all calls, without what a seat was told before."""
    told = set[str]()
    for call in calls:
        for message in call.input:
            if message.id not in told:
                told.add(message.id)
                yield message
        yield from (choice.message for choice in call.output.choices)


def _build_metadata(trial: EndedTrial) -> dict[str, Any]:
    content, scores = trial.content, list_scores(trial.figures)
    plain = (
        "game",
        "deal",
        "seed",
        "model_seed",
        "question",
        "asked",
        "context",
        "follow",
        "original",
    )
    more = {
        name: redact_value(value)
        for name, value in trial.figures.items()
        if name not in scores and is_reproducible(name)
    }
    return {
        "trial": trial.number,
        "kind": trial.kind,
        **{name: content[name] for name in plain if name in content},
        "players": content["players"],
        "specs": {seat: redact_spec(spec) for seat, spec in content["seats"].items()},
        "options": redact_value(content.get("options", {})),
        "lineup": trial.lineup,
        "own_moves": trial.is_own,
        "figures": more,
        "turns": trial.turns,
    }


def _build_error(failure: str, specs: Mapping[str, str]) -> EvalError | None:
    if not failure:
        return None
    return EvalError(message=redact_text(failure, specs), traceback="", traceback_ansi="")
