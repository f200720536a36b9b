"""Options of games and settings of seats: fields of a dataclass, parsed from text.

A `Note` at each field holds its help and the allowed values, for forms and `--help`. Also here:
reading the files and cleaning the words that options name, and explaining unknown names.
"""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, TypeGuard, get_args, get_origin, get_type_hints

from engine.text import clean, fold_words
from files.regular import read_text

YES = frozenset({"true", "yes", "on", "1"})
NO = frozenset({"false", "no", "off", "0"})


class OptionError(ValueError):
    """An unknown option, or a bad value of an option."""


@dataclass(frozen=True, slots=True)
class Note:
    """The help of an option, and the values it takes: `Annotated[T, Note(...)]`."""

    help: str
    """One sentence for `--help` and the setup screen."""
    low: int | None = None
    """The smallest number allowed."""
    high: int | None = None
    """The largest number allowed."""
    choices: tuple[str, ...] = ()
    """The allowed values, if there are only some."""
    label: str = ""
    """The label in a form; by default the name with a capital."""
    usual: str = ""
    """The meaning of the default, if the value itself does not say it; or, without a default, where
    the value comes from."""
    prominent: bool = False
    """Whether a form offers it with the players instead of the rules."""
    secret: bool = False
    """Whether the value may reveal a secret to some seats."""
    moved: bool = False
    """Whether a setting of seats has replaced it: no form offers it, but it still applies to seats
    that do not set it."""
    words: tuple[str, ...] = ()
    """Words that are allowed besides numbers."""
    pattern: str = ""
    """A regular expression that a text must match; empty for any text."""
    form: str = ""
    """A description of what the pattern allows."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game, for forms and help pages."""

    name: str
    value_type: type
    default: int | float | str | None
    note: Note

    @property
    def label(self) -> str:
        """The label in a form."""
        return self.note.label or self.name.replace("_", " ").capitalize()

    @property
    def usual(self) -> str:
        """The default, in words."""
        if self.note.usual or self.default is None:
            return self.note.usual
        return self.format(self.default)

    @property
    def allowed_values(self) -> str:
        """The values it takes, in words."""
        if self.value_type is bool:
            return "yes or no"
        if self.value_type is int:
            return f"a whole number from {self.note.low} to {self.note.high}"
        if self.value_type is float:
            numbers = f"a number from {self.note.low} to {self.note.high}"
            return " or ".join((numbers, *self.note.words))
        if self.note.choices:
            return "one of " + ", ".join(self.note.choices)
        return self.note.form or "text"

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
        if self.value_type is float and (plain in self.note.words or self._is_decimal(plain)):
            return plain if plain in self.note.words else float(plain)
        if self.value_type is str and self._allows(plain):
            return plain
        raise OptionError(f"{self.name} is {self.allowed_values}, not {plain[:60]!r}.")

    def _allows(self, text: str) -> bool:
        note = self.note
        if note.choices:
            return text in note.choices
        return not note.pattern or re.fullmatch(note.pattern, text) is not None

    def _is_decimal(self, text: str) -> bool:
        if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]{1,9})?", text):
            return False
        low, high = self.note.low, self.note.high
        return (low is None or low <= float(text)) and (high is None or float(text) <= high)

    def _is_within_bounds(self, text: str) -> bool:
        if not text.removeprefix("-").isdigit() or len(text) > 9:
            return False
        low, high = self.note.low, self.note.high
        return (low is None or low <= int(text)) and (high is None or int(text) <= high)


def list_declared_options(kind: type[Any]) -> dict[str, Option]:
    """List the options that the dataclass `kind` declares, by name, in order.

    Each field is `name: Annotated[T, Note(...)] = default`, `T` one of `int`, `float`, `bool`,
    `str`, or one of them `| None`, with `None` as the default.
    """
    hints = get_type_hints(kind, include_extras=True)
    defaults = asdict(kind())
    found = {}
    for field in fields(kind):
        hint = hints[field.name]
        if get_origin(hint) is not Annotated:
            plain = getattr(hint, "__name__", str(hint))
            raise TypeError(
                f"{kind.__module__}.{kind.__name__}.{field.name} has no Note: write "
                f'{field.name}: Annotated[{plain}, Note("What it means.")] = ...'
            )
        plain, note = get_args(hint)
        value_type = next((one for one in get_args(plain) if one is not NoneType), plain)
        found[field.name] = Option(field.name, value_type, defaults[field.name], note)
    return found


def parse_options[T](kind: type[T], given: Mapping[str, str]) -> T:
    """Parse `{name: text}` into the dataclass `kind`; missing options keep their defaults.

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


def override_options[View](view: View, **values: int | str | None) -> View:
    """Replace options of a view by a seat's settings.

    Args:
        view: A dataclass with a field `options`.
        values: The values by name; `None` or an empty value keeps the option's.
    """
    given = {name: value for name, value in values.items() if value}
    if not given:
        return view
    one: Any = view
    changed: View = replace(one, options=replace(one.options, **given))
    return changed


def explain_unknown(what: str, name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """Say that a name is unknown, with the nearest match and all known names."""
    near = get_close_matches(name.lower(), list(known), 1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    return f"There is no {what} {name[:60]!r}.{guess} There is: {', '.join(known)}."


def read_option_file(path: Path, wanted: str) -> list[str]:
    """Read a text file that an option names, without blank lines and comments (`#`).

    Args:
        path: The file, in UTF-8; `~` is expanded.
        wanted: The beginning of the error message: the option, and what it takes.

    Raises:
        OptionError: If the file cannot be read.
    """
    try:
        lines = read_text(path.expanduser(), "utf-8-sig").splitlines()
    except (OSError, ValueError, RuntimeError) as error:  # missing; not text; no such ~user
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        if isinstance(error, RuntimeError):
            why = "there is no such home folder"
        raise OptionError(f"{wanted}; {clean(str(path))!r} cannot be read: {why}.") from None
    return [line for line in lines if line.strip() and not line.startswith("#")]


def clean_word(text: str, longest: int, requirement: str) -> str:
    """Clean one word or phrase.

    Args:
        text: The word as typed, or as in a file.
        longest: The maximum length in characters.
        requirement: The beginning of an error message that ends with the word.

    Raises:
        OptionError: If it has no letter or digit, or is too long.
    """
    word = clean(text, longest + 1)
    if not fold_words(word) or len(word) > longest:
        raise OptionError(f"{requirement} {word!r}.")
    return word


def is_clean_word(word: object, longest: int) -> TypeGuard[str]:
    """Whether a value is a word as `clean_word` returns it."""
    return isinstance(word, str) and bool(fold_words(word)) and word == clean(word, longest)
