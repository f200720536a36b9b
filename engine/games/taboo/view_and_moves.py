"""What a player of Adversarial Taboo sees, which moves are legal, and the options of a match."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, ClassVar, Literal

from engine.options import Note
from engine.text import clean, fold_words
from engine.word_forms import COMPOUNDS, WORD_RULES, match_in_line, match_word

LONGEST_LINE = 200
"""Maximum length of a line in characters."""
LONGEST_WORD = 40
"""Maximum length of a target word in characters, and of a guess at it."""

SEATS = ("attacker", "defender")

type Reason = Literal["said", "guessed", "wrong_guess", "slip", "limit"]
"""Why a match ended: the defender said the target, guessed it or guessed wrong; the attacker said
it; or the turns were used up."""


class Role(IntEnum):
    """The role of each seat, the same for the whole match."""

    ATTACKER = 0
    DEFENDER = 1


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    turns: Annotated[int, Note("Number of turns each player has.", 1, 20, label="Turns each")] = 5
    limit: Annotated[
        str,
        Note(
            "What happens when all turns are used up: a draw, or the attacker wins.",
            choices=("draw", "attacker"),
            label="If time runs out",
        ),
    ] = "draw"
    slip: Annotated[
        str,
        Note(
            "If the attacker says the target: ask again (refuse), or the attacker loses.",
            choices=("refuse", "lose"),
            label="Saying the target",
        ),
    ] = "refuse"
    word: Annotated[
        str,
        Note(
            "A target word of your own.",
            secret=True,
            label="Own word",
            usual="drawn by chance",
        ),
    ] = ""
    words: Annotated[
        str,
        Note(
            "The path of a file with target words, one per line; blank for the built-in list.",
            secret=True,
            label="Own word list",
            usual="ours",
        ),
    ] = ""
    prompt: Annotated[
        str,
        Note(
            "How models are asked: cot (step by step) or naive (without advice on how to think).",
            choices=("cot", "naive"),
            moved=True,
        ),
    ] = "cot"
    k: Annotated[
        int, Note("Near words that a word-vector seat chooses from (K).", 1, 4096, moved=True)
    ] = 16


@dataclass(frozen=True, slots=True)
class VectorSettings:
    """The settings of a word-vector seat."""

    k: Annotated[int, Note("Near words that a word-vector seat chooses from (K).", 1, 4096)] = 16


@dataclass(frozen=True, slots=True)
class Say:
    """A line of the talk."""

    NOUN: ClassVar[str] = "line"
    line: str


@dataclass(frozen=True, slots=True)
class Guess:
    """The defender's guess at the target; it ends the match."""

    word: str


type Move = Say | Guess


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ended."""

    winner: Literal["attacker", "defender", "draw"]
    reason: Reason


@dataclass(frozen=True, slots=True)
class View:
    """Everything one seat knows, history included."""

    word_rules: ClassVar[int] = WORD_RULES
    """The version of the rule on forms of secret words; see `engine.word_forms`."""

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


@dataclass(frozen=True, slots=True)
class OldView(View):
    """A view of a match that began before version 2 of the rule on forms of words."""

    word_rules: ClassVar[int] = 1


def find_speaker(place: int) -> Role:
    """Find the role that says the line at index `place` of the talk."""
    return Role(place % 2)


ARTICLES = frozenset({"a", "an", "the"})
"""Articles that a guess may begin with."""


def find_line_fault(view: View, line: str) -> str | None:
    """Find a reason why a line is illegal.

    A line of the attacker that contains the target is illegal, unless the option `slip` makes it
    lose the game. A line of the defender with the target is legal, as a reason would reveal it.
    """
    if not fold_words(line):
        return "Say something: a line needs at least one word."
    if line != clean(line, LONGEST_LINE):
        return f"A line is plain text of at most {LONGEST_LINE} characters."
    if view.options.slip == "refuse" and (slip := find_slip(view, line)):
        return slip
    return None


def find_slip(view: View, line: str) -> str | None:
    """Say how a line of the attacker gives the target away, if it does."""
    if view.role is not Role.ATTACKER or view.target is None:
        return None
    found = match_in_line(line, view.target, view.word_rules)
    return found and (
        f"You may not say your target, “{view.target}”, in any form: {found.describe()}."
    )


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


def is_right_guess(guess: str, target: str, rules: int = WORD_RULES) -> bool:
    """Whether a guess is the target or a form of it; compounds with it are other words."""
    found = match_word(" ".join(strip_article(guess)), target, rules)
    return found is not None and found.kind not in COMPOUNDS
