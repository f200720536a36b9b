"""The CoMet agent of a seat in Undercover."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from engine.closing_question import ClosingQuestion
from engine.comet.belief_inquiry import Inquiry, ask_for_stated_beliefs
from engine.comet.belief_log import CLOSING
from engine.comet.closing import (
    ClosingAnswer,
    ClosingInquiry,
    ClosingTable,
    Decline,
    ask_for_found_features,
    build_closing_view,
    enter_found_features,
    group_features,
)
from engine.comet.module_client import ModuleClient
from engine.comet.pool import Pool
from engine.comet.undercover_agent import UndercoverAgent, list_undercover_questions
from engine.game import Game
from engine.games.undercover.moves import Move
from engine.games.undercover.options import Options
from engine.games.undercover.seat_settings import UndercoverCometSettings
from engine.games.undercover.view import View
from engine.possible_prompt import PossiblePrompt
from engine.prompt import Prompt
from engine.quotation import quote_text
from engine.seat import Seat


def create_comet_agent(
    client: ModuleClient,
    game: Game[Options, object, View, Move],
    seat: Seat,
    seed: str,
    settings: UndercoverCometSettings,
    calls_file: Path | None,
    count_moves: Callable[[], int],
) -> UndercoverAgent:
    """Create the agent of a seat, with its pool."""
    path = settings.locate_pool()
    pool = Pool.read(path) if path else None
    return UndercoverAgent(client, game, seat, seed, settings, pool, calls_file, count_moves)


def list_comet_prompts(view: View, settings: UndercoverCometSettings) -> list[PossiblePrompt]:
    """List the most prompts for a move."""
    return [
        PossiblePrompt(question.prompt, chance)
        for question, chance in list_undercover_questions(view, settings)
    ]


def create_inquiry(client: ModuleClient) -> Inquiry:
    """Create what asks a seat's model for its beliefs after each move."""
    return Inquiry(client)


def build_closing_question(view: View, seat: Seat) -> ClosingQuestion:
    """Build what a player is asked after the match."""
    asked = build_closing_view(view, seat)

    def encode(answer: ClosingAnswer) -> dict[str, Any] | None:
        if isinstance(answer, Decline):
            return None
        return enter_found_features(asked, group_features(answer)).encode()

    table, prompt = ClosingTable("undercover", view.seats), ask_for_found_features(asked).prompt
    heard = tuple(f"{one.speaker}: {quote_text(one.text)}" for one in asked.statements)
    collect = partial(enter_found_features, asked)
    reminder = f"Your word was {quote_text(asked.word)}."
    return ClosingQuestion(CLOSING, table, asked, prompt, reminder, heard, collect, encode)


def create_closing_inquiry(client: ModuleClient) -> ClosingInquiry:
    """Create what asks a seat's model the closing question."""
    return ClosingInquiry(client)


def build_inquiry_prompt(view: View) -> Prompt:
    """Build a prompt for beliefs as it would be after some move."""
    return ask_for_stated_beliefs(view, view.draw_move(Random(0))).prompt
