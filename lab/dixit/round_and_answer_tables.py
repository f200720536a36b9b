"""Read the rounds of Dixit matches and the answers to DixitBench from a run, as tables.

`add_people` adds the answers of people from a study of the same bench. Settings of models and the
tone of cards become columns.
"""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from engine.players.spec import parse_spec
from images.deck import Deck, DeckError
from images.deck_check import open_deck
from lab.run_tables import Run

MODEL_SETTINGS = ("temperature", "prompt")
"""Settings of players that are compared."""


def read_rounds(run: Run) -> pd.DataFrame:
    """Read the rounds of all matches, a row for each seat, for `lab.dixit.arena_measures`.

    Rounds with a move of a stand-in, or assisted by the operator, are marked as failed.
    """
    turns = run.turns("match", every=True)
    if turns.empty:
        return pd.DataFrame()
    seats = [name.removeprefix("points_") for name in turns if name.startswith("points_")]
    votes = turns.reindex(columns=[f"votes_{seat}" for seat in seats]).set_axis(seats, axis=1)
    right = votes.eq(turns["target"], axis=0)
    listeners = votes.notna().sum(axis=1)
    failed = _find_failed_rounds(run, len(seats))
    length = turns.groupby("trial")["round"].transform("max")
    phases = turns.get("option_phases", 2)
    second = (phases != 1) & (turns["round"] > length / 2)
    common = pd.DataFrame(
        {
            "match": turns["trial"],
            "deal": turns["deal"],
            "round": turns["round"],
            "phase": second.astype(int) + 1,
            "clue": turns["clue"],
            "target": turns["target"],
            "found": right.sum(axis=1),
            "listeners": listeners,
            "failed": [pair in failed for pair in zip(turns["trial"], turns["round"], strict=True)],
        }
    )
    parts = []
    for seat in seats:
        tells = turns["storyteller"] == seat
        parts.append(
            common.assign(
                seat=seat,
                player=turns[f"player_{seat}"].astype(str),
                role=tells.map({True: "storyteller", False: "listener"}),
                points=turns[f"points_{seat}"].astype(float),
                vote=votes[seat],
                right=right[seat].where(~tells).astype(object),
            )
        )
    return pd.concat(parts, ignore_index=True).sort_values(["match", "round"], kind="stable")


def _find_failed_rounds(run: Run, seats: int) -> set[tuple[int, int]]:
    """Trial and round of every move that is not its player's own."""
    games = run.games(every=True)
    moved = games["stand_in_moves"] + games["assisted_moves"] > 0
    each = 2 * seats - 1  # a clue, then a decoy and a vote of each listener
    return {
        (trial, number // each + 1)
        for trial in games.loc[moved, "trial"]
        for number, move in enumerate(run.record(trial).moves)
        if move.stand_in or move.assisted
    }


def read_answers(run: Run) -> pd.DataFrame:
    """Read the answers to items, for `lab.dixit.accuracy` and `lab.dixit.calibration`.

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
            found["model"] = [_find_model_name(run, player) for player in found["player"]]
    return found


def add_people(answers: pd.DataFrame, study: str, run: Run) -> pd.DataFrame:
    """Add the answers of the raters of a study of the same bench.

    Raises:
        StudyError: If there is no such study, or it has other items.
    """
    from lab.errors import StudyError
    from lab.human_study.results import build_ratings
    from lab.human_study.study import StudyFile, find_study

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


def _find_model_name(run: Run, player: str) -> str:
    """Find the model or program of a player, without its settings."""
    spec = parse_spec(run.experiment.specs[player])
    return f"{spec.kind}:{spec.argument}" if spec.argument else spec.kind


def read_categories(run: Run) -> Mapping[str, str]:
    """Read the tone of each card of the bench's deck: metaphorical, literal, or empty."""
    deck = find_deck(run)
    return {} if deck is None else {card.id: card.tone for card in deck.cards.values()}


def find_deck(run: Run) -> Deck | None:
    """Find the deck of a run's items, or of its matches; `None` if it is missing."""
    where: Any = ""
    if run.experiment.bench is not None:
        from lab.dixit.bench_items_and_files import open_bench
        from lab.errors import BenchError

        try:
            where = open_bench(run.experiment.bench.items).deck
        except BenchError:
            return None
    else:
        where = run.experiment.options.get("deck", "")
    try:
        return open_deck(where if isinstance(where, str) else "")
    except DeckError:
        return None
