"""Timestamps, as journals and other files hold them."""

from datetime import UTC, datetime


def format_utc_now() -> str:
    """Format the current time as in files: UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
