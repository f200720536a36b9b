"""A field for a number, which + and - change within the bounds of an option."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from engine.options import Option
from screens.widgets.private_input import PrivateInput


class NumberField(PrivateInput):
    """A field for a number, which + and - change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("plus", "step(1)", "Change", key_display="+ -", priority=True),
        Binding("minus", "step(-1)", show=False, priority=True),
    ]

    def __init__(self, text: str, option: Option, default: object, placeholder: str) -> None:
        """Begin with `text`; a blank field means `default`, which `placeholder` says."""
        super().__init__(text, placeholder=placeholder, compact=True)
        self.option = option
        self.default = default

    def action_step(self, by: int) -> None:
        """Change the number, as far as it may go."""
        option = self.option
        now = option.decode(self.value) if self.value.strip() else self.default
        if isinstance(now, int) and option.low is not None and option.high is not None:
            self.value = str(min(max(now + by, option.low), option.high))
            self.cursor_position = len(self.value)
