"""Machines to watch in tests: they play at random, and think aloud of what they know."""

from collections.abc import Callable
from random import Random
from typing import Any

from engine.config.settings import load_settings
from engine.llm.answer import Answer
from engine.llm.calls_file import Call
from engine.llm.verdict import Verdict
from engine.match import Match
from engine.seat import Seat
from engine.session import Session
from tests.samples import Sample

type Say = Callable[[Seat, Any], str]
"""What a seat thinks over its view."""


class Thinker:
    """Sits in a seat like a model, whose calls were kept."""

    def __init__(self, sample: Sample, seat: Seat, say: Say) -> None:
        """Think what `say` gives."""
        self.sample = sample
        self.seat = seat
        self.say = say
        self.asked = 0
        self.rng = Random(seat)
        self.answers: list[Answer[Any]] = []

    async def decide(self, view: Any, complaint: str | None) -> Any:  # noqa: ARG002
        self.asked += 1
        move = self.sample.move(view, self.rng)
        call = Call("seat", "model", "server", 1, 0, [], {}, reasoning=self.say(self.seat, view))
        self.answers = [Answer(Verdict(move), "", call)]
        return move


def nothing(seat: Seat, view: Any) -> str:  # noqa: ARG001
    """Think nothing."""
    return ""


def sitting(sample: Sample, say: Say = nothing, **options: str) -> Session:
    """A match of a sample game whose machines think what `say` gives; no journal is kept."""
    given = {**sample.variants[0], **options}
    game = sample.game(given)
    session = Session(
        sample.definition,
        sample.header(given, "canary"),
        Match(game, "canary"),
        settings=load_settings(),
    )
    players = {Seat(place): Thinker(sample, Seat(place), say) for place in range(len(game.seats))}
    session.create_players = lambda _=None: players  # type: ignore[method-assign, assignment]
    return session
