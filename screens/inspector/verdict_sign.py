"""The sign, the colour and the first word of a verdict on an answer."""

from engine.text import clean


def get_verdict_sign(verdict: str) -> tuple[str, str]:
    """A sign for a verdict, and its colour."""
    return ("●", "$success") if verdict == "legal" else ("✗", "$error")


def get_verdict_kind(verdict: str) -> str:
    """The first word of a verdict: legal, illegal, unreadable, failed."""
    return clean(verdict.partition(":")[0], 12)
