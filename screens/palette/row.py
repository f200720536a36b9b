"""A row of the palette: the key, the command, and what it does."""

from textual.content import Content

NARROW = 72
"""With fewer columns of the screen, columns of the palette are narrower."""


def render_row(name: Content, told: str, key: str = "", *, room: int = NARROW) -> Content:
    """Render a row for a screen of `room` columns.

    A longer name moves what the command does to the right.
    """
    key_width, name_width = (9, 22) if room >= NARROW else (7, 14)
    return Content.assemble(
        (f"{key} ".ljust(key_width), "$primary"),
        name.pad_right(max(name_width - name.cell_length, 2)),
        (told, "not bold $muted"),
    )
