"""What matters most in Decrypto: the hints, and how it stands."""

from engine.decrypto.story import decided, spoken
from engine.decrypto.view import Role, View
from engine.game import Seat
from screens.decrypto.history import counts
from screens.decrypto.news import exchange
from screens.decrypto.standing import tokens
from screens.front import Cast, Essence


def essence_of(view: View, cast: Cast) -> Essence:
    """The hints on the table; in the end who has won."""
    when, score = f"Round {view.number} of {view.options.rounds}", tokens(view).plain
    told = _told(view, cast) if view.rounds else None
    if view.over:
        assert view.outcome is not None
        won = "Encoder and decoder win" if view.outcome.winner == "team" else "The interceptor wins"
        return Essence(when, decided(view.outcome, view), (won,), score, told)
    if view.hints is None:
        looks = f"{cast.name(Seat(Role.ENCODER))} looks for three hints."
        return Essence(when, looks, (when.partition(" of ")[0],), score, told)
    guessers = (cast.name(Seat(role)) for role in (Role.DECODER, Role.INTERCEPTOR))
    return Essence(when, f"{' and '.join(guessers)} guess the code.", view.hints, score, told)


def _told(view: View, cast: Cast) -> tuple[str, str]:
    """The code of the last round; who guessed what, and what that led to."""
    done = view.rounds[-1]
    guesses = "; ".join(
        f"{cast.name(Seat(role))} said {spoken(code)}"
        for role, code in ((Role.DECODER, done.decoder), (Role.INTERCEPTOR, done.interceptor))
    )
    won = exchange(done, counts=counts(view, len(view.rounds)))
    return spoken(done.code), f"{guesses}. {won}"
