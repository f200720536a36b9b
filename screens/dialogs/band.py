"""The rows of a dialog across the whole screen."""

from textual.containers import Container


class DialogBand(Container):
    """Covers what is behind a dialog to both sides of it, where half words would be left."""

    DEFAULT_CSS = """
    DialogBand {
        width: 100%; height: auto; max-height: 100%; align-horizontal: center;
        background: $background;
    }
    """
