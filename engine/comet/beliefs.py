"""The beliefs of a CoMet agent in Undercover."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Annotated, Any, Literal, Self

from pydantic import WithJsonSchema

from engine.games.undercover.belief_values import OwnRole, Side
from engine.games.undercover.view import View
from engine.type_adapter import get_type_adapter

type FeatureKind = Literal["detailed", "broad", "mismatch"]
"""Whether a feature fits the agent's own word closely, loosely, or not at all."""


type Strategy = Literal["protect", "reveal", "deceive", "metaphor"]
"""The agent's way to speak: guarded, revealing, as if it had the other word, or in metaphor."""


type Method = Literal["ontological", "structural", "spatial"]
"""The kinds of metaphor by Lakoff and Johnson."""


MAX_TEXT = 400
"""Maximum length of a text kept from a reply, in characters."""


type Note = Annotated[str, WithJsonSchema({"type": "string", "maxLength": MAX_TEXT})]
"""A text of a reply; longer ones are cut."""


MAX_FEATURES = 5
"""Maximum number of features kept for a statement."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentBeliefs:
    """The state that an agent of any game keeps between its moves."""

    lost: Mapping[str, int] = field(default_factory=dict)
    """By module: how often its answer could not be used, so that the agent continued without it or
    asked for its move again."""

    dropped: Mapping[str, int] = field(default_factory=dict)
    """By module: how many items of its answers could not be used, such as unknown names."""

    def count_dropped(self, module: str, items: int) -> Self:
        """Count items of a module's answer that could not be used."""
        if not items:
            return self
        return replace(self, dropped={**self.dropped, module: self.dropped.get(module, 0) + items})

    def count_loss(self, module: str) -> Self:
        """Count an answer of a module that could not be used."""
        return replace(self, lost={**self.lost, module: self.lost.get(module, 0) + 1})

    def encode(self) -> dict[str, Any]:
        """Encode the beliefs as JSON-compatible data, for the log."""
        return asdict(self)

    @classmethod
    def decode(cls, data: object) -> Self:
        """Decode the result of `encode`.

        Raises:
            ValueError: If the data has another form.
        """
        beliefs: Self = get_type_adapter(cls).validate_python(data)
        return beliefs


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature that a statement gives its word."""

    text: str
    kind: FeatureKind


@dataclass(frozen=True, slots=True)
class HeardStatement:
    """A statement of another player, and how the agent reads it."""

    round: int
    speaker: str
    text: str
    features: tuple[Feature, ...] = ()
    metaphor: bool | None = None
    """Whether it is a metaphor; `None` if this was not asked."""
    meaning: str = ""
    """The meaning of the metaphor."""
    fits: Side | None = None
    """Whose word the metaphor fits; `None` if it was not interpreted."""
    degree: float | None = None
    """The weighted share of matches among all pairs; only for hypothesis tests."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A belief about whose word a player has, with the reason."""

    side: Side
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The agent's strategy for a round, and its notes for later ones."""

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
    """The IDs of the experiences that it was shown for it."""


@dataclass(frozen=True, slots=True)
class Beliefs(AgentBeliefs):
    """The state of an agent in Undercover. `None` stands for a module that is off."""

    heard: tuple[HeardStatement, ...] = ()
    """The statements of others that it has read, oldest first."""
    guesses: tuple[str, ...] | None = None
    """Guesses of the other word, most likely first."""
    players: Mapping[str, Opinion] | None = None
    """By name of each other player: the belief about it."""
    role: OwnRole | None = None
    role_reason: str = ""
    plans: tuple[Plan, ...] = ()
    metaphors: tuple[OwnMetaphor, ...] = ()

    @property
    def mismatches(self) -> Iterator[tuple[HeardStatement, str]]:
        """Yield features in statements of others that do not fit the agent's own word."""
        for heard in self.heard:
            if heard.fits == "mine":
                continue
            if heard.fits == "other":
                yield heard, heard.meaning or heard.text
            for feature in heard.features:
                if feature.kind == "mismatch":
                    yield heard, feature.text

    def find_plan(self, number: int) -> Plan | None:
        """Find the plan for a round."""
        return next((plan for plan in reversed(self.plans) if plan.round == number), None)

    def read(self, index: int, **changes: Any) -> "Beliefs":  # noqa: ANN401
        """Change the reading of a statement."""
        heard = list(self.heard)
        heard[index] = replace(heard[index], **changes)
        return replace(self, heard=tuple(heard))


def add_statements(view: View, beliefs: Beliefs) -> Beliefs:
    """Add the statements of others that the agent has not read yet."""
    known = len(beliefs.heard)
    others = [
        HeardStatement(number, view.seats[line.seat], line.text)
        for number, lines in enumerate((*(done.lines for done in view.rounds), view.lines), 1)
        for line in lines
        if line.seat != view.seat
    ]
    return replace(beliefs, heard=(*beliefs.heard, *others[known:]))
