"""Define, check and complete the columns of the tables that Dixit's analyses take."""

from collections.abc import Iterable, Sequence

import pandas as pd

ANSWERS = {
    "player": "who answered",
    "item": "which question",
    "tier": "`easy`, `medium` or `hard`, or a name of your own",
    "target": "the card that was meant",
    "chosen": "the card that was chosen; missing if the answer could not be read",
    "right": "whether it is the target; left out, `chosen` and `target` are compared",
    "position": "the place of the target, from 1",
    "chosen_position": "the place of the chosen card, from 1; missing if unparsed",
    "strategy": "`direct` or `entailment`",
    "scores": "of entailment: a list, a score from 0 to 100 for each candidate in its order",
    "category": "of the target: `metaphorical` or `literal`, or names of your own",
    "seed": "which order of the candidates",
    "candidates": "the cards that were shown, a list",
}
"""A row for each item and try; any other column can make groups or be compared."""

ROUNDS = {
    "match": "which match",
    "round": "which round of it",
    "seat": "which seat",
    "player": "who sat there",
    "role": "`storyteller` or `listener`",
    "points": "what the seat had in the round",
    "right": "of a listener: whether it found the card",
    "vote": "of a listener: whose card, or which card, it voted for",
    "found": "how many listeners found the card; left out, counted from `right`",
    "listeners": "how many there were; left out, counted",
    "deal": "which deal was played; left out, each match is one",
    "phase": "1 or 2, for the hand swap",
    "failed": "whether it does not count, as a move was not the player's own; left out, all count",
}
"""A row for each seat and round."""

RATINGS = {
    "item": "which clue",
    "player": "who gave it",
    "rater": "who rated it",
    "clarity": "1 to 5; may be missing",
    "creativity": "1 to 5; may be missing",
    "right": "whether the rater's guess was right; may be missing",
}
"""A row for each rater and clue."""


def prepare_answers(answers: pd.DataFrame, needed: Iterable[str] = ()) -> pd.DataFrame:
    """Copy answers, with `right` as true or false, and `answered`: whether it could be read.

    An answer that could not be read is not right.

    Args:
        answers: A row for each item and try.
        needed: The columns that the analysis takes.

    Raises:
        ValueError: If a column is missing.
    """
    table = pd.DataFrame(answers).reset_index(drop=True)
    if not table.empty and "right" not in table and {"chosen", "target"} <= set(table):
        table["right"] = table["chosen"] == table["target"]
    table = require_columns(table, ["right", *needed])
    right = table["right"]
    if right.dtype != bool:
        right = pd.Series([_to_bool(one) for one in right], index=table.index, dtype=object)
    if "chosen" in table:
        table["answered"] = table["chosen"].notna()
        if "target" in table:
            right = right.where(right.notna(), table["chosen"] == table["target"])
    elif "answered" not in table:
        table["answered"] = right.notna()
    table["answered"] = table["answered"].astype(bool)
    table["right"] = right.eq(True).astype(bool)
    return table


def prepare_rounds(rounds: pd.DataFrame, needed: Iterable[str] = ()) -> pd.DataFrame:
    """Copy rounds, and add the columns that follow from others, see `ROUNDS`.

    Raises:
        ValueError: If a column is missing.
    """
    table = pd.DataFrame(rounds).reset_index(drop=True)
    needed = list(needed)
    if table.empty:
        table = require_columns(table, [*needed, "deal", "failed"])
        return table.assign(failed=False)
    if "deal" not in table and "match" in table:
        table["deal"] = table["match"]
    table["failed"] = (
        [_to_bool(one) is True for one in table["failed"]] if "failed" in table else False
    )
    counted = {"found", "listeners"} & set(needed) - set(table)
    if counted:
        require_columns(table, ["match", "round", "role", "right"])
        heard = table[table["role"] == "listener"]
        right = pd.Series([_to_bool(one) is True for one in heard["right"]], index=heard.index)
        groups = right.groupby([heard["match"], heard["round"]])
        keys = pd.MultiIndex.from_frame(table[["match", "round"]])
        for name, values in (("found", groups.sum()), ("listeners", groups.size())):
            if name in counted:
                table[name] = values.reindex(keys).to_numpy(float)
    return require_columns(table, needed)


def require_columns(table: pd.DataFrame, needed: Sequence[str]) -> pd.DataFrame:
    """Check that a table has these columns; an empty table gets those that it lacks.

    Raises:
        ValueError: If a table with rows lacks a column.
    """
    missing = [name for name in dict.fromkeys(needed) if name not in table]
    if not missing:
        return table
    if table.empty:
        return table.reindex(columns=[*table.columns, *missing])
    has = ", ".join(map(str, table.columns[:12])) or "none"
    raise ValueError(
        f"The table has no column {missing[0]!r}; its columns are {has}. Rename yours: "
        f'table.rename(columns={{"YOURS": "{missing[0]}"}}).'
    )


def list_names(by: str | Sequence[str]) -> list[str]:
    """List names of columns, given as one or as several."""
    return [by] if isinstance(by, str) else list(by)


def _to_bool(value: object) -> bool | None:
    """True or false, also from 0 and 1; missing is `None`.

    Raises:
        ValueError: If it is anything else.
    """
    if value is None or pd.isna(value):
        return None
    if value in (0, 1):
        return bool(value)
    raise ValueError(f"Right or not is True or False, 1 or 0, not {value!r}.")
