"""Compute our figures for what people say of clues, from studies."""

from collections.abc import Iterator

from lab.papers.dixitworld.clue_ratings import summarise_ratings
from lab.papers.finding import Finding
from lab.study.agreement import measure_agreement_of
from lab.study.comparison import tabulate_storytellers
from lab.study.file import StudyFile
from lab.study.ratings_table import build_ratings

FIGURES = {
    "Acc (%)": ("accuracy", "guesses", "guesses"),
    "Clarity": ("clarity", "clues", "clues"),
    "Creativity": ("creativity", "clues", "clues"),
}
"""By column of Table 3: the figure of ours, the column with its denominator, what that counts."""


def compute_ratings(study: StudyFile) -> Iterator[Finding]:
    """Compute Table 3: accuracy of raters' guesses, clarity and creativity, by storyteller.

    Clues that were seen on another display are apart. Each two storytellers are compared.
    """
    ratings = build_ratings(study)
    for display, some in ratings.groupby("display", observed=True, dropna=False):
        where = f"display: {display}"
        for player, row in summarise_ratings(some).iterrows():
            for quantity, (name, count, unit) in FIGURES.items():
                told = {**row, f"{name}_count": row[count]}
                yield Finding.of_row(
                    told, name, (str(player),), quantity, where=where, unit=unit, over="clues"
                )
        for player, row in summarise_ratings(some.assign(player="Human")).iterrows():
            told = {**row, "accuracy_count": row["guesses"]}
            place = f"guesses of all raters, pooled over storytellers; {where}"
            names = ("accuracy", (str(player),), "Acc (%)")
            yield Finding.of_row(told, *names, where=place, unit="guesses", over="clues")
    for _, gap in tabulate_storytellers(ratings).iterrows():
        labels = (f"{gap['first']} minus {gap['second']}",)
        yield from Finding.of_difference(
            gap,
            labels,
            f"gap in {gap['figure']}",
            factor=100 if gap["figure"] == "accuracy" else 1,
            where=f"display: {gap['display']}",
            unit="clues",
            over="clues",
        )


def compute_agreement(study: StudyFile) -> Iterator[Finding]:
    """Compute what appendix H says of the agreement of raters, by scale and by display."""
    ratings = build_ratings(study)
    for display, some in ratings.groupby("display", observed=True, dropna=False):
        for row in measure_agreement_of(some).to_dict("records"):
            names = ("value", (row["scale"],), str(row["figure"]))
            unit = "pairs of raters" if "pairwise" in names[2] else "clues"
            about = {"where": f"display: {display}", "unit": unit, "over": "clues"}
            yield Finding.of_row(row, *names, **about)
