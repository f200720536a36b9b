"""Why Parlour's own player of Decrypto made its move, as it would say it to an audience.

The sentences about hints and guesses name no keyword and no word that is not public: the reveal of
a round leaves the keywords secret.
"""

from collections.abc import Sequence

import numpy as np

from engine.games.decrypto.moves import CODES, Guess, Words
from engine.games.decrypto.past_hint_scores import sort_hints
from engine.games.decrypto.pragmatic import Plan
from engine.games.decrypto.pragmatic_beliefs import Beliefs
from engine.games.decrypto.roles import Role
from engine.games.decrypto.stakes import Stakes
from engine.games.decrypto.view import View
from engine.joined_text import join_names
from engine.players.pragmatic.count_times import count_times
from engine.players.pragmatic.listeners import Listeners
from engine.players.vectors.word_vectors import Floats

NOTABLE = 0.03
"""Probabilities that differ by less are not compared."""
CLEAR = 0.8
"""From this probability of a number on, a hint is clear."""
ALIKE = 1.5
"""From this similarity on, in standard deviations, a hint recalls an earlier one."""


def tell_hints(view: View, plan: Plan, chosen: int, other: Plan, stakes: Stakes) -> str:
    """Tell why hints were given: who is expected to get them, and what others would do.

    Args:
        view: The encoder's view.
        plan: What it considered.
        chosen: The index of its hints in the plan.
        other: What it would consider if it hid less, or more if it hides little.
        stakes: What an interception costs now, and a keyword that becomes known.
    """
    understood, caught = plan.values[chosen, :2].tolist()
    text = f"I expect the decoder to get this {count_times(understood)}"
    if not view.rounds:
        later = ", so I only avoid what would tell much later" if stakes.exposure else ""
        return f"{text}; an interceptor has nothing to compare with yet{later}."
    text += f", and the interceptor {count_times(caught)}"
    if stakes.interception < NOTABLE:
        return f"{text}; an interception would cost us little now."
    if stakes.interception > 1 - NOTABLE:
        text += "; being intercepted would lose the game"
    also, read = other.values[0, :2].tolist()
    if read > caught + NOTABLE:
        return f"{text}; more obvious hints would be intercepted {count_times(read)}."
    if also < understood - NOTABLE:
        return f"{text}; safer hints would be understood only {count_times(also)}."
    return f"{text}."


def tell_guess(
    listeners: Listeners, view: View, move: Guess, beliefs: Beliefs, *, is_drawn: bool
) -> str:
    """Tell how a guesser read the hints, and how sure it was.

    Args:
        listeners: The listeners.
        view: The view of the decoder or the interceptor.
        move: Its guess.
        beliefs: What it believed.
        is_drawn: Whether it drew its guess, likelier codes more often.
    """
    chances = [chance for chance in beliefs.chances if chance > 0]
    if max(chances) - min(chances) < NOTABLE / len(chances):
        return f"I have nothing to go by yet: I drew one of {len(chances)} codes."
    sure = dict(zip(CODES, beliefs.chances, strict=True)).get(move.code, 0.0)
    shares = _share_numbers(beliefs)
    if view.role is Role.INTERCEPTOR:
        text = _tell_interception(listeners, view, move, shares)
    else:
        text = _tell_decoding(listeners, view, move, shares)
    best = max(beliefs.chances)
    drawn = f", drawn though another had {best:.0%}" if is_drawn and sure < best - NOTABLE else ""
    return f"{text}: {'-'.join(map(str, move.code))}, and I am {sure:.0%} sure{drawn}."


def _share_numbers(beliefs: Beliefs) -> Floats:
    """Compute the probability of each number for each hint; shape (3, 4)."""
    shares = np.zeros((3, 4))
    for code, chance in zip(CODES, beliefs.chances, strict=True):
        for place, number in enumerate(code):
            shares[place, number - 1] += chance
    return shares


def _tell_decoding(listeners: Listeners, view: View, move: Guess, shares: Floats) -> str:
    """Tell which hints were clear, and what the others could have been."""
    assert view.hints is not None
    clear: dict[str, float] = {}
    parts: list[str] = []
    for hint, number, row in zip(view.hints, move.code, shares, strict=True):
        if not number:
            continue
        others = [one for one in range(1, 5) if one != number]
        other = max(others, key=lambda one: row[one - 1])
        if row[number - 1] >= CLEAR:
            clear[f"“{hint}”"] = float(row[number - 1])
        elif not listeners.is_known(hint):
            parts.append(f"I do not know “{hint}”, and {number} was left")
        else:
            parts.append(f"“{hint}” could be {number} or {other}")
    if not parts:
        least = min(clear, key=lambda hint: clear[hint])
        unsure = clear[least] < 1 - NOTABLE
        return f"All hints were clear, {least} least" if unsure else "All hints were clear"
    if clear:
        parts.insert(0, f"{join_names([*clear])} {'was' if len(clear) == 1 else 'were'} clear")
    text = "; ".join(parts)
    return text[0].upper() + text[1:]


def _tell_interception(listeners: Listeners, view: View, move: Guess, shares: Floats) -> str:
    """Tell which earlier hints each hint recalled, and which number was only left for it."""
    assert view.hints is not None
    past = sort_hints(view.rounds)
    parts: list[tuple[int, str]] = []
    for hint, number, row in zip(view.hints, move.code, shares, strict=True):
        if not number:
            continue
        earlier = past[number - 1]
        likeliest = int(row.argmax()) + 1 == number
        nearest, near = _find_nearest(listeners, hint, earlier)
        if not earlier:
            parts.append((2, f"{number}, which had no hints yet, was left for “{hint}”"))
        elif not likeliest:
            parts.append((2, f"{number} was left for “{hint}”"))
        elif near >= ALIKE:
            parts.append((0, f"“{hint}” recalled “{nearest}” of {number}"))
        else:
            parts.append((1, f"“{hint}” suits what was said for {number} best"))
    parts.sort(key=lambda part: part[0])
    text = "; ".join(part for _, part in parts)
    return text[0].upper() + text[1:]


def _find_nearest(listeners: Listeners, hint: str, earlier: Sequence[str]) -> tuple[str, float]:
    """Find the earlier hint that is nearest to a hint, and their similarity."""
    if not earlier:
        return "", 0.0
    near = listeners.compare((hint,), earlier).mean(axis=0)[0]
    return earlier[int(near.argmax())], float(near.max())


def tell_words(listeners: Listeners, view: View, move: Words) -> str:
    """Tell which hints spoke most for one of the keywords that a team named after a tie."""
    found: list[tuple[float, str, str]] = []
    for number, word in enumerate(move.keywords, 1):
        hint, near = _find_nearest(listeners, word, view.list_hints(number))
        if hint:
            found.append((near, word, hint))
    if not found:
        return "No hint spoke for any word: I drew them."
    _, word, hint = max(found)
    _, least, _ = min(found)
    text = f"I am surest of “{word}”, because of “{hint}”"
    return f"{text}; least sure of “{least}”." if least != word else f"{text}."
