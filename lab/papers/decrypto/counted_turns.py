"""List the turns and answers that a number in a report counts."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from engine.text import clean
from lab.analysis.tables import Run
from lab.papers.decrypto.replay_scores import ENDINGS, NEEDED, list_replaced
from lab.papers.decrypto.score_estimates import SEAT_COLUMNS
from lab.report.figure_text import DASH
from lab.report.section import TextTable

ROWS = 24
"""Maximum number of answers or turns of each cell on a page."""


class Details:
    """Lists under anchors, one for each cell of a table."""

    template = "lab.papers.decrypto/turns.html"

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self._places: dict[tuple[Any, ...], str] = {}
        self.lists: list[Mapping[str, Any]] = []
        """The lists for `turns.html`."""

    def add(
        self,
        key: tuple[Any, ...],
        title: str,
        heads: Sequence[str],
        rows: Sequence[Sequence[str]],
        count: int,
    ) -> None:
        """Add the list of a cell.

        Args:
            key: The key of the cell.
            title: The title of the list.
            heads: The headings of its columns.
            rows: Its rows, of clean text.
            count: The number of rows in the run.
        """
        place = f"{self._prefix}-{len(self._places) + 1}"
        self._places[tuple(map(str, key))] = place
        more = ""
        if count > len(rows):
            more = f"The first {len(rows)} of {count:,}; parlour lab table turns has all."
        self.lists.append(
            {
                "anchor": place,
                "title": title,
                "counted": f"{count:,} {'answers' if 'answered' in heads else 'turns'}",
                "more": more,
                "table": TextTable(title, tuple(heads), [tuple(row) for row in rows], len(heads)),
            }
        )

    def get_anchor(self, key: tuple[Any, ...]) -> str:
        """Find the anchor of a cell; empty if it has none."""
        return self._places.get(tuple(map(str, key)), "")


def list_answers(run: Run, answers: pd.DataFrame, by: Sequence[str]) -> Details:
    """List the answers of each cell of a table, with the round that they are about.

    Args:
        run: The run.
        answers: Answers, with `about`.
        by: The columns that make cells.
    """
    question = str(answers["question"].iloc[0])
    details = Details(question if answers["question"].nunique() == 1 else "beliefs")
    rounds = _find_rounds(run, answers["about"])
    for key, rows in answers.groupby(list(by), observed=True, sort=False, dropna=False):
        names = key if isinstance(key, tuple) else (key,)
        title = ", ".join(clean(str(one), 80) for one in names)
        some = [_describe_answer(row, rounds) for row in rows.head(ROWS).to_dict("records")]
        heads = ("deal", "round", "keywords", "code", "hints", "guessed", "answered", "score")
        details.add(names, title, heads, some, len(rows))
    return details


def _find_rounds(run: Run, about: pd.Series) -> dict[tuple[int, int], dict[str, Any]]:
    """Find rounds by the number of the match's trial and the number of the round."""
    wanted, found = {*about}, {}
    for kind in ("match", "recorded"):
        games = run.games(kind, every=True)
        turns = run.turns(kind, every=True)
        if "round" not in turns:
            continue
        keywords = dict(zip(games["trial"], games["keywords"], strict=True))
        for row in turns[turns["trial"].isin(wanted)].to_dict("records"):
            found[row["trial"], row["round"]] = {**row, "keywords": keywords.get(row["trial"])}
    return found


def _describe_answer(
    row: dict[str, Any], rounds: dict[tuple[int, int], dict[str, Any]]
) -> tuple[str, ...]:
    came = rounds.get((row["about"], row["round"]), {})
    if "predicted" in row and row["question"].startswith("predict"):
        answered = _join(row["predicted"], "-")
        if pd.notna(row.get("confidence")):
            answered += f", {row['confidence']:.0%} sure"
        score = _mark(row["right"])
    else:
        told = (row["first"], row["recalled"], row["second"])
        names = ("guessed", "recalled", "second")
        answered = "; ".join(
            f"{name} {_join(one, ' / ')}" for name, one in zip(names, told, strict=True) if one
        )
        scores = ("rc_strong", "rc_weak", "fb_strong", "fb_weak")
        score = ", ".join(
            f"{name.replace('_', ' ')} {_mark(row[name])}"
            for name in scores
            if _is_known(row[name])
        )
    why = clean(row["why_unanswered"], 200) if _is_known(row.get("why_unanswered")) else ""
    guesses = "; ".join(
        f"{seat} {_join(came.get(seat, came.get(f'{seat}_move')), '-')}"
        for seat in ("decoder", "interceptor")
        if came
    )
    return (
        str(row["deal"]),
        str(row["round"]),
        _join(row.get("keywords") if _is_list(row.get("keywords")) else came.get("keywords"), ", "),
        _join(came.get("code"), "-"),
        _join(came.get("hints"), ", "),
        guesses,
        "; ".join(filter(None, (answered, why))) or "no answer",
        score or "not answered",
    )


