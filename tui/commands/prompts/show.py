"""`parlour prompts show`: print the prompt of a role."""

from typing import Annotated

import typer

from engine.errors import OptionError
from engine.games.catalog import find
from engine.players.spec import parse_spec, read_game_settings
from engine.suggestion import explain_unknown
from engine.text import clean_lines
from tui.commands.prompts.sample_views import find_views
from tui.options.declaration import GameName, GameSettings
from tui.options.game import parse_set
from tui.output import echo

LONGEST_PROMPT = 200_000
"""Characters of a prompt that are printed."""


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
    views = find_views(definition, parse_set(definition, set_ or ()))
    if role not in views:
        raise OptionError(explain_unknown(f"role in {definition.title}", role, views))
    built = definition.build_prompt(views[role], **settings)
    lines = [built.system, "-" * 20, built.user]
    lines += [f"(picture: {picture.label})" for picture in built.pictures]
    echo(clean_lines("\n".join(lines), LONGEST_PROMPT))
    if built.prompt_hash:
        echo(f"Prompt texts: {built.prompt_hash}", err=True)
