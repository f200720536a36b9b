"""Join names, scores and paragraphs."""

from collections.abc import Iterable


def join_names(names: Iterable[str]) -> str:
    """Join names: `p1, p2 and p3`."""
    *rest, last = names
    return " and ".join(filter(None, (", ".join(rest), last)))


def format_scores(names: Iterable[str], points: Iterable[int]) -> str:
    """Format seats with their points: `p1 3, p2 0`."""
    return ", ".join(f"{name} {got}" for name, got in zip(names, points, strict=True))


def join_paragraphs(*paragraphs: str) -> str:
    """Join paragraphs with blank lines; empty ones are left out."""
    return "\n\n".join(filter(None, paragraphs))
