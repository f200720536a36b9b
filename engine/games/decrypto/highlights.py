"""The decisive moment and the best moves of a match of Decrypto."""

from engine.games.decrypto.report import DECODER, ENCODER, INTERCEPTOR, ORDINALS
from engine.games.decrypto.story import format_code
from engine.games.decrypto.view import SEATS, Role, View
from engine.games.highlights import Highlight, Highlights
from engine.seat import Seat
from engine.wording import format_count


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
    so_far = view.model_copy(update={"rounds": view.rounds[: outcome.round]})
    risks = (
        f"{format_count(so_far.miscommunications, 'miscommunication')} and "
        f"{format_count(so_far.interceptions, 'interception')}"
    )
    lasted = f" lasted {format_count(outcome.round, 'round')} with {risks}."
    return ENCODER, " and ", DECODER, lasted
