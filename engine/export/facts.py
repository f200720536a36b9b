"""What stands at the head of every printed match."""

from dataclasses import dataclass
from typing import Any

from engine.games.definition import GameDefinition
from engine.lineup import LineupError, parse_spec
from engine.record import Record
from engine.text import clean
from engine.transcript import Transcript


@dataclass(frozen=True, slots=True)
class Facts:
    """The head of a match, without what the asked-for eyes may not know."""

    seed: str | None
    """The seed, for the whole truth alone: from it everything else can be dealt again."""
    options: dict[str, Any]
    """The options by name; those that may name a secret, for the whole truth alone."""
    version: str
    """The Parlour that wrote the journal."""
    created: str
    """When, to the minute: 2026-11-21 10:30 UTC."""


def facts(transcript: Transcript, definition: GameDefinition, record: Record) -> Facts:
    """The head of a match, for these eyes."""
    header = record.header
    return Facts(
        seed=header.seed if transcript.complete else None,
        options={
            name: clean(value) if isinstance(value, str) else value
            for name, value in header.options.items()
            if transcript.complete or not definition.options[name].note.secret
        },
        version=header.version,
        created=header.created[:16].replace("T", " ") + " UTC",
    )


def whose(transcript: Transcript) -> str:
    """One sentence that says through whose eyes the match is told."""
    if transcript.complete:
        return "The whole match, open to all."
    if transcript.seat:
        return f"As the {transcript.seat} saw it."
    return "The match is not over: this is what an onlooker may see."


def who(spec: str, seat: str) -> str:
    """The name to show for the player that `spec` stands for."""
    try:
        return parse_spec(spec).display_name(seat)
    except LineupError:  # of another Parlour, or edited by hand
        return clean(spec)


def asked(options: dict[str, Any]) -> str:
    """Options in a line: rounds 8, tokens 2, play on no."""
    words = {True: "yes", False: "no"}
    return ", ".join(
        f"{name.replace('_', ' ')} {words[value] if isinstance(value, bool) else value}"
        for name, value in options.items()
        if value != ""
    )
