"""The effort of a move: its time and tries."""

from engine.duration import format_duration
from engine.journal.transcript import TranscriptMove

LEAST_SECONDS = 1.0
"""A move that took less time was made at once, by a program or a baseline."""


def format_effort(made: TranscriptMove | None) -> str:
    """Format the time and tries of a move: `1.2 s, 2 tries`; empty if there is nothing to tell."""
    if made is None:
        return ""
    seconds, tries = made.entry.seconds, made.entry.attempts
    told = [format_duration(seconds)] if seconds >= LEAST_SECONDS else []
    return ", ".join(told if tries == 1 else [*told, f"{tries} tries"])
