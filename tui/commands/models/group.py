"""`parlour models`: the group of the commands for models."""

import typer

from tui.commands.docstring_help import build_help
from tui.commands.models.add import add_named_model
from tui.commands.models.list import list_models
from tui.commands.models.test import test_model

models = typer.Typer(name="models", invoke_without_command=True)


@models.callback()
def list_by_default(context: typer.Context) -> None:
    """List the models that the servers at hand offer, try one, and give one a name.

    Without a command it lists them, as `parlour models list`.
    """
    if context.invoked_subcommand is None:
        list_models(context)


models.command("list", help=build_help(list_models))(list_models)
models.command("test", help=build_help(test_model))(test_model)
models.command("add", help=build_help(add_named_model))(add_named_model)
