"""The metrics of CoMet as a table: a row for each seat of each game, and figures with intervals."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pandas as pd

from engine.belief_log import read_belief_game
from engine.comet.metrics import EXTRAS, METRICS, BeliefGame, Verdicts, balance, measure_seat
from engine.journal_reader import JournalError
from lab.measures import estimate_rate, estimate_ratio
from lab.tables import Run
from lab.undercover.judging import read_verdicts

ROLES = ("civilian", "undercover")
NAMES = (*METRICS, *EXTRAS)
GAMES = """
SELECT t.number, t.content FROM outcomes o JOIN trials t USING (number)
WHERE t.kind = 'match' AND o.failure = '' ORDER BY t.number
"""


def list_belief_games(
    run: Run, verdicts: Verdicts | None = None
) -> Iterator[tuple[int, dict[str, Any], BeliefGame]]:
    """The finished games of a run with what the seats believed: number, content and game."""
    for number, text in run.file.database.execute(GAMES).fetchall():
        content = json.loads(text)
        if content["game"] != "undercover":
            continue
        try:
            game = read_belief_game(run.record(number), run.calls_text(number), verdicts)
        except JournalError:
            continue
        if game is not None:
            yield number, content, game


def build_belief_table(run: Run) -> pd.DataFrame:
    """A row for each seat of each finished game of Undercover.

    Of each metric there are two columns, `NAME_count` and `NAME_of`; `NAME_of` is 0 where the log
    does not say. `wr` and `draws` are those of the seat's side.
    """
    rows = []
    for number, content, game in list_belief_games(run, read_verdicts(run.file)):
        for seat, role in game.roles.items():
            shares = measure_seat(game, seat)
            rows.append(
                {
                    "trial": number,
                    "deal": content["deal"],
                    "seed": content["seed"],
                    "seat": seat,
                    "role": role,
                    "player": _find_player(content, seat),
                    "against": _find_rivals(content, game, seat),
                    **{
                        f"{name}_{part}": getattr(shares[name], part)
                        for name in NAMES
                        for part in ("count", "of")
                    },
                }
            )
    return pd.DataFrame(rows) if rows else pd.DataFrame(columns=["trial", "deal", "seed", "seat"])


def measure_players(table: pd.DataFrame) -> pd.DataFrame:
    """The metrics by player, rivals and role, with intervals, and the balanced ones.

    A win counts once a game, as all seats of a side share it. Its interval is Wilson's; those of
    the others draw whole deals, see `lab.measures.estimate_ratio`. If all deals have the same
    share, so that draws cannot differ, the interval is Wilson's for so many deals.

    Returns:
        A row for each player, rivals, role and metric: `value`, `low`, `high`, `error`, `count`,
        `of` and `games`; rows of the role `balanced` have `value` and `games` alone.
    """
    found = []
    if table.empty:
        return pd.DataFrame(columns=["player", "against", "role", "metric", "value"])
    for (against, player), rows in table.groupby(["against", "player"], sort=False):
        values: dict[tuple[str, str], float | None] = {}
        for role in ROLES:
            some = rows[rows["role"] == role]
            for name in NAMES:
                games = some.drop_duplicates("trial") if name in ("wr", "draws") else some
                row = _estimate(games, name)
                values[role, name] = row["value"]
                if len(games):
                    told = {"player": player, "against": against, "role": role, "metric": name}
                    found.append({**told, **row, "games": some["trial"].nunique()})
        if any(values[role, "wr"] is None for role in ROLES):
            continue  # the player has had one role alone
        for name in METRICS:
            value = balance(*(values[role, name] for role in ROLES))
            found.append(
                {
                    "player": player,
                    "against": against,
                    "role": "balanced",
                    "metric": name,
                    "value": value,
                    "games": rows["trial"].nunique(),
                }
            )
    return pd.DataFrame(found)


def _estimate(rows: pd.DataFrame, name: str) -> dict[str, Any]:
    known = rows[rows[f"{name}_of"] > 0] if len(rows) else rows
    if known.empty:
        return {"value": None, "count": 0, "of": 0}
    counts, occasions = known[f"{name}_count"], known[f"{name}_of"]
    if name in ("wr", "draws"):
        estimate = estimate_rate(counts)
    else:
        estimate = estimate_ratio(counts, occasions, known["deal"])
        if estimate.low is not None and estimate.low == estimate.high:
            deals = known["deal"].nunique()
            estimate = estimate_rate([estimate.low] * deals)
    return {
        "value": float(counts.sum() / occasions.sum()),
        "low": estimate.low,
        "high": estimate.high,
        "error": estimate.error,
        "count": int(counts.sum()),
        "of": int(occasions.sum()),
    }


def _find_player(content: Mapping[str, Any], seat: str) -> str | None:
    players: Mapping[str, str] = content["players"]
    return players.get(content.get("roles", {}).get(seat, seat))


def _find_rivals(content: Mapping[str, Any], game: BeliefGame, seat: str) -> str:
    """Whom a seat plays against: the players of the other side by name."""
    rivals: Sequence[str | None] = [
        _find_player(content, other)
        for other, role in game.roles.items()
        if role != game.roles[seat]
    ]
    return " and ".join(sorted({str(one) for one in rivals}))
