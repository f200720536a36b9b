"""`parlour models test`: ask a model one short question of a game."""

from functools import partial
from typing import Annotated, Any

import typer

from engine.errors import PlayerError
from engine.players.agent_check import CheckResult
from engine.players.check_verdicts import keep_verdict, summarize_check
from engine.players.probe import ask_once
from engine.players.spec import LineupError, parse_spec
from engine.text import clean
from tui.output import echo
from tui.signals import run_stoppable
from tui.usage_error import UsageError

MAX_REASON = 400
"""Characters of a reason that are printed."""


def test_model(
    context: typer.Context,
    spec: Annotated[str, typer.Argument(metavar="SPEC", help="The model, such as llm:NAME.")],
) -> None:
    r"""Ask a model one short question of a game, and say how it did and how long it took.

    Exit code: 0 it made a legal move, 1 it did not, 2 usage or configuration, 3 it gave no answer.

    \b
    Examples
      parlour models test llm:qwen3:8b@ollama
      parlour agents check llm:qwen3:8b@ollama
    """
    parsed = parse_spec(spec)
    if not parsed.asks_model:
        raise UsageError(f"{clean(spec, 60)} is no model; a model is llm:NAME.")
    answer = run_stoppable(ask_once(parsed, context.obj, partial(echo, err=True)))
    _keep(str(parsed), answer, context.obj.data)
    echo(f"{clean(spec, 200)}: {describe_answer(answer)}")
    if answer.verdict == "failed":
        raise PlayerError(clean(answer.why, MAX_REASON))
    if answer.verdict != "legal":
        raise typer.Exit(1)


def describe_answer(answer: CheckResult) -> str:
    """Describe the answer to one question: `legal, 1.3 s`."""
    why = f": {clean(answer.why, MAX_REASON)}" if answer.why else ""
    return f"{answer.verdict}, {answer.seconds:.1f} s{why}"


def _keep(spec: str, answer: CheckResult, data: Any) -> None:  # noqa: ANN401
    try:
        keep_verdict(spec, summarize_check([answer]), data)
    except OSError as error:
        raise LineupError(f"The verdict cannot be kept: {error.strerror}.") from None
