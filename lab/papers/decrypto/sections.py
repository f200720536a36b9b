"""Build the sections on Decrypto in a report."""

from collections.abc import Iterator, Sequence

import pandas as pd
from markupsafe import Markup

from engine.text import clean
from lab.analysis.evaluation import Report
from lab.analysis.matrix_layout import describe_column
from lab.papers.decrypto.belief_scores import score_beliefs
from lab.papers.decrypto.counted_turns import (
    list_answers,
    list_played_turns,
    list_replayed_games,
    strip_prefix,
)
from lab.papers.decrypto.figure_format import (
    COUNTS,
    Format,
    build_figure_formatter,
    build_mean_formatter,
    format_figure,
)
from lab.papers.decrypto.linked_table import build_linked_table
from lab.papers.decrypto.prediction_scores import (
    list_calibration_bins,
    score_calibration,
    score_predictions,
)
from lab.papers.decrypto.published import list_published, quote_paper
from lab.papers.decrypto.replay_scores import ENDINGS, score_replays
from lab.papers.decrypto.score_estimates import (
    SEAT_COLUMNS,
    list_answer_columns,
    map_to_match_trials,
)
from lab.papers.decrypto.survival_scores import name_teams, score_survival
from lab.papers.decrypto.wording_scores import WORDING_GROUPS, group_wordings, score_wordings
from lab.report.charts import draw_curves, draw_matrix
from lab.report.figure_text import format_number
from lab.report.section import ReportSection, TextTable

BELIEFS = ("representational-change", "false-belief", "beliefs")


def build_sections(report: Report) -> list[ReportSection]:
    """Build the sections for which a run has games or answers."""
    return list(_list_sections(report))


def _list_sections(report: Report) -> Iterator[ReportSection]:
    replays = score_replays(report.run)
    if len(replays):
        yield _build_replay_section(report, replays)
    yield from _list_question_sections(report)
    asked = report.experiment.report.paper
    if "figure-4" in asked and len(report.games):
        yield _build_wording_section(report)
    if "figure-5" in asked and len(report.games):
        yield _build_survival_section(report)
    for name in asked:
        if name in ("figure-2", "figure-3"):
            title = f"{name.replace('-', ' ').capitalize()} of the paper"
            note = f"Ours is below, under Results. {quote_paper(name)}"
            yield ReportSection(title, note=note)


def _list_question_sections(report: Report) -> Iterator[ReportSection]:
    answers = report.run.turns("question")
    if len(answers):
        answers = answers.assign(about=answers["trial"].map(map_to_match_trials(report.run)))
        for name, build in (
            ("predict-interceptor", _build_prediction_section),
            ("predict-decoder", _build_calibration_section),
        ):
            some = answers[answers["question"] == name].copy()
            if len(some):
                yield build(report, some)
        beliefs = answers[answers["question"].isin(BELIEFS)].copy()
        if len(beliefs):
            yield _build_belief_section(report, beliefs)
    elif report.run.counts_of("question"):
        yield ReportSection("Questions", note=report.describe_stand_ins("question"))


def _list_rest(report: Report, *told: str) -> list[str]:
    """List what else varies in the games of a run, besides these columns."""
    return [one for one in report.layout.dimensions if one not in told]


def _split_sitters(table: pd.DataFrame, seat: str) -> Iterator[tuple[pd.DataFrame, str]]:
    """Yield the rows of players who sat in the seat, as in the paper, and those of others."""
    if f"player_{seat}" not in table:  # pooled by name
        yield table, f"of any {seat}"
        return
    sat = table["asked"].astype(str) == table[f"player_{seat}"].astype(str)
    for rows, who in ((table[sat], "who sat there"), (table[~sat], "asked in its place")):
        if len(rows):
            yield rows, who


def _place_published(
    ours: Sequence[TextTable], published: Sequence[TextTable]
) -> tuple[TextTable, ...]:
    """Place the paper's table after ours of players who sat there, before those of others."""
    own = [one for one in ours if "who sat there" in one.title]
    return (*own, *published, *(one for one in ours if one not in own))


