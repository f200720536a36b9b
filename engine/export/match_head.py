"""The head of an exported match: its seed, options, date, viewpoint and players."""

from dataclasses import dataclass
from typing import Any

from engine.games.definition import GameDefinition
from engine.journal_reader import Record
from engine.lineup import LineupError, parse_spec
from engine.text import clean
from engine.transcript import Transcript


@dataclass(frozen=True, slots=True)
class MatchHead:
    """The head of a match, as far as the viewpoint may know it."""

    seed: str | None
    """The seed, for complete transcripts alone, as everything can be dealt again from it."""
    options: dict[str, Any]
    """The options by name; those that may reveal a secret, for complete transcripts alone."""
    version: str
    """The version of Parlour that wrote the journal."""
    created: str
    """When the match began, to the minute: `2026-11-21 10:30 UTC`."""


def build_head(transcript: Transcript, definition: GameDefinition, record: Record) -> MatchHead:
    """Build the head of a match."""
    header = record.header
    return MatchHead(
        seed=header.seed if transcript.complete else None,
        options={
            name: clean(value) if isinstance(value, str) else value
            for name, value in header.options.items()
            if transcript.complete or not definition.options[name].note.secret
        },
        version=header.version,
        created=header.created[:16].replace("T", " ") + " UTC",
    )


def describe_viewpoint(transcript: Transcript) -> str:
    """Say in a sentence from whose viewpoint the match is shown."""
    if transcript.complete:
        return "The whole match, open to all."
    if transcript.seat:
        return f"As the {transcript.seat} saw it."
    return "The match is not over: this is what an onlooker may see."


def display_name(spec: str, seat: str) -> str:
    """The name to show for a player."""
    try:
        return parse_spec(spec).display_name(seat)
    except LineupError:  # written by another version, or edited by hand
        return clean(spec)


def format_options(options: dict[str, Any]) -> str:
    """The options in a line: `rounds 8, tokens 2, play on no`."""
    words = {True: "yes", False: "no"}
    return ", ".join(
        f"{name.replace('_', ' ')} {words[value] if isinstance(value, bool) else value}"
        for name, value in options.items()
        if value != ""
    )
