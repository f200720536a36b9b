"""Gates at which each question of a worker waits for its turn, and players behind them."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from engine.config.settings import Settings
from engine.llm.model import Model
from engine.play import do_nothing
from engine.player import Player
from engine.players.spec import Spec, find_model
from engine.seat import Seat

if TYPE_CHECKING:
    from engine.comet.module_client import ModuleClient


type CreateSemaphore = Callable[[str, int], AbstractAsyncContextManager[object]]
"""Creates the semaphore of a model, from its key and its limit."""


def build_model_key(spec: Spec) -> str:
    """Build the key that limits use: the model or program without its settings."""
    return f"{'llm' if spec.asks_model else spec.kind}:{spec.argument}"


def _create_own_semaphore(_: str, limit: int) -> asyncio.Semaphore:
    return asyncio.Semaphore(limit)


class Gates:
    """The gates of a worker that each question to a model or program must pass."""

    def __init__(
        self,
        limits: Mapping[str, int],
        settings: Settings,
        create_semaphore: CreateSemaphore = _create_own_semaphore,
    ) -> None:
        """Create the gates.

        Args:
            limits: By `build_model_key`: the limit; other models have none.
            settings: The settings in force where the run was started.
            create_semaphore: Creates semaphores; by default this worker is the only one.
        """
        self.settings = settings
        """The settings in force."""
        self._semaphores = {key: create_semaphore(key, limit) for key, limit in limits.items()}
        self.asking = 0
        """Number of questions in progress."""
        self.notify: Callable[[str], None] = do_nothing
        """Called with messages for everybody, such as that a server is waited for."""
        self._models: dict[Spec, Model] = {}

    def find_model(self, spec: Spec) -> Model:
        """Find the model of a SPEC; cached, as this takes as long as a question.

        Raises:
            SetupError: If its server, its key or its settings cannot be used.
        """
        model = self._models.get(spec)
        if model is None:
            model = self._models[spec] = find_model(spec, settings=self.settings)
        return model

    @asynccontextmanager
    async def acquire_permit(self, spec: Spec) -> AsyncIterator[None]:
        """Wait until a player may be asked; the context ends after its answer."""
        async with self._semaphores.get(build_model_key(spec), nullcontext()):
            self.asking += 1
            try:
                yield
            finally:
                self.asking -= 1


class GatedPlayer[View, Move]:
    """A player that is asked only when its gate has a permit."""

    def __init__(self, player: Player[View, Move], spec: Spec, gates: Gates) -> None:
        self.player = player
        self.spec = spec
        self.gates = gates

    async def decide(self, view: View, complaint: str | None) -> Move:
        """Wait for a permit, then ask the player."""
        async with self.gates.acquire_permit(self.spec):
            return await self.player.decide(view, complaint)

    @property
    def closing(self) -> Callable[[Any], Awaitable[None]] | None:
        """Asks the closing question with a permit; `None` if the player is not asked."""
        own: Callable[[Any], Awaitable[None]] | None = getattr(self.player, "closing", None)
        if own is None:
            return None
        ask = own

        async def ask_with_permit(question: Any) -> None:  # noqa: ANN401
            async with self.gates.acquire_permit(self.spec):
                await ask(question)

        return ask_with_permit

    async def answer(self, *question: Any) -> Any:  # noqa: ANN401
        """Wait for a permit, then ask a program or Python player something that is no move."""
        asked: Any = self.player
        async with self.gates.acquire_permit(self.spec):
            return await asked.answer(*question)


@runtime_checkable
class AsksInSteps(Protocol):
    """A player that asks its model several times for a move."""

    client: "ModuleClient"


class GatedPlayers(Mapping[Seat, Player[Any, Any]]):
    """The players of a match; models and external players are asked through their gates."""

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
        """Return the current player of a seat, possibly a stand-in."""
        player, spec = self.players[seat], self.specs[seat]
        if not spec.is_external:
            return player
        if isinstance(player, AsksInSteps):  # each of its calls passes the gate itself
            player.client.gate = partial(self.gates.acquire_permit, spec)
            return player
        return GatedPlayer(player, spec, self.gates)

    def __iter__(self) -> Iterator[Seat]:
        """Iterate over the seats with a player."""
        return iter(self.players)

    def __len__(self) -> int:
        """Return the number of players."""
        return len(self.players)
