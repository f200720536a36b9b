"""What matters most in Decrypto: the hints, and how it stands."""

from engine.game import Seat
from engine.games.decrypto.narration import describe_outcome, format_code
from engine.games.decrypto.view import Role, View
from screens.games.decrypto.history import counts
from screens.games.decrypto.news import exchange
from screens.games.decrypto.standing import tokens
from screens.games.ui import Headline, SeatNames


def build_headline(view: View, names: SeatNames) -> Headline:
    """The hints on the table; in the end who has won."""
    when, score = f"Round {view.number} of {view.options.rounds}", tokens(view).plain
    told = _told(view, names) if view.rounds else None
    if view.over:
        assert view.outcome is not None
        won = "Encoder and decoder win" if view.outcome.winner == "team" else "The interceptor wins"
        return Headline(when, describe_outcome(view.outcome, view), (won,), score, told)
    if view.hints is None:
        looks = f"{names.name(Seat(Role.ENCODER))} looks for three hints."
        return Headline(when, looks, (when.partition(" of ")[0],), score, told)
    guessers = (names.name(Seat(role)) for role in (Role.DECODER, Role.INTERCEPTOR))
    return Headline(when, f"{' and '.join(guessers)} guess the code.", view.hints, score, told)


def _told(view: View, names: SeatNames) -> tuple[str, str]:
    """The code of the last round; who guessed what, and what that led to."""
    done = view.rounds[-1]
    guesses = "; ".join(
        f"{names.name(Seat(role))} said {format_code(code)}"
        for role, code in ((Role.DECODER, done.decoder), (Role.INTERCEPTOR, done.interceptor))
    )
    won = exchange(done, counts=counts(view, len(view.rounds)))
    return format_code(done.code), f"{guesses}. {won}"
