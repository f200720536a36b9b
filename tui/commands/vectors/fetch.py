"""`parlour vectors fetch`: download word vectors of the catalog, and import them."""

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from engine.config.child_environment import PYTHON, build_environment
from engine.config.paths import get_vectors_folder
from files.removal import delete_file
from tui.commands.vectors.errors import handle_errors
from tui.commands.vectors.import_report import print_report
from tui.commands.vectors.output import print_line
from tui.commands.vectors.progress import show_progress_bar
from words.importing.catalog import PAPER, Model, find_model, read_catalog
from words.importing.download import download
from words.space.folder import SUFFIX

if TYPE_CHECKING:
    from engine.config.settings import Settings


def run_fetch(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="A model of the catalog, or paper for two of them.")],
    keep: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Import only the first N good rows.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Download without asking.")] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a space of the same name.")
    ] = False,
) -> None:
    r"""Fetch word vectors with gensim's catalog, and import them as a space of the same name.

    Sizes and licences are shown first; on a terminal you are asked. An interrupted download goes on
    where it ended. Checksums are compared, and nothing that is downloaded is run.

    `paper` stands for word2vec-google-news-300, the word2vec of the Decrypto paper, and for
    glove-wiki-gigaword-300. The paper's own GloVe (glove.840B.300d) is not in the catalog: download
    it from its authors, and import it with `parlour vectors import`.

    \b
    Examples
      parlour vectors fetch glove-wiki-gigaword-300
      parlour vectors fetch paper --keep 400000
      parlour play decrypto --seat encoder=vectors:glove-wiki-gigaword-300
    """
    with handle_errors("What was downloaded is kept: the same command goes on with it."):
        from words.importing.importer import check_name  # noqa: PLC0415 - numpy: 30 ms

        catalog = read_catalog(context.obj.vectors_url)
        models = [find_model(catalog, one) for one in (PAPER if name == "paper" else (name,))]
        for model in models:
            check_name(model.name)
            print_line(_describe_model(model))
        if name == "paper":
            print_line(
                "The paper's own GloVe (Common Crawl, 2.2 million words) is not in the catalog; "
                "glove-wiki-gigaword-300 stands for it."
            )
        if not yes and sys.stdin.isatty() and not typer.confirm("Download?", default=True):
            raise typer.Exit(0)
        for model in models:
            _fetch_model(model, keep, context.obj, replace=replace)


def _describe_model(model: Model) -> str:
    words = f"{model.words:,} words of {model.width} numbers, " if model.words else ""
    trained = f" Trained on {model.trained_on}." if model.trained_on else ""
    return (
        f"{model.name}: {words}{model.size / 1e6:,.0f} MB to download, licence {model.licence}."
        f"{trained}"
    )


def _fetch_model(model: Model, keep: int | None, settings: "Settings", *, replace: bool) -> None:
    from words.importing.importer import import_vectors  # noqa: PLC0415 - numpy: 30 ms

    folder = get_vectors_folder(settings.data)
    present = folder / f"{model.name}{SUFFIX}"
    if present.exists() and not replace:
        print_line(f"{model.name} is there already; --replace fetches it again.")
        return
    with show_progress_bar(f"Downloading {model.name}") as progress:
        path = download(
            model, folder, lambda done, size: progress(done, size, 0), settings.vectors_url
        )
    with show_progress_bar(f"Importing {model.name}") as progress:
        report = import_vectors(
            path,
            folder,
            model.name,
            environment=build_environment(PYTHON),
            keep=keep,
            replace=replace,
            progress=progress,
            origin=(f"gensim-data {model.name}; {model.trained_on}", model.licence),
        )
    delete_file(path)
    print_report(report)
