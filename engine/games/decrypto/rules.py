"""The rules of Decrypto for three players, and for more in two teams."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Self

from pydantic import model_validator

from engine.errors import OptionError
from engine.forms.word_rules import WORD_RULES, WordRules
from engine.game import Game
from engine.games.decrypto.material import CleanKeywords, draw_keywords
from engine.games.decrypto.moves import CODES, Code, Guess, Hint, Hints, Move, Words
from engine.games.decrypto.options import Options
from engine.games.decrypto.recorded_match import MaybeRecorded
from engine.games.decrypto.roles import (
    TEAMS,
    Role,
    Team,
    assign_roles,
    find_team,
    list_guessers,
    list_partners,
    list_seat_names,
    list_team,
    list_word_guessers,
)
from engine.games.decrypto.seat_settings import (
    DecryptoPromptSettings,
    PragmaticSettings,
    VectorSettings,
)
from engine.games.decrypto.view import (
    Keywords,
    OtherTeam,
    Outcome,
    Round,
    View,
    count_right_words,
)
from engine.made_up_word import make_up_word
from engine.players.word_players import VECTORS
from engine.seat import Seat


@dataclass(frozen=True, slots=True)
class State:
    """The full state of a match, secrets included; only `Match` and the rules see it."""

    keywords: Keywords
    code: Code
    hints: Hints | None = None
    rounds: tuple[Round, ...] = ()
    team: Team | None = None
    """The team whose keywords these are, which gives hints now; `None` with three seats."""
    other: "State | None" = None
    """The other team, which waits; `None` with three seats."""
    named: Keywords | None = None
    """What the rivals took the keywords to be, after a tie."""

    @property
    def number(self) -> int:
        """The current round, counted from 1."""
        return len(self.rounds) + 1


class Decrypto(Game[Options, State, View, Move]):
    """The rules, for four keywords (Decrypto benchmark, section 3)."""

    title = "Decrypto"
    summary = "Give hints that your team understands and an interceptor does not."
    tagline = "Secret codes, overheard"
    minutes = 25
    material_form = "four keywords"
    limit_reason = "survived"
    score_range = (0.0, 1.0)
    reasons = ("survived", "miscommunication", "interception", "both", "points", "words", "tie")
    informed_seats = ("encoder", "decoder")
    speaking_seats = ("encoder",)
    prompt_settings = DecryptoPromptSettings
    vector_settings = VectorSettings
    pragmatic_settings = PragmaticSettings

    keywords: CleanKeywords
    black_keywords: CleanKeywords | None = None
    """The keywords of the second of two teams."""
    word_rules: WordRules = WORD_RULES
    recorded: MaybeRecorded = None
    """Codes and irregular moves of a match that was played elsewhere."""

    @model_validator(mode="after")
    def check_keywords(self) -> Self:
        """Refuse a match of two teams without the keywords of both.

        Raises:
            OptionError: If they are missing.
        """
        if self.options.has_teams and self.black_keywords is None:
            raise OptionError("the material of Decrypto for two teams is twice four keywords.")
        return self

    @property
    def tries(self) -> int:
        """How often a player is asked for a move before it counts as failed."""
        return self.options.tries

    @classmethod
    def list_seats(cls, options: Options) -> tuple[str, ...]:
        return list_seat_names(options)

    @classmethod
    def list_teams(cls, options: Options) -> Mapping[str, tuple[str, ...]]:
        if not options.has_teams:
            return {}
        names = list_seat_names(options)
        return {team: tuple(names[seat] for seat in list_team(options, team)) for team in TEAMS}

    @classmethod
    def list_idle_options(cls, options: Options) -> frozenset[str]:
        """In two teams roles always go round, and nobody intercepts in round 1."""
        return frozenset({"swap_roles", "first_round_interception"} if options.has_teams else ())

    @classmethod
    def bound_turns(cls, options: Options) -> tuple[int, int]:
        """Bound the turns: a hint and guesses each round, for each team; teams may name words."""
        shortest = options.rounds if options.play_on else min(options.tokens, options.rounds)
        teams = 2 if options.has_teams else 1
        return 2 * teams * shortest, 2 * teams * options.rounds + options.has_teams

    @classmethod
    def know_company(cls, seat: Seat, players: Sequence[str]) -> Mapping[str, Any]:
        kinds = {players[one] for one in list_partners(seat, len(players)) if one < len(players)}
        if not kinds.isdisjoint(VECTORS):
            return {"partner": "vectors"}
        return {"partner": "person" if "human" in kinds else "program"}

    @classmethod
    def draw(cls, options: Options, rng: Random) -> Self:
        white, *black = draw_keywords(options.keywords, rng, 2 if options.has_teams else 1)
        return cls(options=options, keywords=white, black_keywords=black[0] if black else None)

    def deal(self, rng: Random) -> State:
        """Draw the first code of each team, or take it from the record."""
        first = State(self.keywords, self._take_code((), rng))
        if not self.options.has_teams:
            return first
        assert self.black_keywords is not None
        white, black = TEAMS
        other = State(self.black_keywords, self._take_code((), rng), team=black)
        return replace(first, team=white, other=other)

    def awaits(self, state: State) -> tuple[Seat, ...]:
        """Await the encoder, then the guessers at once; after a tie one of each team."""
        if self._is_over(state):
            return ()
        if self._is_tied(state):
            return list_word_guessers(self.options, state.number - 1)
        if state.hints is None:
            return (assign_roles(self.options, state.team, state.number)[Role.ENCODER],)
        return list_guessers(self.options, state.team, state.number)

    def view(self, state: State, seat: Seat | None) -> View:
        """Show the keywords only to their team, and the code only to the encoder."""
        over, tied = self._is_over(state), self._is_tied(state)
        roles = assign_roles(self.options, state.team, state.number)
        role = next((role for role, holder in roles.items() if holder == seat), None)
        view = View(
            seat=seat,
            role=None if tied else role,
            number=len(state.rounds) + (not over and not tied),
            tied=tied,
            named=state.named,
            keywords=state.keywords if over or self._knows(state, seat) else None,
            code=state.code if role is Role.ENCODER and not over and not tied else None,
            hints=state.hints,
            rounds=state.rounds,
            team=state.team,
            other=self._view_other(state.other, seat, over=over) if state.other else None,
            options=self.shown_options,
            outcome=self._find_outcome(state),
            over=over,
        )
        if tied and seat in view.awaited:  # it looks at the keywords that it guesses
            rival = TEAMS[find_team(self.options, seat) == TEAMS[0]]
            return view.look_at(rival).model_copy(update={"role": Role.INTERCEPTOR})
        return view

    def _view_other(self, state: State, seat: Seat | None, *, over: bool) -> OtherTeam:
        """Show the keywords of the team that waits only to its seats."""
        known = over or self._knows(state, seat)
        return OtherTeam(state.keywords if known else None, state.rounds, state.named)

    def _knows(self, state: State, seat: Seat | None) -> bool:
        """Whether a seat knows the keywords: all of the team that gives hints, but no rival."""
        if seat is None:
            return False
        if state.team is None:
            roles = assign_roles(self.options, None, state.number)
            return seat != roles[Role.INTERCEPTOR]
        return find_team(self.options, seat) == state.team

    def fault(self, view: View, move: Move) -> str | None:
        if self.recorded and type(move) in view.asked and self.recorded.accepts(view, move):
            return None
        return view.judge(move)

    def play(self, state: State, moves: Mapping[Seat, Move], rng: Random) -> State:
        """Publish the hints, or compare both guesses with the code."""
        if self._is_tied(state):
            return self._name_words(state, moves)
        roles = assign_roles(self.options, state.team, state.number)
        made = {role: moves[seat] for role, seat in roles.items() if seat in moves}
        match made:
            case {Role.ENCODER: Hint(words=words)}:
                return replace(state, hints=words)
            case {Role.DECODER: Guess(code=decoder), Role.INTERCEPTOR: Guess(code=interceptor)}:
                return self._end_round(state, decoder, interceptor, rng)
            case {Role.DECODER: Guess(code=decoder)}:
                return self._end_round(state, decoder, None, rng)
        raise AssertionError(f"not a turn: {moves}")

    def _end_round(
        self, state: State, decoder: Code, interceptor: Code | None, rng: Random
    ) -> State:
        """Compare the guesses with the code; then the other team gives hints, if there is one."""
        assert state.hints is not None
        done = Round(state.hints, state.code, decoder, interceptor)
        rounds = (*state.rounds, done)
        code = self._take_code(rounds, rng)
        after = replace(state, code=code, hints=None, rounds=rounds, other=None)
        return after if state.other is None else replace(state.other, other=after)

    def _name_words(self, state: State, moves: Mapping[Seat, Move]) -> State:
        """Keep what each team took the keywords of the other to be."""
        assert state.other is not None
        named: dict[Team | None, Keywords] = {}
        for seat, move in moves.items():
            assert isinstance(move, Words)
            named[find_team(self.options, seat)] = move.keywords
        other = replace(state.other, named=named[state.team])
        return replace(state, named=named[state.other.team], other=other)

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
        if self.options.has_teams:
            return {
                Seat(seat): 0.5
                if outcome.winner == "draw"
                else float(find_team(self.options, Seat(seat)) == outcome.winner)
                for seat in range(self.options.players)
            }
        team = float(outcome.winner == "team")
        return {Seat(0): team, Seat(1): team, Seat(2): 1.0 - team}

    def _is_over(self, state: State) -> bool:
        last = len(state.rounds)
        if state.other is not None:
            last = min(last, len(state.other.rounds))
        if last >= self.options.rounds:
            return not self._is_tied(state)
        return not self.options.play_on and self._find_outcome(state) is not None

    def _is_tied(self, state: State) -> bool:
        """Whether two teams are equal after the last round, and have not named keywords yet."""
        if state.other is None or state.named is not None:
            return False
        white, black = (one.rounds for one in _list_sides(state))
        last = len(white) >= self.options.rounds or not self.options.play_on
        outcome = find_team_outcome(white, black, self.options)
        return last and len(white) == len(black) and outcome is not None and outcome.reason == "tie"

    def _find_outcome(self, state: State) -> Outcome | None:
        if state.other is not None:
            return self._find_winner(*_list_sides(state))
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

    def _find_winner(self, white: State, black: State) -> Outcome | None:
        """Find out how a game of two teams was decided, by the keywords if they were equal."""
        outcome = find_team_outcome(white.rounds, black.rounds, self.options)
        if outcome is not None and outcome.reason == "tie":
            return find_words_outcome(white, black, outcome)
        return outcome

    def swap(self, state: State, seat: Seat | None, rng: Random) -> tuple[Self, State]:
        """Swap the codes, but for the encoder's, and the keywords of whom the seat is no ally."""
        if self._is_over(state):
            return self, state
        encoder = assign_roles(self.options, state.team, state.number)[Role.ENCODER]
        swapped = self._swap_side(state, seat, rng, knows_code=seat == encoder)
        if state.other is not None:
            other = self._swap_side(state.other, seat, rng, knows_code=False)
            swapped = replace(swapped, other=other)
        white, *black = (side.keywords for side in _list_sides(swapped))
        words = {"keywords": white, "black_keywords": black[0] if black else None}
        return self.model_copy(update=words), swapped

    def _swap_side(
        self, state: State, seat: Seat | None, rng: Random, *, knows_code: bool
    ) -> State:
        """Swap what a seat does not know of the keywords and the next code of a team."""
        code = state.code if knows_code else rng.choice(CODES)
        if self._knows(state, seat):
            return replace(state, code=code)
        a, b, c, d = (make_up_word(rng) for _ in range(4))
        return replace(state, code=code, keywords=(a, b, c, d))


