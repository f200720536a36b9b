"""The effort of a move: its time and tries."""

from engine.journal.transcript import TranscriptMove


def format_effort(made: TranscriptMove | None) -> str:
    """Format the time and tries of a move: `1.2 s, 2 tries`; empty without a move."""
    if made is None:
        return ""
    tries = "" if made.entry.attempts == 1 else f", {made.entry.attempts} tries"
    return f"{made.entry.seconds:.1f} s{tries}"
