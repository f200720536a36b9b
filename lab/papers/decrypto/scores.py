"""Compute the scores of Decrypto experiments, as in Tables 1 to 3 and Figures 4 and 5.

The tables and figures are those of the Decrypto benchmark (arXiv:2506.20664).

Each function has its formula. With several model seeds, a score is the mean over seeds, with the
standard error between seeds. Intervals are over whole deals. Unanswered questions are
counted separately: they are never right, and wrong only where a score says so.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import pandas as pd

from engine.games.prompt_texts import WORDINGS
from lab.analysis.arrangement import arrange_lineups
from lab.analysis.layout import describe_column, format_value
from lab.analysis.seeds import average_seeds
from lab.analysis.tables import Run
from lab.run.lineup import ORIGINAL, PLAYER
from lab.run.plan import REPLACED
from lab.statistics.estimate import Estimate

BINS = 10
"""Bins of equal width for the expected calibration error."""
SEATS = ("encoder", "decoder", "interceptor")
SEAT_COLUMNS = tuple(f"player_{seat}" for seat in SEATS)
REPLAY_COLUMNS = ("ending", "role", "event", "player", *SEAT_COLUMNS)
"""What tells the rows of Table 1 apart, besides what else varies in a run."""
NEEDED = {
    "encoder": "miscommunication",
    "decoder": "miscommunication",
    "interceptor": "interception",
}
"""By the seat that is replaced: the event that the paper counts."""


def estimate_share(table: pd.DataFrame, column: str, *, chances: str = "") -> Estimate:
    """Estimate sum(column) / sum(chances) over rows in which both are known, see `average_seeds`.

    Args:
        table: Rows with `deal`, and `model_seed` if there are several.
        column: Truth values, shares or counts.
        chances: The column with the number of possible events; by default 1 in each row.
    """
    numbers = pd.to_numeric(table[column].astype("object"), errors="coerce").astype(float)
    possible = table[chances].astype(float) if chances else pd.Series(1.0, index=table.index)
    possible = possible.where(numbers.notna())
    return average_seeds(numbers, possible, table)


def average_games(table: pd.DataFrame, column: str) -> float | None:
    """Compute the mean over games of each game's mean (macro average), as the paper's code does."""
    numbers = pd.to_numeric(table[column].astype("object"), errors="coerce").astype(float)
    means = numbers.groupby(table["about"]).mean().dropna()
    return float(means.mean()) if len(means) else None


def list_answer_columns(run: Run, answers: pd.DataFrame, names: Sequence[str]) -> list[str]:
    """List the columns that tell answers apart: these, and whatever else varies in line-ups.

    Args:
        run: The run.
        answers: Answers to questions; gets columns of what tells line-ups apart.
        names: Columns that are there even if they do not vary.
    """
    layout, _ = arrange_lineups(run, "question", answers)
    if "context" in answers:
        answers["context"] = answers["context"].astype(object).fillna("view")
    rest = [one for one in layout.dimensions if one not in names and one != "question"]
    return [one for one in (*names, *rest) if one in answers and one not in layout.pooled]


def score_predictions(answers: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Compute Table 2: how often a prediction was the actual guess.

    - `total`: right / answered predictions, over turns (micro).
    - `total_games`: the mean over games of that share (macro), as the paper's code has it.
    - `intercepted`, `intercepted_games`: the same only for turns with an interception.
    - `of_asked`: right / asked, so that unanswered questions count as wrong.
    - `predicted_code`: the share of answered predictions that are the code itself.

    Args:
        answers: Rows of `predict-interceptor` or `predict-decoder`.
        by: The columns that make rows of the table.
    """

    def measure(rows: pd.DataFrame) -> dict[str, Any]:
        hit = rows[rows["interception"].astype(bool)]
        counted = rows["right"].map(bool, na_action="ignore")
        return {
            **_spread("total", estimate_share(rows, "right")),
            "total_games": average_games(rows, "right"),
            **_spread("intercepted", estimate_share(hit, "right")),
            "intercepted_games": average_games(hit, "right"),
            "of_asked": float(counted.fillna(value=False).astype(bool).mean()),
            **_spread("predicted_code", estimate_share(rows, "predicted_code")),
            "positions": len(rows),
            "unanswered": int(rows["right"].isna().sum()),
        }

    return _group(answers, by, measure)


