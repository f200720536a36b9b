"""The rules of Undercover, the choice of its two words, and the game's definition for the catalog.

A third of the file draws the pair of words, or reads it from an option, a file or a journal.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Annotated, Any

from engine.game import Seat
from engine.games.definition import GameDefinition, Material
from engine.games.prompt_template_files import StepwisePromptSettings
from engine.games.undercover.view_and_moves import (
    Accuse,
    Describe,
    Line,
    Move,
    OldView,
    Options,
    Role,
    Round,
    Stage,
    VectorSettings,
    View,
    Winner,
    check_options,
    find_line_fault,
    find_vote_fault,
    list_living,
)
from engine.options import Note, OptionError, clean_word, is_clean_word, read_option_file
from engine.text import clean, fold_words
from engine.word_forms import WORD_RULES, load_word_rules
from words.word_lists import read_undercover_pairs

LONGEST_WORD = 40
ALL_THEMES = "all"
"""The theme that stands for all themes."""
COLUMN_NAMES = frozenset({"word_a", "word_b"})
"""Column names: a line of a file that contains one is a header."""

type Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class State:
    """The full state of a match, secrets included; only `Match` and the rules see it."""

    words: tuple[str, ...]
    """The word of each seat."""
    roles: tuple[Role, ...]
    """The role of each seat."""
    order: tuple[Seat, ...]
    """The speakers of this round, in order."""
    lines: tuple[Line, ...] = ()
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True, slots=True)
class Undercover:
    """The rules for one pair of words (CoMet).

    Raises:
        OptionError: If the options are incompatible.
    """

    pair: tuple[str, str]
    """Two similar words; a draw decides which of them the civilians get."""
    options: Options
    word_rules: int = WORD_RULES
    """The version of the rules on forms of the secret words."""
    name = "undercover"

    def __post_init__(self) -> None:
        check_options(self.options)

    @property
    def seats(self) -> tuple[str, ...]:
        return self.options.names

    def deal(self, rng: Random) -> State:
        """Draw the words of both sides, who is undercover, and who speaks first."""
        common, odd = rng.sample(self.pair, 2)
        seats = range(self.options.seats)
        chosen = rng.sample(seats, self.options.undercover)
        roles = tuple(Role.UNDERCOVER if seat in chosen else Role.CIVILIAN for seat in seats)
        words = tuple(odd if role is Role.UNDERCOVER else common for role in roles)
        return State(words, roles, self._draw_order(map(Seat, seats), rng))

    def list_roles(self, state: State) -> tuple[str, ...]:
        """List the role of each seat, for experiments."""
        return tuple(str(role) for role in state.roles)

    def awaits(self, state: State) -> frozenset[Seat]:
        """Await one speaker after the other, then the votes of all living seats."""
        if self._find_outcome(state) is not None:
            return frozenset()
        return frozenset(state.order[len(state.lines) :][:1] or state.order)

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the seat's own word, what was said, and the votes of finished rounds."""
        outcome = self._find_outcome(state)
        over = outcome is not None
        out = {done.out for done in state.rounds} if self.options.reveal_role else set()
        view = View if self.word_rules == WORD_RULES else OldView
        return view(
            seat=seat,
            number=len(state.rounds) + (not over),
            word=None if seat is None else state.words[seat],
            order=() if over else state.order,
            lines=state.lines,
            rounds=state.rounds,
            roles=tuple(
                role if over or place in out else None for place, role in enumerate(state.roles)
            ),
            words=state.words if over else None,
            outcome=outcome,
            options=_hide_words(self.options),
        )

    def moves(self, view: View) -> tuple[type[Move], ...]:
        """Allow the speaker to describe; later, all living seats to vote."""
        if view.seat is None or view.eliminated:
            return ()
        match view.stage:
            case Stage.DESCRIBE:
                return (Describe,) if view.speaker == view.seat else ()
            case Stage.VOTE:
                return (Accuse,)
            case Stage.OVER:
                return ()

    def fault(self, view: View, move: Move) -> str | None:
        """Find a reason why a move is illegal."""
        if type(move) not in self.moves(view):
            return "This is not the moment for that."
        match move:
            case Describe(line):
                return find_line_fault(view, line)
            case Accuse(name):
                return find_vote_fault(view, name)

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:
        """Publish a description, or count the votes."""
        votes: dict[Seat, Seat] = {}
        for seat, move in moves.items():
            match move:
                case Describe(line):
                    return replace(state, lines=(*state.lines, Line(seat, line)))
                case Accuse(name):
                    votes[seat] = Seat(self.seats.index(name))
        seats = tuple(map(Seat, range(self.options.seats)))
        by_seat = tuple(votes.get(seat) for seat in seats)
        done = Round(state.lines, by_seat, find_most_voted(votes.values(), state.order))
        rounds = (*state.rounds, done)
        order = self._draw_order(list_living(self.options.seats, rounds), rng)
        return State(state.words, state.roles, order, (), rounds)

    def score(self, state: State) -> Mapping[Seat, float] | None:
        """Give 1 to each winner, eliminated ones included, or 0.5 to each seat in a draw."""
        outcome = self._find_outcome(state)
        if outcome is None:
            return None
        winning = Role.CIVILIAN if outcome == "civilians" else Role.UNDERCOVER
        return {
            Seat(seat): 0.5 if outcome == "draw" else float(role is winning)
            for seat, role in enumerate(state.roles)
        }

    def _draw_order(self, seats: Iterable[Seat], rng: Random) -> tuple[Seat, ...]:
        given = tuple(seats)
        return given if self.options.order == "fixed" else tuple(rng.sample(given, len(given)))

    def _find_outcome(self, state: State) -> Winner | None:
        if state.lines:
            return None
        left = [state.roles[seat] for seat in list_living(self.options.seats, state.rounds)]
        if Role.UNDERCOVER not in left:
            return "civilians"
        if left.count(Role.CIVILIAN) <= 1:
            return "undercover"
        return "draw" if len(state.rounds) >= self.options.rounds else None


