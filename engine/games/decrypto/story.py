"""A match of Decrypto in plain sentences."""

from collections.abc import Iterator
from functools import lru_cache

from engine.games.decrypto.moves import Code, Hints
from engine.games.decrypto.roles import TEAMS
from engine.games.decrypto.view import Keywords, Outcome, Round, View
from engine.wording import format_count


def narrate(before: View | None, after: View) -> list[str]:
    """Narrate in plain text what happened between two views of one seat or of an onlooker.

    The lines contain nothing that `after` does not show. Without `before` they begin at the start.
    """
    if after.team is None:
        return list(_narrate(before, after))
    lines = [
        f"{team.capitalize()}: {line}"
        for team in TEAMS
        for line in _narrate(before and before.look_at(team), after.look_at(team))
    ]
    if after.outcome and (before is None or before.outcome is None):
        lines.append(describe_outcome(after.outcome, after))
    for side in map(after.look_at, TEAMS) if after.over and not (before and before.over) else ():
        if side.keywords and side.team:
            told = _format_keywords(side.keywords)
            lines.append(f"{side.team.capitalize()}: The keywords were {told}.")
    return lines


@lru_cache(maxsize=64)
def format_code(code: Code) -> str:
    """Format a code for a sentence: 3-1-4."""
    return "-".join(map(str, code))


def describe_outcome(outcome: Outcome, view: View) -> str:
    """Say who wins, when and why."""
    match outcome.reason:
        case "survived":
            why = f"they survived {format_count(outcome.round, 'round')}"
        case "miscommunication":
            why = f"miscommunications reached {view.options.tokens}"
        case "interception":
            why = f"interceptions reached {view.options.tokens}"
        case "both":
            why = f"miscommunications and interceptions both reached {view.options.tokens}"
        case "points":
            why = "it has more interceptions less miscommunications"
        case "tie":
            why = "interceptions less miscommunications are equal"
    who = WINNERS[outcome.winner]
    more = view.options.play_on and outcome.round < view.options.rounds
    rest = " The other rounds are played for data." if more else ""
    return f"{who} in round {outcome.round}: {why}.{rest}"


WINNERS = {
    "team": "The encoder and the decoder win",
    "interceptor": "The interceptor wins",
    "white": "White wins",
    "black": "Black wins",
    "draw": "A draw",
}
"""By winner: who has won, in words."""


def _narrate(before: View | None, after: View) -> Iterator[str]:
    seen = len(before.rounds) if before else 0
    hints_known = before is not None and before.hints is not None
    if not after.over and after.keywords and (before is None or before.keywords is None):
        yield f"The keywords are {_format_keywords(after.keywords)}."
    for number, done in enumerate(after.rounds[seen:], seen + 1):
        if not (hints_known and number == seen + 1):
            yield _narrate_hints(number, done.hints)
        counts = number > 1 or after.options.first_round_interception
        yield _narrate_guesses(number, done, counts=counts)
    if len(after.rounds) > seen:
        tokens = after.options.tokens
        hits = f"interceptions {after.interceptions}"
        if after.team:
            hits = f"intercepted {format_count(after.interceptions, 'time')}"
        yield f"Miscommunications {after.miscommunications}, {hits}; {tokens} of either decide."
    if after.team is None and after.outcome and (before is None or before.outcome is None):
        yield describe_outcome(after.outcome, after)
    new_round = before is None or len(after.rounds) > seen
    if after.code and new_round:
        yield f"Round {after.number}: your code is {format_code(after.code)}."
    if after.hints and (new_round or not hints_known):
        yield _narrate_hints(after.number, after.hints)
    if not after.team and after.over and after.keywords and not (before and before.over):
        yield f"The keywords were {_format_keywords(after.keywords)}."


def describe_standing(view: View) -> str:
    """Say what each of two teams has: its interceptions and its miscommunications."""
    white, black = (view.look_at(team) for team in TEAMS)
    return " ".join(
        f"{name} has {format_count(rival.interceptions, 'interception')} and "
        f"{format_count(own.miscommunications, 'miscommunication')}."
        for name, own, rival in (("White", white, black), ("Black", black, white))
    )


def _format_keywords(keywords: Keywords) -> str:
    return ", ".join(f"{number} {word}" for number, word in enumerate(keywords, 1))


def _narrate_hints(number: int, hints: Hints) -> str:
    return f"Round {number}: the hints are " + ", ".join(f"“{hint}”" for hint in hints) + "."


def _narrate_guesses(number: int, done: Round, *, counts: bool) -> str:
    decoded = "wrong: a miscommunication" if done.miscommunication else "right"
    told = (
        f"Round {number}: the code was {format_code(done.code)}. "
        f"The decoder said {format_code(done.decoder)}, {decoded}."
    )
    if done.interceptor is None:
        return told
    if not done.interception:
        hit = "wrong"
    else:
        hit = "right: an interception" if counts else "right, which does not count in this round"
    return f"{told} The interceptor said {format_code(done.interceptor)}, {hit}."
