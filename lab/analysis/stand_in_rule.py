"""How tables count games with moves of stand-ins, as the experiment says.

A move that a stand-in or the operator made is not the player's. Nor is a position that such a move
led to, so that replays of these games and questions about them are counted alike.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.game import GameType
from lab.experiment.sections import StandIns

if TYPE_CHECKING:
    import pandas as pd  # the live matrix, which has dictionaries, does not load it

MOVED = ("stand_in_moves", "assisted_moves")
"""The figures that count moves of a trial that are not its players' own."""
MATCH_MOVED = "match_not_own"
"""The figure of replays and questions that counts such moves of the match that they are about."""
FAILED = "failed"
"""How a game ends in which a failure is counted as one."""
NOT_OWN = "+".join(f"coalesce(json_extract(o.figures, '$.{name}'), 0)" for name in MOVED)
"""In SQL: the number of moves that are not the players' own of an outcome `o`."""
MATCH_NOT_OWN = f"""(SELECT {NOT_OWN} FROM trials m JOIN outcomes o USING (number)
    WHERE m.key = t.about AND o.failure = '')"""  # noqa: S608 - of constants
"""In SQL: the same of the match that a trial `t` is about; null if it is about none."""
ABOUT = ("replay", "question")
"""The kinds of trial that are about a match."""
TOLD: dict[StandIns, tuple[str, str]] = {
    "leave-out": ("are left out", "is left out"),
    "count": ("count as they were played", "counts as it was played"),
    "count-as-failure": (
        "count as failed, in the denominator of each share of games and in no mean",
        "counts as failed, in the denominator of each share of games and in no mean",
    ),
}
"""By rule: what happens to some games, and to one."""
COUNTED: dict[StandIns, str] = {
    "leave-out": "",
    "count": ", counted as played",
    "count-as-failure": ", counted as failed",
}
"""By rule: what a list of what is left out says of games that are not."""
MOVES = "moves of stand-ins or of the operator"
TOLD_OF_ROUNDS: dict[StandIns, str] = {
    "leave-out": "count for nothing",
    "count": "count as they were played",
    "count-as-failure": "bring nobody points, and have no outcome and no votes",
}
"""By rule: what happens to rounds of a tournament."""
NOUNS = {
    "match": "games",
    "recorded": "recorded games",
    "replay": "replays",
    "question": "trials with questions",
}
"""By kind of trial: its name in the plural."""
WHICH = {
    "replay": f"with {MOVES}, or of games with such moves,",
    "question": f"about games with {MOVES}",
}
"""By kind of trial: those that are not only the players', if not only moves make them so."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many trials have ended, and how."""

    finished: int = 0
    """Those with figures, whether or not they are counted."""
    failed: int = 0
    """Those that failed, and have no figures."""
    not_own: int = 0
    """Finished ones with moves that are not the players' own, or about a match with such moves."""

    def __add__(self, other: "Tally") -> "Tally":
        """Add up the trials of two groups."""
        return Tally(
            self.finished + other.finished,
            self.failed + other.failed,
            self.not_own + other.not_own,
        )


def find_not_own(table: "pd.DataFrame", names: tuple[str, ...] = (*MOVED, MATCH_MOVED)) -> Any:  # noqa: ANN401
    """Find the rows with moves that are not the players' own: a mask in the order of the rows."""
    counted = [name for name in names if name in table]
    return (table[counted].sum(axis=1) > 0).to_numpy()


def apply_rule(
    table: "pd.DataFrame", rule: StandIns, definition: GameType
) -> tuple["pd.DataFrame", int]:
    """Leave out games with moves of stand-ins, or count them, in a table of finished trials.

    Returns:
        The rows that count, and how many are left out.
    """
    if rule == "count" or table.empty:
        return table, 0
    moved, before = find_not_own(table, MOVED), find_not_own(table, (MATCH_MOVED,))
    left_out = moved | before if rule == "leave-out" else before
    kept = table[~left_out]
    if rule == "count-as-failure" and (moved & ~left_out).any():
        kept = _fail_rows(kept, moved[~left_out], definition)
    return kept, int(left_out.sum())


def _fail_rows(table: "pd.DataFrame", failed: Any, definition: GameType) -> "pd.DataFrame":  # noqa: ANN401
    """Give some rows the results of failed games."""
    changed = table.copy()
    for name, value in _list_results(definition, table.columns):
        if changed[name].dtype != object:
            changed[name] = changed[name].astype(object)
        changed.loc[failed, name] = value
        if value is None:
            changed[name] = changed[name].infer_objects()
    return changed


def apply_rule_to_figures(
    figures: Mapping[str, Any], rule: StandIns, definition: GameType
) -> Mapping[str, Any] | None:
    """Apply the rule to the figures of one trial; `None` if it is left out."""
    moved = any(figures.get(name) for name in MOVED)
    if rule == "count" or not (moved or figures.get(MATCH_MOVED)):
        return figures
    if rule == "leave-out" or figures.get(MATCH_MOVED):
        return None
    return {**figures, **dict(_list_results(definition, figures))}


def _list_results(definition: GameType, names: Iterable[str]) -> Iterator[tuple[str, Any]]:
    """Yield the results of a failed game among some figures: no score, no length, no events."""
    described = definition.describe_figures()
    events = {f"{event}_{definition.listed}" for event in definition.describe_turn_events()}
    for name in names:
        if name == "reason":
            yield name, FAILED
        elif name in described and described[name].kind == "share":
            yield name, False
        elif (
            name in ("outcome", definition.listed)
            or name in events
            or name.startswith("score_")
            or (name in described and described[name].kind in ("mean", "time"))
        ):
            yield name, None


def describe_rule(rule: StandIns, kind: str, tally: Tally) -> str:
    """Say how many trials are concerned by the rule, and which it is.

    Args:
        rule: The rule.
        kind: The kind of trial.
        tally: The trials that have ended.
    """
    failed = f"{tally.failed:,} more failed, and are in no figure." * bool(tally.failed)
    if not tally.not_own:
        own = "Every move was the player's own." * bool(tally.finished)
        return " ".join(filter(None, (own, failed)))
    about = kind == "question" and rule == "count-as-failure"  # nobody asked has failed
    told = TOLD["leave-out" if about else rule][tally.not_own == 1]
    which = WHICH.get(kind, f"with {MOVES}")
    moved = (
        f"Of {tally.finished:,} {NOUNS[kind]}, {tally.not_own:,} {which} {told} "
        f'(stand_ins = "{rule}").'
    )
    return " ".join(filter(None, (moved, failed)))


def describe_round_rule(rule: StandIns, not_own: int, every: int, what: str = "rounds") -> str:
    """Say how many rounds, or games, of a tournament are concerned by the rule, and which it is."""
    if not not_own:
        return "Every move was the player's own." if every else ""
    return (
        f"Of {every:,} {what}, {not_own:,} have {MOVES}: rounds with such moves "
        f'{TOLD_OF_ROUNDS[rule]} (stand_ins = "{rule}").'
    )
