"""Compute our figures for the tables and figures of the Decrypto paper."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd

from engine.text import clean
from lab.analysis.evaluation import Report
from lab.analysis.lineup_figures import estimate_groups
from lab.analysis.matrix_layout import describe_column, format_value
from lab.analysis.measure import Measure
from lab.experiment.sections import INVENTED
from lab.papers.comparison import Compute
from lab.papers.decrypto.belief_scores import score_beliefs
from lab.papers.decrypto.prediction_scores import score_predictions
from lab.papers.decrypto.replay_scores import ENDINGS, score_replays
from lab.papers.decrypto.score_estimates import (
    SEAT_COLUMNS,
    list_answer_columns,
    map_to_match_trials,
)
from lab.papers.decrypto.survival_scores import name_teams, score_survival
from lab.papers.decrypto.wording_scores import count_pairs, group_wordings, score_wordings
from lab.papers.finding import Finding
from lab.papers.published_match import is_same_player
from lab.records.recorded_games import PERSON

PAPER_K = 16
"""The K of the paper's matrices."""
PAPER_INTERCEPTOR = "Llama3.1 70B"
"""The paper's interceptor in Figures 2 and 4, and in the cooperative matrices."""
PAPER_PAIRS = {
    "both match": 25,
    "rules match": 100,
    "question matches": 100,
    "neither matches": 400,
}
"""By what both seats share: the pairs of 5 x 5 prompts for each, 625 in all."""
POOLED = "all, pooled"
"""The name of a seat over whose players figures are pooled by name."""


def _build_ending(reason: str) -> Measure:
    return Measure(reason, reason, "reason", ending=reason, is_share=True)


TURNS = Measure("turns", "Turns per game", "rounds", least=1, limit="survived")
MISCOMMUNICATION, INTERCEPTION, BOTH = map(
    _build_ending, ("miscommunication", "interception", "both")
)


def _has_games(report: Report) -> bool:
    return report.kind == "match" and len(report.games) > 0


def _varies_wordings(report: Report) -> bool:
    models = group_wordings(report.games)["model"].nunique()
    return bool(models < report.games[SEAT_COLUMNS[0]].nunique())


def _find_k(report: Report) -> pd.Series:
    """Find the K of each game: that of its option, unless the seats' settings say otherwise."""
    games = report.games
    option = games.get("option_k", pd.Series(PAPER_K, index=games.index)).astype(object)
    found = pd.Series("", index=games.index, dtype=object)
    for seat in ("encoder", "decoder"):
        own = games.get(f"setting_k_{seat}")
        mine = option if own is None else own.astype(object).where(own.notna(), option)
        found = mine if seat == "encoder" else found.where(found.astype(str) == mine.astype(str))
    return found.map(lambda one: str(int(one)) if pd.notna(one) else "")


def _is_at_paper_k(report: Report) -> pd.Series:
    """Whether each game was played at the paper's K, or at K of its own in each seat."""
    return _find_k(report).isin({str(PAPER_K), ""})


def _measure_lineups(
    report: Report,
    games: pd.DataFrame,
    seats: Sequence[str],
    measures: Sequence[Measure],
    known: Sequence[str] = (),
) -> Iterator[Finding]:
    """Yield the figures of each line-up; two line-ups are never in one figure, unless by name.

    Args:
        report: The report on the run.
        games: Some of its games.
        seats: The columns of the labels.
        measures: What is measured.
        known: Columns that are the same in all of these games.
    """
    pooled = report.layout.pooled
    told = [name for name in seats if name not in pooled]
    rest = [name for name in report.layout.dimensions if name not in (*told, *known)]
    for measure in measures:
        by = [*told, *(name for name in rest if name in games)]
        table = estimate_groups(games, by, measure, report.describe_pooled)
        for key, row in table.iterrows():
            values = dict(zip(by, key if isinstance(key, tuple) else (key,), strict=True))
            labels = [str(values.get(name, POOLED)) for name in seats]
            where = _describe_rest(values, [name for name in by if name not in told])
            over = f"pooled over {row['pooled']}" if row["pooled"] else ""
            where = "; ".join(filter(None, (where, over)))
            yield Finding.of_row(row, "value", labels, measure.name, where=where, unit="games")


def _describe_rest(known: Mapping[str, object], names: Sequence[str]) -> str:
    return ", ".join(
        f"{describe_column(name)} {format_value(known[name])}"
        for name in names
        if pd.notna(known[name])
    )


def compute_sweep(report: Report) -> Iterator[Finding]:
    """Compute Figure 2: miscommunication and turns by K."""
    if not _has_games(report) or _varies_wordings(report):
        return
    games = report.games.assign(k=_find_k(report))
    if games["k"].nunique() < 2:
        return
    for k, some in games.groupby("k", sort=False):
        measures = (MISCOMMUNICATION, BOTH, TURNS)
        for one in _measure_lineups(report, some, SEAT_COLUMNS, measures, known=("option_k",)):
            told = _compare_interceptor(report, one.labels[-1])
            yield replace(one, labels=(*one.labels, str(k)), differences=told)


