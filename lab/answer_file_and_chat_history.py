"""Keep answers in a file while a trial runs, and read prompts and replies from a match.

`AnswerFile` stores each answer before the next is asked for, so that a killed run loses none of
them. `list_exchanges` lists the prompts and replies of a seat in a finished match as a chat, which
a question can continue.
"""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.game import Game, GameType
from engine.journal.record import Record
from engine.journal.replay import replay_match
from engine.llm.calls import list_message_texts
from engine.players.spec import Spec, read_game_settings
from engine.seat import Seat
from files.private import make_private_folder


class AnswerFile:
    """The answers so far, each with a unique name; only in memory if there is no file."""

    def __init__(self, path: Path | None) -> None:
        """Read the answers of an earlier run; an incomplete line is cut off."""
        self._path = path
        self._answers: dict[str, Any] = {}
        if path is None or not path.exists():
            return
        data = path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(path, whole)
        for line in data[:whole].splitlines():
            name, answer = json.loads(line)
            self._answers[name] = answer

    def __contains__(self, name: str) -> bool:
        return name in self._answers

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401
        return self._answers[name]

    def read_values(self) -> list[Any]:
        """Return the answers in order of arrival."""
        return list(self._answers.values())

    def count(self, prefix: str = "") -> int:
        """Count the answers whose name has this prefix."""
        return sum(name.startswith(prefix) for name in self._answers)

    def add(self, name: str, answer: Any) -> None:  # noqa: ANN401
        """Store an answer, first on disk."""
        if self._path is not None:
            make_private_folder(self._path.parent)
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
            file = os.open(self._path, flags, 0o600)
            try:
                os.write(file, json.dumps([name, answer]).encode() + b"\n")
            finally:
                os.close(file)
        self._answers[name] = answer


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
    """List the moves of a seat, each with its turn, prompt and answer.

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
    """Read the prompt and the final reply by number of the move."""
    found = {}
    for line in text.splitlines():
        call = json.loads(line)
        if call["seat"] == seat and call["verdict"] == "legal" and call["reply"]:
            user = next(one for one in call["messages"] if one["role"] == "user")
            found[call["move"]] = "\n\n".join(list_message_texts(user)), call["reply"]
    return found
