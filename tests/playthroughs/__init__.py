"""One committed text per game: every seat's view at every turn, so that a leak shows in a diff."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine.match import Match
from engine.value_text import list_values
from tests.samples import Sample, everyone

FOLDER = Path(__file__).parent
SEED = "playthrough"


def playthrough(sample: Sample) -> str:
    """One whole random match on paper."""
    return "\n".join(_lines(sample)).replace(str(FOLDER.parent), "tests") + "\n"


def _lines(sample: Sample) -> Iterator[str]:
    match, rng = Match(sample.games[0], SEED), Random(SEED)
    names = match.game.seats
    while True:
        waiting = ", ".join(names[seat] for seat in sorted(match.awaits)) or "nobody"
        yield f"turn {match.turn}: awaiting {waiting}"
        for seat in everyone(match):
            yield f"  view of the {'onlooker' if seat is None else names[seat]}"
            view = match.view(seat)
            for name, value in list_values(view):
                yield f"    {name} = {value!r}"
        if not match.awaits:
            break
        for seat in sorted(match.awaits):
            move = sample.move(match.view(seat), rng)
            yield f"  move of the {names[seat]}: {move!r}"
            match.submit(seat, move)
    score = {names[seat]: points for seat, points in (match.score or {}).items()}
    yield f"score: {score}"