def _compare_interceptor(report: Report, player: str) -> tuple[str, ...]:
    """Say that the interceptor is not the paper's, if it is not."""
    if is_same_player(PAPER_INTERCEPTOR, player, report.experiment.specs):
        return ()
    return (f"the interceptor: {clean(player, 60)}; the paper's is {PAPER_INTERCEPTOR}",)


def compute_matrices(report: Report) -> Iterator[Finding]:
    """Compute Figure 3: the cooperative and the competitive matrices at K = 16."""
    if not _has_games(report) or _varies_wordings(report):
        return
    games = report.games[_is_at_paper_k(report)]
    if games.empty:
        return
    seats = SEAT_COLUMNS
    for one in _measure_lineups(report, games, seats, (MISCOMMUNICATION, BOTH, TURNS)):
        told = _compare_interceptor(report, one.labels[-1])
        yield replace(one, labels=("cooperation", *one.labels), differences=told)
    teams = games[games[seats[0]].astype(str) == games[seats[1]].astype(str)]
    for one in _measure_lineups(report, teams, seats, (INTERCEPTION, BOTH, TURNS)):
        yield replace(one, labels=("competition", *one.labels))


def compute_wordings(report: Report) -> Iterator[Finding]:
    """Compute Figure 4: the distribution of turns by what the prompts of a team share."""
    if not _has_games(report) or not _varies_wordings(report):
        return
    rest = [one for one in report.layout.dimensions if one not in SEAT_COLUMNS[:2]]
    for row in score_wordings(report.games, rest).to_dict("records"):
        labels = (row["model"], row["group"])
        where = f"pooled over {row['lineups']} pairs of prompts"
        if told := _describe_rest(row, rest):
            where = f"{told}; {where}"
        found = Finding.of_row(row, "length", labels, "turns", where=where, unit="games")
        differences = _compare_pairs(report, row)
        yield replace(found, differences=differences)
        for quantity, name in PAIR_FIGURES.items():
            value = None if pd.isna(row[name]) else float(row[name])
            known: dict[str, Any] = {"count": row["lineups"], "unit": "pairs of prompts"}
            yield Finding(labels, quantity, value, where=where, differences=differences, **known)
    games = group_wordings(report.games)
    lengths = sorted({*games["rounds"].dropna().astype(int)})
    for key, some in games.groupby(["model", "group", *rest], observed=True, dropna=False):
        known = dict(zip(("model", "group", *rest), key, strict=True))
        for length in lengths:
            measure = Measure(f"{length}", "", "share", is_share=True)
            share = measure.estimate(some.assign(share=(some["rounds"] == length).astype(float)))
            told = _describe_rest(known, rest)
            where = ", ".join(filter(None, (told, f"{length} turns")))
            yield Finding(
                (str(known["model"]), str(known["group"])),
                "distribution",
                *(share.value, share.low, share.high, share.error, share.count),
                deals=some["deal"].nunique(),
                seeds=max(1, some["model_seed"].nunique()) if "model_seed" in some else 1,
                where=where,
                unit="games",
                differences=_compare_pairs(report, {**known, "lineups": count_pairs(some)}),
            )


PAIR_FIGURES = {
    "lowest mean of a pair": "pair_min",
    "lower quartile of pairs": "pair_q1",
    "median of pairs": "pair_median",
    "upper quartile of pairs": "pair_q3",
    "highest mean of a pair": "pair_max",
}
"""By name in Figure 4: how the mean turns of pairs of prompts are distributed."""


def _compare_pairs(report: Report, row: Mapping[str, Any]) -> tuple[str, ...]:
    """Say which pairs of prompts are missing, and if the interceptor is another."""
    column = SEAT_COLUMNS[2]
    every = row.get(column), *report.games[column].astype(str).unique()
    told = _compare_interceptor(report, next(str(one) for one in every if one is not None))
    known, wanted = int(row["lineups"]), PAPER_PAIRS[str(row["group"])]
    if known == wanted:
        return told
    return (*told, f"pairs of prompts, {row['group']}: {known} instead of {wanted}")


def compute_survivors(report: Report) -> Iterator[Finding]:
    """Compute Figure 5: survived games of 32, by team and interceptor."""
    if not _has_games(report) or _varies_wordings(report):
        return
    rest = [one for one in report.layout.dimensions if one not in SEAT_COLUMNS]
    sat = [report.games[name].astype(str) for name in SEAT_COLUMNS[:2]]
    games = report.games[(sat[0] == sat[1]) & _is_at_paper_k(report)]
    if games.empty:
        return
    games = games.assign(team=name_teams(games, rest))
    table = score_survival(games, ("team", SEAT_COLUMNS[2]))
    for row in table.to_dict("records"):
        ends = {f"survived_{end}": _times(row[f"share_{end}"], 32) for end in ("low", "high")}
        told = {**row, **ends, "survived_count": row["games"]}
        labels = (row["team"], row[SEAT_COLUMNS[2]])
        yield Finding.of_row(told, "survived", labels, "survived", unit="games")


