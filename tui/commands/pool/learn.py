"""`parlour pool learn`: learn from finished games."""

from pathlib import Path
from typing import Annotated

import typer

from engine.comet.pool_file import update_pool
from engine.journal.reader import read_record
from engine.learning.belief_reader import read_belief_record
from engine.learning.lesson import read_lesson
from engine.learning.referee import judge_lesson
from engine.learning.said_metaphor import BY_BELIEFS
from engine.players.spec import parse_spec
from lab.papers.comet.judge import create_judge
from tui.output import echo
from tui.signals import run_stoppable


def learn(
    context: typer.Context,
    journals: Annotated[list[Path], typer.Argument(metavar="JOURNAL ...", help="Finished games.")],
    into: Annotated[Path, typer.Option("--pool", metavar="FILE", help="The pool that learns.")],
    judge: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            help="Who says what came of a metaphor: beliefs, those that the players logged, or "
            "a model such as llm:gpt-4o, which also comments.",
        ),
    ] = "beliefs",
) -> None:
    r"""Learn from finished games; a game counts once, however often it is learned from.

    \b
    Examples
      parlour pool learn games/evening.jsonl --pool my.pool
      parlour pool learn games/*.jsonl --pool my.pool --judge llm:gpt-4o
    """
    for journal in journals:
        record = read_record(journal)
        lesson = read_lesson(record, data=context.obj.data)
        if lesson is None:
            echo(f"{journal}: no finished game of Undercover; skipped", err=True)
            continue
        if judge != BY_BELIEFS and lesson.metaphors:
            game = read_belief_record(record, data=context.obj.data)
            assert game is not None
            calls = into.with_name(f"{into.name}.judge.calls.jsonl")
            client = create_judge(parse_spec(judge), calls, settings=context.obj)
            lesson = run_stoppable(judge_lesson(lesson, game, client, judge))
        learned = update_pool(into, lesson.apply)
        good = sum(one.success for one in lesson.metaphors)
        echo(
            f"{journal}: {len(lesson.metaphors)} metaphors, {good} of them understood and not "
            f"guessed; {len(learned.experiences)} experiences",
            err=True,
        )
