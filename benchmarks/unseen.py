"""Parlour's own team of Decrypto against interceptors that it does not know.

Spaces that were never used to build the player (`python -m tools.vectors.unseen` trains them),
beside those that were, and those that were while the team does without them ("left out").
Interceptors compare hints with the mean of past hints, with the nearest, with the two nearest, or
infer the keywords. A team survives with fewer than two misunderstandings and two interceptions in
8 rounds. Intervals of 95 % are Wilson's for one space; for several, games and spaces are drawn
again (bootstrap). What an encoder hints depends on the hits, so each interceptor is played out.
"""

import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from benchmarks import create_parser
from benchmarks.decrypto import format_share
from benchmarks.team_game import TeamGame
from engine import share_interval
from engine.config.settings import load_settings
from engine.games.decrypto.deck_deduction import score_numbers
from engine.games.decrypto.moves import Code
from engine.games.decrypto.view import View
from engine.players.vectors.assignment import find_best_assignments
from engine.players.vectors.word_vectors import Floats, WordVectors, load_word_vectors
from words.space.folder import SUFFIX
from words.space.names import ASSOCIATIONS, LISTENING_SPACES

TOKENS = 2
"""Misunderstandings or interceptions that end a game."""
MOST_MISSED = 0.03
"""Bound on codes that the own decoder misses."""
LEAST_SURVIVAL = {"mean": 0.65, "infers": 0.40}
"""Bounds on games survived, over all unseen spaces, by interceptor."""

type Survived = Mapping[str, NDArray[np.bool_]]
"""By interceptor: whether each game is survived in one space; shape (games,)."""


def compare_with_past(
    vectors: WordVectors, view: View, reduce: Callable[[Floats], Floats]
) -> Floats:
    """Score numbers by the cosines with their past hints; one without has the mean of the others.

    Args:
        vectors: The space.
        view: The interceptor's view.
        reduce: Reduces cosines, the greatest last, to a score; shapes (3, past) and (3,).
    """
    assert view.hints is not None
    hints = vectors.get_vectors(view.hints)
    scores = np.full((3, 4), np.nan)
    for number in range(4):
        if past := view.list_hints(number + 1):
            scores[:, number] = reduce(np.sort(hints @ vectors.get_vectors(past).T, axis=1))
    usual = 0.0 if np.isnan(scores).all() else np.nanmean(scores)
    return np.where(np.isnan(scores), usual, scores)


INTERCEPTORS: Mapping[str, Callable[[WordVectors, View], Floats]] = {
    "mean": lambda vectors, view: compare_with_past(vectors, view, lambda near: near.mean(axis=1)),
    "nearest": lambda vectors, view: compare_with_past(vectors, view, lambda near: near[:, -1]),
    "two nearest": lambda vectors, view: compare_with_past(
        vectors, view, lambda near: near[:, -2:].mean(axis=1)
    ),
    "infers": score_numbers,
}
"""By name: how an interceptor scores the numbers for each hint; shape (3, 4)."""


def guess(scores: Floats, view: View, rng: Random) -> Code:
    """Guess one of the codes with the greatest sum that were not played."""
    played = {(a - 1, b - 1, c - 1) for a, b, c in view.used_codes}
    first, second, third = rng.choice(find_best_assignments(scores.round(9), played))
    return first + 1, second + 1, third + 1


def survives(game: TeamGame, vectors: WordVectors, kind: str, rng: Random) -> bool:
    """Whether a team survives with this interceptor."""
    missed = caught = 0
    for done in game.play(lambda view: guess(INTERCEPTORS[kind](vectors, view), view, rng)):
        missed += done.miscommunication
        caught += done.interception
        if TOKENS in (missed, caught):
            return False
    return True


def deal_games(team: str, games: int, seed: str) -> list[TeamGame]:
    """Deal games of a team."""
    settings = load_settings()
    return [TeamGame(team, f"{seed}/{number}", settings) for number in range(1, games + 1)]


def intercept_all(games: Sequence[TeamGame], name: str, reference: str) -> Survived:
    """Whether each game is survived, by interceptor in one space."""
    vectors = load_word_vectors(reference)
    return {
        kind: np.array(
            [
                survives(game, vectors, kind, Random(f"{name}/{kind}/{number}"))
                for number, game in enumerate(games)
            ]
        )
        for kind in INTERCEPTORS
    }


def leave_out(name: str, team: str, games: int, seed: str) -> Survived:
    """Whether games are survived against a space that the team does without."""
    others = "+".join((*(one for one in LISTENING_SPACES if one != name), ASSOCIATIONS))
    return intercept_all(deal_games(f"{team},spaces={others}", games, seed), name, name)


def count_missed(games: Sequence[TeamGame]) -> list[tuple[float, int]]:
    """By game: the codes that the decoder misses if nobody intercepts, and all."""
    played = [list(game.play()) for game in games]
    return [(sum(done.miscommunication for done in one), len(one)) for one in played]


def describe_missed(missed: Sequence[tuple[float, int]]) -> str:
    """Say how many codes are missed, with the 95 % interval over games."""
    turns = sum(count for _, count in missed)
    return f"codes missed {share_interval.format_share(missed)} of {turns}"


