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
from engine.match import Match
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
    """Estimate what the models of one game use; `None` if no model plays. See `play_sample`."""
    if not any(spec.asks_model for spec in lineup.values()):
        return None
    return (await play_sample(definition, options, lineup, seed))[0]


async def play_sample(
    definition: GameDefinition,
    options: Any,  # noqa: ANN401
    lineup: Mapping[str, Spec],
    seed: str,
) -> tuple[Usage, Match[Any, Any, Any]]:
    """Play a game with baselines in the place of models; no model is asked.

    Returns:
        What the models use if every first answer is legal, and the most that agents with modules
        can use then; and the game as it was played.

    Raises:
        LineupError: If a model is not set up.
    """
    models = {name: _find_model(spec) for name, spec in lineup.items() if spec.asks_model}
    trial, players = _open_trial(definition, options, lineup, seed)
    match, total = trial.match, Usage()
    while match.awaits:
        for seat in sorted(match.awaits):
            view = match.view(seat)
            if model := models.get(match.game.seats[seat]):
                spec = lineup[match.game.seats[seat]]
                for prompt in _list_prompts(spec, definition, view):
                    total += estimate_prompt(model, prompt)
            match.submit(seat, await players[seat].decide(view, None))
    return total, match


def estimate_prompt(model: Model, prompt: Prompt) -> Usage:
    """What an answer of usual length to a prompt uses."""
    messages = [{"role": "system", "content": prompt.system}, prompt.user_message(blank=True)]
    brief = replace(model, max_tokens=ANSWER_TOKENS)
    return replace(estimate_call(brief, messages, 0, USUAL_CHARS_PER_TOKEN), estimated=0)


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


def scale_usage(usage: Usage, factor: float) -> Usage:
    """What so many games like this one use, or so many such samples."""
    cost = None if usage.cost is None else usage.cost * factor
    calls, tokens_in, tokens_out, estimated = (
        round(one * factor)
        for one in (usage.calls, usage.tokens_in, usage.tokens_out, usage.estimated)
    )
    return Usage(calls, tokens_in, tokens_out, cost, estimated)