def score_calibration(answers: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Score the calibration of predictions: the Brier score and the calibration error.

    - `brier`: mean (confidence - right)^2 (Brier 1950, for two outcomes): 0 is best, a constant
      confidence of 50 per cent gives 0.25.
    - `ece`: the sum over `BINS` bins of n_b / n |right_b - confidence_b| (Guo et al. 2017).

    Args:
        answers: Rows of `predict-decoder`.
        by: The columns that make rows of the table.
    """

    def measure(rows: pd.DataFrame) -> dict[str, Any]:
        known = rows[rows["confidence"].notna()]
        sure = known["confidence"].astype(float)
        right = known["right"].astype(bool).astype(float)
        return {
            **_spread("right", estimate_share(rows, "right")),
            "confidence": float(sure.mean()) if len(known) else None,
            **_spread("brier", estimate_share(rows, "brier")),
            "ece": measure_ece(sure, right),
            "positions": len(rows),
            "unanswered": len(rows) - len(known),
        }

    return _group(answers, by, measure)


def list_calibration_bins(confidence: Iterable[float], right: Iterable[float]) -> pd.DataFrame:
    """List, by bin of confidence: number of answers, mean confidence, share of right ones."""
    table = pd.DataFrame({"confidence": list(confidence), "right": list(right)}, dtype=float)
    places = np.clip(np.ceil(table["confidence"] * BINS) - 1, 0, BINS - 1).astype(int)
    bins = table.groupby(places).agg(
        count=("right", "size"), confidence=("confidence", "mean"), right=("right", "mean")
    )
    bins.index.name = "bin"
    return bins


def measure_ece(confidence: Iterable[float], right: Iterable[float]) -> float | None:
    """Measure the expected calibration error; `None` without answers."""
    bins = list_calibration_bins(confidence, right)
    if bins.empty:
        return None
    gaps = (bins["right"] - bins["confidence"]).abs() * bins["count"]
    return float(gaps.sum() / bins["count"].sum())


BELIEF_SCORES = {
    "rc_strong": "representational change, strong",
    "rc_weak": "representational change, weak",
    "fb_strong": "false belief, strong",
    "fb_weak": "false belief, weak",
    "agreement": "agreement of self and other",
}
"""The scores of Table 3 by name; each also has a `_share` over keywords."""


def score_beliefs(answers: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Compute Table 3: a row for each score, also on condition of a wrong first answer.

    A position counts if both compared answers were given; conditioned, only if the first answer
    was not all four keywords, as in the paper's code. `of_asked` counts every position that was
    asked (conditioned: whose first answer is not known to be right), so that unanswered questions
    do not pass.

    Args:
        answers: Rows of `representational-change`, `false-belief` or `beliefs`.
        by: The columns that make groups.
    """
    parts = []
    for name, title in BELIEF_SCORES.items():
        for conditioned in (True, False):

            def measure(
                rows: pd.DataFrame, name: str = name, *, conditioned: bool = conditioned
            ) -> dict[str, Any]:
                if conditioned:
                    rows = rows[rows["first_wrong"].map(lambda wrong: wrong is not False)]
                known = rows[name].map(bool, na_action="ignore")
                passed = known.fillna(value=False).astype(bool)
                return {
                    **_spread("pass", estimate_share(rows, name)),
                    "pass_games": average_games(rows, name),
                    **_spread("by_keyword", estimate_share(rows, f"{name}_share")),
                    "of_asked": float(passed.mean()) if len(rows) else None,
                    "positions": len(rows),
                    "unanswered": int(known.isna().sum()),
                }

            asked = _is_asked(answers, name)
            if not asked.any():
                continue
            part = _group(answers[asked], by, measure)
            parts.append(part.assign(score=name, title=title, conditioned=conditioned))
    return pd.concat(parts, ignore_index=True) if parts else pd.DataFrame()


def _is_asked(answers: pd.DataFrame, score: str) -> pd.Series:
    """Whether a row's question has this score."""
    without = {
        "representational-change": ("fb_", "agreement"),
        "false-belief": ("rc_", "agreement"),
    }
    return (
        answers["question"]
        .astype(str)
        .map(lambda question: not score.startswith(without.get(question, ("-",))))
    )


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
            None if one is None else one * games["about"].nunique() for one in (each.low, each.high)
        )
        return {
            "events": float(seeds.mean()),
            "events_error": spread,
            **dict(zip(("events_low", "events_high"), ends, strict=True)),
            **_spread("rate", estimate_share(games, "events", chances="turns")),
            **_spread("survival", estimate_share(resolved, "survived")),
            **_spread("length", estimate_share(games, "turns")),
            "games": int(games["about"].nunique()),
            "resolved": int(resolved["about"].nunique()),
        }

    found = _group(table, [*REPLAY_COLUMNS, *rest], measure)
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


