"""Name the players at a table, with the marks and colours that they had in earlier games."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from engine.distinct_names import distinguish_names
from engine.game import GameType
from engine.journal.record import Record
from engine.players.spec import Spec, parse_spec
from engine.text import clean
from screens.players.history import load_player_history
from screens.players.look import assign_looks
from screens.players.seat_names import SeatNames


def name_players_of_record(record: Record, definition: GameType, *, data: Path) -> SeatNames:
    """Name the players of a journal as `name_seats` does.

    Raises:
        LineupError: If a SPEC of the journal is unknown here.
    """
    specs = [parse_spec(spec) for spec in record.players.values()]
    return name_seats(tuple(record.players), specs, definition, data=data)


def name_seats(
    seats: Sequence[str],
    specs: Sequence["Spec"],
    definition: "GameType | None" = None,
    *,
    data: Path,
    teams: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> SeatNames:
    """Name the players of a table, with the marks and colours that they had in earlier games.

    Args:
        seats: The seats' names.
        specs: The SPECs of the players.
        definition: The game, whose default settings are left out.
        data: The data folder, with what is known of the players.
        teams: The seats of each team.
    """
    labels = distinguish_names(
        [
            clean(spec.display_name(seat, definition))
            for seat, spec in zip(seats, specs, strict=True)
        ]
    )
    kinds = [not spec.is_human for spec in specs]
    looks = assign_looks(labels, load_player_history(data).looks, kinds)
    machines = frozenset(seat for seat, is_machine in enumerate(kinds) if is_machine)
    return SeatNames(tuple(seats), labels, looks, machines, teams)  # type: ignore[arg-type]
