"""Options of games and settings of seats: fields of a model, parsed from text.

`Option` is what forms and `--help` know of a field. Also here: reading the files and cleaning the
words that options name, and explaining unknown names.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic.fields import FieldInfo

from engine.errors import OptionError
from engine.fields import list_fields
from engine.model import Model
from engine.suggestion import explain_unknown

YES = frozenset({"true", "yes", "on", "1"})
NO = frozenset({"false", "no", "off", "0"})


@dataclass(frozen=True, slots=True)
class Mark:
    """What a form must know of an option beyond its type, bounds and title.

    It stands beside the type: `word: Annotated[str, Mark(secret=True)] = ""`.
    """

    usual: str = ""
    """The meaning of the default, if the value itself does not say it; or, without a default, where
    the value comes from."""
    form: str = ""
    """A description of what the pattern allows."""
    prominent: bool = False
    """Whether a form offers it with the players instead of the rules."""
    secret: bool = False
    """Whether the value may reveal a secret to some seats."""
    moved: bool = False
    """Whether a setting of seats has replaced it: no form offers it, but it still applies to seats
    that do not set it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game, or one setting of a seat, as its model declares it."""

    name: str
    value_type: type
    """`int`, `float`, `bool` or `str`."""
    default: int | float | str | None
    label: str
    """The label in a form."""
    help: str
    """One sentence for `--help` and the setup screen."""
    low: int | None
    """The smallest number allowed."""
    high: int | None
    """The largest number allowed."""
    choices: tuple[str, ...]
    """The allowed values, if there are only some."""
    words: tuple[str, ...]
    """Words that are allowed besides numbers."""
    pattern: str
    """A regular expression that a text must match; empty for any text."""
    mark: Mark

    @property
    def usual(self) -> str:
        """The default, in words; without a default, where the value comes from."""
        if self.mark.usual or self.default is None:
            return self.mark.usual
        return self.format(self.default)

    @property
    def allowed_values(self) -> str:
        """The values it takes, in words."""
        if self.value_type is bool:
            return "yes or no"
        if self.value_type is int:
            return f"a whole number from {self.low} to {self.high}"
        if self.value_type is float:
            return " or ".join((f"a number from {self.low} to {self.high}", *self.words))
        if self.choices:
            return "one of " + ", ".join(self.choices)
        return self.mark.form or "text"

    def format(self, value: float | str) -> str:
        """Format a value as the shortest text that `parse` reads back."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, float):
            return str(value).removesuffix(".0")
        return str(value)

    def parse(self, text: str) -> int | float | str:
        """Parse a value.

        Raises:
            OptionError: If it is not allowed.
        """
        plain = text.strip()
        if self.value_type is bool and plain.lower() in YES | NO:
            return plain.lower() in YES
        if (
            self.value_type is int
            and plain.removeprefix("-").isascii()
            and self._is_within_bounds(plain)
        ):
            return int(plain)
        if self.value_type is float and (plain in self.words or self._is_decimal(plain)):
            return plain if plain in self.words else float(plain)
        if self.value_type is str and self._allows(plain):
            return plain
        raise OptionError(f"{self.name} is {self.allowed_values}, not {plain[:60]!r}.")

    def _allows(self, text: str) -> bool:
        if self.choices:
            return text in self.choices
        return not self.pattern or re.fullmatch(self.pattern, text) is not None

    def _is_decimal(self, text: str) -> bool:
        if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text):
            return False
        low, high = self.low, self.high
        return (low is None or low <= float(text)) and (high is None or float(text) <= high)

    def _is_within_bounds(self, text: str) -> bool:
        if not text.removeprefix("-").isdigit() or len(text) > 9:
            return False
        low, high = self.low, self.high
        return (low is None or low <= int(text)) and (high is None or int(text) <= high)


VALUE_TYPES = {"integer": int, "number": float, "boolean": bool, "string": str}
"""By type of JSON schema: the type of an option's values."""


def list_declared_options(kind: type[Model]) -> Mapping[str, Option]:
    """List the options that a model declares, by name, in order.

    The type of each field is `int`, `float`, `bool`, `str` or a `Literal` of texts; a number may be
    replaced by a word, and each may be `None`. `Field` has the default, the bounds and the title.
    """
    return _list_options(kind)


@cache
def _list_options(kind: type[Model]) -> Mapping[str, Option]:
    schemas = list_fields(kind, {})
    return {name: _read_option(name, one, schemas[name]) for name, one in kind.model_fields.items()}


def _read_option(name: str, field: FieldInfo, schema: Mapping[str, Any]) -> Option:
    main, *others = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    marks = [one for one in field.metadata if isinstance(one, Mark)]
    return Option(
        name=name,
        value_type=VALUE_TYPES[main["type"]],
        default=field.get_default(),
        label=field.title or name.replace("_", " ").capitalize(),
        help=" ".join((field.description or "").split()),
        low=main.get("minimum"),
        high=main.get("maximum"),
        choices=tuple(main.get("enum", ())),
        words=tuple(one["const"] for one in others),
        pattern=main.get("pattern", ""),
        mark=marks[0] if marks else Mark(),
    )


def parse_options[T: Model](kind: type[T], given: Mapping[str, str]) -> T:
    """Parse `{name: text}` into the model `kind`; missing options keep their defaults.

    Raises:
        OptionError: At the first unknown name or bad value; the message says what is allowed.
    """
    known = list_declared_options(kind)
    values = {}
    for name, text in given.items():
        if name not in known:
            raise OptionError(explain_unknown("option", name, known))
        values[name] = known[name].parse(text)
    return kind(**values)


def hide_secret_options[T: Model](options: T) -> T:
    """Return the options with the secret ones blank, for views."""
    known = list_declared_options(type(options))
    secret = {name: "" for name, one in known.items() if one.mark.secret}
    return options.model_copy(update=secret) if secret else options


def override_options[View](view: View, **values: int | str | None) -> View:
    """Replace options of a view by a seat's settings.

    Args:
        view: A view with a field `options`.
        values: The values by name; `None` or an empty value keeps the option's.
    """
    given = {name: value for name, value in values.items() if value}
    if not given:
        return view
    one: Any = view
    changed: View = one.model_copy(update={"options": one.options.model_copy(update=given)})
    return changed
