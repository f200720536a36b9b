"""Tell the line-ups of a run's trials apart, in columns of its tables."""

from collections.abc import Sequence

import pandas as pd

from lab.analysis.matrix_layout import Layout
from lab.analysis.tables import Run
from lab.run.lineup import ORIGINAL, PLAYER


def arrange_lineups(run: Run, kind: str, rows: pd.DataFrame) -> tuple[Layout, pd.Series]:
    """Tell the line-ups of a kind of trial apart.

    Args:
        run: The run.
        kind: The kind of trial.
        rows: Trials of this kind, or rows about them; gets columns of what tells them apart.

    Returns:
        The layout, and the key of each row's line-up.
    """
    lineups, keys = run.read_lineups(kind)
    found = rows["trial"].map(keys)
    ended = run.tally_lineups(kind)  # also those of which no game counts
    layout = Layout({key: lineups[key] for key in lineups if key in ended}, run.experiment)
    for name in layout.names:
        if name in layout.keys or name in layout.dimensions or name.startswith(PLAYER):
            rows[name] = found.map({key: one.get(name) for key, one in layout.values.items()})
    _order_players(rows, list(run.experiment.specs))
    return layout, found


def _order_players(games: pd.DataFrame, players: Sequence[str]) -> None:
    """Order the players in the columns of games as in the experiment."""
    for name in [one for one in games if one.startswith((PLAYER, ORIGINAL))]:
        others = [one for one in games[name].dropna().unique() if one not in players]
        games[name] = pd.Categorical(games[name], [*players, *others])
