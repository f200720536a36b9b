"""A match of Undercover in plain sentences."""

from collections.abc import Iterator

from engine.count_text import format_count, spell_number
from engine.games.undercover.options import Options
from engine.games.undercover.view import ROLE_NAMES, Line, Role, Round, View
from engine.joined_text import join_names
from engine.quotation import quote_line


def narrate(before: View | None, after: View) -> list[str]:
    """Narrate in plain text what happened between two views of one seat or of an onlooker.

    The lines contain nothing that `after` does not show. Without `before` they begin at the start.
    """
    return list(_narrate(before, after))


def describe_different_words(options: Options) -> str:
    """Say how many have a different word, and that nobody knows who, unless roles are told."""
    count = spell_number(options.undercover).capitalize()
    have = "has" if options.undercover == 1 else "have"
    known = "" if options.tell_role else "; nobody knows who"
    return f"{count} of you {have} a different word{known}."


def describe_outcome(view: View) -> str:
    """Say who has won a finished match, and why."""
    rounds = format_count(len(view.rounds), "round")
    match view.outcome:
        case "civilians" if has_reached_limit(view):
            return f"The civilians win: {rounds} are over, and undercover has not won before."
        case "civilians":
            return f"The civilians win after {rounds}: nobody undercover is left."
        case "undercover":
            return f"Undercover wins after {rounds}: one civilian is left."
    return f"A draw: after {rounds} nobody has won."


def has_reached_limit(view: View) -> bool:
    """Whether a finished match was ended by the number of its rounds, not by who is left."""
    left = [view.roles[seat] for seat in view.living]
    return view.outcome == "draw" or (view.outcome == "civilians" and Role.UNDERCOVER in left)


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
