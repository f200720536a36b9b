"""`parlour vectors`: the group of the commands for word vectors."""

import typer

from tui.commands.docstring_help import build_help
from tui.commands.vectors.catalog import run_catalog
from tui.commands.vectors.check import run_check
from tui.commands.vectors.fetch import run_fetch
from tui.commands.vectors.importer import run_import
from tui.commands.vectors.info import run_info
from tui.commands.vectors.list import run_list
from tui.commands.vectors.nearest import run_nearest
from tui.commands.vectors.remove import run_remove

vectors = typer.Typer(
    name="vectors",
    no_args_is_help=True,
    help="Fetch and import word vectors (GloVe, word2vec, gensim), and look words up in them.",
)


vectors.command("import", help=build_help(run_import))(run_import)
vectors.command("catalog", help=build_help(run_catalog))(run_catalog)
vectors.command("fetch", help=build_help(run_fetch))(run_fetch)
vectors.command("list", help=build_help(run_list))(run_list)
vectors.command("info", help=build_help(run_info))(run_info)
vectors.command("nearest", help=build_help(run_nearest))(run_nearest)
vectors.command("check", help=build_help(run_check))(run_check)
vectors.command("remove", help=build_help(run_remove))(run_remove)
