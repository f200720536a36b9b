"""The dark and the light theme."""

from textual.theme import Theme

from tui.preferences import recall_choice, remember_choice

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
        "muted": "#8d95a3",
        "faint": "#3a4250",
        "input-selection-background": "#e3b261 35%",
        "block-cursor-background": "#e3b261",
        "block-cursor-foreground": "#14161a",
        "border": "#e3b261",
        "border-blurred": "#3a4250",
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
        "muted": "#656a73",
        "faint": "#cfc7b5",
        "input-selection-background": "#8a5a00 30%",
        "block-cursor-background": "#8a5a00",
        "block-cursor-foreground": "#fffdf8",
        "border": "#8a5a00",
        "border-blurred": "#cfc7b5",
    },
)


def remembered_theme() -> str:
    """The name of the theme that was chosen last; the dark one by default."""
    return LIGHT.name if recall_choice("theme") == LIGHT.name else DARK.name


def remember_theme(name: str) -> None:
    """Store the name of a theme for the next run.

    Raises:
        OSError: If it cannot be written.
    """
    remember_choice("theme", name)
