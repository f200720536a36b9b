"""What Parlour's own player of Undercover weighed to choose a move, as tables."""

from dataclasses import replace

from engine.games.explanation import Explanation
from engine.games.seeded_player import create_seat_random
from engine.games.undercover.doubt_phrases import phrase_doubt
from engine.games.undercover.doubt_reason import find_doubt
from engine.games.undercover.moves import Accuse, Move
from engine.games.undercover.pragmatic import RatedLine, rank_lines, voice_line
from engine.games.undercover.pragmatic_beliefs import ODD, Beliefs, infer_beliefs
from engine.games.undercover.suspicion import ends_tie
from engine.games.undercover.view import View
from engine.players.pragmatic.listeners import Listeners, load_listeners
from engine.players.word_players import USUAL_STRENGTH
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
    beliefs = infer_beliefs(listeners, view)
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
            reason=tell_line(view, beliefs, None if said is None else lines[said], seed),
        ),
    )


HIDES = (
    "I may be undercover ({odd:.0%}), and vote where it helps my side",
    "I take myself for undercover ({odd:.0%}), and vote where others may follow",
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
    mine = "my word" if beliefs.odd <= ODD else "the word of the others"
    why = phrase_doubt(find_doubt(listeners, view, beliefs, seat), view, rng, mine)
    if ends_tie(view, seat):
        return f"I give way, as we would tie again: {why}."
    if beliefs.odd > ODD:
        return f"{rng.choice(HIDES).format(odd=beliefs.odd)}: {why}."
    begin = why[0] if why.startswith(move.seat) else why[0].upper()
    return f"{begin}{why[1:]} ({beliefs.other[seat]:.0%} sure)."


FIRST = (
    "I speak first, and know nothing of the others",
    "Nobody has spoken before me",
)
HIDDEN = (
    "I may be undercover ({odd:.0%}), and look for what suits the word of the others, too",
    "I take myself for undercover ({odd:.0%}), and want to sound like the others",
)
VAGUE = (
    "it suits similar words nearly as well as mine",
    "it tells little of my word to who has another",
    "whoever has another word learns little from it",
)
CLEAR = (
    "whoever has my word should know it from this",
    "it points to my word more than to similar ones",
)
PLAIN = (
    "It is the best I have left to say of my word",
    "I know nothing better to say of my word",
)
AFRAID = "I fear {feared:.0%} of the votes"
"""Why a line was said; the parts are joined."""
FEARED = 0.35
"""From this share of the votes on, a seat fears them."""


def tell_line(view: View, beliefs: Beliefs, rated: RatedLine | None, seed: str) -> str:
    """Tell an audience why a seat said its line, without the secret words."""
    me = "" if view.seat is None else view.seats[view.seat]
    rng = create_seat_random(seed, me, view.number, "why")
    parts = [] if view.said else [rng.choice(FIRST)]
    if beliefs.odd > ODD:
        parts.append(rng.choice(HIDDEN).format(odd=beliefs.odd))
    elif rated is not None:
        parts.append(rng.choice(VAGUE if rated.revealing < LITTLE else CLEAR))
    if rated is not None and rated.feared >= FEARED:
        parts.append(AFRAID.format(feared=rated.feared))
    reason = "; ".join(parts or [rng.choice(PLAIN)])
    return f"{reason[0].upper()}{reason[1:]}."
