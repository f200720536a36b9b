"""The commands `parlour lab import`, `lab collect` and `lab bench`.

`import` and `collect` turn people's games, published or saved, into journals for experiments.
`bench` builds sets of Dixit items and shows them.
"""

import json as json_module
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.config.paths import get_vectors_folder
from files.regular import read_text
from tui.laboratory import LaboratoryCommand
from tui.shared_options import build_help

if TYPE_CHECKING:
    from lab.papers.decrypto.people.reader import ImportedGame
    from lab.records.collection import Collection

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
    from engine.players.spec import parse_spec
    from lab.papers.decrypto.people.reader import read_human_games
    from lab.papers.decrypto.people.writer import describe_import, write_games
    from lab.records.reader import get_recorded_folder
    from tui.argument_values_and_usage_errors import UsageError

    if form not in FORMATS:
        raise UsageError(f"There is no format {form!r}. There is: {', '.join(FORMATS)}.")
    try:
        data = file.read_bytes()
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
        typer.echo(json_module.dumps(found, ensure_ascii=False))
        return
    _print_games(games)
    typer.echo(str(folder))


def _print_games(games: Sequence["ImportedGame"]) -> None:
    from collections import Counter

    from lab.papers.decrypto.people.ending import judge_ending
    from lab.papers.decrypto.people.flag import KINDS
    from lab.report.markdown import format_markdown_table
    from lab.report.section import TextTable

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
    typer.echo(format_markdown_table(TextTable("", heads, rows, 2)))
    typer.echo("Turns until the second token, with the tokens in them; then of all recorded turns.")
    counts = Counter(flag.kind for one in games for flag in one.flags)
    for kind, meaning in KINDS.items():
        if counts[kind]:
            typer.echo(f"{counts[kind]:>4}  {kind}: {meaning}")


def collect(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder of journals, such as saved games.")
    ],
    into: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="A new folder for the games. Default: collected in the folder recorded of the "
            "data, where experiments find it by that name.",
        ),
    ] = None,
    game: Annotated[str, typer.Option(metavar="GAME", help="Only games of this kind.")] = "",
    consent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=PSEUDONYM",
            help="A person who agreed, and what stands instead of the name; repeat it for others. "
            "Without it you are asked for each person.",
        ),
    ] = None,
) -> None:
    r"""Collect games of people as data: with their consent, and without their names.

    Each person in the journals is asked about once: did they agree that their games are used, and
    under which pseudonym? A game is taken only if everybody in it agreed. Names never leave: new
    journals hold pseudonyms alone, under new file names, without the time of day. What people typed
    in their moves is data and stays: look through it before you publish it.

    \b
    Examples
      parlour lab collect ~/.local/share/parlour/games
      parlour lab collect study --into study-data --consent Ada=P1 --consent Ben=P2
    """
    from lab.records.collection import collect_games, list_people, write_collected
    from lab.records.reader import get_recorded_folder
    from tui.argument_values_and_usage_errors import UsageError

    people, games = list_people(folder, game)
    if not games:
        raise UsageError(f"There are no games of people in {folder}.")
    agreed = _parse_consent(consent) if consent is not None else _ask_consent(people)
    collected = collect_games(games, agreed)
    target = into or get_recorded_folder(context.obj.data) / "collected"
    write_collected(collected, target)
    _print_collected(collected, target)


def _parse_consent(given: Sequence[str]) -> dict[str, str]:
    from tui.argument_values_and_usage_errors import UsageError

    agreed = {}
    for one in given:
        name, equals, pseudonym = one.partition("=")
        if not equals or not name.strip() or not pseudonym.strip():
            raise UsageError(f"--consent takes NAME=PSEUDONYM, not {one!r}.")
        agreed[name.strip()] = pseudonym.strip()
    return agreed


def _ask_consent(people: dict[str, int]) -> dict[str, str]:
    """Ask for each person whether they agreed, and for a pseudonym."""
    from engine.wording import format_count

    agreed: dict[str, str] = {}
    for name, count in people.items():
        who = f"{name or 'A person without a name'} ({format_count(count, 'game')})"
        question = f"{who}: did they agree that their games are used as data?"
        if typer.confirm(question, default=False, err=True):
            usual = f"P{len(agreed) + 1}"
            agreed[name] = typer.prompt("Pseudonym", default=usual, err=True).strip()
    return agreed


