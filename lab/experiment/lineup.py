"""The line-ups of an experiment: which players have which seats, alone or in teams."""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise
from math import prod
from random import Random

from pydantic import Field, StrictBool

from lab.experiment.sections import Section


class Lineups(Section):
    """The line-ups: the product of the seats' players, restricted by the rules below."""

    seats: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 - pydantic copies it
    """By seat: the names of the players that take it in turn."""
    fixed: dict[str, str] = {}  # noqa: RUF012 - pydantic copies it
    """By seat: the player that has it in all line-ups."""
    same: tuple[tuple[str, ...], ...] = ()
    """Groups of seats that always have the same player."""
    only: tuple[dict[str, str], ...] = ()
    """If given, only line-ups that match one of these are played."""
    exclude: tuple[dict[str, str], ...] = Field(default=(), alias="except")
    """Line-ups that match one of these are left out."""

    def expand(self, seats: tuple[str, ...]) -> Iterator[dict[str, str]]:
        """Yield each line-up: names of players by seat, in table order."""
        choices = dict(zip(seats, self._list_choices(seats), strict=True))
        return filter(self._is_wanted, self._fill(seats, choices))

    def count(self, seats: tuple[str, ...], players: Container[str] | None = None) -> int:
        """Count the line-ups without listing them.

        Args:
            seats: The seats, in table order.
            players: Count only line-ups of these players; `None` for all.
        """
        if not self._has_rules:
            choices = self._list_choices(seats)
            return prod(sum(players is None or one in players for one in each) for each in choices)
        return sum(
            players is None or all(one in players for one in lineup.values())
            for lineup in self.expand(seats)
        )

    def spread(self, seats: tuple[str, ...], most: int) -> Iterator[dict[str, str]]:
        """Yield at most so many line-ups, one by lot from each of as many equal parts."""
        total = self.count(seats) if most else 0
        if not most:
            return
        if total <= most:
            yield from self.expand(seats)
            return
        rng = Random(0)
        ends = [total * part // most for part in range(most + 1)]
        places = [rng.randrange(*part) for part in pairwise(ends)]
        if self._has_rules:
            chosen = set(places)
            yield from (one for place, one in enumerate(self.expand(seats)) if place in chosen)
            return
        choices = self._list_choices(seats)
        for place in places:
            names = []
            for each in reversed(choices):  # the last seat changes first, as in `expand`
                place, number = divmod(place, len(each))
                names.append(each[number])
            yield dict(zip(seats, reversed(names), strict=True))

    @property
    def _has_rules(self) -> bool:
        return bool(self.same or self.only or self.exclude)

    def _list_choices(self, seats: tuple[str, ...]) -> list[Sequence[str]]:
        return [(self.fixed[seat],) if seat in self.fixed else self.seats[seat] for seat in seats]

    def _fill(
        self, seats: tuple[str, ...], choices: Mapping[str, Sequence[str]]
    ) -> Iterator[dict[str, str]]:
        """Yield the line-ups of some seats in which those that go together have the same player.

        The last seat changes first. Nothing is listed that `same` excludes: 50 players in the same
        five seats are 50 line-ups, and not 300 million to be looked through.
        """
        if not seats:
            yield {}
            return
        *before, last = seats
        with_last = {seat for group in self.same if last in group for seat in group}
        for lineup in self._fill(tuple(before), choices):
            together = {name for seat, name in lineup.items() if seat in with_last}
            for name in choices[last]:
                if together <= {name}:
                    yield {**lineup, last: name}

    def _is_wanted(self, lineup: dict[str, str]) -> bool:
        only = not self.only or any(rule.items() <= lineup.items() for rule in self.only)
        return only and not any(one.items() <= lineup.items() for one in self.exclude)


class Teams(Section):
    """Teams instead of line-ups: every pair of players, each in all seats of one team."""

    seats: tuple[tuple[str, ...], ...]
    """The seats of each team, such as `[["p1", "p2"], ["p3", "p4"]]`."""
    players: tuple[str, ...] = ()
    """The players; by default all."""
    self_play: StrictBool = True
    """Whether each player also plays against itself."""
    rotate: StrictBool = True
    """Whether teams move by one seat from deal to deal, so that no seat gives an advantage."""
