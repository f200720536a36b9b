"""Print the report of an import."""

import shlex
from typing import TYPE_CHECKING

from tui.commands.vectors.output import print_line

if TYPE_CHECKING:
    from words.importing.importer import ImportReport


def print_report(report: "ImportReport") -> None:
    from words.space.reader import open_space  # noqa: PLC0415 - numpy: 30 ms

    print_line(
        f"{report.name}: {report.rows:,} words of {report.width} numbers from {report.format}, "
        f"{report.size / 1e6:,.1f} MB, in {report.seconds:.1f} s."
    )
    if report.left_out:
        print_line(f"Left out: {report.format_faults()}.")
    if report.promised is not None:
        print_line(f"The file's header promises {report.promised:,} rows.")
    if report.truncated:
        print_line("The packed file is cut short; its complete rows were imported.")
    space = open_space(report.path.absolute().as_uri())
    example = "king" if "king" in space else space.get_word(min(99, len(space) - 1))
    print_line(f"Try: parlour vectors nearest {shlex.quote(example)} --in {report.name}")
