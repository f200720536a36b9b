"""Find how a game of people ends, by two rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from lab.papers.decrypto.people.turns import Turn


def find_end(turns: Sequence[Turn], tokens: int = 2) -> int | None:
    """Find the turn, from 1, in which a team gets its last token; `None` if there is none."""
    misses = hits = 0
    for count, turn in enumerate(turns, 1):
        misses += turn.bob != turn.code
        hits += turn.eve == turn.code
        if tokens in (misses, hits):
            return count
    return None


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of a game by one rule for its end."""

    turns: int
    """Number of turns that count."""
    miscommunications: int
    interceptions: int
    outcome: str | None
    """`team`, `interceptor`, or `None`: unresolved."""
    reason: str | None


def judge_ending(turns: Sequence[Turn], *, play_on: bool, rounds: int = 8) -> Ending:
    """Judge a game by one of the two rules.

    Args:
        turns: Its turns.
        play_on: Whether to count every recorded turn; if not, the game ends with the second token
            of either kind.
        rounds: The number of turns that the team must survive.
    """
    end = find_end(turns)
    counted = turns if play_on or end is None else turns[:end]
    until = turns[:end] if end is not None else turns
    misses = sum(turn.bob != turn.code for turn in until)
    hits = sum(turn.eve == turn.code for turn in until)
    reason: str | None = None
    if end is not None:
        reason = "miscommunication" if misses == 2 else "interception"
        reason = "both" if misses == hits else reason
    elif len(turns) >= rounds:
        reason = "survived"
    winner = {None: None, "survived": "team"}.get(reason, "interceptor")
    return Ending(
        len(counted),
        sum(turn.bob != turn.code for turn in counted),
        sum(turn.eve == turn.code for turn in counted),
        winner,
        reason,
    )
