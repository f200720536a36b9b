"""The head of an export: players, options and caveats, as far as the viewpoint may know them."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.game import GameType
from engine.journal.caveats import record_caveats
from engine.journal.record import Record
from engine.journal.transcript import Transcript
from engine.options import list_declared_options, select_changed
from engine.players.machine_names import find_style
from engine.players.spec import LineupError, is_human_spec, parse_spec
from engine.players.unknown_words import list_unknown_words
from engine.text import clean


@dataclass(frozen=True, slots=True)
class MatchHead:
    """The head of a match, as far as the viewpoint may know it."""

    seed: str | None
    """The seed, only for complete transcripts, as everything can be derived from it."""
    options: dict[str, Any]
    """The options by name; those that may reveal a secret only for complete transcripts."""
    version: str
    """The version of Parlour that wrote the journal."""
    created: str
    """When the match began, to the minute: `2026-11-21 10:30 UTC`."""
    of_seats: frozenset[str] = frozenset()
    """The options that seats can set for themselves and that have their default value."""

    @property
    def options_in_force(self) -> dict[str, Any]:
        """The options without those in `of_seats`, which the players' names show."""
        return {name: one for name, one in self.options.items() if name not in self.of_seats}


def build_head(transcript: Transcript, definition: GameType, record: Record) -> MatchHead:
    """Build the head of a match."""
    header, options = record.header, list_declared_options(definition.options_type)
    return MatchHead(
        seed=header.seed if transcript.complete else None,
        options={
            name: clean(value) if isinstance(value, str) else value
            for name, value in header.options.items()
            if transcript.complete or not options[name].mark.secret
        },
        version=header.version,
        created=header.created[:16].replace("T", " ") + " UTC",
        of_seats=frozenset(
            name
            for name, option in definition.list_moved_options().items()
            if header.options.get(name) == option.default
        ),
    )


def describe_viewpoint(transcript: Transcript) -> str:
    """Describe in a sentence the viewpoint from which the match is shown."""
    if transcript.complete:
        return "The whole game, with all secrets."
    if transcript.seat:
        return f"As the {transcript.seat} saw it."
    return "The game is not over: this is what an onlooker may see."


def display_name(spec: str, seat: str) -> str:
    """The name to show for a player."""
    try:
        return parse_spec(spec).display_name(seat)
    except LineupError:  # edited by hand
        return clean(spec)


def describe_player(spec: str, seat: str) -> str:
    """Describe what plays in a seat: its kind in words, or its SPEC.

    Empty for people and where the name says it.
    """
    if is_human_spec(spec):
        return ""
    try:
        parsed = parse_spec(spec)
    except LineupError:  # edited by hand
        return clean(spec)
    if style := find_style(parsed):
        others = [f"{name}: {value}" for name, value in parsed.settings if name != "strength"]
        return ", ".join((f"Parlour's own player, {style}", *others))
    return "" if spec.casefold() == parsed.display_name(seat).casefold() else clean(spec)


def format_options(options: dict[str, Any], definition: GameType) -> str:
    """Format the options that were changed, by their labels: `rounds: 8; the others as usual`."""
    words = {True: "yes", False: "no"}
    known = list_declared_options(definition.options_type)
    changed = ", ".join(
        f"{known[name].label[0].lower()}{known[name].label[1:]}: "
        f"{words[value] if isinstance(value, bool) else value}"
        for name, value in select_changed(options, known).items()
        if value != ""
    )
    return f"{changed}; the others as usual" if changed else "as usual"


def list_match_caveats(
    transcript: Transcript, definition: GameType, record: Record, *, data: Path
) -> Iterator[str]:
    """Yield the caveats of a match; once it is over, also players that did not know their word."""
    yield from record_caveats(record)
    if transcript.over:
        versions = record.header.spaces
        yield from list_unknown_words(
            definition, transcript.view, transcript.movers, versions, data=data
        )
