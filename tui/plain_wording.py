"""How the linear mode words players, tallies and rules."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.text import clean, join_names


def distinguish_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, those that occur several times with a number: `word2vec 1`, `word2vec 2`."""
    counts, seen = Counter(names), Counter[str]()
    told = []
    for name in names:
        seen[name] += 1
        told.append(f"{name} {seen[name]}" if counts[name] > 1 else name)
    return tuple(told)


def describe_players(seats: Sequence[str], names: Sequence[str]) -> str:
    """Say who plays, with their roles if the seats have any."""
    if all(is_numbered(seat) for seat in seats):
        return f"Players: {join_names(names)}."
    pairs = zip(names, seats, strict=True)
    return f"{join_names(f'{name} is the {seat}' for name, seat in pairs)}."


def is_numbered(seat: str) -> bool:
    """Whether a seat has a number instead of a role: `p3`."""
    return seat[:1] == "p" and seat[1:].isdecimal()


def strip_markdown(text: str) -> Iterable[str]:
    """The lines of a Markdown page without markup, a paragraph in one line."""
    paragraph: list[str] = []
    for line in (*text.splitlines(), ""):
        plain = clean(line.replace("**", "").replace("`", ""), 1_000)
        if plain.startswith("|"):
            cells = [cell.strip() for cell in plain.strip("|").split("|")]
            plain = "" if not "".join(cells).strip("-: ") else "- " + "; ".join(filter(None, cells))
        starts = plain.startswith(("- ", "#")) or plain.partition(". ")[0].isdecimal()
        if paragraph and (starts or not plain):
            yield " ".join(paragraph)
            paragraph = []
        if plain.startswith("#"):
            yield f"{plain.lstrip('# ')}:"
        elif plain:
            paragraph.append(plain)


@dataclass(slots=True)
class Tally:
    """How often each name has won this evening."""

    games: int = 0
    wins: dict[str, int] = field(default_factory=dict)

    def add(self, winners: Iterable[str]) -> None:
        """Count one more game."""
        self.games += 1
        for name in winners:
            self.wins[name] = self.wins.get(name, 0) + 1

    def __str__(self) -> str:
        """The wins so far, in a sentence."""
        order = sorted(self.wins, key=lambda name: (-self.wins[name], name))
        won = ", ".join(f"{name} {self.wins[name]}" for name in order)
        return f"Wins after {self.games} games: {won or 'none'}."