def _times(value: float | None, factor: int) -> float | None:
    return None if value is None or pd.isna(value) else factor * value


def compute_replays(report: Report) -> Iterator[Finding]:
    """Compute Table 1: other players in recorded games, and who sat there."""
    table = score_replays(report.run)
    if table.empty:
        return
    rest = table.attrs["rest"]
    titles = {one.name: one.title for one in ENDINGS}
    scores = {"event rate": "rate", "survival": "survival", "length": "length"}
    recorded = report.experiment.recorded
    are_invented = recorded is not None and recorded.journals == INVENTED
    for row in table.to_dict("records"):
        is_person = row["player"] == f"as recorded ({PERSON})" and not are_invented
        labels = (row["role"], "Human" if is_person else row["player"])
        sat = ", ".join(f"{describe_column(name)} {row[name]}" for name in SEAT_COLUMNS)
        told = (f"{row['event']}s", sat, _describe_rest(row, rest), titles[row["ending"]])
        where = "; ".join(filter(None, told))
        differences = ENDING_DIFFERENCES.get(row["ending"], ())
        counts = {"events_count": row["games"]}
        found = [
            Finding.of_row({**row, **counts}, "events", labels, "events", where=where, unit="games")
        ]
        for quantity, name in scores.items():
            unit = "turns" if name == "rate" else "games"
            found.append(Finding.of_row(row, name, labels, quantity, where=where, unit=unit))
        yield from (replace(one, differences=differences) for one in found)


ENDING_DIFFERENCES = {
    "all_turns": (
        "all recorded turns: every recorded turn is asked, whatever the new player did before; the "
        "paper's games end at the second token of the game as it then is",
    )
}
"""By rule for the end of a recorded game: what differs from the paper's."""


def _list_answers(report: Report, names: Sequence[str]) -> pd.DataFrame:
    """List the answers to questions that the players who sat there gave."""
    answers = report.run.turns("question")
    if "question" not in answers:
        return answers
    about = answers["trial"].map(map_to_match_trials(report.run))
    return answers[answers["question"].isin(names)].assign(about=about)


def compute_predictions(report: Report) -> Iterator[Finding]:
    """Compute Table 2: how often encoders foresaw what the interceptor would guess."""
    answers = _list_answers(report, ("predict-interceptor",))
    if answers.empty:
        return
    encoder, interceptor = SEAT_COLUMNS[0], SEAT_COLUMNS[2]
    by = list_answer_columns(report.run, answers, ("asked", encoder, interceptor))
    own = answers[answers["asked"].astype(str) == answers[encoder].astype(str)]
    if own.empty:
        return
    rest = [name for name in by if name not in ("asked", encoder, interceptor)]
    for row in score_predictions(own, by).to_dict("records"):
        labels = (row["asked"], row.get(interceptor, POOLED))
        where = _describe_rest(row, rest)
        for quantity, name in (("total", "total"), ("on interceptions", "intercepted")):
            yield Finding.of_row(row, name, labels, quantity, where=where, unit="turns")
            games = f"{quantity}, games"
            yield Finding.of_row(row, f"{name}_games", labels, games, where=where, unit="games")


BELIEF_QUANTITIES = {
    "rc_strong": "RC strong",
    "fb_strong": "FB strong",
    "rc_weak": "RC weak",
    "fb_weak": "FB weak",
}


def compute_beliefs(report: Report) -> Iterator[Finding]:
    """Compute Table 3: representational change and false belief of interceptors."""
    answers = _list_answers(report, ("representational-change", "false-belief", "beliefs"))
    if answers.empty:
        return
    interceptor = SEAT_COLUMNS[2]
    by = list_answer_columns(report.run, answers, ("question", "asked", interceptor))
    own = answers[answers["asked"].astype(str) == answers[interceptor].astype(str)]
    if own.empty:
        return
    rest = [name for name in by if name not in ("asked", interceptor)]
    for row in score_beliefs(own, by).to_dict("records"):
        if row["conditioned"] and row["score"] in BELIEF_QUANTITIES:
            quantity = BELIEF_QUANTITIES[row["score"]]
            where = _describe_rest(row, rest)
            yield Finding.of_row(
                row, "pass", (row["asked"],), quantity, where=where, unit="positions"
            )


COMPUTED: dict[str, Compute] = {
    "figure-2": compute_sweep,
    "figure-3": compute_matrices,
    "figure-4": compute_wordings,
    "figure-5": compute_survivors,
    "table-1": compute_replays,
    "table-2": compute_predictions,
    "table-3": compute_beliefs,
}
"""By name of the exhibit: what computes our figures from a run."""