def _explain_errors(report: Report) -> str:
    if (seeds := report.experiment.seeds) > 1:
        drawn = "in brackets are 95 % intervals over deals"
        return f"± is the standard error over {seeds} model seeds; {drawn}."
    return "± is the standard error, and in brackets are 95 % intervals, over deals."


def _build_replay_section(report: Report, table: pd.DataFrame) -> ReportSection:
    details = list_replayed_games(report.run)
    tables = []
    seats = [name for name in SEAT_COLUMNS if table[name].nunique() > 1]
    rest = table.attrs["rest"]
    for ending in ENDINGS:
        some = table[table["ending"] == ending.name]
        rows, links = [], []
        for _, row in some.iterrows():
            events = format_number(row["events"], ".2f")
            if pd.notna(row["events_error"]):
                events += f" ± {row['events_error']:.2f}"
            rows.append(
                (
                    row["role"],
                    clean(row["player"], 80),
                    *(clean(str(row[name]), 80) for name in seats),
                    *(clean(str(row[name]), 80) for name in rest),
                    f"{row['event']}s",
                    events,
                    format_figure(row, "rate"),
                    format_figure(row, "survival"),
                    format_figure(row, "length", share=False),
                    f"{row['resolved']} of {row['games']}",
                )
            )
            cell = (ending.name, row["role"], row["player"])
            links.append(details.get_anchor((*cell, *(row[name] for name in SEAT_COLUMNS))))
        heads = (
            "replaced",
            "player",
            *map(strip_prefix, (*seats, *rest)),
            "events",
            "how many",
            "per turn",
            "survival",
            "turns",
            "resolved",
        )
        title = f"Table 1, {ending.title}"
        counted = " ".join(filter(None, map(report.describe_stand_ins, ("replay", "recorded"))))
        texts = 3 + len(seats) + len(rest)
        tables.append(TextTable(title, heads, rows, texts, counted, tuple(links)))
    note = (
        "Each recorded game again with a player in a seat, its own too; where several seats are "
        "replaced, players stand in the order of seats. Survival counts games with an "
        f"end alone. {_explain_errors(report)} As recorded, ± is over deals."
    )
    whose = "People's games" if report.experiment.recorded is not None else "Games"
    return ReportSection(
        f"{whose} with other players",
        (*tables, *list_published(report, "table-1")),
        note=note,
        template=details.template,
        shown=details.lists,
        frames={"table-1": table},
    )


def _build_prediction_section(report: Report, answers: pd.DataFrame) -> ReportSection:
    by = list_answer_columns(report.run, answers, ("asked", "player_encoder", "player_interceptor"))
    table = score_predictions(answers, by)
    details = list_answers(report.run, answers, by)
    columns = {
        "total, turns": build_figure_formatter("total"),
        "total, games": build_figure_formatter("total_games"),
        "on interceptions, turns": build_figure_formatter("intercepted"),
        "on interceptions, games": build_figure_formatter("intercepted_games"),
        "prediction is the code": build_figure_formatter("predicted_code"),
        "right of all asked": build_mean_formatter("of_asked"),
        **COUNTS,
        "intercepted": lambda row: f"{row['intercepted_count']:,}",
    }
    counted = report.describe_stand_ins("question")
    ours = [
        build_linked_table(f"Table 2, {who}", rows, by, details, columns).add_note(counted)
        for rows, who in _split_sitters(table, "encoder")
    ]
    return ReportSection(
        "Does the encoder foresee the interceptor's guess?",
        _place_published(ours, list_published(report, "table-2")),
        note=(
            "Shares of answered predictions that were the guess that came: over turns (micro), and "
            "the mean of games' shares (macro). Rows of word vectors and of random answers are the "
            f"baselines. {_explain_errors(report)}"
        ),
        template=details.template,
        shown=details.lists,
        frames={"table-2": table},
    )


