"""The names of players on screens, each with its mark and colour."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.content import Content

from engine.distinct_names import distinguish_names
from engine.seat import Seat
from engine.seat_codes import name_role, replace_roles, replace_seat_codes, split_seat_codes
from screens.players.look import get_colour, get_mark, get_style, get_team_style, write_look
from screens.players.marks import FILLED

if TYPE_CHECKING:
    from engine.games.highlights import Sentence


class PlayerName(str):
    """A player's name for a title or a curtain, with the player's look."""

    look: int | None = None
    """The index of the player's mark and colour."""
    role = ""
    """The player's role, if the text ends in it."""

    @property
    def label(self) -> str:
        """The name without the role."""
        return self.removesuffix(f", {self.role}") if self.role else str(self)

    def write(self) -> Content:
        """Write the name with its mark, in its colour."""
        return write_look(self, self.look or 0, "bold")


@dataclass(frozen=True, slots=True)
class SeatNames:
    """The names of the players at a table, by seat."""

    seats: tuple[str, ...]
    """The seats' names: `encoder`, or only a code: `p3`."""
    labels: tuple[str, ...]
    """The players' names, all different: `Ada`, `GloVe 2`. Outside text: show it literally."""
    looks: tuple[int, ...] = ()
    """By seat: the index of the player's mark and colour; by default in table order."""
    machines: frozenset[Seat] = frozenset()
    """The seats of machines."""
    teams: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    """The seats of each team, by the team's name."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "labels", distinguish_names(self.labels))
        if not self.looks:
            looks = (
                seat + len(FILLED) * (seat in self.machines) for seat in range(len(self.seats))
            )
            object.__setattr__(self, "looks", tuple(looks))

    @property
    def players(self) -> dict[str, str]:
        """The players' names by seat name."""
        return dict(zip(self.seats, self.labels, strict=True))

    def find_seat(self, seat: Seat | str) -> Seat:
        """Find the seat of this name; a seat is returned unchanged."""
        return self.seats.index(seat) if isinstance(seat, str) else seat  # type: ignore[return-value]

    def read_player(self, text: str) -> str:
        """Find the seat's name for a typed player's name; other text is returned unchanged."""
        typed = text.casefold()
        known = zip(self.seats, self.labels, strict=True)
        return next((seat for seat, label in known if typed == label.casefold()), text)

    def get_role(self, seat: Seat) -> str:
        """`encoder`; `white` for the seat `white2`; blank where the seat's name is a code."""
        return name_role(self.seats[seat])

    def shares_role(self, seat: Seat) -> bool:
        """Whether several seats have the same role, so that it does not say what they do."""
        role = self.get_role(seat)
        return bool(role) and [*map(name_role, self.seats)].count(role) > 1

    def get_label(self, seat: Seat | str) -> str:
        """`Ada`."""
        return self.labels[self.find_seat(seat)]

    def get_full_name(self, seat: Seat) -> PlayerName:
        """`Ada, encoder`; only `Ada` where the seat has no role, or its name says it."""
        role, label = self.get_role(seat), self.labels[seat]
        role = role.capitalize() if role in self.teams else role  # a team's name
        says_more = role and label.casefold() != role.casefold()
        name = PlayerName(f"{label}, {role}" if says_more else label)
        name.look = self.looks[seat]
        name.role = role if says_more else ""
        return name

    def get_mark(self, seat: Seat) -> str:
        """The player's mark, one cell wide."""
        return get_mark(self.looks[seat])

    @property
    def colours(self) -> tuple[int, ...]:
        """By seat: the number of the player's colour, from 1."""
        return tuple(map(get_colour, self.looks))

    @property
    def marked_labels(self) -> tuple[str, ...]:
        """The players' names with their marks, as plain text: `● Ada`."""
        looks = zip(self.looks, self.labels, strict=True)
        return tuple(f"{get_mark(look)} {label}" for look, label in looks)

    def get_style(self, seat: Seat) -> str:
        """The player's colour, as a style."""
        return get_style(self.looks[seat])

    def get_team_style(self, team: str) -> str:
        """The colour of a team, as a style: the one that its name says, else one by its place."""
        return get_team_style([*self.teams].index(team), team)

    def colour_names(self, text: str) -> Content:
        """Write the names of players and teams between commas in their colours."""
        styles = dict(zip(self.labels, map(get_style, self.looks), strict=True))
        styles |= {team: self.get_team_style(team) for team in self.teams}
        return Content(", ").join(
            [Content.styled(part, styles.get(part, "")) for part in text.split(", ")]
        )

    def format_teams(self) -> dict[str, Content]:
        """Write the players of each team, by the team's name."""
        return {
            team: self.format_players(map(self.find_seat, seats))
            for team, seats in self.teams.items()
        }

    def format_player(
        self, seat: Seat | str, *, role: bool = False, style: str = "bold"
    ) -> Content:
        """Write a player: mark and name in their colour.

        Args:
            seat: The seat, or its name.
            role: Whether to add the role: `● Ada, encoder`.
            style: A style on top, such as `dim`.
        """
        seat = self.find_seat(seat)
        name = self.get_full_name(seat) if role else self.get_label(seat)
        return write_look(name, self.looks[seat], style)

    def format_players(self, seats: Iterable[Seat], *, style: str = "") -> Content:
        """Write several players, with commas between them."""
        return Content(", ").join([self.format_player(seat, style=style) for seat in seats])

    def list_players(self, seats: Iterable[Seat]) -> Content:
        """Write several players in a sentence: `● Ada, ▲ Ben and ■ Cleo`."""
        *others, last = map(self.format_player, seats)
        who = [Content(", ").join(others), last] if others else [last]
        return Content(" and ").join(who)

    def format_parts(self, sentence: "Sentence") -> Content:
        """Write a sentence in parts: players with mark and colour, the words literally."""
        return Content("").join(
            [Content(p) if isinstance(p, str) else self.format_player(p) for p in sentence]
        )

    def format_plain_parts(self, sentence: "Sentence") -> str:
        """Write the same as plain text: names without marks."""
        return "".join(p if isinstance(p, str) else self.get_label(p) for p in sentence)

    def format_sentence(self, sentence: str) -> Content:
        """Write a sentence of the rules, with the players instead of the codes of their seats.

        Text in quotation marks is not changed.
        """
        parts = split_seat_codes(sentence, self.seats)
        return Content("").join(
            [Content(p) if isinstance(p, str) else self.format_player(p, style="") for p in parts]
        )

    def name_players(self, sentence: str) -> str:
        """Replace seats and roles by the players' names: `Ada wins` for `The encoder wins`."""
        return replace_roles(sentence, self.seats, self.labels)

    def format_plain_sentence(self, sentence: str) -> str:
        """The same as plain text: names without marks."""
        return replace_seat_codes(sentence, self.seats, self.labels)
