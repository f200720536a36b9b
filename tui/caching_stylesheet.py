"""A style sheet that caches which rules apply to which widgets.

Textual matches every rule against every widget whenever a widget is mounted or a screen comes to
the front, and sets each property again, although few change. For Parlour this is more than a third
of the time from a key press to the next screen. The rules for a widget depend only on the types,
IDs, classes and pseudo classes of the widget and its ancestors, so a widget of the same kind in the
same place can reuse them.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.styles import RulesMap
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode

MAX_SOURCES, MAX_KINDS, MAX_PLACES = 1024, 2048, 4096
"""The sizes of the caches: sources of rules, kinds of widgets, and places of widgets."""


class Kind(NamedTuple):
    """Cached data about widgets of a type with the same ID and classes."""

    pseudo_classes: tuple[str, ...]
    """The pseudo classes in rules that may apply."""
    looks_at_siblings: bool
    """Whether one of these depends on siblings, so that nothing can be cached."""
    flags: dict[str, bool]
    """Attributes that tell Textual what may change the styles."""


class CachingStylesheet(Stylesheet):
    """Applies the same styles as Textual's style sheet, but faster from the second time on."""

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        # Textual keeps 64, fewer than there are: each new type of widget has all parsed again.
        self._parse_cache: LRUCache[tuple[Any, ...], list[RuleSet]] = LRUCache(MAX_SOURCES)
        self._kinds: dict[tuple[Any, ...], Kind] = {}
        self._found: dict[tuple[Any, ...], RulesMap] = {}
        """The cached rules by the data that they depend on."""
        self._found_for: list[RuleSet] | None = None
        """All rules at the time of caching."""

    def reparse(self) -> None:
        """Parse new sources; changed variables have cleared the parsed ones."""
        self.parse()

    def apply(
        self,
        node: DOMNode,
        *,
        animate: bool = False,
        cache: dict[tuple[Any, ...], RulesMap] | None = None,
    ) -> None:
        """Apply the rules to a widget.

        Args:
            node: The widget.
            animate: Whether to animate changes.
            cache: Ignored.
        """
        if self.rules is not self._found_for:
            self._found_for = self.rules
            self._kinds.clear()
            self._found.clear()
        kind = self._find_kind(node)
        if kind.looks_at_siblings:
            super().apply(node, animate=animate, cache=cache)
            return
        place = _describe_place(node, kind.pseudo_classes)
        rules = self._found.get(place)
        if rules is None:
            super().apply(node, animate=animate)
            found = node.styles.base.get_rules()
            if not (animate and "transitions" in found):  # else some of them may still be coming
                if len(self._found) >= MAX_PLACES:
                    self._found.clear()
                self._found[place] = found
            return
        for name, value in kind.flags.items():
            setattr(node, name, value)
        if rules:
            if animate and "transitions" in rules:
                self.replace_rules(node, rules, animate=True)
            else:
                _change_rules(node, rules)
        self._process_component_classes(node)

    def _find_kind(self, node: DOMNode) -> Kind:
        key = (type(node), node._id, node.classes)
        kind = self._kinds.get(key)
        if kind is None:
            if len(self._kinds) >= MAX_KINDS:
                self._kinds.clear()
            kind = self._kinds[key] = self._examine(node)
        return kind

    def _examine(self, node: DOMNode) -> Kind:
        rules_map = self.rules_map
        names = set[str]().union(
            *(
                rule.pseudo_classes
                for name in rules_map.keys() & node._selector_names
                for rule in rules_map[name]
            )
        )
        orders = {"first-of-type", "last-of-type", "first-child", "last-child", "empty"}
        return Kind(
            pseudo_classes=tuple(sorted(names)),
            looks_at_siblings=not names.isdisjoint(self._EXCLUDE_PSEUDO_CLASSES_FROM_CACHE),
            flags={
                "_has_hover_style": "hover" in names,
                "_has_focus_within": "focus-within" in names,
                "_has_order_style": not names.isdisjoint(orders),
                "_has_odd_or_even": "odd" in names or "even" in names,
            },
        )


def _describe_place(node: DOMNode, pseudo_classes: tuple[str, ...]) -> tuple[Any, ...]:
    """Build the key of a widget: everything that decides which rules apply to it."""
    place: list[Any] = []
    above: Any = node
    while isinstance(above, DOMNode):
        known: Mapping[str, Callable[[Any], bool]] = above._PSEUDO_CLASSES
        place += (type(above), above._id, above.classes)
        place += [name in known and bool(known[name](above)) for name in pseudo_classes]
        above = above._parent
    return tuple(place)


def _change_rules(node: DOMNode, rules: RulesMap) -> None:
    """Apply rules to a widget, setting only changed ones."""
    styles = node.styles.base
    before: dict[str, Any] = styles._rules  # type: ignore[assignment]
    after: dict[str, Any] = rules  # type: ignore[assignment]
    if not before and not node._is_mounted:  # no new layout or painting is needed
        styles.merge_rules(rules)
        if "display" in rules and node.parent:
            node._nodes.updated()
    else:
        for name in before.keys() | after.keys():
            value = after.get(name)
            if value != before.get(name):
                setattr(styles, name, value)
    node.notify_style_update()
