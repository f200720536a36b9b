"""`parlour config show`: show each setting."""

from urllib.parse import urlsplit

import typer
from rich.table import Table
from rich.text import Text

from engine.config.project_file import explain_ignored_settings
from engine.config.settings import Settings, find_origin, load_settings
from tui.console import create_console
from tui.output import echo


def show_settings(context: typer.Context) -> None:
    r"""Show each setting, its value and where it comes from.

    Sources, the strongest first: the command line; the environment (PARLOUR_DATA, PARLOUR_THEME,
    PARLOUR_IDLE, PARLOUR_IMAGES, PARLOUR_MOTION, PARLOUR_BELIEFS, PARLOUR_OPERATOR,
    PARLOUR_TIMEOUT, PARLOUR_PASS_ENV, PARLOUR_ISOLATE, PARLOUR_VECTORS_URL); PARLOUR_TIMEOUT in
    .env; parlour.toml in this folder, as far as it is trusted (parlour trust --help); your own
    parlour.toml.

    \b
    Examples
      parlour config show
      parlour --theme light config show
    """
    given = context.find_root().params
    options = {n: given[n] for n in Settings.model_fields if given.get(n) is not None}
    settings = load_settings(options)
    table = Table("Setting", "Value", "From", "What", box=None, pad_edge=False)
    for name, field in Settings.model_fields.items():
        value = getattr(settings, name)
        shown = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
        if isinstance(value, dict | tuple):
            shown = ", ".join(value)
        if name == "vectors_url":  # it may hold a password
            shown = urlsplit(shown).netloc.rpartition("@")[2]
        table.add_row(
            *map(Text, (name, shown, find_origin(name, options), field.description or ""))
        )
    create_console().print(table)
    for sentence in explain_ignored_settings():
        echo(sentence, err=True)
