"""`parlour models add`: write a model into your own settings file."""

from typing import Annotated

import typer

from engine.config.model_table import add_model
from engine.config.paths import get_user_file
from engine.config.server_presets import PRESETS
from engine.text import clean
from tui.output import echo
from tui.usage_error import UsageError


def add_named_model(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="The NAME of llm:NAME.")],
    model: Annotated[str, typer.Option(help="The model's name on its server.")],
    preset: Annotated[
        str | None, typer.Option(help=f"The kind of server: {', '.join(PRESETS)}.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The server's address, ending in /v1.")
    ] = None,
    api_key_env: Annotated[
        str | None, typer.Option(metavar="NAME", help="The variable that holds the key.")
    ] = None,
) -> None:
    r"""Write a table [models.NAME] into your own parlour.toml, whose other lines stay as they are.

    A key is never written: it stays in the variable that --api-key-env names.

    \b
    Examples
      parlour models add quick --preset ollama --model qwen3:8b
      parlour models add big --base-url https://example.org/v1 --model large \
          --api-key-env EXAMPLE_KEY
    """
    if preset is None and base_url is None:
        raise UsageError("Say where the model is: give --preset or --base-url.")
    if name in context.obj.models:
        raise UsageError(f"There is a model {clean(name, 60)!r} already; choose another name.")
    given = {"preset": preset, "base_url": base_url, "model": model, "api_key_env": api_key_env}
    values = {key: value for key, value in given.items() if value is not None}
    path = get_user_file()
    add_model(path, name, values)
    echo(f"{path} has [models.{name}] now. Try it: parlour models test llm:{name}")
