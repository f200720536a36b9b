"""Warn about a deck with too few cards for a game."""

from collections.abc import Iterator

from images.deck_finding import Finding

USUAL_GAME, SMALLEST_GAME = 60, 3
"""Cards in a game with default options (four streams of 15), and in the smallest game."""


def check_card_count(count: int) -> Iterator[Finding]:
    """Yield a warning about too few cards."""
    if 0 < count < USUAL_GAME:
        says = f"cannot be dealt to anybody: the smallest game takes {SMALLEST_GAME}."
        if count >= SMALLEST_GAME:
            says = (
                f"are not enough for a usual game, which takes {USUAL_GAME}: "
                f"play {suggest_smaller_game(count)}."
            )
        yield Finding(f"{count} card{'s' if count > 1 else ''}", says, warning=True)


def suggest_smaller_game(cards: int) -> str:
    """Suggest options for a game with few cards and as many rounds as possible.

    Each of four seats needs a hand, and a card for each round of a phase but the first.

    Args:
        cards: The number of cards, from 3 to 59.
    """
    each = cards // 4
    if each >= 4:
        return f"fewer rounds (--set rounds={2 * (each - 3)})"
    if each:
        return f"with smaller hands (--set hand={each} --set rounds=2)"
    return "three at a table (--set rules=boxed --set players=3 --set hand=1)"
