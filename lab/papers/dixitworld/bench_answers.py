"""Read the answers to DixitBench from a run, and those of people from a study."""

from collections.abc import Iterator

import pandas as pd

from engine.players.spec import parse_spec
from lab.analysis.tables import Run
from lab.errors import StudyError
from lab.papers.dixitworld.run_deck import read_categories
from lab.study.file import StudyFile
from lab.study.folder import find_study
from lab.study.ratings_table import build_ratings

MODEL_SETTINGS = ("temperature", "prompt")
"""Settings of players that are compared."""


def read_answers(run: Run) -> pd.DataFrame:
    """Read the answers to items, for `accuracy` and `calibration`.

    `seed` is the number of the order of candidates, `category` the tone of the target's card.
    """
    table = run.games("item")
    if table.empty:
        return table
    found = table.assign(
        player=table["asked"].astype(str),
        seed=table["deal"],
        right=table["right"].astype(bool),
        chosen=table["chosen"].astype(object).where(table["answered"].astype(bool), None),
    )
    categories = read_categories(run)
    found["category"] = found["target"].map(categories)
    told = {name: _find_source(spec) for name, spec in run.experiment.specs.items()}
    found["shown"] = [
        told.get(player) or shown
        for player, shown in zip(found["player"], found["shown"], strict=True)
    ]
    specs = {name: dict(parse_spec(spec).settings) for name, spec in run.experiment.specs.items()}
    for name in MODEL_SETTINGS:
        if any(name in settings for settings in specs.values()):
            found[name] = [specs.get(player, {}).get(name) for player in found["player"]]
            found[f"model_without_{name}"] = [
                _describe_model(run, player, name) for player in found["player"]
            ]
    return found


APART = ("strategy", "shown")
"""What makes tables of answers of its own: nothing is pooled over these."""


def split_answers_apart(answers: pd.DataFrame) -> Iterator[tuple[tuple[str, str], pd.DataFrame]]:
    """Yield the answers by one strategy to what was shown in one way, with both names."""
    for (strategy, shown), some in answers.groupby(list(APART), observed=True, sort=False):
        yield (str(strategy), str(shown)), some


def add_people(answers: pd.DataFrame, study: str, run: Run) -> pd.DataFrame:
    """Add the answers of the raters of a study of the same bench.

    Raises:
        StudyError: If there is no such study, or it has other items.
    """
    ratings = build_ratings(StudyFile.open(find_study(study, data=run.data)))
    known = ratings["item"].isin(set(answers.get("item", ())))
    if not known.all() or ratings.empty:
        raise StudyError(f"{study} has no answers yet, or other items than this run.")
    categories = read_categories(run)
    people = ratings.assign(
        player=ratings["rater"] + " (person)",
        strategy="direct",
        shown="pictures",
        seed=1,
        category=ratings["target"].map(categories),
        tokens_out=0,
        scores=None,
        tied=None,
    )
    kept = [name for name in people if name in answers or name == "category"]
    return pd.concat([answers, people[kept].astype(object)], ignore_index=True).astype(
        {"right": bool}
    )


def _find_source(spec: str) -> str:
    """Find the source of a baseline's knowledge of cards; empty for other players."""
    parsed = parse_spec(spec)
    if parsed.space is not None:
        return "tags, themes"
    return "nothing" if parsed.kind == "random" else ""


def _describe_model(run: Run, player: str, setting: str) -> str:
    """Describe a player by its model or program and all settings but one."""
    spec = parse_spec(run.experiment.specs[player])
    name = f"{spec.kind}:{spec.argument}" if spec.argument else spec.kind
    rest = (f"{key}={value}" for key, value in spec.settings if key != setting)
    return ", ".join((name, *rest))
