"""What matters most in Decrypto: the hints, and how it stands."""

from engine.decrypto.story import decided
from engine.decrypto.view import Role, View
from engine.game import Seat
from screens.decrypto.standing import tokens
from screens.front import Cast, Essence


def essence_of(view: View, cast: Cast) -> Essence:
    """The hints on the table; in the end who has won."""
    when, score = f"Round {view.number} of {view.options.rounds}", tokens(view).plain
    if view.over:
        assert view.outcome is not None
        won = "Encoder and decoder win" if view.outcome.winner == "team" else "The interceptor wins"
        return Essence(when, decided(view.outcome, view), (won,), score)
    if view.hints is None:
        encoder = cast.name(Seat(Role.ENCODER))
        return Essence(
            when, f"{encoder} looks for three hints.", (when.partition(" of ")[0],), score
        )
    guessers = (cast.name(Seat(role)) for role in (Role.DECODER, Role.INTERCEPTOR))
    return Essence(when, f"{' and '.join(guessers)} guess the code.", view.hints, score)
