"""What a player of Decrypto sees, which moves are legal, and the options of a match."""

from dataclasses import dataclass
from enum import IntEnum
from itertools import permutations
from typing import Annotated, ClassVar, Literal

from engine.options import Note
from engine.text import clean, fold_words
from engine.word_forms import WORD_RULES, match_word

type Code = tuple[int, int, int]
"""Three different keyword numbers, each from 1 to 4."""
type Hints = tuple[str, str, str]
"""One hint for each digit of the code, in the code's order."""
type Keywords = tuple[str, str, str, str]
"""The four secret words; keyword number `n` is `keywords[n - 1]`."""

SEATS = ("encoder", "decoder", "interceptor")


class Role(IntEnum):
    """The role of each seat, the same for the whole match."""

    ENCODER = 0
    DECODER = 1
    INTERCEPTOR = 2


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a match."""

    rounds: Annotated[int, Note("Rounds that encoder and decoder have to survive.", 1, 24)] = 8
    tokens: Annotated[
        int,
        Note(
            "Miscommunications or interceptions that end the game.",
            1,
            4,
            label="Tokens to end the game",
        ),
    ] = 2
    first_round_interception: Annotated[
        bool, Note("Count an interception in round 1.", label="Round 1 counts")
    ] = True
    play_on: Annotated[
        bool,
        Note("Play all rounds, even after the game is decided.", label="Play all rounds"),
    ] = False
    keywords: Annotated[
        str,
        Note(
            "Four keywords separated by commas, or the path of a deck file.",
            secret=True,
            label="Own keywords",
            usual="drawn by chance",
        ),
    ] = ""
    reuse_hints: Annotated[
        bool, Note("Allow the same hint twice in a game.", label="Repeat hints")
    ] = False
    k: Annotated[
        int,
        Note("Near words that a word-vector encoder chooses from (K).", 1, 4096, moved=True),
    ] = 16


@dataclass(frozen=True, slots=True)
class VectorSettings:
    """The settings of a word-vector seat."""

    k: Annotated[int, Note("Near words that a word-vector encoder chooses from (K).", 1, 4096)] = 16
    paper: Annotated[
        bool,
        Note(
            "Play to the letter of the paper: each hint to its nearest keyword, played codes not "
            "ruled out, 0 for numbers without hints.",
            label="To the letter",
        ),
    ] = False
    history: Annotated[
        bool,
        Note(
            "As decoder, compare hints with past hints of each number, too.",
            label="Past hints",
        ),
    ] = False


@dataclass(frozen=True, slots=True)
class Hint:
    """The encoder's three hints, in the order of the code."""

    NOUN: ClassVar[str] = "hints"
    words: Hints


@dataclass(frozen=True, slots=True)
class Guess:
    """The decoder's or the interceptor's guess at the code."""

    code: Code


type Move = Hint | Guess


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round, visible to all."""

    hints: Hints
    code: Code
    decoder: Code
    interceptor: Code

    @property
    def miscommunication(self) -> bool:
        """Whether the decoder missed the code."""
        return self.decoder != self.code

    @property
    def interception(self) -> bool:
        """Whether the interceptor hit the code."""
        return self.interceptor == self.code


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game was decided."""

    winner: Literal["team", "interceptor"]
    reason: Literal["survived", "miscommunication", "interception", "both"]
    """Why; `both`: the last miscommunication and the last interception came in the same round."""
    round: int
    """The decisive round, counted from 1."""


@dataclass(frozen=True, slots=True)
class View:
    """Everything one seat knows, history included."""

    word_rules: ClassVar[int] = WORD_RULES
    """The version of the rule on forms of secret words; see `engine.word_forms`."""

    role: Role | None
    """Whose view this is; `None` is an onlooker's."""
    number: int
    """The current round, counted from 1; once the game is over, the last one played."""
    keywords: Keywords | None
    """The four keywords: for the team, and for everybody once the game is over."""
    code: Code | None
    """The code of the current round, only for the encoder."""
    hints: Hints | None
    """The hints of the current round, once they are public."""
    rounds: tuple[Round, ...]
    """The finished rounds."""
    options: Options
    """The options of the match; `keywords` is blank here, as it may name the secret words."""
    outcome: Outcome | None
    """How the game was decided, if it was; with `play_on`, rounds may follow."""
    over: bool
    """Whether the match is over: no seat has another move."""

    @property
    def miscommunications(self) -> int:
        """Number of finished rounds whose code the decoder missed."""
        return sum(round_.miscommunication for round_ in self.rounds)

    @property
    def interceptions(self) -> int:
        """Number of finished rounds that count as intercepted."""
        return sum(round_.interception for round_ in self.counted_rounds)

    @property
    def counted_rounds(self) -> tuple[Round, ...]:
        """The finished rounds in which an interception counts."""
        return self.rounds if self.options.first_round_interception else self.rounds[1:]

    @property
    def used_codes(self) -> frozenset[Code]:
        """The codes of finished rounds, which are not used again."""
        return frozenset(round_.code for round_ in self.rounds)

    def list_hints(self, number: int) -> tuple[str, ...]:
        """List the past hints for keyword `number` (1 to 4), oldest first."""
        return tuple(
            done.hints[done.code.index(number)] for done in self.rounds if number in done.code
        )


@dataclass(frozen=True, slots=True)
class OldView(View):
    """A view of a match that began before version 2 of the rule on forms of words."""

    word_rules: ClassVar[int] = 1


CODES = tuple(permutations((1, 2, 3, 4), 3))
"""All 24 codes."""
LONGEST_HINT = 40


def find_hints_fault(view: View, words: Hints) -> str | None:
    """Find the first reason why these three hints are illegal."""
    if len(words) != 3:
        return f"Give three hints, one for each digit of the code, not {len(words)}."
    given = _fold_past_hints(view)
    for place, word in enumerate(words):
        if fault := _find_fault(view, word, given.union(map(fold_words, words[:place]))):
            return fault
    return None


def find_hint_fault(view: View, word: str, before: tuple[str, ...] = ()) -> str | None:
    """Find a reason why one hint is illegal, given the hints `before` it in this round."""
    return _find_fault(view, word, _fold_past_hints(view).union(map(fold_words, before)))


def _fold_past_hints(view: View) -> frozenset[tuple[str, ...]]:
    """List the hints that may not be given again, folded for comparison."""
    if view.options.reuse_hints:
        return frozenset()
    return frozenset(fold_words(hint) for done in view.rounds for hint in done.hints)


def _find_fault(view: View, word: str, given: frozenset[tuple[str, ...]]) -> str | None:
    if not fold_words(word):
        return "A hint needs a word: it may not be empty."
    if word != clean(word, LONGEST_HINT):
        return f"A hint is plain text of at most {LONGEST_HINT} characters."
    if len(word.split()) > 2:
        return f"A hint is one or two words; “{word}” has {len(word.split())}."
    for number, keyword in enumerate(view.keywords or (), 1):
        if found := match_word(word, keyword, view.word_rules):
            return f"“{word}” gives away keyword {number}, “{keyword}”: {found.describe(word)}."
    if not view.options.reuse_hints and fold_words(word) in given:
        return f"“{word}” was already given in this game; a hint is not repeated."
    return None


def find_guess_fault(code: Code) -> str | None:
    """Find a reason why a guess is illegal."""
    if code not in CODES:
        return "A guess is three different digits from 1 to 4."
    return None
