"""What a trial finds where it is run, whoever runs it and on whichever machine."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from engine.game import Seat
from engine.journal_reader import Record
from engine.lineup import Spec
from engine.llm.budget import Budget
from engine.llm.calls_file import SUFFIX
from engine.player_protocol import Player
from lab.permits import Gates

if TYPE_CHECKING:
    from engine.comet.module import ModuleClient
    from engine.usage_estimate import Meter


@dataclass(frozen=True, slots=True)
class Desk:
    """The surroundings of one trial."""

    path: Path | None = None
    """The journal of a costly trial, or its answers; `None` keeps them in memory."""
    record: Record | None = None
    """The journal of the match that the trial is about."""
    record_calls: str = ""
    """The lines of that match's calls file, if the trial needs them."""
    gates: Gates = field(default_factory=lambda: Gates({}))
    budget: Budget | None = None
    """What the models of this trial may use."""
    meter: "Meter | None" = None
    """Counts what models and programs would be asked; baselines answer in their place."""

    @property
    def calls_path(self) -> Path | None:
        """The calls file of a trial that is costly."""
        return self.path and self.path.with_name(self.path.name.removesuffix(".jsonl") + SUFFIX)

    def read_calls(self) -> str:
        """The lines of the calls file; empty if there is none."""
        path = self.calls_path
        return path.read_text("utf-8") if path and path.exists() else ""


class GatedPlayer[View, Move]:
    """A player that is asked only when its gate allows it."""

    def __init__(self, player: Player[View, Move], spec: Spec, gates: Gates) -> None:
        self.player = player
        self.spec = spec
        self.gates = gates

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Wait, and pass the question on."""
        async with self.gates.passing(self.spec):
            return await self.player.decide(view, complaint)


@runtime_checkable
class AsksInSteps(Protocol):
    """A player that asks its model several times for a move."""

    client: "ModuleClient"


class GatedPlayers(Mapping[Seat, Player[Any, Any]]):
    """The players of a match; those from outside are asked through their gates."""

    def __init__(
        self,
        players: Mapping[Seat, Player[Any, Any]],
        specs: Mapping[Seat, Spec],
        gates: Gates,
    ) -> None:
        self.players = players
        self.specs = specs
        self.gates = gates

    def __getitem__(self, seat: Seat) -> Player[Any, Any]:
        """The present player of a seat, which a stand-in may have replaced."""
        player, spec = self.players[seat], self.specs[seat]
        if not spec.is_external:
            return player
        if isinstance(player, AsksInSteps):  # each of its calls passes the gate
            player.client.gate = partial(self.gates.passing, spec)
            return player
        return GatedPlayer(player, spec, self.gates)

    def __iter__(self) -> Iterator[Seat]:
        """The seats that have a player."""
        return iter(self.players)

    def __len__(self) -> int:
        """How many there are."""
        return len(self.players)
