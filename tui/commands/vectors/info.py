"""`parlour vectors info`: describe a space, and check its file."""

from typing import Annotated

import typer

from engine.config.paths import get_vectors_folder
from tui.commands.vectors.errors import handle_errors
from tui.commands.vectors.output import print_line
from words.space.folder import build_reference, find_space


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