def strip_prefix(column: str) -> str:
    return column.removeprefix("player_").removeprefix("option_")


def list_replayed_games(run: Run) -> Details:
    """List the turns of each cell of Table 1: hints, code, and the guesses of the new players."""
    details = Details("replays")
    games, turns = run.games("replay"), run.turns("replay")
    if "follow" in games:
        by_trial = dict(tuple(turns.groupby("trial")))
        cells: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        endings = {one.follow: one.name for one in ENDINGS}
        for game in games.to_dict("records"):
            replaced = list_replaced(game)
            player = " + ".join(str(game[f"player_{seat}"]) for seat in replaced)
            seats = (str(game[name]) for name in SEAT_COLUMNS)
            cell = cells.setdefault((endings[game["follow"]], replaced[0], player, *seats), [])
            cell += by_trial.get(game["trial"], turns.head(0)).to_dict("records")
        for key, rows in cells.items():
            _add_turns(details, key, rows)
    recorded = run.turns("recorded")
    ends = run.games("recorded")
    decided = dict(zip(ends["trial"], ends["decisive_round"], strict=True)) if len(ends) else {}
    last = recorded["trial"].map(decided) if len(recorded) else None
    for seat in ("interceptor", "decoder"):
        if f"player_{seat}" not in recorded:
            continue
        for player, own in recorded.groupby(f"player_{seat}", observed=True):
            for ending in ENDINGS:
                counted = own
                if ending.follow == "player" and last is not None:
                    counted = own[~(own["round"] > last.loc[own.index].astype(float))]
                key = (ending.name, seat, f"as recorded ({player})")
                for sat, some in counted.groupby(list(SEAT_COLUMNS), observed=True):
                    _add_turns(details, (*key, *map(str, sat)), some.to_dict("records"))
    return details


def _add_turns(details: Details, key: tuple[str, ...], rows: Sequence[dict[str, Any]]) -> None:
    ending, role, player, *_ = key
    about = next(one.title for one in ENDINGS if one.name == ending)
    some = [_describe_turn(row) for row in rows[:ROWS]]
    details.add(key, f"{role}: {clean(player, 80)}, {about}", TURN_HEADS, some, len(rows))


TURN_HEADS = ("deal", "round", "code", "hints", "decoder", "interceptor", "events")


def _describe_turn(row: dict[str, Any]) -> tuple[str, ...]:
    return (
        str(row["deal"]),
        str(row["round"]),
        _join(row["code"], "-"),
        _join(row["hints"], ", "),
        _join(row["decoder"], "-"),
        _join(row["interceptor"], "-"),
        ", ".join(dict.fromkeys(one for one in NEEDED.values() if row[one])),
    )


def list_played_turns(run: Run, games: pd.DataFrame, by: Sequence[str], prefix: str) -> Details:
    """List the turns of each cell of a figure over games: players, hints, code and guesses.

    Args:
        run: The run.
        games: The games that the figure counts.
        by: The columns that make cells.
        prefix: A prefix that identifies the figure on the page.
    """
    details, turns = Details(prefix), run.turns("match")
    seats = [name for name in ("player_encoder", "player_decoder") if name in turns]
    for key, some in games.groupby(list(by), observed=True, sort=False):
        names = key if isinstance(key, tuple) else (key,)
        own = turns[turns["trial"].isin(some["trial"])]
        rows = [
            (*(clean(str(row[name]), 80) for name in seats), *_describe_turn(row))
            for row in own.head(ROWS).to_dict("records")
        ]
        title = ", ".join(clean(str(one), 80) for one in names)
        details.add(names, title, (*map(strip_prefix, seats), *TURN_HEADS), rows, len(own))
    return details


def _is_list(value: Any) -> bool:  # noqa: ANN401
    return isinstance(value, list | tuple)


def _is_known(value: Any) -> bool:  # noqa: ANN401
    return value is not None and not (isinstance(value, float) and pd.isna(value))


def _join(value: Any, sign: str) -> str:  # noqa: ANN401
    if not _is_list(value):
        return DASH
    return sign.join(clean(str(one), 80) or "\N{MIDDLE DOT}" for one in value)


def _mark(value: Any) -> str:  # noqa: ANN401
    return ("right" if value else "wrong") if _is_known(value) else DASH