def _print_collected(collected: "Collection", folder: Path) -> None:
    from engine.wording import format_count

    taken = format_count(len(collected.games), "game")
    left_out = collected.without_consent
    typer.echo(f"{taken} collected; left out: {left_out} without consent.", err=True)
    if unfinished := collected.unfinished:
        typer.echo(f"{unfinished} of them are unfinished, and count as unresolved.", err=True)
    typer.echo(str(folder))


bench = typer.Typer(
    name="bench",
    no_args_is_help=True,
    help="""Show DixitBench, or build the same for a deck and clues of your own.""",
)


def build(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder of the new bench.")],
    clues: Annotated[
        Path, typer.Option(metavar="FILE", help="A CSV file with the columns card and clue.")
    ],
    deck: Annotated[
        str, typer.Option(metavar="DIR", help="The folder of a deck. Default: the built-in one.")
    ] = "",
    similarity: Annotated[
        str,
        typer.Option(
            metavar="SPACE|FILE",
            help="How similar cards are: a space of word vectors, built in or imported, over tags, "
            "themes, titles and captions; or a CSV file with a matrix of your own.",
        ),
    ] = "word2vec",
    name: Annotated[str, typer.Option(help="What the bench is called.")] = "",
    version: Annotated[str, typer.Option("--edition", help="Its version.")] = "1",
    seed: Annotated[str, typer.Option(help="Decides which distractors are drawn.")] = "42",
    tier: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=A-B",
            help="The ranks of a tier, such as medium=8-15. Default: hard=1-5, medium=10-20, "
            "easy=30-80.",
        ),
    ] = None,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace the bench that is in the folder.")
    ] = False,
) -> None:
    r"""Build a bench: for each clue three items with five distractors of growing similarity.

    Use it by items = "DIR" in [bench] of an experiment. Its hash stands in every result. A bench
    that is in the folder already stays, unless --replace is given.

    \b
    Examples
      parlour lab bench build mine --clues clues.csv --deck holidays
      parlour lab bench build mine --clues clues.csv --similarity glove --tier easy=20-30
      parlour lab bench build mine --clues clues.csv --similarity matrix.csv
    """
    from images.deck import DeckError
    from images.reader import open_deck
    from lab.errors import BenchError
    from lab.papers.dixitworld.bench import check_folder, read_clues, write_bench
    from lab.papers.dixitworld.items import parse_tiers
    from lab.papers.dixitworld.similarity import compare_cards, read_matrix

    check_folder(folder, replace=replace)
    try:
        opened = open_deck(deck)
    except DeckError as error:
        raise BenchError(str(error)) from None
    said = read_clues(clues, opened.cards)
    tiers = parse_tiers(tier or ())
    if Path(similarity).suffix == ".csv":
        matrix, source = read_matrix(Path(similarity), list(opened.cards)), Path(similarity).name
    else:
        imported = get_vectors_folder(context.obj.data)
        matrix = compare_cards(opened, similarity, imported)
        source = f"{similarity}, of tags, themes, title and caption of each card"
    made = write_bench(
        folder,
        opened,
        said,
        matrix,
        where=str(opened.folder) if deck else "",
        name=name or folder.name,
        version=version,
        seed=seed,
        tiers=tiers,
        source=source,
    )
    typer.echo(f"{made.label}: {len(made.items):,} items.", err=True)
    typer.echo(str(folder))


def show(
    folder: Annotated[
        str, typer.Argument(metavar="[DIR]", help="A bench. Default: Parlour's own.")
    ] = "",
) -> None:
    """Show what a bench is: version, hash, how it was made, and similarities by tier."""
    from lab.papers.dixitworld.bench import open_bench
    from lab.papers.dixitworld.items import describe_similarity

    opened = open_bench(folder)
    opened.open_deck()
    typer.echo(opened.label)
    for key, value in opened.about.items():
        typer.echo(f"{key}: {value}")
    typer.echo(f"{len(opened.clues):,} clues, {len(opened.items):,} items")
    table = describe_similarity(opened.similarity, opened.items).round(3)
    typer.echo(table.to_string(na_rep=""))


for command in (build, show):
    bench.command(command.__name__, cls=LaboratoryCommand, help=build_help(command))(command)
