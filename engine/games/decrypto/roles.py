"""Who has which role in a round, with three seats or in two teams.

A round of two teams is twice a round of three seats: a team's encoder gives hints, its decoder and
a rival guess. The encoder of a round also intercepts for its team.
"""

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from typing import Literal

from engine.games.decrypto.options import Options
from engine.seat import Seat

type Team = Literal["white", "black"]
"""A team of two, as the box names them."""

TEAMS: tuple[Team, Team] = ("white", "black")
"""Both teams, in the order in which they give hints."""
SEATS = ("encoder", "decoder", "interceptor")
"""The seats of a game of three, named by their roles."""
PARTNERS = ("partner1", "partner2", "interceptor")
"""The same where encoder and decoder swap each round."""


class Role(IntEnum):
    """What a seat does in a round; with three seats, the place of the seat that begins as it."""

    ENCODER = 0
    DECODER = 1
    INTERCEPTOR = 2


def list_seat_names(options: Options) -> tuple[str, ...]:
    """List the names of the seats; teams take turns around the table."""
    if options.has_teams:
        return tuple(f"{TEAMS[seat % 2]}{seat // 2 + 1}" for seat in range(options.players))
    return PARTNERS if options.swap_roles else SEATS


def find_team(options: Options, seat: Seat) -> Team | None:
    """Find the team of a seat; `None` with three seats."""
    return TEAMS[seat % 2] if options.has_teams else None


def list_team(options: Options, team: Team) -> tuple[Seat, ...]:
    """List the seats of a team, in table order."""
    return _list_team(options.players, team)


def _list_team(seats: int, team: Team) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(TEAMS.index(team), seats, 2)))


def list_partners(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """List the others of a seat's team, for whom it gives hints; none for a lone interceptor."""
    if seats <= len(SEATS):
        pair = (Seat(Role.ENCODER), Seat(Role.DECODER))
        return tuple(one for one in pair if seat in pair and one != seat)
    return tuple(one for one in map(Seat, range(seat % 2, seats, 2)) if one != seat)


def assign_roles(options: Options, team: Team | None, number: int) -> Mapping[Role, Seat]:
    """Assign the roles of a round to seats.

    Args:
        options: The options of the match.
        team: The team that gives hints; `None` with three seats.
        number: The round, counted from 1.
    """
    return _assign_roles(options.players, team, number, swap=options.swap_roles)


@lru_cache(maxsize=4096)
def _assign_roles(seats: int, team: Team | None, number: int, *, swap: bool) -> Mapping[Role, Seat]:
    if team is None:
        pair = (0, 1) if number % 2 or not swap else (1, 0)
        return dict(zip(Role, map(Seat, (*pair, 2)), strict=True))
    own, rivals = (_list_team(seats, one) for one in (team, TEAMS[1 - TEAMS.index(team)]))
    return {
        Role.ENCODER: own[(number - 1) % len(own)],
        Role.DECODER: own[number % len(own)],
        Role.INTERCEPTOR: rivals[(number - 1) % len(rivals)],
    }


def list_guessers(options: Options, team: Team | None, number: int) -> tuple[Seat, ...]:
    """List the seats that guess in a round, in table order; teams intercept from round 2 on."""
    roles = assign_roles(options, team, number)
    guessers = [roles[Role.DECODER]]
    if team is None or number > 1:
        guessers.append(roles[Role.INTERCEPTOR])
    return tuple(sorted(guessers))


def list_word_guessers(options: Options, number: int) -> tuple[Seat, ...]:
    """List who guesses the rivals' keywords after round `number`: who would intercept next."""
    roles = (assign_roles(options, team, number + 1) for team in TEAMS)
    return tuple(sorted(one[Role.INTERCEPTOR] for one in roles))


def count_moves(options: Options, team: Team | None, number: int, role: Role) -> int:
    """Count the moves of a role's seat up to that of a round; a rival moves for both teams."""
    seat = assign_roles(options, team, number)[role]
    count = 0
    for past in range(1, number + 1):
        for side in TEAMS if team else (None,):
            roles = assign_roles(options, side, past)
            moved = (roles[Role.ENCODER], *list_guessers(options, side, past))
            if (side, past) == (team, number):
                return count + 1 + (role is not Role.ENCODER and roles[Role.ENCODER] == seat)
            count += moved.count(seat)
    raise AssertionError("a round of no team")
