"""How many hints of Parlour's own encoder of Decrypto a person can follow, and how long games last.

A hint is **tied** to its keyword if it stands in the keyword's list of associations, or the keyword
early in its own. **Strangers find it** if seven spaces that nobody planned with hear it nearest to
its keyword, on average over those that know it; of names and culture they know little. Games last
until the second misunderstanding or interception by `pragmatic`, which knows the lists, too.
Intervals of 95 % are over games (bootstrap).
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from benchmarks import create_parser
from benchmarks.team_game import TeamGame
from benchmarks.unseen import TOKENS, deal_games, find_unseen, take_spaces
from engine.games.decrypto.moves import CODES, Code
from engine.games.decrypto.pragmatic_beliefs import infer_beliefs
from engine.games.decrypto.view import Round, View
from engine.players.pragmatic.associations import load_associations
from engine.players.pragmatic.listeners import load_listeners
from engine.players.vectors.word_vectors import Floats, WordVectors, load_word_vectors
from engine.share_interval import format_share

TEAMS = (
    "pragmatic",
    "pragmatic,partner=person",
    "pragmatic,partner=vectors",
    "pragmatic,caution=bold",
    "pragmatic,caution=cautious",
)
LATE = 6
"""From this round on, hints are late."""
LEAST_TIED = 0.95
"""Bound on the hints of the usual encoder that are tied to their keywords."""

type Counts = tuple[float, int]


class Followed(NamedTuple):
    """How many hints of a game can be followed, of how many, and whether it was survived."""

    tied: Counts
    tied_late: Counts
    found: Counts
    survived: Counts
    missed: Counts
    rounds: int


def intercept(view: View) -> Code:
    """Guess a code as Parlour's own player does."""
    chances = infer_beliefs(load_listeners(), view).chances
    return CODES[int(np.argmax(chances))]


def list_rounds(game: TeamGame) -> Iterator[Round]:
    """List the rounds until the game is decided."""
    missed = caught = 0
    for done in game.play(intercept):
        yield done
        missed += done.miscommunication
        caught += done.interception
        if TOKENS in (missed, caught):
            return


def rate_game(game: TeamGame, strangers: Sequence[WordVectors]) -> Followed:
    """Count the hints of a game that can be followed."""
    keywords = game.keywords
    rounds = list(list_rounds(game))
    ties = [load_associations().list_ties(word) for word in keywords]
    tied: list[bool] = []
    late: list[bool] = []
    found: list[bool] = []
    for number, done in enumerate(rounds, 1):
        for hint, digit in zip(done.hints, done.code, strict=True):
            tied.append(hint in ties[digit - 1])
            late += [tied[-1]] if number >= LATE else []
            near = [_compare(space, hint, keywords) for space in strangers]
            if known := [one for one in near if one is not None]:
                found.append(int(np.mean(known, axis=0).argmax()) == digit - 1)
    missed = sum(done.miscommunication for done in rounds)
    caught = sum(done.interception for done in rounds)
    return Followed(
        (sum(tied), len(tied)),
        (sum(late), len(late)),
        (sum(found), len(found)),
        (TOKENS not in (missed, caught), 1),
        (missed, len(rounds)),
        len(rounds),
    )


def _compare(space: WordVectors, hint: str, keywords: Sequence[str]) -> Floats | None:
    """Compare a hint with the keywords; nothing if the space lacks one of these words."""
    heard, meant = space.get_vectors([hint]), space.get_vectors(keywords)
    return (heard @ meant.T)[0] if heard.any() and meant.any(axis=1).all() else None


def measure(team: str, games: int, seed: str, unseen: Mapping[str, str]) -> float:
    """Print how a team does; return the share of tied hints."""
    strangers = [load_word_vectors(reference) for reference in unseen.values()]
    rated = [rate_game(game, strangers) for game in deal_games(team, games, seed)]
    rounds = np.array([one.rounds for one in rated])
    print(
        f"{team:28} tied {format_share(one.tied for one in rated)}; "
        f"from round {LATE} {format_share(one.tied_late for one in rated)}; "
        f"strangers find {format_share(one.found for one in rated)}; "
        f"survived {format_share(one.survived for one in rated)}; "
        f"missed {format_share(one.missed for one in rated)}; "
        f"rounds {rounds.mean():.2f}, {np.mean(rounds < LATE):.0%} of games over before {LATE}",
        flush=True,
    )
    tied = [one.tied for one in rated]
    return sum(count for count, _ in tied) / sum(of for _, of in tied)


def main() -> int:
    """Print the table; 1 if a bound is missed."""
    parser = create_parser(
        __doc__, bounds=f"{LEAST_TIED:.0%} of usual hints are tied", takes="3 minutes"
    )
    parser.add_argument("--games", type=int, default=60, help="games in each line")
    parser.add_argument("--seed", default="plain", help="of the games; another draws others")
    parser.add_argument("--teams", nargs="+", default=TEAMS, help="SPECs of encoder and decoder")
    take_spaces(parser)
    given = parser.parse_args()
    unseen = find_unseen(given.spaces)
    shares = [measure(team, given.games, given.seed, unseen) for team in given.teams]
    return int(shares[0] < LEAST_TIED)


if __name__ == "__main__":
    sys.exit(main())
