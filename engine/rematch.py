"""What may be played after a finished match: a rematch, swapped roles, the same deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.game import Seat
from engine.lineup import SEAT_CODE, Spec, move_options_to_seats

if TYPE_CHECKING:
    from engine.session import Session

REMATCH, SWAP, SAME_DEAL, DUEL = "rematch", "swap", "same_deal", "duel"
"""The kinds of game that `list_next_games` offers."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game with the players and options of a finished one."""

    label: str
    """What it is called on a button."""
    explanation: str
    """What it means, in a few words."""
    seats: Mapping[str, str]
    """The SPEC of each seat, in table order."""
    options: Mapping[str, str]
    """The options that differ from the default."""
    seed: str = ""
    """Blank for a new one."""


def list_next_games(session: "Session") -> dict[str, NextGame]:
    """List the games that make sense after a finished one, by their kind.

    Roles can be swapped where seats have roles and the players differ. The same deal can be played
    again by machines, and by people in seats that know from the start what the deal hides: they
    have seen all of it by now.
    """
    definition, header = session.definition, session.header
    options = {
        name: str(header.options[name])
        for name, option in (definition.options | definition.moved_options).items()
        if header.options[name] != option.default
    }
    names = session.match.game.seats
    lineup = {name: session.specs[Seat(place)] for place, name in enumerate(names)}
    lineup = dict(move_options_to_seats(definition, options, lineup))
    swapped = dict(zip(names, [*lineup.values()][-1:] + [*lineup.values()][:-1], strict=True))
    can_swap = not any(map(SEAT_CODE.fullmatch, names)) and swapped != lineup

    def is_fair(seats: Mapping[str, Spec]) -> bool:
        people = {name for name, spec in seats.items() if spec.is_human}
        return people.issubset(definition.informed_seats)

    def create(label: str, explanation: str, seats: Mapping[str, Spec], seed: str = "") -> NextGame:
        texts = {name: str(spec) for name, spec in seats.items()}
        return NextGame(label, explanation, texts, options, seed)

    games = {REMATCH: create("Rematch", "the same players and rules, a new deal", lineup)}
    if can_swap:
        games[SWAP] = create("Swap roles", "everybody moves one seat on, a new deal", swapped)
    if is_fair(lineup):
        again = "the same players once more with what was dealt in this game"
        games[SAME_DEAL] = create("Same deal", again, lineup, header.seed)
    if can_swap and is_fair(swapped):
        fair = "a fair duel: each side plays what the other was dealt"
        games[DUEL] = create("Same deal, swapped roles", fair, swapped, header.seed)
    return games
