"""What Parlour's own player of Adversarial Taboo weighed to choose a move, as tables."""

from collections.abc import Sequence

from engine.games.explanation import Explanation
from engine.games.seeded_player import create_seat_random
from engine.games.taboo.moves import Guess, Move, Say
from engine.games.taboo.pragmatic import DRAW, POOLS, SAFE, SURE, plan_attack, rate_guess
from engine.games.taboo.pragmatic_beliefs import Beliefs, find_words, infer_beliefs
from engine.games.taboo.talk_nouns import find_asked_noun, list_attacker_nouns
from engine.games.taboo.view import SEATS, Role, View, is_right_guess
from engine.joined_text import join_names
from engine.players.pragmatic.listeners import Listeners, load_listeners
from engine.players.word_players import USUAL_STRENGTH
from engine.seat import Seat

SHOWN = 3
"""Number of the attacker's nouns that an audience is told."""


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
                reason=tell_attack(listeners, view, said),
            ),
        )
    beliefs = infer_beliefs(listeners, view)
    words = beliefs.words[:10]
    guess = move.word if isinstance(move, Guess) else None
    return (
        Explanation(
            title="Probable targets",
            rows=words,
            columns=("probability",),
            values=tuple((chance,) for chance in beliefs.chances[:10]),
            measure="probability",
            chosen=frozenset({(words.index(guess), 0)} if guess in words else ()),
            note=f"It guesses a word that is at least {SURE[strength - 1]:.0%} likely, once the "
            f"attacker has said three lines, or more than {DRAW:.0%} in its last turn if the "
            f"end is a draw. It never says the {SAFE} likeliest words."
            if words
            else "It knows no word that the attacker has said.",
            reason=tell_defence(listeners, view, beliefs, move),
        ),
    )


def tell_attack(listeners: Listeners, view: View, said: Sequence[str]) -> str:
    """Tell an audience what the attacker led to: what a defender would guess after its line."""
    assert view.target is not None
    new = [word for word in said if word in listeners.place]
    if not new:
        return ""
    word = new[-1]
    seen = view.model_copy(update={"talk": (*view.talk, word), "role": Role.DEFENDER})
    beliefs = infer_beliefs(listeners, seen)
    chances = dict(zip(beliefs.words, beliefs.chances, strict=True))
    own = chances.pop(view.target, 0.0)
    if not chances:
        return f"I say “{word}”."
    other, chance = next(iter(chances.items()))
    if own >= chance:
        return f"“{word}” is a risk, as “{view.target}” is likeliest now ({own:.0%})."
    return (
        f"After “{word}” I expect the defender to suspect “{other}” ({chance:.0%}) rather than "
        f"“{view.target}” ({own:.0%})."
    )


def tell_defence(listeners: Listeners, view: View, beliefs: Beliefs, move: Move) -> str:
    """Tell an audience why the defender guessed, or what its answer kept away from."""
    heard = [f"“{word}”" for word in list_attacker_nouns(listeners, view)][-SHOWN:]
    after = join_names(heard) if heard else "what was said"
    if not beliefs.words:
        return "I know none of the words that were said, and wait."
    first, *others = zip(beliefs.words, beliefs.chances, strict=True)
    if isinstance(move, Guess):
        sure = f"I am {rate_guess(beliefs, move.word):.0%} sure after {after}"
        pairs = (first, *others)
        second = next((one for one in pairs if not is_right_guess(move.word, one[0])), None)
        ahead = f"{sure}, ahead of “{second[0]}” ({second[1]:.0%})" if second else sure
        return f"{ahead}; a draw is worth less than this guess." if view.left == 0 else f"{ahead}."
    asked = find_asked_noun(listeners, view)
    said = next((word for word in find_words(listeners, move.line) if word != asked), None)
    suspected = f"“{first[0]}” ({first[1]:.0%})"
    if others:
        suspected += f" or “{others[0][0]}” ({others[0][1]:.0%})"
    kept = f"“{said}”, which is neither" if said else "nothing that could be it"
    return f"After {after} I suspect {suspected}; so I say {kept}."
