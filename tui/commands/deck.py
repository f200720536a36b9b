"""`parlour deck`: show a deck of cards, check it, and create one from a folder of pictures."""

import json as json_
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from engine.config.start import Start
from engine.forms.giveaway import match_word
from engine.text import clean
from images.check import DeckCheck, check_deck
from images.deck import DeckError
from images.finding import Finding
from images.folder import find_deck_folder, get_builtin_deck_files, resolve_path
from images.reader import open_deck
from tui import launch
from tui.commands.help import build_help
from tui.options.declaration import Images
from tui.output import echo
from tui.signals import Stopped, find_exit_code
from tui.terminal.streams import explain_missing_terminal
from tui.usage_error import UsageError
from words.space.names import BUILTIN_SPACES

LONGEST_MESSAGE = 2000
"""Maximum length of a message in characters; file names in it are untrusted."""


class DeckGroup(TyperGroup):
    """Treats an argument that is not a command as a deck to show: `parlour deck holidays`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        first = args[0] if args else ""
        if first not in self.commands and first not in ctx.help_option_names:
            args = ["show", *args]
        return super().parse_args(ctx, args)


deck = typer.Typer(
    name="deck",
    cls=DeckGroup,
    help="""Show a deck of cards, check one, or make one of your own pictures.

    parlour deck shows the built-in deck, parlour deck DIR the deck in a folder.""",
)


def _print_line(text: str, *, err: bool = False) -> None:
    echo(clean(text, LONGEST_MESSAGE), err=err)


def run_show(
    context: typer.Context,
    folder: Annotated[
        str, typer.Argument(metavar="[DIR]", help="A deck of your own. Default: the built-in deck.")
    ] = "",
    images: Images = None,
) -> None:
    r"""Show a deck, card by card.

    \b
    Examples
      parlour deck
      parlour deck holidays
    """
    try:
        shown = open_deck(folder)
    except DeckError as error:
        near = get_close_matches(folder, ("check", "new", "show"), 1)
        meant = f" Did you mean: parlour deck {near[0]}?" if near else ""
        raise DeckError(f"{error}{meant}") from None
    if why := explain_missing_terminal():
        raise UsageError(f"The gallery needs a terminal, and {why}; parlour deck check needs none.")
    from screens.gallery.gallery import Gallery  # noqa: PLC0415 - textual: 0.1 s

    raise typer.Exit(
        launch.open_app(lambda: Gallery(shown), Start(context.obj.with_images(images)))
    )


def run_check(
    folder: Annotated[
        str, typer.Argument(metavar="[DIR]", help="A deck of your own. Default: the built-in deck.")
    ] = "",
    json: Annotated[
        bool, typer.Option("--json", help="Print the findings as one JSON object.")
    ] = False,
) -> None:
    r"""Check a deck: every picture and every line of its deck.toml.

    A deck with an error, or with too few cards, cannot be played; a deck with warnings can. Exit
    code 1 if it cannot be played, else 0.

    \b
    Examples
      parlour deck check holidays
      parlour deck check holidays --json
    """
    where, metadata = (find_deck_folder(folder), None) if folder else get_builtin_deck_files()
    with _show_progress_bar("Checking") as progress:
        check = check_deck(
            where,
            metadata,
            contains_word=_contains_word,
            knows_word=_is_known_word,
            progress=lambda done, total: progress(done, total, ""),
        )
    _print_findings(where, check, as_json=json)
    if not check.is_playable:
        raise typer.Exit(1)


def run_new(
    folder: Annotated[
        str,
        typer.Argument(
            metavar="DIR", help="The folder for the new deck: a new one, or an empty one."
        ),
    ],
    photos: Annotated[
        str, typer.Option("--from", metavar="PHOTOS", help="The folder with the pictures.")
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Print the result as one JSON object.")
    ] = False,
) -> None:
    r"""Make a deck from a folder of photographs or drawings.

    Each picture is turned upright, cropped to 305 x 460 (tall pictures keep more of their top) and
    saved without metadata. Files that cannot become cards are listed and left out. Describe the
    cards in DIR/deck.toml. The pictures in PHOTOS do not change.

    \b
    Examples
      parlour deck new holidays --from ~/Pictures/2024
      parlour deck check holidays
      parlour play dixit --set deck=holidays
    """
    from images.creation import create_deck  # noqa: PLC0415 - numpy: 30 ms

    place, source = resolve_path(folder), resolve_path(photos)
    try:
        with _show_progress_bar("Making cards") as progress:
            created = create_deck(source, place, progress)
    except (KeyboardInterrupt, Stopped) as error:
        _print_line("Interrupted; nothing was made.", err=True)
        raise typer.Exit(find_exit_code(error)) from None
    if json:
        left_out = [{"file": one.where, "why": one.says} for one in created.left_out]
        result = {"deck": str(created.folder), "cards": created.cards, "left_out": left_out}
        echo(json_.dumps(result))
        return
    for finding in created.left_out:
        _print_line(f"Left out: {finding}")
    cards = "1 card" if len(created.cards) == 1 else f"{len(created.cards)} cards"
    _print_line(f"{created.folder}: {cards}.")
    _print_line(f"Fill in {created.folder / 'deck.toml'}, then: parlour deck check {folder}")


deck.command("show", help=build_help(run_show))(run_show)
deck.command("check", help=build_help(run_check))(run_check)
deck.command("new", help=build_help(run_new))(run_new)


def _print_findings(where: Path, check: DeckCheck, *, as_json: bool) -> None:
    if as_json:
        result = {
            "deck": str(where),
            "cards": len(check.cards),
            "playable": check.is_playable,
            "errors": [{"where": one.where, "says": one.says} for one in check.errors],
            "warnings": [{"where": one.where, "says": one.says} for one in check.warnings],
        }
        echo(json_.dumps(result))
        return
    for finding in check.findings:
        echo(_format_finding(finding))
    if check.findings:
        echo("")
    errors, warnings = len(check.errors), len(check.warnings)
    found = f"{_format_count(errors, 'error')}, {_format_count(warnings, 'warning')}"
    ending = "it can be played" if check.is_playable else "it cannot be played yet"
    _print_line(f"{where}: {_format_count(len(check.cards), 'card')}, {found}: {ending}.")


def _format_finding(finding: Finding) -> str:
    return f"{'warning' if finding.warning else 'error':<8}{clean(str(finding), LONGEST_MESSAGE)}"


def _format_count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _contains_word(text: str, word: str) -> object:
    return match_word(text, word)


def _is_known_word(word: str) -> bool:
    from words.space.reader import open_space  # noqa: PLC0415 - numpy: 30 ms

    return all(word in open_space(name) for name in BUILTIN_SPACES)


@contextmanager
def _show_progress_bar(label: str) -> Iterator[Callable[[int, int, str], None]]:
    """Show progress on stderr if it is a terminal."""
    from rich.console import Console  # noqa: PLC0415 - rich: 30 ms
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415 - rich: 30 ms

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[name]}", markup=False),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(label, total=None, name="")
        yield lambda done, total, name: bar.update(
            task, completed=done, total=total, name=clean(name, 40)
        )
