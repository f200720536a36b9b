"""`parlour deck`: look through a deck, judge one, make one of your own pictures."""

import json as json_
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from engine.text import clean
from images.card import DeckError, Finding
from tui.help_text import taught
from tui.images_option import Images, preferring
from tui.terminal import at_terminal

if TYPE_CHECKING:
    from images.judging import Judgement

LONG = 2000
"""The most characters of a message; names of files in it come from outside."""


class DeckGroup(TyperGroup):
    """Takes what is no command for a folder to look through: `parlour deck holidays`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Look through the deck of the house, or of a folder, if nothing else is asked for."""
        first = args[0] if args else ""
        if first not in self.commands and first not in ctx.help_option_names:
            args = ["show", *args]
        return super().parse_args(ctx, args)


deck = typer.Typer(
    name="deck",
    cls=DeckGroup,
    help="""Look through a deck of cards, judge one, or make one of your own pictures.

    `parlour deck` opens our own deck, `parlour deck DIR` that of a folder.""",
)


def _say(text: str, *, err: bool = False) -> None:
    typer.echo(clean(text, LONG), err=err)


def show_deck(
    context: typer.Context,
    folder: Annotated[
        str, typer.Argument(metavar="[DIR]", help="A deck of your own; left out: the house deck.")
    ] = "",
    images: Images = None,
) -> None:
    r"""Look through a deck, card by card.

    \b
    Examples
      parlour deck
      parlour deck holidays
    """
    from images.deck import open_deck
    from tui.usage_errors import UsageFault

    try:
        opened = open_deck(folder)
    except DeckError as error:
        near = get_close_matches(folder, ("check", "new", "show"), 1)
        meant = f" Did you mean: parlour deck {near[0]}?" if near else ""
        raise DeckError(f"{error}{meant}") from None
    if not at_terminal():
        raise UsageFault("The gallery needs a terminal; parlour deck check looks without one.")
    from screens.gallery import Gallery
    from tui.launch import open_app

    raise typer.Exit(open_app(lambda: Gallery(opened), preferring(context.obj, images)))


def check_deck(
    folder: Annotated[
        str, typer.Argument(metavar="[DIR]", help="A deck of your own; left out: the house deck.")
    ] = "",
    json: Annotated[
        bool, typer.Option("--json", help="Print what was found as one JSON object.")
    ] = False,
) -> None:
    r"""Judge a deck: every picture and every line of its deck.toml.

    An error keeps the deck from being played, as a want of cards does; a warning does not. Exit
    code 1 if it cannot be played, else 0.

    \b
    Examples
      parlour deck check holidays
      parlour deck check holidays --json
    """
    from images.deck import deck_folder, house_files
    from images.judging import judge

    where, metadata = (deck_folder(folder), None) if folder else house_files()
    with _bar("Looking") as progress:
        judged = judge(
            where,
            metadata,
            same=_same_word,
            known=_known,
            progress=lambda done, total: progress(done, total, ""),
        )
    _tell_findings(where, judged, as_json=json)
    if not judged.playable:
        raise typer.Exit(1)


def new_deck(
    folder: Annotated[
        str, typer.Argument(metavar="DIR", help="Where the deck is to be: not there, or empty.")
    ],
    photos: Annotated[
        str, typer.Option("--from", metavar="PHOTOS", help="The folder with the pictures.")
    ],
    json: Annotated[
        bool, typer.Option("--json", help="Print what was made as one JSON object.")
    ] = False,
) -> None:
    r"""Make a deck of a folder of photographs or drawings.

    Each picture is turned upright, cropped to 305 x 460 in its middle (of a high one a little
    more of the top stays) and written without metadata. What cannot be a card is named and left
    out. DIR/deck.toml is there to be filled in. The pictures in PHOTOS stay as they are.

    \b
    Examples
      parlour deck new holidays --from ~/Pictures/2024
      parlour deck check holidays
      parlour play dixit --set deck=holidays
    """
    from images.deck import own_path
    from images.making import make_deck

    place, source = own_path(folder), own_path(photos)
    try:
        with _bar("Making cards") as progress:
            made = make_deck(source, place, progress)
    except KeyboardInterrupt:
        _say("Interrupted; nothing was made.", err=True)
        raise typer.Exit(130) from None
    if json:
        left_out = [{"file": one.where, "why": one.says} for one in made.left_out]
        told = {"deck": str(made.folder), "cards": made.cards, "left_out": left_out}
        typer.echo(json_.dumps(told))
        return
    for one in made.left_out:
        _say(f"Left out: {one}")
    cards = "1 card" if len(made.cards) == 1 else f"{len(made.cards)} cards"
    _say(f"{made.folder}: {cards}.")
    _say(f"Fill in {made.folder / 'deck.toml'}, then: parlour deck check {folder}")


deck.command("show", help=taught(show_deck))(show_deck)
deck.command("check", help=taught(check_deck))(check_deck)
deck.command("new", help=taught(new_deck))(new_deck)


def _tell_findings(where: Path, judged: "Judgement", *, as_json: bool) -> None:
    if as_json:
        told = {
            "deck": str(where),
            "cards": len(judged.cards),
            "playable": judged.playable,
            "errors": [{"where": one.where, "says": one.says} for one in judged.errors],
            "warnings": [{"where": one.where, "says": one.says} for one in judged.warnings],
        }
        typer.echo(json_.dumps(told))
        return
    for one in judged.findings:
        typer.echo(_line(one))
    if judged.findings:
        typer.echo("")
    errors, warnings = len(judged.errors), len(judged.warnings)
    found = f"{_count(errors, 'error')}, {_count(warnings, 'warning')}"
    standing = "it can be played" if judged.playable else "it cannot be played yet"
    _say(f"{where}: {_count(len(judged.cards), 'card')}, {found}: {standing}.")


def _line(one: Finding) -> str:
    return f"{'warning' if one.warning else 'error':<8}{clean(str(one), LONG)}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _same_word(text: str, word: str) -> object:
    from engine.text import same_word

    return same_word(text, word)


def _known(word: str) -> bool:
    from words.folders import EMBEDDED, open_space

    return all(word in open_space(name) for name in EMBEDDED)


@contextmanager
def _bar(what: str) -> Iterator[Callable[[int, int, str], None]]:
    """Show on stderr how far the work is; nothing where stderr is not a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[name]}", markup=False),
    )
    bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    with bar:
        task = bar.add_task(what, total=None, name="")
        yield lambda done, total, name: bar.update(
            task, completed=done, total=total, name=clean(name, 40)
        )
