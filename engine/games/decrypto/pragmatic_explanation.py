"""What Parlour's own player of Decrypto weighed to choose a move, as tables."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from engine.games.decrypto.baseline_explanation import list_cells, list_numbers
from engine.games.decrypto.moves import CODES, Guess, Hint, Move, Words
from engine.games.decrypto.pragmatic import CAUTION, CERTAINTY, Plan, plan_hints
from engine.games.decrypto.pragmatic_beliefs import infer_beliefs
from engine.games.decrypto.reason import tell_guess, tell_hints, tell_words
from engine.games.decrypto.roles import Role
from engine.games.decrypto.seat_settings import Caution, Partner
from engine.games.decrypto.stakes import weigh_stakes
from engine.games.decrypto.tie_break_explanation import explain_words
from engine.games.decrypto.view import View
from engine.games.explanation import Explanation
from engine.games.vector_explanation import to_rows
from engine.joined_text import join_names
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
    caution: Caution = "usual",
    partner: Partner = "lineup",
) -> tuple[Explanation, ...]:
    """Explain a move: what the player expected of its listeners, and the best alternatives."""
    listeners = load_listeners(spaces)
    if isinstance(move, Words):
        table = explain_words(
            view,
            move,
            lambda words, hints: listeners.compare(words, hints).mean(axis=0),
            "standard deviations above usual",
            "The mean over the spaces.",
        )
        return (replace(table, reason=tell_words(listeners, view, move)),)
    if isinstance(move, Hint):
        plan = partial(plan_hints, listeners, view, seed, strength, partner=partner)
        return _explain_hints(listeners, plan, view, move, strength, caution, partner)
    return _explain_guess(listeners, view, move, strength)


def _explain_hints(
    listeners: Listeners,
    create_plan: Callable[..., Plan],
    view: View,
    move: Hint,
    strength: int,
    caution: Caution,
    partner: Partner,
) -> tuple[Explanation, ...]:
    assert view.keywords is not None
    assert view.code is not None
    plan = create_plan(caution=caution)
    stakes = weigh_stakes(view)
    unread, hiding = (a * b for a, b in zip(CAUTION[caution], stakes, strict=True))
    names = tuple(", ".join(triple) for triple in plan.triples)
    chosen = plan.triples.index(move.words) if move.words in plan.triples else None
    again = "" if chosen == 0 else " From this seed and these vectors other hints follow now."
    reason = ""
    if chosen is not None:
        opposite: Caution = "cautious" if caution == "bold" else "bold"
        other = create_plan(caution=opposite, wanted=1)
        reason = tell_hints(view, plan, chosen, other, stakes)
    return (
        Explanation(
            title="Expected reactions of the listeners to the best hints considered",
            rows=names,
            columns=("decoder right", "intercepted", "natural", "value"),
            values=to_rows(plan.values),
            measure="probability, and the logarithms that are added",
            chosen=frozenset() if chosen is None else frozenset({(chosen, 3)}),
            note=f"{_describe_listeners(listeners, partner)} The worst "
            "decoder counts, and the mean of the interceptors, more the one who reads most; they "
            "compare hints or infer the keywords. The value adds the logarithms of being "
            "understood and of not being "
            f"intercepted ({unread:.3g} times in this round), how natural the hints are, which "
            f"weighs less the greater the strength ({strength} here), and how little they tell of "
            f"the keywords ({hiding:.3g} times: less in later rounds, more if one more hit loses)."
            f"{again}",
            reason=reason,
            is_open=True,
        ),
        Explanation(
            title="Similarity of hints to keywords",
            rows=move.words,
            columns=view.keywords,
            values=to_rows(listeners.compare(move.words, view.keywords).mean(axis=0)),
            measure="standard deviations above usual",
            chosen=list_cells(view.code),
            note="The mean over the spaces; 0 for what none knows."
            if partner != "vectors"
            else "The mean over the spaces. Each of them hears each hint nearer to its keyword.",
        ),
    )


def _describe_listeners(listeners: Listeners, partner: Partner) -> str:
    """Describe whom the encoder imagines."""
    names = join_names(listeners.names)
    if partner == "vectors":
        return f"Listeners are {names}, one by one and together."
    return (
        "Hints are what people think of. A decoder knows associations alone, or all there is; an "
        f"interceptor {names}, one by one or together."
    )


def _explain_guess(
    listeners: Listeners, view: View, move: Guess, strength: int
) -> tuple[Explanation, ...]:
    """Explain a guess: the scores of the hints, and the most likely codes."""
    assert view.hints is not None
    is_drawn = view.role is Role.INTERCEPTOR and strength <= len(CERTAINTY)
    how_chosen = (
        f"At strength {strength} a code is drawn, and the likelier ones more often."
        if is_drawn
        else ""
    )
    beliefs = infer_beliefs(listeners, view)
    ranked = sorted(zip(beliefs.chances, CODES, strict=True), key=lambda one: -one[0])[:6]
    numbers = list_numbers(view)
    if view.role is Role.DECODER and view.keywords is not None:
        numbers = view.keywords
        measure = "log-odds"
        how = "Hints are compared with keywords, and with past hints of the same number."
    else:
        measure = "standard deviations above usual"
        how = (
            "Hints are compared with past hints, and with words that these point at together. "
            "The codes below also count each space alone, the more the better it explains the "
            "codes of past rounds."
        )
    unknown = [hint for hint in view.hints if not listeners.is_known(hint)]
    missing = f" No space knows {', '.join(unknown)}." if unknown else ""
    codes = tuple("-".join(map(str, code)) for _, code in ranked)
    guessed = "-".join(map(str, move.code))
    return (
        Explanation(
            title="Hints and keyword numbers",
            rows=view.hints,
            columns=numbers,
            values=to_rows(beliefs.scores),
            measure=measure,
            chosen=list_cells(move.code),
            note=f"{how} The mean over {join_names(listeners.names)}.{missing}",
        ),
        Explanation(
            title="The likeliest codes",
            rows=codes,
            columns=("probability",),
            values=tuple((belief,) for belief, _ in ranked),
            measure="probability",
            chosen=frozenset({(codes.index(guessed), 0)} if guessed in codes else ()),
            note=f"Codes that were played are ruled out. {how_chosen}".strip(),
            reason=tell_guess(listeners, view, move, beliefs, is_drawn=is_drawn),
            is_open=True,
        ),
    )
