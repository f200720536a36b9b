"""A game of a Decrypto team whose interceptor is put in afterwards.

What an encoder hints depends on the interceptor's hits, and on nothing else that it does. So the
rounds of a team are played once for each sequence of hits that comes up, however many interceptors
are tried.
"""

import asyncio
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from engine.config.settings import Settings
from engine.games.catalog import find
from engine.games.decrypto.moves import CODES, Code, Guess
from engine.games.decrypto.options import Options
from engine.games.decrypto.roles import Role
from engine.games.decrypto.view import Keywords, Round, View
from engine.match import Match
from engine.players.spec import parse_spec
from engine.seat import Seat
from engine.session import Session

ENCODER, DECODER, INTERCEPTOR = map(Seat, (Role.ENCODER, Role.DECODER, Role.INTERCEPTOR))
type AnyMatch = Match[Any, Any, Any]

type Hits = tuple[bool, ...]
"""By past round: whether the interceptor hit the code."""
type Intercept = Callable[[View], Code]
"""Guesses the code from the interceptor's view."""


class HintedRound(NamedTuple):
    """A round for which hints were given."""

    view: View
    """The interceptor's view."""
    code: Code
    decoder: Code
    """What the decoder guesses."""


class TeamGame:
    """One game of a team, played for all rounds."""

    def __init__(self, team: str, seed: str, settings: Settings) -> None:
        """Deal the game.

        Args:
            team: The SPEC of encoder and decoder.
            seed: The seed.
            settings: The settings.
        """
        definition, self.options = find("decrypto"), Options(play_on=True)
        specs = map(parse_spec, (team, team, "random"))
        seats = dict(zip(definition.usual_seats(), specs, strict=True))
        session = Session.create(definition, self.options, seats, seed, settings=settings)
        self._players = session.create_players()
        self._match: AnyMatch = session.match
        self._give_hints = cache(self._play_hints)
        self._finish_round = cache(self._play_round)

    @property
    def keywords(self) -> Keywords:
        """The team's keywords."""
        found: Keywords = self._match.view(ENCODER).keywords
        return found

    def play(self, intercept: Intercept | None = None) -> Iterator[Round]:
        """Yield each round with an interceptor, or with one that never hits."""
        hits: Hits = ()
        for _ in range(self.options.rounds):
            _, done = self._give_hints(hits)
            guess = _miss(done) if intercept is None else intercept(done.view)
            assert done.view.hints is not None
            yield Round(done.view.hints, done.code, done.decoder, guess)
            hits = (*hits, guess == done.code)

    def _play_hints(self, hits: Hits) -> tuple[AnyMatch, HintedRound]:
        """Play a round until the guesses, after past rounds with these hits."""
        match = self._finish_round(hits) if hits else self._match.fork()
        code = match.view(ENCODER).code
        match.submit(ENCODER, self._decide(match, ENCODER))
        guess = self._decide(match, DECODER)
        return match, HintedRound(match.view(INTERCEPTOR), code, guess.code)

    def _play_round(self, hits: Hits) -> AnyMatch:
        """Play as many rounds as there are hits and misses."""
        hinted, done = self._give_hints(hits[:-1])
        match = hinted.fork()
        match.submit(DECODER, Guess(code=done.decoder))
        match.submit(INTERCEPTOR, Guess(code=done.code if hits[-1] else _miss(done)))
        return match

    def _decide(self, match: AnyMatch, seat: Seat) -> Any:  # noqa: ANN401
        return asyncio.run(self._players[seat].decide(match.view(seat), None))


def _miss(done: HintedRound) -> Code:
    """Find a code that is possible but wrong; in the last of 24 rounds there is none."""
    free = (code for code in CODES if code not in done.view.used_codes and code != done.code)
    return next(free, CODES[0])
