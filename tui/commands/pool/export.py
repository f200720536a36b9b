"""`parlour pool export`: copy a pool, or take it out of a run."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

import lab
from engine.comet.pool import Pool
from engine.comet.pool_file import write_pool
from engine.config.settings import Settings
from engine.text import escape_controls
from files.replacement import replace_file
from lab.run.database import is_database
from tui.output import echo
from tui.usage_error import UsageError


def export(
    context: typer.Context,
    source: Annotated[
        str, typer.Argument(metavar="FILE|RUN", help="A pool, or a run with self-play.")
    ],
    trial: Annotated[
        int | None,
        typer.Option(metavar="N", help="Which self-play of the run. Default: the first."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file. Default: standard output.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Experiences as JSON, one a line, with their scores.")
    ] = False,
) -> None:
    r"""Copy a pool, or take the pool out of a run that has grown it by self-play.

    \b
    Examples
      parlour pool export comet-metaphors --out grown.pool
      parlour pool export my.pool --json
    """
    path = Path(source).expanduser()
    found = _read_from_run(source, trial, context.obj) if _is_run(source, path) else Pool.read(path)
    if as_json:
        lines = [
            json.dumps({**asdict(one), "score": one.score}, ensure_ascii=False)
            for one in found.experiences
        ]
        text = "\n".join(lines)
        if out is None:
            echo(text)
        else:
            replace_file(out, escape_controls(f"{text}\n"))
    elif out is None:
        echo(found.encode(), nl=False)
    else:
        write_pool(out, found)


def _is_run(source: str, path: Path) -> bool:
    """Whether a text names a run rather than a pool."""
    if path.is_file():
        return is_database(path)
    return "/" not in source and path.suffix != ".pool"


def _read_from_run(source: str, trial: int | None, settings: Settings) -> "Pool":
    with lab.open_run(source, settings) as opened:
        query = "SELECT number FROM trials JOIN outcomes USING (number) WHERE kind = 'self_play'"
        known = [number for (number,) in opened.file.database.execute(query)]
        chosen = known[0] if trial is None and known else trial
        if chosen not in known:
            listed = ", ".join(map(str, known)) or "none"
            raise UsageError(f"{source} has no such self-play; its trials of self-play: {listed}.")
        return Pool.decode(opened.journal(int(chosen or 0)), source)
