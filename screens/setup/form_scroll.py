"""The rows of a form, which scroll to the field with the focus."""

from textual.containers import VerticalScroll


class FormScroll(VerticalScroll, inherit_bindings=False):
    """Scrolls to the field with the focus; the arrow keys lead through the fields."""
