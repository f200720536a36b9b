"""The marks of players."""

FILLED, HOLLOW = "●▲■◆★✚▼♣♠♥", "○△□◇☆✛▽♧♤♡"
"""The marks of people, and those of machines; distinct without colour and in plain fonts."""


MARKS = FILLED + HOLLOW
"""The mark of each look."""
