"""What the models of a game are likely to use, before any of them is asked."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.game import Seat
from engine.games.definition import GameDefinition
from engine.lineup import MODEL_KINDS, LineupError, Spec, find_model, read_game_settings
from engine.llm.budget import estimate_call
from engine.llm.model_lookup import Model
from engine.llm.prompt import Prompt
from engine.player_protocol import Player, SetupError
from engine.seat_settings import CONFIGURABLE
from engine.session import Session
from engine.usage import Usage

ANSWER_TOKENS = 300
"""Tokens of a typical answer: a few sentences of thoughts, and a move."""
USUAL_CHARS_PER_TOKEN = 4
"""Characters of a token in English prompts, by the usual rule of thumb."""


async def estimate_usage(
    definition: GameDefinition,
    options: Any,  # noqa: ANN401
    lineup: Mapping[str, Spec],
    seed: str,
) -> Usage | None:
    """Estimate what the models of one game use: baselines play it once, and no model is asked.

    Returns:
        The usage if every first answer is legal, and the most that agents with modules can use
        then; `None` if no model plays.

    Raises:
        LineupError: If a model is not set up.
    """
    models = {name: _find_model(spec) for name, spec in lineup.items() if spec.asks_model}
    if not models:
        return None
    trial, players = _open_trial(definition, options, lineup, seed)
    match, total = trial.match, Usage()
    while match.awaits:
        for seat in sorted(match.awaits):
            view = match.view(seat)
            if model := models.get(match.game.seats[seat]):
                spec = lineup[match.game.seats[seat]]
                for prompt in _list_prompts(spec, definition, view):
                    messages = [
                        {"role": "system", "content": prompt.system},
                        prompt.user_message(blank=True),
                    ]
                    brief = replace(model, max_tokens=ANSWER_TOKENS)
                    total += estimate_call(brief, messages, 0, USUAL_CHARS_PER_TOKEN)
            match.submit(seat, await players[seat].decide(view, None))
    return total


def _list_prompts(spec: Spec, definition: GameDefinition, view: Any) -> list[Prompt]:  # noqa: ANN401
    """What a seat's model is asked for its move."""
    settings = read_game_settings(spec, definition)
    if spec.kind == "comet":
        from engine.comet.agents import list_longest_questions

        return list_longest_questions(view, definition.name, settings)
    return [definition.build_prompt(view, **settings)]


def _open_trial(
    definition: GameDefinition,
    options: Any,  # noqa: ANN401
    lineup: Mapping[str, Spec],
    seed: str,
) -> tuple[Session, Mapping[Seat, Player[Any, Any]]]:
    """Open a game of about the usual length.

    Baselines play themselves, and word vectors in place of others; random players if they cannot.
    """
    played = {
        seat: spec if spec.kind in CONFIGURABLE - MODEL_KINDS else Spec("word2vec")
        for seat, spec in lineup.items()
    }
    trial = Session.create(definition, options, played, seed)
    try:
        return trial, trial.create_players()
    except LineupError:
        trial = Session.create(definition, options, dict.fromkeys(lineup, Spec("random")), seed)
        return trial, trial.create_players()


def _find_model(spec: Spec) -> Model:
    try:
        return find_model(spec)
    except SetupError as error:
        raise LineupError(str(error)) from None


def multiply_usage(usage: Usage, games: int) -> Usage:
    """What so many games like this one use."""
    cost = None if usage.cost is None else usage.cost * games
    return Usage(usage.calls * games, usage.tokens_in * games, usage.tokens_out * games, cost)
