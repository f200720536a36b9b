"""The decisive moment and the best moves of a match of Decrypto."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from engine.count_text import format_count, format_times
from engine.games.decrypto.roles import TEAMS, Role, list_team
from engine.games.decrypto.story import count_named, format_code
from engine.games.decrypto.view import View, list_sides
from engine.games.highlights import Highlight, Highlights
from engine.joined_text import join_names
from engine.seat import Seat


def find_given_words(view: View) -> dict[str, tuple[str, ...]]:
    """Find the keywords, which the encoder and the decoder are given."""
    if not view.over or not view.keywords:
        return {}
    if view.team is None:
        pair = (view.find_seat(Role.ENCODER), view.find_seat(Role.DECODER))
        return dict.fromkeys((view.seats[seat] for seat in sorted(pair)), view.keywords)
    return {
        view.seats[seat]: side.keywords
        for side in list_sides(view)
        if side.team and side.keywords
        for seat in list_team(view.options, side.team)
    }


def find_highlights(view: View) -> Highlights:
    """Find the round that decided the game, and the best hint.

    The best hint is one whose digit the decoder got right and the interceptor wrong, in a round
    whose whole code the decoder got right. Of several, it is the one whose keyword had the most
    hints before; of equals, the first. The first hint for a keyword does not count, because the
    interceptor had nothing to compare it with. If there is none, the last hint that the decoder
    misread is told, or else the first code that was intercepted.
    """
    found: tuple[View, int, int, int] | None = None
    for side in list_sides(view):
        given = dict.fromkeys((1, 2, 3, 4), 0)
        for number, done in enumerate(side.rounds, 1):
            for place, digit in enumerate(done.code):
                hidden = done.interceptor is not None and done.interceptor[place] != digit
                is_good = not done.miscommunication and hidden
                if is_good and given[digit] > (found[1] if found else 0):
                    found = side, given[digit], number, place
                given[digit] += 1
    moment = _describe_best_hint(*found) if found is not None else _find_slip(view)
    best = () if moment is None else (moment,)
    decisive = _describe_team_decision(view) if view.team else _describe_decisive_round(view)
    return Highlights(decisive, best)


def _describe_best_hint(view: View, before: int, number: int, place: int) -> Highlight:
    done = view.rounds[number - 1]
    encoder, decoder, interceptor = (view.find_seat(role, number) for role in Role)
    word = f" for “{view.keywords[done.code[place] - 1]}”" if view.keywords else ""
    sentence = (
        *(encoder, f" said “{done.hints[place]}”{word} in round {number}: ", decoder),
        *(" understood it, ", interceptor, f" did not, in spite of {format_count(before, 'hint')}"),
        " before.",
    )
    return Highlight("Best hint", sentence, number)


def _find_slip(view: View) -> Highlight | None:
    """Find the last hint that the decoder misread, or else the first code that was intercepted."""
    rounds = sorted(
        (
            (number, side, done)
            for side in list_sides(view)
            for number, done in enumerate(side.rounds, 1)
        ),
        key=itemgetter(0),
    )
    for number, side, done in reversed(rounds):
        for meant, read, hint in zip(done.code, done.decoder, done.hints, strict=True):
            if meant != read and side.keywords:
                encoder, decoder = (side.find_seat(r, number) for r in (Role.ENCODER, Role.DECODER))
                said = f" said “{hint}” for “{side.keywords[meant - 1]}”; "
                took = f" took it for “{side.keywords[read - 1]}”."
                return Highlight("Misread hint", (encoder, said, decoder, took), number)
    for number, side, done in rounds:
        if done.interceptor == done.code:
            hints = join_names([f"“{hint}”" for hint in done.hints])
            told = f" read {format_code(done.code)} from {hints}."
            interceptor = side.find_seat(Role.INTERCEPTOR, number)
            return Highlight("Interception", (interceptor, told), number)
    return None


def _describe_decisive_round(view: View) -> tuple[Seat | str, ...]:
    outcome = view.outcome
    assert outcome is not None
    encoder, decoder, interceptor = (view.find_seat(role, outcome.round) for role in Role)
    done, limit = view.rounds[outcome.round - 1], view.options.tokens
    last = "" if limit == 1 else f", the {ORDINALS[limit]} time"
    match outcome.reason:
        case "interception":
            code = format_code(done.code)
            return f"In round {outcome.round} ", interceptor, f" intercepted {code}{last}."
        case "miscommunication":
            read, meant = format_code(done.decoder), format_code(done.code)
            start = f"In round {outcome.round} "
            return start, decoder, f" read {read} where ", encoder, f" meant {meant}{last}."
        case "both":
            code = format_code(done.code)
            start = f"In round {outcome.round} "
            return start, decoder, f" missed {code} and ", interceptor, f" intercepted it{last}."
    so_far = view.model_copy(update={"rounds": view.rounds[: outcome.round]})
    risks = (
        f"{format_count(so_far.miscommunications, 'miscommunication')} and "
        f"{format_count(so_far.interceptions, 'interception')}"
    )
    lasted = f" lasted {format_count(outcome.round, 'round')} with {risks}."
    return encoder, " and ", decoder, lasted


def _describe_team_decision(view: View) -> tuple[Seat | str, ...]:
    """Say what decided between two teams: who misunderstood or intercepted, or the tokens."""
    outcome = view.outcome
    assert outcome is not None
    white, black = list_sides(view)
    if outcome.reason in ("miscommunication", "interception", "both"):
        winner = outcome.winner
        own, rival = (white, black) if winner == "white" else (black, white)
        return tuple(_describe_tokens(view, own, rival, outcome.reason))
    rounds = format_count(outcome.round, "round")
    whites, blacks = (_join_seats(list_team(view.options, team)) for team in TEAMS)
    if white.named:
        knew = f" knew {count_named(black) or 'none'} of the keywords of "
        back = f", who knew {count_named(white) or 'none'} of theirs."
        return f"Equal after {rounds}: ", *whites, knew, *blacks, back
    whites_had, blacks_had = (
        f" had {format_count(rival.interceptions, 'interception')} and "
        f"{format_count(own.miscommunications, 'miscommunication')}"
        for own, rival in ((white, black), (black, white))
    )
    return f"After {rounds} ", *whites, f"{whites_had}, ", *blacks, f"{blacks_had}."


def _describe_tokens(view: View, own: View, rival: View, reason: str) -> Iterator[Seat | str]:
    """Say that a team misunderstood, and that the other intercepted, as often as ends the game."""
    assert own.team is not None
    assert rival.team is not None
    times = format_times(view.options.tokens)
    if reason != "interception":
        yield from _join_seats(list_team(view.options, rival.team))
        yield f" misunderstood {times}"
    if reason == "both":
        yield ", and "
    if reason != "miscommunication":
        yield from _join_seats(list_team(view.options, own.team))
        yield f" intercepted {times}"
    yield "."


def _join_seats(seats: Sequence[Seat]) -> Iterator[Seat | str]:
    """Join seats as `join_names` joins names."""
    for place, seat in enumerate(seats, 1):
        yield seat
        yield from (", ",) * (place < len(seats) - 1) + (" and ",) * (place == len(seats) - 1)


ORDINALS = ("", "first", "second", "third", "fourth")
"""Ordinal numbers in words."""
