"""Score recorded games with another player in a seat: Table 1 of the Decrypto benchmark."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd

from lab.analysis.lineup_columns import arrange_lineups
from lab.analysis.tables import Run
from lab.papers.decrypto.score_estimates import (
    SEAT_COLUMNS,
    estimate_share,
    map_to_match_trials,
    measure_groups,
    spread_estimate,
)
from lab.run.lineup import ORIGINAL, PLAYER
from lab.run.plan import REPLACED

REPLAY_COLUMNS = ("ending", "role", "event", "player", *SEAT_COLUMNS)
"""What tells the rows of Table 1 apart, besides what else varies in a run."""
NEEDED = {
    "encoder": "miscommunication",
    "decoder": "miscommunication",
    "interceptor": "interception",
}
"""By the seat that is replaced: the event that the paper counts."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A rule for the end of a recorded game."""

    name: str
    follow: str
    """The `follow` setting of the replays."""
    title: str


ENDINGS = (
    Ending("second_token", "player", "until the second token"),
    Ending("all_turns", "record", "all recorded turns"),
)


def score_replays(run: Run) -> pd.DataFrame:
    """Compute Table 1: results of recorded games with another interceptor, decoder or encoder.

    - `events`: the number in all games of a model seed (mean and standard error over seeds):
      interceptions for an interceptor, miscommunications for the others.
    - `rate`: events / turns.
    - `survival`: survived / resolved games; games that stop before an end are left out.
    - `length`: turns per game, of all games.

    The original human games are separate rows. Both rules for the end have rows: with
    `second_token` the game continued with the new player's moves until it was over; with
    `all_turns` every recorded turn was asked. A row has one line-up: who was asked anew, and who
    had all three seats, see `arrange_lineups`; `attrs["rest"]` of the table names what
    else tells rows apart.
    """
    replays = run.games("replay")
    rest = []
    if len(replays):
        layout, _ = arrange_lineups(run, "replay", replays)
        known = ("replaced", "follow", *REPLAY_COLUMNS)
        rest = [
            name
            for name in layout.dimensions
            if name not in known and not _is_unchanged(replays, name)
        ]
    rows = [one for ending in ENDINGS for one in _list_replays(run, replays, ending, rest)]
    table = pd.DataFrame(rows)
    if table.empty:
        return table

    def measure(games: pd.DataFrame) -> dict[str, Any]:
        resolved = games[games["resolved"].astype(bool)]
        seeds = games.groupby("model_seed")["events"].sum()
        spread = float(seeds.std(ddof=1) / len(seeds) ** 0.5) if len(seeds) > 1 else None
        each = estimate_share(games, "events")  # events a game, whose number is known
        ends = (
            None if one is None else max(0.0, one) * games["about"].nunique()
            for one in (each.low, each.high)
        )  # fmt: skip
        return {
            "events": float(seeds.mean()),
            "events_error": spread,
            **dict(zip(("events_low", "events_high"), ends, strict=True)),
            **spread_estimate("rate", estimate_share(games, "events", chances="turns")),
            **spread_estimate("survival", estimate_share(resolved, "survived")),
            **spread_estimate("length", estimate_share(games, "turns")),
            "games": int(games["about"].nunique()),
            "resolved": int(resolved["about"].nunique()),
        }

    found = measure_groups(table, [*REPLAY_COLUMNS, *rest], measure)
    found.attrs["rest"] = rest
    return found


def _is_unchanged(replays: pd.DataFrame, column: str) -> bool:
    """Whether a column names who sat in a seat that no replay has replaced."""
    now = column.replace(ORIGINAL, PLAYER, 1)
    same = replays[column].astype(str) == replays[now].astype(str)
    return column.startswith(ORIGINAL) and bool(same.all())


def list_replaced(game: Mapping[str, Any]) -> list[str]:
    """List the seats of a replayed game that were asked anew."""
    return str(game["replaced"]).split(REPLACED)


def _list_replays(
    run: Run, replays: pd.DataFrame, ending: Ending, rest: Sequence[str]
) -> Iterable[dict[str, Any]]:
    """Yield events, turns and survival of each replayed and each recorded game."""
    if "follow" in replays:
        some = replays[replays["follow"] == ending.follow]
        about = map_to_match_trials(run)
        for row in some.to_dict("records"):
            replaced = list_replaced(row)
            role = replaced[0]
            players = [str(row[f"player_{seat}"]) for seat in replaced]
            common = {
                **{name: row[name] for name in (*SEAT_COLUMNS, *rest)},
                "ending": ending.name,
                "role": role,
                "player": " + ".join(players),
                "about": about[row["trial"]],
                "deal": row["deal"],
                "model_seed": row.get("model_seed", 1) or 1,
                "turns": row["rounds"],
                "resolved": bool(row["resolved"]),
                "survived": row["reason"] == "survived",
                "trial": row["trial"],
            }
            events = ("miscommunication", "interception") if role == "encoder" else (NEEDED[role],)
            for event in events:
                yield {**common, "event": event, "events": row[f"{event}_rounds"]}
    recorded = run.games("recorded")
    turns = run.turns("recorded")
    for row in recorded.to_dict("records"):
        own = turns[turns["trial"] == row["trial"]]
        if ending.name == "second_token" and pd.notna(row["decisive_round"]):
            own = own[own["round"] <= row["decisive_round"]]
        for role in ("interceptor", "decoder"):
            yield {
                **{name: row.get(name) for name in (*SEAT_COLUMNS, *rest)},
                "ending": ending.name,
                "role": role,
                "player": f"as recorded ({row[f'player_{role}']})",
                "about": row["trial"],
                "deal": row["deal"],
                "model_seed": 1,
                "turns": len(own),
                "resolved": bool(row["resolved"]),
                "survived": row["reason"] == "survived",
                "trial": row["trial"],
                "event": NEEDED[role],
                "events": int(own[NEEDED[role]].sum()),
            }