def group_wordings(games: pd.DataFrame) -> pd.DataFrame:
    """Group games for Figure 4: `model`, and as `group` the wording that encoder and decoder share.

    `wording` applies to rules, role and question; `rules`, `role` and `ask` override it. The style
    and a worked example belong to the rules, layout and form of the answer to the question. A
    model is a player without these settings, or two of them.
    """
    table = games.copy()
    for seat in ("encoder", "decoder"):
        for part, names in PROMPT_PARTS.items():
            values = (_read_setting(table, name, seat) for name in names)
            table[f"{part}_{seat}"] = [" ".join(one) for one in zip(*values, strict=True)]
    same = {name: table[f"{name}_encoder"] == table[f"{name}_decoder"] for name in ("rules", "ask")}
    table["group"] = np.select(
        [same["rules"] & same["ask"], same["rules"], same["ask"]],
        WORDING_GROUPS[:3],
        WORDING_GROUPS[3],
    )
    one, other = (
        table[f"player_{seat}"].astype(str).map(_strip_wording) for seat in ("encoder", "decoder")
    )
    table["model"] = one.where(one == other, one + " with " + other)
    return table


def _strip_wording(name: str) -> str:
    """Strip the settings of wordings from the name of a player that has several."""
    words = (one for one in name.split(" ") if one.partition("=")[0] not in WORDING_SETTINGS)
    return " ".join(words)


def _read_setting(table: pd.DataFrame, name: str, seat: str) -> list[str]:
    """Read a setting of a seat in each game; a piece without one has the common wording."""
    values = pd.Series("1" if name in WORDINGS else "", index=table.index, dtype="object")
    for one in ("wording", name) if name in WORDINGS else (name,):
        if (own := table.get(f"setting_{one}_{seat}")) is not None:
            own = own.astype("object")
            values = own.where(own.notna(), values)
    return [str(one) for one in values]


PROMPT_PARTS = {"rules": ("rules", "role", "prompt", "example"), "ask": ("ask", "layout", "form")}
"""By part of a prompt: the settings of a seat that change it, and nothing else."""
WORDING_SETTINGS = ("wording", "structured", "system", "user", *chain(*PROMPT_PARTS.values()))
"""What a player is called after that has several prompts."""


WORDING_GROUPS = ("both match", "rules match", "question matches", "neither matches")


def score_wordings(games: pd.DataFrame, rest: Sequence[str] = ()) -> pd.DataFrame:
    """Compute Figure 4: turns per game by model, group and whatever else varies.

    A row is pooled over wordings, which `lineups` counts.
    """
    table = group_wordings(games)
    return _group(
        table.assign(about=table["trial"]),
        ("model", "group", *rest),
        lambda rows: {
            **_spread("length", estimate_share(rows, "rounds")),
            "lineups": int(
                rows.groupby(["player_encoder", "player_decoder"], observed=True).ngroups
            ),
            "games": int(rows["rounds"].notna().sum()),
        },
    )


def name_teams(games: pd.DataFrame, rest: Sequence[str] = ()) -> pd.Series:
    """Name the team of each game: its player, or both, and whatever else varies."""
    one, other = (games[f"player_{seat}"].astype(str) for seat in ("encoder", "decoder"))
    teams = one.where(one == other, one + " with " + other)
    for name in rest:
        teams = teams + f", {describe_column(name)} " + games[name].map(format_value)
    return teams


def score_survival(games: pd.DataFrame, by: Sequence[str], per: int = 32) -> pd.DataFrame:
    """Compute Figure 5: how many games out of `per` survive, and their share with its interval."""

    def measure(rows: pd.DataFrame) -> dict[str, Any]:
        share = estimate_share(rows.assign(survived=rows["reason"] == "survived"), "survived")
        scaled = None if share.value is None else share.value * per
        error = None if share.error is None else share.error * per
        return {
            "survived": scaled,
            "survived_error": error,
            **_spread("share", share),
            "games": len(rows),
        }

    return _group(games, by, measure)


def map_to_match_trials(run: Run) -> dict[int, int]:
    """Map trials about a match to the number of that match's trial."""
    query = "SELECT t.number, m.number FROM trials t JOIN trials m ON m.key = t.about"
    return dict(run.file.database.execute(query).fetchall())


def _spread(name: str, figure: Estimate) -> dict[str, Any]:
    return {
        name: figure.value,
        f"{name}_low": figure.low,
        f"{name}_high": figure.high,
        f"{name}_error": figure.error,
        f"{name}_count": figure.count,
    }


def _group(
    table: pd.DataFrame, by: Sequence[str], measure: Callable[[pd.DataFrame], dict[str, Any]]
) -> pd.DataFrame:
    found = []
    for key, rows in table.groupby(list(by), observed=True, sort=False, dropna=False):
        names = dict(zip(by, key if isinstance(key, tuple) else (key,), strict=True))
        seeds = rows["model_seed"].nunique() if "model_seed" in rows else 1
        counts = {"deals": rows["deal"].nunique(), "seeds": max(1, seeds)}
        found.append({**names, **measure(rows), **counts})
    return pd.DataFrame(found)
