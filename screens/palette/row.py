"""A row of the palette: the key, the command, and what it does."""

from textual.content import Content

KEY_WIDTH, NAME_WIDTH = 9, 22
"""Cells of the column of keys, and of that of commands."""


def render_row(name: Content, told: str, key: str = "") -> Content:
    """Render a row; a longer name moves what the command does to the right."""
    return Content.assemble(
        (f"{key:{KEY_WIDTH}}", "$primary"),
        name.pad_right(max(NAME_WIDTH - name.cell_length, 2)),
        (told, "not bold $muted"),
    )
