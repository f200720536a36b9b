"""`parlour vectors import`: import a file of word vectors as a space."""

from pathlib import Path
from typing import Annotated

import typer

from engine.config.child_environment import PYTHON, build_environment
from engine.config.paths import get_vectors_folder
from tui.commands.vectors.errors import handle_errors
from tui.commands.vectors.import_report import print_report
from tui.commands.vectors.progress import show_progress_bar


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
