"""Describe a match of Undercover as JSON data, as table rows and as plain text.

Find its highlights, too: the decisive vote, the best lie and the most accurate voter.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.game import Seat
from engine.games.question_types import Highlight, Highlights, Sentence
from engine.games.undercover.view_and_moves import Line, Role, Round, Stage, View
from engine.text import format_count, join_names, quote_line
from engine.transcript_from_journal import Transcript

REASONS = {"civilians": "caught", "undercover": "last_civilian", "draw": "rounds"}
"""Why a match ends, by its outcome."""


def build_report(view: View) -> dict[str, Any]:
    """Build the result of a match as JSON-compatible data.

    Args:
        view: Any view; the result holds only what this view shows.

    Returns:
        `outcome` (`"civilians"`, `"undercover"`, `"draw"`, or `None` while undecided),
        `reason` (`"caught"`: nobody undercover is left, `"last_civilian"`: one civilian is left,
        `"rounds"`: all rounds are played, or `None`), `words` and `roles` by seat, for those seats
        whose word or role the view shows, and `rounds`, the finished ones: `lines` in
        the order of speaking, each with `seat` and `text`, `votes` by seat, and
        `out`, the eliminated seat or `None`.
    """
    return {
        "outcome": view.outcome,
        "reason": REASONS[view.outcome] if view.outcome else None,
        "words": list_known_words(view),
        "roles": {
            name: str(role)
            for name, role in zip(view.seats, view.roles, strict=True)
            if role is not None
        },
        "rounds": [_build_round_report(view, done) for done in view.rounds],
    }


def list_known_words(view: View) -> dict[str, str]:
    """Map seats to the words that a view shows: the viewer's word, and all words after the end."""
    if view.words is not None:
        return dict(zip(view.seats, view.words, strict=True))
    return {view.seats[view.seat]: view.word} if view.seat is not None and view.word else {}


def _build_round_report(view: View, done: Round) -> dict[str, Any]:
    seats = view.seats
    return {
        "lines": [{"seat": seats[line.seat], "text": line.text} for line in done.lines],
        "votes": {
            name: seats[vote]
            for name, vote in zip(seats, done.votes, strict=True)
            if vote is not None
        },
        "out": None if done.out is None else seats[done.out],
    }


ANNOUNCEMENTS = {
    "civilians": "**Civilians win!**",
    "undercover": "**Undercovers win!**",
    "draw": "**Draw!**",
}


def describe_turn_events() -> dict[str, str]:
    """Describe the events that a round can have."""
    return {"elimination": "A seat was voted out."}


def find_turn_events(turn: Mapping[str, Any]) -> dict[str, bool]:
    """Find the events of a round of the report."""
    return {"elimination": turn["out"] is not None}


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """Build the table of a match: descriptions, votes and announcements that the view shows.

    Returns:
        Rows with the same keys in the same order: `round`; `word`, that of the seat, where
        it is open; `player_id`, the number of the seat, or `host`; `action`, `speak` or
        `vote`; `details`, the sentence, the number voted for, or the announcement. What is
        not known, or does not apply, is `None`.
    """
    return list(_generate_rows(transcript))


def _generate_rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    words = {view.seats.index(name): word for name, word in list_known_words(view).items()}
    for number, done in enumerate(view.rounds, 1):
        yield from _generate_line_rows(words, number, done.lines)
        yield _build_host_row(None, "**vote phase!**")
        for seat, vote in enumerate(done.votes):
            if vote is not None:
                yield _build_row(number, words.get(seat), seat + 1, "vote", vote + 1)
        yield from _generate_elimination_rows(view, number, done)
    if view.outcome is not None:
        yield _build_host_row(None, ANNOUNCEMENTS[view.outcome])
        return
    yield from _generate_line_rows(words, view.number, view.lines)
    if view.stage is Stage.VOTE:
        yield _build_host_row(None, "**vote phase!**")
        if transcript.seat and (sealed := transcript.find_move(transcript.seat, 2 * view.number)):
            own, other = (view.seats.index(name) for name in (transcript.seat, sealed.move.seat))
            yield _build_row(view.number, words.get(own), own + 1, "vote", other + 1)


