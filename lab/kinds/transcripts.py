"""What a seat was asked and answered in a match, as a chat that a question can go on from."""

import json
from collections.abc import Iterator
from typing import Any

from engine.game import Game, Seat
from engine.games.definition import GameDefinition
from engine.journal_reader import Record
from engine.lineup import Spec, read_game_settings
from engine.llm.calls_file import message_texts
from engine.transcript import replay_match


def list_exchanges(
    record: Record,
    game: Game[Any, Any, Any],
    definition: GameDefinition,
    seat: str,
    spec: Spec,
    calls: str = "",
) -> Iterator[tuple[int, tuple[str, str]]]:
    """List the moves of a seat, each with its turn, what was asked, and what was answered.

    Where the model's own calls are known, these are its prompts and replies. Otherwise the prompt
    is the one that a model with such settings would get there, and the answer is the move.

    Args:
        record: The journal.
        game: The rules.
        definition: The game in the catalog.
        seat: The seat.
        spec: The model that is asked, whose settings choose the words of prompts.
        calls: The lines of the match's calls file, if the same model played there.
    """
    settings = read_game_settings(spec, definition)
    said = _read_calls(calls, seat)
    number = 0
    match = None
    before: tuple[int, Any] = (0, None)
    entries = iter(record.entries)
    place = Seat(game.seats.index(seat))
    for match in replay_match(record, game):
        entry = next(entries, None)
        if before[1] is not None:
            number += 1
            turn, (view, move) = before
            asked, answered = said.get(number) or (
                definition.build_prompt(view, **settings).user,
                json.dumps({"thoughts": "", **move}, ensure_ascii=False),
            )
            yield turn, (asked, answered)
        before = (0, None)
        made = getattr(entry, "move", None)
        if made is not None and getattr(entry, "seat", "") == seat:
            (fields,) = made.values()
            before = match.turn, (match.view(place), fields)


def _read_calls(text: str, seat: str) -> dict[int, tuple[str, str]]:
    """By number of the move: the prompt and the reply that counted."""
    found = {}
    for line in text.splitlines():
        call = json.loads(line)
        if call["seat"] == seat and call["verdict"] == "legal" and call["reply"]:
            user = next(one for one in call["messages"] if one["role"] == "user")
            found[call["move"]] = "\n\n".join(message_texts(user)), call["reply"]
    return found
