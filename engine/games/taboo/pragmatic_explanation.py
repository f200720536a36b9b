"""What Parlour's own player of Adversarial Taboo weighed to choose a move, as tables."""

from engine.games.explanation import Explanation
from engine.games.seeded_player import create_seat_random
from engine.games.taboo.moves import Guess, Move, Say
from engine.games.taboo.pragmatic import POOLS, SAFE, SURE, plan_attack
from engine.games.taboo.reading import find_words, infer_target
from engine.games.taboo.view import SEATS, Role, View
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
    """Explain a move: what the player expected of the other side, and the best alternatives."""
    listeners = load_listeners(spaces)
    if view.role is Role.ATTACKER:
        rng = create_seat_random(seed, SEATS[seat], view.number)
        plan = plan_attack(listeners, view, strength, rng)
        said = find_words(listeners, move.line) if isinstance(move, Say) else ()
        words, values = plan.words[:10], plan.values[:10]
        return (
            Explanation(
                title="Expected reaction of the defender to each word",
                rows=words[: len(values)],
                columns=("says the target", "guesses wrong", "guesses it", "natural", "value"),
                values=values,
                measure="probability",
                chosen=frozenset(
                    (words.index(word), 4) for word in said if word in words[: len(values)]
                ),
                note=f"It imagined defenders with {', '.join(listeners.names)}, one by one and "
                f"together, and chose among the {POOLS[strength - 1]} plainest words near the "
                "target.",
            ),
        )
    suspects = infer_target(listeners, view)
    words = suspects.words[:10]
    guess = move.word if isinstance(move, Guess) else None
    return (
        Explanation(
            title="Probable targets",
            rows=words,
            columns=("probability",),
            values=tuple((chance,) for chance in suspects.chances[:10]),
            measure="probability",
            chosen=frozenset({(words.index(guess), 0)} if guess in words else ()),
            note=f"It guesses a word that is at least {SURE[strength - 1]:.0%} likely, once the "
            f"attacker has said two lines, and never says the {SAFE} likeliest words."
            if words
            else "It knows no word that the attacker has said.",
        ),
    )
