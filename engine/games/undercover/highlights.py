"""The decisive moment and the best moves of a match of Undercover."""

from collections import Counter
from collections.abc import Sequence

from engine.count_text import format_count
from engine.games.highlights import Highlight, Highlights, Sentence
from engine.games.undercover.view import Role, View
from engine.quotation import quote_line
from engine.seat import Seat


def find_given_words(view: View) -> dict[str, tuple[str, ...]]:
    """Find the word of each seat, once the game is over."""
    return {name: (word,) for name, word in zip(view.seats, view.words or (), strict=False)}


def find_highlights(view: View) -> Highlights:
    """Find the vote that decided the game, the best lie, and the sharpest eye.

    The best lie is the line of an undercover player in a round in which a civilian was eliminated:
    the line whose speaker got the fewest votes; of several, the last. The sharpest eye is the
    civilian who voted for undercover players most often, at least twice, if there is only one. If
    there is neither, the line of the undercover player who was voted out last is told.
    """
    best = tuple(filter(None, (_find_best_lie(view), _find_sharpest_eye(view))))
    unmasked = _find_unmasked_line(view)
    return Highlights(
        _describe_decisive_vote(view), best or ((unmasked,) if unmasked is not None else ())
    )


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


def _find_unmasked_line(view: View) -> Highlight | None:
    caught = [
        (number, line, done)
        for number, done in enumerate(view.rounds, 1)
        for line in done.lines
        if line.seat == done.out and view.roles[line.seat] is Role.UNDERCOVER
    ]
    if not caught or view.words is None:
        return None
    number, line, done = caught[-1]
    said = f" said {quote_line(line.text)} about “{view.words[line.seat]}”; "
    voters = _join_seats(done.list_voters(line.seat))
    return Highlight("Unmasked", (line.seat, said, *voters, " voted for ", line.seat, "."), number)


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
