"""The view of a player of Adversarial Taboo: what it knows, and its judgement of moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

import engine.view
from engine.forms.folding import fold_words
from engine.forms.giveaway import COMPOUNDS, Giveaway, match_in_line, match_word
from engine.forms.mixed_scripts import find_mixed_word
from engine.games.taboo.moves import LONGEST_LINE, LONGEST_WORD, Guess, Move, Say
from engine.games.taboo.options import Options
from engine.seat import Seat
from engine.text import clean
from engine.view import Choices

SEATS = ("attacker", "defender")

type Reason = Literal["said", "guessed", "wrong_guess", "slip", "limit"]
"""Why a match ended: the defender said the target, guessed it or guessed wrong; the attacker said
it; or the turns were used up."""


class Role(IntEnum):
    """The role of each seat, the same for the whole match."""

    ATTACKER = 0
    DEFENDER = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended."""

    winner: Literal["attacker", "defender", "draw"]
    reason: Reason


class View(engine.view.View[Move]):
    """Everything one seat knows, history included."""

    role: Role | None
    """Whose view this is; `None` is an onlooker's."""
    target: str | None
    """The target: for the attacker, and for everybody once the game is over."""
    talk: tuple[str, ...]
    """Every line so far; the attacker begins, then the two take turns."""
    guess: str | None
    """The defender's guess, once there is one."""
    options: Options
    """The options of the match; `word` and `words` are blank here, as they may name the target."""
    outcome: Outcome | None
    """How the match ended; `None` while it goes on."""

    @property
    def seat(self) -> Seat | None:
        """The seat of the role."""
        return None if self.role is None else Seat(self.role)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seat that speaks next."""
        return () if self.over else (Seat(self.turn),)

    @property
    def over(self) -> bool:
        """Whether the match is over: no seat has another move."""
        return self.outcome is not None

    @property
    def turn(self) -> Role:
        """The role that speaks next; in a finished match, the one that would."""
        return find_speaker(len(self.talk))

    @property
    def number(self) -> int:
        """The current turn of each seat, counted from 1; in a finished match, the last one."""
        moves = len(self.talk) + (self.guess is not None)
        return (moves - 1 if self.over else moves) // 2 + 1

    @property
    def left(self) -> int:
        """Number of turns each seat has after this one."""
        return self.options.turns - self.number

    def list_moves(self) -> Mapping[type[Move], Choices]:
        """Allow a line, and a guess for the defender."""
        return {Say: {}} if self.role is Role.ATTACKER else {Say: {}, Guess: {}}

    def find_fault(self, move: Move) -> str | None:
        """Find a reason why a line or a guess is illegal."""
        match move:
            case Say(line=line):
                return find_line_fault(self, line)
            case Guess(word=word):
                return find_guess_fault(word)


def find_speaker(place: int) -> Role:
    """Find the role that says the line at index `place` of the talk."""
    return Role(place % 2)


ARTICLES = frozenset({"a", "an", "the"})
"""Articles that a guess may begin with."""


def find_line_fault(view: View, line: str) -> str | None:
    """Find a reason why a line is illegal.

    Each word is in one script, whether it is the target or not. A line of the attacker that
    contains the target is illegal, unless the option `slip` makes it lose the game. A line of the
    defender with the target is legal, as a reason would reveal it.
    """
    if not fold_words(line):
        return "Say something: a line needs at least one word."
    if line != clean(line, LONGEST_LINE):
        return f"A line is plain text of at most {LONGEST_LINE} characters."
    if fault := find_mixed_word(line):
        return fault
    if view.options.slip == "refuse" and (slip := find_slip(view, line)):
        return slip
    return None


def find_slip(view: View, line: str) -> str | None:
    """Say how a line of the attacker gives the target away, if it does."""
    if view.role is not Role.ATTACKER or view.target is None:
        return None
    found = match_target(line, view.target, view.options)
    return found and (
        f"You may not say your target, “{view.target}”, in any form: {found.describe()}."
    )


def match_target(line: str, target: str, options: Options) -> Giveaway | None:
    """Find what in a line counts as saying the target, by the option `strict`."""
    return match_in_line(line, target, frozenset() if options.strict else COMPOUNDS)


def tell_said(view: View) -> str:
    """Tell what in the last line said the target: "“apples”, a form of “apple”"."""
    assert view.target is not None
    found = match_target(view.talk[-1], view.target, view.options)
    assert found is not None
    return found.tell(view.target)


def find_guess_fault(word: str) -> str | None:
    """Find a reason why a guess is illegal."""
    if word != clean(word, LONGEST_WORD):
        return f"A guess is plain text of at most {LONGEST_WORD} characters."
    if len(strip_article(word)) != 1:
        return "A guess is a single word."
    return None


def strip_article(word: str) -> tuple[str, ...]:
    """Fold a guess for comparison, and drop an article before it."""
    words = fold_words(word)
    return words[1:] if len(words) > 1 and words[0] in ARTICLES else words


def is_right_guess(guess: str, target: str) -> bool:
    """Whether a guess is the target or a form of it; compounds with it are other words."""
    found = match_word(" ".join(strip_article(guess)), target)
    return found is not None and found.kind not in COMPOUNDS
