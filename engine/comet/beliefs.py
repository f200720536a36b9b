"""What a CoMet agent believes: built from its view and its modules' replies alone."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Self

from engine.games.undercover.view import View
from engine.moves import type_adapter

type Side = Literal["mine", "other", "undecided"]
"""Whose word a player has: the agent's own, the other one, or it is not decided."""
type FeatureKind = Literal["detailed", "broad", "mismatch"]
"""How a feature fits the own word: closely, loosely, or not at all."""
type OwnRole = Literal["civilian", "undercover", "unknown"]
"""What the agent takes itself for."""
type Strategy = Literal["protect", "reveal", "deceive", "metaphor"]
"""How the agent speaks: guarded, cleverly revealing, as if it had the other word, in metaphor."""
type Method = Literal["ontological", "structural", "spatial"]
"""The kinds of metaphor by Lakoff and Johnson."""

MAX_TEXT = 400
"""The most characters of one text that is kept of a reply."""
MAX_FEATURES = 5
"""The most features that are kept of one statement."""
MAX_GUESSES = 3
"""The most guesses at the other word that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentBeliefs:
    """What an agent of any game keeps between its moves."""

    lost: Mapping[str, int] = field(default_factory=dict)
    """By module: how often the agent went on without its answer, or had to ask for its move again
    because the answer could not be used."""

    def count_loss(self, module: str) -> Self:
        """Count an answer of a module that could not be used."""
        return replace(self, lost={**self.lost, module: self.lost.get(module, 0) + 1})

    def encode(self) -> dict[str, Any]:
        """The beliefs as JSON-compatible data, for the log."""
        return asdict(self)

    @classmethod
    def decode(cls, data: object) -> Self:
        """Read what `encode` has written.

        Raises:
            ValueError: If it is something else.
        """
        beliefs: Self = type_adapter(cls).validate_python(data)
        return beliefs


@dataclass(frozen=True, slots=True)
class Feature:
    """What a statement says about its word."""

    text: str
    kind: FeatureKind


@dataclass(frozen=True, slots=True)
class Heard:
    """A statement of another player, and how the agent reads it."""

    round: int
    speaker: str
    text: str
    features: tuple[Feature, ...] = ()
    metaphor: bool | None = None
    """Whether it is a metaphor; `None` if nobody has looked."""
    meaning: str = ""
    """What the metaphor means."""
    fits: Side | None = None
    """Whose word the metaphor fits; `None` if it was not interpreted."""
    degree: float | None = None
    """The share of matches among matches and mismatches, by weight; of hypothesis tests only."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """Whose word a player has, and why."""

    side: Side
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """How the agent wants to speak in a round, and what it notes for later ones."""

    round: int
    strategy: Strategy
    advice: str = ""
    later: str = ""


@dataclass(frozen=True, slots=True)
class OwnMetaphor:
    """A metaphor that the agent has said."""

    round: int
    line: str
    feature: str
    method: Method
    explanation: str = ""
    shown: tuple[str, ...] = ()
    """The experiences that it was shown for it, by id."""


@dataclass(frozen=True, slots=True)
class Beliefs(AgentBeliefs):
    """All that the agent of Undercover keeps. `None` stands for a module that is off."""

    heard: tuple[Heard, ...] = ()
    """The statements of others that it has read, oldest first."""
    guesses: tuple[str, ...] | None = None
    """What the other word may be, the likeliest first."""
    players: Mapping[str, Opinion] | None = None
    """By the name of each other player."""
    role: OwnRole | None = None
    role_reason: str = ""
    plans: tuple[Plan, ...] = ()
    metaphors: tuple[OwnMetaphor, ...] = ()

    @property
    def mismatches(self) -> Iterator[tuple[Heard, str]]:
        """What others said that does not fit the own word, so that it may describe the other."""
        for heard in self.heard:
            if heard.fits == "mine":
                continue
            if heard.fits == "other":
                yield heard, heard.meaning or heard.text
            for feature in heard.features:
                if feature.kind == "mismatch":
                    yield heard, feature.text

    def find_plan(self, number: int) -> Plan | None:
        """The plan for a round."""
        return next((plan for plan in reversed(self.plans) if plan.round == number), None)

    def read(self, index: int, **changes: Any) -> "Beliefs":  # noqa: ANN401
        """Change how one statement is read."""
        heard = list(self.heard)
        heard[index] = replace(heard[index], **changes)
        return replace(self, heard=tuple(heard))


def hear(view: View, beliefs: Beliefs) -> Beliefs:
    """Add the statements of others that the agent has not read yet."""
    known = len(beliefs.heard)
    others = [
        Heard(number, view.seats[line.seat], line.text)
        for number, lines in enumerate((*(done.lines for done in view.rounds), view.lines), 1)
        for line in lines
        if line.seat != view.seat
    ]
    return replace(beliefs, heard=(*beliefs.heard, *others[known:]))