def _generate_line_rows(
    words: dict[int, str], number: int, lines: tuple[Line, ...]
) -> Iterator[dict[str, Any]]:
    yield _build_host_row(None, "**speak phase!**")
    for line in lines:
        yield _build_row(number, words.get(line.seat), line.seat + 1, "speak", line.text)


def _generate_elimination_rows(view: View, number: int, done: Round) -> Iterator[dict[str, Any]]:
    if done.out is None:
        yield _build_host_row(number, "**Flat ticket, no player eliminated.**")
        return
    out = {one.out for one in view.rounds[:number]}
    alive = ", ".join(str(seat + 1) for seat in range(len(view.seats)) if seat not in out)
    yield _build_host_row(number, f"**The player {done.out + 1} was eliminated!**")
    yield _build_host_row(number, f"***Still alive players: {alive}***")


def _build_host_row(number: int | None, announcement: str) -> dict[str, Any]:
    return _build_row(number, None, "host", None, announcement)


def _build_row(
    number: int | None, word: str | None, who: int | str, action: str | None, details: int | str
) -> dict[str, Any]:
    return {
        "round": number,
        "word": word,
        "player_id": who,
        "action": action,
        "details": details,
    }


ROLE_NAMES = {Role.CIVILIAN: "a civilian", Role.UNDERCOVER: "undercover"}


def narrate(before: View | None, after: View) -> list[str]:
    """Narrate in plain text what happened between two views of one seat or of an onlooker.

    The lines contain nothing that `after` does not show. Without `before` they begin at the start.
    """
    return list(_narrate(before, after))


def describe_outcome(view: View) -> str:
    """Say who has won a finished match, and why."""
    rounds = format_count(len(view.rounds), "round")
    match view.outcome:
        case "civilians":
            return f"The civilians win after {rounds}: nobody undercover is left."
        case "undercover":
            return f"Undercover wins after {rounds}: one civilian is left."
    return f"A draw: after {rounds} nobody has won."


def describe_elimination(view: View, number: int) -> str:
    """Say who goes out in a finished round."""
    done = view.rounds[number - 1]
    if done.out is None:
        return f"Nobody goes out: {describe_tie(view, done)}."
    votes = format_count(len(done.list_voters(done.out)), "vote")
    role = view.roles[done.out] if view.options.reveal_role else None
    was = f" {view.seats[done.out]} was {ROLE_NAMES[role]}." if role else ""
    return f"{view.seats[done.out]} goes out with {votes}.{was}"


def describe_tie(view: View, done: Round) -> str:
    """Say why nobody is eliminated: `p1 and p3 have 2 votes each`."""
    speakers = sorted(line.seat for line in done.lines)
    most = max(len(done.list_voters(seat)) for seat in speakers)
    if not most:
        return "all votes were for those who are out"
    first = join_names(view.seats[seat] for seat in speakers if len(done.list_voters(seat)) == most)
    return f"{first} have {format_count(most, 'vote')} each"


def _narrate(before: View | None, after: View) -> Iterator[str]:
    seen = len(before.rounds) if before else 0
    if before is None and not after.over and after.word is not None:
        yield f"Your word is “{after.word}”."
    for number, done in enumerate(after.rounds[seen:], seen + 1):
        known = len(before.lines) if before and number == seen + 1 else 0
        yield from (_narrate_line(after, number, line) for line in done.lines[known:])
        yield f"Round {number}: {_format_votes(after, done)}."
        yield f"Round {number}: {describe_elimination(after, number)}"
    if after.over:
        if not (before and before.over):
            yield describe_outcome(after)
            yield from _narrate_words(after)
        return
    known = len(before.lines) if before and len(after.rounds) == seen else 0
    if before is None or len(after.rounds) > seen:
        speakers = join_names(after.seats[seat] for seat in after.order)
        yield f"Round {after.number}: {speakers} speak, in this order."
    yield from (_narrate_line(after, after.number, line) for line in after.lines[known:])


def _narrate_line(view: View, number: int, line: Line) -> str:
    return f"Round {number}: {view.seats[line.seat]} says {quote_line(line.text)}"


