"""How sure Parlour's own defender of Taboo is of its best guess, and how often that is right.

Attackers are talks that were written by hand (`written_talks.tsv`: a target, and five lines of
somebody who wants to hear it), Parlour's own player, and the baselines. Each line after the second
counts once, whether the defender would guess there or not. Intervals are Wilson's, of 95 %.
"""

import asyncio
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from benchmarks import create_parser
from benchmarks.decrypto import format_share
from benchmarks.pragmatic import play_match
from engine.games.taboo.moves import Guess
from engine.games.taboo.options import Options
from engine.games.taboo.pragmatic import GUESSES, PragmaticPlayer, choose_guess, rate_guess
from engine.games.taboo.pragmatic_beliefs import infer_beliefs
from engine.games.taboo.view import Role, View, find_speaker, is_right_guess
from engine.players.pragmatic.listeners import load_listeners
from engine.seat import Seat

TALKS = Path(__file__).with_name("written_talks.tsv")
STEPS = (0.0, 0.4, 0.5, 0.55, 0.6, 0.65, 1.01)
"""Bounds of the groups by how sure the defender is."""
STRENGTH = 3


def read_talks() -> list[tuple[str, tuple[str, ...]]]:
    """Read the written talks: targets, and the lines of attackers."""
    rows = (line.split("\t") for line in TALKS.read_text(encoding="utf-8").splitlines())
    return [(target, tuple(lines.split("|"))) for target, lines in rows]


def see(talk: tuple[str, ...]) -> View:
    """The view of the defender after a talk."""
    return View(
        role=Role.DEFENDER,
        target=None,
        talk=talk,
        guess=None,
        options=Options(turns=5),
        outcome=None,
    )


def answer_written(number: int, lines: tuple[str, ...]) -> Iterator[View]:
    """The defender's views in a written talk, with its own answers between the lines."""
    player = PragmaticPlayer(Seat(1), f"written/{number}")
    talk: tuple[str, ...] = ()
    for line in lines:
        view = see((*talk, line))
        yield view
        move = asyncio.run(player.decide(view, None))
        if isinstance(move, Guess):  # the talk goes on as if it had only thought so
            talk = (*talk, line, "I am thinking.")
        else:
            talk = (*talk, line, move.line)


def list_views(attacker: str, games: int) -> Iterator[tuple[str, View]]:
    """The target and the defender's view after each line of an attacker."""
    if attacker == "written":
        for number, (target, lines) in enumerate(read_talks()):
            yield from ((target, view) for view in answer_written(number, lines))
        return
    for number in range(games):
        done = play_match("taboo", (attacker, "pragmatic"), f"guess/{number}")
        for place in range(len(done.talk)):
            if find_speaker(place) is Role.ATTACKER:
                yield done.target, see(done.talk[: place + 1])


def measure(attacker: str, games: int) -> list[tuple[float, bool]]:
    """Print how sure the defender is by group, and what its guesses are worth."""
    listeners = load_listeners()
    found: list[tuple[float, bool]] = []
    guesses: list[bool] = []
    last: list[bool] = []
    for target, view in list_views(attacker, games):
        beliefs = infer_beliefs(listeners, view)
        if not beliefs.words or view.number <= 2:
            continue
        chances = {word: rate_guess(beliefs, word) for word in beliefs.words[:GUESSES]}
        best = max(chances, key=lambda word: chances[word])
        found.append((chances[best], is_right_guess(best, target)))
        if (guess := choose_guess(beliefs, view, STRENGTH)) is not None:
            (last if view.left == 0 else guesses).append(is_right_guess(guess, target))
    print(f"{attacker}: {len(found)} lines")
    for low, high in pairwise(STEPS):
        group = [one for one in found if low <= one[0] < high]
        if group:
            sure = sum(chance for chance, _ in group) / len(group)
            right = sum(hit for _, hit in group)
            print(f"  {low:4.0%} on: sure {sure:5.1%}, right {format_share(right, len(group))}")
    for name, hits in (("before the last line", guesses), ("in the last line", last)):
        print(f"  guesses {name}: right {format_share(sum(hits), len(hits)) if hits else '-'}")
    return found


def main() -> int:
    """Print a table for each attacker."""
    parser = create_parser(__doc__, bounds="none", takes="5 minutes")
    parser.add_argument("--games", type=int, default=150, help="games of each player")
    given = parser.parse_args()
    for attacker in ("written", "pragmatic", "word2vec", "glove"):
        measure(attacker, given.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
