"""Read the prompts and replies of a seat in a finished match as a chat."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.game import Game, GameType
from engine.journal.record import Record
from engine.journal.replay import replay_match
from engine.llm.memory import list_exchanges as read_calls
from engine.players.spec import Spec, read_game_settings
from engine.seat import Seat


def list_exchanges(
    record: Record,
    game: Game[Any, Any, Any, Any],
    definition: GameType,
    seat: str,
    spec: Spec,
    calls: str = "",
    *,
    data: Path,
) -> Iterator[tuple[int, tuple[str, str]]]:
    """List what a seat was asked and answered, each with its turn; once or more for a move.

    If the model's own calls are known, they are its prompts and replies. Otherwise the prompt is
    the one that a model with these settings would get, and the answer is the move.

    Args:
        record: The journal.
        game: The rules.
        definition: The game in the catalog.
        seat: The seat.
        spec: The model, whose settings choose the wording of prompts.
        calls: The lines of the match's calls file, if the same model played there.
        data: The data folder, with wordings.
    """
    settings = read_game_settings(spec, definition, data=data)
    remembers = dict(spec.settings).get("memory") == "chat"
    said: dict[int, list[tuple[str, str]]] = {}
    for answered, exchange in read_calls(calls.splitlines(), seat, remembers=remembers):
        said[answered] = [*(said.get(answered, ()) if remembers else ()), exchange]
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
            if number not in said:
                asked = definition.build_prompt(view, **settings).user
                yield turn, (asked, json.dumps({"thoughts": "", **move}, ensure_ascii=False))
            yield from ((turn, exchange) for exchange in said.get(number, ()))
        before = (0, None)
        made = getattr(entry, "move", None)
        if made is not None and getattr(entry, "seat", "") == seat:
            (fields,) = made.values()
            before = match.turn, (match.view(place), fields)
