"""The rules of Decrypto for three players."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Self

from engine.forms.rules import WORD_RULES, WordRules
from engine.game import Game
from engine.games.decrypto.material import CleanKeywords, draw_keywords
from engine.games.decrypto.moves import CODES, Code, Guess, Hint, Hints, Move
from engine.games.decrypto.options import (
    DecryptoPromptSettings,
    Options,
    PragmaticSettings,
    VectorSettings,
)
from engine.games.decrypto.recorded import MaybeRecorded
from engine.games.decrypto.view import (
    ENCODER,
    GUESSERS,
    SEATS,
    Keywords,
    Outcome,
    Role,
    Round,
    View,
)
from engine.seat import Seat
from engine.wording import make_up_word


@dataclass(frozen=True, slots=True)
class State:
    """The full state of a match, secrets included; only `Match` and the rules see it."""

    keywords: Keywords
    code: Code
    hints: Hints | None = None
    rounds: tuple[Round, ...] = ()


class Decrypto(Game[Options, State, View, Move]):
    """The rules, for four keywords (Decrypto benchmark, section 3)."""

    title = "Decrypto"
    summary = "Give hints that your teammate understands and the interceptor does not."
    tagline = "Secret codes, overheard"
    minutes = 25
    material_form = "four keywords"
    limit_reason = "survived"
    reasons = ("survived", "miscommunication", "interception", "both")
    informed_seats = ("encoder", "decoder")
    speaking_seats = ("encoder",)
    prompt_settings = DecryptoPromptSettings
    vector_settings = VectorSettings
    pragmatic_settings = PragmaticSettings

    keywords: CleanKeywords
    word_rules: WordRules = WORD_RULES
    recorded: MaybeRecorded = None
    """Codes and irregular moves of a match that was played elsewhere."""

    @classmethod
    def list_seats(cls, options: Options) -> tuple[str, ...]:
        return SEATS

    @classmethod
    def draw(cls, options: Options, rng: Random) -> Self:
        return cls(options=options, keywords=draw_keywords(options.keywords, rng))

    def deal(self, rng: Random) -> State:
        """Draw the first code, or take it from the record."""
        return State(self.keywords, self._take_code((), rng))

    def awaits(self, state: State) -> tuple[Seat, ...]:
        """Await the encoder, then both guessers at once."""
        if self._is_over(state):
            return ()
        return (ENCODER,) if state.hints is None else GUESSERS

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the keywords only to the team, and the code only to the encoder."""
        role = None if seat is None else Role(seat)
        over = self._is_over(state)
        team = role in (Role.ENCODER, Role.DECODER)
        return View(
            role=role,
            number=len(state.rounds) + (not over),
            keywords=state.keywords if team or over else None,
            code=state.code if role is Role.ENCODER and not over else None,
            hints=state.hints,
            rounds=state.rounds,
            options=self.shown_options,
            outcome=self._find_outcome(state),
            over=over,
        )

    def fault(self, view: View, move: Move) -> str | None:
        if self.recorded and type(move) in view.asked and self.recorded.accepts(view, move):
            return None
        return view.judge(move)

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:
        """Publish the hints, or compare both guesses with the code."""
        match moves:
            case {Role.ENCODER: Hint(words=words)}:
                return replace(state, hints=words)
            case {Role.DECODER: Guess(code=decoder), Role.INTERCEPTOR: Guess(code=interceptor)}:
                assert state.hints is not None
                done = Round(state.hints, state.code, decoder, interceptor)
                rounds = (*state.rounds, done)
                return State(state.keywords, self._take_code(rounds, rng), None, rounds)
        raise AssertionError(f"not a turn: {moves}")

    def _take_code(self, rounds: tuple[Round, ...], rng: Random) -> Code:
        """Take the next recorded code, or draw one that has not been played."""
        if self.recorded and len(rounds) < len(self.recorded.codes):
            return self.recorded.codes[len(rounds)]
        fresh = [code for code in CODES if code not in {r.code for r in rounds}]
        return rng.choice(fresh) if fresh else rounds[-1].code

    def score(self, state: State) -> Mapping[Seat, float]:
        """Give 1 to the winners and 0 to the losers; the team wins together."""
        outcome = self._find_outcome(state)
        assert outcome is not None
        team = float(outcome.winner == "team")
        return {Seat(0): team, Seat(1): team, Seat(2): 1.0 - team}

    def _is_over(self, state: State) -> bool:
        if len(state.rounds) >= self.options.rounds:
            return True
        return not self.options.play_on and self._find_outcome(state) is not None

    def _find_outcome(self, state: State) -> Outcome | None:
        misses = hits = 0
        for number, done in enumerate(state.rounds, 1):
            counts = number > 1 or self.options.first_round_interception
            misses += done.miscommunication
            hits += done.interception and counts
            missed, hit = misses >= self.options.tokens, hits >= self.options.tokens
            if missed and hit:
                return Outcome("interceptor", "both", number)
            if missed:
                return Outcome("interceptor", "miscommunication", number)
            if hit:
                return Outcome("interceptor", "interception", number)
        if len(state.rounds) >= self.options.rounds:
            return Outcome("team", "survived", len(state.rounds))
        return None

    def swap(self, state: State, seat: Seat | None, rng: Random) -> tuple[Self, State]:
        """Swap the code, which only the encoder knows, and the keywords, which the team knows."""
        if seat == Seat(Role.ENCODER) or self._is_over(state):
            return self, state
        other = replace(state, code=rng.choice(CODES))
        if seat == Seat(Role.DECODER):
            return self, other
        a, b, c, d = (make_up_word(rng) for _ in range(4))
        keywords = (a, b, c, d)
        return self.model_copy(update={"keywords": keywords}), replace(other, keywords=keywords)
