"""How the paper's baseline plays in one space with several K, as in its Figure 2.

The encoder draws each hint from the K words nearest to its keyword. A partner in another space
understands near hints, and misses more the greater K; an interceptor in the same space finds near
hints, and fewer the greater K. How fast depends on the space, so K of one suits no other. The paper
chose K = 16 for its two: the point before partners in another space miss significantly more.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.games.catalog import find
from engine.play import play
from engine.players.spec import parse_spec
from engine.session import Session

if TYPE_CHECKING:
    from engine.config.settings import Settings

KS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
"""The K that are tried."""
MOST_MORE = 0.15
"""K suits a space if partners lose at most this share of games more than with the best smaller K.
So 16 suits the built-in spaces, of whom partners lose 11 to 18 % of games with 16, and 17 to 28 %
with 32."""


class NearWords(NamedTuple):
    """How games with one K went; the deals are the same with each partner, and for all K."""

    k: int
    missed_twice: Mapping[str, tuple[bool, ...]]
    """By space of the decoder: whether each game would be lost, as it missed so many codes."""
    caught: Mapping[str, tuple[bool, ...]]
    """By space of the decoder: whether the interceptor found so many codes."""

    @property
    def missed_share(self) -> float:
        """The share of games lost to misunderstandings, over all partners."""
        games = [lost for games in self.missed_twice.values() for lost in games]
        return sum(games) / len(games)


def play_near_words(
    space: str,
    partners: Sequence[str],
    k: int,
    games: int,
    *,
    settings: "Settings",
    count_game: Callable[[], None] = lambda: None,
) -> NearWords:
    """Play games of 8 rounds in which a space encodes and intercepts, and others decode.

    Args:
        space: The name of the space.
        partners: The names of the spaces that decode.
        k: The number of near words that the encoder draws from.
        games: The number of games with each partner.
        settings: The settings in force.
        count_game: Called after each game.

    Raises:
        LineupError: If a space is missing or damaged.
    """
    definition = find("decrypto")
    options = definition.options_type(k=k, play_on=True)
    missed: dict[str, tuple[bool, ...]] = {}
    caught: dict[str, tuple[bool, ...]] = {}
    for partner in partners:
        lineup = (f"vectors:{space}", f"vectors:{partner}", f"vectors:{space}")
        seats = dict(zip(definition.usual_seats(), map(parse_spec, lineup), strict=True))
        views = []
        for game in range(games):
            session = Session.create(
                definition, options, seats, f"near words/{game}", settings=settings
            )
            asyncio.run(play(session.match, session.create_players()))
            views.append(session.match.view(None))
            count_game()
        missed[partner] = tuple(view.miscommunications >= options.tokens for view in views)
        caught[partner] = tuple(view.interceptions >= options.tokens for view in views)
    return NearWords(k, missed, caught)


def choose_k(lines: Sequence[NearWords]) -> NearWords:
    """Choose the greatest K before partners lose more games to misunderstandings.

    It stops at the first K with which they do: a greater one that fits by chance does not count.

    Args:
        lines: How games went, by increasing K.
    """
    chosen, least = lines[0], lines[0].missed_share
    for line in lines:
        least = min(least, line.missed_share)
        if line.missed_share > least + MOST_MORE:
            break
        chosen = line
    return chosen