def _list_sides(state: State) -> tuple[State, ...]:
    """List the teams with their keywords and rounds: one with three seats, else white and black."""
    if state.other is None:
        return (state,)
    return (state, state.other) if state.team == TEAMS[0] else (state.other, state)


def find_team_outcome(
    white: tuple[Round, ...], black: tuple[Round, ...], options: Options
) -> Outcome | None:
    """Find out how a game of two teams was decided, at the end of a round of both.

    A team wins with enough interceptions, and loses with enough miscommunications. If that is true
    of both, or the rounds are over, interceptions less miscommunications decide; if these are
    equal, it is a tie.

    Args:
        white: The finished rounds in which white gave hints.
        black: Those in which black did.
        options: The options of the match.
    """
    for number, _ in enumerate(zip(white, black, strict=False), 1):
        done = white[:number], black[:number]
        misses = [sum(one.miscommunication for one in rounds) for rounds in done]
        hits = [sum(one.interception for one in rounds) for rounds in reversed(done)]
        missed = [count >= options.tokens for count in misses]
        hit = [count >= options.tokens for count in hits]
        wins = [hit[team] or missed[1 - team] for team in (0, 1)]
        if wins[0] != wins[1]:
            team = wins.index(True)
            if hit[team] and missed[1 - team]:
                return Outcome(TEAMS[team], "both", number)
            return Outcome(TEAMS[team], "interception" if hit[team] else "miscommunication", number)
        if wins[0] or number >= options.rounds:
            points = [hits[team] - misses[team] for team in (0, 1)]
            if points[0] == points[1]:
                return Outcome("draw", "tie", number)
            return Outcome(TEAMS[points.index(max(points))], "points", number)
    return None


def find_words_outcome(white: State, black: State, tie: Outcome) -> Outcome | None:
    """Find out who named more of the other's keywords after a tie; `None` before they are named.

    Args:
        white: The white team.
        black: The black team.
        tie: The outcome of the rounds.
    """
    if white.named is None or black.named is None:
        return None
    knew = (
        count_right_words(black.named, black.keywords),
        count_right_words(white.named, white.keywords),
    )
    if knew[0] == knew[1]:
        return tie
    return Outcome(TEAMS[knew.index(max(knew))], "words", tie.round)
