"""Claims to be judged, and judged ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from engine.comet.belief_record import BeliefRecord

type Kind = Literal["feature", "statement", "blind"]


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim to be judged."""

    kind: Kind
    word: str
    """The word; empty for a blind guess."""
    text: str


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A verdict with its source."""

    judge: str
    prompt_hash: str
    time: str
    kind: Kind
    word: str
    text: str
    verdict: bool | tuple[str, ...]


def list_claims(games: Iterable[BeliefRecord], kinds: Sequence[Kind]) -> list[Claim]:
    """List the distinct claims of these games."""
    found: dict[Claim, None] = {}
    for game in games:
        for decision in game.decisions:
            for place, features in (decision.features or {}).items():
                word = game.words[game.statements[place].seat]
                found.update(dict.fromkeys(Claim("feature", word, one) for one in features))
        for said in game.statements:
            found[Claim("statement", game.words[said.seat], said.text)] = None
            found[Claim("blind", "", said.text)] = None
    return [claim for claim in found if claim.kind in kinds]
