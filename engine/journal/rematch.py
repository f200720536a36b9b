"""List the games to offer after a finished one: a rematch, swapped roles, the same deal."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from engine.errors import OptionError
from engine.options import select_changed
from engine.players.spec import Spec, move_options_to_seats
from engine.seat import Seat
from engine.seat_codes import SEAT_CODE
from engine.session import Session

REMATCH, SWAP, SAME_DEAL, DUEL = "rematch", "swap", "same_deal", "duel"
"""The kinds of game that `list_next_games` offers."""
DRAWS = 4
"""How often words are drawn to find whether they are always the same."""


@dataclass(frozen=True, slots=True)
class NextGame:
    """A game with the players and options of a finished one."""

    label: str
    """The label of its button."""
    explanation: str
    """What it means, in a few words."""
    seats: Mapping[str, str]
    """The SPEC of each seat, in table order."""
    options: Mapping[str, str]
    """The options that differ from the default."""
    seed: str = ""
    """The seed; empty for a new one."""


def keeps_words(session: "Session") -> bool:
    """Whether the options give the words: a theme, or a list, gives others in each game."""
    definition, options = session.definition, session.match.game.options
    try:
        first, *others = [definition.draw(options, Random(draw)).material for draw in range(DRAWS)]
    except OptionError:  # the file with the words is gone: a rematch says so when it is chosen
        return False
    return all(other == first for other in others)


def list_next_games(session: "Session") -> dict[str, NextGame]:
    """List the games to offer after a finished one, by kind.

    Roles can be swapped if seats have roles and the players differ. The same deal can be played
    again by machines, and by people in seats that know the hidden part of the deal from the start,
    because people have seen all of it by now.
    """
    definition, header = session.definition, session.header
    declared = definition.list_options() | definition.list_moved_options()
    changed = select_changed(header.options, declared)
    options = {name: str(value) for name, value in changed.items()}
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

    given = any(declared[name].mark.secret for name in options) and keeps_words(session)
    deal = "players, rules and words" if given else "players and rules, a new deal"
    games = {REMATCH: create("Rematch", f"the same {deal}", lineup)}
    if can_swap:
        games[SWAP] = create(
            "Swap roles",
            f"everybody moves one seat on, {'the words stay' if given else 'a new deal'}",
            swapped,
        )
    if is_fair(lineup):
        again = "the same players once more with what was dealt in this game"
        games[SAME_DEAL] = create("Same deal", again, lineup, header.seed)
    if can_swap and is_fair(swapped):
        fair = "each side plays what the other was dealt in this game"
        games[DUEL] = create("Same deal, swapped roles", fair, swapped, header.seed)
    return games
