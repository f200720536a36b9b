"""Parse time stamps of journals, and format a time relative to now."""

from datetime import datetime
from pathlib import Path

from engine.journal.errors import JournalError


def format_time(when: datetime, now: datetime) -> str:
    """Format a time relative to `now`: `today 14:05`, `yesterday 9:30`, `3 November 9:30`."""
    days = (now.date() - when.date()).days
    clock = f"{when.hour}:{when.minute:02}"
    if days == 0:
        return f"today {clock}"
    if days == 1:
        return f"yesterday {clock}"
    if when.year == now.year:
        return f"{when.day} {when:%B} {clock}"
    return f"{when.day} {when:%B} {when.year}"


def format_now(when: datetime) -> str:
    """Format a time relative to the present."""
    return format_time(when, datetime.now().astimezone())


def parse_time(stamp: str, path: Path) -> datetime:
    """Parse a time stamp of a journal; return local time.

    Raises:
        JournalError: If it is not a time stamp.
    """
    try:
        return datetime.fromisoformat(stamp).astimezone()
    except ValueError:
        raise JournalError(f"{path}: a time stamp is damaged.") from None
