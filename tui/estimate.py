"""What games of models may cost, told before they begin."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.game import Seat
from engine.games.definition import GameDefinition
from engine.lineup import LineupError, Spec
from engine.llm.budget import likely
from engine.llm.models import Model
from engine.players import Player, SetupError, Usage
from engine.session import Session

USUAL = 300
"""So many tokens are taken for an answer: thoughts in a few sentences, and a move."""


async def estimate(
    definition: GameDefinition,
    options: Any,  # noqa: ANN401
    lineup: Mapping[str, Spec],
    seed: str,
) -> Usage | None:
    """What the models of one game are likely to use: baselines play it once, no model is asked.

    Returns:
        The usage if each answer counts at once; `None` if no model plays.

    Raises:
        LineupError: If a model cannot sit down.
    """
    models = {name: _model(spec) for name, spec in lineup.items() if spec.kind == "llm"}
    if not models:
        return None
    trial, players = _seated(definition, options, lineup, seed)
    match, total = trial.match, Usage()
    while match.awaits:
        for seat in sorted(match.awaits):
            view = match.view(seat)
            if model := models.get(match.game.seats[seat]):
                prompt = definition.build_prompt(view)
                asked = [{"role": "system", "content": prompt.system}, prompt.asked(blank=True)]
                total += likely(replace(model, max_tokens=USUAL), asked, 0)
            match.submit(seat, await players[seat].decide(view, None))
    return total


def _seated(
    definition: GameDefinition,
    options: Any,  # noqa: ANN401
    lineup: Mapping[str, Spec],
    seed: str,
) -> tuple[Session, Mapping[Seat, Player[Any, Any]]]:
    """A game that lasts about as long as others: among baselines, or where they cannot, chance."""
    trial = Session.open(definition, options, dict.fromkeys(lineup, Spec("word2vec")), seed)
    try:
        return trial, trial.players()
    except LineupError:
        trial = Session.open(definition, options, dict.fromkeys(lineup, Spec("random")), seed)
        return trial, trial.players()


def times(usage: Usage, games: int) -> Usage:
    """The usage of so many games."""
    cost = None if usage.cost is None else usage.cost * games
    return Usage(usage.calls * games, usage.tokens_in * games, usage.tokens_out * games, cost)


def _model(spec: Spec) -> Model:
    try:
        return Model.find(spec.argument)
    except SetupError as error:
        raise LineupError(str(error)) from None