@lru_cache(maxsize=64)
def _hide_words(options: Options) -> Options:
    """Blank the option that may contain the secret words."""
    return replace(options, words="")


def find_most_voted(votes: Iterable[Seat], living: Iterable[Seat]) -> Seat | None:
    """Find the living seat with the most votes; `None` if several tie, or none got a vote."""
    tally = Counter(votes)
    counts = {seat: tally[seat] for seat in living}
    most = max(counts.values())
    first = [seat for seat, count in counts.items() if count == most]
    return first[0] if most and len(first) == 1 else None


def draw_pair(options: Options, rng: Random) -> Pair:
    """Take the pair that a user gave, or draw one from a theme or a file.

    Raises:
        OptionError: If there is none.
    """
    wanted = options.words.strip() or ALL_THEMES
    if "," in wanted:
        words = tuple(clean_pair_word(word) for word in wanted.split(","))
        if len(words) != 2:
            raise OptionError(f"words: give two words with a comma between, not {len(words)}.")
        one, other = words
        _check_different((one, other))
        return one, other
    themed = read_undercover_pairs()
    themes = (*dict.fromkeys(theme for theme, _, _ in themed), ALL_THEMES)
    if wanted in themes:
        found = [(one, other) for theme, one, other in themed if wanted in (theme, ALL_THEMES)]
    else:
        near = get_close_matches(wanted.lower(), themes, 1)
        guess = f" (did you mean {near[0]!r}?)" if near else ""
        known = ", ".join(themes)
        found = read_pairs(
            Path(wanted),
            f"words: give a theme, one of {known}{guess}, two words with a comma between, "
            f"or a TSV file",
        )
    if not options.nested:
        found = [pair for pair in found if not is_nested(*pair)]
    if not found:
        raise OptionError("words: there is no pair left of which no word contains the other.")
    return rng.choice(found)


def load_pair(material: Mapping[str, Any]) -> Pair:
    """Take the pair from the material in a journal.

    Raises:
        OptionError: If it holds no pair; the message quotes no word.
    """
    match material.get("pair"):
        case [str(one), str(other)] if fold_words(one) != fold_words(other):
            if is_clean_word(one, LONGEST_WORD) and is_clean_word(other, LONGEST_WORD):
                return one, other
    raise OptionError("the material of Undercover is a pair of words.")


def is_nested(one: str, other: str) -> bool:
    """Whether one of two words contains the other, as they are spelled."""
    a, b = ("".join(fold_words(word)) for word in (one, other))
    return a in b or b in a


def read_pairs(path: Path, wanted: str) -> list[Pair]:
    """Read the pairs of a TSV file: two columns, which a theme may precede and others follow.

    Raises:
        OptionError: If it cannot be read, or a line holds no pair.
    """
    found = []
    for line in read_option_file(path, wanted):
        cells = [cell.strip() for cell in line.split("\t")]
        if not COLUMN_NAMES.isdisjoint(cells):
            continue
        if len(cells) < 2:
            raise OptionError(
                f"words: a line of {clean(path.name)!r} is no pair, as it has no tab: "
                f"{clean(line, 60)!r}."
            )
        one, other = map(clean_pair_word, cells[:2] if len(cells) == 2 else cells[1:3])
        _check_different((one, other))
        found.append((one, other))
    if not found:
        raise OptionError(f"words: there is no pair in {clean(path.name)!r}.")
    return found


def clean_pair_word(text: str) -> str:
    """Clean one word of a pair.

    Raises:
        OptionError: If it is empty or too long.
    """
    requirement = f"words: each word of a pair has 1 to {LONGEST_WORD} characters, unlike"
    return clean_word(text, LONGEST_WORD, requirement)


def _check_different(pair: Pair) -> None:
    if fold_words(pair[0]) == fold_words(pair[1]):
        raise OptionError(f"words: a pair is two different words, not twice {pair[0]!r}.")


def _draw_material(options: Options, rng: Random) -> Material:
    return {"pair": list(draw_pair(options, rng)), "word_rules": WORD_RULES}


def _create_game(options: Options, material: Material) -> Undercover:
    return Undercover(load_pair(material), options, load_word_rules(material))


@dataclass(frozen=True, slots=True)
class UndercoverPromptSettings(StepwisePromptSettings):
    """The settings of a model's seat."""

    beliefs: Annotated[
        bool,
        Note("Also ask whom the model trusts and what it takes itself for, for CoMet's metrics."),
    ] = False


GAME: GameDefinition[Options, View, Move] = GameDefinition(
    name="undercover",
    title="Undercover",
    summary="Describe your word, and find out who has a different one.",
    tagline="Who has a different word?",
    minutes=15,
    limit_reason="rounds",
    reasons=("caught", "last_civilian", "rounds"),
    list_seats=lambda options: options.names,
    options_type=Options,
    draw_material=_draw_material,
    create_game=_create_game,
    vector_settings=VectorSettings,
    prompt_settings=UndercoverPromptSettings,
    move_types=(Describe, Accuse),
    word_lists=("facts",),
    has_own_columns=True,
)
