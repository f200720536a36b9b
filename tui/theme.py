"""The dark and the light theme, and which of them was chosen last."""

from pathlib import Path

from textual.theme import Theme

from engine.config.choices import recall_choice, remember_choice
from screens.players.look import DARK_COLOURS, LIGHT_COLOURS, build_colour_variables

DARK = Theme(
    name="parlour-dark",
    primary="#e3b261",
    secondary="#9aa5b8",
    accent="#e3b261",
    foreground="#e9e4d8",
    background="#14161a",
    surface="#1b1d22",
    panel="#25282e",
    success="#8fc28a",
    warning="#e3b261",
    error="#e58a7b",
    dark=True,
    variables={
        **build_colour_variables(DARK_COLOURS),
        "muted": "#8d95a3",
        "footer-background": "#14161a",
        "footer-description-foreground": "#8d95a3",
        "faint": "#3a4250",
        "outline": "#687385",
        "input-selection-background": "#e3b261 35%",
        "block-cursor-background": "#e3b261",
        "block-cursor-foreground": "#14161a",
        "border": "#e3b261",
        "border-blurred": "#3a4250",
        "scrollbar": "#4d5666",
        "scrollbar-hover": "#687385",
        "scrollbar-background": "#1b1d22",
    },
)


LIGHT = Theme(
    name="parlour-light",
    primary="#8a5a00",
    secondary="#5b6472",
    accent="#8a5a00",
    foreground="#23262b",
    background="#f6f3ec",
    surface="#fffdf8",
    panel="#eae5da",
    success="#2f6b34",
    warning="#8a5a00",
    error="#a3331f",
    dark=False,
    variables={
        **build_colour_variables(LIGHT_COLOURS),
        "muted": "#656a73",
        "footer-background": "#f6f3ec",
        "footer-description-foreground": "#656a73",
        "faint": "#cfc7b5",
        "outline": "#857b66",
        "input-selection-background": "#8a5a00 30%",
        "block-cursor-background": "#8a5a00",
        "block-cursor-foreground": "#fffdf8",
        "border": "#8a5a00",
        "border-blurred": "#cfc7b5",
        "scrollbar": "#a89c84",
        "scrollbar-hover": "#857b66",
        "scrollbar-background": "#eae5da",
    },
)


def recall_theme(data: Path) -> str:
    """Find the last chosen theme; the dark one by default."""
    return LIGHT.name if recall_choice("theme", data) == LIGHT.name else DARK.name


def remember_theme(name: str, data: Path) -> None:
    """Store the name of a theme for the next run.

    Raises:
        OSError: If it cannot be written.
    """
    remember_choice("theme", name, data)
