"""The rules of Decrypto for three players, and the game's definition for the catalog."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from engine.game import Seat
from engine.games.decrypto.keywords_and_recorded_games import (
    PLAYED_HERE,
    Recorded,
    draw_keywords,
    load_keywords,
    load_recorded,
)
from engine.games.decrypto.view_and_moves import (
    CODES,
    SEATS,
    Code,
    Guess,
    Hint,
    Hints,
    Keywords,
    Move,
    OldView,
    Options,
    Outcome,
    Role,
    Round,
    VectorSettings,
    View,
    find_guess_fault,
    find_hints_fault,
)
from engine.games.definition import GameDefinition, Material
from engine.games.prompt_template_files import PromptSettings
from engine.word_forms import WORD_RULES, load_word_rules


@dataclass(frozen=True, slots=True)
class State:
    """The full state of a match, secrets included; only `Match` and the rules see it."""

    keywords: Keywords
    code: Code
    hints: Hints | None = None
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True, slots=True)
class Decrypto:
    """The rules, for four keywords (Decrypto benchmark, section 3)."""

    keywords: Keywords
    options: Options
    word_rules: int = WORD_RULES
    """The version of the rules on forms of the secret words."""
    recorded: Recorded = PLAYED_HERE
    """Codes and irregular moves of a match that was played elsewhere."""
    name = "decrypto"
    seats = SEATS

    def deal(self, rng: Random) -> State:
        """Draw the first code, or take it from the record."""
        return State(self.keywords, self._take_code((), rng))

    def awaits(self, state: State) -> frozenset[Seat]:
        """Await the encoder, then both guessers at once."""
        if self._is_over(state):
            return frozenset()
        if state.hints is None:
            return frozenset({Seat(Role.ENCODER)})
        return frozenset({Seat(Role.DECODER), Seat(Role.INTERCEPTOR)})

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the keywords only to the team, and the code only to the encoder."""
        role = None if seat is None else Role(seat)
        over = self._is_over(state)
        team = role in (Role.ENCODER, Role.DECODER)
        view = View if self.word_rules == WORD_RULES else OldView
        return view(
            role=role,
            number=len(state.rounds) + (not over),
            keywords=state.keywords if team or over else None,
            code=state.code if role is Role.ENCODER and not over else None,
            hints=state.hints,
            rounds=state.rounds,
            options=replace(self.options, keywords="") if self.options.keywords else self.options,
            outcome=self._find_outcome(state),
            over=over,
        )

    def moves(self, view: View) -> tuple[type[Move], ...]:
        """Allow hints to the encoder, then guesses to the others."""
        if view.over or view.role is None:
            return ()
        if view.hints is None:
            return (Hint,) if view.role is Role.ENCODER else ()
        return () if view.role is Role.ENCODER else (Guess,)

    def fault(self, view: View, move: Move) -> str | None:
        """Find a reason why a move is illegal."""
        if type(move) not in self.moves(view):
            return "This is not the moment for that."
        if self.recorded.accepts(view, move):
            return None
        match move:
            case Hint(words):
                return find_hints_fault(view, words)
            case Guess(code):
                return find_guess_fault(code)

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:
        """Publish the hints, or compare both guesses with the code."""
        match moves:
            case {Role.ENCODER: Hint(words)}:
                return replace(state, hints=words)
            case {Role.DECODER: Guess(decoder), Role.INTERCEPTOR: Guess(interceptor)}:
                assert state.hints is not None
                done = Round(state.hints, state.code, decoder, interceptor)
                rounds = (*state.rounds, done)
                return State(state.keywords, self._take_code(rounds, rng), None, rounds)
        raise AssertionError(f"not a turn: {moves}")

    def _take_code(self, rounds: tuple[Round, ...], rng: Random) -> Code:
        """Take the next recorded code, or draw one that has not been played."""
        if len(rounds) < len(self.recorded.codes):
            return self.recorded.codes[len(rounds)]
        fresh = [code for code in CODES if code not in {r.code for r in rounds}]
        return rng.choice(fresh) if fresh else rounds[-1].code

    def score(self, state: State) -> Mapping[Seat, float] | None:
        """Give 1 to the winners and 0 to the losers; the team wins together."""
        outcome = self._find_outcome(state)
        if outcome is None or not self._is_over(state):
            return None
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


def _draw_material(options: Options, rng: Random) -> Material:
    return {"keywords": list(draw_keywords(options.keywords, rng)), "word_rules": WORD_RULES}


def _create_game(options: Options, material: Material) -> Decrypto:
    rules = load_word_rules(material)
    return Decrypto(load_keywords(material), options, rules, load_recorded(material))


GAME: GameDefinition[Options, View, Move] = GameDefinition(
    name="decrypto",
    title="Decrypto",
    summary="Give hints that your teammate understands and the interceptor does not.",
    tagline="Secret codes, overheard",
    minutes=25,
    limit_reason="survived",
    reasons=("survived", "miscommunication", "interception", "both"),
    informed_seats=("encoder", "decoder"),
    speaking_seats=("encoder",),
    list_seats=lambda _: SEATS,
    options_type=Options,
    draw_material=_draw_material,
    create_game=_create_game,
    prompt_settings=PromptSettings,
    vector_settings=VectorSettings,
    move_types=(Hint, Guess),
)
