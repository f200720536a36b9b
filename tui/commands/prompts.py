"""`parlour prompts`: list and show prompts, and start a wording of your own."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.errors import OptionError
from engine.game import GameType
from engine.games.catalog import find, list_games
from engine.games.prompts import (
    NAME,
    PIECES,
    STYLES,
    WordingError,
    get_wordings_folder,
    list_wordings,
    load_prompt_texts,
    locate_wordings,
    write_piece,
)
from engine.players.settings import list_settings
from engine.players.spec import parse_spec, read_game_settings
from engine.position import build_positions
from engine.suggestion import explain_unknown
from engine.text import clean_lines
from files.replacement import replace_file
from tui.commands.help import build_help
from tui.options.declaration import GameName, GameSettings
from tui.options.game import parse_set
from tui.output import echo
from tui.signals import run_stoppable
from tui.usage_error import UsageError

LONGEST_PROMPT = 200_000
"""Characters of a prompt that are printed."""


prompts = typer.Typer(
    name="prompts",
    help="""Show what models are asked, in every style and wording, or start a wording of your own.

    A seat sets both: parlour play decrypto --seat encoder=llm:gpt-4o,prompt=coached,wording=3.""",
)


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
        if definition.prompt_settings is None:
            continue
        usual = list_settings("llm", definition)["prompt"].default
        echo(f"{definition.name}: {', '.join(_find_views(definition))}")
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


def show_prompt(
    context: typer.Context,
    game: GameName,
    role: Annotated[str, typer.Argument(metavar="ROLE", help="See parlour prompts list.")],
    prompt: Annotated[
        str | None, typer.Option(help="The style: plain, coached, naive or cot.")
    ] = None,
    wording: Annotated[
        str | None, typer.Option(help="The wording: a number, or the name of one of yours.")
    ] = None,
    rules: Annotated[str | None, typer.Option(help="The wording of the rules alone.")] = None,
    role_wording: Annotated[
        str | None, typer.Option("--role", help="The wording of the role alone.")
    ] = None,
    ask: Annotated[str | None, typer.Option(help="The wording of the question alone.")] = None,
    set_: GameSettings = None,
) -> None:
    r"""Print the prompt of a role, with a position of a sample game.

    First the system text, then after a line of dashes the text of the user's message. The hash
    of the texts goes to stderr: calls in the call log have the same if they were asked so.

    \b
    Examples
      parlour prompts show decrypto encoder --wording 3
      parlour prompts show decrypto decoder --prompt coached --rules 2 --ask 4
      parlour prompts show taboo attacker --set slip=lose
    """
    definition = find(game)
    given = {
        "prompt": prompt,
        "wording": wording,
        "rules": rules,
        "role": role_wording,
        "ask": ask,
    }
    parts = "".join(f",{name}={value}" for name, value in given.items() if value is not None)
    settings = read_game_settings(
        parse_spec(f"llm:any{parts}", definition), definition, data=context.obj.data
    )
    views = _find_views(definition, parse_set(definition, set_ or ()))
    if role not in views:
        raise OptionError(explain_unknown(f"role in {definition.title}", role, views))
    built = definition.build_prompt(views[role], **settings)
    lines = [built.system, "-" * 20, built.user]
    lines += [f"(picture: {picture.label})" for picture in built.pictures]
    echo(clean_lines("\n".join(lines), LONGEST_PROMPT))
    if built.prompt_hash:
        echo(f"Prompt texts: {built.prompt_hash}", err=True)


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


def _find_views(definition: GameType, options: Any = None) -> dict[str, Any]:  # noqa: ANN401
    """Find a view of each role or kind of move, from the middle of a sample game."""
    found = run_stoppable(build_positions(definition, 3, options))
    return {role: positions[len(positions) // 2].view for role, positions in found.items()}


prompts.command("list", help=build_help(list_prompts))(list_prompts)


prompts.command("show", help=build_help(show_prompt))(show_prompt)


prompts.command("new", help=build_help(new_wording))(new_wording)
