"""Options of games and settings of seats: fields of a model, parsed from text.

`Option` is what forms and `--help` know of a field. Also here: reading the files and cleaning the
words that options name, and explaining unknown names.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import AliasChoices, GetJsonSchemaHandler, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema

from engine.errors import OptionError
from engine.fields import describe_values, list_fields
from engine.frozen_model import FrozenModel
from engine.validation import explain_mistake

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
    nouns: tuple[str, str] | None = None
    """What one and several of it are called in a line of rules: `("round", "rounds")`."""
    prominent: bool = False
    """Whether it says how many play, so that no form asks for it beside the players."""
    secret: bool = False
    """Whether the value may reveal a secret to some seats."""
    names: tuple[tuple[str, str], ...] = ()
    """What a form calls values that say too little themselves: `("lose", "a defeat")`."""
    spaces: bool = False
    """Whether it names spaces of word vectors, so that a form says which there are."""
    moved: bool = False
    """Whether a setting of seats has replaced it: no form offers it, but it still applies to seats
    that do not set it."""

    told: bool = False
    """Whether tables of results say what a seat's setting is even if its SPEC leaves it out."""
    needs: str = ""
    """The setting without which this one does nothing, so that no table tells it."""

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Add what the pattern allows to the schema, for sentences."""
        return handler(core) | ({"form": self.form} if self.form else {})


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game, or one setting of a seat, as its model declares it."""

    kind: type[FrozenModel]
    """The model that declares it."""
    name: str
    value_type: type
    """`int`, `float`, `bool` or `str`."""
    default: int | float | str | None
    """`None` also if it follows from other options, see `find_default`."""
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
    schema: Mapping[str, Any]
    """Its JSON schema."""
    mark: Mark

    @property
    def allowed_values(self) -> str:
        """The values it takes, in words."""
        return describe_values(dict(self.schema))

    @property
    def range(self) -> str:
        """The smallest and the largest number allowed."""
        return f"{self.low} to {self.high}"

    @property
    def is_free_text(self) -> bool:
        """Whether any text may be given, the path of a file, too."""
        return self.value_type is str and not self.choices

    @property
    def usual(self) -> str:
        """The default, in words; without a default, where the value comes from."""
        if self.mark.usual or self.default is None:
            return self.mark.usual
        return self.format(self.default)

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
        value: int | float | str = getattr(parse_options(self.kind, {self.name: text}), self.name)
        return value

    def name_choice(self, value: str) -> str:
        """Name a value as forms do."""
        return dict(self.mark.names).get(value, value)

    def decode(self, text: str) -> object:
        """Decode a text as the type of the option; what is none stays text."""
        plain = text.strip()
        if self.value_type is bool and plain.lower() in YES | NO:
            return plain.lower() in YES
        if self.value_type is int and re.fullmatch(r"-?[0-9]{1,9}", plain):
            return int(plain)
        if self.value_type is float and re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", plain):
            return float(plain)
        return plain

    def find_usual(self, others: Mapping[str, Any]) -> str:
        """Find what the default means beside the values of other options: `6` of `4, boxed: 6`."""
        first, *cases = self.usual.split(", ")
        values = {str(value) for value in others.values()}
        for case in cases:
            condition, _, meaning = case.partition(": ")
            if values & set(condition.split()):
                return meaning
        return first

    def find_default(self, others: Mapping[str, Any]) -> Any:  # noqa: ANN401 - of its type
        """Find the default beside the values of other options, from which it may follow."""
        field = self.kind.model_fields[self.name]
        return field.get_default(call_default_factory=True, validated_data=dict(others))


VALUE_TYPES = {"integer": int, "number": float, "boolean": bool, "string": str}
"""By type of JSON schema: the type of an option's values."""


def list_declared_options(kind: type[FrozenModel]) -> Mapping[str, Option]:
    """List the options that a model declares, by name, in order.

    The type of each field is `int`, `float`, `bool`, `str` or a `Literal` of texts; a number may be
    replaced by a word, and each may be `None`. `Field` has the default, the bounds and the title.
    """
    return _list_options(kind)


@cache
def _list_options(kind: type[FrozenModel]) -> Mapping[str, Option]:
    schemas = list_fields(kind, {})
    return {
        name: _read_option(kind, name, one, schemas[name])
        for name, one in kind.model_fields.items()
    }


def _read_option(
    kind: type[FrozenModel], name: str, field: FieldInfo, schema: Mapping[str, Any]
) -> Option:
    main, *others = [one for one in schema.get("anyOf", [schema]) if one.get("type") != "null"]
    marks = [one for one in field.metadata if isinstance(one, Mark)]
    return Option(
        kind=kind,
        name=name,
        value_type=VALUE_TYPES[main["type"]],
        default=None if field.default_factory else field.default,
        label=field.title or name.replace("_", " ").capitalize(),
        help=" ".join((field.description or "").split()),
        low=main.get("minimum"),
        high=main.get("maximum"),
        choices=tuple(main.get("enum", ())),
        words=tuple(one["const"] for one in others),
        pattern=main.get("pattern", ""),
        schema=schema,
        mark=marks[0] if marks else Mark(),
    )


def parse_options[T: FrozenModel](kind: type[T], given: Mapping[str, str]) -> T:
    """Parse `{name: text}` into the model `kind`; missing options keep their defaults.

    Raises:
        OptionError: At the first unknown name or bad value; the message says what is allowed.
    """
    known = list_declared_options(kind)
    values = {
        name: known[name].decode(text) if name in known else text
        for name, text in rename_options(kind, given).items()
    }
    try:
        return kind.model_validate(values, strict=True)
    except ValidationError as error:
        raise OptionError(explain_mistake(kind, error, values, noun="option")) from None


def rename_options[Value](kind: type[FrozenModel], given: Mapping[str, Value]) -> dict[str, Value]:
    """Give options that have former names, as in journals and experiments, their names of now.

    Raises:
        OptionError: If one is given by both names.
    """
    current = _list_current_names(kind)
    renamed = {current.get(name, name): value for name, value in given.items()}
    if len(renamed) < len(given):
        twice = next(name for name in given if current.get(name, name) != name)
        raise OptionError(f"{twice} is now called {current[twice]}; give it once.")
    return renamed


@cache
def _list_current_names(kind: type[FrozenModel]) -> Mapping[str, str]:
    aliases = ((name, one.validation_alias) for name, one in kind.model_fields.items())
    return {
        given: name
        for name, alias in aliases
        for given in (alias.choices if isinstance(alias, AliasChoices) else [name])
        if isinstance(given, str)
    }


def select_changed(values: Mapping[str, Any], options: Mapping[str, Option]) -> dict[str, Any]:
    """Select the values of these options that differ from their defaults, by name."""
    return {
        name: values[name]
        for name, option in options.items()
        if name in values and values[name] != option.find_default(values)
    }


def hide_secret_options[T: FrozenModel](options: T) -> T:
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
