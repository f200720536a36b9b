"""`parlour vectors nearest`: list the words nearest to a word."""

from difflib import get_close_matches
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from engine.config.paths import get_vectors_folder
from engine.text import clean
from tui.commands.vectors.errors import handle_errors
from tui.commands.vectors.output import print_line, print_table
from words.space.folder import build_reference
from words.space.names import BUILTIN_SPACES

if TYPE_CHECKING:
    from words.space.reader import Space


def run_nearest(
    context: typer.Context,
    word: Annotated[str, typer.Argument(help="The word; quote a phrase.")],
    names: Annotated[
        list[str] | None,
        typer.Option("--in", help="The space; repeatable. Default: both built-in ones."),
    ] = None,
    n: Annotated[int, typer.Option("-n", min=1, max=1000, help="How many words.")] = 10,
) -> None:
    r"""List the words nearest to a word, by cosine similarity.

    \b
    Examples
      parlour vectors nearest moon
      parlour vectors nearest "New York" --in news -n 20
    """
    from words.space.reader import open_space  # noqa: PLC0415 - numpy: 30 ms

    table = Table(box=None, pad_edge=False)
    columns = []
    with handle_errors():
        for name in names or BUILTIN_SPACES:
            space = open_space(build_reference(name, get_vectors_folder(context.obj.data)))
            row = space.find_row(word)
            if row is None:
                print_line(_explain_unknown(word, name, space), err=True)
                continue
            if space.get_word(row) != word:
                print_line(f"{name} knows {word!r} as {space.get_word(row)!r}.", err=True)
            found = space.find_nearest(space.get_vectors([row])[0], n + 1)
            columns.append([one for one in found if one[0] != space.get_word(row)][:n])
            table.add_column(Text(clean(name)))
            table.add_column("", justify="right")
        for cells in zip_longest(*columns, fillvalue=("", None)):
            table.add_row(
                *(
                    cell
                    for near, cosine in cells
                    for cell in (Text(clean(near)), "" if cosine is None else f"{cosine:.2f}")
                )
            )
        if not columns:
            raise typer.Exit(2)
        print_table(table)


def _explain_unknown(word: str, name: str, space: "Space") -> str:
    """Say that a space lacks a word, and suggest a similar one."""
    near = [
        other for other in space.words if other[:1] == word[:1] and abs(len(other) - len(word)) <= 2
    ]
    close = get_close_matches(word, near, n=1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return f"{name} does not know the word {word!r}.{hint}"