def format_interval(value: float, drawn: Floats) -> str:
    """Format a figure in percent with its 95 % interval, of drawn ones."""
    low, high = np.percentile(drawn, (2.5, 97.5))
    return f"{100 * value:5.1f} [{100 * low:4.1f}, {100 * high:5.1f}]"


def format_survival(table: NDArray[np.bool_], drawn: Floats) -> str:
    """Format what is survived; if every game is, the interval is that of so many games."""
    if table.all():
        return f"100.0 [{100 * share_interval.RARE ** (1 / table.shape[1]):4.1f}, 100.0]"
    return format_interval(float(table.mean()), drawn)


def draw_shares(table: NDArray[np.bool_], draws: int = 4_000) -> Floats:
    """Draw shares of a table of spaces and games, whose rows and columns are both drawn again."""
    rng = np.random.default_rng(1)
    spaces = rng.integers(len(table), size=(draws, len(table), 1))
    games = rng.integers(table.shape[1], size=(draws, 1, table.shape[1]))
    drawn: Floats = table[spaces, games].mean(axis=(1, 2))
    return drawn


def print_rows(label: str, found: Survived) -> None:
    """Print how many games are survived, by interceptor, with Wilson's interval."""
    shares = "; ".join(
        f"{kind} {format_share(int(hit.sum()), len(hit))}" for kind, hit in found.items()
    )
    print(f"{label:20} {shares}", flush=True)


def print_together(groups: Mapping[str, Sequence[Survived]]) -> None:
    """Print each group of spaces together, and how much less is survived in the others."""
    print("together, with intervals over games and spaces:")
    seen: dict[str, tuple[float, Floats]] = {}
    for label, spaces in groups.items():
        for kind in INTERCEPTORS:
            table = np.array([space[kind] for space in spaces])
            drawn = draw_shares(table)
            gap = ""
            if kind in seen:
                more, others = seen[kind]
                gap = f"  {format_interval(more - table.mean(), others - drawn)} less than if seen"
            else:
                seen[kind] = float(table.mean()), drawn
            print(f"  {label:10} {kind:12} {format_survival(table, drawn)}{gap}")


def find_unseen(folder: Path) -> dict[str, str]:
    """Find the unseen spaces, and train them if there are none, which takes a quarter of an hour.

    Returns:
        References to them, by name.

    Raises:
        SystemExit: If they cannot be trained here.
    """
    if not list(folder.glob(f"*{SUFFIX}")):
        print(f"There are no unseen spaces in {folder}: training them.", flush=True)
        command = (sys.executable, "-m", "tools.vectors.unseen", "--out", str(folder))
        if subprocess.run(command, check=False).returncode:
            raise SystemExit(f"Nothing was measured: {' '.join(command[1:])} failed.")
    return {path.stem: path.absolute().as_uri() for path in sorted(folder.glob(f"*{SUFFIX}"))}


def take_spaces(parser: ArgumentParser) -> None:
    """Add the option for the folder of unseen spaces."""
    parser.add_argument(
        "--spaces",
        type=Path,
        default=Path("build/unseen"),
        help="the folder of unseen spaces, trained into it if it has none (%(default)s)",
    )


def main() -> int:
    """Print the table; 1 if a bound is missed."""
    bounds = " and ".join(
        f"{share:.0%} of games survived against '{name}'" for name, share in LEAST_SURVIVAL.items()
    )
    parser = create_parser(
        __doc__,
        bounds=f"{bounds} in unseen spaces, and at most {MOST_MISSED:.0%} of codes missed",
        takes="5 minutes",
    )
    parser.add_argument("--games", type=int, default=100, help="games in each line")
    parser.add_argument("--team", default="pragmatic", help="SPEC of encoder and decoder")
    parser.add_argument("--seed", default="unseen", help="of the games; another draws others")
    take_spaces(parser)
    given = parser.parse_args()
    unseen = find_unseen(given.spaces)
    games = deal_games(given.team, given.games, given.seed)
    missed = count_missed(games)
    rate = sum(count for count, _ in missed) / sum(turns for _, turns in missed)
    print(f"{given.team}, games {given.seed}/1 to {given.games}: {describe_missed(missed)}")
    groups: dict[str, list[Survived]] = {"seen": [], "left out": [], "unseen": []}
    for name in LISTENING_SPACES:
        groups["seen"].append(intercept_all(games, name, name))
        print_rows(f"seen {name}", groups["seen"][-1])
    for name in LISTENING_SPACES:
        groups["left out"].append(leave_out(name, given.team, given.games, given.seed))
        print_rows(f"left out {name}", groups["left out"][-1])
    for name, reference in unseen.items():
        groups["unseen"].append(intercept_all(games, name, reference))
        print_rows(f"unseen {name}", groups["unseen"][-1])
    print_together(groups)
    kept = rate <= MOST_MISSED
    for kind, share in LEAST_SURVIVAL.items():
        kept &= float(np.mean([space[kind].mean() for space in groups["unseen"]])) >= share
    return 0 if kept else 1


if __name__ == "__main__":
    sys.exit(main())
