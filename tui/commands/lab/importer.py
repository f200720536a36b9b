"""`parlour lab import`: read people's games into journals."""

import json as json_module
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from engine.players.spec import parse_spec
from files.regular import read_limited, read_text
from lab.papers.decrypto.people.ending import judge_ending
from lab.papers.decrypto.people.flag import KINDS
from lab.papers.decrypto.people.reader import MAX_BYTES, ImportedGame, read_human_games
from lab.records.recorded_games import get_recorded_folder
from tui.output import echo
from tui.usage_error import UsageError

FORMATS = ("decrypto-human",)


def import_games(
    context: typer.Context,
    form: Annotated[
        str, typer.Argument(metavar="FORMAT", help="The format of the file: decrypto-human.")
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file, as it was published.")],
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="A new folder for the journals. Default: FORMAT in the folder recorded of the "
            "data, where experiments find it by that name.",
        ),
    ] = None,
    interceptor: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            help="Who the interceptor was, which the file does not say: llm:llama-3.1-70b, say.",
        ),
    ] = "llm:unknown",
    keywords: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The list of keywords from which the games were drawn, a word a line: others are "
            "flagged. Default: Parlour's own list.",
        ),
    ] = None,
    json: Annotated[
        bool,
        typer.Option("--json", help="Print games, turns, events, both endings and flags as JSON."),
    ] = False,
) -> None:
    r"""Read people's games into journals that experiments can replay and ask about.

    decrypto-human is the format in which the Decrypto benchmark published its games: a JSON list of
    games with a summarized_history each. No game is rejected. Whatever an analysis should know is
    flagged, in flags.csv beside the journals: guesses with a digit twice, hints that our rules
    forbid, games that go on after their second token, games that stop before any end.

    \b
    Examples
      parlour lab import decrypto-human human_data.json
      parlour lab import decrypto-human human_data.json --interceptor llm:llama-3.1-70b
      parlour lab import decrypto-human human_data.json --keywords keywords.txt --json
      parlour lab run decrypto-human
    """
    from lab.papers.decrypto.people.writer import describe_import, write_games  # noqa: PLC0415 - pandas: 0.25 s

    if form not in FORMATS:
        raise UsageError(f"There is no format {form!r}. There is: {', '.join(FORMATS)}.")
    try:
        data = read_limited(file, MAX_BYTES)
        listed = read_text(keywords).split() if keywords else ()
        made = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be read: {error.strerror}.") from None
    created = made.isoformat(timespec="milliseconds")
    spec = str(parse_spec(interceptor))
    games = read_human_games(data, str(file), created, spec, listed)
    folder = into or get_recorded_folder(context.obj.data) / form
    write_games(games, folder)
    if json:
        found = {"folder": str(folder), "games": describe_import(games)}
        echo(json_module.dumps(found, ensure_ascii=False))
        return
    _print_games(games)
    echo(str(folder))


def _print_games(games: Sequence[ImportedGame]) -> None:
    from lab.report.markdown import format_markdown_table  # noqa: PLC0415 - statsmodels: 0.8 s
    from lab.report.section import TextTable  # noqa: PLC0415 - statsmodels: 0.8 s

    rows = []
    for one in games:
        first, every = (judge_ending(one.turns, play_on=play_on) for play_on in (False, True))
        rows.append(
            (
                one.file_name,
                first.reason or "unresolved",
                *map(str, (first.turns, first.miscommunications, first.interceptions)),
                *map(str, (every.turns, every.miscommunications, every.interceptions)),
                str(len(one.flags)),
            )
        )
    heads = ("journal", "end", "turns", "misc.", "inter.", "all turns", "misc.", "inter.", "flags")
    echo(format_markdown_table(TextTable("", heads, rows, 2)))
    echo("Turns until the second token, with the tokens in them; then of all recorded turns.")
    counts = Counter(flag.kind for one in games for flag in one.flags)
    for kind, meaning in KINDS.items():
        if counts[kind]:
            echo(f"{counts[kind]:>4}  {kind}: {meaning}")
