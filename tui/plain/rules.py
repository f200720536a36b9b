"""The rules of a game as lines without markup."""

from collections.abc import Iterable

from tui.plain.markdown import strip_markdown

SCREENS = "## The screens"
"""The section of the rules that says nothing to people who play without screens."""


def list_rules(game: str) -> Iterable[str]:
    """List the rules of a game in lines without markup, without the section about screens."""
    from screens.games.ui import load_game_ui  # noqa: PLC0415 - textual: 0.1 s, not before the first line

    rules, _, rest = load_game_ui(game).rules.partition(SCREENS)
    return strip_markdown("## ".join([rules, *rest.split("\n## ")[1:]]))