def _build_calibration_section(report: Report, answers: pd.DataFrame) -> ReportSection:
    by = list_answer_columns(report.run, answers, ("asked", "player_encoder", "player_decoder"))
    table = score_calibration(answers, by)
    details = list_answers(report.run, answers, by)
    columns = {
        "right": build_figure_formatter("right"),
        "confidence": build_mean_formatter("confidence"),
        "Brier": build_figure_formatter("brier"),
        "ECE": build_mean_formatter("ece"),
        **COUNTS,
    }
    ours = build_linked_table("Predictions with confidence", table, by, details, columns)
    return ReportSection(
        "Does the encoder foresee the decoder's guess?",
        (ours.add_note(report.describe_stand_ins("question")),),
        _draw_calibration(answers, by),
        note=f"Not in the paper. ECE has 10 bins of equal width. {_explain_errors(report)}",
        template=details.template,
        shown=details.lists,
        frames={"predict-decoder": table},
    )


def _draw_calibration(answers: pd.DataFrame, by: Sequence[str]) -> tuple[Markup, ...]:
    known = answers[answers["confidence"].notna()]
    curves, told = {}, []
    told_apart = [name for name in by if known[name].nunique() > 1] or ["asked"]
    for key, rows in known.groupby(told_apart, observed=True, dropna=False):
        asked = ", ".join(clean(str(one), 60) for one in key)
        bins = list_calibration_bins(
            rows["confidence"].astype(float), rows["right"].astype(bool).astype(float)
        )
        curve = pd.DataFrame({"x": bins["confidence"], "y": bins["right"]})
        curves[asked] = curve.assign(low=curve["y"], high=curve["y"])
        pairs = (f"{one.x:.2f}: {one.y:.2f}" for one in curve.itertuples())
        told.append(f"{asked}: {', '.join(pairs)}")
    if not curves:
        return ()
    ideal = pd.DataFrame({"x": [0.0, 1.0], "y": [0.0, 1.0]})
    curves["as sure as right"] = ideal.assign(low=ideal["y"], high=ideal["y"])
    return (
        draw_curves(
            curves,
            title="Confidence and how often it was right",
            labels=("confidence", "share that was right"),
            description="; ".join(told) + ".",
            top=1.02,
        ),
    )


def _build_belief_section(report: Report, answers: pd.DataFrame) -> ReportSection:
    names = ("question", "asked", "player_interceptor")
    by = list_answer_columns(report.run, answers, names)
    table = score_beliefs(answers, by)
    details = list_answers(report.run, answers, by)
    columns: dict[str, Format] = {
        "score": lambda row: str(row["title"]),
        "passed, turns": build_figure_formatter("pass"),
        "passed, games": build_figure_formatter("pass_games"),
        "by keyword": build_figure_formatter("by_keyword"),
        "of all asked": build_mean_formatter("of_asked"),
        **COUNTS,
    }
    tables = [
        build_linked_table(
            f"Table 3, {who}, {title}",
            rows[rows["conditioned"] == conditioned],
            by,
            details,
            columns,
            texts=1,
        ).add_note(report.describe_stand_ins("question"))
        for rows, who in _split_sitters(table, "interceptor")
        for conditioned, title in (
            (True, "conditioned on a wrong first guess"),
            (False, "unconditioned"),
        )
    ]
    return ReportSection(
        "Representational change and false belief",
        _place_published(tables, list_published(report, "table-3")),
        note=(
            "Asked from round 2 on, before the hints: what are the keywords; now that you are "
            "told, what did you think; what does a second interceptor think? A share counts "
            "positions in which both answers were given; “of all asked” takes silence for a "
            "failure. Keywords are compared by form: case, number and spelling do not count. An "
            f"answer of blanks is none. {_explain_errors(report)}"
        ),
        template=details.template,
        shown=details.lists,
        frames={"table-3": table},
    )


