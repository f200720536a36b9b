"""`parlour prompts list`: list roles, styles and wordings."""

from pathlib import Path
from typing import Annotated

import typer

from engine.games.catalog import find, list_games
from engine.games.prompt_sections import WordingError
from engine.games.prompt_settings import STYLES
from engine.games.prompt_texts import (
    get_wordings_folder,
    list_wordings,
    load_prompt_texts,
    locate_wordings,
)
from engine.players.seat_settings import list_settings
from tui.commands.prompts.sample_views import find_views
from tui.output import echo


def list_prompts(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="The only game.")] = None,
) -> None:
    r"""List for each game its roles, the styles of prompt and the wordings, yours included.

    Each wording has the hash of its texts in the game's usual style, as the call log has it.
    A wording of yours that cannot be used is listed with what is wrong.

    \b
    Examples
      parlour prompts list
      parlour prompts list decrypto
    """
    data: Path = context.obj.data
    for definition in [find(game)] if game else list_games().values():
        echo(f"{definition.name}: {', '.join(find_views(definition))}")
        if definition.prompt_settings is None:  # a prompt without styles and wordings
            continue
        usual = list_settings("llm", definition)["prompt"].default
        styles = (f"{style} (usual)" if style == usual else style for style in STYLES)
        echo(f"  prompt: {', '.join(styles)}")
        for name in list_wordings(definition.package, data):
            folder = get_wordings_folder(definition.package, data)
            where = "" if name.isdigit() else f"  {folder / name}"
            try:
                chosen = locate_wordings(definition.package, {"wording": name}, data)
                texts = load_prompt_texts(definition, **chosen)
            except WordingError as error:
                echo(f"  wording: {name}  cannot be used: {error}")
            else:
                echo(f"  wording: {name}  {texts.fingerprint}{where}")
