"""A game's options: declared as a frozen dataclass, read from text, checked in words."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from engine.text import clean

YES = frozenset({"true", "yes", "on", "1"})
NO = frozenset({"false", "no", "off", "0"})


class OptionError(ValueError):
    """An option that does not exist, or a value it does not take."""


@dataclass(frozen=True, slots=True)
class Note:
    """What an option means and what it takes; annotate a field of type `T` with it."""

    help: str
    """One sentence for `--help` and the setup screen."""
    low: int | None = None
    """The least whole number allowed."""
    high: int | None = None
    """The greatest whole number allowed."""
    choices: tuple[str, ...] = ()
    """The words allowed, if only some are."""
    secret: bool = False
    """What is asked for here may name what some seats must not know."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game, as a form or a help page needs it."""

    name: str
    kind: type
    default: int | str
    note: Note

    @property
    def allowed(self) -> str:
        """What the option takes, in words."""
        if self.kind is bool:
            return "yes or no"
        if self.kind is int:
            return f"a whole number from {self.note.low} to {self.note.high}"
        if self.note.choices:
            return "one of " + ", ".join(self.note.choices)
        return "text"

    def read(self, text: str) -> int | str:
        """The value that `text` stands for.

        Raises:
            OptionError: If the option does not take it.
        """
        plain = text.strip()
        if self.kind is bool and plain.lower() in YES | NO:
            return plain.lower() in YES
        if self.kind is int and plain.removeprefix("-").isascii() and self._within(plain):
            return int(plain)
        if self.kind is str and (not self.note.choices or plain in self.note.choices):
            return plain
        raise OptionError(f"{self.name} is {self.allowed}, not {plain[:60]!r}.")

    def _within(self, text: str) -> bool:
        if not text.removeprefix("-").isdigit() or len(text) > 9:
            return False
        low, high = self.note.low, self.note.high
        return (low is None or low <= int(text)) and (high is None or int(text) <= high)


def options(kind: type[Any]) -> dict[str, Option]:
    """The options that the dataclass `kind` declares, by name, in their order.

    Each field is `name: Annotated[T, Note(...)] = default`, `T` one of `int`, `bool`, `str`.
    """
    hints = get_type_hints(kind, include_extras=True)
    defaults = asdict(kind())
    found = {}
    for field in fields(kind):
        hint = hints[field.name]
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{kind.__name__}.{field.name} has no Note")
        plain, note = get_args(hint)
        found[field.name] = Option(field.name, plain, defaults[field.name], note)
    return found


def read_options[T](kind: type[T], given: Mapping[str, str]) -> T:
    """The options of type `kind` that `{name: text}` asks for; the rest stay default.

    Raises:
        OptionError: At the first name or value that is not allowed, with what is.
    """
    known = options(kind)
    values = {}
    for name, text in given.items():
        if name not in known:
            raise OptionError(unknown("option", name, known))
        values[name] = known[name].read(text)
    return kind(**values)


def unknown(what: str, name: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    """A sentence for a name nobody knows: what is allowed, and the nearest match."""
    near = get_close_matches(name.lower(), list(known), 1)
    guess = f" Did you mean {near[0]!r}?" if near else ""
    return f"There is no {what} {name[:60]!r}.{guess} There is: {', '.join(known)}."


def read_option_file(path: Path, wanted: str) -> list[str]:
    """Read a text file that an option names, without blank lines and comments (`#`).

    Args:
        path: The file, in UTF-8; `~` is expanded.
        wanted: The option and what it takes, the beginning of the error message.

    Raises:
        OptionError: If the file cannot be read.
    """
    try:
        lines = path.expanduser().read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError, RuntimeError) as error:  # not there; not text; no such ~user
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        if isinstance(error, RuntimeError):
            why = "there is no such home folder"
        raise OptionError(f"{wanted}; {clean(str(path))!r} cannot be read: {why}.") from None
    return [line for line in lines if line.strip() and not line.startswith("#")]