def _build_wording_section(report: Report) -> ReportSection:
    rest = _list_rest(report, "player_encoder", "player_decoder")
    games = group_wordings(report.games)
    table = score_wordings(report.games, rest)
    by = ("model", "group", *rest)
    lengths = range(1, int(games["option_rounds"].max() if "option_rounds" in games else 8) + 1)
    charts = []
    for key, rows in games.groupby(["model", *rest], observed=True, dropna=False):
        model = ", ".join(map(str, key))
        curves, told = {}, []
        for group in WORDING_GROUPS:
            own = rows[rows["group"] == group]
            if own.empty:
                continue
            shares = own["rounds"].value_counts(normalize=True).reindex(lengths, fill_value=0.0)
            curve = pd.DataFrame({"x": shares.index, "y": shares.to_numpy()})
            curves[group] = curve.assign(low=curve["y"], high=curve["y"])
            told.append(f"{group}: mean {own['rounds'].mean():.2f}")
        charts.append(
            draw_curves(
                curves,
                title=f"Turns per game: {clean(str(model), 60)}",
                labels=("turns", "share of games"),
                description="; ".join(told) + ".",
            )
        )
    rows = [
        (
            *(clean(str(row[name]), 80) for name in by),
            format_figure(row, "length", share=False),
            f"{row['lineups']:,}",
            f"{row['games']:,}",
        )
        for _, row in table.iterrows()
    ]
    title = "Turns per game by shared wordings"
    heads = (
        *("model", "wordings of rules and question", *map(describe_column, rest)),
        *("turns per game", "line-ups", "games"),
    )
    details = list_played_turns(report.run, games, by, "wordings")
    links = tuple(details.get_anchor(tuple(row[one] for one in by)) for _, row in table.iterrows())
    return ReportSection(
        "Figure 4: do wordings matter?",
        (TextTable(title, heads, rows, len(by), report.describe_stand_ins(), links),),
        tuple(charts),
        note=(
            "Rules match: encoder and decoder have the same wording of rules and role (the paper's "
            f"system prompts); question matches: the same question. {_explain_errors(report)} "
            f"{quote_paper('figure-4')}"
        ),
        template=details.template,
        shown=details.lists,
        frames={"figure-4": table},
    )


def _build_survival_section(report: Report) -> ReportSection:
    games = report.games.copy()
    rest = _list_rest(report, "player_encoder", "player_decoder", "player_interceptor")
    teams = name_teams(games, rest)
    games["team"] = pd.Categorical(teams, list(dict.fromkeys(teams)))  # in the order of the plan
    by = ("team", "player_interceptor")
    table = score_survival(games, by)
    for name in by:
        table[name] = table[name].astype(games[name].dtype)
    cells = table.pivot_table(
        index=by[0], columns=by[1], values="survived", observed=True, dropna=False
    )
    details = list_played_turns(report.run, games, by, "survival")
    texts, links, told = {}, {}, []
    for _, row in table.iterrows():
        links[row[by[0]], row[by[1]]] = f"#{details.get_anchor((row[by[0]], row[by[1]]))}"
        error = "" if pd.isna(row["survived_error"]) else f"\n± {row['survived_error']:.1f}"
        if row["seeds"] > 1 and pd.notna(row["share_low"]):
            error += f" seeds\n[{32 * row['share_low']:.1f}, {32 * row['share_high']:.1f}] deals"
        texts[row[by[0]], row[by[1]]] = f"{row['survived']:.1f}{error}"
        told.append(f"{row[by[0]]} against {row[by[1]]} {row['survived']:.1f}")
    chart = draw_matrix(
        cells,
        texts,
        links,
        title="Survived games of 32",
        labels=("team", "interceptor"),
        scale=(0.0, 32.0),
        description="; ".join(told) + ".",
    )
    note = f"{_explain_errors(report)} {quote_paper('figure-5')}"
    return ReportSection(
        "Figure 5: who survives?",
        charts=(chart,),
        note=f"{note} Each cell leads to its turns. {report.describe_stand_ins()}",
        template=details.template,
        shown=details.lists,
        frames={"figure-5": table},
    )
