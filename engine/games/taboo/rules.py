"""The rules of Adversarial Taboo, the choice of its target word, and the game's definition.

A third of the file draws the target word, or reads it from an option, a file of words or a journal,
and checks that it is a single word. `GAME` is the definition for the catalog.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

from engine.game import Seat
from engine.games.definition import GameDefinition, Material
from engine.games.prompt_template_files import StepwisePromptSettings
from engine.games.taboo.view_and_moves import (
    LONGEST_WORD,
    SEATS,
    Guess,
    Move,
    OldView,
    Options,
    Outcome,
    Role,
    Say,
    VectorSettings,
    View,
    find_guess_fault,
    find_line_fault,
    find_speaker,
    is_right_guess,
)
from engine.options import OptionError, clean_word, is_clean_word, read_option_file
from engine.text import clean, fold_words
from engine.word_forms import WORD_RULES, load_word_rules, match_in_line
from words.word_lists import read_taboo_targets


@dataclass(frozen=True, slots=True)
class State:
    """The full state of a match, secrets included; only `Match` and the rules see it."""

    target: str
    talk: tuple[str, ...] = ()
    guess: str | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Taboo:
    """The rules, for one target word (Cheng and others 2024, section 2.1)."""

    target: str
    options: Options
    word_rules: int = WORD_RULES
    """The version of the rules on forms of the secret words."""
    name = "taboo"
    seats = SEATS

    def deal(self, rng: Random) -> State:  # noqa: ARG002
        """Begin with the target and no talk."""
        return State(self.target)

    def awaits(self, state: State) -> frozenset[Seat]:
        """Await the attacker and the defender in turn."""
        if state.outcome:
            return frozenset()
        return frozenset({Seat(find_speaker(len(state.talk)))})

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the target only to the attacker, and the talk to both."""
        role = None if seat is None else Role(seat)
        view = View if self.word_rules == WORD_RULES else OldView
        return view(
            role=role,
            target=state.target if role is Role.ATTACKER or state.outcome else None,
            talk=state.talk,
            guess=state.guess,
            options=replace(self.options, word="", words=""),
            outcome=state.outcome,
        )

    def moves(self, view: View) -> tuple[type[Move], ...]:
        """Allow a line, and a guess for the defender."""
        if view.over or view.role is not view.turn:
            return ()
        return (Say,) if view.role is Role.ATTACKER else (Say, Guess)

    def fault(self, view: View, move: Move) -> str | None:
        """Find a reason why a move is illegal."""
        if type(move) not in self.moves(view):
            return "This is not the moment for that."
        match move:
            case Say(line):
                return find_line_fault(view, line)
            case Guess(word):
                return find_guess_fault(word)

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:  # noqa: ARG002
        """Compare a guess with the target, or search a line for it."""
        ((seat, move),) = moves.items()
        match move:
            case Guess(word):
                return replace(state, guess=word, outcome=self._judge_guess(word))
            case Say(line):
                talk = (*state.talk, line)
                return replace(state, talk=talk, outcome=self._judge_line(Role(seat), talk))

    def score(self, state: State) -> Mapping[Seat, float] | None:
        """Give 1 to the winner and 0 to the loser, or 0.5 to each in a draw."""
        if state.outcome is None:
            return None
        attacker = {"attacker": 1.0, "defender": 0.0, "draw": 0.5}[state.outcome.winner]
        return {Seat(Role.ATTACKER): attacker, Seat(Role.DEFENDER): 1.0 - attacker}

    def _judge_guess(self, word: str) -> Outcome:
        if is_right_guess(word, self.target, self.word_rules):
            return Outcome("defender", "guessed")
        return Outcome("attacker", "wrong_guess")

    def _judge_line(self, role: Role, talk: tuple[str, ...]) -> Outcome | None:
        if match_in_line(talk[-1], self.target, self.word_rules):
            if role is Role.DEFENDER:
                return Outcome("attacker", "said")
            return Outcome("defender", "slip")
        if len(talk) == 2 * self.options.turns:
            return Outcome("attacker" if self.options.limit == "attacker" else "draw", "limit")
        return None


def draw_target(word: str, words: str, rng: Random) -> str:
    """Take the target that a user gave, or draw one.

    Args:
        word: The target; empty to draw one.
        words: The path of a file to draw it from, UTF-8 text with a word in each line (blank
            lines and lines that start with # do not count); blank for our own.
        rng: Draws.

    Raises:
        OptionError: If there is no usable word, or both a word and a file are given.
    """
    if word.strip() and words.strip():
        raise OptionError("word and words: give the target word, or a file of words, not both.")
    if word.strip():
        return clean_target(word, "word")
    return rng.choice(read_target_file(Path(words)) if words.strip() else read_taboo_targets())


def load_target(material: Mapping[str, Any]) -> str:
    """Take the target from the material in a journal.

    Raises:
        OptionError: If it holds no word; the message does not quote it.
    """
    target = material.get("target")
    if is_clean_word(target, LONGEST_WORD) and _is_single_word(target):
        return target
    raise OptionError("the material of Adversarial Taboo is a target word.")


def read_target_file(path: Path) -> tuple[str, ...]:
    """Read the target words of a file.

    Raises:
        OptionError: If it cannot be read, has a line that is no single word, or has no word.
    """
    lines = read_option_file(path, "words: give a file with a target word in each line")
    found = [clean_target(line, f"words: {clean(path.name)!r}") for line in lines]
    if not found:
        raise OptionError(f"words: there is no target word in {clean(path.name)!r}.")
    return tuple(dict.fromkeys(found))


def clean_target(text: str, where: str) -> str:
    """Clean one target word.

    Args:
        text: The word.
        where: The option or the file, the beginning of an error message.

    Raises:
        OptionError: If it is not a single word.
    """
    requirement = f"{where}: a target is a single word of at most {LONGEST_WORD} characters, not"
    word = clean_word(text, LONGEST_WORD, requirement)
    if not _is_single_word(word):
        raise OptionError(f"{requirement} {word!r}.")
    return word


def _is_single_word(word: str) -> bool:
    return len(fold_words(word)) == 1 and len(word.split()) == 1


def _draw_material(options: Options, rng: Random) -> Material:
    return {"target": draw_target(options.word, options.words, rng), "word_rules": WORD_RULES}


def _create_game(options: Options, material: Material) -> Taboo:
    return Taboo(load_target(material), options, load_word_rules(material))


GAME: GameDefinition[Options, View, Move] = GameDefinition(
    name="taboo",
    title="Adversarial Taboo",
    summary="Get the other player to say your secret word before they guess it.",
    tagline="Make them say the word",
    minutes=10,
    limit_reason="limit",
    reasons=("said", "guessed", "wrong_guess", "slip", "limit"),
    informed_seats=("attacker",),
    list_seats=lambda _: SEATS,
    options_type=Options,
    draw_material=_draw_material,
    create_game=_create_game,
    vector_settings=VectorSettings,
    prompt_settings=StepwisePromptSettings,
    move_types=(Say, Guess),
    listed="turns",
    unit="move",
)
