"""What Parlour's own player of Undercover weighed to choose a move, as tables."""

from engine.games.explanation import Explanation
from engine.games.undercover.moves import Accuse, Move
from engine.games.undercover.pragmatic import rank_lines
from engine.games.undercover.reading import read_table
from engine.games.undercover.view import View
from engine.players.kinds import USUAL_STRENGTH
from engine.players.pragmatic.listeners import load_listeners
from engine.seat import Seat


def explain_pragmatic_move(
    seat: Seat,
    seed: str,
    view: View,
    move: Move,
    spaces: str = "",
    strength: int = USUAL_STRENGTH,
) -> tuple[Explanation, ...]:
    """Explain a move: what the player believed about each seat, and the best lines with values."""
    listeners = load_listeners(spaces)
    beliefs = read_table(listeners, view)
    seats = tuple(view.seats[one] for one in beliefs.other)
    accused = move.seat if isinstance(move, Accuse) else None
    words = sorted(zip(beliefs.chances, beliefs.words, strict=True), reverse=True)[:3]
    unknown = "" if view.word and listeners.is_known(view.word) else " No space knows its word."
    table = Explanation(
        title="Probability that a seat has a different word",
        rows=seats,
        columns=("another word",),
        values=tuple((chance,) for chance in beliefs.other.values()),
        measure="probability",
        chosen=frozenset({(seats.index(accused), 0)} if accused in seats else ()),
        note=f"Its word is the odd one with probability {beliefs.odd:.2f}. The other word may "
        f"be {', '.join(f'{word} ({chance:.0%})' for chance, word in words)}.{unknown}",
    )
    if isinstance(move, Accuse):
        return (table,)
    lines = rank_lines(listeners, view, beliefs, strength)[:8]
    texts = tuple(one.text for one in lines)
    return (
        table,
        Explanation(
            title="The best lines",
            rows=texts,
            columns=("recognised", "revealing", "votes", "value"),
            values=tuple((one.recognised, one.revealing, one.feared, one.value) for one in lines),
            measure="standard deviations above usual",
            chosen=frozenset({(texts.index(move.line), 3)} if move.line in texts else ()),
            note="A line should suit the word of the side that the seat counts itself to, and "
            f"should not tell the own word from words near it (strength {strength}).",
        ),
    )
