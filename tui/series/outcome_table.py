"""The table of the games of a series, and the number of each outcome."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from engine.count_text import select_number
from engine.game import GameType
from tui.console import create_console
from tui.result import format_cell, format_outcome

if TYPE_CHECKING:
    pass


def print_table(definition: GameType, results: list[dict[str, Any]]) -> None:
    """Print a row for each game, and the number of each outcome."""
    table = Table("Seed", "Outcome", "Reason", box=None, pad_edge=False)
    table.add_column(select_number(2, definition.unit.capitalize()), justify="right")
    not_own = [
        sum(sum(counted.values()) for counted in result.get("not_own", {}).values())
        for result in results
    ]
    if any(not_own):
        table.add_column("Not own", justify="right")
    for result, others in zip(results, not_own, strict=True):
        played = str(len(result[definition.listed]))
        cells = (Text(format_cell(result[key])) for key in ("outcome", "reason"))
        marked = [str(others or "")] if any(not_own) else []
        table.add_row(Text(result["seed"]), *cells, played, *marked)
    out = create_console()
    out.print(table)
    games = "1 game" if len(results) == 1 else f"{len(results)} games"
    out.print(Text(f"\n{definition.title}: {games}", style="bold"))
    tally = Counter(format_outcome(result) or "-" for result in results)
    counts = Table(box=None, show_header=False, pad_edge=False)
    for ending, count in sorted(tally.items(), key=lambda one: -one[1]):
        counts.add_row(Text(ending), str(count), f"{count / len(results):.1%}")
    out.print(counts)
    if any(not_own):
        found = f"{len(list(filter(None, not_own)))} of {games}"
        out.print(
            Text(f"Counted with them: {found} with moves that are not the players' own (Not own).")
        )
