"""`parlour lab judge`: judge what players of Undercover said and believed."""

from typing import Annotated

import typer

from engine.errors import OptionError
from engine.game_estimate import ASSUMED
from engine.players.spec import parse_spec
from engine.suggestion import explain_unknown
from lab import open_run
from lab.papers.comet.claims import Claim, list_claims
from lab.papers.comet.judge import judge_claims
from lab.papers.comet.judge_agreement import measure_agreement
from lab.papers.comet.judge_verdicts import load_verdicts, store_verdicts
from lab.run.store import RunFile
from tui.commands.lab.argument import RunName
from tui.output import echo
from tui.signals import run_stoppable

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
        bool,
        typer.Option(
            "--dry-run",
            help="Say how many claims there are and what a model would take, and ask nobody.",
        ),
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
    from lab.papers.comet.metrics import list_belief_games  # noqa: PLC0415 - pandas: 0.25 s

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
        games = (game for *_, game in list_belief_games(opened) if game is not None)
        claims = [
            claim
            for claim in list_claims(games, kinds)  # type: ignore[arg-type]
            if claim not in known
        ]
    echo(f"{len(claims):,} claims to judge, {len(known):,} judged before.", err=True)
    if claims and parse_spec(by).asks_model:
        from lab.papers.comet.judge_estimate import estimate_claims  # noqa: PLC0415 - numpy: 30 ms

        expected = estimate_claims(claims, by, settings=context.obj)
        echo(f"Expected: {expected}, {ASSUMED}.", err=True)
    if dry_run or not claims:
        return
    calls = path.with_name(f"{path.name}.judge.calls.jsonl")
    judged = run_stoppable(judge_claims(claims, by, calls, _ask_person, settings=context.obj))
    with RunFile(path, writing=True) as run_file:
        store_verdicts(run_file, judged)
        agreements = measure_agreement(load_verdicts(run_file))
    echo(f"{len(judged):,} verdicts by {by}.", err=True)
    for one in agreements:
        kappa = "" if one.kappa is None else f", kappa {one.kappa:.3f}"
        echo(
            f"{one.first} and {one.second} agree on {one.agreed:,} of {one.claims:,} "
            f"claims{kappa}.",
            err=True,
        )


def _ask_person(question: str) -> str:
    answer: str = typer.prompt(f"{question} (Enter: no answer)", default="", show_default=False)
    return answer
