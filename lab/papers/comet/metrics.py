"""Measure CoMet players' beliefs in games of Undercover, by player and role, with intervals.

`build_belief_table` reads the beliefs that were logged in the games of a run, and has a row for
each seat of each game; `measure_players` estimates the metrics from it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from engine.comet.belief_record import BeliefRecord, Verdicts
from engine.comet.metrics import EXTRAS, METRICS, Share, balance_metric, measure_seat
from engine.games.comet_settings import BUILT_IN
from engine.journal.errors import JournalError
from engine.learning.belief_reader import read_belief_record
from engine.players.spec import parse_spec
from lab.analysis.seed_average import average_seeds, has_seeds
from lab.analysis.stand_in_rule import NOT_OWN
from lab.analysis.tables import Run
from lab.papers.comet.beliefs_section import Counting
from lab.papers.comet.judge_verdicts import read_verdicts
from lab.papers.comet.lost_answers import Losses, count_losses
from lab.statistics.estimate import compute_standard_error
from lab.statistics.jackknife import estimate_by_jackknife
from lab.statistics.multiple_comparisons import adjust_rows
from lab.statistics.paired import compare_paired
from lab.statistics.rates import estimate_ratio, estimate_share

ROLES = ("civilian", "undercover")
NAMES = (*METRICS, *EXTRAS)
KEYS = ["variant", "against", "player"]
"""What tells figures apart, besides role and metric."""
GAMES = f"""
SELECT t.number, t.content, {NOT_OWN} FROM outcomes o JOIN trials t USING (number)
WHERE t.kind IN ('match', 'recorded') AND o.failure = '' ORDER BY t.number
"""  # noqa: S608 - of constants


def list_belief_games(
    run: Run, verdicts: Verdicts | None = None, *, failed: bool = False
) -> Iterator[tuple[int, dict[str, Any], bool, BeliefRecord | None]]:
    """Yield the finished games of a run with logged beliefs.

    What a stand-in said is not the player's: games with such moves are left out, unless the
    experiment counts them as they were played.

    Args:
        run: The run.
        verdicts: What judges said.
        failed: Whether to yield games, too, that the experiment counts as failed.

    Yields:
        Number, content, whether the game failed, and the game; `None` if this version cannot read
        its journal.
    """
    for number, text, not_own in run.file.database.execute(GAMES).fetchall():
        content = json.loads(text)
        has_failed = not_own > 0 and run.stand_ins != "count"
        if content["game"] != "undercover" or (has_failed and not failed):
            continue
        try:
            game = read_belief_record(
                run.record(number), run.calls_text(number), verdicts, data=run.data
            )
        except JournalError:
            yield number, content, has_failed, None
            continue
        if game is not None:
            yield number, content, has_failed, game


def build_belief_table(run: Run) -> pd.DataFrame:
    """Build a row for each seat of each finished game of Undercover.

    Each metric has two columns, numerator `NAME_count` and denominator `NAME_of`, which is 0 if
    nothing was logged. `wr` and `draws` are those of the seat's side. Of a failed game nothing is
    counted but that nobody won. `attrs["excluded"]` says how many rows are left out, and
    `attrs["unreadable"]` how many games are, as this version cannot read their journals.
    """
    swept = run.experiment.list_swept_options()
    told_apart = [name for name in swept if name not in run.experiment.report.pool]
    rows, excluded, unreadable = [], 0, 0
    counting = run.experiment.beliefs or Counting()
    for number, content, failed, game in list_belief_games(
        run, read_verdicts(run.file), failed=True
    ):
        if game is None:
            unreadable += 1
            continue
        if failed and run.stand_ins == "leave-out":
            excluded += len(game.roles)
            continue
        losses = count_losses(run.read_calls(number))
        for seat, role in game.roles.items():
            shares = measure_seat(game, seat, counting.oiaa, counting.fer)
            lost = losses.get(seat, Losses({}, {}))
            if failed:
                ended = ("wr", "draws")
                shares = {name: Share(0, shares[name].of if name in ended else 0) for name in NAMES}
            rows.append(
                {
                    "trial": number,
                    "deal": content["deal"],
                    "seed": content["seed"],
                    "variant": describe_variant(content["options"], told_apart),
                    "cluster": f"{content['deal']} {describe_variant(content['options'], swept)}",
                    "model_seed": content.get("model_seed"),
                    "seat": seat,
                    "role": role,
                    "player": _find_player(content, seat),
                    "against": _find_rivals(content, game, seat),
                    "pool": _find_pool(content, seat),
                    "rival_pool": _find_rival_pool(content, game, seat),
                    "lost_answers": sum(lost.answers.values()),
                    "lost_items": sum(lost.items.values()),
                    "declined": lost.declined,
                    **{
                        f"{name}_{part}": getattr(shares[name], part)
                        for name in NAMES
                        for part in ("count", "of")
                    },
                }
            )
    columns = ["trial", "deal", "seed", "seat"]
    table = pd.DataFrame(rows) if rows else pd.DataFrame(columns=columns)
    table.attrs |= {"excluded": excluded, "unreadable": unreadable}
    return table


def describe_variant(options: Mapping[str, Any], names: Sequence[str]) -> str:
    """Describe the options of a game that vary in its experiment; empty if none do."""
    return ", ".join(f"{name} {options[name]}" for name in names)


def measure_players(table: pd.DataFrame) -> pd.DataFrame:
    """Measure the metrics by variant, player, rivals and role, with intervals, and balanced.

    Games with other options are another variant, unless the report pools these; a deal with other
    options is another deal.

    A win counts once per game, as all seats of a side share it; if each deal was played once, games
    are independent trials. Else, as for the other metrics, deals are drawn as wholes, see
    `lab.statistics.rates`. With several model seeds a value is their mean, and its error that
    between them.

    Returns:
        A row for each variant, player, rivals, role and metric: `value`, `low`, `high`, `error`,
        `count`, `of`, `games` and model `seeds`; rows of the role `balanced` have no `count`, and
        in `of` the occasions of both roles.
    """
    found = []
    if table.empty:
        return pd.DataFrame(columns=["variant", "player", "against", "role", "metric", "value"])
    table = table.assign(
        variant=table.get("variant", ""), cluster=table.get("cluster", table["deal"])
    )
    for (variant, against, player), rows in table.groupby(KEYS, sort=False):
        whose = {"variant": variant, "player": player, "against": against}
        for name in ("pool", "rival_pool"):
            whose[name] = name_pools(rows, name)
        values: dict[tuple[str, str], float | None] = {}
        for role in ROLES:
            some = rows[rows["role"] == role]
            for name in NAMES:
                games = some.drop_duplicates("trial") if name in ("wr", "draws") else some
                row = _estimate(games, name)
                values[role, name] = row["value"]
                if len(games):
                    told = {**whose, "role": role, "metric": name, "seeds": _count_seeds(some)}
                    found.append({**told, **row, "games": some["trial"].nunique()})
        if any(values[role, "wr"] is None for role in ROLES):
            continue  # the player has had only one role
        for name in METRICS:
            balanced = {**whose, "role": "balanced", "metric": name, "seeds": _count_seeds(rows)}
            games = rows["trial"].nunique()
            found.append({**balanced, **_estimate_balanced(rows, name), "games": games})
    return pd.DataFrame(found)


def name_pools(rows: pd.DataFrame, column: str) -> str:
    """Name the pools of a column of rows; empty if there is none."""
    return ", ".join(map(str, rows[column].unique())) if column in rows else ""


def _count_seeds(rows: pd.DataFrame) -> int:
    return max(1, rows["model_seed"].nunique()) if "model_seed" in rows else 1


def _estimate_balanced(rows: pd.DataFrame, name: str) -> dict[str, Any]:
    """Estimate a balanced metric, with its interval by leaving out each deal in turn."""
    keys = ["cluster", "model_seed"]
    rows = rows.assign(model_seed=rows["model_seed"].fillna(0) if has_seeds(rows) else 0)
    parts = []
    for role in ROLES:
        some = rows[rows["role"] == role]
        games = some.drop_duplicates("trial") if name in ("wr", "draws") else some
        sums = games.groupby(keys)[[f"{name}_count", f"{name}_of"]].sum()
        parts.append(sums.set_axis([f"{role}_count", f"{role}_of"], axis=1))
    table = pd.concat(parts, axis=1).fillna(0).reset_index(names=keys)

    def balance(some: pd.DataFrame) -> float | None:
        sums = some.drop(columns=keys).sum()
        shares = (Share(int(sums[f"{role}_count"]), int(sums[f"{role}_of"])) for role in ROLES)
        return balance_metric(*(share.value for share in shares))

    def balance_seeds(some: pd.DataFrame) -> list[float]:
        each = (balance(own) for _, own in some.groupby("model_seed"))
        return [one for one in each if one is not None]

    def average(some: pd.DataFrame) -> float | None:
        return float(np.mean(each)) if (each := balance_seeds(some)) else None

    estimate = estimate_by_jackknife(table, "cluster", average, least=0, most=1)
    if len(each := balance_seeds(table)) > 1:
        estimate = replace(estimate, error=compute_standard_error(np.array(each)))
    return {
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "error": estimate.error,
        "reason": estimate.reason,
        "of": int(sum(table[f"{role}_of"].sum() for role in ROLES)),
    }


def compare_players(table: pd.DataFrame) -> pd.DataFrame:
    """Compare players in the same role against the same rivals, metric by metric, deal by deal.

    A deal's value is its share over all seats of the role; deals without an occasion have none.

    Returns:
        A row for each variant, rivals, role, metric and pair of players: the fields of
        `Difference`, and `p_holm` over all of them. Metrics without values have no row.
    """
    rows = []
    keys = ["variant", "against", "role"]
    for key, some in table.groupby(keys, sort=False) if len(table) else []:
        known = dict(list(some.groupby("player", sort=False)))
        for name in METRICS:
            shares = {player: _share_by_deal(own, name) for player, own in known.items()}
            for one, other in combinations([player for player in shares if len(shares[player])], 2):
                gap = compare_paired(shares[one], shares[other])
                told = dict(zip(keys, key, strict=True))
                pools = {
                    "first_pool": name_pools(known[one], "pool"),
                    "second_pool": name_pools(known[other], "pool"),
                    "rival_pool": name_pools(some, "rival_pool"),
                }
                pair = {"metric": name, "first": one, "second": other}
                rows.append({**told, **pair, **pools, **asdict(gap)})
    return adjust_rows(pd.DataFrame(rows))


def _share_by_deal(rows: pd.DataFrame, name: str) -> pd.Series:
    games = rows.drop_duplicates("trial") if name in ("wr", "draws") else rows
    sums = games.groupby("cluster")[[f"{name}_count", f"{name}_of"]].sum()
    counted = sums[sums[f"{name}_of"] > 0]
    return counted[f"{name}_count"] / counted[f"{name}_of"]


def _estimate(rows: pd.DataFrame, name: str) -> dict[str, Any]:
    known = rows[rows[f"{name}_of"] > 0] if len(rows) else rows
    if known.empty:
        return {"value": None, "count": 0, "of": 0}
    counts, occasions = known[f"{name}_count"], known[f"{name}_of"]
    if has_seeds(known):
        estimate = average_seeds(counts, occasions, known.assign(deal=known["cluster"]))
    elif name in ("wr", "draws"):
        estimate = estimate_share(counts, known["cluster"])
    else:
        estimate = estimate_ratio(counts, occasions, known["cluster"])
    return {
        "value": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "error": estimate.error,
        "reason": estimate.reason,
        "count": int(counts.sum()),
        "of": int(occasions.sum()),
    }


def _find_player(content: Mapping[str, Any], seat: str) -> str | None:
    players: Mapping[str, str] = content["players"]
    return players.get(content.get("roles", {}).get(seat, seat))


def _find_pool(content: Mapping[str, Any], seat: str) -> str:
    """Name the pool of a CoMet seat that reads and writes metaphors; empty for other players."""
    if seat not in content["seats"]:  # of a recorded game, in which nobody is asked
        return ""
    spec = parse_spec(content["seats"][seat])
    settings = dict(spec.settings)
    writes = spec.kind == "comet" and settings.get("met") not in ("off", "no")
    return settings.get("pool", BUILT_IN) if writes else ""


def _list_rivals(game: BeliefRecord, seat: str) -> list[str]:
    """List the seats of the other side."""
    return [other for other, role in game.roles.items() if role != game.roles[seat]]


def _find_rivals(content: Mapping[str, Any], game: BeliefRecord, seat: str) -> str:
    """Name the players of the other side."""
    rivals = {str(_find_player(content, other)) for other in _list_rivals(game, seat)}
    return " and ".join(sorted(rivals))


def _find_rival_pool(content: Mapping[str, Any], game: BeliefRecord, seat: str) -> str:
    """Name the pools of the other side; empty if none has one."""
    pools = {_find_pool(content, other) for other in _list_rivals(game, seat)} - {""}
    return " and ".join(sorted(pools))
