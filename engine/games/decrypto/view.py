"""The view of a player of Decrypto: what it knows, and its judgement of moves."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

import engine.view
from engine.forms.folding import fold_words
from engine.forms.giveaway import match_word
from engine.forms.mixed_scripts import find_mixed_scripts
from engine.games.decrypto.moves import (
    BLANK,
    CODES,
    LONGEST_HINT,
    Code,
    Guess,
    Hint,
    Hints,
    Move,
    Words,
)
from engine.games.decrypto.options import Options
from engine.games.decrypto.roles import (
    TEAMS,
    Role,
    Team,
    assign_roles,
    list_guessers,
    list_seat_names,
    list_word_guessers,
)
from engine.seat import Seat
from engine.text import clean
from engine.view import Choices

type Keywords = tuple[str, str, str, str]
"""The four secret words; keyword number `n` is `keywords[n - 1]`."""


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round, visible to all."""

    hints: Hints
    code: Code
    decoder: Code
    interceptor: Code | None
    """`None` in the first round of two teams, in which nobody intercepts."""

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

    winner: Literal["team", "interceptor", "white", "black", "draw"]
    """With three seats the first two; of two teams one, or a draw."""
    reason: Literal[
        "survived", "miscommunication", "interception", "both", "points", "words", "tie"
    ]
    """Why; `both`: the last miscommunication and the last interception came in the same round;
    `points`: of two teams, interceptions less miscommunications decided; `words`: these were equal,
    and who knew more of the other's keywords won; `tie`: both knew as many."""
    round: int
    """The decisive round, counted from 1."""


@dataclass(frozen=True, slots=True)
class OtherTeam:
    """What a view shows of the team that does not give hints now."""

    keywords: Keywords | None
    """Its keywords: for its seats, and for everybody once the game is over."""
    rounds: tuple[Round, ...]
    """The finished rounds in which it gave hints."""
    named: Keywords | None = None
    """What its rivals took its keywords to be, after a tie."""


class View(engine.view.View[Move]):
    """Everything one seat knows, history included.

    In two teams it is about the team that gives hints now; `look_at` turns it to the other.
    """

    role: Role | None
    """The role of the seat in this round; `None` is an onlooker's, or rests."""
    seat: Seat | None = None
    """Whose view this is; `None` is an onlooker's."""
    team: Team | None = None
    """The team that gives hints; `None` with three seats."""
    other: OtherTeam | None = None
    """The other team; `None` with three seats."""
    number: int
    """The current round, counted from 1; after the last round, that one."""
    tied: bool = False
    """Whether two teams are equal after the last round, and guess each other's keywords."""
    named: Keywords | None = None
    """What the rivals took the keywords to be, after a tie."""
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
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return list_seat_names(self.options)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The encoder, then the guessers at once; after a tie one of each team."""
        if self.over:
            return ()
        if self.tied:
            return list_word_guessers(self.options, self.number)
        if self.hints is None:
            return (self.find_seat(Role.ENCODER),)
        return list_guessers(self.options, self.team, self.number)

    def find_seat(self, role: Role, number: int | None = None) -> Seat:
        """Find the seat that has a role in a round, by default in this one."""
        return assign_roles(self.options, self.team, number or self.number)[role]

    def look_at(self, team: Team | None) -> Self:
        """Turn the view to a team: its keywords and its finished rounds."""
        if team == self.team or self.other is None:
            return self
        other = self.other
        return self.model_copy(
            update={
                "team": team,
                "other": OtherTeam(self.keywords, self.rounds, self.named),
                "named": other.named,
                "role": None,
                "code": None,
                "hints": None,
                "keywords": other.keywords,
                "rounds": other.rounds,
                "number": len(other.rounds) + (not self.over and not self.tied),
            }
        )

    def list_moves(self) -> Mapping[type[Move], Choices]:
        """Allow hints to the encoder, and a guess to the others."""
        if self.tied:
            return {Words: {}}
        return {Hint: {}} if self.role is Role.ENCODER else {Guess: {"code": CODES}}

    def judge(self, move: Move) -> str | None:
        """Judge a move by its fields and `find_fault`; 0-0-0 is no code, but may be allowed."""
        is_blank = isinstance(move, Guess) and move.code == BLANK
        if is_blank and self.options.blank_guess and Guess in self.list_moves():
            return None
        return super().judge(move)

    def find_fault(self, move: Move) -> str | None:
        """Find a reason why hints or a guess are illegal."""
        match move:
            case Hint(words=words):
                return find_hints_fault(self, words)
            case Guess(code=code):
                return find_guess_fault(code)
            case Words(keywords=words):
                return next(filter(None, map(find_word_fault, words)), None)

    @property
    def miscommunications(self) -> int:
        """Number of finished rounds whose code the decoder missed."""
        return sum(round_.miscommunication for round_ in self.rounds)

    @property
    def interceptions(self) -> int:
        """Number of finished rounds that count as intercepted."""
        return sum(round_.interception for round_ in self.counted_rounds)

    @property
    def interceptions_made(self) -> int:
        """Number of interceptions that this team has made, of the codes of the other.

        With three seats, those of the interceptor.
        """
        others = (one for one in list_sides(self) if one.team != self.team)
        return next(others, self).interceptions

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


def _find_fault(  # noqa: PLR0911 - a return for each fault
    view: View, word: str, given: frozenset[tuple[str, ...]]
) -> str | None:
    if not fold_words(word):
        return "A hint needs a word: it may not be empty."
    if word != clean(word, LONGEST_HINT):
        return f"A hint is plain text of at most {LONGEST_HINT} characters."
    if len(word.split()) > 2:
        return f"A hint is one or two words; “{word}” has {len(word.split())}."
    if fault := find_mixed_scripts(word):
        return fault
    named = () if view.options.keyword_forms else view.keywords or ()
    for number, keyword in enumerate(named, 1):
        if found := match_word(word, keyword):
            return f"“{word}” gives away keyword {number}, “{keyword}”: {found.describe(word)}."
    if not view.options.reuse_hints and fold_words(word) in given:
        return f"“{word}” was already given in this game; a hint is not repeated."
    return None


def find_hint_doubt(word: str) -> str | None:
    """Find a rule that a legal hint does not seem to keep: the published rules refuse no word."""
    if any(character.isalpha() for character in word):
        return None
    return "It has no letters: hints tell what keywords mean."


def find_guess_fault(code: Code) -> str | None:
    """Find a reason why a guess is illegal."""
    if code not in CODES:
        return "A guess is three different digits from 1 to 4."
    return None


def find_word_fault(word: str) -> str | None:
    """Find a reason why a guess at a keyword is illegal."""
    if not fold_words(word):
        return "A guess needs a word: it may not be empty."
    if word != clean(word, LONGEST_HINT):
        return f"A guess is plain text of at most {LONGEST_HINT} characters."
    return None


def count_right_words(named: Keywords, keywords: Keywords) -> int:
    """Count the keywords that were named, each at its number; a form of one is right."""
    return sum(map(is_right_word, named, keywords))


def is_right_word(guess: str, keyword: str) -> bool:
    """Whether a guess is the keyword or a form of it."""
    found = match_word(guess, keyword)
    return found is not None and found.kind in SAME_WORD


SAME_WORD = frozenset({"the word itself", "a form of the word"})
"""The kinds in which a guess is the keyword; a compound or a part is another word."""


def list_sides(view: View) -> tuple[View, ...]:
    """List the views of each team's keywords and rounds, white first; one with three seats."""
    return tuple(map(view.look_at, TEAMS)) if view.team else (view,)
