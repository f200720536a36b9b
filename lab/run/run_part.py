"""The deals that one of several machines plays."""

from dataclasses import dataclass
from typing import Self

from lab.errors import RunError


@dataclass(frozen=True, slots=True)
class Part:
    """The deals that one of several machines plays: every `of`-th, starting with `number`."""

    number: int = 1
    of: int = 1

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `1/2`, the first of two parts.

        Raises:
            RunError: If it is not a part.
        """
        number, slash, of = text.partition("/")
        if slash and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of):
            return cls(int(number), int(of))
        raise RunError(f"A part is a pair such as 1/2, the first of two, not {text[:40]!r}.")

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


EVERYTHING = Part()


WHOLE = Part()
"""The only part: all deals."""
