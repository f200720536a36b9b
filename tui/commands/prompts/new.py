"""`parlour prompts new`: start a wording of your own."""

import re
from pathlib import Path
from typing import Annotated

import typer

from engine.games.catalog import find
from engine.games.prompt_settings import NAME
from engine.games.prompt_texts import (
    PIECES,
    get_wordings_folder,
    load_prompt_texts,
    locate_wordings,
    write_piece,
)
from files.replacement import replace_file
from tui.options.declaration import GameName
from tui.output import echo
from tui.usage_error import UsageError


def new_wording(
    context: typer.Context,
    game: GameName,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of your wording.")],
    start: Annotated[
        str, typer.Option("--from", metavar="WORDING", help="The wording to start from.")
    ] = "1",
) -> None:
    r"""Start a wording of your own: copy a wording into a folder, and print the folder.

    Then edit its files. Sections and gaps such as {rounds} have to stay; everything else is
    yours. A file that you delete is as in wording 1. A seat plays with it by wording=NAME.

    \b
    Examples
      parlour prompts new decrypto formal --from 4
      parlour prompts show decrypto encoder --wording formal
    """
    definition = find(game)
    data: Path = context.obj.data
    chosen = locate_wordings(definition.package, {"wording": start}, data)
    texts = load_prompt_texts(definition, **chosen)
    folder = get_wordings_folder(definition.package, data) / name
    if not re.fullmatch(NAME, name) or name.isdigit():
        raise UsageError("A wording of yours has a name of letters, digits, - and _, no number.")
    if folder.exists():
        raise UsageError(f"{folder} is there already: choose another name, or edit its files.")
    try:
        folder.mkdir(parents=True)
        for piece in PIECES:
            replace_file(folder / f"{piece}.txt", write_piece(texts, piece))
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}.") from None
    echo(folder)
