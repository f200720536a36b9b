"""Describe a match of Decrypto as JSON data, as table rows and as plain text.

Find its highlights, too: the round that decided it, and the best hint.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from engine.game import Seat
from engine.games.decrypto.view_and_moves import (
    SEATS,
    Code,
    Hints,
    Keywords,
    Outcome,
    Role,
    Round,
    View,
)
from engine.games.question_types import Highlight, Highlights
from engine.text import format_count
from engine.transcript_from_journal import Transcript, build_provenance_columns

EVENTS = ("miscommunication", "interception")
"""The events that a round can have."""


def build_report(view: View) -> dict[str, Any]:
    """Build the result of a match as JSON-compatible data.

    Args:
        view: Any view; the result holds only what this view shows.

    Returns:
        `outcome` (`"team"`, `"interceptor"`, or `None` while undecided), `reason`
        (`"survived"`, `"miscommunication"`, `"interception"`, `"both"` or `None`),
        `decisive_round`, `keywords` (`None` while they are hidden) and `rounds`, the finished ones,
        each with `code`, `hints`, `decoder` and `interceptor` as lists of three, with its `events`
        (`"miscommunication"`, `"interception"`, both or none), and with how many
        `miscommunications` and `interceptions` count after it.
    """
    return {
        "outcome": view.outcome.winner if view.outcome else None,
        "reason": view.outcome.reason if view.outcome else None,
        "decisive_round": view.outcome.round if view.outcome else None,
        "keywords": list(view.keywords) if view.keywords else None,
        "rounds": [
            {
                "code": list(done.code),
                "hints": list(done.hints),
                "decoder": list(done.decoder),
                "interceptor": list(done.interceptor),
                "events": [name for name in EVENTS if getattr(done, name)],
                "miscommunications": so_far.miscommunications,
                "interceptions": so_far.interceptions,
            }
            for number, done in enumerate(view.rounds, 1)
            for so_far in [replace(view, rounds=view.rounds[:number])]
        ],
    }


def describe_turn_events() -> dict[str, str]:
    """Describe the events that a round can have."""
    return {
        "miscommunication": "The decoder missed the code.",
        "interception": "The interceptor hit the code, whether it counts in this round or not.",
    }


def find_turn_events(turn: Mapping[str, Any]) -> dict[str, bool]:
    """Find the events of a round of the report."""
    return {
        "miscommunication": turn["decoder"] != turn["code"],
        "interception": turn["interceptor"] == turn["code"],
    }


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """Build the table of a match: what each seat did in each round, as far as the view shows it.

    Returns:
        Rows with the same keys in the same order: the round, the seat, its player, the kind
        of move, the hints or the guess by place, the code, the keywords that the hints
        stood for, whether a guess was right (1 or 0), the events of the round and the tokens
        after it, and the columns of `build_provenance_columns`. Values that are unknown or do
        not apply are `None`.
    """
    return list(_generate_rows(transcript))


def _generate_rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    for number, done in enumerate(view.rounds, 1):
        yield _build_row(transcript, number, "encoder", done.code, hints=done.hints)
        yield _build_row(transcript, number, "decoder", done.code, guess=done.decoder)
        yield _build_row(transcript, number, "interceptor", done.code, guess=done.interceptor)
    number = len(view.rounds) + 1
    if view.hints:
        yield _build_row(transcript, number, "encoder", view.code, hints=view.hints)
    for seat in SEATS[1:]:
        if sealed := transcript.find_move(seat, number):
            yield _build_row(transcript, number, seat, None, guess=sealed.move.code)


def _build_row(
    transcript: Transcript,
    number: int,
    seat: str,
    code: Code | None,
    *,
    hints: Hints | None = None,
    guess: Code | None = None,
) -> dict[str, Any]:
    keywords = transcript.view.keywords
    meant = [keywords[digit - 1] for digit in code] if code and keywords else [None] * 3
    return {
        "round": number,
        "seat": seat,
        "player": transcript.find_mover(seat, number),
        "move": "Hint" if hints else "Guess",
        **_spread_by_place("hint", hints),
        **_spread_by_place("guess", guess),
        **_spread_by_place("code", code),
        **_spread_by_place("keyword", meant),
        "correct": int(guess == code) if guess and code else None,
        **_describe_round(transcript.view, number),
        **build_provenance_columns(transcript.find_move(seat, number)),
    }


def _describe_round(view: View, number: int) -> dict[str, Any]:
    """Describe a finished round: its events, the counts after it, whether it decided, and why."""
    counts = ("miscommunication", "interception", "miscommunications", "interceptions")
    names = (*counts, "decisive", "reason")
    if number > len(view.rounds):
        return dict.fromkeys(names)
    done, so_far = view.rounds[number - 1], replace(view, rounds=view.rounds[:number])
    decided = view.outcome is not None and view.outcome.round == number
    values = (
        int(done.miscommunication),
        int(done.interception),
        so_far.miscommunications,
        so_far.interceptions,
        int(decided),
        view.outcome.reason if view.outcome and decided else None,
    )
    return dict(zip(names, values, strict=True))


def _spread_by_place(name: str, three: Hints | Code | list[Any] | None) -> dict[str, Any]:
    return {f"{name}{place}": three[place - 1] if three else None for place in (1, 2, 3)}


def narrate(before: View | None, after: View) -> list[str]:
    """Narrate in plain text what happened between two views of one seat or of an onlooker.

    The lines contain nothing that `after` does not show. Without `before` they begin at the start.
    """
    return list(_narrate(before, after))


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
    who = "The encoder and the decoder win" if outcome.winner == "team" else "The interceptor wins"
    more = view.options.play_on and outcome.round < view.options.rounds
    rest = " The other rounds are played for data." if more else ""
    return f"{who} in round {outcome.round}: {why}.{rest}"


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
        yield (
            f"Miscommunications {after.miscommunications}, "
            f"interceptions {after.interceptions}; {tokens} of either decide."
        )
    if after.outcome and (before is None or before.outcome is None):
        yield describe_outcome(after.outcome, after)
    new_round = before is None or len(after.rounds) > seen
    if after.code and new_round:
        yield f"Round {after.number}: your code is {format_code(after.code)}."
    if after.hints and (new_round or not hints_known):
        yield _narrate_hints(after.number, after.hints)
    if after.over and after.keywords and not (before and before.over):
        yield f"The keywords were {_format_keywords(after.keywords)}."


def _format_keywords(keywords: Keywords) -> str:
    return ", ".join(f"{number} {word}" for number, word in enumerate(keywords, 1))


def _narrate_hints(number: int, hints: Hints) -> str:
    return f"Round {number}: the hints are " + ", ".join(f"“{hint}”" for hint in hints) + "."


def _narrate_guesses(number: int, done: Round, *, counts: bool) -> str:
    decoded = "wrong: a miscommunication" if done.miscommunication else "right"
    if not done.interception:
        hit = "wrong"
    else:
        hit = "right: an interception" if counts else "right, which does not count in this round"
    return (
        f"Round {number}: the code was {format_code(done.code)}. "
        f"The decoder said {format_code(done.decoder)}, {decoded}. "
        f"The interceptor said {format_code(done.interceptor)}, {hit}."
    )


ENCODER, DECODER, INTERCEPTOR = map(Seat, Role)


def find_given_words(view: View) -> dict[str, tuple[str, ...]]:
    """Find the keywords, which the encoder and the decoder are given."""
    team = (SEATS[Role.ENCODER], SEATS[Role.DECODER])
    return dict.fromkeys(team, view.keywords) if view.over and view.keywords else {}


def find_highlights(view: View) -> Highlights:
    """Find the round that decided the game, and the best hint.

    The best hint is one whose digit the decoder got right and the interceptor wrong, in a round
    whose whole code the decoder got right. Of several, it is the one whose keyword had the most
    hints before; of equals, the first. The first hint for a keyword does not count, because the
    interceptor had nothing to compare it with.
    """
    found: tuple[int, int, int] | None = None
    given = dict.fromkeys((1, 2, 3, 4), 0)
    for number, done in enumerate(view.rounds, 1):
        for place, digit in enumerate(done.code):
            is_good = not done.miscommunication and done.interceptor[place] != digit
            if is_good and given[digit] > (found[0] if found else 0):
                found = given[digit], number, place
            given[digit] += 1
    best = () if found is None else (_describe_best_hint(view, *found),)
    return Highlights(_describe_decisive_round(view), best)


def _describe_best_hint(view: View, before: int, number: int, place: int) -> Highlight:
    done = view.rounds[number - 1]
    word = f" for “{view.keywords[done.code[place] - 1]}”" if view.keywords else ""
    sentence = (
        *(ENCODER, f" said “{done.hints[place]}”{word} in round {number}: ", DECODER),
        *(" understood it, ", INTERCEPTOR, f" did not, in spite of {format_count(before, 'hint')}"),
        " before.",
    )
    return Highlight("Best hint", sentence, number)


def _describe_decisive_round(view: View) -> tuple[Seat | str, ...]:
    outcome = view.outcome
    assert outcome is not None
    done, limit = view.rounds[outcome.round - 1], view.options.tokens
    last = "" if limit == 1 else f", the {ORDINALS[limit]} time"
    match outcome.reason:
        case "interception":
            code = format_code(done.code)
            return f"In round {outcome.round} ", INTERCEPTOR, f" intercepted {code}{last}."
        case "miscommunication":
            read, meant = format_code(done.decoder), format_code(done.code)
            start = f"In round {outcome.round} "
            return start, DECODER, f" read {read} where ", ENCODER, f" meant {meant}{last}."
        case "both":
            code = format_code(done.code)
            start = f"In round {outcome.round} "
            return start, DECODER, f" missed {code} and ", INTERCEPTOR, f" intercepted it{last}."
    so_far = replace(view, rounds=view.rounds[: outcome.round])
    risks = (
        f"{format_count(so_far.miscommunications, 'miscommunication')} and "
        f"{format_count(so_far.interceptions, 'interception')}"
    )
    lasted = f" lasted {format_count(outcome.round, 'round')} with {risks}."
    return ENCODER, " and ", DECODER, lasted


ORDINALS = ("", "first", "second", "third", "fourth")
"""Ordinal numbers in words."""
