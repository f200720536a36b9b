"""Describe a match of Adversarial Taboo as JSON data, as table rows and as plain text.

Find what decided it, and the places of a line that are near the target: forms of it, and words of
similar meaning by their vectors.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.game import Seat
from engine.games.question_types import Highlight, Highlights, Sentence
from engine.games.taboo.view_and_moves import SEATS, Role, View, find_speaker
from engine.text import format_count, quote_line
from engine.transcript_from_journal import Transcript, build_provenance_columns
from engine.word_forms import WORD_RULES, match_in_line, match_word

if TYPE_CHECKING:
    from engine.word_similarity_and_unknown_words import WordVectors

NEAR_SPACE = "word2vec"
"""The space of word vectors that similarity is measured in."""
NEAR_RANK = 30
"""A word is near the target if it is at least as near as the corpus noun with this rank."""

_WORD = re.compile(r"\w+(?:['\u2019-]\w+)*")


def build_report(view: View) -> dict[str, Any]:
    """Build the result of a match as JSON-compatible data.

    Args:
        view: Any view; the result holds only what this view shows.

    Returns:
        `outcome` (`"attacker"`, `"defender"`, `"draw"`, or `None` while undecided), `reason`
        (`"said"`, `"guessed"`, `"wrong_guess"`, `"slip"`, `"limit"` or `None`), `target`
        (`None` if the view does not show it) and `turns`, in order: each with `seat` and its
        action, `say` or `guess`.
    """
    turns: list[dict[str, str]] = [
        {"seat": SEATS[find_speaker(place)], "say": line} for place, line in enumerate(view.talk)
    ]
    if view.guess is not None:
        turns.append({"seat": SEATS[view.turn], "guess": view.guess})
    return {
        "outcome": view.outcome.winner if view.outcome else None,
        "reason": view.outcome.reason if view.outcome else None,
        "target": view.target,
        "turns": turns,
    }


def build_rows(transcript: Transcript) -> list[dict[str, Any]]:
    """Build the table of a match: what each seat did in each turn, as far as the view shows it.

    Returns:
        Rows with the same keys in the same order: the turn, the seat, its player, the kind of
        move, what was said or guessed, the target, the words in it that are near the target
        (with spaces between), how near the nearest is (cosine), whether a guess was right
        (1 or 0), and the columns of `build_provenance_columns`. What is not known, or does not
        apply, is `None`.
    """
    return list(_generate_rows(transcript))


def _generate_rows(transcript: Transcript) -> Iterator[dict[str, Any]]:
    view: View = transcript.view
    for place, line in enumerate(view.talk):
        yield _build_row(transcript, place, "Say", line)
    if view.guess is not None:
        yield _build_row(transcript, len(view.talk), "Guess", view.guess)


def _build_row(transcript: Transcript, place: int, kind: str, text: str) -> dict[str, Any]:
    view: View = transcript.view
    seat, number = SEATS[find_speaker(place)], place // 2 + 1
    right = view.outcome is not None and view.outcome.reason == "guessed"
    near = find_near_places(text, view.target, view.word_rules) if view.target is not None else ()
    return {
        "turn": number,
        "seat": seat,
        "player": transcript.find_mover(seat, number),
        "move": kind,
        "text": text,
        "target": view.target,
        "near": " ".join(text[one.start : one.end] for one in near) if near else None,
        "similarity": round(max(one.similarity for one in near), 3) if near else None,
        "correct": int(right) if kind == "Guess" else None,
        **build_provenance_columns(transcript.find_move(seat, number)),
    }


def narrate(before: View | None, after: View) -> list[str]:
    """Narrate in plain text what happened between two views of one seat or of an onlooker.

    The lines contain nothing that `after` does not show. Without `before` they begin at the start.
    """
    return list(_narrate(before, after))


def describe_outcome(view: View) -> str:
    """Say who has won a finished match, and why."""
    assert view.outcome is not None
    match view.outcome.reason:
        case "said":
            return f"The attacker wins: the defender said “{view.target}”."
        case "guessed":
            return f"The defender wins: “{view.guess}” is the target."
        case "wrong_guess":
            return f"The attacker wins: “{view.guess}” is not the target."
        case "slip":
            return f"The defender wins: the attacker said “{view.target}”."
        case "limit":
            turns = f"{format_count(view.options.turns, 'turn')} each"
            if view.outcome.winner == "draw":
                return f"A draw: {turns}, and the word was neither said nor guessed."
            return f"The attacker wins: {turns}, and the word was not guessed."


def _narrate(before: View | None, after: View) -> Iterator[str]:
    seen = len(before.talk) if before else 0
    if after.target and not after.over and before is None:
        yield f"The target is “{after.target}”."
    for place, line in enumerate(after.talk[seen:], seen):
        yield f"Turn {place // 2 + 1}, {SEATS[find_speaker(place)]}: {quote_line(line)}"
    if after.guess is not None and (before is None or before.guess is None):
        yield f"Turn {after.number}, {SEATS[after.turn]} guesses: “{after.guess}”."
    if after.over and not (before and before.over):
        yield describe_outcome(after)
        yield f"The target was “{after.target}”."


ATTACKER, DEFENDER = map(Seat, Role)
TITLES = {"said": "Best bait", "wrong_guess": "Best bluff", "guessed": "Giveaway"}
"""By the reason why the match ended: the title of the attacker's last line before the end."""


