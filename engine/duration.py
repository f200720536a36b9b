"""Format durations."""


def format_duration(seconds: float) -> str:
    """Format a duration: `0.4 s`, `41 s` or `3 min 5 s`."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
