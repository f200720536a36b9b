"""Commands of the palette that do what the keys of the screen do."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from textual.binding import Binding
from textual.command import Hit, Hits, Provider
from textual.content import Content
from textual.screen import Screen
from textual.types import IgnoreReturnCallbackType

from screens.palette.row import render_row

MOVEMENT_KEYS = frozenset({"up", "down", "pageup", "pagedown", "home", "end"})
"""Keys that move a mark or a page: no command does that better."""


FOCUS_KEYS = frozenset({"enter", "space", "left", "right", "tab", "shift+tab"})
"""Keys that act on what has the focus, if anything has."""


TOLD = {"help": "What this screen does, and the rules", "back": "To the screen before"}
"""By action: what keys that many screens share do, if a screen says nothing else."""


FIRST_SCORE = 1000.0
"""The score of the first action before anything is typed: above all games."""


class Action(NamedTuple):
    """What a key of a screen does."""

    name: str
    told: str
    """What it means, if the name does not say it all."""
    key: str
    run: IgnoreReturnCallbackType


def list_actions(screen: Screen[Any]) -> Iterator[Action]:
    """List what the keys of a screen do, those of the app last; not what moves the focus."""
    app = screen.app
    known = {binding.action for binding in Screen.BINDINGS if isinstance(binding, Binding)}
    known |= {action.removeprefix("app.") for action in known} | {"command_palette"}
    active_bindings = screen.active_bindings.items()
    for key, active in sorted(active_bindings, key=lambda item: item[1].node is app):
        binding, node = active.binding, active.node
        names = {binding.action.removeprefix("app."), binding.description}
        ours = node in (screen, app) or binding.show
        if not (ours and active.enabled and binding.description) or names & known:
            continue
        if key in MOVEMENT_KEYS or (key in FOCUS_KEYS and screen.focused is not None):
            continue
        known |= names
        shown = binding.key_display or app.get_key_display(binding)
        run = partial(app.run_action, binding.action, node)
        told = binding.tooltip or TOLD.get(binding.action.removeprefix("app."), "")
        yield Action(binding.description, told, f"{shown[:1].upper()}{shown[1:]}", run)


class ActionCommands(Provider):
    """Offers what the keys of the screen do, in the order of its footer."""

    async def discover(self) -> Hits:
        """Offer all before anything is typed."""
        room = self.screen.app.size.width
        for place, action in enumerate(list_actions(self.screen)):
            row = render_row(Content(action.name), action.told, action.key, room=room)
            yield Hit(FIRST_SCORE - place, row, action.run, action.name)

    async def search(self, query: str) -> Hits:
        """Offer what fits the typed text."""
        matcher, room = self.matcher(query), self.screen.app.size.width
        for action in list_actions(self.screen):
            if (score := matcher.match(action.name)) > 0:
                row = render_row(matcher.highlight(action.name), action.told, action.key, room=room)
                yield Hit(score, row, action.run, action.name)