def find_given_words(view: View) -> dict[str, tuple[str, ...]]:
    """Find the target, which the attacker is given."""
    return {SEATS[Role.ATTACKER]: (view.target,)} if view.over and view.target else {}


def find_highlights(view: View) -> Highlights:
    """Find what decided the game, and the attacker's line that led to it.

    It is the attacker's last line before the defender said the target or guessed.
    """
    assert view.outcome is not None
    reason = view.outcome.reason
    lines = [(place // 2 + 1, line) for place, line in enumerate(view.talk) if place % 2 == 0]
    best: tuple[Highlight, ...] = ()
    if lines and reason in TITLES:
        number, line = lines[-1]
        best = (Highlight(TITLES[reason], (ATTACKER, f" said {quote_line(line)}"), number),)
    return Highlights(_describe_decisive_turn(view), best)


def _describe_decisive_turn(view: View) -> Sentence:
    assert view.outcome is not None
    start = f"In turn {view.number} "
    match view.outcome.reason:
        case "said":
            return start, DEFENDER, f" said “{view.target}” without knowing it."
        case "guessed":
            return start, DEFENDER, f" guessed “{view.guess}”, and was right."
        case "wrong_guess":
            return start, DEFENDER, f" guessed “{view.guess}”, but it was “{view.target}”."
        case "slip":
            return start, ATTACKER, f" let “{view.target}” slip."
    turns = format_count(view.options.turns, "turn")
    return f"In {turns} each, ", DEFENDER, f" neither said nor guessed “{view.target}”."


@dataclass(frozen=True, slots=True)
class NearPlace:
    """A part of a line that is near the target."""

    start: int
    end: int
    """The characters `line[start:end]`."""
    form: str | None
    """The rule by which it is a form of the target; `None` for other words near it."""
    similarity: float
    """The cosine with the target; 1 for a form of it."""

    def describe(self, line: str) -> str:
        """Format the words and their similarity: `pie 0.40`."""
        why = f"✗ {self.form}" if self.form else f"{self.similarity:.2f}"
        return f"{line[self.start : self.end]} {why}"


def find_near_places(line: str, target: str, rules: int = WORD_RULES) -> tuple[NearPlace, ...]:
    """Find the places of a line that are near the target, from left to right.

    Raises:
        SpaceError: If the built-in space is damaged.
    """
    from engine.word_similarity_and_unknown_words import (
        load_word_vectors,  # loads numpy; a report does not
    )

    places = []
    space = load_word_vectors(NEAR_SPACE)
    least = _find_threshold(space, target)
    for found in _WORD.finditer(line):
        start, end = found.span()
        if match := match_word(found[0], target, rules):
            places.append(NearPlace(start, end, match.kind, 1.0))
        elif least and (similarity := _measure(space, found[0], target)) >= least:
            places.append(NearPlace(start, end, None, similarity))
    if any(place.form for place in places):
        return tuple(places)
    match = match_in_line(line, target, rules)  # spelled out, or joined
    return (NearPlace(0, len(line), match.kind, 1.0),) if match else tuple(places)


def _find_threshold(space: "WordVectors", target: str) -> float:
    """Find the minimum cosine of a near word; 0 if the space does not know the target."""
    ranking = space.rank(target, NEAR_RANK)
    return _measure(space, space.corpus[ranking[-1]], target) if ranking else 0.0


def _measure(space: "WordVectors", word: str, target: str) -> float:
    one, other = space.get_vectors((word, target))
    return float(one @ other)
