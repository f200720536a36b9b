"""Draw a value that a JSON schema allows."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from math import ceil, floor, inf
from random import Random
from typing import Any, Protocol

type Schema = Mapping[str, Any]
"""A JSON schema that is an object."""
type Node = Schema | bool
"""A part of a schema; `true` allows everything, `false` nothing."""
type Scalar = float | str | None
type Place = tuple[int, int]
"""The index of an item in its list, and the number of items."""

TEXTS_TRIED = 2000
"""The number of texts that are tried until one has the pattern and the length."""
ITEMS_TRIED = 50
"""The number of items that are tried until one differs from those before it."""
MORE_ITEMS = 2
"""A list has at most this many items more than it needs."""
FEW = 100
"""Ranges of up to this many whole numbers are chosen from like an enumeration."""
SPAN = 3
"""The span of numbers whose schema bounds them on one side, or on none: 1 to 4."""
DEEP = 8
"""From this depth on, whatever is optional is left out, so that recursive schemas end."""
TOO_DEEP = 60
"""The depth from which on a schema counts as one without an end."""


class UnsupportedSchema(ValueError):
    """A schema for which no value was found; the message says why, in a sentence."""


class Chooser(Protocol):
    """Chooses where the schema leaves a choice."""

    rng: Random
    change: Callable[[str], str]
    """Changes each text in the end; the result may be one that the schema does not allow."""

    def choose(self, candidates: Sequence[Any], place: Place | None) -> Any:  # noqa: ANN401
        """Choose one of several values, at a place in a list."""

    def write(self, name: str, longest: float, place: Place | None) -> Iterator[str]:
        """Yield texts for the property of this name, the best first.

        Args:
            name: The name of the property.
            longest: The maximum length; infinite if there is none.
            place: The place in a list; `None` outside of lists.
        """


def draw_value(schema: Schema, chooser: Chooser) -> Any:  # noqa: ANN401
    """Draw a value that the schema allows.

    Args:
        schema: The schema: types, `enum`, `const`, bounds, lengths, `pattern`, `uniqueItems`,
            `prefixItems`, `anyOf`, `oneOf`, `allOf` and `$ref` within it.
        chooser: Makes the choices.

    Raises:
        UnsupportedSchema: If no value was found.
    """
    try:
        return _Drawing(schema, chooser).draw(schema, "", None, 0)
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise UnsupportedSchema("It is no JSON schema.") from error


class _Drawing:
    """One value being drawn."""

    def __init__(self, root: Schema, chooser: Chooser) -> None:
        self.root = root
        self.chooser = chooser
        self.rng = chooser.rng

    def draw(self, node: Node, name: str, place: Place | None, depth: int) -> Any:  # noqa: ANN401
        """Draw the value of a part of the schema.

        Args:
            node: The part.
            name: The name of the property to which it belongs.
            place: Its place in a list.
            depth: Its depth in the value.
        """
        if depth > TOO_DEEP:
            raise UnsupportedSchema("Its values have no end.")
        node = self.resolve(node)
        if (candidates := self.list_candidates(node)) is not None:
            return self.chooser.choose(candidates, place)
        for several in ("anyOf", "oneOf"):
            if several in node:
                rest = {key: value for key, value in node.items() if key != several}
                part = self.choose_alternative(node[several], depth)
                return self.draw(_merge(rest, self.resolve(part)), name, place, depth + 1)
        kind = node.get("type", _guess_type(node))
        if isinstance(kind, list):
            return self.draw({**node, "type": self.rng.choice(kind)}, name, place, depth + 1)
        if kind == "object":
            return self.draw_object(node, depth)
        if kind == "array":
            return self.draw_list(node, name, depth)
        return self.draw_scalar(node, kind, name, place)

    def draw_scalar(self, node: Schema, kind: str, name: str, place: Place | None) -> Scalar:
        """Draw a number, a text or nothing."""
        match kind:
            case "integer" | "number":
                return self.draw_number(node, whole=kind == "integer")
            case "string":
                return self.draw_text(node, name, place)
            case "null":
                return None
        raise UnsupportedSchema(f"It has the unknown type {str(kind)[:40]!r}.")

    def resolve(self, node: Node) -> Schema:
        """Replace references within the schema, and merge the parts of `allOf`."""
        seen = 0
        while isinstance(node, Mapping) and ("$ref" in node or "allOf" in node):
            seen += 1
            if seen > TOO_DEEP:
                raise UnsupportedSchema("It refers to itself.")
            rest: Schema = {
                key: value for key, value in node.items() if key not in ("$ref", "allOf")
            }
            parts = [self.find(node["$ref"])] if "$ref" in node else []
            for part in (*parts, *node.get("allOf", ())):
                rest = _merge(rest, self.resolve(part) if "allOf" in node else part)
            node = rest
        if not isinstance(node, Mapping):
            if node is True:
                return {}
            raise UnsupportedSchema("It allows no value.")
        return node

    def find(self, reference: object) -> Any:  # noqa: ANN401
        """Find what a reference such as `#/$defs/Pair` refers to."""
        node: Any = self.root
        for part in str(reference).removeprefix("#").split("/")[1:]:
            key = part.replace("~1", "/").replace("~0", "~")
            if not isinstance(node, Mapping) or key not in node:
                raise UnsupportedSchema(f"It lacks {str(reference)[:60]!r}.")
            node = node[key]
        return node

    def list_candidates(self, node: Schema) -> Sequence[Any] | None:
        """List the values of a node that has few; `None` for any other."""
        if "const" in node:
            return [node["const"]]
        if isinstance(enum := node.get("enum"), list):
            if not enum:
                raise UnsupportedSchema("It has an empty enumeration.")
            return enum
        if node.get("type") == "boolean":
            return [True, False]
        if node.get("type") == "integer":
            low, high, step = _find_bounds(node, whole=True)
            first, last = ceil(low / step), floor(high / step)
            if last < first:
                raise UnsupportedSchema("Its bounds leave no whole number.")
            if last - first < FEW:
                return [round(number * step) for number in range(first, last + 1)]
        return None

    def choose_alternative(self, parts: Sequence[Node], depth: int) -> Node:
        """Choose an alternative: the first is the usual one; deep down, the simplest."""
        if not parts:
            raise UnsupportedSchema("It has no alternatives.")
        if depth >= DEEP:
            return min(parts, key=lambda part: len(str(part)) + 1000 * ("$ref" in str(part)))
        return parts[0] if self.rng.random() < 0.5 else self.rng.choice(parts)

    def draw_object(self, node: Schema, depth: int) -> dict[str, Any]:
        """Draw an object with all properties, or, deep down, with those that it needs."""
        needed = node.get("required", ())
        return {
            name: self.draw(part, name, None, depth + 1)
            for name, part in node.get("properties", {}).items()
            if depth < DEEP or name in needed
        }

    def draw_list(self, node: Schema, name: str, depth: int) -> list[Any]:
        """Draw a list of items that differ, if possible."""
        first = node.get("prefixItems", ())
        least = max(int(node.get("minItems", 0)), 0)
        most = node.get("maxItems", max(least, len(first)) + MORE_ITEMS)
        if depth < DEEP and node.get("items", True) is not False:
            usual = max(least, len(first), 1)
            count = self.rng.randint(min(usual, most), min(usual + MORE_ITEMS, most))
        else:
            count = min(max(least, len(first)), most)
        items: list[Any] = []
        for index in range(count):
            part = first[index] if index < len(first) else node.get("items", {})
            try:
                self.append_item(items, part, name, (index, count), depth)
            except _NoneLeft:
                if len(items) >= least:
                    break
                if node.get("uniqueItems"):
                    raise UnsupportedSchema("It has too few different items.") from None
                items.append(self.draw(part, name, (index, count), depth + 1))
        return items

    def append_item(
        self,
        items: list[Any],
        part: Node,
        name: str,
        place: Place,
        depth: int,
    ) -> None:
        """Append an item that differs from those before it.

        Raises:
            _NoneLeft: If there is none.
        """
        candidates = self.list_candidates(self.resolve(part))
        if candidates is not None:
            left = [one for one in candidates if one not in items]
            if not left:
                raise _NoneLeft
            items.append(self.chooser.choose(left, place))
            return
        for _ in range(ITEMS_TRIED):
            item = self.draw(part, name, place, depth + 1)
            if item not in items:
                items.append(item)
                return
        raise _NoneLeft

    def draw_number(self, node: Schema, *, whole: bool) -> int | float:
        """Draw a number within the bounds."""
        low, high, step = _find_bounds(node, whole=whole)
        if step:
            return self.rng.randint(ceil(low / step), floor(high / step)) * step
        if low > high:
            raise UnsupportedSchema("Its bounds leave no number.")
        drawn = self.rng.uniform(low, high)
        return round(drawn, 2) if low <= round(drawn, 2) <= high else drawn

    def draw_text(self, node: Schema, name: str, place: Place | None) -> str:
        """Draw a text with the pattern and the length."""
        shortest, longest = node.get("minLength", 0), node.get("maxLength", inf)
        pattern = node.get("pattern")
        try:
            fits = re.compile(pattern).search if pattern else None
        except (re.error, TypeError):
            raise UnsupportedSchema(f"Its pattern {str(pattern)[:60]!r} is none.") from None
        texts = self.chooser.write(name, longest, place)
        for text in islice(texts, TEXTS_TRIED):
            if shortest <= len(text) <= longest and (fits is None or fits(text)):
                return self.chooser.change(text)
        if fits is None:
            text = next(self.chooser.write(name, longest, place), "x")
            fitting = (text * ceil(shortest / len(text) or 1))[: min(longest, max(shortest, 1))]
            return self.chooser.change(fitting)
        raise UnsupportedSchema(f"No text was found for the pattern {str(pattern)[:60]!r}.")


class _NoneLeft(Exception):
    """A list has no further item that differs from the others."""


def _guess_type(node: Schema) -> str:
    """Guess the type of a node that does not say it."""
    kinds = {
        "object": ("properties", "required", "additionalProperties"),
        "array": ("items", "prefixItems", "minItems", "maxItems"),
        "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
    }
    return next(
        (kind for kind, keys in kinds.items() if any(map(node.__contains__, keys))), "string"
    )


def _find_bounds(node: Schema, *, whole: bool) -> tuple[float, float, float]:
    """Find the least and the greatest number, both included, and the step; 0 for none."""
    step = node.get("multipleOf", 1 if whole else 0)
    if whole and step != round(step):
        raise UnsupportedSchema("Its whole numbers are multiples of a fraction.")
    margin = step or 1e-9
    lows = [node["minimum"]] if "minimum" in node else []
    highs = [node["maximum"]] if "maximum" in node else []
    if "exclusiveMinimum" in node:
        lows.append(node["exclusiveMinimum"] + margin)
    if "exclusiveMaximum" in node:
        highs.append(node["exclusiveMaximum"] - margin)
    span = SPAN * max(step, 1)
    if lows:
        low = max(lows)
        return low, min(highs, default=low + span), step
    if highs:
        high = min(highs)
        return high - span, high, step
    first = max(step, 1)
    return first, first + span, step


def _merge(one: Schema, other: Schema) -> Schema:
    """Merge two schemas that both hold."""
    merged = {**one, **other}
    if "properties" in one and "properties" in other:
        merged["properties"] = {**one["properties"], **other["properties"]}
    if "required" in one and "required" in other:
        merged["required"] = [*one["required"], *other["required"]]
    return merged
