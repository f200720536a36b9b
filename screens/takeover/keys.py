"""What the operator can do at the wheel, with its keys, in a line of its own."""

from collections.abc import Collection

from screens.widgets.footer import Key, KeyFooter


class Deeds(KeyFooter):
    """The keys of these actions, above the line with the others."""

    DEFAULT_CSS = "Deeds { dock: none; }"

    def __init__(self, keys: Collection[str]) -> None:
        """Show only these keys, in this order."""
        super().__init__()
        self.shown = tuple(keys)

    @property
    def keys(self) -> list[Key]:
        """Those of the deeds."""
        known = {key.key: key for key in super().keys}
        return [known[key] for key in self.shown if key in known]


class OtherKeys(KeyFooter):
    """The keys of all other actions."""

    def __init__(self, keys: Collection[str]) -> None:
        """Show all but these keys."""
        super().__init__()
        self.hidden = keys

    @property
    def keys(self) -> list[Key]:
        """Those that are no deeds."""
        return [key for key in super().keys if key.key not in self.hidden]