def _format_votes(view: View, done: Round) -> str:
    votes = zip(view.seats, done.votes, strict=True)
    return ", ".join(
        f"{name} votes for {view.seats[vote]}" for name, vote in votes if vote is not None
    )


def _narrate_words(view: View) -> Iterator[str]:
    """Say who had which word."""
    assert view.words is not None
    for role in Role:
        having = [seat for seat in range(len(view.seats)) if view.roles[seat] is role]
        who = join_names(view.seats[seat] for seat in having)
        were = ROLE_NAMES[role] if role is Role.UNDERCOVER or len(having) == 1 else "civilians"
        be = "was" if len(having) == 1 else "were"
        yield f"{who} {be} {were} with the word “{view.words[having[0]]}”."


def find_given_words(view: View) -> dict[str, tuple[str, ...]]:
    """Find the word of each seat, once the game is over."""
    return {name: (word,) for name, word in zip(view.seats, view.words or (), strict=False)}


def find_highlights(view: View) -> Highlights:
    """Find the vote that decided the game, the best lie, and the sharpest eye.

    The best lie is the line of an undercover player in a round in which a civilian was eliminated:
    the line whose speaker got the fewest votes; of several, the last. The sharpest eye is the
    civilian who voted for undercover players most often, at least twice, if there is only one.
    """
    best = filter(None, (_find_best_lie(view), _find_sharpest_eye(view)))
    return Highlights(_describe_decisive_vote(view), tuple(best))


def _describe_decisive_vote(view: View) -> Sentence:
    rounds = len(view.rounds)
    undercover = [seat for seat in view.living if view.roles[seat] is Role.UNDERCOVER]
    if view.outcome == "draw":
        return f"In {format_count(rounds, 'round')} nobody unmasked ", *_join_seats(undercover), "."
    done = view.rounds[-1]
    assert done.out is not None
    votes = format_count(len(done.list_voters(done.out)), "vote")
    if view.outcome == "civilians":
        alone = sum(role is Role.UNDERCOVER for role in view.roles) == 1
        who = ", the only one undercover," if alone else ", the last one undercover,"
        return f"In round {rounds} ", done.out, f"{who} was voted out with {votes}."
    kept = (" stayed undercover to the end.",)
    return (
        f"In round {rounds} ",
        done.out,
        f" was voted out with {votes}; ",
        *(
            *_join_seats(undercover),
            *kept,
        ),
    )


def _find_best_lie(view: View) -> Highlight | None:
    lies = [
        (-len(done.list_voters(line.seat)), number, line, done.out)
        for number, done in enumerate(view.rounds, 1)
        if done.out is not None and view.roles[done.out] is Role.CIVILIAN
        for line in done.lines
        if view.roles[line.seat] is Role.UNDERCOVER
    ]
    if not lies or view.words is None:
        return None
    votes, number, line, out = max(lies, key=lambda lie: lie[:2])
    drew = format_count(-votes, "vote") if votes else "no vote"
    sentence: Sentence = (
        line.seat,
        f" said {quote_line(line.text)} about “{view.words[line.seat]}” and drew {drew}; ",
        out,
        " went out instead.",
    )
    return Highlight("Best lie", sentence, number)


def _find_sharpest_eye(view: View) -> Highlight | None:
    hits = Counter(
        Seat(seat)
        for done in view.rounds
        for seat, vote in enumerate(done.votes)
        if vote is not None
        and view.roles[seat] is Role.CIVILIAN
        and view.roles[vote] is Role.UNDERCOVER
    )
    ranked = [*hits.most_common(2), (Seat(0), 0), (Seat(0), 0)]
    (seat, count), (_, next_count) = ranked[:2]
    if count < 2 or count == next_count:
        return None
    voted = sum(done.votes[seat] is not None for done in view.rounds)
    of = f" voted for somebody undercover in {count} of {format_count(voted, 'round')}."
    return Highlight("Sharpest eye", (seat, of))


def _join_seats(seats: Sequence[Seat]) -> Sentence:
    """Join names of seats with commas, and "and" before the last."""
    parts: list[Seat | str] = []
    for place, seat in enumerate(seats):
        if place:
            parts.append(" and " if place == len(seats) - 1 else ", ")
        parts.append(seat)
    return tuple(parts)
