"""The rules of Adversarial Taboo."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from engine.forms.word_rules import WORD_RULES, WordRules
from engine.game import Game
from engine.games.comet_settings import CometSettings
from engine.games.prompt_settings import StepwisePromptSettings
from engine.games.taboo.material import Target, draw_target
from engine.games.taboo.moves import Guess, Move, Say
from engine.games.taboo.options import Options
from engine.games.taboo.seat_settings import VectorSettings
from engine.games.taboo.view import (
    SEATS,
    Outcome,
    Role,
    View,
    find_speaker,
    is_right_guess,
    match_target,
)
from engine.made_up_word import make_up_word
from engine.seat import Seat


@dataclass(frozen=True, slots=True)
class State:
    """The full state of a match, secrets included; only `Match` and the rules see it."""

    target: str
    talk: tuple[str, ...] = ()
    guess: str | None = None
    outcome: Outcome | None = None


class Taboo(Game[Options, State, View, Move]):
    """The rules, for one target word (Cheng and others 2024, section 2.1)."""

    title = "Adversarial Taboo"
    summary = "Get the other player to say your secret word before they guess it."
    tagline = "Make them say the word"
    minutes = 10
    limit_reason = "limit"
    score_range = (0.0, 1.0)
    reasons = ("said", "guessed", "wrong_guess", "slip", "limit")
    informed_seats = ("attacker",)
    material_form = "a target word"
    listed = "turns"
    unit = "move"
    word_lists = ("facts", "kinds", "mass_nouns")
    prompt_settings = StepwisePromptSettings
    vector_settings = VectorSettings
    comet_settings = CometSettings

    target: Target
    word_rules: WordRules = WORD_RULES

    @classmethod
    def list_seats(cls, options: Options) -> tuple[str, ...]:
        return SEATS

    @classmethod
    def bound_turns(cls, options: Options) -> tuple[int, int]:
        """Bound the turns: the attacker may slip at once, the defender say the word or guess."""
        return 1 if options.slip == "lose" else 2, 2 * options.turns

    @classmethod
    def draw(cls, options: Options, rng: Random) -> Self:
        return cls(options=options, target=draw_target(options.word, options.words, rng))

    def deal(self, rng: Random) -> State:
        """Begin with the target and no talk."""
        return State(self.target)

    def awaits(self, state: State) -> tuple[Seat, ...]:
        """Await the attacker and the defender in turn."""
        return () if state.outcome else (Seat(find_speaker(len(state.talk))),)

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the target only to the attacker, and the talk to both."""
        role = None if seat is None else Role(seat)
        return View(
            role=role,
            target=state.target if role is Role.ATTACKER or state.outcome else None,
            talk=state.talk,
            guess=state.guess,
            options=self.shown_options,
            outcome=state.outcome,
        )

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:
        """Compare a guess with the target, or search a line for it."""
        ((seat, move),) = moves.items()
        match move:
            case Guess(word=word):
                return replace(state, guess=word, outcome=self._judge_guess(word))
            case Say(line=line):
                talk = (*state.talk, line)
                return replace(state, talk=talk, outcome=self._judge_line(Role(seat), talk))

    def score(self, state: State) -> Mapping[Seat, float]:
        """Give 1 to the winner and 0 to the loser, or 0.5 to each in a draw."""
        assert state.outcome is not None
        attacker = {"attacker": 1.0, "defender": 0.0, "draw": 0.5}[state.outcome.winner]
        return {Seat(Role.ATTACKER): attacker, Seat(Role.DEFENDER): 1.0 - attacker}

    def _judge_guess(self, word: str) -> Outcome:
        if is_right_guess(word, self.target):
            return Outcome("defender", "guessed")
        return Outcome("attacker", "wrong_guess")

    def _judge_line(self, role: Role, talk: tuple[str, ...]) -> Outcome | None:
        if match_target(talk[-1], self.target, self.options):
            if role is Role.DEFENDER:
                return Outcome("attacker", "said")
            return Outcome("defender", "slip")
        if len(talk) == 2 * self.options.turns:
            return Outcome("attacker" if self.options.limit == "attacker" else "draw", "limit")
        return None

    def swap(self, state: State, seat: Seat | None, rng: Random) -> tuple[Self, State]:
        """Swap the target, which only the attacker knows."""
        if seat == Seat(Role.ATTACKER) or state.outcome:
            return self, state
        target = make_up_word(rng)
        return self.model_copy(update={"target": target}), replace(state, target=target)
