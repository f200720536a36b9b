"""What Parlour's own player of Undercover weighed to choose a move, as tables."""

from dataclasses import replace

from engine.games.explanation import Explanation
from engine.games.seeded_player import create_seat_random
from engine.games.undercover.aspect import find_aspect
from engine.games.undercover.doubt import find_doubt, phrase_doubt
from engine.games.undercover.moves import Accuse, Move
from engine.games.undercover.pragmatic import RatedLine, rank_lines, voice_line
from engine.games.undercover.reading import ODD, Beliefs, read_table
from engine.games.undercover.view import View
from engine.players.kinds import USUAL_STRENGTH
from engine.players.pragmatic.listeners import Listeners, load_listeners
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
        return (replace(table, reason=tell_vote(listeners, view, beliefs, move, seed)),)
    lines = rank_lines(listeners, view, beliefs, strength)[:8]
    texts = tuple(one.text for one in lines)
    spoken = [voice_line(listeners, view, text, seed) for text in texts]
    said = spoken.index(move.line) if move.line in spoken else None
    return (
        table,
        Explanation(
            title="The best lines",
            rows=texts,
            columns=("recognised", "revealing", "votes", "value"),
            values=tuple((one.recognised, one.revealing, one.feared, one.value) for one in lines),
            measure="standard deviations above usual",
            chosen=frozenset() if said is None else frozenset({(said, 3)}),
            note="A line should suit the word of the side that the seat counts itself to, and "
            f"should not tell the own word from words near it (strength {strength}).",
            reason=tell_line(view, beliefs, None if said is None else lines[said], move.line),
        ),
    )


LITTLE = 1.0
"""Up to this value of `RatedLine.revealing`, a line tells the other side little."""


def tell_vote(listeners: Listeners, view: View, beliefs: Beliefs, move: Accuse, seed: str) -> str:
    """Tell an audience why a seat voted as it did, without the secret words."""
    seat = Seat(view.seats.index(move.seat))
    if seat not in beliefs.other:
        return ""
    voter = "" if view.seat is None else view.seats[view.seat]
    rng = create_seat_random(seed, voter, view.number, "why")
    mine = "its word" if beliefs.odd <= ODD else "the word of the others"
    why = phrase_doubt(find_doubt(listeners, view, beliefs, seat), view, rng, mine)
    if beliefs.odd > ODD:
        return f"Hides, as it may be undercover ({beliefs.odd:.0%}): {why}."
    begin = why[0] if why.startswith(move.seat) else why[0].upper()
    return f"{begin}{why[1:]} ({beliefs.other[seat]:.0%} sure)."


def tell_line(view: View, beliefs: Beliefs, rated: RatedLine | None, line: str) -> str:
    """Tell an audience why a seat said its line, without the secret words."""
    aspect = find_aspect(line)
    before = [one.seat for one in view.said if find_aspect(one.text) is aspect]
    if aspect is None:
        why = "Its best lines were said already"
    elif not view.said:
        why = f"It begins with {aspect}"
    elif not before:
        why = f"Nobody has spoken of {aspect} yet"
    elif before[-1] == view.seat:
        why = f"It comes back to {aspect}"
    else:
        why = f"It speaks of {aspect}, as {view.seats[before[-1]]} did"
    if beliefs.odd > ODD:
        why += f"; it may be undercover ({beliefs.odd:.0%}) and wants to sound like the others"
    elif rated is not None and rated.revealing < LITTLE:
        why += "; it suits its word, and others as well"
    return f"{why}."
