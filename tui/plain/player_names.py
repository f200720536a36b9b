"""Write the players for the seats of a match, and read seats from the names of players."""

from collections.abc import Iterator
from typing import Any

from engine.distinct_names import distinguish_names
from engine.games.highlights import Sentence
from engine.seat_codes import replace_roles, replace_seat_codes
from engine.session import Session


class PlainNames:
    """Writes the players for the seats of a match, and reads seats from the names of players."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seats = session.match.game.seats

    @property
    def names(self) -> tuple[str, ...]:
        """The distinct names of the players, in the order of the seats."""
        return distinguish_names(self.session.display_names)

    def name_players(self, line: str) -> str:
        """Replace seat codes in a line by the players' names."""
        return line if self.is_named else replace_seat_codes(line, self.seats, self.names)

    def read_seats(self, answer: str) -> str:
        """Find the seats for typed names of players; other answers are returned unchanged."""
        if self.is_named:
            return answer
        codes = {name.casefold(): code for name, code in self.list_codes()}
        parts = [part.strip() for part in answer.split(",")]
        found = [codes.get(part.casefold()) for part in parts]
        return ", ".join(map(str, found)) if all(found) else answer

    def format_answer(self, answer: str) -> str:
        """Write the names of players for an answer that is nothing but seats."""
        names = {code: name for name, code in self.list_codes()}
        parts = [part.strip(' "') for part in answer.split(",")]
        named = [names.get(part) for part in parts]
        return ", ".join(map(str, named)) if all(named) and not self.is_named else answer

    def format_sentence(self, sentence: Sentence) -> str:
        """Write a sentence in parts as text."""
        parts = (part if isinstance(part, str) else self.names[part] for part in sentence)
        return "".join(parts)

    def list_codes(self) -> Iterator[tuple[str, str]]:
        """Yield the name of each player with that of the seat."""
        return zip(self.names, self.seats, strict=True)

    def name_roles(self, line: str) -> str:
        """Replace seat codes and roles in a line of the story by the players' names."""
        return replace_roles(self.name_players(line), self.seats, self.names)

    @property
    def is_named(self) -> bool:
        """Whether the game's views take the names of seats from `view.seats`."""
        kind = type(self.session.match.view(None))
        return isinstance(getattr(kind, "seats", None), property)

    def name_seats(self, view: Any) -> Any:  # noqa: ANN401
        """Replace the names of seats in a view by the players' names, if possible."""
        if not self.is_named or getattr(view, "seats", None) != self.seats:
            return view
        own = {"seats": property(lambda _: self.names), "__module__": type(view).__module__}
        kind: Any = type(type(view).__name__, (type(view),), own)
        return kind(**dict(view))
