"""The `parlour vectors` commands: fetch, import, list, describe, search and remove word vectors."""

import sys
from difflib import get_close_matches
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from engine.config.environment import PYTHON, build_environment
from engine.config.paths import get_vectors_folder
from engine.text import clean
from files.removal import delete_file
from tui.commands.help import build_help
from tui.commands.vectors.errors import handle_errors
from tui.commands.vectors.output import LONGEST_MESSAGE, print_line, print_report, print_table
from tui.commands.vectors.progress import show_progress_bar
from words.importing.catalog import PAPER, find_model, read_catalog
from words.importing.download import download
from words.space.errors import SpaceError
from words.space.folder import SUFFIX, build_reference, find_space, list_spaces
from words.space.names import BUILTIN_SPACES, EMBEDDED_SPACES

if TYPE_CHECKING:
    from engine.config.settings import Settings
    from words.importing.catalog import Model
    from words.space.reader import Space

vectors = typer.Typer(
    name="vectors",
    no_args_is_help=True,
    help="Fetch and import word vectors (GloVe, word2vec, gensim), and look words up in them.",
)


def run_import(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file: plain, gzipped or zipped.")],
    name: Annotated[str, typer.Option(help="The name of the new space.")],
    keep: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Import only the first N good rows.")
    ] = None,
    member: Annotated[str | None, typer.Option(help="The file to import from a zip.")] = None,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust", help="Load a gensim .kv file: it is a pickle, which can run any program."
        ),
    ] = False,
    replace: Annotated[
        bool, typer.Option("--replace", help="Replace a space of the same name.")
    ] = False,
) -> None:
    r"""Import a file of word vectors as a space.

    Reads GloVe text, word2vec text and binary, and gensim's .kv. Bad lines are skipped and counted.

    \b
    Examples
      parlour vectors import glove.6B.zip --member glove.6B.300d.txt --name glove6b
      parlour vectors import GoogleNews-vectors-negative300.bin.gz --name news \
          --keep 400000
      parlour play decrypto --seat encoder=vectors:glove6b
    """
    with handle_errors():
        from words.importing.importer import import_vectors  # noqa: PLC0415 - numpy: 30 ms

        with show_progress_bar(file.name) as progress:
            report = import_vectors(
                file,
                get_vectors_folder(context.obj.data),
                name,
                environment=build_environment(PYTHON),
                keep=keep,
                trust=trust,
                replace=replace,
                member=member,
                progress=progress,
            )
        print_report(report)


def run_catalog(
    context: typer.Context,
    find: Annotated[
        str, typer.Argument(help="Show only models with this in their name.", metavar="[TEXT]")
    ] = "",
) -> None:
    r"""List the word vectors that can be fetched: the catalog of gensim's downloader.

    \b
    Examples
      parlour vectors catalog
      parlour vectors catalog glove
    """
    with handle_errors():
        table = Table(box=None, pad_edge=False)
        table.add_column("Name", no_wrap=True)
        for column in ("MB", "Words", "Width"):
            table.add_column(column, justify="right", no_wrap=True)
        table.add_column("Trained on")
        table.add_column("Licence")
        shown = [
            model
            for name, model in read_catalog(context.obj.vectors_url).items()
            if find.lower() in name
        ]
        for model in sorted(shown, key=lambda one: one.name):
            table.add_row(
                Text(model.name),
                f"{model.size / 1e6:,.0f}",
                f"{model.words:,}" if model.words else "",
                str(model.width or ""),
                Text(clean(model.trained_on, 80)),
                Text(clean(model.licence, 80)),
            )
        if not shown:
            raise SpaceError(f"The catalog has no model with {clean(find, 40)!r} in its name.")
        print_table(table)


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


def _describe_model(model: "Model") -> str:
    words = f"{model.words:,} words of {model.width} numbers, " if model.words else ""
    trained = f" Trained on {model.trained_on}." if model.trained_on else ""
    return (
        f"{model.name}: {words}{model.size / 1e6:,.0f} MB to download, licence {model.licence}."
        f"{trained}"
    )


def _fetch_model(model: "Model", keep: int | None, settings: "Settings", *, replace: bool) -> None:
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


def run_list(context: typer.Context) -> None:
    r"""List all spaces, the built-in ones first.

    \b
    Example
      parlour vectors list
    """
    from words.space.reader import open_space  # noqa: PLC0415 - numpy: 30 ms

    table = Table(box=None, pad_edge=False)
    table.add_column("Name", no_wrap=True)
    for column in ("Words", "Width", "MB"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_column("Where from")
    with handle_errors():
        for name, path in list_spaces(get_vectors_folder(context.obj.data)).items():
            try:
                space = open_space(build_reference(name, get_vectors_folder(context.obj.data)))
            except SpaceError as error:
                table.add_row(
                    Text(clean(name)), "", "", "", Text(clean(str(error), LONGEST_MESSAGE))
                )
                continue
            size = path.stat().st_size / 1e6
            table.add_row(
                Text(clean(name)),
                f"{len(space):,}",
                str(space.width),
                f"{size:,.1f}",
                Text(clean(space.about.source)),
            )
        print_table(table)


def run_info(
    context: typer.Context, name: Annotated[str, typer.Argument(help="The name of the space.")]
) -> None:
    r"""Print the details of a space, and check that its file is undamaged.

    \b
    Example
      parlour vectors info glove
    """
    from words.space.reader import open_space  # noqa: PLC0415 - numpy: 30 ms

    with handle_errors():
        path = find_space(name, get_vectors_folder(context.obj.data))
        space = open_space(build_reference(name, get_vectors_folder(context.obj.data)))
        space.verify()
        about = space.about
        left_out = ", ".join(f"{count:,} {fault}" for fault, count in about.left_out.items())
        for label, value in {
            "Name": name,
            "Words": f"{len(space):,}",
            "Other forms": f"{space.aliases:,}",
            "Width": str(space.width),
            "Size": f"{path.stat().st_size / 1e6:,.1f} MB",
            "File": str(path),
            "Where from": about.source,
            "Licence": about.licence,
            "Left out": left_out,
            "Version": f"{about.version}, which journals name",
            "Checked": "words and numbers are as they were written",
        }.items():
            if value:
                print_line(f"{label}: {value}")


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


def run_remove(
    context: typer.Context, name: Annotated[str, typer.Argument(help="The name of the space.")]
) -> None:
    r"""Remove an imported space.

    \b
    Example
      parlour vectors remove glove6b
    """
    with handle_errors():
        path = find_space(name, get_vectors_folder(context.obj.data))
        if name in EMBEDDED_SPACES:
            raise SpaceError(f"{name} comes with Parlour and stays.")
        try:
            delete_file(path)
        except OSError as error:
            raise SpaceError(f"{path} cannot be removed: {error.strerror or error}.") from error
        print_line(f"{name} is removed.")


vectors.command("import", help=build_help(run_import))(run_import)
vectors.command("catalog", help=build_help(run_catalog))(run_catalog)
vectors.command("fetch", help=build_help(run_fetch))(run_fetch)
vectors.command("list", help=build_help(run_list))(run_list)
vectors.command("info", help=build_help(run_info))(run_info)
vectors.command("nearest", help=build_help(run_nearest))(run_nearest)
vectors.command("remove", help=build_help(run_remove))(run_remove)
