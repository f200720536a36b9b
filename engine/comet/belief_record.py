"""A finished game of Undercover: its statements, and what each seat believed at each decision."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.comet.beliefs import Strategy
from engine.forms.folding import fold_words
from engine.forms.giveaway import COMPOUNDS, NAME_WORDS, match_word
from engine.games.taboo.view import strip_article
from engine.games.undercover.belief_values import OwnRole, Side
from engine.type_adapter import get_type_adapter

type Phase = Literal["speak", "vote"]


type SeatRole = Literal["civilian", "undercover"]


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a seat."""

    round: int
    seat: str
    text: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A move of a seat, and its beliefs at that time; `None` means that it was not logged."""

    seat: str
    round: int
    phase: Phase
    heard: int
    """Number of statements in the game before this move."""
    beliefs: Mapping[str, Side] | None = None
    """By seat: the belief about whose word it has."""
    role: OwnRole | None = None
    """The seat's belief about its own role."""
    guesses: tuple[str, ...] | None = None
    """The seat's guesses of the other word."""
    features: Mapping[int, tuple[str, ...]] | None = None
    """By index of a statement: the features that the seat has found in it so far."""
    metaphors: Mapping[int, Side] | None = None
    """By index of a statement that it judged a metaphor: whose word the metaphor fits."""
    strategy: Strategy | None = None
    """The strategy of a statement; only for moves that speak."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts of judges, for facts that are not in the deal; unjudged claims are missing."""

    features: Mapping[str, bool] = field(default_factory=dict)
    """By `build_claim_key` of a word and a feature: whether the feature is true of the word."""
    statements: Mapping[str, bool] = field(default_factory=dict)
    """By `build_claim_key` of a word and a statement: whether the statement is true of the word."""
    blind: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By statement: what a guesser who knows nothing else takes for its word."""


@dataclass(frozen=True, slots=True)
class BeliefRecord:
    """A finished game of Undercover with what the seats believed."""

    words: Mapping[str, str]
    """By seat."""
    roles: Mapping[str, SeatRole]
    """By seat."""
    outcome: Literal["civilians", "undercover", "draw"]
    statements: tuple[Statement, ...]
    """In the order in which they were said."""
    decisions: tuple[Decision, ...]
    """In the order in which they were made; votes of one round in any order."""
    verdicts: Verdicts = field(default_factory=Verdicts)

    @classmethod
    def decode(cls, data: object) -> "BeliefRecord":
        """Read a game from JSON data whose keys are the fields above.

        Raises:
            ValueError: If it is no game, or refers to seats or statements that it does not have.
        """
        game: BeliefRecord = get_type_adapter(cls).validate_python(data)
        speakers = (one.seat for one in game.statements)
        seated = {*game.words, *game.roles, *speakers, *(one.seat for one in game.decisions)}
        if unknown := seated - (game.words.keys() & game.roles.keys()):
            raise ValueError(f"Not every seat has a word and a role: {', '.join(sorted(unknown))}.")
        said = len(game.statements)
        for one in game.decisions:
            places = (*(one.features or ()), *(one.metaphors or ()))
            if not 0 <= one.heard <= said or not all(0 <= place < said for place in places):
                raise ValueError(f"{one.seat} has heard a statement that nobody has made.")
        return game

    def find_sides(self, seat: str) -> tuple[list[str], list[str]]:
        """Find the other seats with the same word, and the seats with the other word."""
        word = self.words[seat]
        same = [name for name, owns in self.words.items() if owns == word and name != seat]
        return same, [name for name, owns in self.words.items() if owns != word]


def build_claim_key(word: str, claim: str) -> str:
    """Build the key of a claim about a word; case and accents do not count."""
    return f"{' '.join(fold_words(word))}: {' '.join(fold_words(claim))}"


def find_following(
    game: BeliefRecord, seat: str, place: int, what: Literal["beliefs", "guesses"]
) -> Decision | None:
    """Find the first decision of a seat after a statement that logs beliefs, or guesses."""
    later = [
        one
        for one in game.decisions
        if one.seat == seat and one.heard > place and getattr(one, what) is not None
    ]
    return min(later, key=lambda one: (one.heard, one.round, one.phase == "vote"), default=None)


def is_first_hit(game: BeliefRecord, rival: str, place: int, word: str) -> bool | None:
    """Whether a rival's next guess after a statement is its first hit; `None` without a guess."""
    following = find_following(game, rival, place, "guesses")
    if following is None:
        return None
    earlier = (
        one
        for one in game.decisions
        if one.seat == rival and one.guesses is not None and one.heard <= place
    )
    return _has_right_guess(following, word) and not any(
        _has_right_guess(one, word) for one in earlier
    )


def _has_right_guess(decision: Decision, word: str) -> bool:
    return any(names_word(guess, word) for guess in decision.guesses or ())


def names_word(guess: str, word: str) -> bool:
    """Whether a guess tells the word: a form of it, or a word of its name, but no compound."""
    found = match_word(" ".join(strip_article(guess)), word)
    return found is not None and found.kind not in COMPOUNDS - NAME_WORDS
