"""`parlour deck check`: check a deck."""

import json as json_
from pathlib import Path
from typing import Annotated

import typer

from engine.forms.giveaway import match_word
from engine.text import clean
from images.deck_check import DeckCheck, check_deck
from images.deck_finding import Finding
from images.deck_folder import find_deck_folder, get_builtin_deck_files
from tui.commands.deck.output import LONGEST_MESSAGE, print_line
from tui.commands.deck.progress import show_progress_bar
from tui.output import echo
from words.space.names import BUILTIN_SPACES


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
    with show_progress_bar("Checking") as progress:
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
    print_line(f"{where}: {_format_count(len(check.cards), 'card')}, {found}: {ending}.")


def _format_finding(finding: Finding) -> str:
    return f"{'warning' if finding.warning else 'error':<8}{clean(str(finding), LONGEST_MESSAGE)}"


def _format_count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _contains_word(text: str, word: str) -> object:
    return match_word(text, word)


def _is_known_word(word: str) -> bool:
    from words.space.reader import open_space  # noqa: PLC0415 - numpy: 30 ms

    return all(word in open_space(name) for name in BUILTIN_SPACES)
