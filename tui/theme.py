"""The themes of the app, and which of them was chosen last."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from textual.theme import Theme

from engine.config.remembered_choices import recall_choice, remember_choice
from screens.players.colours import (
    ANSI_COLOURS,
    DARK_COLOURS,
    LIGHT_COLOURS,
    build_colour_variables,
)


def _create_theme(
    name: str,
    players: Sequence[str],
    *,
    primary: str,
    secondary: str,
    foreground: str,
    grounds: tuple[str, str, str],
    signs: tuple[str, str],
    muted: str,
    lines: tuple[str, str],
    scrollbar: str,
    dark: bool,
    ansi: bool = False,
    variables: Mapping[str, str] | None = None,
) -> Theme:
    """Create a theme.

    Args:
        name: Its name behind `parlour-`.
        players: The colours of players.
        primary: The one accent colour.
        secondary: The colour of what is less important.
        foreground: The colour of text.
        grounds: The background, the ground of fields, and that of what has the focus.
        signs: The colours of success and of errors.
        muted: The colour of explanations.
        lines: The colour of separators, which nobody needs to see, and that of borders.
        scrollbar: The colour of a scrollbar.
        dark: Whether the background is dark.
        ansi: Whether the colours are the terminal's own.
        variables: Further variables.
    """
    background, surface, panel = grounds
    success, error = signs
    faint, outline = lines
    return Theme(
        name=f"parlour-{name}",
        primary=primary,
        secondary=secondary,
        accent=primary,
        foreground=foreground,
        background=background,
        surface=surface,
        panel=panel,
        success=success,
        warning=primary,
        error=error,
        dark=dark,
        ansi=ansi,
        variables={
            **build_colour_variables(players),
            "muted": muted,
            "footer-background": background,
            "footer-description-foreground": muted,
            "faint": faint,
            "outline": outline,
            "input-selection-background": f"{primary} {35 if dark else 30}%",
            "block-cursor-background": primary,
            "block-cursor-foreground": background if dark else surface,
            "border": primary,
            "border-blurred": faint,
            "scrollbar": scrollbar,
            "scrollbar-hover": outline,
            "scrollbar-background": surface if dark else panel,
            **(variables or {}),
        },
    )


DARK = _create_theme(
    "dark",
    DARK_COLOURS,
    primary="#e3b261",
    secondary="#9aa5b8",
    foreground="#e9e4d8",
    grounds=("#14161a", "#1b1d22", "#25282e"),
    signs=("#8fc28a", "#e58a7b"),
    muted="#8d95a3",
    lines=("#3a4250", "#687385"),
    scrollbar="#4d5666",
    dark=True,
)


LIGHT = _create_theme(
    "light",
    LIGHT_COLOURS,
    primary="#8a5a00",
    secondary="#5b6472",
    foreground="#23262b",
    grounds=("#f6f3ec", "#fffdf8", "#eae5da"),
    signs=("#2f6b34", "#a3331f"),
    muted="#5f646d",
    lines=("#cfc7b5", "#857b66"),
    scrollbar="#a89c84",
    dark=False,
)


BLUE = _create_theme(
    "blue",
    DARK_COLOURS,
    primary="#8ecbff",
    secondary="#a9b8d0",
    foreground="#e8eef8",
    grounds=("#0d1a2b", "#122238", "#1b2f4b"),
    signs=("#8fd6a0", "#ff9d90"),
    muted="#9db0c8",
    lines=("#31476a", "#6f89ad"),
    scrollbar="#4a648a",
    dark=True,
)


WHITE = _create_theme(
    "white",
    LIGHT_COLOURS,
    primary="#0b4fb3",
    secondary="#555b66",
    foreground="#16181c",
    grounds=("#ffffff", "#f7f7f9", "#e9ebef"),
    signs=("#1f6a2c", "#a3271a"),
    muted="#5c626d",
    lines=("#cdd2da", "#767e8c"),
    scrollbar="#9aa2b0",
    dark=False,
)


CONTRAST = _create_theme(
    "contrast",
    DARK_COLOURS,
    primary="#ffd75f",
    secondary="#d0d0d0",
    foreground="#ffffff",
    grounds=("#000000", "#0a0a0a", "#262626"),
    signs=("#87ff87", "#ff9f8f"),
    muted="#d0d0d0",
    lines=("#5f5f5f", "#c0c0c0"),
    scrollbar="#c0c0c0",
    dark=True,
)


# Magenta is the one colour that can be read on black and on white in the usual palettes.
TERMINAL = _create_theme(
    "terminal",
    ANSI_COLOURS,
    primary="ansi_magenta",
    secondary="ansi_cyan",
    foreground="ansi_default",
    grounds=("ansi_default", "ansi_default", "ansi_bright_black"),
    signs=("ansi_green", "ansi_bright_red"),
    muted="ansi_default",
    lines=("ansi_bright_black", "ansi_bright_black"),
    scrollbar="ansi_bright_black",
    dark=True,
    ansi=True,
    variables={
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "input-selection-background": "ansi_magenta",
        "input-selection-foreground": "ansi_bright_white",
        "input-cursor-background": "ansi_white",
        "input-cursor-foreground": "ansi_black",
        "input-cursor-text-style": "none",
        "block-cursor-text-style": "none",
        "block-cursor-foreground": "ansi_bright_white",
        "block-cursor-background": "ansi_magenta",
        "screen-selection-background": "ansi_magenta",
        "screen-selection-foreground": "ansi_bright_white",
    },
)


THEMES = {
    DARK.name: "Dark",
    LIGHT.name: "Light",
    BLUE.name: "Blue",
    WHITE.name: "White",
    CONTRAST.name: "High contrast",
    TERMINAL.name: "The terminal's own colours",
}
"""By name: what a theme is called."""


def list_themes() -> tuple[Theme, ...]:
    """List the themes in the order in which they are offered."""
    return DARK, LIGHT, BLUE, WHITE, CONTRAST, TERMINAL


def recall_theme(data: Path) -> str:
    """Find the last chosen theme; the dark one by default."""
    chosen = recall_choice("theme", data)
    return chosen if chosen in THEMES else DARK.name


def remember_theme(name: str, data: Path) -> None:
    """Store the name of a theme for the next run.

    Raises:
        OSError: If it cannot be written.
    """
    remember_choice("theme", name, data)
